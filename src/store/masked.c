/* SPDX-License-Identifier: MIT */
/* Where the files hold what is masked. */
#include "config.h"

#include "store/masked.h"

#include "doc/redact.h"
#include "store/store_priv.h"

static rv_status
add(struct rv_store *s, const struct rv_masked *m, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_MASKED_ADD, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, m->file);
	sqlite3_bind_int64(st, 2, m->line);
	rv__bind(st, 3, m->rule);
	rv__bind(st, 4, m->fingerprint);
	rv__bind_opt(st, 5, m->id);
	return rv__db_run(s, st, err);
}

/* `lines`: those of the text are lines of the file. */
static rv_status
note(struct rv_store *s, struct rv_sv file, int64_t line, bool lines,
     struct rv_sv text, struct rv_sv id, struct rv_err *err)
{
	const struct rv_redact_span *spans;
	struct rv_redactor *r = rv_redactor_new(NULL);
	struct rv_buf out = RV_BUF_INIT;
	rv_status st = rv_redactor_run(r, text, &out, err);
	size_t n;

	spans = rv_redactor_spans(r, &n);
	/* It shows when the form around it is taken away. */
	if (st == RV_OK && !n)
		st = add(s, &(struct rv_masked){.file = file, .line = line,
						.rule = RV_SV("form"),
						.id = id}, err);
	for (size_t i = 0; st == RV_OK && i < n; i++) {
		const struct rv_masked m = {
			.file = file,
			.line = line + (lines ? (int64_t)spans[i].line - 1 : 0),
			.rule = rv_sv(spans[i].rule),
			.fingerprint = rv_sv(spans[i].fingerprint),
			.id = id};

		st = add(s, &m, err);
	}
	rv_redactor_free(r);
	rv_buf_release(&out);
	return st;
}

rv_status
rv_masked_note(struct rv_store *s, struct rv_sv file, int64_t line,
	       struct rv_sv text, struct rv_sv id, struct rv_err *err)
{
	return note(s, file, line, true, text, id, err);
}

rv_status
rv_masked_note_message(struct rv_store *s, struct rv_sv file, int64_t line,
		       struct rv_sv text, struct rv_sv id, struct rv_err *err)
{
	return note(s, file, line, false, text, id, err);
}

rv_status
rv_masked_clear(struct rv_store *s, struct rv_sv file, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_MASKED_CLEAR, err);

	if (st)
		rv__bind(st, 1, file);
	return rv__db_run(s, st, err);
}

rv_status
rv_masked_list(struct rv_store *s, int64_t max, struct rv_arena *arena,
	       struct rv_masked **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_MASKED_LIST, err);
	struct rv_masked *list;
	rv_status status = RV_OK;
	size_t count = 0;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	list = rv_arena_array(arena, struct rv_masked, (size_t)max + 1);
	sqlite3_bind_int64(st, 1, max);
	while ((int64_t)count < max &&
	       (status = rv__db_step(s, st, &row, err)) == RV_OK && row)
		list[count++] = (struct rv_masked){
			.file = rv__column_in(arena, st, 0),
			.line = sqlite3_column_int64(st, 1),
			.rule = rv__column_in(arena, st, 2),
			.fingerprint = rv__column_in(arena, st, 3),
			.id = rv__column_in(arena, st, 4),
		};
	sqlite3_reset(st);
	*out = list;
	*n = count;
	return status;
}

int64_t
rv_masked_lines(struct rv_store *s)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_MASKED_COUNT, NULL);
	int64_t n = 0;
	bool row;

	if (st && rv__db_step(s, st, &row, NULL) == RV_OK && row)
		n = sqlite3_column_int64(st, 0);
	if (st)
		sqlite3_reset(st);
	return n;
}
