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
	struct rv_tree_sums sums;
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

/* Lists keep their memory. */
static void
forget_sums(struct rv_tree_sums *s)
{
	for (size_t i = 0; i < RV_TREE_FAULTS; i++)
		s->faults[i].n = 0;
	memset(s->layers, 0, sizeof(s->layers));
}

static void
drop_tree(struct rv_tree_cache *c)
{
	if (c->pool)
		let_go(c->pool);
	c->pool = NULL;
	c->n = 0;
	forget_sums(&c->sums);
}

void
rv_tree_cache_free(struct rv_tree_cache *c)
{
	if (!c)
		return;
	drop_tree(c);
	for (size_t i = 0; i < RV_TREE_FAULTS; i++)
		free(c->sums.faults[i].rows);
	free(c->rows);
	free(c);
}

/* --- rows ------------------------------------------------------------------- */

bool
rv_tree_row_has(const struct rv_view_tree_row *row, enum rv_tree_fault f)
{
	switch (f) {
	case RV_TREE_CONTRADICTED:
		return row->contradiction.n > 0;
	case RV_TREE_SAME_NAME:
		return row->same_name.n > 0;
	case RV_TREE_TWIN:
		return row->twin.n > 0;
	case RV_TREE_COPY:
		return row->copy.n > 0;
	case RV_TREE_HELD:
		return row->secret;
	case RV_TREE_BROKEN:
		return row->broken;
	case RV_TREE_STALE:
		return row->stale.n > 0;
	case RV_TREE_FAULTS:
		break;
	}
	return false;
}

/* By path alone: a path is in one layer. */
static size_t
place_of(const struct rv_tree_list *l, struct rv_sv path)
{
	size_t lo = 0, hi = l->n;

	/* A tree that is made is counted in order. */
	if (hi > 0 && rv_sv_cmp(l->rows[hi - 1]->path, path) < 0)
		return hi;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (rv_sv_cmp(l->rows[mid]->path, path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void
list_row(struct rv_tree_list *l, const struct rv_view_tree_row *row)
{
	size_t at = place_of(l, row->path);

	rv_grow(&l->rows, &l->cap, l->n + 1);
	memmove(&l->rows[at + 1], &l->rows[at],
		(l->n - at) * sizeof(*l->rows));
	l->rows[at] = row;
	l->n++;
}

static void
unlist_row(struct rv_tree_list *l, const struct rv_view_tree_row *row)
{
	size_t at = place_of(l, row->path);

	l->n--;
	memmove(&l->rows[at], &l->rows[at + 1],
		(l->n - at) * sizeof(*l->rows));
}

/* by: 1 when the row comes, -1 when it goes. */
static void
count(struct rv_tree_cache *c, const struct rv_view_tree_row *row, int by)
{
	struct rv_tree_sum *sum = rv_tree_sum_of(&c->sums, row->letter);

	sum->pages += by;
	sum->bytes += by * row->bytes;
	for (size_t f = 0; f < RV_TREE_FAULTS; f++) {
		if (!rv_tree_row_has(row, (enum rv_tree_fault)f))
			continue;
		sum->faults[f] += by;
		if (by > 0)
			list_row(&c->sums.faults[f], row);
		else
			unlist_row(&c->sums.faults[f], row);
	}
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
	out->stale = (int64_t)c->sums.faults[RV_TREE_STALE].n;
	out->contradictions =
		(int64_t)c->sums.faults[RV_TREE_CONTRADICTED].n;
	return RV_OK;
}

struct rv_tree_sum *
rv_tree_sum_of(struct rv_tree_sums *s, char letter)
{
	static const char order[RV_TREE_LAYERS + 1] = "RWDS";
	const char *at = strchr(order, letter);

	return &s->layers[letter && at ? at - order : RV_TREE_LAYERS - 1];
}

rv_status
rv_tree_summed(struct rv_engine *e, struct rv_tree_sums **out,
	       struct rv_err *err)
{
	struct rv_tree *tree;
	rv_status st = rv_tree_cached(e, &tree, err);

	*out = st == RV_OK ? &e->tree->sums : NULL;
	return st;
}
