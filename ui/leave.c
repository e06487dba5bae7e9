/* SPDX-License-Identifier: MIT */
/* Leaving: what would be lost is asked about before. */
#include "config.h"

#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"

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

	/* Opened again it is asked about as the first time, but where nothing
	 * is to be written. */
	if (c->opts->readonly || !st || !st->demo)
		return false;
	c->demo_asked = true;
	rv_buf_addf(&b,
		    _("The demo workspace is %s. Keep it, and `%s "
		      "--workspace %s` opens it again; or remove it with all "
		      "you did in it."),
		    c->opts->workspace, c->opts->program, c->opts->workspace);
	ui_dialog_ask(&c->ctx, UI_DIALOG_LEAVE_DEMO, rv_buf_sv(&b), choices,
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
	ui_dialog_confirm(&c->ctx, UI_DIALOG_LEAVE,
			  rv_sv(_("Something is staged and not written. It is "
				  "kept: the next start has it staged again, "
				  "and nothing is written by that.")),
			  really_quit, NULL);
}

void
ui_leave_look(struct ui_console *c)
{
	/* A console that could not start has no model. */
	const struct rv_view_status *st =
		c->ctx.model ? ui_ctx_status(&c->ctx) : NULL;

	if (!st || st->readonly || st->chain.broken)
		c->step = 0;
	/* one that is older than the step knows nothing of it */
	else if (st->last_row >= c->step && st->last_step != c->step)
		c->step = 0;
}

void
ui_leave_say(const struct ui_console *c, bool gone)
{
	const char *dir = c->opts->workspace, *program = c->opts->program;
	struct rv_buf b = RV_BUF_INIT, line = RV_BUF_INIT;

	if (gone)
		rv_buf_addf(&b, _("The demo in %s is deleted.\n"), dir);
	else if (c->opts->demo || (c->demo_asked && c->steps == 0))
		rv_buf_addf(&b,
			    _("The demo is kept in %s; reopen it with: %s "
			      "--workspace %s\n"),
			    dir, program, dir);
	else if (c->steps > 0 && c->step)
		rv_buf_addf(&b,
			    P_("%d step was written; this takes it back: %s "
			       "--workspace %s undo %lld\n",
			       "%d steps were written; this takes the last one "
			       "back: %s --workspace %s undo %lld\n",
			       c->steps),
			    c->steps, program, dir, (long long)c->step);
	else if (c->steps > 0)
		rv_buf_addf(&b,
			    P_("%d step was written\n",
			       "%d steps were written\n", c->steps),
			    c->steps);
	rv_text_clean(rv_buf_sv(&b), RV_CLEAN_TEXT, &line);
	/* Who hears nothing of it cannot be told so either. */
	if (line.n > 0 && write(STDERR_FILENO, line.p, line.n) < 0)
		rv_buf_reset(&line);
	rv_buf_release(&line);
	rv_buf_release(&b);
}
