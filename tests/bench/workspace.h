/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_BENCH_WORKSPACE_H
#define RV_TESTS_BENCH_WORKSPACE_H

/* What the bench programs do to a workspace, and how they give up. */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void
fail(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(1);
}

static inline void
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		fail(path);
}

static inline void
drop_index(const char *workspace)
{
	static const char *const names[] = {"reverie.db", "reverie.db-wal",
					    "reverie.db-shm"};
	char path[4096];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/.reverie/%s", workspace,
			 names[i]);
		unlink(path);
	}
}

/* A person decided about it: the welcome card of a new workspace would take the
 * keys, and its index would stay in memory. */
static inline void
open_for_writing(const char *workspace)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/.reverie/readonly", workspace);
	write_file(path, "off\n");
}

#endif
