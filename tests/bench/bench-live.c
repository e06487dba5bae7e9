/* SPDX-License-Identifier: MIT */
/* The whole console on a workspace of many Markdown files, which bench-files has
 * indexed: a file that is written, to its row on the terminal; keys while all is
 * read anew; memory.
 *
 *	bench-live REVERIE BARE WORKSPACE */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "child.h"
#include "stats.h"
#include "workspace.h"

#define ROUNDS 20
#define QUIET_MS 300 /* its words are indexed behind the row */
#define KEYS 200

/* First of its folder and first of what is stale: it stands where all screens
 * show it, as soon as it says that it is old. */
#define PAGE "aa-bench-row.md"
#define NEW_PAGE "---\ntype: concept\nupdated: 2999-01-01\n---\n# A row\n\nText.\n"
#define OLD_PAGE "---\ntype: concept\nupdated: 2020-01-01\n---\n# A row\n\nText.\n"

static void
press(struct child *c, const char *keys, int quiet)
{
	if (write(c->fd, keys, strlen(keys)) < 0)
		fail("the console does not listen");
	drain(c, quiet);
}

/* The page grows old, which is timed, and young again. */
static void
bench_row(struct child *c, const char *page, const char *mark,
	  const char *name)
{
	struct samples s = {.n = 0};

	for (int i = 0; i < ROUNDS; i++) {
		double from;

		drain(c, QUIET_MS);
		from = clock_ms();
		write_file(page, OLD_PAGE);
		if (!wait_for(c, mark))
			fail("the row does not show the change");
		add_sample(&s, clock_ms() - from);
		drain(c, QUIET_MS);
		write_file(page, NEW_PAGE);
	}
	print_row(name, &s, "50", "inotify, index, view, frame");
}

static void
bench_changes(const char *reverie, const char *workspace)
{
	const char *const argv[] = {reverie, "--workspace", workspace, NULL};
	char page[4096];
	struct child c;

	snprintf(page, sizeof(page), "%s/wiki/%s", workspace, PAGE);
	write_file(page, NEW_PAGE);
	if (start(&c, argv) != 0 || !wait_for(&c, "help"))
		fail("the console did not start");
	/* Until all directories are watched and all pages read. */
	drain(&c, 3000);
	press(&c, "5", 2000);
	bench_row(&c, page, "stale", "a changed file: to its row on Layers");
	press(&c, "1", 1000);
	bench_row(&c, page, PAGE, "a changed file: to its row on Overview");
	printf("%-46s %9.1f %11s   %-16s\n", "resident memory then, MB",
	       (double)resident_kb(c.pid, "VmRSS:") / 1024.0, "", "-");
	printf("%-46s %9.1f %11s   %-16s\n", "  of it anonymous, MB",
	       (double)resident_kb(c.pid, "RssAnon:") / 1024.0, "", "-");
	stop(&c);
	unlink(page);
}

/* Keys that move through the screens, while the worker reads everything; in turn
 * with a program that has nothing else to do on the same busy cores. */
static void
bench_keys(const char *reverie, const char *bare, const char *workspace)
{
	const char *const bare_argv[] = {bare, NULL};
	const char *const argv[] = {reverie, "--workspace", workspace, NULL};
	struct samples s = {.n = 0}, limit = {.n = 0};
	struct child c, b;

	drop_index(workspace);
	if (start(&b, bare_argv) != 0 || !wait_for(&b, "help"))
		fail("the bare program did not start");
	if (start(&c, argv) != 0 || !wait_for(&c, "help"))
		fail("the console did not start");
	for (int i = 0; i < KEYS; i++) {
		key(&c, i % 2 ? "1" : "4", &s);
		key(&b, i % 2 ? "1" : "4", &limit);
	}
	print_row("key to frame while everything is read", &s, "0.5 / 3", "");
	print_row("  a bare ncurses program, beside it", &limit, "(the limit)",
		  "");
	stop(&c);
	stop(&b);
}

int
main(int argc, char **argv)
{
	char *workspace;

	if (argc < 4)
		return 2;
	if (!(workspace = realpath(argv[3], NULL)))
		fail(argv[3]);
	open_for_writing(workspace);
	bench_changes(argv[1], workspace);
	bench_keys(argv[1], argv[2], workspace);
	free(workspace);
	return 0;
}
