/* SPDX-License-Identifier: MIT */
/* demo: a workspace to look at, with a few turns behind it. */
#include "config.h"

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/demo.h"
#include "engine/engine_priv.h"
#include "files/append.h"

#define TURNS_MAX ((size_t)1 << 20)

static rv_status
play_turn(struct rv_engine *e, const struct rv_env *env, struct rv_sv line,
	  struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf answer = RV_BUF_INIT;
	struct rv_env then = *env;
	struct rv_json_doc doc;
	struct rv_args args;
	rv_status s = rv_json_parse(line, &doc, err);

	if (s != RV_OK)
		return s;
	if (rv_time_parse(rv_json_get_sv(doc.root, "now"), &then.now) &&
	    rv_json_get_sv(doc.root, "message").n) {
		rv_args_make("turn", &arena, &args, "session",
			     rv_sv_cstr_in(&arena, rv_json_get_sv(doc.root,
								  "session")),
			     "", rv_sv_cstr_in(&arena,
					       rv_json_get_sv(doc.root,
							      "message")),
			     NULL);
		s = rv_action_run(e, &then, &args, RV_DOOR_CLI, &answer, err);
	}
	rv_json_release(&doc);
	rv_buf_release(&answer);
	rv_arena_release(&arena);
	return s;
}

/* "append PATH TEXT" is a person who edits a file behind our back; any other
 * line is a command, as an agent would give it. */
static rv_status
play_step(struct rv_engine *e, const struct rv_env *env, struct rv_sv line,
	  struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf answer = RV_BUF_INIT;
	struct rv_args args;
	struct rv_sv word = RV_SV_NONE, rest = line;
	rv_status s = RV_OK;

	if (line.p[0] == '#')
		return RV_OK;
	rv_sv_next_part(&rest, ' ', &word);
	if (rv_sv_is(word, "append")) {
		rv_sv_next_part(&rest, ' ', &word);
		rv_buf_addf(&answer, "\n%.*s\n", RV_SV_ARG(rest));
		s = rv_append_line(rv_path_join_in(&arena, e->workspace,
						   rv_sv_cstr_in(&arena, word)),
				   rv_buf_sv(&answer), false, NULL, err);
	} else {
		s = rv_args_parse_line(line, &arena, &args, err);
		if (s == RV_OK)
			s = rv_action_run(e, env, &args, RV_DOOR_HOOK, &answer,
					  err);
	}
	rv_buf_release(&answer);
	rv_arena_release(&arena);
	return s;
}

typedef rv_status play_fn(struct rv_engine *e, const struct rv_env *env,
			  struct rv_sv line, struct rv_err *err);

/* Gives each line of a file of the demo to fn; a missing file has none. */
static rv_status
play(struct rv_engine *e, const struct rv_env *env, const char *name,
     play_fn *fn, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT, turns = RV_BUF_INIT;
	struct rv_sv rest, line;
	rv_status s;

	s = rv_path_read(rv_path_join_in(&arena, env->data_dir, name),
			 TURNS_MAX, &text, err);
	if (s == RV_E_NOTFOUND) {
		s = RV_OK;
		if (err)
			*err = (struct rv_err){0};
	}
	rv_demo_expand(rv_buf_sv(&text), rv_env_now(env), &turns);
	rest = rv_buf_sv(&turns);
	while (s == RV_OK && rv_sv_next_line(&rest, &line))
		if (rv_sv_trim(line).n)
			s = fn(e, env, line, err);
	rv_buf_release(&text);
	rv_buf_release(&turns);
	rv_arena_release(&arena);
	return s;
}

static void
answer(const struct rv_engine *e, struct rv_buf *json)
{
	struct rv_jw w;

	rv_act_begin(&w, json);
	rv_jw_str(&w, "workspace", e->workspace);
	rv_jw_bool(&w, "demo", e->demo);
	rv_act_end(&w);
}

rv_status
rv_act_demo(struct rv_engine *unused, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	const char *dir = rv_args_get(args, "at");
	struct rv_engine_opts opts = {.env = env, .create = true};
	struct rv_engine *e = NULL;
	rv_status s;

	(void)unused;
	(void)door;
	/* Only front ends know where they are and where temporary files go. */
	if (!dir || dir[0] != '/')
		return rv_fail(err, RV_E_USAGE,
			       _("demo --at: the directory is not absolute; "
				 "give its whole path"));
	s = rv_demo_copy(env, dir, err);
	opts.workspace = dir;
	if (s == RV_OK)
		s = rv_engine_open(&opts, &e, err);
	if (s == RV_OK)
		s = rv_engine_sync(e, err);
	if (s == RV_OK)
		s = rv_baseline(e, err);
	if (s == RV_OK)
		s = play(e, env, "demo/turns.jsonl", play_turn, err);
	if (s == RV_OK)
		s = play(e, env, "demo/steps", play_step, err);
	if (s == RV_OK)
		answer(e, json);
	rv_engine_free(e);
	return s;
}
