/* SPDX-License-Identifier: MIT */
/* Log: proposals, decisions, writes and turns, and what this console did, each
 * with its command line. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/find.h"
#include "ui/help.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
	struct ui_logrow *rows;
	size_t n, cap;
	struct rv_buf filter;
	size_t said; /* lines of this session that are in */
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what the row is about"), 0},
	{"u", UI_ACT_UNDO, N_("undo it"), N_("take this step back; asks"), 0},
	{"f", UI_ACT_FILTER, N_("filter"), N_("show only what fits"), 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{"y", UI_ACT_COPY, N_("copy"), N_("copy the command line"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_log *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LOG);

	return s ? &s->u.log : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct state *st = ctx;
	const struct ui_logrow *r = &st->rows[i];

	if (r->said)
		return (rv_sv_hash(rv_sv(r->said->cli)) +
			(uint64_t)r->said->time * 5) | 1;
	return ((uint64_t)r->act->ledger * 31 + (uint64_t)r->act->run * 7 +
		(uint64_t)r->act->time) | 1;
}

static void
row_text(const void *ctx, size_t i, struct rv_buf *out)
{
	const struct state *st = ctx;
	const struct ui_logrow *r = &st->rows[i];

	if (r->said)
		rv_buf_addf(out, "%s %s", r->said->cli, r->said->text);
	else
		rv_buf_addf(out, "%s %.*s %.*s %.*s", r->act->kind,
			    RV_SV_ARG(r->act->text), RV_SV_ARG(r->act->target),
			    RV_SV_ARG(r->act->cli));
}

static void
add(struct state *st, struct ui_logrow r)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_sv f = rv_buf_sv(&st->filter);

	rv_grow(&st->rows, &st->cap, st->n + 1);
	st->rows[st->n] = r;
	if (f.n > 0) {
		row_text(st, st->n, &text);
		st->n += ui_find_has(rv_buf_sv(&text), f);
	} else {
		st->n++;
	}
	rv_buf_release(&text);
}

/* Merges the two by time, newest first; both are sorted already. */
static void
build(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_log *v = data(p);
	size_t said = p->ctx->said_n, i = 0, n = v ? v->n : 0;

	st->n = 0;
	st->said = p->ctx->said_n;
	while (said > 0 || i < n) {
		const struct ui_said *s =
			said > 0 ? &p->ctx->said[said - 1] : NULL;
		const struct rv_view_activity *a =
			i < n ? &v->items[i] : NULL;

		if (s && (!a || s->time >= a->time)) {
			add(st, (struct ui_logrow){s, NULL});
			said--;
		} else {
			add(st, (struct ui_logrow){NULL, a});
			i++;
		}
	}
	ui_list_sync(&st->list, st->n, row_id, st, p->ctx->follow);
}

static void
choose(struct pane *p)
{
	struct state *st = p->state;

	p->ctx->log = st->list.cursor < st->n ? st->rows[st->list.cursor]
					      : (struct ui_logrow){0};
}

static void
ledger_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;

	if (st->filter.n > 0)
		rv_buf_addf(out, _("%d fit \"%s\""), (int)st->n, st->filter.p);
	else
		rv_buf_addf(out, P_("%d row", "%d rows", st->n), (int)st->n);
	if (st->list.newer > 0)
		rv_buf_addf(out, _("  %d newer"), (int)st->list.newer);
}

static void
ledger_update(struct pane *p, enum ui_view view)
{
	const struct rv_view_log *v = data(p);
	int64_t newest = 0;

	if (view != UI_VIEW_LOG || !v)
		return;
	build(p);
	choose(p);
	for (size_t i = 0; i < v->n; i++)
		newest = RV_MAX(newest, v->items[i].ledger);
	if (newest > 0 && p->visible)
		ui_start_verify(p->ctx, newest);
}

static void
open_row(struct pane *p, const struct ui_logrow *r)
{
	const struct rv_view_activity *a = r->act;

	if (a && a->run > 0) {
		int64_t run = a->run;

		ui_goto(p->ctx, "resonance", "candidates");
		ui_ctx_select_run(p->ctx, run);
	} else if (a && a->proposal.n > 0 &&
		   ui_ctx_queued(p->ctx, a->proposal)) {
		ui_ctx_open(p->ctx, a->proposal);
	} else if (a && a->target.n > 0 && a->target.p[0] != '/' &&
		   rv_sv_find_char(a->target, ' ') < 0) {
		ui_ctx_open(p->ctx, a->target);
	} else {
		ui_goto(p->ctx, "log", "entry");
	}
}

static unsigned
ledger_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct ui_logrow *r = st->list.cursor < st->n
					    ? &st->rows[st->list.cursor]
					    : NULL;

	if (r && act == UI_ACT_OPEN) {
		open_row(p, r);
		return PANE_HANDLED;
	}
	if (r && act == UI_ACT_COPY) {
		ui_copy(p->ctx, r->said ? rv_sv(r->said->cli) : r->act->cli,
			_("command line"));
		return PANE_HANDLED;
	}
	/* What is staged is unstaged first, as everywhere. */
	if (r && act == UI_ACT_UNDO && ui_stage_total(&p->ctx->stage) == 0) {
		if (r->act && r->act->step > 0)
			ui_start_undo(p->ctx, r->act->step, r->act->text);
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("this row changed no file: approve, done "
				   "and undo rows can be taken back"));
		return PANE_HANDLED;
	}
	if (!ui_list_act(&st->list, act, row_id, st))
		return PANE_IGNORED;
	choose(p);
	return PANE_REDRAW;
}

static bool
ledger_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	ptrdiff_t at = ui_find_item(&st->list, row_text, st, pattern, dir);

	if (at < 0)
		return false;
	ui_list_go(&st->list, (size_t)at, row_id, st);
	choose(p);
	return true;
}

static void
ledger_filter(struct pane *p, struct rv_sv pattern)
{
	struct state *st = p->state;

	rv_buf_reset(&st->filter);
	rv_buf_addv(&st->filter, pattern);
	build(p);
	choose(p);
}

static void
ledger_recalc(struct pane *p)
{
	struct state *st = p->state;

	if (st->said != p->ctx->said_n) {
		build(p);
		choose(p);
	}
	ui_list_fit(&st->list, RV_MAX(p->h - 1, 1));
}

static void
draw_chain(const struct pane *p, struct ui_surface *s)
{
	const struct ui_ctx *c = p->ctx;

	if (c->chain.row == 0 || c->chain.asked)
		ui_puts(s, 0, 0, UI_ROLE_DIM, _("chain: checking"));
	else if (c->chain.ok)
		ui_putf(s, 0, 0, UI_ROLE_OK,
			P_("chain ok: %s row verified",
			   "chain ok: %s rows verified", c->chain.row),
			ui_tmp_int(c->chain.row));
	else
		ui_putf(s, 0, 0, UI_ROLE_ERROR,
			_("x chain broken at row %s: what stands before it is "
			  "sound; `reverie log --verify` says more"),
			ui_tmp_int(c->chain.first_bad));
}

static void
draw_row(const struct pane *p, struct ui_surface *s, int y,
	 const struct ui_logrow *r)
{
	int cli = s->r.w >= 100 ? s->r.w * 55 / 100 : s->r.w;

	ui_putw(s, 0, y, 5, UI_ROLE_DIM,
		rv_sv(ui_tmp_when(p->ctx,
				  r->said ? r->said->time : r->act->time)));
	if (r->said) {
		ui_putw(s, 6, y, 10, ui_level_role(r->said->level),
			rv_sv(r->said->level == RV_LEVEL_OK ? _("you")
							    : _("refused")));
		ui_putw(s, 17, y, cli - 18, UI_ROLE_TEXT,
			r->said->text[0]   ? rv_sv(r->said->text)
			: cli == s->r.w ? rv_sv(ui_tmp("$ %s", r->said->cli))
					   : rv_sv(_("done")));
		ui_putw(s, cli, y, s->r.w - cli - 1, UI_ROLE_DIM,
			rv_sv(ui_tmp("$ %s", r->said->cli)));
		return;
	}
	ui_putw(s, 6, y, 10, r->act->step > 0 ? UI_ROLE_NOTE : UI_ROLE_LABEL,
		rv_sv(r->act->kind));
	ui_putw(s, 17, y, cli - 18, UI_ROLE_TEXT, r->act->text);
	if (r->act->cli.n > 0)
		ui_putw(s, cli, y, s->r.w - cli - 1, UI_ROLE_DIM,
			rv_sv(ui_tmp("$ %.*s", RV_SV_ARG(r->act->cli))));
}

static void
ledger_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (ui_pane_blank(p, s, UI_VIEW_LOG))
		return;
	draw_chain(p, s);
	if (st->n == 0) {
		struct ui_surface rest = ui_sub(s, 0, 2, s->r.w, s->r.h - 2);

		ui_pane_note(&rest, UI_ROLE_DIM,
			     st->filter.n > 0
				     ? _("No row fits this filter. f changes "
					 "it, esc there shows all.")
				     : _("Nothing was written yet. Every "
					 "proposal, decision and turn appears "
					 "here with the command line that does "
					 "the same."));
		return;
	}
	for (int y = 1; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y - 1;

		if (i >= st->n)
			break;
		draw_row(p, s, y, &st->rows[i]);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 1, s->r.h - 1);
}

static void
ledger_close(struct pane *p)
{
	struct state *st = p->state;

	free(st->rows);
	rv_buf_release(&st->filter);
}

const struct pane_ops ledger_pane = {
	.name = "ledger",
	.title = N_("Log"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_LOG | 1u << UI_VIEW_REVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = ledger_heading,
	.update = ledger_update,
	.action = ledger_action,
	.find = ledger_find,
	.filter = ledger_filter,
	.recalc = ledger_recalc,
	.draw = ledger_draw,
	.close = ledger_close,
};
