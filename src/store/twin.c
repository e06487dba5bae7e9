/* SPDX-License-Identifier: MIT */
/* The same message in two places is one episode. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/store_priv.h"

struct member {
	int64_t rowid, t, tokens;
	char id[RV_EPISODE_ID_LEN + 1];
	enum rv_source_class class;
	bool excluded;
	/* As stored, and as it has to be. */
	int64_t old_twin, old_narrated;
	bool old_baseline, old_pending, old_indexed;
	int twin; /* index of the one that counts, or -1 */
	bool taken[2]; /* by a row of the record, of the pending log */
	int64_t narrated;
	bool baseline;
};

struct group {
	struct member *items;
	size_t n, cap;
};

static struct member *
append(struct group *g, sqlite3_stmt *st)
{
	struct rv_sv id = rv__column(st, 1);
	struct member *m;

	rv_grow(&g->items, &g->cap, g->n + 1);
	m = &g->items[g->n++];
	memset(m, 0, sizeof(*m));
	m->rowid = sqlite3_column_int64(st, 0);
	memcpy(m->id, id.p, RV_MIN(id.n, (size_t)RV_EPISODE_ID_LEN));
	m->t = sqlite3_column_int64(st, 2);
	m->class = (enum rv_source_class)sqlite3_column_int(st, 3);
	m->old_twin = sqlite3_column_int64(st, 4);
	m->old_narrated = sqlite3_column_int64(st, 5);
	m->old_baseline = sqlite3_column_int(st, 6);
	m->old_pending = sqlite3_column_int(st, 7);
	m->old_indexed = sqlite3_column_int(st, 8);
	m->excluded = sqlite3_column_type(st, 9) != SQLITE_NULL;
	m->tokens = sqlite3_column_int64(st, 10);
	m->twin = -1;
	return m;
}

static bool
within(int64_t a, int64_t b)
{
	return (a > b ? a - b : b - a) <= RV_MERGE_WINDOW;
}

/* Rows of the key from `t` on in one direction, as far as each is near to the
 * one before: no row of any other run can match one of these. */
static rv_status
load(struct rv_store *s, enum rv__sql which, int64_t norm, int64_t t,
     struct group *g, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, which, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, norm);
	sqlite3_bind_int64(st, 2, t);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		if (!within(t, sqlite3_column_int64(st, 2)))
			break;
		t = append(g, st)->t;
	}
	sqlite3_reset(st);
	return status;
}

static int
compare(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	if (x->t != y->t)
		return x->t < y->t ? -1 : 1;
	return strcmp(x->id, y->id);
}

/* The nearest row that counts and is free; the earlier of two. */
static int
nearest(const struct group *g, size_t of, int slot)
{
	const struct member *m = &g->items[of];
	int64_t best = 0, distance;
	int found = -1;

	for (size_t i = 0; i < g->n; i++) {
		const struct member *c = &g->items[i];

		if (c->class >= m->class || c->twin >= 0 || c->taken[slot] ||
		    !within(c->t, m->t))
			continue;
		distance = c->t > m->t ? c->t - m->t : m->t - c->t;
		if (found >= 0 && distance >= best)
			continue;
		best = distance;
		found = (int)i;
	}
	return found;
}

static void
match(struct group *g, enum rv_source_class class, int slot)
{
	for (size_t i = 0; i < g->n; i++) {
		int to;

		if (g->items[i].class != class)
			continue;
		to = nearest(g, i, slot);
		if (to < 0)
			continue;
		g->items[i].twin = to;
		g->items[to].taken[slot] = true;
	}
}

/* Moves a row in or out of the words that are searched. */
static rv_status
show(struct rv_store *s, const struct member *m, bool shown,
     struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_TEXT, err);
	struct rv_sv text = RV_SV_NONE;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, m->rowid);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row)
		text = rv__column_in(&arena, st, 0);
	sqlite3_reset(st);
	if (status == RV_OK && shown)
		status = rv__fts_add(s, 2 * m->rowid, &text, 1, err);
	else if (status == RV_OK)
		status = rv__fts_remove(s, 2 * m->rowid, &text, 1, err);
	rv_arena_release(&arena);
	return status;
}

static rv_status
store(struct rv_store *s, const struct group *g, const struct member *m,
      struct rv_err *err)
{
	const struct member *head = m->twin < 0 ? m : &g->items[m->twin];
	int64_t twin = m->twin < 0 ? 0 : head->rowid;
	bool counts = m->twin < 0 && !m->excluded;
	bool pending = counts && !head->narrated && !head->baseline;
	sqlite3_stmt *st;
	rv_status status;

	if (counts != m->old_indexed &&
	    (status = show(s, m, counts, err)) != RV_OK)
		return status;
	if (twin == m->old_twin && head->narrated == m->old_narrated &&
	    head->baseline == m->old_baseline && pending == m->old_pending &&
	    counts == m->old_indexed)
		return RV_OK;
	rv__tally(s, -1, m->old_indexed, false, m->old_pending, m->tokens);
	rv__tally(s, 1, counts, false, pending, m->tokens);
	if (!(st = rv__db_stmt(s, RV_SQL_EP_STATE, err)))
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, m->rowid);
	if (twin)
		sqlite3_bind_int64(st, 2, twin);
	else
		sqlite3_bind_null(st, 2);
	sqlite3_bind_int64(st, 3, head->narrated);
	sqlite3_bind_int(st, 4, head->baseline);
	sqlite3_bind_int(st, 5, pending);
	sqlite3_bind_int(st, 6, counts);
	return rv__db_run(s, st, err);
}

/* What is known of a member is known of the row that counts. */
static rv_status
gather(struct rv_store *s, struct group *g, struct rv_err *err)
{
	int64_t narrated;
	bool baseline;
	rv_status st;

	for (size_t i = 0; i < g->n; i++) {
		struct member *m = &g->items[i], *head = m;

		if (m->twin >= 0)
			head = &g->items[m->twin];
		st = rv__episode_narration(s, rv_sv(m->id), &narrated,
					   &baseline, err);
		if (st != RV_OK)
			return st;
		head->narrated = RV_MAX(head->narrated, narrated);
		head->baseline |= baseline;
	}
	return RV_OK;
}

static rv_status
settle(struct rv_store *s, struct group *g, struct rv_err *err)
{
	rv_status st;

	if (g->n > 1)
		qsort(g->items, g->n, sizeof(*g->items), compare);
	match(g, RV_SOURCE_RECORD, 0);
	match(g, RV_SOURCE_PENDING, 1);
	st = gather(s, g, err);
	for (size_t i = 0; i < g->n && st == RV_OK; i++)
		st = store(s, g, &g->items[i], err);
	return st;
}

static bool
can_rest(const struct group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->items[i].old_twin ||
		    g->items[i].class != g->items[0].class)
			return false;
	return true;
}

rv_status
rv__twin_settle(struct rv_store *s, int64_t norm, int64_t t, bool force,
		struct rv_err *err)
{
	struct group g = {0};
	rv_status st = load(s, RV_SQL_EP_BEFORE, norm, t, &g, err);

	if (st == RV_OK)
		st = load(s, RV_SQL_EP_AFTER, norm, t, &g, err);
	if (st == RV_OK && (force || !can_rest(&g)))
		st = settle(s, &g, err);
	free(g.items);
	return st;
}

rv_status
rv__twin_settle_row(struct rv_store *s, int64_t rowid, struct rv_err *err)
{
	struct group g = {0};
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_GROUP, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, rowid);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row)
		append(&g, st);
	sqlite3_reset(st);
	if (status == RV_OK && g.n)
		status = settle(s, &g, err);
	free(g.items);
	return status;
}
