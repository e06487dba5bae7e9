/* SPDX-License-Identifier: MIT */
/*
 * Appending to episodes.jsonl.  The index is filled from the file, but lines
 * that were written a moment ago, under the lock, need not be read back: they
 * are indexed from memory when they are where they were expected.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "store/episode.h"
#include "store/store_priv.h"

/* A write(2) of this size is one step for readers and for the disk. */
#define CHUNK ((size_t)1 << 20)

/* Ids of one call, so that it writes none of them twice: open addressing. */
struct seen {
	size_t *slots, size;
	const struct rv_episode *eps;
};

static size_t *
seen_slot(const struct seen *seen, const char *id)
{
	size_t i = rv_sv_hash(rv_sv(id)) & (seen->size - 1);

	while (seen->slots[i] &&
	       strcmp(seen->eps[seen->slots[i] - 1].id, id) != 0)
		i = (i + 1) & (seen->size - 1);
	return &seen->slots[i];
}

static void
seen_init(struct seen *seen, const struct rv_episode *eps, size_t n)
{
	seen->eps = eps;
	seen->size = 16;
	while (seen->size < 2 * n)
		seen->size *= 2;
	seen->slots = rv_calloc(seen->size, sizeof(*seen->slots));
}

/* The record holds mended text. */
static bool
same_text(struct rv_sv stored, struct rv_sv text)
{
	struct rv_buf mended = RV_BUF_INIT;
	bool same = rv_sv_eq(stored, text);

	if (!same && rv_utf8_mend(text, &mended))
		same = rv_sv_eq(stored, rv_buf_sv(&mended));
	rv_buf_release(&mended);
	return same;
}

/* Does the index know it, and is it in the record already? */
static rv_status
known(struct rv_store *s, const struct rv_episode *e, bool *is_there,
      bool *in_record, enum rv_put *put, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_BRIEF, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(e->id));
	status = rv__db_step(s, st, &row, err);
	*put = RV_PUT_ADDED;
	*in_record = false;
	*is_there = status == RV_OK && row;
	if (status == RV_OK && row) {
		bool excluded = sqlite3_column_type(st, 6) != SQLITE_NULL;

		*in_record = sqlite3_column_type(st, 8) != SQLITE_NULL;
		*put = excluded || e->excluded.n ||
				       same_text(rv__column(st, 11), e->text)
			       ? RV_PUT_SEEN
			       : RV_PUT_CONFLICT;
	}
	sqlite3_reset(st);
	return status;
}

/* A line that waits to be written. */
struct waiting {
	const struct rv_episode *e;
	size_t from, to; /* its bytes in the buffer */
	bool is_there;	 /* the index has a row of this id */
};

struct writer {
	struct rv_store *s;
	struct rv_buf lines;
	struct waiting *items;
	size_t n, cap;
	struct rv__log_place at; /* of the next line, while `direct` */
	bool direct;		 /* indexed from memory so far */
	bool met;		 /* a new row was met elsewhere */
};

/* The line where its reader would find it. */
static rv_status
index_one(struct writer *w, const struct waiting *i, int64_t offset,
	  struct rv_err *err)
{
	struct rv__record_place place = {true, offset};
	struct rv_episode e = *i->e;
	enum rv_put put = RV_PUT_ADDED;
	struct rv_err why = {0};
	rv_status st;

	if (!rv__record_same(w->s, &e)) {
		const struct rv_line line = {
			.kind = RV_LINE_FULL,
			.text = rv_sv_slice(rv_buf_sv(&w->lines), i->from,
					    i->to - 1),
			.number = w->at.line + 1 + (i - w->items),
			.offset = offset};

		w->met = true;
		st = rv__record_index(w->s, &line, &why);
		if (st == RV_E_PARSE || st == RV_E_TOOBIG) {
			w->direct = false;
			return RV_OK;
		}
		if (st != RV_OK && err)
			*err = why;
		return st;
	}
	e.tokens = 0; /* the line does not say */
	st = i->is_there ? rv__episode_put(w->s, &e, &place, &put, NULL, err)
			 : rv__episode_add(w->s, &e, &place, &put, err);
	w->met |= put == RV_PUT_SEEN;
	return st;
}

static rv_status
flush(struct writer *w, bool sync, struct rv_err *err)
{
	int64_t offset = 0;
	rv_status st;

	if (!w->lines.n)
		return RV_OK;
	st = rv__store_append(w->s, RV_RECORD_NAME, rv_buf_sv(&w->lines), sync,
			      &offset, err);
	w->direct &= offset == w->at.offset;
	for (size_t i = 0; st == RV_OK && w->direct && i < w->n; i++) {
		w->direct = w->items[i].to - w->items[i].from < RV_LINE_MAX;
		if (w->direct)
			st = index_one(w, &w->items[i],
				       offset + (int64_t)w->items[i].from,
				       err);
	}
	w->at.offset += (int64_t)w->lines.n;
	w->at.line += (int64_t)w->n;
	w->n = 0;
	rv_buf_reset(&w->lines);
	return st;
}

static rv_status
add_line(struct writer *w, const struct rv_episode *e, bool is_there,
	 struct rv_err *err)
{
	size_t from = w->lines.n;

	rv__record_line(e, &w->lines);
	rv_grow(&w->items, &w->cap, w->n + 1);
	w->items[w->n++] = (struct waiting){e, from, w->lines.n, is_there};
	return w->lines.n > CHUNK ? flush(w, false, err) : RV_OK;
}

/* Writes what the record does not have; the lock is held. */
static rv_status
write_new(struct writer *w, const struct rv_episode *eps, size_t n,
	  enum rv_put *results, struct rv_err *err)
{
	struct seen seen;
	size_t *slot;
	bool is_there = false, in_record = false;
	rv_status st = RV_OK;

	seen_init(&seen, eps, n);
	for (size_t i = 0; i < n && st == RV_OK; i++) {
		slot = seen_slot(&seen, eps[i].id);
		if (*slot) {
			const struct rv_episode *old = &eps[*slot - 1];

			results[i] = rv_sv_eq(old->text, eps[i].text)
					     ? RV_PUT_SEEN
					     : RV_PUT_CONFLICT;
			continue;
		}
		st = known(w->s, &eps[i], &is_there, &in_record, &results[i],
			   err);
		*slot = i + 1;
		if (st == RV_OK && !in_record &&
		    results[i] != RV_PUT_CONFLICT)
			st = add_line(w, &eps[i], is_there, err);
	}
	if (st == RV_OK)
		st = flush(w, true, err);
	free(seen.slots);
	return st;
}

/* A new row that became one with another was met before. */
static rv_status
find_merged(struct rv_store *s, const struct rv_episode *eps, size_t n,
	    enum rv_put *results, struct rv_err *err)
{
	rv_status status = RV_OK;

	for (size_t i = 0; i < n && status == RV_OK; i++) {
		sqlite3_stmt *st;
		bool row;

		if (results[i] != RV_PUT_ADDED)
			continue;
		if (!(st = rv__db_stmt(s, RV_SQL_EP_MERGED_ID, err)))
			return rv__db_fail(s, err);
		rv__bind(st, 1, rv_sv(eps[i].id));
		status = rv__db_step(s, st, &row, err);
		if (status == RV_OK && row && sqlite3_column_int(st, 0))
			results[i] = RV_PUT_SEEN;
		sqlite3_reset(st);
	}
	return status;
}

/* In a transaction, so that what was found out before the lines are written
 * holds when they are indexed. */
static rv_status
append(struct writer *w, const struct rv_episode *eps, size_t n,
       enum rv_put *results, struct rv_err *err)
{
	struct rv__log_place from;
	rv_status st = rv_store_catch_up(w->s, err);

	if (st == RV_OK)
		st = rv__log_end(w->s, RV_RECORD_NAME, &w->at, &w->direct, err);
	from = w->at;
	if (st == RV_OK)
		st = write_new(w, eps, n, results, err);
	if (st == RV_OK && w->direct && w->at.offset > from.offset)
		st = rv__log_move(w->s, RV_RECORD_NAME, &w->at, err);
	if (st == RV_OK)
		st = rv_store_catch_up(w->s, err);
	return st;
}

rv_status
rv_record_append(struct rv_store *s, const struct rv_episode *eps, size_t n,
		 enum rv_put *results, struct rv_err *err)
{
	struct writer w = {.s = s, .lines = RV_BUF_INIT};
	enum rv_put *put = results;
	rv_status st = rv_store_lock(s, err);

	if (st != RV_OK)
		return st;
	if (!put)
		put = rv_calloc(n + 1, sizeof(*put));
	if ((st = rv_store_begin(s, err)) == RV_OK) {
		st = append(&w, eps, n, put, err);
		if (st == RV_OK && results && (w.met || !w.direct))
			st = find_merged(s, eps, n, put, err);
		if (st == RV_OK)
			st = rv_store_commit(s, err);
		else
			rv_store_rollback(s);
	}
	rv_store_unlock(s);
	rv_buf_release(&w.lines);
	free(w.items);
	if (put != results)
		free(put);
	return st;
}

/* The row of exactly this id, twin or not; *in_record: nothing to copy. */
static rv_status
load_exact(struct rv_store *s, const char *id, struct rv_arena *arena,
	   struct rv_episode *out, bool *in_record, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_BRIEF, err);
	int64_t rowid;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(id));
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("cannot copy %s: there is no such episode; "
				 "check the id"),
			       id);
	rowid = sqlite3_column_int64(st, 0);
	*in_record = sqlite3_column_type(st, 8) != SQLITE_NULL;
	sqlite3_reset(st);
	return *in_record ? RV_OK
			  : rv_episode_by_rowid(s, rowid, arena, out, err);
}

rv_status
rv_record_copy(struct rv_store *s, const char *const *ids, size_t n,
	       struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode *eps = rv_arena_array(&arena, struct rv_episode,
						n + 1);
	size_t count = 0;
	bool in_record = false;
	rv_status st = rv_store_lock(s, err);

	if (st != RV_OK) {
		rv_arena_release(&arena);
		return st;
	}
	st = rv_store_catch_up(s, err);
	for (size_t i = 0; i < n && st == RV_OK; i++) {
		st = load_exact(s, ids[i], &arena, &eps[count], &in_record,
				err);
		count += st == RV_OK && !in_record;
	}
	if (st == RV_OK && count)
		st = rv_record_append(s, eps, count, NULL, err);
	rv_store_unlock(s);
	rv_arena_release(&arena);
	return st;
}

rv_status
rv_record_next(struct rv_store *s, int64_t *out, struct rv_err *err)
{
	char *path = rv__store_path(s, RV_RECORD_NAME);
	sqlite3_stmt *st;
	struct stat file;
	rv_status status = rv_store_catch_up(s, err);
	int64_t lines = 0, offset = 0;
	bool row;

	if (status == RV_OK && !(st = rv__db_stmt(s, RV_SQL_LOG_GET, err)))
		status = rv__db_fail(s, err);
	if (status == RV_OK) {
		rv__bind(st, 1, RV_SV(RV_RECORD_NAME));
		status = rv__db_step(s, st, &row, err);
		if (status == RV_OK && row) {
			offset = sqlite3_column_int64(st, 0);
			lines = sqlite3_column_int64(st, 1);
		}
		sqlite3_reset(st);
	}
	/* Half a last line becomes a line of its own. */
	if (status == RV_OK && stat(path, &file) == 0 && file.st_size > offset)
		lines++;
	free(path);
	if (status == RV_OK)
		*out = lines + 1;
	return status;
}
