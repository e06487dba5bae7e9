/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_ROOTS_H
#define RV_TRUST_ROOTS_H

/*
 * The directories that pages stand in: rooms of the workspace, and vaults of
 * other programs, which have habits of their own with links.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

struct rv_root {
	const char *dir;   /* as it was given */
	struct rv_sv path; /* with a final slash, as paths of pages begin */
	bool vault;	   /* links mean its own pages first */
	bool by_name;	   /* a path may be the name alone (Obsidian) */
	bool free;	   /* a name needs no page (Logseq) */
};

struct rv_roots {
	const struct rv_root *list;
	size_t n;
};

/* Of n directories, absolute or below the workspace, the first `rooms` are of
 * the workspace; what a program left in them tells its habits.  A vault in
 * another vault is a part of that one and no root of its own. */
void rv_roots_of(const char *workspace, const char *const *dirs, size_t n,
		 size_t rooms, struct rv_arena *arena, struct rv_roots *out);
/* The innermost one that holds this path, or NULL. */
const struct rv_root *rv_root_of(const struct rv_roots *roots,
				 struct rv_sv path);
/* Are they the same? */
bool rv_roots_eq(const struct rv_roots *a, const struct rv_roots *b);

#endif
