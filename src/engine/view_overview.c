/* SPDX-License-Identifier: MIT */
/* The Overview: is memory healthy, what needs a person, what happened. */
#include "config.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/time.h"
#include "doc/story_doc.h"
#include "engine/models.h"
#include "engine/view_priv.h"
#include "store/job.h"
#include "store/page.h"
#include "store/rejected.h"

#define ACTIVITY_ROWS 50
#define RUN_WINDOW 200 /* ledger rows searched for the last consolidation */
#define HEALTH_ROWS 9
#define JOBS_SEEN 20 /* the newest that ended well or badly is among these */
#define SURFACED_GOOD 50 /* percent of turns; more than this is noise */
#define DISTINCT_GOOD 60 /* percent of queries; less is query collapse */

/* A sentence built in a buffer, moved to the arena. */
static struct rv_sv
keep(struct rv_buf *b, struct rv_arena *a)
{
	struct rv_sv v = rv_sv_dup_in(a, rv_buf_sv(b));

	rv_buf_release(b);
	return v;
}

static struct rv_view_health *
add_health(struct rv_view_overview *o, const char *name, enum rv_level level,
	   const char *opens)
{
	static const char *const states[] = {
		[RV_LEVEL_OK] = N_("ok"),
		[RV_LEVEL_NOTE] = N_("-"),
		[RV_LEVEL_WARN] = N_("!"),
		[RV_LEVEL_ERROR] = N_("x"),
	};
	struct rv_view_health *h = &o->health[o->n_health++];

	*h = (struct rv_view_health){.name = rv_sv(name),
				     .state = rv_sv(_(states[level])),
				     .level = level,
				     .opens = opens};
	return h;
}

static void
health_record(struct rv_engine *e, struct rv_view_overview *o,
	      struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT, n = RV_BUF_INIT;
	int64_t unread = rv_rejected_count(e->store, RV_SV_NONE);

	rv_fmt_int(&n, o->status.episodes);
	if (unread)
		rv_buf_addf(&b,
			    P_("%s episodes; %lld line not read: gn",
			       "%s episodes; %lld lines not read: gn", unread),
			    n.p, (long long)unread);
	else
		rv_buf_addf(&b, _("%s episodes, %lld left out as noise"), n.p,
			    (long long)o->excluded);
	rv_buf_release(&n);
	add_health(o, _("record"), unread ? RV_LEVEL_WARN : RV_LEVEL_OK,
		   "pending")
		->text = keep(&b, a);
}

/* The worst that is wrong with what this screen shows, or NULL. */
static const struct rv_view_trouble *
trouble_of(const struct rv_view_overview *o, const char *screen)
{
	for (size_t i = 0; i < o->status.n_troubles; i++)
		if (!strcmp(o->status.troubles[i].opens, screen))
			return &o->status.troubles[i];
	return NULL;
}

static void
health_ledger(struct rv_view_overview *o, struct rv_arena *a)
{
	const struct rv_view_trouble *t = trouble_of(o, "log");
	const struct rv_view_chain *c = &o->status.chain;
	enum rv_level level = c->known ? RV_LEVEL_OK : RV_LEVEL_NOTE;
	struct rv_buf b = RV_BUF_INIT, n = RV_BUF_INIT;

	rv_fmt_int(&n, c->rows);
	if (t) {
		level = t->level;
		rv_buf_addf(&b, "%.*s; %.*s", RV_SV_ARG(t->what),
			    RV_SV_ARG(t->how));
	} else if (!c->known) {
		rv_buf_adds(&b, _("the chain is not verified yet"));
	} else if (c->accepted) {
		rv_buf_addf(&b, _("%s rows; damage accepted by row %lld"), n.p,
			    (long long)c->accepted);
	} else {
		rv_buf_addf(&b, P_("%s row, the chain holds",
				   "%s rows, the chain holds", c->rows), n.p);
	}
	rv_buf_release(&n);
	add_health(o, _("ledger"), level, "log")->text = keep(&b, a);
}

static void
health_story(struct rv_engine *e, struct rv_view_overview *o, int64_t words,
	     int64_t anchor, struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT, n = RV_BUF_INIT, m = RV_BUF_INIT;
	int64_t limit = rv_config_int(&e->config, "narrative.maxWords");
	enum rv_level level = words > limit ? RV_LEVEL_WARN : RV_LEVEL_OK;
	const struct rv_view_trouble *t = trouble_of(o, "story");

	rv_fmt_int(&n, words);
	rv_fmt_int(&m, limit);
	if (t) {
		level = t->level;
		rv_buf_addf(&b, "%.*s; %.*s", RV_SV_ARG(t->what),
			    RV_SV_ARG(t->how));
	} else {
		rv_buf_addf(&b,
			    P_("%lld chapter, %s of %s words",
			       "%lld chapters, %s of %s words",
			       o->status.chapters),
			    (long long)o->status.chapters, n.p, m.p);
	}
	add_health(o, _("story"), level, "story")->text = keep(&b, a);
	rv_buf_reset(&n);
	if (t && t->level == RV_LEVEL_ERROR && anchor == RV_UNDATED) {
		rv_buf_adds(&b, _("lost with the story"));
	} else if (anchor == RV_UNDATED) {
		rv_buf_adds(&b, _("none yet: nothing was narrated by us"));
	} else {
		rv_fmt_date_clock(&n, anchor,
				  rv_time_zone_offset(e->env->tz, anchor));
		rv_buf_reset(&m);
		rv_fmt_age(&m, o->status.now - anchor);
		rv_buf_addf(&b, _("told up to %s (%s ago)"), n.p, m.p);
	}
	rv_buf_release(&n);
	rv_buf_release(&m);
	add_health(o, _("anchor"),
		   anchor != RV_UNDATED			 ? RV_LEVEL_OK
		   : t && t->level == RV_LEVEL_ERROR ? RV_LEVEL_ERROR
						       : RV_LEVEL_NOTE,
		   "story")
		->text = keep(&b, a);
}

static void
health_turns(struct rv_view_overview *o, struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT;
	enum rv_level level = RV_LEVEL_NOTE;

	if (o->surfaced_percent < 0) {
		rv_buf_adds(&b, _("no turns yet"));
	} else {
		level = o->surfaced_percent > SURFACED_GOOD ? RV_LEVEL_WARN
							    : RV_LEVEL_OK;
		rv_buf_addf(&b, _("%d%% of turns, good is under %d%%"),
			    o->surfaced_percent, SURFACED_GOOD);
	}
	add_health(o, _("surfaced"), level, "resonance")->text = keep(&b, a);
	level = RV_LEVEL_NOTE;
	if (o->distinct_percent < 0) {
		rv_buf_adds(&b, _("no queries yet"));
	} else {
		level = o->distinct_percent < DISTINCT_GOOD ? RV_LEVEL_WARN
							    : RV_LEVEL_OK;
		rv_buf_addf(&b, _("%d%% distinct, collapse is under %d%%"),
			    o->distinct_percent, DISTINCT_GOOD);
	}
	add_health(o, _("queries"), level, "resonance")->text = keep(&b, a);
}

static void
health_lock(struct rv_view_overview *o, struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT;

	/* A free one stands in the status line. */
	if (!o->status.lock_held)
		return;
	rv_buf_addf(&b, _("STORY.md locked by process %lld for "),
		    (long long)o->status.lock_pid);
	rv_fmt_age(&b, o->status.lock_age);
	add_health(o, _("lock"), RV_LEVEL_NOTE, NULL)->text = keep(&b, a);
}

/* How the newest call ended that was not stopped by somebody; else the newest
 * that was; NULL: none. */
static const struct rv_job *
newest_end(struct rv_engine *e, struct rv_arena *a)
{
	const struct rv_job *stopped = NULL;
	struct rv_job *jobs;
	size_t n = 0;

	/* Without its jobs a model is shown as it is configured. */
	if (rv_job_list(e->store, JOBS_SEEN, a, &jobs, &n, NULL) != RV_OK)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (rv_sv_is(jobs[i].kind, "embed"))
			continue;
		if (rv_sv_is(jobs[i].state, "done") ||
		    rv_sv_is(jobs[i].state, "failed"))
			return &jobs[i];
		if (!stopped && rv_sv_is(jobs[i].state, "cancelled"))
			stopped = &jobs[i];
	}
	return stopped;
}

static void
health_model(struct rv_engine *e, struct rv_view_overview *o,
	     struct rv_arena *a)
{
	const char *name = rv_models_name(e, RV_USE_NARRATE, a);
	const struct rv_job *j = newest_end(e, a);
	struct rv_buf b = RV_BUF_INIT;
	enum rv_level level = RV_LEVEL_OK;

	rv_buf_adds(&b, name);
	if (!strcmp(name, "extractive")) {
		rv_buf_adds(&b, _(": built in, asks nobody"));
	} else if (!j) {
		level = RV_LEVEL_NOTE;
		rv_buf_adds(&b, _(": not asked yet"));
	} else if (rv_sv_is(j->state, "failed")) {
		level = RV_LEVEL_ERROR;
		rv_buf_adds(&b, _(" failing "));
		rv_fmt_age(&b, o->status.now - j->updated);
		rv_buf_addf(&b, _(" ago: %.*s"), RV_SV_ARG(j->message));
	} else if (rv_sv_is(j->state, "cancelled")) {
		level = RV_LEVEL_NOTE;
		rv_buf_adds(&b, _(": cancelled "));
		rv_fmt_age(&b, o->status.now - j->updated);
		rv_buf_adds(&b, _(" ago"));
	} else {
		rv_buf_adds(&b, _(": answered "));
		rv_fmt_age(&b, o->status.now - j->updated);
		rv_buf_adds(&b, _(" ago"));
	}
	add_health(o, _("model"), level, "jobs")->text = keep(&b, a);
	add_health(o, _("today"), RV_LEVEL_NOTE, "jobs")->text =
		rv_view_usage_today(e, a);
}

void
rv_overview_need(struct rv_view_overview *o, enum rv_level level,
		 struct rv_sv id, const char *text, const char *hint)
{
	o->needs[o->n_needs++] = (struct rv_view_need){
		.level = level,
		.id = id,
		.text = rv_sv(text),
		.hint = rv_sv(hint),
	};
}

static rv_status
fill_needs(struct rv_engine *e, struct rv_view_overview *o, struct rv_arena *a,
	   struct rv_err *err)
{
	struct rv_view_proposal *p;
	size_t n;
	rv_status st = rv_view_open_proposals(e, a, &p, &n, err);

	if (st != RV_OK)
		return st;
	o->needs = rv_arena_array(a, struct rv_view_need,
				  n + 3 + RV_VIEW_TROUBLES + RV_OVERVIEW_PAGES);
	for (size_t i = 0; i < o->status.n_troubles; i++) {
		const struct rv_view_trouble *t = &o->status.troubles[i];

		rv_overview_need(o, t->level, RV_SV_NONE,
				 rv_arena_printf(a, "%.*s; %.*s",
						 RV_SV_ARG(t->what),
						 RV_SV_ARG(t->how)),
				 !strcmp(t->opens, "log") ? _("8 log")
							  : _("2 story"));
		o->needs[o->n_needs - 1].opens = t->opens;
	}
	for (size_t i = 0; i < n; i++) {
		struct rv_buf size = RV_BUF_INIT;

		if (p[i].waits)
			continue;
		rv_fmt_words(&size, p[i].words_added, p[i].words_removed);
		rv_overview_need(o, RV_MAX(p[i].worst, RV_LEVEL_NOTE), p[i].id,
			 rv_arena_printf(a, "%s  %.*s  %s",
					 rv_sv_is(p[i].kind, "consolidate")
						 ? _("consolidate")
					 : rv_sv_is(p[i].kind, "attest")
						 ? _("attest")
						 : _("promote"),
					 RV_SV_ARG(p[i].target),
					 size.p),
			 rv_sv_is(p[i].kind, "consolidate")
				 ? _("4 pending")
				 : _("6 review"));
		rv_buf_release(&size);
	}
	rv_overview_pages(e, o, a);
	if (o->status.log_tokens >= o->status.threshold)
		rv_overview_need(o, RV_LEVEL_NOTE, RV_SV_NONE,
			 rv_arena_printf(
				 a, _("the pending log is over its threshold: "
				      "%lld of %lld tokens"),
				 (long long)o->status.log_tokens,
				 (long long)o->status.threshold),
			 _("c preview"));
	if (o->status.late)
		rv_overview_need(o, RV_LEVEL_NOTE, RV_SV_NONE,
			 rv_arena_printf(
				 a,
				 P_("%lld late episode: older than the anchor "
				    "and never told",
				    "%lld late episodes: older than the "
				    "anchor and never told",
				    o->status.late),
				 (long long)o->status.late),
			 _("4 pending"));
	if (o->status.readonly)
		rv_overview_need(o, RV_LEVEL_NOTE, RV_SV_NONE,
			 _("read-only: nothing can be written here"), "");
	return RV_OK;
}

static rv_status
fill_turns(struct rv_engine *e, struct rv_view_overview *o,
	   struct rv_arena *a, struct rv_err *err)
{
	const struct rv_turn_row *rows;
	struct rv_turn_gauges g;
	struct rv_err why = {0};
	int64_t total;
	size_t n;
	rv_status st = rv_turn_cache_rows(e, &rows, &n, &total, err);

	if (st != RV_OK)
		return st;
	rv_turn_gauges(rows, n, &g);
	memcpy(o->in_histogram, g.in_histogram, sizeof(g.in_histogram));
	o->surfaced_percent = g.surfaced_percent;
	o->distinct_percent = g.distinct_percent;
	if (!n)
		return RV_OK;
	st = rv_view_trace(e, rows[n - 1].turn.run, a, &o->last, &why);
	return st == RV_E_NOTFOUND || st == RV_E_PARSE ? RV_OK : st;
}

/* The newest consolidation that was written and not taken back. */
static rv_status
fill_runs(struct rv_engine *e, struct rv_view_overview *o, struct rv_arena *a,
	  struct rv_err *err)
{
	struct rv_ledger_row *rows, *run = NULL;
	struct rv_buf b = RV_BUF_INIT;
	bool applied = false;
	size_t n = 0;
	rv_status st = rv_ledger_list(e->store, RUN_WINDOW, a, &rows, &n, err);

	o->next_run = rv_sv(_("c previews one; nothing is written before you "
			      "approve"));
	o->last_run = rv_sv(_("none yet"));
	for (size_t i = 0; st == RV_OK && i < n && !applied; i++) {
		run = &rows[i];
		if (run->kind == RV_LEDGER_APPROVE && run->n_episodes > 0)
			st = rv_ledger_is_applied(e->store, run->id, &applied,
						  err);
	}
	if (st == RV_OK && applied) {
		rv_fmt_date_clock(&b, run->time,
				  rv_time_zone_offset(e->env->tz, run->time));
		rv_buf_addf(&b, _("  %.*s, %lld episodes"),
			    RV_SV_ARG(run->proposal),
			    (long long)run->n_episodes);
		o->last_run = keep(&b, a);
	}
	return st;
}

rv_status
rv_view_overview(struct rv_engine *e, struct rv_arena *arena,
		 struct rv_view_overview *out, struct rv_err *err)
{
	struct rv_episode_counts counts;
	struct rv_token_rate rate;
	struct rv_story_doc doc;
	struct rv_buf text = RV_BUF_INIT;
	rv_status st;

	*out = (struct rv_view_overview){0};
	out->health = rv_arena_array(arena, struct rv_view_health,
				     HEALTH_ROWS);
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = rv_episode_count(e->store, &counts, err);
	if (st == RV_OK)
		st = rv_engine_read_story(e, &text, err);
	if (st == RV_OK)
		st = fill_turns(e, out, arena, err);
	if (st == RV_OK)
		st = rv_overview_layers(e, out, arena, err);
	if (st == RV_OK)
		st = fill_needs(e, out, arena, err);
	if (st == RV_OK)
		st = fill_runs(e, out, arena, err);
	if (st == RV_OK)
		st = rv_view_rate(e, out->status.log_tokens, arena, &rate, err);
	if (st == RV_OK)
		st = rv_view_activity_rows(e, ACTIVITY_ROWS, arena,
					   &out->activity, &out->n_activity,
					   err);
	if (st == RV_OK) {
		rv_story_parse(rv_buf_sv(&text), arena, &doc);
		out->excluded = counts.excluded;
		out->rate = rate.rate;
		out->eta = rate.eta;
		memcpy(out->per_hour, rate.per_hour, sizeof(rate.per_hour));
		health_record(e, out, arena);
		health_ledger(out, arena);
		health_story(e, out, (int64_t)doc.words, doc.anchor, arena);
		health_turns(out, arena);
		health_lock(out, arena);
		health_model(e, out, arena);
	}
	rv_buf_release(&text);
	return st;
}
