/* SPDX-License-Identifier: MIT */
/* Life of the console: start and end. */
#include "config.h"

#include "ui/console.h"

#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/console_priv.h"
#include "ui/remove.h"

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
		c->focus[i] = ui_screen_first(s);
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
	/* Nor what was typed at the shell. */
	c->term->ops->flush(c->term);
	c->term->ops->size(c->term, &w, &h);
	ui_grid_init(&c->grid, w, h, false);
	if (mono)
		theme = "mono";
	else if (!theme && !o->headless)
		theme = ui_term_background();
	ui_console_theme(c, theme ? theme : "dark", mono || !o->theme);
	if (c->term->ops->fd(c->term) >= 0)
		rv_loop_add_fd(c->loop, c->term->ops->fd(c->term), on_tty, c);
	c->backend = ui_backend_engine_new(c->env, o->workspace, o->config,
					   o->readonly);
	c->ctx.model = ui_model_new(c->loop, c->backend);
	rv_loop_on_wake(c->loop, ui_events_wake, c);
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
			ui_keep_save(c, false);
			paint(c);
			ui_keep_save(c, true);
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
	ui_feed_stop(c);
	rv_buf_release(&c->changed);
	if (c->loop)
		rv_loop_free(c->loop);
	ui_grid_release(&c->grid);
	ui_script_free(c->script);
	rv_buf_release(&c->toast);
	for (size_t i = 0; i < c->ctx.said_n; i++) {
		free(c->ctx.said[i].cli);
		free(c->ctx.said[i].text);
	}
	for (size_t i = 0; i < c->ctx.warned_n; i++)
		free(c->ctx.warned[i].text);
	free(c->ctx.proposal);
	ui_stage_release(&c->ctx.stage);
	ui_editor_hold(&c->ctx, RV_SV_NONE, NULL);
	ui_marks_release(c);
	rv_buf_release(&c->ctx.find);
	rv_arena_release(&c->ctx.kept);
	/* An edited preview is kept for the next start. */
	if (c->ctx.edited && c->ctx.show != UI_SHOW_DRAFT)
		unlink(c->ctx.edited);
	free(c->ctx.edited);
	free(c->ctx.list);
	ui_keeper_free(c->keeper);
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
	ui_leave_look(c);
	finish(c);
	if (c->remove && !ui_remove_tree(opts->workspace))
		code = RV_MAX(code, 1);
	if (code == 0)
		ui_leave_say(c, c->remove);
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
