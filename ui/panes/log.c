/* SPDX-License-Identifier: MIT */
/* Pending: what was done, newest first; actions of this console with the
 * command line that does the same. */
#include "config.h"

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/logrows.h"
#include "ui/pane.h"
#include "ui/shorten.h"

/* Fewer columns of a command line tell nothing. */
#define CLI_ROOM 14

struct state {
	struct ui_logrows log;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the turn, or the row of the log"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the command line"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct ui_logrow *
row(const struct pane *p, size_t i)
{
	return &((const struct state *)p->state)->log.items[i];
}

static void
build(struct pane *p)
{
	ui_logrows_build(&((struct state *)p->state)->log, p->ctx);
}

static size_t
count(const struct pane *p)
{
	return ((const struct state *)p->state)->log.n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return ui_logrow_id(row(p, i));
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	ui_logrow_text(row(p, i), out);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct ui_logrow *r = row(p, i);
	struct rv_sv cli = ui_logrow_cli(r);
	int x;

	ui_putw(s, 0, 0, 5, UI_ROLE_DIM,
		rv_sv(ui_tmp_when(p->ctx, ui_logrow_time(r))));
	if (!r->act) {
		bool ok = r->said->level == RV_LEVEL_OK;

		x = 6 + ui_cmdline_put(p->ctx, s, 6, 0, s->r.w - 7,
				       ok ? UI_ROLE_TEXT : UI_ROLE_WARN,
				       ok ? "$" : "!", cli);
		ui_puts(s, x + 2, 0, UI_ROLE_WARN, r->said->text);
	} else {
		ui_putw(s, 6, 0, 10, UI_ROLE_LABEL,
			ui_word(rv_sv(r->act->kind)));
		x = 19 + ui_put_path(s, 17, 0, s->r.w - 18, UI_ROLE_TEXT,
				     r->act->text);
		if (cli.n > 0 && s->r.w - x > CLI_ROOM)
			ui_cmdline_put(p->ctx, s, x, 0, s->r.w - x - 1,
				       UI_ROLE_DIM, "$", cli);
	}
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("Nothing was written yet. Every action appears here with the "
		 "command line that does the same.");
}

static void
log_heading(const struct pane *p, struct rv_buf *out)
{
	(void)p;
	rv_buf_adds(out, _("each action with its command line"));
}

static unsigned
log_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct ui_logrow *r = i >= 0 ? row(p, (size_t)i) : NULL;
	struct rv_buf b = RV_BUF_INIT;

	if (r && act == UI_ACT_COPY)
		return ui_logrow_copy(p->ctx, r) ? PANE_HANDLED : PANE_IGNORED;
	if (!r || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	if (r->act && r->act->run > 0) {
		ui_ctx_open_run(p->ctx, r->act->run);
		return PANE_HANDLED;
	}
	if (r->act) {
		ui_ctx_open_row(p->ctx, r->act->ledger, RV_SV_NONE);
		return PANE_HANDLED;
	}
	rv_buf_adds(&b, "$ ");
	ui_cmdline_whole(p->ctx, rv_sv(r->said->cli), &b);
	rv_buf_addf(&b, "\n%s", r->said->text);
	ui_show_text(p->ctx, _("Log"), rv_buf_sv(&b));
	rv_buf_release(&b);
	return PANE_HANDLED;
}

/* This session may have said more since. */
static void
log_recalc(struct pane *p)
{
	if (((struct state *)p->state)->log.said != p->ctx->said_all)
		ui_rows_sync(p);
}

static void
log_close(struct pane *p)
{
	ui_logrows_release(&((struct state *)p->state)->log);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LOG,
	.build = build,
	.count = count,
	.id = id,
	.text = text,
	.follows = ui_rows_live,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops log_pane = {
	.name = "log",
	.title = N_("Log"),
	.views = 1u << UI_VIEW_LOG,
	.state_size = sizeof(struct state),
	.keys = keys,
	.rows = &rows,
	.heading = log_heading,
	.action = log_action,
	.recalc = log_recalc,
	.close = log_close,
};
