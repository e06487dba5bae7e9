/* SPDX-License-Identifier: MIT */
/* Takes rows out whose file does not hold them any more. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/episode.h"
#include "store/store_priv.h"

struct leaving {
	int64_t rowid, t, norm, record, tokens;
	char id[RV_EPISODE_ID_LEN + 1];
	bool has_norm, in_record, indexed, pending, excluded;
};

static int
compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

static rv_status
find_leaving(struct rv_store *s, int64_t source, const char *const *keep,
	     size_t n, struct leaving **out, size_t *count,
	     struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_EP_OF_SOURCE, err);
	struct leaving *items = NULL, *l;
	size_t cap = 0;
	rv_status status;
	bool row;

	*count = 0;
	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, source);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		const char *id = (const char *)sqlite3_column_text(st, 1);

		if (n && bsearch(&id, keep, n, sizeof(*keep), compare))
			continue;
		rv_grow(&items, &cap, *count + 1);
		l = &items[(*count)++];
		memset(l, 0, sizeof(*l));
		l->rowid = sqlite3_column_int64(st, 0);
		memcpy(l->id, id, RV_MIN(strlen(id), sizeof(l->id) - 1));
		l->t = sqlite3_column_int64(st, 2);
		l->has_norm = sqlite3_column_type(st, 3) != SQLITE_NULL;
		l->norm = sqlite3_column_int64(st, 3);
		l->in_record = sqlite3_column_type(st, 4) != SQLITE_NULL;
		l->record = sqlite3_column_int64(st, 4);
		l->indexed = sqlite3_column_int(st, 5);
		l->pending = sqlite3_column_int(st, 6);
		l->tokens = sqlite3_column_int64(st, 7);
		l->excluded = sqlite3_column_int(st, 8);
	}
	*out = items;
	return status;
}

/* The row stays: the record, or the story, has it. */
static rv_status
keep_row(struct rv_store *s, const struct leaving *l, int64_t source,
	 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = {0};
	sqlite3_stmt *st;
	rv_status status = RV_OK;

	if (l->in_record) {
		status = rv__record_at(s, l->record, &arena, &e, err);
		if (status == RV_OK)
			status = rv__intern(s, 0, e.source, &source, err);
	}
	if (status == RV_OK) {
		if ((st = rv__db_stmt(s, RV_SQL_EP_PLACE, err))) {
			sqlite3_bind_int64(st, 1, l->rowid);
			sqlite3_bind_int64(st, 2, source);
			sqlite3_bind_int64(st, 3, e.line);
			sqlite3_bind_int64(st, 4, e.offset);
			sqlite3_bind_int(st, 5, 0);
		}
		status = rv__db_run(s, st, err);
	}
	rv_arena_release(&arena);
	return status;
}

static rv_status
drop_row(struct rv_store *s, const struct leaving *l, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e;
	sqlite3_stmt *st;
	rv_status status = RV_OK;

	if (l->indexed) {
		status = rv_episode_by_rowid(s, l->rowid, &arena, &e, err);
		if (status == RV_OK)
			status = rv__fts_remove(s, 2 * l->rowid, &e.text, 1,
						err);
	}
	rv_arena_release(&arena);
	if (status != RV_OK)
		return status;
	if ((st = rv__db_stmt(s, RV_SQL_EP_DELETE, err)))
		sqlite3_bind_int64(st, 1, l->rowid);
	status = rv__db_run(s, st, err);
	rv__tally(s, -1, l->indexed, l->excluded, l->pending, l->tokens);
	if (status == RV_OK && l->has_norm)
		status = rv__twin_settle(s, l->norm, l->t, true, err);
	return status;
}

static rv_status
retain(struct rv_store *s, struct rv_sv path, const char *const *keep,
       size_t n, struct rv_err *err)
{
	struct leaving *items = NULL;
	int64_t source, narrated;
	size_t count = 0;
	bool baseline;
	rv_status st = rv__intern(s, 0, path, &source, err);

	if (st == RV_OK)
		st = find_leaving(s, source, keep, n, &items, &count, err);
	for (size_t i = 0; i < count && st == RV_OK; i++) {
		st = rv__episode_narration(s, rv_sv(items[i].id), &narrated,
					   &baseline, err);
		if (st == RV_OK && (items[i].in_record || narrated))
			st = keep_row(s, &items[i], source, err);
		else if (st == RV_OK)
			st = drop_row(s, &items[i], err);
	}
	free(items);
	return st;
}

rv_status
rv_episode_retain(struct rv_store *s, struct rv_sv source,
		  const char *const *keep, size_t n, struct rv_err *err)
{
	const char **sorted = rv_calloc(n + 1, sizeof(*sorted));
	rv_status st = rv_store_begin(s, err);

	if (st != RV_OK) {
		free(sorted);
		return st;
	}
	for (size_t i = 0; i < n; i++)
		sorted[i] = keep[i];
	qsort(sorted, n, sizeof(*sorted), compare);
	st = retain(s, source, sorted, n, err);
	free(sorted);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}
