/* SPDX-License-Identifier: MIT */
/* traces.jsonl and the echo ring. */
#include "config.h"

#include "store/traces.h"

#include "base/i18n.h"
#include "doc/redact.h"
#include "store/masked.h"
#include "store/store_priv.h"

static rv_status
add_echo(struct rv_store *s, struct rv_sv session, struct rv_sv id,
	 int64_t run, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_ECHO_ADD, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, session);
	rv__bind(st, 2, id);
	sqlite3_bind_int64(st, 3, run);
	return rv__db_run(s, st, err);
}

/* Injected is what went in, with narration or late without. */
static bool
is_injected(struct rv_sv verdict)
{
	return rv_sv_is(verdict, "in") || rv_sv_is(verdict, "late");
}

static rv_status
index_json(struct rv_store *s, const rv_json *j, const struct rv_line *line,
	   struct rv_arena *arena, int64_t *number, struct rv_err *err)
{
	struct rv_sv id, session = rv_redact_in(
				 arena, rv_json_get_sv(j, "session"), NULL);
	int64_t run = rv_json_int(rv_json_get(j, "run"), 0);
	const rv_json *c = rv_json_first(rv_json_get(j, "candidates"));
	sqlite3_stmt *st;
	rv_status status;

	*number = run;
	if (run < 1 || !rv_json_is_object(j))
		return rv_fail(err, RV_E_PARSE, "this is not a trace");
	if ((st = rv__db_stmt(s, RV_SQL_TRACE_ADD, err))) {
		sqlite3_bind_int64(st, 1, run);
		sqlite3_bind_int64(st, 2, line->offset);
		sqlite3_bind_int64(st, 3, (int64_t)line->text.n);
	}
	status = rv__db_run(s, st, err);
	if (status == RV_OK && !sqlite3_changes(s->db))
		return rv_fail(err, RV_E_PARSE, "run %lld is there already",
			       (long long)run);
	for (; c && status == RV_OK; c = rv_json_next(c)) {
		id = rv_json_get_sv(c, "id");
		if (id.n && is_injected(rv_json_get_sv(c, "verdict")))
			status = add_echo(s, session, id, run, err);
	}
	return status;
}

rv_status
rv__trace_index(struct rv_store *s, const struct rv_line *line,
		struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_json_doc doc;
	rv_status st = rv_json_parse(line->text, &doc, err);
	int64_t run = 0;

	if (st != RV_OK)
		return RV_E_PARSE;
	st = index_json(s, doc.root, line, &arena, &run, err);
	rv_json_release(&doc);
	if (st == RV_OK && rv_redact_count(line->text))
		st = rv_masked_note(s, RV_SV(".reverie/" RV_TRACES_NAME),
				    line->number,
				    line->text,
				    rv_sv(rv_arena_printf(&arena, "%lld",
							  (long long)run)),
				    err);
	rv_arena_release(&arena);
	return st;
}

static rv_status
append(struct rv_store *s, struct rv_sv body, int64_t *run,
       struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT;
	int64_t last = 0;
	rv_status st = rv_store_catch_up(s, err);

	if (st == RV_OK)
		st = rv_trace_count(s, &last, err);
	if (st != RV_OK)
		return st;
	rv_buf_addf(&line, "{\"v\":1,\"run\":%lld%s", (long long)last + 1,
		    body.n > 2 ? "," : "");
	for (size_t i = 1; i < body.n; i++)
		rv_buf_addc(&line, body.p[i] == '\n' || body.p[i] == '\r'
					   ? ' '
					   : body.p[i]);
	rv_buf_addc(&line, '\n');
	st = rv__store_append(s, RV_TRACES_NAME, rv_buf_sv(&line), false,
			      NULL, err);
	rv_buf_release(&line);
	if (st == RV_OK)
		st = rv_store_catch_up(s, err);
	if (st == RV_OK)
		*run = last + 1;
	return st;
}

rv_status
rv_trace_append(struct rv_store *s, struct rv_sv body, int64_t *run,
		struct rv_err *err)
{
	rv_status st;

	body = rv_sv_trim(body);
	if (!rv_sv_starts(body, RV_SV("{")) || !rv_sv_ends(body, RV_SV("}")))
		return rv_fail(err, RV_E_BUG,
			       _("cannot write a trace: it is not a JSON "
				 "object; report this"));
	if ((st = rv_store_lock(s, err)) != RV_OK)
		return st;
	st = append(s, body, run, err);
	rv_store_unlock(s);
	return st;
}

/* Masking took a part of the document's own form: nothing is shown. */
static rv_status
still_json(struct rv_sv text, int64_t run, struct rv_err *err)
{
	struct rv_json_doc doc;

	if (rv_json_parse(text, &doc, NULL) != RV_OK)
		return rv_fail(err, RV_E_DAMAGED,
			       _("cannot show run %lld: a secret in its trace "
				 "cannot be masked; remove the line from %s"),
			       (long long)run, RV_TRACES_NAME);
	rv_json_release(&doc);
	return RV_OK;
}

rv_status
rv__trace_without(struct rv_sv line, struct rv_buf *out, struct rv_err *err)
{
	struct rv_json_doc doc;
	int64_t run;
	rv_status st = rv_json_parse(line, &doc, err);

	if (st != RV_OK)
		return st;
	run = rv_json_int(rv_json_get(doc.root, "run"), 0);
	rv_json_release(&doc);
	if (!rv_redact(line, out))
		return RV_E_NO;
	if (still_json(rv_buf_sv(out), run, NULL) != RV_OK) {
		rv_buf_reset(out);
		rv_buf_addf(out, "{\"v\":1,\"run\":%lld}", (long long)run);
	}
	return RV_OK;
}

rv_status
rv_trace_get(struct rv_store *s, int64_t run, struct rv_buf *out,
	     struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_TRACE_GET, err);
	struct rv_buf line = RV_BUF_INIT;
	int64_t offset, length;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, run);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("there is no run %lld; see the list of runs"),
			       (long long)run);
	offset = sqlite3_column_int64(st, 0);
	length = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	status = rv__store_read(s, RV_TRACES_NAME, offset, (size_t)length,
				&line, err);
	if (status == RV_OK && rv_redact(rv_buf_sv(&line), out))
		status = still_json(rv_buf_sv(out), run, err);
	rv_buf_release(&line);
	return status;
}

rv_status
rv_trace_count(struct rv_store *s, int64_t *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_TRACE_LAST, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		*out = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return status;
}

rv_status
rv_echo_find(struct rv_store *s, struct rv_sv session, struct rv_sv id,
	     int ring, int *back, int64_t *run, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_ECHO_FIND, err);
	int64_t far = 0;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, session);
	rv__bind(st, 2, id);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row) {
		far = sqlite3_column_int64(st, 1);
		if (far <= ring && run)
			*run = sqlite3_column_int64(st, 0);
	}
	sqlite3_reset(st);
	if (status == RV_OK)
		*back = far <= ring ? (int)far : 0;
	return status;
}
