/* SPDX-License-Identifier: MIT */
/* Which pages changed since they were read. */
#include "config.h"

#include "engine/scan.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/thread.h"
#include "doc/mask.h"
#include "files/walk.h"
#include "store/source.h"

#define ROOMS_MAX 32

/* A directory of pages. */
struct room {
	const char *root;
	enum rv_layer layer;
};

/* A page that is new, or not as it was. */
struct found {
	struct rv_scan_item item;
	const struct rv_source *known; /* NULL: new */
};

/* One walk: what it found, by itself. */
struct walk {
	struct rv_engine *e;
	struct room room;
	const struct rv_source *known; /* by path; nobody writes to it */
	size_t n_known;
	struct rv_arena arena;
	struct found *found; /* in walk order */
	size_t n, cap;
	size_t *same; /* numbers of those that are known as they are */
	size_t n_same, same_cap;
	rv_status status;
	struct rv_err err;
};

/* The walks of a scan, and which is the next one to begin. */
struct walks {
	struct walk list[ROOMS_MAX + 1];
	size_t n;
	atomic_size_t next;
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
	const char *name = rel_of(w->e, path); /* borrowed, as the path is */
	const struct rv_source *known;

	if (!rv_scan_is_page(path))
		return RV_OK;
	(void)rel;
	/* A name that rows have is masked: only new ones are looked at. */
	known = find_known(w, rv_sv(name));
	if (!known) {
		name = rv_sv_cstr_in(
			&w->arena, rv_mask_path(&w->arena, rv_sv(name), NULL));
		known = find_known(w, rv_sv(name));
	}
	if (known && rv_source_unchanged(known, st)) {
		rv_grow(&w->same, &w->same_cap, w->n_same + 1);
		w->same[w->n_same++] = (size_t)(known - w->known);
		return RV_OK;
	}
	rv_grow(&w->found, &w->cap, w->n + 1);
	w->found[w->n++] = (struct found){
		.item = {.path = rv_sv_cstr_in(&w->arena, rv_sv(path)),
			 .rel = known ? rv_sv_cstr_in(&w->arena, known->path)
				      : name,
			 .layer = w->room.layer,
			 .st = *st},
		.known = known,
	};
	return RV_OK;
}

/* MEMORY.md is a page by itself. */
static void
walk_one(struct walk *w)
{
	const char *root = w->room.root;
	struct stat st;

	if (root != w->e->map.memory_md)
		w->status = rv_walk(root, visit, w, &w->err);
	else if (lstat(root, &st) == 0 && S_ISREG(st.st_mode))
		w->status = visit(root, root, &st, w);
}

/* Also a thread's function: takes walks that nobody has begun. */
static void *
walk_some(void *arg)
{
	struct walks *all = arg;
	size_t i;

	while ((i = atomic_fetch_add(&all->next, 1)) < all->n)
		walk_one(&all->list[i]);
	return NULL;
}

/* So few files that are known are looked at before a thread has begun. */
#define FEW 2000

static void
walk_all(struct walks *all, size_t n_known)
{
	pthread_t other;
	bool two = (!n_known || n_known > FEW) &&
		   rv_thread_begin(&other, walk_some, all);

	walk_some(all);
	if (two)
		pthread_join(other, NULL);
}

static void
make_walks(struct rv_engine *e, const struct rv_source *known, size_t n_known,
	   struct rv_arena *arena, struct walks *all)
{
	struct room rooms[ROOMS_MAX + 1];

	all->n = rooms_of(e, arena, rooms);
	rooms[all->n++] = (struct room){e->map.memory_md, RV_LAYER_DERIVED};
	for (size_t i = 0; i < all->n; i++)
		all->list[i] = (struct walk){.e = e,
					     .room = rooms[i],
					     .known = known,
					     .n_known = n_known};
}

/* In the order of the rooms, whoever was first; a vault inside the wiki is met
 * twice. */
static rv_status
take_in(struct rv_scan *out, struct walk *w, bool *seen, struct rv_err *err)
{
	if (w->status != RV_OK) {
		if (err)
			*err = w->err;
		return w->status;
	}
	for (size_t i = 0; i < w->n_same; i++)
		seen[w->same[i]] = true;
	for (size_t i = 0; i < w->n; i++) {
		const struct rv_source *known = w->found[i].known;

		if (known && seen[known - w->known])
			continue;
		if (known)
			seen[known - w->known] = true;
		rv_grow(&out->items, &out->cap, out->n + 1);
		out->items[out->n++] = w->found[i].item;
	}
	return RV_OK;
}

static rv_status
collect(struct rv_scan *out, struct walks *all, bool *seen, struct rv_err *err)
{
	rv_status st = RV_OK;

	out->rooms = rv_calloc(all->n, sizeof(*out->rooms));
	out->n_rooms = all->n;
	for (size_t i = 0; i < all->n; i++) {
		struct walk *w = &all->list[i];

		if (st == RV_OK)
			st = take_in(out, w, seen, err);
		out->rooms[i] = w->arena;
		free(w->found);
		free(w->same);
	}
	return st;
}

rv_status
rv_scan_run(struct rv_engine *e, struct rv_scan *out, struct rv_err *err)
{
	struct walks *all = rv_calloc(1, sizeof(*all));
	struct rv_source *known;
	bool *seen = NULL;
	size_t n = 0;
	rv_status st;

	*out = (struct rv_scan){0};
	st = rv_source_list(e->store, "page", &out->arena, &known, &n, err);
	if (st != RV_OK)
		goto out;
	make_walks(e, known, n, &out->arena, all);
	walk_all(all, n);
	seen = rv_calloc(n + 1, sizeof(*seen));
	st = collect(out, all, seen, err);
	out->gone = rv_arena_array(&out->arena, struct rv_sv, n + 1);
	for (size_t i = 0; i < n; i++)
		if (!seen[i])
			out->gone[out->n_gone++] = known[i].path;
out:
	free(seen);
	free(all);
	if (st != RV_OK)
		rv_scan_release(out);
	return st;
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
	for (size_t i = 0; i < s->n_rooms; i++)
		rv_arena_release(&s->rooms[i]);
	free(s->rooms);
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
	return rv_sv_cstr_in(arena,
			     rv_mask_path(arena, rv_sv(rel_of(e, path)), NULL));
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
		return rv_fail_path(
			err, RV_E_NOTFOUND, path,
			_("%.*s: there is no such page in raw, wiki "
			  "or memory; `reverie layers` lists them"),
			RV_SV_ARG(rel));
	real = realpath(path, NULL);
	linked = !S_ISREG(out->st.st_mode) || !real || strcmp(real, path) != 0;
	free(real);
	if (linked)
		return rv_fail_path(
			err, RV_E_DENIED, path,
			_("%.*s: the path goes through a symbolic "
			  "link or \"..\" and is not followed; name "
			  "the page itself"),
			RV_SV_ARG(rel));
	return RV_OK;
}
