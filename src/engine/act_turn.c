/* SPDX-License-Identifier: MIT */
/* turn: the six phases for one message, and their trace and journal line. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/models.h"
#include "resonance/resonance.h"
#include "resonance/rewrite.h"
#include "store/episode.h"
#include "store/traces.h"

#define SESSION_DEFAULT "main"
#define SOUL_MAX ((size_t)256 << 10)
#define HISTORY_MAX 100
#define LOOK_BACK 400 /* messages among which a text's time is looked for */

/* The key of "the same message": masked, white space collapsed. */
static struct rv_sv
key_of(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf mended = RV_BUF_INIT, key = RV_BUF_INIT;
	struct rv_sv out;

	rv_utf8_mend(rv_redact_in(arena, text, NULL), &mended);
	rv_utf8_collapse(rv_buf_sv(&mended), &key);
	out = rv_sv_dup_in(arena, rv_buf_sv(&key));
	rv_buf_release(&mended);
	rv_buf_release(&key);
	return out;
}

static rv_status
session_tail(struct rv_engine *e, struct rv_sv session, int64_t limit,
	     int64_t before, struct rv_arena *arena, struct rv_episode_list *out,
	     struct rv_err *err)
{
	struct rv_episode_query q = {
		.session = session,
		.after = RV_UNDATED,
		.before = RV_UNDATED,
		.newest_first = true,
		.limit = limit,
	};
	rv_status s;

	*out = (struct rv_episode_list){0};
	if (!session.n)
		return RV_OK;
	/* A run of the past must not look into its future. */
	q.before = before;
	s = rv_episode_list(e->store, &q, arena, out, err);
	return s;
}

/* Times for the items that came without one. */
static rv_status
find_times(struct rv_engine *e, struct rv_turn *turn,
	   struct rv_turn_message *items, struct rv_arena *arena,
	   struct rv_err *err)
{
	struct rv_episode_list list;
	size_t open = 0;
	rv_status s;

	for (size_t i = 0; i < turn->n_history; i++)
		open += items[i].time == RV_UNDATED;
	if (!open)
		return RV_OK;
	s = session_tail(e, turn->session, LOOK_BACK, RV_UNDATED, arena,
			 &list, err);
	for (size_t k = 0; s == RV_OK && open && k < list.n; k++) {
		struct rv_sv key = key_of(list.items[k].text, arena);

		for (size_t i = 0; i < turn->n_history; i++) {
			if (items[i].time != RV_UNDATED ||
			    !rv_sv_eq(key, key_of(items[i].text, arena)))
				continue;
			items[i].time = list.items[k].time;
			open -= items[i].time != RV_UNDATED;
		}
	}
	return s;
}

static rv_status
given_history(struct rv_engine *e, struct rv_sv json, struct rv_turn *turn,
	      struct rv_arena *arena, struct rv_err *err)
{
	struct rv_turn_message *items;
	struct rv_json_doc doc;
	const rv_json *it;
	rv_status s = rv_json_parse(json, &doc, err);
	size_t n;

	if (s != RV_OK)
		return s;
	n = rv_json_size(doc.root);
	if (!rv_json_is_array(doc.root)) {
		rv_json_release(&doc);
		return rv_fail(err, RV_E_PARSE,
			       _("turn --history: it is not a list; give "
				 "[{\"role\":\"user\",\"text\":\"...\"}]"));
	}
	it = rv_json_first(doc.root);
	for (; n > HISTORY_MAX; n--)
		it = rv_json_next(it);
	items = rv_arena_array(arena, struct rv_turn_message, n + 1);
	for (; it; it = rv_json_next(it)) {
		struct rv_turn_message *m = &items[turn->n_history];
		struct rv_sv text = rv_json_get_sv(it, "text");
		struct rv_sv time = rv_json_get_sv(it, "time");

		if (!text.n)
			continue;
		m->role = rv_sv_dup_in(arena, rv_json_get_sv(it, "role"));
		m->text = rv_sv_dup_in(arena, text);
		m->time = RV_UNDATED;
		if (time.n && !rv_time_parse(time, &m->time))
			s = rv_fail(err, RV_E_PARSE,
				    _("turn --history: \"%.*s\" is not a time; "
				      "write it as 2026-01-28T13:45:00Z"),
				    (int)RV_MIN(time.n, 40), time.p);
		turn->n_history++;
	}
	rv_json_release(&doc);
	turn->history = items;
	return s == RV_OK ? find_times(e, turn, items, arena, err) : s;
}

static rv_status
own_history(struct rv_engine *e, const struct rv_env *env,
	    struct rv_turn *turn, struct rv_arena *arena, struct rv_err *err)
{
	struct rv_turn_message *items;
	struct rv_episode_list list;
	int64_t limit = rv_config_int(&e->config, "resonance.history");
	rv_status s = RV_OK;

	if (limit <= 0)
		return RV_OK;
	s = session_tail(e, turn->session, RV_MIN(limit, HISTORY_MAX),
			 env->now == RV_UNDATED ? RV_UNDATED : turn->now + 1,
			 arena, &list, err);
	if (s != RV_OK)
		return s;
	items = rv_arena_array(arena, struct rv_turn_message, list.n + 1);
	for (size_t i = 0; i < list.n; i++) {
		const struct rv_episode *ep = &list.items[list.n - 1 - i];

		items[i] = (struct rv_turn_message){ep->role, ep->text,
						    ep->time};
	}
	turn->history = items;
	turn->n_history = list.n;
	return RV_OK;
}

static rv_status
prepare(struct rv_engine *e, const struct rv_env *env,
	const struct rv_args *args, struct rv_arena *arena,
	struct rv_turn *turn, struct rv_err *err)
{
	const char *session = rv_args_get(args, "session");
	const char *history = rv_args_get(args, "history");
	rv_status s;

	*turn = (struct rv_turn){
		.session = rv_mask_name(
			arena, rv_sv(session ? session : SESSION_DEFAULT),
			NULL),
		.now = rv_env_now(env),
		.tz = env->tz,
		.seed = env->seed,
		.max = (int)rv_config_int(&e->config, "resonance.max"),
		.echo = (int)rv_config_int(&e->config, "resonance.echo"),
		.tokens = rv_config_int(&e->config, "resonance.tokens"),
	};
	s = rv_act_operand(args, "MESSAGE", &turn->message, err);
	if (s != RV_OK)
		return s;
	if (history)
		return given_history(e, rv_sv(history), turn, arena, err);
	return own_history(e, env, turn, arena, err);
}

static bool
is_in(const struct rv_candidate *c)
{
	return c->verdict == RV_VERDICT_IN || c->verdict == RV_VERDICT_LATE;
}

/* An agent truncates its files: what was injected stays in the record. */
static rv_status
copy_cited(struct rv_engine *e, const struct rv_run *run,
	   struct rv_arena *arena, struct rv_err *err)
{
	const char **ids = rv_arena_array(arena, const char *, run->n + 1);
	size_t n = 0;

	for (size_t i = 0; i < run->n; i++)
		if (is_in(&run->cands[i]) && run->cands[i].item.episode)
			ids[n++] = rv_sv_cstr_in(arena, run->cands[i].item.id);
	return n ? rv_record_copy(e->store, ids, n, err) : RV_OK;
}

static void
write_counts(const struct rv_run *run, struct rv_buf *out)
{
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	for (int v = 0; v < RV_VERDICT_N; v++)
		if (run->counts[v])
			rv_jw_int(&w, rv_verdict_code((enum rv_verdict)v),
				  run->counts[v]);
	rv_jw_end_object(&w);
}

static rv_status
write_down(struct rv_engine *e, struct rv_run *run, struct rv_arena *arena,
	   struct rv_err *err)
{
	struct rv_buf body = RV_BUF_INIT, counts = RV_BUF_INIT;
	double ms = 0;
	rv_status s = copy_cited(e, run, arena, err);

	rv_resonance_trace(run, &body);
	write_counts(run, &counts);
	for (int p = 0; p < RV_PHASE_N; p++)
		ms += run->ms[p];
	if (s == RV_OK)
		s = rv_trace_append(e->store, rv_buf_sv(&body), &run->run,
				    err);
	if (s == RV_OK)
		s = rv_journal_turn(e, run->turn.now, run->run,
				    run->turn.session, (int64_t)run->n,
				    run->counts[RV_VERDICT_IN] +
					    run->counts[RV_VERDICT_LATE],
				    rv_buf_sv(&counts), ms, run->skipped, err);
	rv_buf_release(&body);
	rv_buf_release(&counts);
	return s;
}

static void
write_flashback(struct rv_jw *w, const struct rv_candidate *c)
{
	const struct rv_item *it = &c->item;

	rv_jw_object(w, NULL);
	rv_act_sv_or_null(w, "ref", it->ref);
	rv_act_sv_or_null(w, "episode", it->episode ? it->id : RV_SV_NONE);
	rv_jw_null(w, "fact");
	rv_act_sv_or_null(w, "session", it->session);
	rv_jw_str(w, "layer", rv_layer_name(it->layer));
	rv_act_sv_or_null(w, "path", it->path);
	rv_jw_int(w, "line", it->line);
	rv_jw_sv(w, "label", c->label);
	rv_jw_sv(w, "text", c->quote);
	rv_jw_sv(w, "source_text", it->text);
	rv_jw_time(w, "time", it->time);
	rv_jw_str(w, "origin", rv_origin_name(it->origin));
	rv_jw_bool(w, "boosted", c->boosted);
	rv_jw_end_object(w);
}

static void
write_answer(const struct rv_run *run, struct rv_buf *json)
{
	struct rv_buf engines = RV_BUF_INIT, counts = RV_BUF_INIT;
	struct rv_jw w;

	rv_resonance_engines(run, &engines);
	write_counts(run, &counts);
	rv_act_begin(&w, json);
	if (run->run)
		rv_jw_int(&w, "run", run->run);
	else
		rv_jw_null(&w, "run");
	rv_act_sv_or_null(&w, "skipped", run->skipped);
	rv_jw_sv(&w, "session", run->turn.session);
	rv_jw_array(&w, "flashbacks");
	for (size_t i = 0; i < run->n; i++)
		if (is_in(&run->cands[i]))
			write_flashback(&w, &run->cands[i]);
	rv_jw_end_array(&w);
	rv_jw_sv(&w, "block", run->block);
	rv_jw_int(&w, "unique", (int64_t)run->n);
	rv_jw_raw(&w, "verdicts", rv_buf_sv(&counts));
	rv_jw_raw(&w, "engines", rv_buf_sv(&engines));
	rv_jw_object(&w, "ms");
	for (int p = 0; p < RV_PHASE_N; p++)
		rv_jw_double(&w, rv_phase_name((enum rv_phase)p), run->ms[p]);
	rv_jw_end_object(&w);
	rv_act_end(&w);
	rv_buf_release(&engines);
	rv_buf_release(&counts);
}

/* A model that words the fragments, opened when there are any. */
struct voice {
	struct rv_engine *e;
	struct rv_models models;
	struct rv_buf soul;
	bool open;
};

/* rv_rewriter.open */
static void
open_voice(void *arg, struct rv_rewriting *out)
{
	struct voice *v = arg;

	v->open = true;
	rv_models_open(v->e, RV_USE_REWRITE, &v->models);
	rv_models_begin(&v->models, "turn");
	/* The voice is a help, no need. */
	if (v->e->map.soul && rv_path_read(v->e->map.soul, SOUL_MAX, &v->soul,
					   NULL) != RV_OK)
		rv_buf_reset(&v->soul);
	*out = (struct rv_rewriting){
		.call = v->models.narrator.call,
		.soul = rv_buf_sv(&v->soul),
		.cancel = v->models.narrator.cancel,
		.account = &v->models.account,
	};
}

static void
close_voice(struct voice *v, const struct rv_run *run)
{
	const char *why = run->model_why.n
				  ? rv_sv_cstr_in(&v->models.arena,
						  run->model_why)
				  : NULL;

	if (why)
		rv_log(RV_LOG_WARN, _("%s (the fragments went in as they are)"),
		       why);
	if (v->open)
		rv_models_close(&v->models,
				why ? RV_E_MODEL : RV_OK, why);
	rv_buf_release(&v->soul);
}

rv_status
rv_act_turn(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err why = {0};
	struct rv_run run = {0};
	struct voice voice = {.e = e, .soul = RV_BUF_INIT};
	struct rv_rewriter rewriter = {.open = open_voice, .arg = &voice};
	rv_status s;

	(void)door;
	s = prepare(e, env, args, &arena, &run.turn, err);
	rewriter.deadline_ms =
		RV_MAX(rv_config_int(&e->config, "resonance.deadlineWithModel"),
		       1) *
		1000;
	run.turn.rewriter = &rewriter;
	/* The process' clock: a line's own "now" must not hide how long it took. */
	if (s == RV_OK)
		s = rv_resonance_run(e->store, e->tokens, e->env, &run, &arena,
				     err);
	if (s != RV_OK)
		goto out;
	/* A trace that cannot be written does not keep the agent waiting. */
	if (!e->readonly && !rv_args_has(args, "dry-run") &&
	    write_down(e, &run, &arena, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", why.msg);
	write_answer(&run, json);
out:
	close_voice(&voice, &run);
	rv_arena_release(&arena);
	return s;
}
