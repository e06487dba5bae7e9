/* SPDX-License-Identifier: MIT */
/* What happens in the workspace and in the worker, and what follows from it. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "ui/console_priv.h"

#define PROGRESS_PAGES 500
#define WORDS_MS 100 /* a changed page is shown, then its words are indexed */

void
ui_console_follow(struct ui_console *c)
{
	c->ctx.follow = !c->ctx.follow;
	if (c->ctx.follow) {
		c->ctx.held = 0;
		ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
		ui_toast(&c->ctx, RV_LEVEL_OK,
			 _("following: new events appear as they come"));
	} else {
		ui_toast(&c->ctx, RV_LEVEL_OK,
			 _("held: nothing moves until you press F again"));
	}
}

/* By :readonly; .reverie may be there only now. */
static void
reopened(struct ui_console *c, const struct ui_snap *s)
{
	ui_feed_stop(c);
	ui_feed_start(c);
	ui_refresh(&c->ctx);
	ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
	ui_toast(&c->ctx, RV_LEVEL_OK,
		 s->num == 1 ? _("open for writing: what you approve is "
				 "written, u takes it back")
			     : _("read-only: nothing is written"));
}

static void
opened(struct ui_console *c, const struct ui_snap *s)
{
	if (s->status != RV_OK) {
		ui_toast(&c->ctx, RV_LEVEL_ERROR, "%s", s->err.msg);
		return;
	}
	if (s->num > 0) {
		reopened(c, s);
		return;
	}
	if (c->ctx.opened)
		return;
	c->ctx.opened = true;
	ui_feed_start(c);
	if (!c->opts->mono && !c->opts->theme && s->text.n > 0 &&
	    !rv_sv_is(s->text, "auto") && !ui_term_wants_mono()) {
		char *name = rv_sv_dup(s->text);

		ui_console_theme(c, name, false);
		free(name);
	}
	if (c->opts->demo && !c->opts->headless)
		ui_tour_start(c);
	c->undecided = s->u.open.undecided;
	/* What the index has is shown first, then what changed since. */
	ui_refresh(&c->ctx);
	ui_keep_resume(c);
	ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
}

static void
go_on(struct ui_console *c)
{
	if (!ui_model_reading(c->ctx.model, UI_VIEW_SYNC))
		ui_model_want(c->ctx.model, UI_VIEW_SYNC, 2, RV_SV_NONE);
}

static void
on_words_timer(void *arg)
{
	struct ui_console *c = arg;

	c->words_timer = 0;
	go_on(c);
}

/* The screens that show a changed page ask first. */
static void
words_later(struct ui_console *c)
{
	if (!c->words_timer)
		c->words_timer = rv_loop_add_timer(c->loop, WORDS_MS,
						   on_words_timer, c);
}

/* What an index or a first tree of very many pages left behind. */
static void
rest(struct ui_console *c)
{
	if (c->much)
		ui_model_want(c->ctx.model, UI_VIEW_REST, 0, RV_SV_NONE);
	c->much = false;
}

/* The first answer of very many pages is a part, and dropped by the next. */
static void
layers_came(struct ui_console *c, bool partial)
{
	if (!partial) {
		rest(c);
		return;
	}
	c->much = true;
	ui_model_want(c->ctx.model, UI_VIEW_LAYERS, 0, RV_SV_NONE);
}

static void
synced(struct ui_console *c, const struct ui_snap *s)
{
	if (s->status != RV_OK)
		ui_toast(&c->ctx, RV_LEVEL_WARN, "%s", s->err.msg);
	/* Story, sessions and pending log are read by now: the card says what
	 * is in them. */
	if (c->undecided)
		ui_model_want(c->ctx.model, UI_VIEW_FOUND, 0, RV_SV_NONE);
	c->undecided = false;
	if (s->status != RV_OK || s->u.sync.done >= s->u.sync.total) {
		ui_refresh(&c->ctx);
		ui_feed_take(c);
		rest(c);
		return;
	}
	/* What the walk found, and what changed meanwhile, is shown at once. */
	if (s->u.sync.done == 0 || s->num == 1)
		ui_refresh(&c->ctx);
	ui_feed_take(c);
	if (s->num == 1)
		words_later(c);
	else
		go_on(c);
	/* A few changed pages are no news. */
	if (s->u.sync.total < PROGRESS_PAGES)
		return;
	c->much = true;
	ui_toast(&c->ctx, RV_LEVEL_NOTE, _("reading pages: %lld of %lld"),
		 (long long)s->u.sync.done, (long long)s->u.sync.total);
}

/* ui_model_fn */
static void
on_snap(void *arg, const struct ui_snap *s)
{
	struct ui_console *c = arg;

	c->dirty = true;
	switch (s->view) {
	case UI_VIEW_OPEN:
		opened(c, s);
		return;
	case UI_VIEW_SYNC:
		synced(c, s);
		return;
	case UI_VIEW_ACTION:
		ui_flow_done(c, s);
		return;
	case UI_VIEW_FOUND:
		ui_welcome(&c->ctx);
		return;
	case UI_VIEW_REST:
		return;
	case UI_VIEW_STATUS:
	case UI_VIEW_OVERVIEW:
	case UI_VIEW_STORY:
	case UI_VIEW_TURNS:
	case UI_VIEW_PENDING:
	case UI_VIEW_LOG:
	case UI_VIEW_LAYERS:
	case UI_VIEW_REVIEW:
	case UI_VIEW_JOBS:
		if (s->view == UI_VIEW_REVIEW && s->status == RV_OK)
			ui_desk_sync(&c->ctx);
		if (s->status == RV_OK) {
			c->ctx.status_from = s->view;
			ui_keep_seen(c);
			if (s->view == UI_VIEW_LAYERS)
				layers_came(c, s->u.layers.partial);
		}
		break;
	case UI_VIEW_DRAFT:
		if (s->status == RV_OK)
			ui_tour_did(c, UI_TOUR_PREVIEW);
		break;
	case UI_VIEW_SOURCES:
	case UI_VIEW_TRACE:
	case UI_VIEW_PROPOSAL:
	case UI_VIEW_EPISODE:
	case UI_VIEW_ITEM:
	case UI_VIEW_THREE:
	case UI_VIEW_LIVES:
	case UI_VIEW_NOTES:
	case UI_VIEW_N:
		break;
	}
	for (size_t i = 0; i < c->n_panes; i++)
		ui_pane_update(&c->panes[i], s->view);
	ui_ctx_opened(&c->ctx, s);
}

void
ui_events_wake(void *arg)
{
	struct ui_console *c = arg;

	ui_model_collect(c->ctx.model, on_snap, c);
	/* A model's answer goes on: the preview says how far. */
	if (ui_model_running(c->ctx.model).asked)
		c->dirty = true;
}

bool
ui_console_idle(const struct ui_console *c)
{
	return !c->dirty && !c->event_timer && !c->chord_timer &&
	       !c->words_timer && ui_model_idle(c->ctx.model);
}

bool
ui_console_settled(const struct ui_console *c)
{
	return !c->dirty && !c->event_timer && !c->chord_timer &&
	       !c->words_timer && ui_model_settled(c->ctx.model);
}
