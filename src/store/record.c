/* SPDX-License-Identifier: MIT */
/* episodes.jsonl: what no other file holds. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "store/episode.h"
#include "store/store_priv.h"

/* A write(2) of this size is one step for readers and for the disk. */
#define CHUNK ((size_t)1 << 20)

static const char *const class_names[] = {
	[RV_SOURCE_SESSION] = "session",
	[RV_SOURCE_RECORD] = "record",
	[RV_SOURCE_PENDING] = "pending",
};

static void
put_line(const struct rv_episode *e, struct rv_buf *out)
{
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "v", 1);
	rv_jw_str(&w, "id", e->id);
	rv_jw_str(&w, "class", class_names[e->class]);
	rv_jw_sv(&w, "source", e->source);
	rv_jw_int(&w, "line", e->line);
	rv_jw_int(&w, "offset", e->offset);
	rv_jw_sv(&w, "session", e->session);
	rv_jw_sv(&w, "entry", e->entry);
	if (!rv_sv_eq(e->ref, e->entry))
		rv_jw_sv(&w, "ref", e->ref);
	rv_jw_time(&w, "time", e->time);
	rv_jw_sv(&w, "role", e->role);
	if (e->name.n)
		rv_jw_sv(&w, "name", e->name);
	rv_jw_str(&w, "origin", rv_origin_name(e->origin));
	if (e->excluded.n)
		rv_jw_sv(&w, "excluded", e->excluded);
	rv_jw_sv(&w, "text", e->text);
	rv_jw_end_object(&w);
	rv_buf_addc(out, '\n');
}

static bool
is_id(struct rv_sv id)
{
	if (id.n != RV_EPISODE_ID_LEN || memcmp(id.p, "e-", 2) != 0)
		return false;
	for (size_t i = 2; i < id.n; i++)
		if (!((id.p[i] >= '0' && id.p[i] <= '9') ||
		      (id.p[i] >= 'a' && id.p[i] <= 'f')))
			return false;
	return true;
}

/* The views point into the document. */
static rv_status
from_json(const rv_json *j, struct rv_episode *e, struct rv_err *err)
{
	struct rv_sv id = rv_json_get_sv(j, "id");
	struct rv_sv class = rv_json_get_sv(j, "class");
	struct rv_sv time = rv_json_get_sv(j, "time");

	memset(e, 0, sizeof(*e));
	if (!rv_json_is_object(j) || !is_id(id) ||
	    !rv_json_is_string(rv_json_get(j, "text")))
		return rv_fail(err, RV_E_PARSE, "this is not an episode");
	memcpy(e->id, id.p, RV_EPISODE_ID_LEN);
	e->session = rv_json_get_sv(j, "session");
	e->entry = rv_json_get_sv(j, "entry");
	e->ref = rv_json_get(j, "ref") ? rv_json_get_sv(j, "ref") : e->entry;
	e->source = rv_json_get_sv(j, "source");
	e->role = rv_json_get_sv(j, "role");
	e->name = rv_json_get_sv(j, "name");
	e->text = rv_json_get_sv(j, "text");
	e->excluded = rv_json_get_sv(j, "excluded");
	e->line = rv_json_int(rv_json_get(j, "line"), 0);
	e->offset = rv_json_int(rv_json_get(j, "offset"), 0);
	if (!time.n || !rv_time_parse(time, &e->time))
		e->time = RV_UNDATED;
	if (!rv_origin_parse(rv_json_get_sv(j, "origin"), &e->origin))
		e->origin = RV_ORIGIN_SYSTEM;
	for (size_t i = 0; i < ARRAY_LEN(class_names); i++)
		if (rv_sv_is(class, class_names[i]))
			e->class = (enum rv_source_class)i;
	return RV_OK;
}

/* The line was written by older rules of masking, or by another hand. */
static bool
mask(struct rv_arena *arena, struct rv_episode *e)
{
	size_t text, name;

	e->text = rv_redact_in(arena, e->text, &text);
	e->name = rv_redact_in(arena, e->name, &name);
	return text + name > 0;
}

rv_status
rv__record_index(struct rv_store *s, const struct rv_line *line,
		 struct rv_err *err)
{
	struct rv__record_place place = {true, line->offset};
	struct rv_json_doc doc;
	struct rv_episode e;
	enum rv_put put;
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st = rv_json_parse(line->text, &doc, err);

	if (st != RV_OK)
		return RV_E_PARSE;
	st = from_json(doc.root, &e, err);
	if (st == RV_OK && mask(&arena, &e))
		st = rv__masked_add(s, err);
	if (st == RV_OK)
		st = rv__episode_put(s, &e, &place, &put, NULL, err);
	rv_json_release(&doc);
	rv_arena_release(&arena);
	return st;
}

static void
copy_in(struct rv_arena *arena, struct rv_episode *e)
{
	struct rv_sv *const views[] = {&e->session, &e->entry, &e->ref,
				       &e->source,  &e->role,  &e->name,
				       &e->text,    &e->excluded};

	for (size_t i = 0; i < ARRAY_LEN(views); i++)
		*views[i] = rv_sv_dup_in(arena, *views[i]);
}

rv_status
rv__record_at(struct rv_store *s, int64_t offset, struct rv_arena *arena,
	      struct rv_episode *out, struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_json_doc doc;
	struct rv_sv rest, line;
	struct stat st;
	char *path = rv__store_path(s, RV_RECORD_NAME);
	size_t want = 4096, most = RV_LINE_MAX + 1;
	rv_status status = RV_OK;

	if (stat(path, &st) == 0)
		most = RV_MIN(most, (size_t)RV_MAX(st.st_size - offset, 0));
	free(path);
	do { /* the line's length is not known */
		want = RV_MIN(want * 4, most);
		rv_buf_reset(&bytes);
		status = rv__store_read(s, RV_RECORD_NAME, offset, want,
					&bytes, err);
	} while (status == RV_OK && want < most &&
		 !memchr(bytes.p, '\n', bytes.n));
	rest = rv_buf_sv(&bytes);
	if (status == RV_OK && !rv_sv_next_line(&rest, &line))
		line = RV_SV_NONE;
	if (status == RV_OK && (status = rv_json_parse(line, &doc, err)) ==
				       RV_OK) {
		status = from_json(doc.root, out, err);
		if (status == RV_OK) {
			copy_in(arena, out);
			(void)mask(arena, out);
		}
		rv_json_release(&doc);
	}
	rv_buf_release(&bytes);
	return status;
}

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
known(struct rv_store *s, const struct rv_episode *e, bool *in_record,
      enum rv_put *put, struct rv_err *err)
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

static rv_status
flush(struct rv_store *s, struct rv_buf *lines, bool sync, struct rv_err *err)
{
	rv_status st = RV_OK;

	if (lines->n)
		st = rv__store_append(s, RV_RECORD_NAME, rv_buf_sv(lines),
				      sync, err);
	rv_buf_reset(lines);
	return st;
}

/* Writes what the record does not have; the lock is held. */
static rv_status
write_new(struct rv_store *s, const struct rv_episode *eps, size_t n,
	  enum rv_put *results, struct rv_err *err)
{
	struct rv_buf lines = RV_BUF_INIT;
	struct seen seen;
	size_t *slot;
	bool in_record = false;
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
		st = known(s, &eps[i], &in_record, &results[i], err);
		*slot = i + 1;
		if (st != RV_OK || in_record ||
		    results[i] == RV_PUT_CONFLICT)
			continue;
		put_line(&eps[i], &lines);
		if (lines.n > CHUNK)
			st = flush(s, &lines, false, err);
	}
	if (st == RV_OK)
		st = flush(s, &lines, true, err);
	rv_buf_release(&lines);
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

rv_status
rv_record_append(struct rv_store *s, const struct rv_episode *eps, size_t n,
		 enum rv_put *results, struct rv_err *err)
{
	enum rv_put *put = results;
	rv_status st = rv_store_lock(s, err);

	if (st != RV_OK)
		return st;
	if (!put)
		put = rv_calloc(n + 1, sizeof(*put));
	st = rv_store_catch_up(s, err);
	if (st == RV_OK)
		st = write_new(s, eps, n, put, err);
	if (st == RV_OK)
		st = rv_store_catch_up(s, err);
	if (st == RV_OK && results)
		st = find_merged(s, eps, n, put, err);
	rv_store_unlock(s);
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
