/* SPDX-License-Identifier: MIT */
/* What could be imported and was not. */
#include "config.h"

#include "engine/importable.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "engine/scan.h"
#include "files/walk.h"
#include "intake/formats.h"
#include "store/ledger.h"

struct list {
	struct rv_engine *e;
	struct rv_arena *arena;
	const struct rv_found *found;
	size_t n_found;
	const struct rv_ledger_row *rows;
	size_t n_rows;
	struct rv_importable *items;
	size_t n, cap;
	int64_t here; /* pages beside .reverie */
};

struct counted {
	int64_t pages, chats;
};

static void
add(struct list *l, enum rv_importable_kind kind, const char *path,
    int64_t count)
{
	if (count <= 0)
		return;
	rv_grow(&l->items, &l->cap, l->n + 1);
	l->items[l->n++] = (struct rv_importable){
		kind, rv_sv_dup_in(l->arena, rv_sv(path)), count};
}

/* One file of conversations: of a directory the first tells of all. */
static bool
is_chat(const char *path)
{
	return rv_sv_ends(rv_sv(path), RV_SV(".jsonl")) &&
	       rv_format_find(NULL, path) != NULL;
}

/* rv_walk_fn */
static rv_status
count_file(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct counted *c = arg;

	(void)rel;
	(void)st;
	c->pages += rv_scan_is_page(path);
	if (rv_sv_ends(rv_sv(path), RV_SV(".jsonl")) &&
	    (c->chats > 0 || is_chat(path)))
		c->chats++;
	return RV_OK;
}

/* Is it read in place, or one of the agent's own files? */
static bool
is_mapped(const struct list *l, const char *path, const char *name)
{
	const struct rv_map *m = &l->e->map;
	const char *own[] = {m->story, m->pending, m->sessions, m->soul,
			     m->identity, m->raw, m->wiki, m->memory,
			     m->memory_md};
	size_t n = 0, len = strlen(path);
	const char **vaults = rv_config_list(&l->e->config, "paths.vault",
					     l->arena, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(vaults[i], name) || !strcmp(vaults[i], path))
			return true;
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		if (own[i] && !strncmp(own[i], path, len) &&
		    (own[i][len] == '\0' || own[i][len] == '/'))
			return true;
	for (size_t i = 0; i < l->n_found; i++)
		if (!strcmp(l->found[i].path, name))
			return true;
	return false;
}

/* Was it taken before?  Its row names it as it was given then. */
static bool
was_imported(const struct list *l, const char *name)
{
	for (size_t i = 0; i < l->n_rows; i++) {
		struct rv_sv to = l->rows[i].target, own = rv_sv(name);

		if (l->rows[i].kind == RV_LEDGER_SOURCE && rv_sv_ends(to, own) &&
		    (to.n == own.n || to.p[to.n - own.n - 1] == '/'))
			return true;
	}
	return false;
}

static void
look_at(struct list *l, const char *name)
{
	const char *path = rv_path_join_in(l->arena, l->e->workspace, name);
	struct counted c = {0};

	if (name[0] == '.' || is_mapped(l, path, name))
		return;
	if (!rv_path_is_dir(path)) {
		l->here += rv_scan_is_page(path);
		if (!was_imported(l, name))
			add(l, RV_IMPORTABLE_CHATS, name, is_chat(path));
		return;
	}
	if (rv_walk(path, count_file, &c, NULL) != RV_OK)
		return;
	add(l, RV_IMPORTABLE_PAGES, name, c.pages);
	if (!was_imported(l, name))
		add(l, RV_IMPORTABLE_CHATS, name, c.chats);
}

rv_status
rv_importable(struct rv_engine *e, const struct rv_found *found,
	      size_t n_found, struct rv_arena *arena,
	      struct rv_importable **out, size_t *n, struct rv_err *err)
{
	struct list l = {.e = e, .arena = arena, .found = found,
			 .n_found = n_found};
	struct dirent **names = NULL;
	struct rv_ledger_row *rows;
	int count;
	rv_status s = rv_ledger_list(e->store, 0, arena, &rows, &l.n_rows, err);

	if (s != RV_OK)
		return s;
	l.rows = rows;
	count = scandir(e->workspace, &names, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		look_at(&l, names[i]->d_name);
		free(names[i]);
	}
	free(names);
	add(&l, RV_IMPORTABLE_HERE, ".", l.here);
	*out = rv_arena_array(arena, struct rv_importable, l.n ? l.n : 1);
	if (l.n)
		memcpy(*out, l.items, l.n * sizeof(*l.items));
	*n = l.n;
	free(l.items);
	return RV_OK;
}
