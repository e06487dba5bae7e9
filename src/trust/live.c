/* SPDX-License-Identifier: MIT */
/* Live checks. */
#include "config.h"

#include "trust/live.h"

#include <string.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/time.h"
#include "doc/redact.h"
#include "files/publish.h"
#include "net/http.h"

#define CACHE_MAX ((size_t)16 << 20)

static const char *const kinds[] = {
	[RV_LIVE_COMMAND] = "command",
	[RV_LIVE_FILE] = "file",
	[RV_LIVE_URL] = "url",
};

static const char *const states[] = {
	[RV_LIVE_NEVER] = "never",	 [RV_LIVE_OK] = "ok",
	[RV_LIVE_FAILED] = "failed",	 [RV_LIVE_TIMEOUT] = "timeout",
};

const char *
rv_live_kind_name(enum rv_live_kind k)
{
	return kinds[k];
}

const char *
rv_live_state_name(enum rv_live_state s)
{
	return states[s];
}

/* "30s", "5m", "2h", "1d", or plain milliseconds never. */
static bool
parse_span(struct rv_sv v, int64_t *out)
{
	static const struct {
		char letter;
		int64_t ms;
	} units[] = {{'s', RV_SECOND},
		     {'m', RV_MINUTE},
		     {'h', RV_HOUR},
		     {'d', RV_DAY}};
	int64_t n;

	if (v.n < 2 || !rv_sv_to_int(rv_sv_slice(v, 0, v.n - 1), &n) ||
	    n < 1 || n > 100000)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(units); i++)
		if (v.p[v.n - 1] == units[i].letter) {
			*out = n * units[i].ms;
			return true;
		}
	return false;
}

static void
read_argv(const struct rv_yaml *node, struct rv_arena *arena,
	  struct rv_live *out)
{
	struct rv_buf joined = RV_BUF_INIT;
	size_t n = 0;

	for (const struct rv_yaml *c = node->child; c; c = c->next)
		n++;
	out->argv = rv_arena_array(arena, const char *, n + 1);
	n = 0;
	for (const struct rv_yaml *c = node->child; c; c = c->next) {
		out->argv[n++] = rv_sv_cstr_in(arena, rv_yaml_sv(c));
		rv_buf_addf(&joined, "%s%.*s", joined.n ? " " : "",
			    RV_SV_ARG(rv_yaml_sv(c)));
	}
	out->what = rv_buf_detach_in(arena, &joined);
}

static rv_status
read_check(const struct rv_yaml *node, struct rv_arena *arena,
	   struct rv_live *out, struct rv_err *err)
{
	const struct rv_yaml *argv = rv_yaml_get(node, "argv");
	struct rv_sv file = rv_yaml_sv(rv_yaml_get(node, "file"));
	struct rv_sv url = rv_yaml_sv(rv_yaml_get(node, "url"));
	struct rv_sv every = rv_yaml_sv(rv_yaml_get(node, "every"));
	int given = (argv != NULL) + (file.n != 0) + (url.n != 0);

	*out = (struct rv_live){
		.name = rv_yaml_sv(rv_yaml_get(node, "name")),
		.time = RV_UNDATED,
	};
	if (!out->name.n || given != 1)
		return rv_fail(err, RV_E_CONFIG,
			       _("live.checks, line %d: a check has a name and "
				 "one of argv, file and url; correct it"),
			       node->line);
	if (argv && (argv->kind != RV_YAML_LIST || !argv->child))
		return rv_fail(err, RV_E_CONFIG,
			       _("live.checks, line %d: argv is no list; write "
				 "[program, argument], no shell reads it"),
			       argv->line);
	if (every.n && !parse_span(every, &out->every))
		return rv_fail(err, RV_E_CONFIG,
			       _("live.checks, line %d: \"%.*s\" is no span of "
				 "time; write 30s, 5m, 2h or 1d"),
			       node->line, RV_SV_ARG(every));
	if (argv) {
		read_argv(argv, arena, out);
	} else {
		out->kind = file.n ? RV_LIVE_FILE : RV_LIVE_URL;
		out->what = file.n ? file : url;
	}
	return RV_OK;
}

rv_status
rv_live_declared(const struct rv_yaml *node, struct rv_arena *arena,
		 struct rv_live **out, size_t *n, struct rv_err *err)
{
	size_t count = 0;
	rv_status st = RV_OK;

	*n = 0;
	if (node && node->kind != RV_YAML_LIST)
		return rv_fail(err, RV_E_CONFIG,
			       _("live.checks, line %d: it is no list; write "
				 "one check behind each dash"),
			       node->line);
	for (const struct rv_yaml *c = node ? node->child : NULL; c;
	     c = c->next)
		count++;
	*out = rv_arena_array(arena, struct rv_live, count + 1);
	for (const struct rv_yaml *c = node ? node->child : NULL;
	     st == RV_OK && c; c = c->next) {
		st = read_check(c, arena, &(*out)[*n], err);
		*n += st == RV_OK;
	}
	return st;
}

void
rv_live_load(const char *cache, struct rv_arena *arena, struct rv_live *list,
	     size_t n)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_json_doc doc;

	if (rv_path_read(cache, CACHE_MAX, &text, NULL) == RV_OK &&
	    rv_json_parse(rv_buf_sv(&text), &doc, NULL) == RV_OK) {
		for (const rv_json *r = rv_json_first(
			     rv_json_get(doc.root, "checks"));
		     r; r = rv_json_next(r))
			for (size_t i = 0; i < n; i++) {
				struct rv_sv state = rv_json_get_sv(r, "state");

				/* another command under the same name is
				 * another check */
				if (!rv_sv_eq(rv_json_get_sv(r, "name"),
					      list[i].name) ||
				    !rv_sv_eq(rv_json_get_sv(r, "what"),
					      list[i].what))
					continue;
				for (size_t k = 0; k < ARRAY_LEN(states); k++)
					if (rv_sv_is(state, states[k]))
						list[i].state =
							(enum rv_live_state)k;
				list[i].time = rv_json_int(
					rv_json_get(r, "t"), RV_UNDATED);
				list[i].exit_code = (int)rv_json_int(
					rv_json_get(r, "exit"), 0);
				list[i].result = rv_sv_dup_in(
					arena, rv_json_get_sv(r, "result"));
			}
		rv_json_release(&doc);
	}
	rv_buf_release(&text);
}

rv_status
rv_live_save(const char *cache, const struct rv_live *list, size_t n,
	     struct rv_err *err)
{
	struct rv_buf out = RV_BUF_INIT;
	struct rv_jw w;
	rv_status st;

	rv_jw_init(&w, &out);
	rv_jw_object(&w, NULL);
	rv_jw_array(&w, "checks");
	for (size_t i = 0; i < n; i++) {
		if (list[i].time == RV_UNDATED)
			continue;
		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "name", list[i].name);
		rv_jw_sv(&w, "what", list[i].what);
		rv_jw_str(&w, "state", states[list[i].state]);
		rv_jw_int(&w, "t", list[i].time);
		rv_jw_int(&w, "exit", list[i].exit_code);
		rv_jw_sv(&w, "result", list[i].result);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_jw_end_object(&w);
	rv_buf_addc(&out, '\n');
	st = rv_publish(cache, rv_buf_sv(&out), err);
	rv_buf_release(&out);
	return st;
}

static void
run_command(struct rv_live *c, const char *workspace, struct rv_buf *text)
{
	struct rv_proc_result r;
	struct rv_err why = {0};

	if (rv_proc_capture(c->argv, workspace, RV_LIVE_TIMEOUT_MS,
			    RV_LIVE_OUTPUT_MAX, text, &r, &why) != RV_OK) {
		c->state = RV_LIVE_FAILED;
		rv_buf_adds(text, why.msg);
		return;
	}
	c->exit_code = r.exit_code;
	c->state = r.timed_out	   ? RV_LIVE_TIMEOUT
		   : r.exit_code ? RV_LIVE_FAILED
				 : RV_LIVE_OK;
}

static void
run_file(struct rv_live *c, const char *workspace, struct rv_arena *arena,
	 struct rv_buf *text)
{
	const char *path = rv_path_join_in(arena, workspace,
					   rv_sv_cstr_in(arena, c->what));
	struct rv_err why = {0};

	c->state = RV_LIVE_OK;
	if (rv_path_read(path, RV_LIVE_OUTPUT_MAX, text, &why) != RV_OK) {
		c->state = RV_LIVE_FAILED;
		rv_buf_reset(text);
		rv_buf_adds(text, why.msg);
	}
}

static rv_status
keep(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	(void)err;
	rv_buf_addv(arg, chunk);
	return RV_OK;
}

static void
ask_url(struct rv_live *c, struct rv_arena *arena, struct rv_buf *text)
{
	struct rv_http_request req = {
		.method = "GET",
		.url = rv_sv_cstr_in(arena, c->what),
		.total_ms = RV_LIVE_TIMEOUT_MS,
		.max_bytes = RV_LIVE_OUTPUT_MAX,
	};
	struct rv_http_response res = {0};
	struct rv_err why = {0};

	c->state = RV_LIVE_FAILED;
	if (rv_http_perform(&req, keep, text, arena, &res, &why) != RV_OK) {
		rv_buf_adds(text, why.msg);
	} else if (res.status / 100 == 2) {
		c->state = RV_LIVE_OK;
		if (!text->n)
			rv_buf_addf(text, "HTTP %d", res.status);
	} else {
		c->exit_code = res.status;
		rv_buf_addv(text, res.error_body);
		rv_buf_addf(text, "\nHTTP %d", res.status);
	}
}

void
rv_live_run(struct rv_live *c, const char *workspace, const struct rv_env *env,
	    struct rv_arena *arena)
{
	struct rv_buf text = RV_BUF_INIT;

	c->exit_code = 0;
	switch (c->kind) {
	case RV_LIVE_COMMAND:
		run_command(c, workspace, &text);
		break;
	case RV_LIVE_FILE:
		run_file(c, workspace, arena, &text);
		break;
	case RV_LIVE_URL:
		ask_url(c, arena, &text);
		break;
	}
	c->time = rv_env_now(env);
	c->result = rv_redact_in(arena,
				 rv_text_clean_in(arena, rv_buf_sv(&text),
						  RV_CLEAN_TEXT),
				 NULL);
	rv_buf_release(&text);
}
