/* SPDX-License-Identifier: MIT */
/* Resonance: every candidate with its verdict. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/pane.h"

#define ROWS_MAX 2048

enum filter { FILTER_ALL, FILTER_IN, FILTER_OUT, FILTER_NEAR, FILTER_N };

struct state {
	struct ui_list list;
	enum filter filter;
	int64_t run; /* what rows belongs to */
	size_t rows[ROWS_MAX], n;
};

static const char *const filter_names[FILTER_N] = {
	N_("all"), N_("in"), N_("out"), N_("near-miss")};

static const struct ui_key keys[] = {
	{"f", UI_ACT_FILTER, N_("filter"), N_("all, in, out, near-misses"), 0},
	{"enter", UI_ACT_OPEN, N_("why"), N_("why it surfaced or not"), 0},
	{"left", UI_ACT_LEFT, NULL, N_("phase before"), 0},
	{"right", UI_ACT_RIGHT, NULL, N_("next phase"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy its text"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct state *st = ctx;

	return st->rows[i] + 1;
}

/* Dropped only in the last steps: relevant, but weak, one too many or cut. */
static bool
is_near(const struct rv_view_candidate *c)
{
	static const char *const codes[] = {"weak", "max",    "budget",
					    "echo", "source", "late"};

	for (size_t i = 0; i < ARRAY_LEN(codes); i++)
		if (!strcmp(c->verdict, codes[i]))
			return true;
	return false;
}

static bool
passes(enum filter f, const struct rv_view_candidate *c)
{
	switch (f) {
	case FILTER_ALL: return true;
	case FILTER_IN: return c->injected;
	case FILTER_OUT: return !c->injected;
	case FILTER_NEAR: return !c->injected && is_near(c);
	case FILTER_N: break;
	}
	return true;
}

static void
refilter(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);
	size_t at = 0;

	st->n = 0;
	st->run = t ? t->turn.run : 0;
	for (size_t i = 0; t && i < t->n && st->n < ROWS_MAX; i++)
		if (passes(st->filter, &t->cands[i])) {
			if (i == p->ctx->cand)
				at = st->n;
			st->rows[st->n++] = i;
		}
	ui_list_sync(&st->list, st->n, row_id, st, false);
	ui_list_go(&st->list, at, row_id, st);
}

static void
candidates_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (!t)
		return;
	rv_buf_addf(out, _("%d of %d   filter: %s"), (int)st->n, (int)t->n,
		    _(filter_names[st->filter]));
	if (!t->adds_up)
		rv_buf_adds(out, _("   ! the verdicts do not add up"));
}

static void
candidates_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (view == UI_VIEW_TRACE || (t ? t->turn.run : 0) != st->run)
		refilter(p);
}

static unsigned
candidates_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (!t)
		return PANE_IGNORED;
	if (act == UI_ACT_FILTER) {
		st->filter = (enum filter)((st->filter + 1) % FILTER_N);
		refilter(p);
		if (st->n > 0)
			ui_ctx_select_cand(p->ctx, st->rows[st->list.cursor]);
		return PANE_REDRAW;
	}
	if (act == UI_ACT_LEFT || act == UI_ACT_RIGHT) {
		p->ctx->phase = (p->ctx->phase +
				 (act == UI_ACT_LEFT ? 5 : 1)) % 6;
		return PANE_REDRAW;
	}
	if (st->n == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		ui_step_into(p->ctx, "resonance", "why");
		return PANE_HANDLED;
	}
	if (act == UI_ACT_COPY) {
		ui_copy(p->ctx, t->cands[p->ctx->cand].text, _("text"));
		return PANE_HANDLED;
	}
	if (!ui_list_act(&st->list, act, row_id, st))
		return PANE_IGNORED;
	ui_ctx_select_cand(p->ctx, st->rows[st->list.cursor]);
	return PANE_REDRAW;
}

static void
candidates_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h - 1);
}

static void
draw_row(const struct pane *p, struct ui_surface *s, int y,
	 const struct rv_view_candidate *c)
{
	ui_style text = c->injected ? UI_ROLE_TEXT : UI_ROLE_OUT;
	int x = 0;

	ui_puts(s, x, y, c->injected ? UI_ROLE_IN : UI_ROLE_OUT,
		c->injected ? "IN " : "OUT");
	if (!c->injected || strcmp(c->verdict, "in") != 0)
		ui_putw(s, x + 4, y, 9, UI_ROLE_OUT, rv_sv(c->verdict));
	x = 14;
	ui_putf(s, x, y, ui_layer_role(c->letter), "[%c]",
		c->letter ? c->letter : '?');
	ui_put_right(s, x + 8, y, 4, UI_ROLE_DIM,
		     rv_sv(ui_tmp_age(p->ctx, c->time)));
	ui_put_right(s, x + 14, y, 5, UI_ROLE_DIM,
		     rv_sv(ui_tmp("%.2f", c->score)));
	ui_putw(s, x + 16, y, s->r.w - x - 16, text, c->text);
}

static void
candidates_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (p->ctx->run == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No turn is selected. Every candidate of a turn "
			       "stands here with the reason why it surfaced or "
			       "not."));
		return;
	}
	if (!t) {
		(void)ui_pane_blank(p, s, UI_VIEW_TRACE);
		return;
	}
	if (t->n == 0 || st->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     t->n == 0 ? _("0 candidates: nothing in memory "
					   "shares a word with this turn.")
				       : _("Surfaced nothing: correct more "
					   "often than not. f shows the "
					   "others."));
		return;
	}
	ui_puts(s, 0, 0, UI_ROLE_LABEL, _("verdict"));
	ui_puts(s, 14, 0, UI_ROLE_LABEL, _("lay  age score  text"));
	for (int y = 1; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)(y - 1);

		if (i >= st->n)
			break;
		draw_row(p, s, y, &t->cands[st->rows[i]]);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 1, s->r.h - 1);
}

const struct pane_ops candidates_pane = {
	.name = "candidates",
	.title = N_("Candidates"),
	.flags = PANE_LIST,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = candidates_heading,
	.update = candidates_update,
	.action = candidates_action,
	.recalc = candidates_recalc,
	.draw = candidates_draw,
};
