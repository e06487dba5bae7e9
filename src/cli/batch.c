/* SPDX-License-Identifier: MIT */
/* --batch: many searches or turns in one process. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/time.h"
#include "cli/output.h"
#include "cli/run.h"

/* A member that is a string, as an option. */
static void
take_string(const rv_json *doc, const char *key, const char *opt,
	    struct rv_arena *arena, struct rv_args *args)
{
	struct rv_sv v = rv_json_get_sv(doc, key);

	if (v.n)
		args->items[args->n++] =
			(struct rv_arg){opt, rv_sv_cstr_in(arena, v)};
}

/* A list of messages as JSON text; only what the action reads. */
static const char *
history_text(const rv_json *list, struct rv_arena *arena)
{
	static const char *const keys[] = {"role", "text", "time"};
	struct rv_buf b = RV_BUF_INIT;
	const char *out;
	struct rv_jw w;

	rv_jw_init(&w, &b);
	rv_jw_array(&w, NULL);
	for (const rv_json *it = rv_json_first(list); it;
	     it = rv_json_next(it)) {
		rv_jw_object(&w, NULL);
		for (size_t k = 0; k < ARRAY_LEN(keys); k++)
			if (rv_json_is_string(rv_json_get(it, keys[k])))
				rv_jw_sv(&w, keys[k],
					 rv_json_get_sv(it, keys[k]));
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	out = rv_sv_cstr_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

/* The id as JSON, "null" when there is none. */
static struct rv_sv
id_text(const rv_json *doc, struct rv_arena *arena)
{
	const rv_json *id = rv_json_get(doc, "id");
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out = RV_SV("null");
	double d;

	if (rv_json_is_string(id)) {
		rv_json_quote(rv_json_sv(id), &b);
	} else if (rv_json_is_number(id)) {
		d = rv_json_double(id, 0);
		if (d > -9e15 && d < 9e15 && d == (double)(int64_t)d)
			rv_buf_addf(&b, "%lld", (long long)d);
		else
			rv_buf_addf(&b, "%.17g", d);
	}
	if (b.n)
		out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

/* The options of the command line but --batch, then those of the line. */
static rv_status
line_args(const struct rv_args *base, const rv_json *doc,
	  struct rv_arena *arena, struct rv_args *out, struct rv_err *err)
{
	const rv_json *history = rv_json_get(doc, "history");
	const char *key = rv_json_get(doc, "query") ? "query" : "message";

	if (!rv_json_is_object(doc))
		return rv_fail(err, RV_E_PARSE,
			       _("the line is not a JSON object; give one"));
	*out = (struct rv_args){.action = base->action};
	out->items = rv_arena_array(arena, struct rv_arg, base->n + 4);
	take_string(doc, "session", "session", arena, out);
	if (rv_json_is_array(history))
		out->items[out->n++] = (struct rv_arg){
			"history", history_text(history, arena)};
	else if (history && !rv_json_is_null(history))
		return rv_fail(err, RV_E_PARSE,
			       _("history: it is not a list; give [{\"role\","
				 "\"text\"}]"));
	for (size_t i = 0; i < base->n; i++) {
		const struct rv_arg *a = &base->items[i];

		if (*a->name && strcmp(a->name, "batch") != 0 &&
		    !rv_args_has(out, a->name))
			out->items[out->n++] = *a;
	}
	take_string(doc, key, "", arena, out);
	return RV_OK;
}

static rv_status
line_env(const rv_json *doc, const struct rv_env *env, struct rv_env *out,
	 struct rv_err *err)
{
	const rv_json *now = rv_json_get(doc, "now");

	*out = *env;
	if (!now || rv_json_is_null(now) ||
	    rv_time_parse(rv_json_sv(now), &out->now))
		return RV_OK;
	return rv_fail(err, RV_E_PARSE,
		       _("now: it is not a time; write it as "
			 "2026-01-28T13:45:00Z"));
}

/* Puts the id behind {"v":1 */
static void
add_id(struct rv_sv answer, struct rv_sv id, struct rv_buf *out)
{
	static const char head[] = "{\"v\":1";
	size_t n = sizeof(head) - 1;

	if (!rv_sv_starts(answer, rv_sv(head)))
		n = 0;
	rv_buf_add(out, answer.p, n);
	if (n)
		rv_buf_addf(out, ",\"id\":%.*s", RV_SV_ARG(id));
	rv_buf_add(out, answer.p + n, answer.n - n);
}

static rv_status
run_line(struct rv_cli_run *r, const struct rv_args *base,
	 const struct rv_line *line, struct rv_sv *id, struct rv_arena *arena,
	 struct rv_buf *answer, struct rv_err *err)
{
	struct rv_json_doc doc;
	struct rv_args args;
	struct rv_env env;
	rv_status s;

	*id = RV_SV("null");
	if (line->kind == RV_LINE_TOOLONG)
		return rv_fail(err, RV_E_TOOBIG,
			       _("the line is too long; give at most 16 MiB"));
	if (!rv_sv_trim(line->text).n)
		return rv_fail(err, RV_E_PARSE,
			       _("the line is empty; give a JSON object"));
	s = rv_json_parse(line->text, &doc, err);
	if (s != RV_OK)
		return s;
	*id = id_text(doc.root, arena);
	s = line_args(base, doc.root, arena, &args, err);
	if (s == RV_OK)
		s = line_env(doc.root, &r->env, &env, err);
	if (s == RV_OK)
		s = rv_cli_sync(r, base->action, err);
	if (s == RV_OK)
		s = rv_action_run(r->engine, &env, &args, RV_DOOR_CLI, answer,
				  err);
	rv_json_release(&doc);
	return s;
}

/* False: standard output is gone. */
static bool
answer_line(struct rv_cli_run *r, const struct rv_args *base,
	    const struct rv_line *line, bool *bad)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf answer = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_err err = {0};
	struct rv_sv id;
	rv_status s;

	s = run_line(r, base, line, &id, &arena, &answer, &err);
	if (answer.n) {
		add_id(rv_buf_sv(&answer), id, &out);
	} else {
		err.status = s;
		*bad = true;
		rv_out_error_json(&err, id, &out);
	}
	rv_out_json(rv_buf_sv(&out));
	rv_buf_release(&answer);
	rv_buf_release(&out);
	rv_arena_release(&arena);
	return rv_out_flush();
}

/* The lines to answer: standard input, or a file. */
static rv_status
open_lines(const char *path, int *fd, struct rv_err *err)
{
	struct stat st;

	*fd = STDIN_FILENO;
	if (strcmp(path, "-") == 0)
		return RV_OK;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return rv_fail_path(err, RV_E_USAGE, path,
				    _("--batch %s: it is a directory; name a "
				      "file of lines"),
				    path);
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0 && errno == ENOENT)
		return rv_fail_path(err, RV_E_USAGE, path,
				    _("--batch %s: no such file; name a file "
				      "of lines"),
				    path);
	return *fd >= 0 ? RV_OK
			: rv_fail_errno(err, errno, path, _("cannot read"));
}

int
rv_cli_batch(struct rv_cli_run *r, const struct rv_args *args)
{
	const char *path = rv_args_get(args, "batch");
	bool bad = false;
	struct rv_err err = {0};
	struct rv_lines lines;
	struct rv_line line;
	rv_status s;
	int fd;

	s = rv_cli_open(r, &err);
	if (s == RV_OK)
		s = open_lines(path, &fd, &err);
	if (s != RV_OK)
		return rv_out_fail(&err, true);
	rv_lines_init(&lines, fd, 0, 0, RV_LINE_MAX);
	while ((s = rv_lines_next(&lines, &line, &err)) == RV_OK &&
	       line.kind != RV_LINE_END)
		if (!answer_line(r, args, &line, &bad))
			break;
	rv_lines_release(&lines);
	if (fd != STDIN_FILENO)
		close(fd);
	if (s != RV_OK)
		return rv_out_fail(&err, true);
	return bad ? rv_status_exit(RV_E_REJECTED) : 0;
}
