/* SPDX-License-Identifier: MIT */
/* Sections of documents in the index. */
#include "config.h"

#include "store/page.h"

#include "base/i18n.h"
#include "store/store_priv.h"

static const char *const layer_names[] = {
	[RV_LAYER_LIVE] = "live",	[RV_LAYER_RAW] = "raw",
	[RV_LAYER_WIKI] = "wiki",	[RV_LAYER_DERIVED] = "derived",
	[RV_LAYER_STORY] = "story",
};

const char *
rv_layer_name(enum rv_layer l)
{
	return layer_names[l];
}

bool
rv_layer_parse(struct rv_sv name, enum rv_layer *out)
{
	for (size_t i = 0; i < ARRAY_LEN(layer_names); i++) {
		if (!rv_sv_is(name, layer_names[i]))
			continue;
		*out = (enum rv_layer)i;
		return true;
	}
	return false;
}

/* A file comes (1) or goes (-1), by its first piece. */
static rv_status
count_file(struct rv_store *s, int sign, int64_t layer, int64_t bytes,
	   int64_t pieces, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LAYER_COUNT, err);

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, layer);
	sqlite3_bind_int64(st, 2, sign);
	sqlite3_bind_int64(st, 3, sign * bytes);
	sqlite3_bind_int64(st, 4, sign * pieces);
	return rv__db_run(s, st, err);
}

/* Title and heading belong to the words of a section. */
static rv_status
take_out(struct rv_store *s, struct rv_sv path, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_OF, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, path);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		struct rv_sv words[] = {rv__column(st, 1), rv__column(st, 2),
					rv__column(st, 3)};

		status = rv__fts_remove(s, 2 * sqlite3_column_int64(st, 0) + 1,
					words, ARRAY_LEN(words), err);
		if (status == RV_OK && sqlite3_column_int64(st, 6) > 0)
			status = count_file(s, -1, sqlite3_column_int64(st, 4),
					    sqlite3_column_int64(st, 5),
					    sqlite3_column_int64(st, 6), err);
		if (status != RV_OK)
			break;
	}
	sqlite3_reset(st);
	return status;
}

void
rv_page_words(struct rv_tokens *t, struct rv_arena *arena, struct rv_page *p)
{
	const struct rv_sv v[] = {p->title, p->heading, p->text};
	struct rv_buf words = RV_BUF_INIT;

	rv__fts_words(t, v, ARRAY_LEN(v), &words);
	p->words = rv_buf_detach_in(arena, &words);
}

static rv_status
add_words(struct rv_store *s, int64_t rowid, const struct rv_page *p,
	  struct rv_err *err)
{
	const struct rv_sv v[] = {p->title, p->heading, p->text};

	if (p->words.n)
		return rv__fts_add_words(s, rowid, p->words, err);
	return rv__fts_add(s, rowid, v, ARRAY_LEN(v), err);
}

/* What is counted of a file stands in its first piece. */
struct tally {
	int64_t pieces, newest; /* newest: RV_UNDATED, or a time */
};

static rv_status
add(struct rv_store *s, struct rv_sv path, const struct rv_page *p,
    const struct tally *tally, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_ADD, err);
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int(st, 1, (int)p->layer);
	rv__bind(st, 2, path);
	sqlite3_bind_int64(st, 3, p->line);
	rv__bind_opt(st, 4, p->title);
	rv__bind_opt(st, 5, p->heading);
	sqlite3_bind_int64(st, 6,
			   p->time == RV_UNDATED ? RV_DB_UNDATED : p->time);
	sqlite3_bind_int64(st, 7, p->bytes);
	rv__bind(st, 8, p->text);
	sqlite3_bind_int64(st, 9, tally->pieces);
	if (tally->newest != RV_UNDATED)
		sqlite3_bind_int64(st, 10, tally->newest);
	else
		sqlite3_bind_null(st, 10);
	sqlite3_bind_int(st, 11, p->thin);
	status = rv__db_run(s, st, err);
	if (status == RV_OK)
		status = add_words(s, 2 * sqlite3_last_insert_rowid(s->db) + 1,
				   p, err);
	if (status == RV_OK && tally->pieces)
		status = count_file(s, 1, p->layer, p->bytes, tally->pieces,
				    err);
	return status;
}

rv_status
rv_page_replace(struct rv_store *s, struct rv_sv path,
		const struct rv_page *pages, size_t n, struct rv_err *err)
{
	struct tally tally = {(int64_t)n, RV_UNDATED};
	rv_status status = rv_store_begin(s, err);
	sqlite3_stmt *st;

	if (status != RV_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		tally.newest = RV_MAX(tally.newest, pages[i].time);
	status = take_out(s, path, err);
	if (status == RV_OK) {
		if ((st = rv__db_stmt(s, RV_SQL_PAGE_DELETE, err)))
			rv__bind(st, 1, path);
		status = rv__db_run(s, st, err);
	}
	for (size_t i = 0; i < n && status == RV_OK; i++) {
		status = add(s, path, &pages[i], &tally, err);
		tally = (struct tally){0, RV_UNDATED};
	}
	if (status == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return status;
}

rv_status
rv_page_by_rowid(struct rv_store *s, int64_t rowid, struct rv_arena *arena,
		 struct rv_page *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_GET, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, rowid);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("cannot read the page: it is not there any "
				 "more; search again"));
	out->rowid = rowid;
	out->layer = (enum rv_layer)sqlite3_column_int(st, 1);
	out->path = rv__column_in(arena, st, 2);
	out->line = sqlite3_column_int64(st, 3);
	out->title = rv__column_in(arena, st, 4);
	out->heading = rv__column_in(arena, st, 5);
	out->time = sqlite3_column_int64(st, 6);
	if (out->time == RV_DB_UNDATED)
		out->time = RV_UNDATED;
	out->bytes = sqlite3_column_int64(st, 7);
	out->text = rv__column_in(arena, st, 8);
	out->thin = sqlite3_column_int(st, 9) != 0;
	sqlite3_reset(st);
	return RV_OK;
}

rv_status
rv_page_count(struct rv_store *s, enum rv_layer layer,
	      struct rv_layer_count *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_COUNT, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int(st, 1, (int)layer);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	out->files = sqlite3_column_int64(st, 0);
	out->bytes = sqlite3_column_int64(st, 1);
	out->sections = sqlite3_column_int64(st, 2);
	out->newest = sqlite3_column_type(st, 3) == SQLITE_NULL
			      ? RV_UNDATED
			      : sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	return RV_OK;
}

rv_status
rv_page_dated(struct rv_store *s, enum rv_layer layer, int64_t time,
	      struct rv_arena *arena, struct rv_sv **paths, size_t *n,
	      struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_DATED, err);
	rv_status status = RV_OK;
	bool row = true;

	*n = 0;
	if (!st)
		return rv__db_fail(s, err);
	*paths = rv_arena_array(arena, struct rv_sv, RV_PAGES_DATED);
	sqlite3_bind_int(st, 1, (int)layer);
	sqlite3_bind_int64(st, 2, time);
	while (*n < RV_PAGES_DATED && row) {
		status = rv__db_step(s, st, &row, err);
		if (status != RV_OK)
			return status;
		if (row)
			(*paths)[(*n)++] = rv__column_in(arena, st, 0);
	}
	sqlite3_reset(st);
	return RV_OK;
}
