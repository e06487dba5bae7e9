/* SPDX-License-Identifier: MIT */
/* Log: proposals, decisions, writes and turns, and what this console did, each
 * with its command line. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/logrows.h"
#include "ui/pane.h"
#include "ui/shorten.h"

struct state {
	struct ui_logrows log;
	bool steps; /* what ctx says of it, as it is shown */
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what the row is about"), 0},
	{"u", UI_ACT_UNDO, N_("undo it"), N_("take this step back; asks"), 0},
	{"f", UI_ACT_FILTER, N_("filter"), N_("show only what fits"), 0},
	{"\\", UI_ACT_CYCLE, NULL,
	 N_("show the steps of undo only, or all rows"), 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{"y", UI_ACT_COPY, N_("copy"), N_("copy the command line"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_log *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_LOG)->u.log;
}

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

/* One row a step: what was written, and what took it back. */
static bool
passes(const struct pane *p, size_t i)
{
	const struct rv_view_activity *a = row(p, i)->act;

	return !p->ctx->log_steps || (a && (a->step > 0 || a->undone_by > 0));
}

static void
show_steps(struct pane *p, bool steps)
{
	struct state *s = p->state;

	p->ctx->log_steps = s->steps = steps;
	ui_list_rechosen(&p->list.list);
	ui_rows_sync(p);
	ui_dirty(p->ctx);
}

static const char *
setting(const struct pane *p)
{
	return p->ctx->log_steps ? "steps" : NULL;
}

static void
set(struct pane *p, struct rv_sv word)
{
	struct state *s = p->state;

	p->ctx->log_steps = s->steps = rv_sv_is(word, "steps");
}

/* Somebody named a row, or a proposal whose newest row is meant. */
static ptrdiff_t
wanted(const struct pane *p)
{
	const struct ui_ctx *c = p->ctx;

	for (size_t i = 0; (c->log_row > 0 || c->log_of) && i < count(p); i++) {
		const struct rv_view_activity *a = row(p, i)->act;

		if (a && (c->log_row > 0 ? a->ledger == c->log_row ||
						   a->end == c->log_row
					 : rv_sv_is(a->proposal, c->log_of)))
			return (ptrdiff_t)i;
	}
	return UI_ROWS_NONE;
}

static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	p->ctx->log = i >= 0 ? *row(p, (size_t)i) : (struct ui_logrow){0};
	/* It was gone to, or somebody went on. */
	if (i >= 0 && wanted(p) == i) {
		p->ctx->log_row = 0;
		p->ctx->log_of = NULL;
	}
}

/* A row was named elsewhere; `last`: it must be there now. */
static void
go_wanted(struct pane *p, bool last)
{
	struct ui_ctx *c = p->ctx;
	ptrdiff_t at = wanted(p);

	if (at >= 0) {
		ui_rows_go(p, (size_t)at);
		chosen(p);
	} else if (last && (c->log_row > 0 || c->log_of)) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("the newest %d rows of the log do not have it"),
			 (int)count(p));
		c->log_row = 0;
		c->log_of = NULL;
	}
}

/* The ledger, the turns and this session stand in one list. */
struct counts {
	int ledger, turns;
	int ends; /* rows of the ledger that stand in the row they end */
};

static struct counts
count_rows(const struct pane *p)
{
	struct counts n = {0};

	for (size_t i = 0; i < count(p); i++) {
		const struct rv_view_activity *a = row(p, i)->act;

		n.ledger += a && a->ledger > 0;
		n.turns += a && a->run > 0;
		n.ends += a && a->end > 0;
	}
	return n;
}

static void
ledger_heading(const struct pane *p, struct rv_buf *out)
{
	const struct counts n = count_rows(p);
	int k = (int)ui_rows_shown(p);

	if (p->ctx->log_steps) {
		rv_buf_addf(out, P_("%d step of undo; esc shows all rows",
				    "%d steps of undo; esc shows all rows", k),
			    k);
		return;
	}
	rv_buf_addf(out, P_("%d row", "%d rows", count(p)), (int)count(p));
	/* Their sum is explained where there is more than one kind. */
	if (n.ledger > 0 && n.ledger < (int)count(p))
		rv_buf_addf(out, _("  %d of the ledger"), n.ledger);
	if (n.turns > 0)
		rv_buf_addf(out, P_("  %d turn", "  %d turns", n.turns),
			    n.turns);
}

static void
ledger_update(struct pane *p, enum ui_view view)
{
	const struct ui_ctx *c = p->ctx;
	const struct state *s = p->state;

	/* gu was pressed; or a row is named, which may be any. */
	if (c->log_steps && (c->log_row > 0 || c->log_of))
		show_steps(p, false);
	else if (c->log_steps != s->steps)
		show_steps(p, c->log_steps);
	if (p->ctx->log_newest && ui_rows_shown(p) > 0) {
		p->ctx->log_newest = false;
		ui_rows_go(p, ui_rows_item(p, 0));
		chosen(p);
	}
	if (view == UI_VIEW_LOG || view == UI_VIEW_N)
		go_wanted(p, view == UI_VIEW_LOG &&
				     !ui_model_reading(p->ctx->model, view));
}

static void
open_row(struct pane *p, const struct ui_logrow *r)
{
	const struct rv_view_activity *a = r->act;

	if (a && a->run > 0) {
		ui_ctx_open_run(p->ctx, a->run);
	} else if (a && a->proposal.n > 0 &&
		   ui_ctx_queued(p->ctx, a->proposal)) {
		ui_ctx_open(p->ctx, a->proposal);
	} else if (a && a->there) {
		ui_ctx_open(p->ctx, a->target);
	} else {
		ui_step_into(p->ctx, "log", "entry");
	}
}

static enum ui_undone
undone_of(const struct rv_view_activity *a)
{
	if (a->files == 0)
		return UI_UNDONE_DECISION;
	return strcmp(a->kind, "undo") ? UI_UNDONE_FILES : UI_UNDONE_UNDO;
}

static unsigned
ledger_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct ui_logrow *r = i >= 0 ? row(p, (size_t)i) : NULL;

	if (act == UI_ACT_CYCLE ||
	    (act == UI_ACT_CLOSE && p->ctx->log_steps &&
	     p->list.filter.n == 0)) {
		show_steps(p, !p->ctx->log_steps);
		return PANE_HANDLED;
	}
	if (r && act == UI_ACT_OPEN) {
		open_row(p, r);
		return PANE_HANDLED;
	}
	if (r && act == UI_ACT_COPY)
		return ui_logrow_copy(p->ctx, r) ? PANE_HANDLED : PANE_IGNORED;
	/* What is staged is unstaged first, as everywhere. */
	if (r && act == UI_ACT_UNDO && ui_stage_total(&p->ctx->stage) == 0) {
		/* u means the row under the cursor and never another one. */
		if (r->act && r->act->step > 0)
			ui_start_undo(p->ctx, r->act->step, r->act->text,
				      undone_of(r->act));
		else if (r->act && r->act->undone_by > 0)
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("undone by row %lld already: u on row %lld "
				   "turns it round"),
				 (long long)r->act->undone_by,
				 (long long)r->act->newest);
		else if (r->act && r->act->replaced_by.n > 0)
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("%.*s was replaced by %.*s: there is nothing "
				   "to take back"),
				 RV_SV_ARG(r->act->proposal),
				 RV_SV_ARG(r->act->replaced_by));
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("this row decided nothing, so there is "
				   "nothing to take back: approve, reject, "
				   "defer, undo and redo rows can be"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

/* This session may have said more since. */
static void
ledger_recalc(struct pane *p)
{
	if (((struct state *)p->state)->log.said != p->ctx->said_all)
		ui_rows_sync(p);
}

static void
draw_verified(const struct pane *p, struct ui_surface *s, int64_t rows)
{
	int ends = count_rows(p).ends;
	int x = ui_putf(s, 0, 0, UI_ROLE_OK,
			P_("chain ok: %s ledger row verified",
			   "chain ok: %s ledger rows verified", rows),
			ui_tmp_int(rows));

	if (ends > 0)
		ui_putf(s, x, 0, UI_ROLE_DIM,
			P_(", %d ends a step and stands in its row",
			   ", %d end a step and stand in its row", ends),
			ends);
}

static void
draw_chain(const struct pane *p, struct ui_surface *s)
{
	const struct rv_view_chain *c = &data(p)->status.chain;

	if (!c->known)
		ui_puts(s, 0, 0, UI_ROLE_DIM, _("chain: checking"));
	else if (c->broken)
		ui_putf(s, 0, 0, UI_ROLE_ERROR,
			_("x chain broken at row %s: nothing is decided until "
			  ":chain accept REASON"),
			ui_tmp_int(c->first_bad));
	else if (c->accepted)
		ui_putf(s, 0, 0, UI_ROLE_WARN,
			_("chain ok since row %s, which accepts what was "
			  "changed before it"),
			ui_tmp_int(c->accepted));
	else
		draw_verified(p, s, c->rows);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct ui_logrow *r = row(p, i);
	/* Where there is room the command line has a column of its own. */
	bool two = s->r.w >= 100;
	int end = two ? s->r.w * 55 / 100 : s->r.w;
	struct rv_sv line = ui_logrow_cli(r);

	ui_putw(s, 0, 0, 5, UI_ROLE_DIM,
		rv_sv(ui_tmp_when(p->ctx, ui_logrow_time(r))));
	if (r->act) {
		ui_putw(s, 6, 0, 10,
			r->act->step > 0 ? UI_ROLE_NOTE : UI_ROLE_LABEL,
			ui_word(rv_sv(r->act->kind)));
		ui_put_path(s, 17, 0, end - 18, UI_ROLE_TEXT, r->act->text);
	} else {
		const char *text = r->said->text;

		ui_putw(s, 6, 0, 10, ui_level_role(r->said->level),
			rv_sv(r->said->level == RV_LEVEL_OK ? _("you")
							    : _("refused")));
		if (!text[0] && !two)
			ui_cmdline_put(p->ctx, s, 17, 0, end - 18,
				       UI_ROLE_TEXT, "$", line);
		else
			ui_putw(s, 17, 0, end - 18, UI_ROLE_TEXT,
				rv_sv(text[0] ? text : _("done")));
	}
	if (two && line.n > 0)
		ui_cmdline_put(p->ctx, s, end, 0, s->r.w - end - 1,
			       UI_ROLE_DIM, "$", line);
}

static const char *
empty(const struct pane *p)
{
	if (p->ctx->log_steps)
		return _("No step yet: nothing was written that undo could "
			 "take back. esc shows all rows.");
	return _("Nothing was written yet. Every proposal, decision and turn "
		 "appears here with the command line that does the same.");
}

static void
ledger_close(struct pane *p)
{
	ui_logrows_release(&((struct state *)p->state)->log);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LOG,
	.above = 1,
	.build = build,
	.count = count,
	.id = id,
	.text = text,
	.passes = passes,
	.follows = ui_rows_live,
	.wanted = wanted,
	.chosen = chosen,
	.draw = draw,
	.around = draw_chain,
	.empty = empty,
};

const struct pane_ops ledger_pane = {
	.name = "ledger",
	.title = N_("Log"),
	.views = 1u << UI_VIEW_LOG | 1u << UI_VIEW_REVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.rows = &rows,
	.heading = ledger_heading,
	.setting = setting,
	.set = set,
	.update = ledger_update,
	.action = ledger_action,
	.recalc = ledger_recalc,
	.close = ledger_close,
};
