/* SPDX-License-Identifier: MIT */
/* The directories that pages stand in. */
#include "config.h"

#include "trust/roots.h"

#include "base/path.h"

static struct rv_root
look(const char *workspace, const char *dir, bool room, struct rv_arena *arena)
{
	const char *full = rv_path_join_in(arena, workspace, dir);
	struct rv_sv ws = rv_sv(rv_arena_printf(arena, "%s/", workspace));
	struct rv_sv path = rv_sv(rv_arena_printf(arena, "%s/", full));
	struct rv_root root = {.dir = dir};

	root.path = rv_sv_starts(path, ws) ? rv_sv_slice(path, ws.n, path.n)
					   : path;
	root.by_name = rv_path_is_dir(
		rv_path_join_in(arena, full, ".obsidian"));
	root.free = rv_path_exists(
		rv_path_join_in(arena, full, "logseq/config.edn"));
	root.vault = !room || root.by_name || root.free;
	return root;
}

/* A part of another vault, whose links lead through all of that one. */
static bool
is_inside(const struct rv_root *list, size_t from, size_t n, size_t i)
{
	for (size_t k = from; k < n; k++)
		if (list[k].path.n < list[i].path.n &&
		    rv_sv_starts(list[i].path, list[k].path))
			return true;
	return false;
}

void
rv_roots_of(const char *workspace, const char *const *dirs, size_t n,
	    size_t rooms, struct rv_arena *arena, struct rv_roots *out)
{
	struct rv_root *list = rv_arena_array(arena, struct rv_root, n + 1);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		list[i] = look(workspace, dirs[i], i < rooms, arena);
	for (size_t i = 0; i < n; i++)
		if (i < rooms || !is_inside(list, rooms, n, i))
			list[kept++] = list[i];
	*out = (struct rv_roots){list, kept};
}

const struct rv_root *
rv_root_of(const struct rv_roots *roots, struct rv_sv path)
{
	const struct rv_root *found = NULL;

	for (size_t i = 0; i < roots->n; i++)
		if (rv_sv_starts(path, roots->list[i].path) &&
		    (!found || roots->list[i].path.n >= found->path.n))
			found = &roots->list[i];
	return found;
}

bool
rv_roots_eq(const struct rv_roots *a, const struct rv_roots *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++) {
		const struct rv_root *x = &a->list[i], *y = &b->list[i];

		if (!rv_sv_eq(x->path, y->path) || x->vault != y->vault ||
		    x->by_name != y->by_name || x->free != y->free)
			return false;
	}
	return true;
}
