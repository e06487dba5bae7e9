/* SPDX-License-Identifier: MIT */
/* Lines that could not be read, as rows of the index. */
#include "config.h"

#include "store/rejected.h"

#include "base/json.h"
#include "store/store_priv.h"

/* Behind every line of a file: what is only counted. */
#define LAST INT64_MAX

static rv_status
add(struct rv_store *s, const struct rv_rejected *r, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_REJECTED_ADD, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, r->file);
	sqlite3_bind_int64(st, 2, r->line);
	sqlite3_bind_int64(st, 3, r->offset);
	rv__bind(st, 4, r->reason);
	sqlite3_bind_int64(st, 5, r->time);
	sqlite3_bind_int64(st, 6, r->more);
	return rv__db_run(s, st, err);
}

rv_status
rv_rejected_note(struct rv_store *s, const struct rv_rejected *r,
		 struct rv_err *err)
{
	struct rv_rejected one = *r;

	one.more = 0;
	return add(s, &one, err);
}

rv_status
rv_rejected_more(struct rv_store *s, struct rv_sv file, int64_t n, int64_t time,
		 struct rv_err *err)
{
	if (n <= 0)
		return RV_OK;
	return add(s, &(struct rv_rejected){.file = file, .line = LAST,
					    .offset = -1, .time = time,
					    .more = n}, err);
}

rv_status
rv_rejected_clear(struct rv_store *s, struct rv_sv file, bool below,
		  struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_REJECTED_CLEAR, err);

	if (st) {
		rv__bind(st, 1, file);
		sqlite3_bind_int(st, 2, below);
	}
	return rv__db_run(s, st, err);
}

rv_status
rv_rejected_opened(struct rv_store *s, struct rv_sv file, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_REJECTED_OPENED, err);

	if (st)
		rv__bind(st, 1, file);
	return rv__db_run(s, st, err);
}

rv_status
rv_rejected_list(struct rv_store *s, int64_t max, struct rv_arena *arena,
		 struct rv_rejected **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_REJECTED_LIST, err);
	struct rv_rejected *list;
	rv_status status = RV_OK;
	size_t count = 0;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	list = rv_arena_array(arena, struct rv_rejected, (size_t)max + 1);
	sqlite3_bind_int64(st, 1, max);
	while ((int64_t)count < max &&
	       (status = rv__db_step(s, st, &row, err)) == RV_OK && row)
		list[count++] = (struct rv_rejected){
			.file = rv__column_in(arena, st, 0),
			.line = sqlite3_column_int64(st, 1),
			.offset = sqlite3_column_int64(st, 2),
			.reason = rv__column_in(arena, st, 3),
			.time = sqlite3_column_int64(st, 4),
			.more = sqlite3_column_int64(st, 5),
		};
	sqlite3_reset(st);
	for (size_t i = 0; i < count; i++)
		if (list[i].more)
			list[i].line = 0;
	*out = list;
	*n = count;
	return status;
}

int64_t
rv_rejected_count(struct rv_store *s, struct rv_sv file)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_REJECTED_COUNT, NULL);
	int64_t n = 0;
	bool row;

	if (st)
		rv__bind(st, 1, file);
	if (st && rv__db_step(s, st, &row, NULL) == RV_OK && row)
		n = sqlite3_column_int64(st, 0);
	if (st)
		sqlite3_reset(st);
	return n;
}

/* An import looked at this file or directory: what its row says counts. */
rv_status
rv__rejected_index(struct rv_store *s, const struct rv_ledger_row *row,
		   struct rv_err *err)
{
	struct rv_json_doc doc;
	const rv_json *i;
	rv_status st = rv_rejected_clear(s, row->target, true, err);

	if (st != RV_OK || !row->checks.n ||
	    rv_json_parse(row->checks, &doc, NULL) != RV_OK)
		return st;
	for (i = rv_json_first(doc.root); i && st == RV_OK;
	     i = rv_json_next(i)) {
		const struct rv_rejected r = {
			.file = rv_json_get_sv(i, "path"),
			.line = rv_json_int(rv_json_get(i, "line"), 0),
			.offset = rv_json_int(rv_json_get(i, "offset"), -1),
			.reason = rv_json_get_sv(i, "message"),
			.time = row->time,
		};

		st = r.file.n ? rv_rejected_note(s, &r, err)
			      : rv_rejected_more(
					s, row->target,
					rv_json_int(rv_json_get(i, "more"), 0),
					row->time, err);
	}
	rv_json_release(&doc);
	return st;
}
