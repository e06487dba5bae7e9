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
#define FAR 100
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
add_conditions(const struct rv_episode_query *q, int64_t anchor, bool paths,
	       struct rv_buf *sql)
{
	rv_buf_adds(sql, " FROM episode e");
	if (paths)
		rv_buf_adds(sql, " JOIN string p ON p.id = e.source");
	rv_buf_adds(sql, " WHERE e.twin_of IS NULL");
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
				 " l.rowid) FROM episode l"
				 " INDEXED BY episode_log WHERE l.class = 2"
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
	add_conditions(q, anchor, true, &sql);
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

/*
 * A page far behind: order by time alone finds where it begins, in the index;
 * the full order is needed from that time on only.  *offset becomes what is
 * left of it, *from the time.
 */
static rv_status
skip_to(struct rv_store *s, const struct rv_episode_query *q, int64_t anchor,
	int64_t *offset, int64_t *from, struct rv_err *err)
{
	struct rv_buf sql = RV_BUF_INIT;
	sqlite3_stmt *st = NULL;
	rv_status status;
	int64_t seen = 0;
	bool row;

	rv_buf_adds(&sql, "SELECT e.t");
	add_conditions(q, anchor, false, &sql);
	rv_buf_adds(&sql, " ORDER BY e.t LIMIT ?5");
	status = prepare(s, q, anchor, &sql, &st, err);
	if (status == RV_OK)
		sqlite3_bind_int64(st, 5, *offset + 1);
	for (int64_t i = 0; status == RV_OK; i++) {
		status = rv__db_step(s, st, &row, err);
		if (status != RV_OK || !row)
			break;
		if (!i || sqlite3_column_int64(st, 0) != *from)
			seen = i;
		*from = sqlite3_column_int64(st, 0);
	}
	sqlite3_finalize(st);
	rv_buf_release(&sql);
	*offset -= seen;
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
	add_conditions(q, anchor, false, &sql);
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

static rv_status
collect_oldest(struct rv_store *s, const struct rv_episode_query *q,
	       int64_t anchor, struct ids *ids, struct rv_err *err)
{
	struct rv_buf rest = RV_BUF_INIT;
	int64_t offset = q->offset, from = 0;
	rv_status st = RV_OK;

	if (offset > FAR) {
		st = skip_to(s, q, anchor, &offset, &from, err);
		rv_buf_addf(&rest, " AND e.t >= %lld", (long long)from);
	}
	rv_buf_adds(&rest, " ORDER BY e.t, p.text, e.line, e.id");
	if (st == RV_OK)
		st = collect(s, q, anchor, rest.p, q->limit, offset, ids, err);
	rv_buf_release(&rest);
	return st;
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

	st = q->newest_first ? collect_newest(s, q, anchor, &ids, err)
			     : collect_oldest(s, q, anchor, &ids, err);
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
ask(struct rv_store *s, enum rv__sql which, int64_t anchor, int64_t out[2],
    struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, which, err);
	rv_status status;
	bool row;

	out[0] = out[1] = 0;
	if (!st)
		return rv__db_fail(s, err);
	if (which == RV_SQL_EP_LATE)
		sqlite3_bind_int64(st, 1, anchor);
	status = rv__db_step(s, st, &row, err);
	if (which == RV_SQL_EP_OLDEST || which == RV_SQL_EP_NEWEST)
		out[0] = RV_UNDATED;
	if (status == RV_OK && row) {
		out[0] = read_time(st, 0);
		out[1] = sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	return status;
}

rv_status
rv_episode_count(struct rv_store *s, struct rv_episode_counts *out,
		 struct rv_err *err)
{
	int64_t anchor = rv_store_anchor(s), tally[RV_TALLY_N];
	int64_t late[2] = {0}, oldest[2], newest[2], log[2];
	rv_status st = rv__tally_read(s, tally, err);

	if (st == RV_OK && anchor != RV_UNDATED)
		st = ask(s, RV_SQL_EP_LATE, anchor, late, err);
	if (st != RV_OK ||
	    (st = ask(s, RV_SQL_EP_OLDEST, anchor, oldest, err)) != RV_OK ||
	    (st = ask(s, RV_SQL_EP_NEWEST, anchor, newest, err)) != RV_OK ||
	    (st = ask(s, RV_SQL_EP_IN_LOG, anchor, log, err)) != RV_OK)
		return st;
	*out = (struct rv_episode_counts){
		.episodes = tally[RV_TALLY_EPISODES],
		.excluded = tally[RV_TALLY_EXCLUDED],
		.pending = tally[RV_TALLY_PENDING],
		.pending_tokens = tally[RV_TALLY_TOKENS],
		.late = late[0],
		.log = log[0],
		.log_tokens = log[1],
		.oldest_pending = oldest[0],
		.newest = newest[0],
	};
	return RV_OK;
}

rv_status
rv_episode_roles(struct rv_store *s, int64_t out[3], struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_ROLES, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row) {
		out[0] = sqlite3_column_int64(st, 0);
		out[1] = sqlite3_column_int64(st, 1);
		out[2] = sqlite3_column_int64(st, 2) - out[0] - out[1];
	}
	sqlite3_reset(st);
	return status;
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
