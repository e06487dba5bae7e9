/* SPDX-License-Identifier: MIT */
/* The tree of pages, kept, and its rows as a screen shows them.  A row that was
 * shown is never changed: who holds it may be another thread.  A change makes
 * another row, and the old one lives as long as the memory of all. */
#include "config.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/scan.h"
#include "engine/view_priv.h"
#include "trust/tree.h"

/* What changes leave behind may be this many times the tree, and then some. */
#define WASTE_TIMES 2
#define WASTE_BYTES ((size_t)16 << 20)

struct pool {
	atomic_int holders;
	struct rv_arena arena;
};

struct rv_tree_cache {
	struct pool *pool; /* NULL: there is no tree */
	struct rv_tree tree;
	struct rv_roots roots; /* that its links were read by */
	const struct rv_view_tree_row **rows; /* heap; by layer and path */
	size_t n, cap;
	int64_t stale, contradictions;
	size_t built; /* bytes of a tree that nothing changed in */
};

static void
let_go(void *arg)
{
	struct pool *pool = arg;

	if (atomic_fetch_sub(&pool->holders, 1) != 1)
		return;
	rv_arena_release(&pool->arena);
	free(pool);
}

static void
drop_tree(struct rv_tree_cache *c)
{
	if (c->pool)
		let_go(c->pool);
	c->pool = NULL;
	c->n = 0;
	c->stale = c->contradictions = 0;
}

void
rv_tree_cache_free(struct rv_tree_cache *c)
{
	if (!c)
		return;
	drop_tree(c);
	free(c->rows);
	free(c);
}

/* --- rows ------------------------------------------------------------------- */

static void
count(struct rv_tree_cache *c, const struct rv_view_tree_row *row, int by)
{
	c->stale += row->stale.n ? by : 0;
	c->contradictions += row->contradiction.n ? by : 0;
}

static void
take_out(struct rv_tree_cache *c, const struct rv_view_tree_row *row)
{
	size_t at = rv_view_row_place(c->rows, c->n, row->letter, row->path);

	if (at == c->n || c->rows[at] != row)
		return;
	count(c, row, -1);
	c->n--;
	memmove(&c->rows[at], &c->rows[at + 1],
		(c->n - at) * sizeof(*c->rows));
}

static void
put_in(struct rv_tree_cache *c, const struct rv_view_tree_row *row)
{
	size_t at = rv_view_row_place(c->rows, c->n, row->letter, row->path);

	rv_grow(&c->rows, &c->cap, c->n + 1);
	memmove(&c->rows[at + 1], &c->rows[at],
		(c->n - at) * sizeof(*c->rows));
	c->rows[at] = row;
	c->n++;
	count(c, row, 1);
}

/* The row of a page stays in its place unless the page comes or goes. */
static void
take_news(struct rv_tree_cache *c)
{
	for (size_t i = 0; i < c->tree.n_news; i++) {
		struct rv_tree_row *t = c->tree.news[i];
		const struct rv_view_tree_row *was = t->shown;
		struct rv_view_tree_row *now;
		size_t at;

		t->shown = NULL;
		if (t->gone) {
			if (was)
				take_out(c, was);
			continue;
		}
		t->shown = now = rv_arena_new(&c->pool->arena,
					      struct rv_view_tree_row);
		rv_view_tree_row_from(t, now);
		at = was ? rv_view_row_place(c->rows, c->n, was->letter,
					     was->path)
			 : c->n;
		if (at < c->n && c->rows[at] == was &&
		    was->letter == now->letter) {
			count(c, was, -1);
			c->rows[at] = now;
			count(c, now, 1);
			continue;
		}
		if (was)
			take_out(c, was);
		put_in(c, now);
	}
}

/* All is news: layer by layer, the pages are by path. */
static void
take_all(struct rv_tree_cache *c)
{
	const struct rv_tree *t = &c->tree;
	struct rv_view_tree_row *rows = rv_arena_array(
		&c->pool->arena, struct rv_view_tree_row, t->n + 1);

	rv_grow(&c->rows, &c->cap, t->n + 1);
	for (size_t i = 0; i < t->n; i++) {
		rv_view_tree_row_from(t->rows[i], &rows[i]);
		t->rows[i]->shown = &rows[i];
		count(c, &rows[i], 1);
	}
	c->n = rv_view_rows_deal(rows, t->n, c->rows);
}

static rv_status
build(struct rv_engine *e, struct rv_tree_cache *c, struct rv_err *err)
{
	rv_status st;

	drop_tree(c);
	c->pool = rv_calloc(1, sizeof(*c->pool));
	atomic_init(&c->pool->holders, 1);
	rv_engine_roots(e, &c->pool->arena, &c->roots);
	st = rv_tree_build(e->store, rv_env_now(e->env), &c->roots,
			   &c->pool->arena, &c->tree, err);
	if (st != RV_OK) {
		drop_tree(c);
		return st;
	}
	take_all(c);
	c->built = c->pool->arena.used;
	return RV_OK;
}

/* A vault was imported, or is one of another program now. */
static bool
has_other_roots(struct rv_engine *e, const struct rv_tree_cache *c)
{
	struct rv_arena scratch = RV_ARENA_INIT;
	struct rv_roots now;
	bool other;

	rv_engine_roots(e, &scratch, &now);
	other = !rv_roots_eq(&now, &c->roots);
	rv_arena_release(&scratch);
	return other;
}

rv_status
rv_tree_cached(struct rv_engine *e, struct rv_tree **tree, struct rv_err *err)
{
	struct rv_tree_cache *c = e->tree;
	bool again = false;
	rv_status st = RV_OK;

	if (!c)
		c = e->tree = rv_calloc(1, sizeof(*c));
	if (!c->pool || has_other_roots(e, c)) {
		again = true;
	} else {
		st = rv_tree_follow(&c->tree, e->store, rv_env_now(e->env),
				    &again, err);
		if (st != RV_OK)
			drop_tree(c); /* half of it may be of now */
		else if (!again)
			take_news(c);
		if (st == RV_OK &&
		    c->pool->arena.used > WASTE_TIMES * c->built + WASTE_BYTES)
			again = true;
	}
	if (st == RV_OK && again)
		st = build(e, c, err);
	*tree = &c->tree;
	return st;
}

rv_status
rv_tree_shown(struct rv_engine *e, struct rv_arena *arena, size_t more,
	      struct rv_view_layers *out, struct rv_err *err)
{
	struct rv_tree_cache *c;
	struct rv_tree *tree;
	rv_status st = rv_tree_cached(e, &tree, err);

	if (st != RV_OK)
		return st;
	c = e->tree;
	atomic_fetch_add(&c->pool->holders, 1);
	rv_arena_at_end(arena, let_go, c->pool);
	out->rows = rv_arena_array(arena, const struct rv_view_tree_row *,
				   c->n + more);
	if (c->n)
		memcpy(out->rows, c->rows, c->n * sizeof(*c->rows));
	out->n = c->n;
	out->stale = c->stale;
	out->contradictions = c->contradictions;
	return RV_OK;
}
