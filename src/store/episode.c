/* SPDX-License-Identifier: MIT */
/* Episodes in the index: identity, putting, excluding, retaining. */
#include "config.h"

#include "store/episode.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/utf8.h"
#include "doc/estimate.h"
#include "store/store_priv.h"

/* What ISO dates can hold; anything else is no time. */
#define TIME_MIN (-62167219200000)
#define TIME_MAX 253402300799999

static const char *const origin_names[] = {
	[RV_ORIGIN_OWNER] = "owner", [RV_ORIGIN_AGENT] = "agent",
	[RV_ORIGIN_TOOL] = "tool",   [RV_ORIGIN_WEB] = "web",
	[RV_ORIGIN_SYSTEM] = "system",
};

/* A row as far as putting needs it. */
struct brief {
	int64_t rowid, t, norm, source, line, offset, record;
	bool has_norm, in_place, in_record, indexed, is_excluded;
	struct rv_sv excluded, text; /* borrowed from the statement */
	sqlite3_stmt *st;
};

const char *
rv_origin_name(enum rv_origin o)
{
	return origin_names[o];
}

bool
rv_origin_parse(struct rv_sv name, enum rv_origin *out)
{
	for (size_t i = 0; i < ARRAY_LEN(origin_names); i++) {
		if (!rv_sv_is(name, origin_names[i]))
			continue;
		*out = (enum rv_origin)i;
		return true;
	}
	return false;
}

void
rv_episode_identify(struct rv_episode *e)
{
	char hex[RV_SHA256_HEX];
	struct rv_sha256 sha;

	rv_sha256_init(&sha);
	rv_sha256_add(&sha, e->session.p, e->session.n);
	rv_sha256_add(&sha, "", 1);
	rv_sha256_add(&sha, e->entry.p, e->entry.n);
	rv_sha256_hex(&sha, hex);
	memcpy(e->id, "e-", 2);
	memcpy(e->id + 2, hex, 16);
	e->id[RV_EPISODE_ID_LEN] = '\0';
}

static int64_t
stored_time(int64_t t)
{
	return t < TIME_MIN || t > TIME_MAX ? RV_DB_UNDATED : t;
}

static int64_t
hex_number(const char *hex)
{
	uint64_t n = 0;

	for (int i = 0; i < 16; i++) {
		char c = hex[i];

		n = n << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return (int64_t)n;
}

bool
rv__episode_norm(struct rv_store *s, const struct rv_episode *e, int64_t *norm)
{
	char hex[RV_SHA256_HEX];
	struct rv_sha256 sha;

	if (stored_time(e->time) == RV_DB_UNDATED || e->excluded.n)
		return false;
	rv_buf_reset(&s->scratch);
	rv_utf8_collapse(e->text, &s->scratch);
	if (!s->scratch.n)
		return false;
	rv_sha256_init(&sha);
	rv_sha256_add(&sha, e->role.p, e->role.n);
	rv_sha256_add(&sha, "", 1);
	rv_sha256_add(&sha, s->scratch.p, s->scratch.n);
	rv_sha256_hex(&sha, hex);
	*norm = hex_number(hex);
	return true;
}

/* A first import has none: it need not look for each of its rows. */
static rv_status
any_narration(struct rv_store *s, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_NARRATION_ANY, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		s->narrations = sqlite3_column_int(st, 0);
	sqlite3_reset(st);
	return status;
}

rv_status
rv__episode_narration(struct rv_store *s, struct rv_sv id, int64_t *narrated,
		      bool *baseline, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_NARRATION_OF, err);
	rv_status status;
	bool row;

	*narrated = 0;
	*baseline = false;
	if (s->depth && s->narrations < 0) {
		status = any_narration(s, err);
		if (status != RV_OK)
			return status;
	}
	if (s->depth && !s->narrations)
		return RV_OK;
	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, id);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	*narrated = row ? sqlite3_column_int64(st, 0) : 0;
	*baseline = row && sqlite3_column_int(st, 1);
	sqlite3_reset(st);
	return RV_OK;
}

/* Leaves the statement on the row, so that its text need not be copied; the
 * caller resets b->st.  b->rowid is 0 when there is none. */
static rv_status
find(struct rv_store *s, struct rv_sv id, struct brief *b, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_BRIEF, err);
	rv_status status;
	bool row;

	memset(b, 0, sizeof(*b));
	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, id);
	status = rv__db_step(s, st, &row, err);
	b->st = st;
	if (status != RV_OK || !row)
		return status;
	b->rowid = sqlite3_column_int64(st, 0);
	b->t = sqlite3_column_int64(st, 1);
	b->has_norm = sqlite3_column_type(st, 2) != SQLITE_NULL;
	b->norm = sqlite3_column_int64(st, 2);
	b->source = sqlite3_column_int64(st, 3);
	b->line = sqlite3_column_int64(st, 4);
	b->offset = sqlite3_column_int64(st, 5);
	b->excluded = rv__column(st, 6);
	b->is_excluded = b->excluded.n;
	b->in_place = sqlite3_column_int(st, 7);
	b->in_record = sqlite3_column_type(st, 8) != SQLITE_NULL;
	b->record = sqlite3_column_int64(st, 8);
	b->indexed = sqlite3_column_int(st, 9);
	b->text = rv__column(st, 11);
	return RV_OK;
}

static rv_status
settle(struct rv_store *s, int64_t rowid, bool has_norm, int64_t norm,
       int64_t t, bool force, struct rv_err *err)
{
	if (has_norm)
		return rv__twin_settle(s, norm, t, force, err);
	return force ? rv__twin_settle_row(s, rowid, err) : RV_OK;
}

/* One number of a statement, 0 when it gives no row. */
static rv_status
ask(struct rv_store *s, sqlite3_stmt *st, int64_t *out, struct rv_err *err)
{
	rv_status status;
	bool row;

	status = rv__db_step(s, st, &row, err);
	*out = status == RV_OK && row ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_reset(st);
	return status;
}

/* A new row: was the message met elsewhere? */
static rv_status
meet(struct rv_store *s, int64_t rowid, int64_t norm, int64_t t,
     enum rv_put *result, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_NEAR, err);
	int64_t yes;
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, norm);
	sqlite3_bind_int64(st, 2, t - RV_MERGE_WINDOW);
	sqlite3_bind_int64(st, 3, t + RV_MERGE_WINDOW);
	sqlite3_bind_int64(st, 4, rowid);
	status = ask(s, st, &yes, err);
	if (status != RV_OK || !yes)
		return status;
	if ((status = rv__twin_settle(s, norm, t, false, err)) != RV_OK)
		return status;
	if (!(st = rv__db_stmt(s, RV_SQL_EP_MERGED, err)))
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, rowid);
	status = ask(s, st, &yes, err);
	if (yes)
		*result = RV_PUT_SEEN;
	return status;
}

rv_status
rv__episode_add(struct rv_store *s, const struct rv_episode *e,
		const struct rv__record_place *place, enum rv_put *result,
		struct rv_err *err)
{
	int64_t source, session, narrated, norm = 0, rowid;
	int64_t t = stored_time(e->time);
	int64_t tokens = e->tokens ? e->tokens : rv_estimate_tokens(e->text);
	bool baseline, has_norm = rv__episode_norm(s, e, &norm);
	bool shown = !e->excluded.n;
	sqlite3_stmt *st;
	rv_status status;

	if ((status = rv__intern(s, 0, e->source, &source, err)) != RV_OK ||
	    (status = rv__intern(s, 1, e->session, &session, err)) != RV_OK ||
	    (status = rv__episode_narration(s, rv_sv(e->id), &narrated,
					    &baseline, err)) != RV_OK)
		return status;
	if (!(st = rv__db_stmt(s, RV_SQL_EP_ADD, err)))
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(e->id));
	sqlite3_bind_int64(st, 2, source);
	sqlite3_bind_int64(st, 3, session);
	rv__bind(st, 4, e->entry);
	rv__bind_opt(st, 5, rv_sv_eq(e->ref, e->entry) ? RV_SV_NONE : e->ref);
	rv__bind(st, 6, e->role);
	rv__bind_opt(st, 7, e->name);
	sqlite3_bind_int64(st, 8, t);
	sqlite3_bind_int(st, 9, (int)e->origin);
	sqlite3_bind_int(st, 10, (int)e->class);
	sqlite3_bind_int64(st, 11, e->line);
	sqlite3_bind_int64(st, 12, e->offset);
	sqlite3_bind_int64(st, 13, tokens);
	rv__bind_opt(st, 14, e->excluded);
	if (has_norm)
		sqlite3_bind_int64(st, 15, norm);
	else
		sqlite3_bind_null(st, 15);
	sqlite3_bind_int64(st, 16, narrated);
	sqlite3_bind_int(st, 17, baseline);
	sqlite3_bind_int(st, 18, shown && !narrated && !baseline);
	sqlite3_bind_int(st, 19, shown);
	sqlite3_bind_int(st, 20, !place->in_record);
	if (place->in_record)
		sqlite3_bind_int64(st, 21, place->offset);
	else
		sqlite3_bind_null(st, 21);
	rv__bind(st, 22, e->text);
	if ((status = rv__db_run(s, st, err)) != RV_OK)
		return status;
	rowid = sqlite3_last_insert_rowid(s->db);
	if (shown)
		status = rv__fts_add(s, 2 * rowid, &e->text, 1, err);
	rv__tally(s, 1, shown, !shown, shown && !narrated && !baseline,
		  tokens);
	*result = RV_PUT_ADDED;
	if (status != RV_OK || !has_norm)
		return status;
	return meet(s, rowid, norm, t, result, err);
}

/* Sets or takes back the mark; `text` is what the row then holds. */
static rv_status
mark_excluded(struct rv_store *s, const struct brief *b,
	      const struct rv_episode *e, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_EXCLUDE, err);
	int64_t norm = 0;
	bool has_norm = rv__episode_norm(s, e, &norm);
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, b->rowid);
	rv__bind_opt(st, 2, e->excluded);
	if (has_norm)
		sqlite3_bind_int64(st, 3, norm);
	else
		sqlite3_bind_null(st, 3);
	rv__bind(st, 4, e->text);
	sqlite3_bind_int64(st, 5, rv_estimate_tokens(e->text));
	if ((status = rv__db_run(s, st, err)) != RV_OK)
		return status;
	rv__tally(s, 1, false, e->excluded.n, false, 0);
	rv__tally(s, -1, false, b->is_excluded, false, 0);
	status = settle(s, b->rowid, has_norm, norm, b->t, true, err);
	/* It left its group. */
	if (status == RV_OK && b->has_norm && (!has_norm || norm != b->norm))
		status = rv__twin_settle(s, b->norm, b->t, true, err);
	return status;
}

/* The row is there: says where it is now, and whether it counts. */
static rv_status
update(struct rv_store *s, struct brief *b, const struct rv_episode *e,
       const struct rv__record_place *place, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode mark = *e;
	bool differs = !rv_sv_eq(b->excluded, e->excluded);
	sqlite3_stmt *st;
	int64_t source;
	rv_status status;

	/* The words in the index can only be taken out with the same text. */
	if (e->excluded.n || !mark.text.n)
		mark.text = rv_sv_dup_in(&arena, b->text);
	sqlite3_reset(b->st);
	if (place->in_record) {
		st = b->in_record ? NULL : rv__db_stmt(s, RV_SQL_EP_RECORD,
						       err);
		if (st) {
			sqlite3_bind_int64(st, 1, b->rowid);
			sqlite3_bind_int64(st, 2, place->offset);
		}
		status = b->in_record ? RV_OK : rv__db_run(s, st, err);
		rv_arena_release(&arena);
		return status;
	}
	status = rv__intern(s, 0, e->source, &source, err);
	if (status == RV_OK &&
	    (!b->in_place || b->source != source || b->line != e->line ||
	     b->offset != e->offset)) {
		if ((st = rv__db_stmt(s, RV_SQL_EP_PLACE, err))) {
			sqlite3_bind_int64(st, 1, b->rowid);
			sqlite3_bind_int64(st, 2, source);
			sqlite3_bind_int64(st, 3, e->line);
			sqlite3_bind_int64(st, 4, e->offset);
			sqlite3_bind_int(st, 5, 1);
		}
		status = rv__db_run(s, st, err);
	}
	if (status == RV_OK && differs)
		status = mark_excluded(s, b, &mark, err);
	rv_arena_release(&arena);
	return status;
}

static bool
is_sound(struct rv_sv text)
{
	return !text.n || (rv_utf8_valid(text) &&
			   !memchr(text.p, '\0', text.n));
}

rv_status
rv__episode_put(struct rv_store *s, const struct rv_episode *e,
		const struct rv__record_place *place, enum rv_put *result,
		int64_t *old_line, struct rv_err *err)
{
	struct rv_buf mended = RV_BUF_INIT;
	struct rv_episode copy = *e;
	struct brief b;
	rv_status st;

	/* What goes into the record is mended: both must be equal. */
	if (!is_sound(e->text) && rv_utf8_mend(e->text, &mended))
		copy.text = rv_buf_sv(&mended);
	st = find(s, rv_sv(e->id), &b, err);
	if (st == RV_OK && !b.rowid) {
		st = rv__episode_add(s, &copy, place, result, err);
	} else if (st == RV_OK && !b.excluded.n && !e->excluded.n &&
		   !rv_sv_eq(b.text, copy.text)) {
		*result = RV_PUT_CONFLICT;
		if (old_line)
			*old_line = b.line;
		sqlite3_reset(b.st);
	} else if (st == RV_OK) {
		*result = RV_PUT_SEEN;
		st = update(s, &b, &copy, place, err);
	}
	rv_buf_release(&mended);
	return st;
}

rv_status
rv_episode_put(struct rv_store *s, const struct rv_episode *e,
	       enum rv_put *result, int64_t *old_line, struct rv_err *err)
{
	static const struct rv__record_place in_place = {false, 0};
	rv_status st = rv_store_begin(s, err);

	if (st != RV_OK)
		return st;
	st = rv__episode_put(s, e, &in_place, result, old_line, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

rv_status
rv_episode_exclude(struct rv_store *s, const char *id, struct rv_sv reason,
		   struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e;
	struct brief b;
	rv_status st = rv_store_begin(s, err);

	if (st != RV_OK)
		return st;
	st = find(s, rv_sv(id), &b, err);
	if (st == RV_OK && !b.rowid)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("cannot exclude %s: there is no such episode; "
			       "check the id"),
			     id);
	if (st == RV_OK && !rv_sv_eq(b.excluded, reason)) {
		sqlite3_reset(b.st);
		st = rv_episode_by_rowid(s, b.rowid, &arena, &e, err);
		e.excluded = reason;
		if (st == RV_OK)
			st = mark_excluded(s, &b, &e, err);
	} else if (b.st) {
		sqlite3_reset(b.st);
	}
	rv_arena_release(&arena);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

rv_status
rv__episode_refresh(struct rv_store *s, struct rv_sv id, struct rv_err *err)
{
	struct brief b;
	rv_status st = find(s, id, &b, err);

	if (b.st)
		sqlite3_reset(b.st);
	if (st != RV_OK || !b.rowid)
		return st;
	return settle(s, b.rowid, b.has_norm, b.norm, b.t, true, err);
}
