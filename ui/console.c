/* SPDX-License-Identifier: MIT */
/* Life of the console: start, events, end. */
#include "config.h"

#include "ui/console.h"

#include <langinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"
#include "ui/remove.h"

#define PROGRESS_PAGES 500
#define JOBS_MS 100
#define COALESCE_MS 33

struct pane *
ui_console_pane(struct ui_console *c, const char *name)
{
	for (size_t i = 0; i < c->n_panes; i++)
		if (!strcmp(c->panes[i].ops->name, name))
			return &c->panes[i];
	return NULL;
}

struct pane *
ui_console_focused(struct ui_console *c)
{
	const struct ui_screen *s = &ui_screens[c->screen];

	return ui_console_pane(c, s->places[c->focus[c->screen]].pane);
}

void
ui_console_focus(struct ui_console *c, size_t place)
{
	const struct ui_screen *s = &ui_screens[c->screen];

	if (place >= ui_screen_places(s))
		place = 0;
	c->focus[c->screen] = place;
	c->shown[c->screen][s->places[place].group] = place;
	c->ctx.focus = s->places[place].pane;
	c->dirty = true;
}

/* --- services of ctx.h --------------------------------------------------- */

void
ui_dirty(struct ui_ctx *ctx)
{
	ctx->console->dirty = true;
}

void
ui_toast(struct ui_ctx *ctx, enum rv_level level, const char *fmt, ...)
{
	struct ui_console *c = ctx->console;
	va_list ap;

	rv_buf_reset(&c->toast);
	va_start(ap, fmt);
	rv_buf_vaddf(&c->toast, fmt, ap);
	va_end(ap);
	c->toast_level = level;
	c->dirty = true;
}

void
ui_say(struct ui_ctx *ctx, enum rv_level level, struct rv_sv cli,
       struct rv_sv text)
{
	struct ui_said *s;

	if (ctx->said_n == UI_SAID_MAX) {
		free(ctx->said[0].cli);
		free(ctx->said[0].text);
		memmove(&ctx->said[0], &ctx->said[1],
			(UI_SAID_MAX - 1) * sizeof(ctx->said[0]));
		ctx->said_n--;
	}
	s = &ctx->said[ctx->said_n++];
	ctx->said_all++;
	s->time = rv_env_now(ctx->env);
	s->level = level;
	s->cli = rv_sv_dup(cli);
	s->text = rv_sv_dup(text);
}

void
ui_copy(struct ui_ctx *ctx, struct rv_sv text, const char *what)
{
	ctx->console->term->ops->copy(ctx->console->term, text);
	ui_toast(ctx, RV_LEVEL_OK, _("%s: sent to the terminal's clipboard"),
		 what);
}

void
ui_refresh(struct ui_ctx *ctx)
{
	struct ui_console *c = ctx->console;
	const struct ui_screen *s = &ui_screens[c->screen];
	unsigned views = 0;

	for (size_t i = 0; i < ui_screen_places(s); i++) {
		const struct pane *p = ui_console_pane(c, s->places[i].pane);

		views |= p ? p->ops->views : 0;
	}
	/* The frame and what is staged speak of the queue on every screen. */
	if (ctx->stage.n > 0)
		views |= 1u << UI_VIEW_REVIEW;
	for (int v = 0; v < UI_VIEW_N; v++)
		if (views & 1u << v)
			ui_model_want(ctx->model, (enum ui_view)v, 0,
				      RV_SV_NONE);
}

void
ui_overlay_push(struct ui_ctx *ctx, struct ui_overlay *o)
{
	struct ui_console *c = ctx->console;

	o->ctx = ctx;
	o->below = c->overlay;
	c->overlay = o;
	c->dirty = true;
	/* What was typed ahead was not typed at this window. */
	if (!strcmp(o->ops->name, "dialog"))
		c->term->ops->flush(c->term);
}

/* --- events -------------------------------------------------------------- */

void
ui_console_theme(struct ui_console *c, const char *name, bool quiet)
{
	struct ui_theme t;
	struct rv_err err = {0};

	if (ui_theme_load(&t, c->env->data_dir, name, &err) != RV_OK) {
		if (err.status != RV_E_NOTFOUND || !quiet)
			ui_toast(&c->ctx, RV_LEVEL_WARN, "%s", err.msg);
		if (c->theme.name[0])
			return;
		ui_theme_builtin(&t, !strcmp(name, "mono"));
	}
	c->theme = t;
	c->grid.ascii = t.border == UI_BORDER_ASCII ||
			(t.border == UI_BORDER_AUTO &&
			 strcmp(nl_langinfo(CODESET), "UTF-8") != 0);
	c->term->ops->repaint(c->term);
	c->dirty = true;
}

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

static void
take_events(struct ui_console *c)
{
	c->event_waiting = false;
	if (c->ctx.follow && c->ctx.opened)
		ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
}

static void
on_event_timer(void *arg)
{
	struct ui_console *c = arg;

	c->event_timer = 0;
	if (!c->event_waiting)
		return;
	take_events(c);
	c->event_timer = rv_loop_add_timer(c->loop, COALESCE_MS, on_event_timer,
					   c);
}

/* Jobs and the lamp of the model; the rest does not change by a call. */
static void
on_job_timer(void *arg)
{
	struct ui_console *c = arg;
	const char *screen = ui_screens[c->screen].name;

	c->job_timer = 0;
	if (c->ctx.follow && c->ctx.opened &&
	    (!strcmp(screen, "jobs") || !strcmp(screen, "overview")))
		ui_refresh(&c->ctx);
}

/* The first event is shown at once, what follows within 33 ms together. */
static void
on_feed(void *arg)
{
	struct ui_console *c = arg;
	struct rv_event ev;
	bool any = false;

	while (rv_feed_next(c->feed, &ev)) {
		if (ev.kind == RV_EVENT_JOB) {
			if (!c->job_timer)
				c->job_timer = rv_loop_add_timer(
					c->loop, JOBS_MS, on_job_timer, c);
			continue;
		}
		any = true;
		if (ev.kind == RV_EVENT_TURN && !c->ctx.follow) {
			c->ctx.held++;
			c->dirty = true;
			/* The count takes the place of what was said. */
			if (c->toast_level == RV_LEVEL_OK)
				rv_buf_reset(&c->toast);
		}
	}
	if (!any)
		return;
	if (c->event_timer) {
		c->event_waiting = true;
		return;
	}
	take_events(c);
	c->event_timer = rv_loop_add_timer(c->loop, COALESCE_MS, on_event_timer,
					   c);
}

/* After the open: a new workspace has its .reverie directory by then. */
static void
watch(struct ui_console *c)
{
	if (rv_feed_new(c->opts->workspace, &c->feed, NULL) == RV_OK)
		rv_loop_add_fd(c->loop, rv_feed_fd(c->feed), on_feed, c);
	else
		ui_toast(&c->ctx, RV_LEVEL_WARN,
			 _("the workspace cannot be watched: F5 reads again"));
}

/* By :readonly; .reverie may be there only now. */
static void
reopened(struct ui_console *c, const struct ui_snap *s)
{
	if (c->feed) {
		rv_loop_del_fd(c->loop, rv_feed_fd(c->feed));
		rv_feed_free(c->feed);
		c->feed = NULL;
	}
	watch(c);
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
	watch(c);
	if (!c->opts->mono && !c->opts->theme && s->text.n > 0 &&
	    !rv_sv_is(s->text, "auto") && !ui_term_wants_mono()) {
		char *name = rv_sv_dup(s->text);

		ui_console_theme(c, name, false);
		free(name);
	}
	if (c->opts->demo && !c->opts->headless)
		ui_tour_start(c);
	if (c->fresh)
		ui_model_want(c->ctx.model, UI_VIEW_FOUND, 0, RV_SV_NONE);
	/* What the index has is shown first, then what changed since. */
	ui_refresh(&c->ctx);
	ui_keep_resume(c);
	ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
}

static void
synced(struct ui_console *c, const struct ui_snap *s)
{
	if (s->status != RV_OK)
		ui_toast(&c->ctx, RV_LEVEL_WARN, "%s", s->err.msg);
	if (s->status != RV_OK || s->u.sync.done >= s->u.sync.total) {
		ui_refresh(&c->ctx);
		return;
	}
	ui_model_want(c->ctx.model, UI_VIEW_SYNC, 0, RV_SV_NONE);
	/* A few changed pages are no news. */
	if (s->u.sync.total < PROGRESS_PAGES)
		return;
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
		}
		break;
	case UI_VIEW_SOURCES:
	case UI_VIEW_TRACE:
	case UI_VIEW_DRAFT:
	case UI_VIEW_PROPOSAL:
	case UI_VIEW_EPISODE:
	case UI_VIEW_ITEM:
	case UI_VIEW_THREE:
	case UI_VIEW_LIVES:
	case UI_VIEW_N:
		break;
	}
	for (size_t i = 0; i < c->n_panes; i++)
		ui_pane_update(&c->panes[i], s->view);
	ui_ctx_opened(&c->ctx, s);
}

static void
on_wake(void *arg)
{
	struct ui_console *c = arg;

	ui_model_collect(c->ctx.model, on_snap, c);
	/* A model's answer goes on: the preview says how far. */
	if (ui_model_running(c->ctx.model).asked)
		c->dirty = true;
}

static void
on_tty(void *arg)
{
	struct ui_console *c = arg;
	struct ui_input in;

	while (!c->quit && c->term->ops->read(c->term, &in))
		ui_input(c, &in);
	/* A terminal that went away is readable for ever. */
	if (c->term->ops->gone(c->term))
		c->quit = true;
}

static void
on_signal(int signo, void *arg)
{
	struct ui_console *c = arg;
	struct ui_input in = {.kind = UI_INPUT_RESIZE};

	switch (signo) {
	case SIGWINCH:
		c->term->ops->resized(c->term);
		ui_input(c, &in);
		break;
	case SIGCONT:
		c->term->ops->enter(c->term);
		ui_input(c, &in);
		break;
	case SIGHUP:
	case SIGTERM:
	case SIGINT:
		c->quit = true;
		c->exit_code = 128 + signo;
		break;
	default:
		break;
	}
}

bool
ui_console_idle(const struct ui_console *c)
{
	return !c->dirty && !c->event_timer && !c->chord_timer &&
	       ui_model_idle(c->ctx.model);
}

bool
ui_console_settled(const struct ui_console *c)
{
	return !c->dirty && !c->event_timer && !c->chord_timer &&
	       ui_model_settled(c->ctx.model);
}

static void
on_demo(struct ui_ctx *ctx, int choice, const char *arg)
{
	(void)arg;
	if (choice > 1)
		return;
	ctx->console->remove = choice == 1;
	ctx->console->quit = true;
}

/* The demo's workspace is a temporary one: who leaves says what becomes of it. */
static bool
ask_demo(struct ui_console *c)
{
	static const struct ui_choice choices[] = {
		{"k", N_("keep it"), NULL},
		{"r", N_("remove it"), NULL},
		{"n", N_("stay (enter, esc)"), NULL},
	};
	const struct rv_view_status *st = ui_ctx_status(&c->ctx);
	struct rv_buf b = RV_BUF_INIT;

	if (!c->opts->demo || !st || !st->demo)
		return false;
	rv_buf_addf(&b,
		    _("The demo workspace is %s. Keep it, and `reverie "
		      "--workspace %s` opens it again; or remove it with all "
		      "you did in it."),
		    c->opts->workspace, c->opts->workspace);
	ui_dialog_ask(&c->ctx, _("Leave the demo?"), rv_buf_sv(&b), choices,
		      (int)ARRAY_LEN(choices), on_demo, NULL);
	rv_buf_release(&b);
	return true;
}

static void
really_quit(struct ui_ctx *ctx, int choice, const char *arg)
{
	(void)arg;
	if (choice == 0 && !ask_demo(ctx->console))
		ctx->console->quit = true;
}

void
ui_console_quit(struct ui_console *c)
{
	if (ui_stage_total(&c->ctx.stage) == 0) {
		if (!ask_demo(c))
			c->quit = true;
		return;
	}
	ui_dialog_confirm(&c->ctx, _("Leave Reverie?"),
			  rv_sv(_("Something is staged and not written. It is "
				  "kept: the next start has it staged again, "
				  "and nothing is written by that.")),
			  really_quit, NULL);
}

/* --- start and end ------------------------------------------------------- */

static void
make_panes(struct ui_console *c)
{
	size_t n;
	const struct pane_ops *const *ops = ui_panes(&n);

	c->panes = rv_calloc(n, sizeof(*c->panes));
	c->n_panes = n;
	for (size_t i = 0; i < n; i++) {
		c->panes[i].ops = ops[i];
		c->panes[i].ctx = &c->ctx;
		c->panes[i].list.filter = RV_BUF_INIT;
		if (ops[i]->state_size > 0)
			c->panes[i].state = rv_calloc(1, ops[i]->state_size);
	}
	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];

		for (size_t k = ui_screen_places(s); k > 0; k--)
			c->shown[i][s->places[k - 1].group] = k - 1;
		c->focus[i] = 0;
		/* The list that one walks first has the focus. */
		for (size_t k = 0; k < ui_screen_places(s); k++)
			if (!strcmp(s->places[k].pane, "turns") ||
			    !strcmp(s->places[k].pane, "episodes") ||
			    !strcmp(s->places[k].pane, "tree") ||
			    !strcmp(s->places[k].pane, "queue") ||
			    !strcmp(s->places[k].pane, "jobs") ||
			    !strcmp(s->places[k].pane, "chapters")) {
				c->focus[i] = k;
				break;
			}
		c->shown[i][s->places[c->focus[i]].group] = c->focus[i];
	}
}

/* Which proposal, in which bytes, a person can have looked at. */
static void
note_seen(struct ui_console *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(&c->ctx);
	struct ui_ctx *x = &c->ctx;

	x->seen_id[0] = x->seen_sha[0] = '\0';
	if (!p || c->size == UI_SIZE_CARD || p->id.n >= sizeof(x->seen_id) ||
	    p->sha.n >= sizeof(x->seen_sha))
		return;
	snprintf(x->seen_id, sizeof(x->seen_id), "%.*s", RV_SV_ARG(p->id));
	snprintf(x->seen_sha, sizeof(x->seen_sha), "%.*s", RV_SV_ARG(p->sha));
}

static void
paint(struct ui_console *c)
{
	ui_frame_layout(c);
	ui_frame_draw(c);
	note_seen(c);
	c->term->ops->paint(c->term, &c->grid, &c->theme);
	c->dirty = false;
}

static rv_status
start(struct ui_console *c, struct rv_err *err)
{
	static const int signals[] = {SIGWINCH, SIGTERM, SIGHUP,
				      SIGINT,	SIGCONT, 0};
	const struct rv_console_opts *o = c->opts;
	const char *theme = o->theme;
	bool mono = o->mono || (!o->headless && ui_term_wants_mono());
	rv_status st = rv_loop_new(&c->loop, err);
	int w, h;

	if (st == RV_OK)
		st = rv_loop_signals(c->loop, signals, on_signal, c, err);
	if (st == RV_OK && o->script)
		st = ui_script_load(o->script, &c->script, err);
	if (st == RV_OK && o->headless)
		c->term = ui_term_headless_new(o->width > 0 ? o->width : 80,
					       o->height > 0 ? o->height : 24);
	else if (st == RV_OK)
		st = ui_term_curses_new(mono, &c->term, err);
	if (st != RV_OK)
		return st;
	c->term->ops->size(c->term, &w, &h);
	ui_grid_init(&c->grid, w, h, false);
	if (mono)
		theme = "mono";
	else if (!theme && !o->headless)
		theme = ui_term_background();
	ui_console_theme(c, theme ? theme : "dark", mono || !o->theme);
	if (c->term->ops->fd(c->term) >= 0)
		rv_loop_add_fd(c->loop, c->term->ops->fd(c->term), on_tty, c);
	c->fresh = !rv_path_is_dir(
		rv_path_join_in(&c->ctx.kept, o->workspace, ".reverie"));
	c->backend = ui_backend_engine_new(c->env, o->workspace, o->config,
					   o->readonly);
	c->ctx.model = ui_model_new(c->loop, c->backend);
	rv_loop_on_wake(c->loop, on_wake, c);
	/* People see the frame while the workspace is opened. */
	paint(c);
	ui_model_want(c->ctx.model, UI_VIEW_OPEN, 0, RV_SV_NONE);
	return RV_OK;
}

static rv_status
run(struct ui_console *c, struct rv_err *err)
{
	while (!c->quit) {
		rv_status st;

		if (c->dirty) {
			/* What is seen is kept, whatever kills the console. */
			ui_keep_save(c);
			paint(c);
		}
		if (c->opts->headless)
			ui_script_step(c);
		if (c->quit || c->dirty)
			continue;
		st = rv_loop_turn(c->loop, -1, err);
		if (st != RV_OK)
			return st;
	}
	return RV_OK;
}

static void
finish(struct ui_console *c)
{
	if (c->term)
		c->term->ops->close(c->term);
	while (c->overlay) {
		struct ui_overlay *o = c->overlay;

		c->overlay = o->below;
		o->ops->free(o);
	}
	for (size_t i = 0; i < c->n_panes; i++) {
		if (c->panes[i].ops->close)
			c->panes[i].ops->close(&c->panes[i]);
		if (c->panes[i].ops->flags & PANE_TEXT)
			ui_textview_release(c->panes[i].state);
		ui_rows_release(&c->panes[i]);
		free(c->panes[i].state);
	}
	free(c->panes);
	ui_model_free(c->ctx.model);
	if (c->backend)
		ui_backend_engine_free(c->backend);
	rv_feed_free(c->feed);
	if (c->loop)
		rv_loop_free(c->loop);
	ui_grid_release(&c->grid);
	ui_script_free(c->script);
	rv_buf_release(&c->toast);
	for (size_t i = 0; i < c->ctx.said_n; i++) {
		free(c->ctx.said[i].cli);
		free(c->ctx.said[i].text);
	}
	free(c->ctx.proposal);
	ui_stage_release(&c->ctx.stage);
	rv_buf_release(&c->ctx.find);
	rv_arena_release(&c->ctx.kept);
	/* An edited preview is kept for the next start. */
	if (c->ctx.edited && c->ctx.show != UI_SHOW_DRAFT)
		unlink(c->ctx.edited);
	free(c->ctx.edited);
	rv_buf_release(&c->kept);
}

int
rv_console_main(const struct rv_env *env, const struct rv_console_opts *opts)
{
	struct ui_console *c = rv_calloc(1, sizeof(*c));
	struct rv_err err = {0};
	rv_status st;
	int code;

	c->env = env;
	c->opts = opts;
	c->toast = RV_BUF_INIT;
	c->ctx.find = RV_BUF_INIT;
	c->ctx.console = c;
	c->ctx.env = env;
	c->ctx.follow = true;
	c->ctx.chapter = -1;
	c->ctx.status_from = UI_VIEW_STATUS;
	c->kept = RV_BUF_INIT;
	make_panes(c);
	ui_keep_load(c);
	ui_console_focus(c, c->focus[c->screen]);
	st = start(c, &err);
	if (st == RV_OK)
		st = run(c, &err);
	code = st == RV_OK ? c->exit_code : rv_status_exit(st);
	if (c->remove)
		ui_keep_forget(c);
	finish(c);
	if (c->remove && !ui_remove_tree(opts->workspace))
		code = RV_MAX(code, 1);
	free(c);
	if (st != RV_OK) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_addf(&b, "reverie: %s\n",
			    err.msg[0] ? err.msg : rv_status_sentence(st));
		if (write(STDERR_FILENO, b.p, b.n) < 0)
			code = RV_MAX(code, 1);
		rv_buf_release(&b);
	}
	return code;
}
