/* SPDX-License-Identifier: MIT */
/* What pages say about themselves, in the index. */
#include "config.h"

#include "store/page_meta.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/store_priv.h"

static int64_t
to_db(int64_t t)
{
	return t == RV_UNDATED ? RV_DB_UNDATED : t;
}

static int64_t
from_db(int64_t t)
{
	return t == RV_DB_UNDATED ? RV_UNDATED : t;
}

struct rv_sv *
rv_page_meta_text(struct rv_page_meta *m, size_t i)
{
	struct rv_sv *const texts[RV_PAGE_META_TEXTS] = {
		&m->type,     &m->title,       &m->confidence, &m->status,
		&m->state,    &m->curation,    &m->review,     &m->aliases,
		&m->themes,   &m->related,     &m->contradicts, &m->source,
		&m->settled,
	};

	return texts[i];
}

static rv_status
put_meta(struct rv_store *s, const struct rv_page_meta *m, struct rv_err *err)
{
	struct rv_page_meta copy = *m;
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_PAGE_SET, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, m->path);
	sqlite3_bind_int(st, 2, (int)m->layer);
	sqlite3_bind_int64(st, 3, m->bytes);
	sqlite3_bind_int64(st, 4, m->tokens);
	sqlite3_bind_int64(st, 5, to_db(m->updated));
	sqlite3_bind_int64(st, 6, to_db(m->reviewed));
	sqlite3_bind_int(st, 7, (int)m->flags);
	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++)
		rv__bind_opt(st, 8 + (int)i, *rv_page_meta_text(&copy, i));
	return rv__db_run(s, st, err);
}

/* Kept, so that who looks once a second sees each. */
#define CHANGES_KEPT 8192
#define TRIM_EACH 1024

static rv_status
note_change(struct rv_store *s, struct rv_sv path, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_CHANGE_ADD, err);
	rv_status status;
	int64_t seq;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, path);
	status = rv__db_run(s, st, err);
	seq = sqlite3_last_insert_rowid(s->db);
	if (status != RV_OK || seq % TRIM_EACH)
		return status;
	if ((st = rv__db_stmt(s, RV_SQL_CHANGE_TRIM, err)))
		sqlite3_bind_int64(st, 1, seq - CHANGES_KEPT);
	return rv__db_run(s, st, err);
}

static rv_status
change_ends(struct rv_store *s, int64_t *first, int64_t *last,
	    struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_CHANGE_ENDS, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	*first = sqlite3_column_int64(st, 0);
	*last = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	return RV_OK;
}

rv_status
rv_page_meta_seq(struct rv_store *s, int64_t *seq, struct rv_err *err)
{
	int64_t first;

	return change_ends(s, &first, seq, err);
}

rv_status
rv_page_meta_since(struct rv_store *s, int64_t seq, size_t max,
		   struct rv_arena *arena, struct rv_sv **out, size_t *n,
		   bool *all, struct rv_err *err)
{
	int64_t first, last;
	rv_status status = change_ends(s, &first, &last, err);
	sqlite3_stmt *st;
	bool row;

	if (status != RV_OK)
		return status;
	*n = 0;
	*all = seq + 1 < first || seq > last;
	*out = rv_arena_array(arena, struct rv_sv, max + 1);
	if (*all)
		return RV_OK;
	if (!(st = rv__db_stmt(s, RV_SQL_CHANGE_LIST, err)))
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, seq);
	sqlite3_bind_int64(st, 2, (int64_t)max + 1);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		struct rv_sv path = rv__column_in(arena, st, 0);

		*all = *all || !path.n || *n == max;
		if (*n < max)
			(*out)[(*n)++] = path;
	}
	sqlite3_reset(st);
	return status;
}

rv_status
rv_page_meta_set(struct rv_store *s, const struct rv_page_meta *m,
		 const struct rv_page_link *links, size_t n,
		 struct rv_err *err)
{
	rv_status st = rv_store_begin(s, err);

	if (st != RV_OK)
		return st;
	st = put_meta(s, m, err);
	if (st == RV_OK)
		st = rv__page_links_set(s, m->path, links, n, err);
	if (st == RV_OK)
		st = note_change(s, m->path, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

rv_status
rv_page_meta_drop(struct rv_store *s, struct rv_sv path, struct rv_err *err)
{
	rv_status st = rv_store_begin(s, err);
	sqlite3_stmt *q = NULL;

	if (st != RV_OK)
		return st;
	st = rv__page_links_set(s, path, NULL, 0, err);
	if (st == RV_OK && (q = rv__db_stmt(s, RV_SQL_META_PAGE_DROP, err)))
		rv__bind(q, 1, path);
	if (st == RV_OK)
		st = rv__db_run(s, q, err);
	if (st == RV_OK)
		st = note_change(s, path, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

#define WRITTEN (7 + RV_PAGE_META_TEXTS) /* where it was asked for */

static int64_t
from_ns(sqlite3_stmt *st, int column)
{
	return column >= sqlite3_column_count(st) ||
			       sqlite3_column_type(st, column) == SQLITE_NULL
		       ? RV_UNDATED
		       : sqlite3_column_int64(st, column) / 1000000;
}

static void
read_meta(sqlite3_stmt *st, struct rv_arena *arena, struct rv_page_meta *m)
{
	m->path = rv__column_in(arena, st, 0);
	m->layer = (enum rv_layer)sqlite3_column_int(st, 1);
	m->bytes = sqlite3_column_int64(st, 2);
	m->tokens = sqlite3_column_int64(st, 3);
	m->updated = from_db(sqlite3_column_int64(st, 4));
	m->reviewed = from_db(sqlite3_column_int64(st, 5));
	m->flags = (unsigned)sqlite3_column_int(st, 6);
	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++)
		*rv_page_meta_text(m, i) = rv__column_in(arena, st, 7 + (int)i);
	m->written = from_ns(st, WRITTEN);
}

rv_status
rv_page_meta_get(struct rv_store *s, struct rv_sv path,
		 struct rv_arena *arena, struct rv_page_meta *out,
		 struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_PAGE_GET, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, path);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("%.*s: there is no such page in the index; "
				 "`reverie layers` lists them"),
			       RV_SV_ARG(path));
	read_meta(st, arena, out);
	sqlite3_reset(st);
	return RV_OK;
}

/* The times of the sources, read beside the pages: a look at each alone would
 * take longer than the page. */
struct times {
	sqlite3_stmt *st;
	bool row;
};

static rv_status
time_of(struct rv_store *s, struct times *t, struct rv_sv path, int64_t *out,
	struct rv_err *err)
{
	rv_status status = RV_OK;
	int order = -1;

	while (status == RV_OK && t->row &&
	       (order = rv_sv_cmp(rv__column(t->st, 0), path)) < 0)
		status = rv__db_step(s, t->st, &t->row, err);
	*out = t->row && order == 0 ? from_ns(t->st, 1) : RV_UNDATED;
	return status;
}

static rv_status
each(struct rv_store *s, struct times *times, struct rv_arena *arena,
     rv_page_meta_fn *fn, void *arg, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_PAGE_LIST, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		struct rv_page_meta m;

		read_meta(st, arena, &m);
		if (times)
			status = time_of(s, times, m.path, &m.written, err);
		if (status != RV_OK)
			break;
		fn(&m, arg);
	}
	sqlite3_reset(st);
	return status;
}

rv_status
rv_page_meta_each(struct rv_store *s, struct rv_arena *arena,
		  rv_page_meta_fn *fn, void *arg, struct rv_err *err)
{
	struct times times = {rv__db_stmt(s, RV_SQL_SOURCE_TIMES, err), false};
	rv_status status;

	if (!times.st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, times.st, &times.row, err);
	if (status == RV_OK)
		status = each(s, &times, arena, fn, arg, err);
	sqlite3_reset(times.st);
	return status;
}

struct list {
	struct rv_page_meta *items;
	size_t n, cap;
};

/* rv_page_meta_fn */
static void
add_to(const struct rv_page_meta *m, void *arg)
{
	struct list *l = arg;

	rv_grow(&l->items, &l->cap, l->n + 1);
	l->items[l->n++] = *m;
}

/* The list becomes the arena's. */
static void
give_list(struct list *l, struct rv_arena *arena, struct rv_page_meta **out,
	  size_t *n)
{
	*out = rv_arena_array(arena, struct rv_page_meta, l->n + 1);
	if (l->n)
		memcpy(*out, l->items, l->n * sizeof(*l->items));
	*n = l->n;
	free(l->items);
}

rv_status
rv_page_meta_list(struct rv_store *s, struct rv_arena *arena,
		  struct rv_page_meta **out, size_t *n, struct rv_err *err)
{
	struct list l = {0};
	rv_status status = each(s, NULL, arena, add_to, &l, err);

	give_list(&l, arena, out, n);
	return status;
}

rv_status
rv_page_meta_some(struct rv_store *s, rv_page_meta_want *want, void *arg,
		  struct rv_arena *arena, struct rv_page_meta **out, size_t *n,
		  struct rv_err *err)
{
	/* a row of all columns takes four times as long */
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_PAGE_NAMES, err);
	struct list l = {0};
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row)
		if (want(rv__column(st, 0), rv__column(st, 1),
			 rv__column(st, 2), rv__column(st, 3), arg))
			add_to(&(struct rv_page_meta){
				       .path = rv__column_in(arena, st, 0)},
			       &l);
	for (size_t i = 0; status == RV_OK && i < l.n; i++)
		status = rv_page_meta_get(s, l.items[i].path, arena,
					  &l.items[i], err);
	give_list(&l, arena, out, n);
	return status;
}
