/* SPDX-License-Identifier: MIT */
/* Which pages changed since they were read. */
#include "config.h"

#include "engine/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "doc/mask.h"
#include "files/walk.h"
#include "store/source.h"

#define ROOMS_MAX 32

/* A directory of pages. */
struct room {
	const char *root;
	enum rv_layer layer;
};

struct walk {
	struct rv_engine *e;
	struct rv_scan *scan;
	const struct room *room;
	const struct rv_source *known; /* by path */
	bool *seen;
	size_t n_known;
};

static const char *
rel_of(struct rv_engine *e, const char *path)
{
	size_t n = strlen(e->workspace);

	if (!strncmp(path, e->workspace, n) && path[n] == '/')
		return path + n + 1;
	return !strcmp(path, e->workspace) ? "" : path;
}

const char **
rv_engine_vaults(struct rv_engine *e, struct rv_arena *arena, size_t *n)
{
	const char **list = rv_config_list(&e->config, "paths.vault", arena, n);

	for (size_t i = 0; i < *n; i++)
		list[i] = rv_path_join_in(arena, e->workspace, list[i]);
	return list;
}

void
rv_engine_roots(struct rv_engine *e, struct rv_arena *arena,
		struct rv_roots *out)
{
	size_t n;
	const char **vaults = rv_engine_vaults(e, arena, &n);
	const char **dirs = rv_arena_array(arena, const char *, n + 3);

	dirs[0] = e->map.raw;
	dirs[1] = e->map.wiki;
	dirs[2] = e->map.memory;
	for (size_t i = 0; i < n; i++)
		dirs[3 + i] = vaults[i];
	rv_roots_of(e->workspace, dirs, n + 3, 3, arena, out);
}

static size_t
rooms_of(struct rv_engine *e, struct rv_arena *arena, struct room *rooms)
{
	size_t n = 3, vaults;
	const char **vault = rv_engine_vaults(e, arena, &vaults);

	rooms[0] = (struct room){e->map.raw, RV_LAYER_RAW};
	rooms[1] = (struct room){e->map.wiki, RV_LAYER_WIKI};
	rooms[2] = (struct room){e->map.memory, RV_LAYER_DERIVED};
	for (size_t i = 0; i < vaults && n < ROOMS_MAX; i++)
		rooms[n++] = (struct room){vault[i], RV_LAYER_WIKI};
	return n;
}

static int
by_path(const void *a, const void *b)
{
	const struct rv_source *x = a, *y = b;

	return rv_sv_cmp(x->path, y->path);
}

static const struct rv_source *
find_known(const struct walk *w, struct rv_sv path)
{
	const struct rv_source key = {.path = path};

	return w->n_known ? bsearch(&key, w->known, w->n_known, sizeof(key),
				    by_path)
			  : NULL;
}

/* What Logseq keeps of pages that were overwritten or deleted. */
static bool
is_left_out(struct rv_sv path)
{
	static const char *const dirs[] = {"/logseq/bak/",
					   "/logseq/version-files/"};

	for (size_t i = 0; i < ARRAY_LEN(dirs); i++)
		if (rv_sv_has(path, rv_sv(dirs[i])))
			return true;
	return false;
}

bool
rv_scan_is_page(const char *path)
{
	return rv_sv_ends(rv_sv(path), RV_SV(".md")) &&
	       !is_left_out(rv_sv(path));
}

/* rv_walk_fn */
static rv_status
visit(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct walk *w = arg;
	struct rv_arena *arena = &w->scan->arena;
	const char *name = rel_of(w->e, path); /* borrowed, as the path is */
	const struct rv_source *known;

	if (!rv_scan_is_page(path))
		return RV_OK;
	(void)rel;
	/* A name that rows have is masked: only new ones are looked at. */
	known = find_known(w, rv_sv(name));
	if (!known) {
		name = rv_sv_cstr_in(arena,
				     rv_mask_path(arena, rv_sv(name), NULL));
		known = find_known(w, rv_sv(name));
	}
	if (known) {
		if (w->seen[known - w->known])
			return RV_OK; /* a vault inside the wiki */
		w->seen[known - w->known] = true;
		if (rv_source_unchanged(known, st))
			return RV_OK;
		name = rv_sv_cstr_in(arena, known->path);
	}
	rv_grow(&w->scan->items, &w->scan->cap, w->scan->n + 1);
	w->scan->items[w->scan->n++] = (struct rv_scan_item){
		.path = rv_sv_cstr_in(arena, rv_sv(path)),
		.rel = name,
		.layer = w->room ? w->room->layer : RV_LAYER_DERIVED,
		.st = *st,
	};
	return RV_OK;
}

static rv_status
walk_rooms(struct walk *w, struct rv_err *err)
{
	struct room rooms[ROOMS_MAX];
	size_t n = rooms_of(w->e, &w->scan->arena, rooms);
	const char *memory = w->e->map.memory_md;
	rv_status s = RV_OK;
	struct stat st;

	for (size_t i = 0; s == RV_OK && i < n; i++) {
		w->room = &rooms[i];
		s = rv_walk(rooms[i].root, visit, w, err);
	}
	w->room = NULL;
	if (s == RV_OK && lstat(memory, &st) == 0 && S_ISREG(st.st_mode))
		s = visit(memory, rel_of(w->e, memory), &st, w);
	return s;
}

rv_status
rv_scan_run(struct rv_engine *e, struct rv_scan *out, struct rv_err *err)
{
	struct walk w = {.e = e, .scan = out};
	struct rv_source *known;
	rv_status s;

	*out = (struct rv_scan){0};
	s = rv_source_list(e->store, "page", &out->arena, &known, &w.n_known,
			   err);
	if (s != RV_OK)
		goto out;
	w.known = known;
	w.seen = rv_calloc(w.n_known + 1, sizeof(*w.seen));
	s = walk_rooms(&w, err);
	out->gone = rv_arena_array(&out->arena, struct rv_sv, w.n_known + 1);
	for (size_t i = 0; i < w.n_known; i++)
		if (!w.seen[i])
			out->gone[out->n_gone++] = known[i].path;
	free(w.seen);
out:
	if (s != RV_OK)
		rv_scan_release(out);
	return s;
}

void
rv_scan_add(struct rv_scan *s, const struct rv_scan_item *item)
{
	struct rv_scan_item *to;

	rv_ahead_end(&s->ahead); /* the list may move */
	rv_grow(&s->items, &s->cap, s->n + 1);
	to = &s->items[s->n++];
	*to = *item;
	to->path = rv_sv_cstr_in(&s->arena, rv_sv(item->path));
	to->rel = rv_sv_cstr_in(&s->arena, rv_sv(item->rel));
}

void
rv_scan_release(struct rv_scan *s)
{
	rv_ahead_end(&s->ahead);
	free(s->items);
	rv_arena_release(&s->arena);
	*s = (struct rv_scan){0};
}

static bool
below(const char *dir, const char *path)
{
	size_t n = strlen(dir);

	return !strncmp(dir, path, n) && path[n] == '/';
}

static const char *
masked_rel(struct rv_engine *e, const char *path, struct rv_arena *arena)
{
	return rv_sv_cstr_in(arena, rv_mask_path(arena, rv_sv(rel_of(e, path)),
						 NULL));
}

rv_status
rv_scan_one(struct rv_engine *e, struct rv_sv rel, struct rv_arena *arena,
	    struct rv_scan_item *out, struct rv_err *err)
{
	const char *path = rv_mask_join(arena, e->workspace, rel);
	bool found = !strcmp(path, e->map.memory_md), linked;
	struct room rooms[ROOMS_MAX];
	size_t n = rooms_of(e, arena, rooms);
	char *real;

	*out = (struct rv_scan_item){.path = path,
				     .rel = masked_rel(e, path, arena),
				     .layer = RV_LAYER_DERIVED};
	for (size_t i = 0; i < n && !found; i++)
		if (below(rooms[i].root, path)) {
			out->layer = rooms[i].layer;
			found = true;
		}
	found = found && rv_scan_is_page(path);
	if (!found || lstat(path, &out->st) != 0)
		return rv_fail_path(err, RV_E_NOTFOUND, path,
				    _("%.*s: there is no such page in raw, wiki "
				      "or memory; `reverie layers` lists them"),
				    RV_SV_ARG(rel));
	real = realpath(path, NULL);
	linked = !S_ISREG(out->st.st_mode) || !real || strcmp(real, path) != 0;
	free(real);
	if (linked)
		return rv_fail_path(err, RV_E_DENIED, path,
				    _("%.*s: the path goes through a symbolic "
				      "link or \"..\" and is not followed; name "
				      "the page itself"),
				    RV_SV_ARG(rel));
	return RV_OK;
}
