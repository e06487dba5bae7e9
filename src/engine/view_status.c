/* SPDX-License-Identifier: MIT */
/* What every screen shows at its edges, and helpers that several views use. */
#include "config.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "engine/defer.h"
#include "engine/view_priv.h"
#include "files/lock.h"
#include "store/page.h"
#include "store/traces.h"

#define STEP_WINDOW 200 /* ledger rows searched for steps to undo */

char
rv_view_letter(struct rv_sv layer)
{
	return layer.n ? (char)(layer.p[0] - 'a' + 'A') : '?';
}

void
rv_view_episode_from(const struct rv_episode *e, struct rv_view_episode *out)
{
	*out = (struct rv_view_episode){
		.session = e->session,
		.role = e->role,
		.name = e->name,
		.text = e->text,
		.origin = rv_sv(rv_origin_name(e->origin)),
		.source = e->source,
		.ref = e->ref,
		.time = e->time,
		.line = e->line,
		.tokens = e->tokens,
		.late = e->late,
		.narrated = e->narrated || e->baseline,
		.excluded = e->excluded,
	};
}

rv_status
rv_view_rate(struct rv_engine *e, int64_t log_tokens, struct rv_arena *arena,
	     struct rv_token_rate *out, struct rv_err *err)
{
	int64_t now = rv_env_now(e->env), recent = 0;
	int64_t threshold = rv_config_int(&e->config,
					  "narrative.tokenThreshold");
	struct rv_episode_query q = {.after = now - RV_DAY, .before = now + 1};
	struct rv_episode_list list;
	rv_status st = rv_episode_list(e->store, &q, arena, &list, err);

	*out = (struct rv_token_rate){.eta = -1};
	for (size_t i = 0; st == RV_OK && i < list.n; i++) {
		int64_t age = now - list.items[i].time;
		int64_t hour = 23 - RV_MIN(age / RV_HOUR, 23);
		out->per_hour[RV_MAX(hour, 0)] += list.items[i].tokens;
		if (age < 30 * RV_MINUTE)
			recent += list.items[i].tokens;
	}
	out->rate = recent / 30;
	if (log_tokens >= threshold)
		out->eta = 0;
	else if (out->rate > 0)
		out->eta = (threshold - log_tokens) / out->rate * RV_MINUTE;
	return st;
}

/* "; reject P-3 P-4" */
static void
add_also(const struct rv_ledger_row *step, enum rv_ledger_kind kind,
	 struct rv_buf *out)
{
	bool any = false;

	for (size_t i = 0; i < step->n_also; i++) {
		if (step->also[i].kind != kind)
			continue;
		if (!any)
			rv_buf_addf(out, "%s%s", out->n ? "; " : "",
				    rv_ledger_kind_code(kind));
		rv_buf_addf(out, " %.*s", RV_SV_ARG(step->also[i].proposal));
		any = true;
	}
}

/* "consolidate C-3, STORY.md"; a batch names its ids alone, those of every
 * decision: "promote P-1 P-2; reject P-4".  "reject P-4" changed no file. */
static struct rv_sv
step_words(const struct rv_ledger_row *step, struct rv_arena *arena)
{
	bool single = rv_sv_find_char(step->proposal, ' ') < 0 &&
		      step->n_also == 0;
	struct rv_buf b = RV_BUF_INIT;

	if (step->n_files > 0)
		rv_buf_addf(&b, "%.*s %.*s%s%.*s", RV_SV_ARG(step->action),
			    RV_SV_ARG(step->proposal), single ? ", " : "",
			    RV_SV_ARG(single ? step->target : RV_SV_NONE));
	else if (step->proposal.n > 0)
		rv_buf_addf(&b, "%s %.*s", rv_ledger_kind_code(step->kind),
			    RV_SV_ARG(step->proposal));
	add_also(step, RV_LEDGER_REJECT, &b);
	add_also(step, RV_LEDGER_DEFER, &b);
	return rv_buf_detach_in(arena, &b);
}

/*
 * What an undo took back: the step, when it is a step that U gives again; one
 * that took back an undo gave it again already.  *found: it is one.
 */
static rv_status
taken_back(struct rv_engine *e, const struct rv_ledger_row *undo,
	   struct rv_arena *arena, struct rv_ledger_row *step, bool *found,
	   struct rv_err *err)
{
	rv_status st = RV_OK;

	*found = false;
	*step = *undo;
	while (st == RV_OK && step->kind == RV_LEDGER_UNDO) {
		*found = !*found;
		st = rv_ledger_get(e->store, step->of, arena, step, err);
	}
	return st;
}

/* It stands, and is the newest act of its chain. */
static rv_status
is_turnable(struct rv_engine *e, const struct rv_ledger_row *row, bool *out,
	    struct rv_err *err)
{
	int64_t root = 0, newest = 0;
	bool again;
	rv_status st = rv_ledger_is_applied(e->store, row->id, out, err);

	if (st != RV_OK || !*out || row->kind != RV_LEDGER_UNDO)
		return st;
	st = rv_ledger_root(e->store, row->id, &root, &again, err);
	if (st == RV_OK)
		st = rv_ledger_turned_by(e->store, root, &newest, err);
	*out = newest == row->id;
	return st;
}

static rv_status
count_steps(struct rv_engine *e, struct rv_arena *arena,
	    struct rv_view_status *out, struct rv_err *err)
{
	struct rv_ledger_row *rows, step;
	struct rv_err why = {0};
	size_t n;
	bool applied, found;
	rv_status st = rv_ledger_list(e->store, STEP_WINDOW, arena, &rows, &n,
				      err);

	if (st == RV_OK && n)
		out->last_row = rows[0].id;
	for (size_t i = 0; st == RV_OK && i < n; i++) {
		bool undo = rows[i].kind == RV_LEDGER_UNDO;
		bool own = rv_sv_is(rows[i].by, e->env->user);

		if (!rv_ledger_is_step(rows[i].kind) ||
		    (undo ? out->redo_step && (out->last_step || !own) : !own))
			continue;
		st = is_turnable(e, &rows[i], &applied, err);
		if (st == RV_OK && applied && own && !out->last_step)
			out->last_step = rows[i].id;
		out->undo_steps += st == RV_OK && applied && !undo;
		if (st != RV_OK || !applied || !undo || out->redo_step ||
		    taken_back(e, &rows[i], arena, &step, &found, NULL) !=
			    RV_OK || !found)
			continue;
		out->redo_step = rows[i].id;
		out->redo_what = step_words(&step, arena);
		out->redo_wrote = step.n_files > 0;
	}
	if (st != RV_OK)
		return st;
	st = rv_ledger_newest_step(e->store, rv_sv(e->env->user), arena, &step,
				   &why);
	if (st == RV_OK) {
		out->undo_what = step_words(&step, arena);
		out->undo_step = step.id;
		out->undo_files = (int64_t)step.n_files;
	} else if (st != RV_E_NOTFOUND) {
		return rv_fail(err, st, "%s", why.msg);
	}
	return RV_OK;
}

static rv_status
look_at_story(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_status *out, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_story_doc doc;
	char sha[RV_SHA256_HEX];
	rv_status st = rv_engine_read_story(e, &text, err);

	if (st == RV_OK) {
		rv_sha256_of(rv_buf_sv(&text), sha);
		out->story_sha = rv_sv_dup_in(arena, rv_sv(sha));
		rv_story_parse(rv_buf_sv(&text), arena, &doc);
		out->chapters = (int64_t)doc.n;
		st = rv_view_troubles(e, rv_buf_sv(&text), arena, out, err);
	}
	rv_buf_release(&text);
	return st;
}

static rv_status
count_proposals(struct rv_engine *e, struct rv_arena *arena,
		struct rv_view_status *out, struct rv_err *err)
{
	struct rv_proposal *list;
	size_t n;
	rv_status st = rv_proposal_list(e->store, false, arena, &list, &n, err);

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		bool waits = false;
		int64_t due;

		st = rv_defer_waits(e, &list[i], &due, &waits, err);
		out->open_proposals += !waits;
	}
	return st;
}

rv_status
rv_view_status(struct rv_engine *e, struct rv_arena *arena,
	       struct rv_view_status *out, struct rv_err *err)
{
	struct rv_episode_counts c;
	struct rv_lock_info lock;
	rv_status st;

	*out = (struct rv_view_status){
		.agent = rv_sv_dup_in(arena, rv_sv(e->agent)),
		.workspace = rv_sv_dup_in(arena, rv_sv(e->workspace)),
		.readonly = e->readonly,
		.demo = e->demo,
		.now = rv_env_now(e->env),
		.threshold = rv_config_int(&e->config,
					   "narrative.tokenThreshold"),
	};
	out->zone = rv_time_zone_offset(e->env->tz, out->now);
	st = rv_episode_count(e->store, &c, err);
	if (st != RV_OK)
		return st;
	out->episodes = c.episodes;
	out->pending = c.pending;
	out->pending_tokens = c.pending_tokens;
	out->late = c.late;
	out->log_episodes = c.log;
	out->log_tokens = c.log_tokens;
	rv_lock_peek(e->map.story, e->env, &lock);
	out->lock_held = lock.held;
	out->lock_pid = lock.pid;
	if (lock.created != RV_UNDATED)
		out->lock_age = out->now - lock.created;
	st = look_at_story(e, arena, out, err);
	if (st == RV_OK)
		st = count_proposals(e, arena, out, err);
	if (st == RV_OK)
		st = count_steps(e, arena, out, err);
	if (st == RV_OK)
		st = rv_trace_count(e->store, &out->runs, err);
	return st;
}

rv_status
rv_view_episode(struct rv_engine *e, struct rv_sv id, struct rv_arena *arena,
		struct rv_view_episode *out, struct rv_err *err)
{
	struct rv_episode ep;
	rv_status st = rv_episode_get(e->store, id, arena, &ep, err);

	if (st == RV_OK) {
		rv_view_episode_from(&ep, out);
		out->id = rv_sv_dup_in(arena, rv_sv(ep.id));
	}
	return st;
}
