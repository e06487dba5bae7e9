/* SPDX-License-Identifier: MIT */
/* Reading episodes: one, many, and how many. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/episode.h"
#include "store/store_priv.h"

/* The parts of a query: numbers are bound, ?1 the anchor, ?2 and ?3 the
 * bounds, ?4 the session, ?5 and ?6 limit and offset. */
#define UNDATED "9223372036854775807"

static int64_t
read_time(sqlite3_stmt *st, int i)
{
	int64_t t = sqlite3_column_int64(st, i);

	return t == RV_DB_UNDATED || sqlite3_column_type(st, i) == SQLITE_NULL
		       ? RV_UNDATED
		       : t;
}

static void
read_row(sqlite3_stmt *st, int64_t anchor, struct rv_arena *arena,
	 struct rv_episode *e)
{
	struct rv_sv id = rv__column(st, 1);
	bool pending;

	memset(e, 0, sizeof(*e));
	e->rowid = sqlite3_column_int64(st, 0);
	memcpy(e->id, id.p, RV_MIN(id.n, (size_t)RV_EPISODE_ID_LEN));
	e->session = rv__column_in(arena, st, 2);
	e->entry = rv__column_in(arena, st, 3);
	e->ref = sqlite3_column_type(st, 4) == SQLITE_NULL
			 ? e->entry
			 : rv__column_in(arena, st, 4);
	e->role = rv__column_in(arena, st, 5);
	e->name = rv__column_in(arena, st, 6);
	e->time = read_time(st, 7);
	e->origin = (enum rv_origin)sqlite3_column_int(st, 8);
	e->class = (enum rv_source_class)sqlite3_column_int(st, 9);
	e->source = rv__column_in(arena, st, 10);
	e->line = sqlite3_column_int64(st, 11);
	e->offset = sqlite3_column_int64(st, 12);
	e->excluded = rv__column_in(arena, st, 13);
	e->tokens = sqlite3_column_int64(st, 14);
	e->narrated = sqlite3_column_int64(st, 15);
	e->baseline = sqlite3_column_int(st, 16);
	pending = sqlite3_column_int(st, 17);
	e->late = pending && anchor != RV_UNDATED && e->time <= anchor;
	e->text = rv__column_in(arena, st, 18);
}

static rv_status
read_by_rowid(struct rv_store *s, int64_t rowid, int64_t anchor,
	      struct rv_arena *arena, struct rv_episode *out, bool *found,
	      struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_FULL, err);
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, rowid);
	status = rv__db_step(s, st, found, err);
	if (status == RV_OK && *found)
		read_row(st, anchor, arena, out);
	sqlite3_reset(st);
	return status;
}

rv_status
rv_episode_by_rowid(struct rv_store *s, int64_t rowid, struct rv_arena *arena,
		    struct rv_episode *out, struct rv_err *err)
{
	bool found;
	rv_status st = read_by_rowid(s, rowid, rv_store_anchor(s), arena, out,
				     &found, err);

	if (st == RV_OK && !found)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("cannot read the episode: it is not there any "
			       "more; search again"));
	return st;
}

rv_status
rv_episode_get(struct rv_store *s, struct rv_sv id, struct rv_arena *arena,
	       struct rv_episode *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_ROWID, err);
	int64_t rowid;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, id);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("cannot read %.*s: there is no such episode; "
				 "check the id"),
			       RV_SV_ARG(id));
	rowid = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return rv_episode_by_rowid(s, rowid, arena, out, err);
}

/* Which rows; both directions and both halves of the list use it. */
static void
add_conditions(const struct rv_episode_query *q, int64_t anchor,
	       struct rv_buf *sql)
{
	rv_buf_adds(sql, " FROM episode e JOIN string p ON p.id = e.source"
			 " WHERE e.twin_of IS NULL");
	if (q->pending)
		rv_buf_adds(sql, " AND e.pending = 1");
	else if (!q->excluded)
		rv_buf_adds(sql, " AND e.excluded IS NULL");
	if (q->pending && q->late)
		rv_buf_adds(sql, anchor == RV_UNDATED
					 ? " AND 0"
					 : " AND (e.t <= ?1 OR e.t = " UNDATED
					   ")");
	if (q->pending && q->not_late && anchor != RV_UNDATED)
		rv_buf_adds(sql, " AND e.t > ?1 AND e.t < " UNDATED);
	if (q->in_pending_log)
		rv_buf_adds(sql, " AND e.rowid IN (SELECT coalesce(l.twin_of,"
				 " l.rowid) FROM episode l WHERE l.class = 2"
				 " AND l.in_place = 1"
				 " AND l.excluded IS NULL)");
	if (q->after != RV_UNDATED && q->after)
		rv_buf_adds(sql, " AND e.t > ?2 AND e.t < " UNDATED);
	if (q->before != RV_UNDATED && q->before)
		rv_buf_adds(sql, " AND e.t < ?3");
	if (q->session.n)
		rv_buf_adds(sql, " AND e.session ="
				 " (SELECT id FROM string WHERE text = ?4)");
}

static rv_status
prepare(struct rv_store *s, const struct rv_episode_query *q, int64_t anchor,
	const struct rv_buf *sql, sqlite3_stmt **st, struct rv_err *err)
{
	if (sqlite3_prepare_v2(s->db, sql->p, (int)sql->n, st, NULL) !=
	    SQLITE_OK)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(*st, 1, anchor);
	sqlite3_bind_int64(*st, 2, q->after);
	sqlite3_bind_int64(*st, 3, q->before);
	rv__bind(*st, 4, q->session);
	return RV_OK;
}

struct ids {
	int64_t *items;
	size_t n, cap;
};

static rv_status
collect(struct rv_store *s, const struct rv_episode_query *q, int64_t anchor,
	const char *rest, int64_t limit, int64_t offset, struct ids *ids,
	struct rv_err *err)
{
	struct rv_buf sql = RV_BUF_INIT;
	sqlite3_stmt *st = NULL;
	rv_status status;
	bool row;

	rv_buf_adds(&sql, "SELECT e.rowid");
	add_conditions(q, anchor, &sql);
	rv_buf_adds(&sql, rest);
	rv_buf_adds(&sql, " LIMIT ?5 OFFSET ?6");
	status = prepare(s, q, anchor, &sql, &st, err);
	if (status == RV_OK) {
		sqlite3_bind_int64(st, 5, limit ? limit : -1);
		sqlite3_bind_int64(st, 6, offset);
	}
	while (status == RV_OK &&
	       (status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		rv_grow(&ids->items, &ids->cap, ids->n + 1);
		ids->items[ids->n++] = sqlite3_column_int64(st, 0);
	}
	sqlite3_finalize(st);
	rv_buf_release(&sql);
	return status;
}

static rv_status
count_dated(struct rv_store *s, const struct rv_episode_query *q,
	    int64_t anchor, int64_t *out, struct rv_err *err)
{
	struct rv_buf sql = RV_BUF_INIT;
	sqlite3_stmt *st = NULL;
	rv_status status;
	bool row;

	rv_buf_adds(&sql, "SELECT count(*)");
	add_conditions(q, anchor, &sql);
	rv_buf_adds(&sql, " AND e.t < " UNDATED);
	status = prepare(s, q, anchor, &sql, &st, err);
	if (status == RV_OK)
		status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		*out = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	rv_buf_release(&sql);
	return status;
}

/* Newest first: what has no time is not new, it comes last. */
static rv_status
collect_newest(struct rv_store *s, const struct rv_episode_query *q,
	       int64_t anchor, struct ids *ids, struct rv_err *err)
{
	int64_t dated = 0, limit = q->limit, offset = q->offset;
	rv_status st;

	st = collect(s, q, anchor,
		     " AND e.t < " UNDATED
		     " ORDER BY e.t DESC, p.text DESC, e.line DESC,"
		     " e.id DESC",
		     limit, offset, ids, err);
	if (st != RV_OK || (limit && (int64_t)ids->n >= limit))
		return st;
	if (offset && !ids->n) {
		if ((st = count_dated(s, q, anchor, &dated, err)) != RV_OK)
			return st;
		offset -= RV_MIN(dated, offset);
	} else {
		offset = 0;
	}
	return collect(s, q, anchor,
		       " AND e.t = " UNDATED
		       " ORDER BY p.text DESC, e.line DESC, e.id DESC",
		       limit ? limit - (int64_t)ids->n : 0, offset, ids, err);
}

rv_status
rv_episode_list(struct rv_store *s, const struct rv_episode_query *q,
		struct rv_arena *arena, struct rv_episode_list *out,
		struct rv_err *err)
{
	struct rv_episode_list list = {0};
	struct ids ids = {0};
	int64_t anchor = rv_store_anchor(s);
	rv_status st;
	bool found;

	if (q->newest_first)
		st = collect_newest(s, q, anchor, &ids, err);
	else
		st = collect(s, q, anchor,
			     " ORDER BY e.t, p.text, e.line, e.id", q->limit,
			     q->offset, &ids, err);
	list.items = rv_arena_array(arena, struct rv_episode, ids.n + 1);
	for (size_t i = 0; i < ids.n && st == RV_OK; i++) {
		st = read_by_rowid(s, ids.items[i], anchor, arena,
				   &list.items[list.n], &found, err);
		list.n += st == RV_OK && found;
	}
	free(ids.items);
	if (st == RV_OK)
		*out = list;
	return st;
}

static rv_status
count_one(struct rv_store *s, enum rv__sql which, int64_t anchor,
	  sqlite3_stmt **st, struct rv_err *err)
{
	bool row;

	if (!(*st = rv__db_stmt(s, which, err)))
		return rv__db_fail(s, err);
	if (which == RV_SQL_EP_COUNT_PENDING)
		sqlite3_bind_int64(*st, 1, anchor);
	return rv__db_step(s, *st, &row, err);
}

rv_status
rv_episode_count(struct rv_store *s, struct rv_episode_counts *out,
		 struct rv_err *err)
{
	struct rv_episode_counts c = {0};
	int64_t anchor = rv_store_anchor(s);
	sqlite3_stmt *st;
	rv_status status;

	status = count_one(s, RV_SQL_EP_COUNT, anchor, &st, err);
	if (status != RV_OK)
		return status;
	c.episodes = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	status = count_one(s, RV_SQL_EP_COUNT_EXCLUDED, anchor, &st, err);
	if (status != RV_OK)
		return status;
	c.excluded = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	status = count_one(s, RV_SQL_EP_COUNT_PENDING, anchor, &st, err);
	if (status != RV_OK)
		return status;
	c.pending = sqlite3_column_int64(st, 0);
	c.pending_tokens = sqlite3_column_int64(st, 1);
	c.oldest_pending = read_time(st, 2);
	c.late = anchor == RV_UNDATED ? 0 : sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	status = count_one(s, RV_SQL_EP_IN_LOG, anchor, &st, err);
	if (status != RV_OK)
		return status;
	c.log = sqlite3_column_int64(st, 0);
	c.log_tokens = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	status = count_one(s, RV_SQL_EP_NEWEST, anchor, &st, err);
	if (status != RV_OK)
		return status;
	c.newest = sqlite3_data_count(st) ? read_time(st, 0) : RV_UNDATED;
	sqlite3_reset(st);
	*out = c;
	return RV_OK;
}

rv_status
rv_store_set_anchor(struct rv_store *s, int64_t anchor, struct rv_err *err)
{
	rv_status st;

	if (rv_store_anchor(s) == anchor)
		return RV_OK;
	if ((st = rv_store_begin(s, err)) != RV_OK)
		return st;
	st = rv__meta_set(s, "anchor", anchor, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

int64_t
rv_store_anchor(struct rv_store *s)
{
	int64_t anchor = RV_UNDATED;

	(void)!rv__meta_get(s, "anchor", RV_UNDATED, &anchor, NULL);
	return anchor;
}
