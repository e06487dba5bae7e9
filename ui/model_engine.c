/* SPDX-License-Identifier: MIT */
/* Serves the console's requests from the engine, in the worker thread. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/ticket.h"
#include "engine/engine.h"
#include "ui/model.h"

/* A large wiki is read in portions; what an operator asks for meanwhile waits
 * this long at the most. */
#define SYNC_BUDGET_MS 50

#define TOLD_US 100000

struct engine_backend {
	struct ui_backend backend;
	struct rv_engine_opts opts;
	struct rv_engine *engines[UI_LANES]; /* each lane's own */
	/* Two lanes change one workspace one after the other; a dry run, which
	 * may wait for a model, writes nothing and waits for nobody. */
	struct rv_ticket turn;
	bool anew[UI_LANES]; /* the lane's engine is of before */
	struct rv_running running[UI_LANES];
	int64_t told; /* us, when the loop was woken last */
};

static void
serve_action(struct engine_backend *b, struct rv_engine *e, struct ui_snap *s)
{
	const struct rv_args *args = &s->u.action.args;
	struct rv_buf json = RV_BUF_INIT, cli = RV_BUF_INIT;

	s->status = rv_action_run(e, b->opts.env, args,
				  RV_DOOR_CONSOLE, &json, &s->err);
	rv_args_cli_twin(args, &cli);
	s->u.action.json = rv_sv_dup_in(&s->arena, rv_buf_sv(&json));
	s->u.action.cli = rv_sv_dup_in(&s->arena, rv_buf_sv(&cli));
	rv_buf_release(&json);
	rv_buf_release(&cli);
}

static rv_status
serve_sync(struct rv_engine *e, struct ui_snap *s)
{
	size_t n = 0, lines = rv_sv_count(s->text, '\n');
	struct rv_sv *paths, rest = s->text;

	if (s->num == 0)
		rv_engine_sync_anew(e);
	if (s->num != 1)
		return rv_engine_sync_step(e, SYNC_BUDGET_MS, &s->u.sync.done,
					   &s->u.sync.total, &s->err);
	paths = rv_arena_array(&s->arena, struct rv_sv, lines + 1);
	while (n < lines && rv_sv_next_part(&rest, '\n', &paths[n]))
		n++;
	return rv_engine_sync_changed(e, paths, n, &s->u.sync.done,
				      &s->u.sync.total, &s->err);
}

/* When all is read, what the record says of itself is verified, too. */
static rv_status
sync(struct rv_engine *e, struct ui_snap *s)
{
	rv_status st = serve_sync(e, s);

	if (st == RV_OK && s->u.sync.done == s->u.sync.total)
		st = rv_engine_verify(e, &s->err);
	return st;
}

static rv_status
serve_view(struct rv_engine *e, struct ui_snap *s)
{
	struct rv_arena *a = &s->arena;
	struct rv_err *err = &s->err;

	switch (s->view) {
	case UI_VIEW_SYNC:
		return sync(e, s);
	case UI_VIEW_STATUS:
		return rv_view_status(e, a, &s->u.status_, err);
	case UI_VIEW_OVERVIEW:
		return rv_view_overview(e, a, &s->u.overview, err);
	case UI_VIEW_STORY:
		return rv_view_story(e, a, &s->u.story, err);
	case UI_VIEW_SOURCES:
		return rv_view_sources(e, (size_t)s->num, a,
				       &s->u.sources.items, &s->u.sources.n,
				       err);
	case UI_VIEW_TURNS:
		return rv_view_turns(e, a, &s->u.turns, err);
	case UI_VIEW_TRACE:
		return rv_view_trace(e, s->num, a, &s->u.trace, err);
	case UI_VIEW_PENDING:
		return rv_view_pending(e, s->num, a, &s->u.pending, err);
	case UI_VIEW_LOG:
		return rv_view_log(e, a, &s->u.log, err);
	case UI_VIEW_DRAFT:
		return rv_view_draft(e, s->num != 0, s->text, a,
				     &s->u.proposal, err);
	case UI_VIEW_PROPOSAL:
		return rv_view_proposal(e, s->text, a, &s->u.proposal, err);
	case UI_VIEW_EPISODE:
		return rv_view_episode(e, s->text, a, &s->u.episode, err);
	case UI_VIEW_LAYERS:
		return rv_view_layers(e, true, a, &s->u.layers, err);
	case UI_VIEW_ITEM:
		return rv_view_item(e, s->text, a, &s->u.item, err);
	case UI_VIEW_REVIEW:
		return rv_view_review(e, a, &s->u.review, err);
	case UI_VIEW_THREE:
		return rv_view_three(e, s->text, a, &s->u.three, err);
	case UI_VIEW_LIVES:
		return rv_view_lives(e, a, &s->u.lives, err);
	case UI_VIEW_FOUND:
		return rv_view_found(e, a, &s->u.found, err);
	case UI_VIEW_REST:
		rv_engine_rest(e);
		return RV_OK;
	case UI_VIEW_NOTES:
		return rv_view_notes(e, a, &s->u.notes, err);
	case UI_VIEW_JOBS:
		return rv_view_jobs(e, a, &s->u.jobs, err);
	case UI_VIEW_OPEN:
	case UI_VIEW_ACTION:
	case UI_VIEW_N:
		break;
	}
	return RV_OK;
}

/* Opens the lane's engine, and again when the workspace was opened anew. */
static rv_status
open_lane(struct engine_backend *b, struct ui_snap *s)
{
	struct rv_engine_opts opts = b->opts;
	struct rv_engine **e = &b->engines[s->lane];
	rv_status st;

	if (s->view == UI_VIEW_OPEN && s->num > 0) {
		rv_engine_free(*e);
		*e = NULL;
		b->opts.look = opts.look = false;
		b->opts.create = opts.create = s->num == 1;
		b->opts.readonly = opts.readonly = s->num == 2;
		for (int i = 0; i < UI_LANES; i++)
			b->anew[i] = i != UI_LANE_READ;
	}
	if (b->anew[s->lane]) {
		rv_engine_free(*e);
		*e = NULL;
		b->anew[s->lane] = false;
	}
	if (s->lane != UI_LANE_READ)
		opts.running = &b->running[s->lane];
	st = *e ? RV_OK : rv_engine_open(&opts, e, &s->err);
	/* The other lanes do not ask again. */
	if (st == RV_OK && b->opts.look) {
		b->opts.look = false;
		b->opts.readonly = rv_engine_readonly(*e);
	}
	if (st == RV_OK && s->view == UI_VIEW_OPEN && s->num > 0 &&
	    (s->num == 2 || !rv_engine_readonly(*e)))
		st = rv_engine_keep_readonly(opts.workspace, s->num == 2,
					     &s->err);
	return st;
}

/* All that is not read yet, in portions: who looks at something meanwhile has
 * a turn between two of them. */
static rv_status
catch_up(struct engine_backend *b, struct rv_engine *e, struct rv_err *err)
{
	int64_t done = 0, total = 0;
	rv_status st;

	while ((st = rv_engine_sync_step(e, SYNC_BUDGET_MS, &done, &total,
					 err)) == RV_OK &&
	       done < total) {
		rv_ticket_give(&b->turn);
		rv_ticket_take(&b->turn);
	}
	return st;
}

/* The lane sees what was recorded since; then it asks without any lock. */
static void
serve_call(struct engine_backend *b, struct ui_snap *s)
{
	struct rv_engine *e = b->engines[s->lane];

	s->status = catch_up(b, e, &s->err);
	if (s->status != RV_OK)
		return;
	if (s->lane == UI_LANE_CALL && s->view == UI_VIEW_ACTION) {
		serve_action(b, e, s);
		return;
	}
	rv_ticket_give(&b->turn);
	if (s->view == UI_VIEW_ACTION)
		serve_action(b, e, s);
	else
		s->status = serve_view(e, s);
	rv_ticket_take(&b->turn);
}

/* ui_backend.serve */
static void
engine_serve(struct ui_backend *backend, struct ui_snap *s)
{
	struct engine_backend *b = (struct engine_backend *)backend;

	rv_ticket_take(&b->turn);
	atomic_fetch_sub(&backend->waiting, 1);
	s->status = open_lane(b, s);
	if (s->status != RV_OK)
		goto out;
	if (s->view == UI_VIEW_OPEN)
		s->u.open.undecided = rv_engine_undecided(b->engines[s->lane]);
	if (s->view == UI_VIEW_OPEN)
		s->text = rv_sv_dup_in(
			&s->arena, rv_sv(rv_engine_config(b->engines[s->lane],
							  "ui.theme")));
	if (s->lane != UI_LANE_READ)
		serve_call(b, s);
	else if (s->view == UI_VIEW_ACTION)
		serve_action(b, b->engines[s->lane], s);
	else
		s->status = serve_view(b->engines[s->lane], s);
out:
	rv_ticket_give(&b->turn);
	if (s->lane != UI_LANE_READ)
		rv_running_reset(&b->running[s->lane]);
}

/* ui_backend.close */
static void
engine_close(struct ui_backend *backend)
{
	struct engine_backend *b = (struct engine_backend *)backend;

	for (int i = 0; i < UI_LANES; i++) {
		rv_engine_free(b->engines[i]);
		b->engines[i] = NULL;
	}
}

/* ui_backend.cancel */
static void
engine_cancel(struct ui_backend *backend, enum ui_lane lane)
{
	rv_running_cancel(&((struct engine_backend *)backend)->running[lane]);
}

/* ui_backend.look */
static struct rv_running_now
engine_look(struct ui_backend *backend)
{
	struct engine_backend *b = (struct engine_backend *)backend;

	return rv_running_look(&b->running[UI_LANE_CALL]);
}

/* rv_running.told, in the lane's thread: at most ten frames a second. */
static void
told(void *arg)
{
	struct engine_backend *b = arg;
	int64_t now = rv_env_ticks(b->opts.env);
	struct rv_running_now at = rv_running_look(&b->running[UI_LANE_CALL]);

	if (at.pieces > 0 && now - b->told < TOLD_US && now != 0)
		return;
	b->told = now;
	rv_loop_wake(b->backend.loop);
}

struct ui_backend *
ui_backend_engine_new(const struct rv_env *env, const char *workspace,
		      const char *config, bool readonly)
{
	struct engine_backend *b = rv_calloc(1, sizeof(*b));

	b->backend.serve = engine_serve;
	b->backend.close = engine_close;
	b->backend.cancel = engine_cancel;
	b->backend.look = engine_look;
	rv_ticket_init(&b->turn);
	for (int i = 0; i < UI_LANES; i++)
		rv_running_init(&b->running[i]);
	b->running[UI_LANE_CALL].told = told;
	b->running[UI_LANE_CALL].arg = b;
	b->opts.env = env;
	b->opts.workspace = workspace;
	b->opts.config = config;
	b->opts.readonly = readonly;
	b->opts.look = true;
	b->opts.waiting = &b->backend.waiting;
	return &b->backend;
}

void
ui_backend_engine_free(struct ui_backend *backend)
{
	struct engine_backend *b = (struct engine_backend *)backend;

	for (int i = 0; i < UI_LANES; i++)
		rv_running_release(&b->running[i]);
	rv_ticket_release(&b->turn);
	free(b);
}
