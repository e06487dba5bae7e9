/* SPDX-License-Identifier: MIT */
/* Resonance: the turns, newest first; the selected one fills the screen. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/gauge.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("candidates"), N_("look at its candidates"), 0},
	{"F", UI_ACT_FOLLOW, N_("follow"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_turns *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_TURNS);

	return s ? &s->u.turns : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_turns *t = ctx;

	return (uint64_t)t->items[i].run;
}

static void
choose(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_turns *t = data(p);

	if (t && t->n > 0)
		ui_ctx_select_run(p->ctx, t->items[st->list.cursor].run);
}

/* Who looks into a turn is not moved to the next one. */
static bool
is_reading(const struct ui_ctx *c)
{
	static const char *const panes[] = {"candidates", "why", "injected"};

	for (size_t i = 0; i < ARRAY_LEN(panes); i++)
		if (!strcmp(c->focus, panes[i]))
			return true;
	return false;
}

static void
turns_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;
	const struct rv_view_turns *t = data(p);

	if (!t)
		return;
	rv_buf_addf(out, "%s", ui_tmp_int(t->total));
	if (st->list.newer > 0)
		rv_buf_addf(out, _("  %d newer"), (int)st->list.newer);
}

static void
turns_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_turns *t = data(p);

	if (!t)
		return;
	if (view == UI_VIEW_TURNS) {
		bool follow = p->ctx->follow && !is_reading(p->ctx);

		ui_list_sync(&st->list, t->n, row_id, t, follow);
		/* Somebody may have chosen a turn before the list came. */
		if (p->ctx->run == 0 || (follow && st->list.cursor == 0))
			choose(p);
	} else if (view != UI_VIEW_N) {
		return;
	}
	for (size_t i = 0; i < t->n; i++)
		if (t->items[i].run == p->ctx->run) {
			ui_list_go(&st->list, i, row_id, t);
			break;
		}
	p->ctx->newer = (int64_t)st->list.newer;
}

static unsigned
turns_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_turns *t = data(p);

	if (!t || t->n == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		ui_step_into(p->ctx, "resonance", "candidates");
		return PANE_HANDLED;
	}
	if (!ui_list_act(&st->list, act, row_id, t))
		return PANE_IGNORED;
	choose(p);
	p->ctx->newer = (int64_t)st->list.newer;
	return PANE_REDRAW;
}

/* Below the list: how many fragments turns get. */
static int
foot_rows(const struct pane *p)
{
	return p->h >= 20 ? 9 : 0;
}

static void
turns_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h - foot_rows(p));
}

static void
draw_foot(const struct rv_view_turns *t, struct ui_surface *s, int y)
{
	int64_t most = 1;

	ui_put(s, 0, y++, UI_ROLE_LABEL,
	       rv_sv(ui_tmp(_("surfaced %d%%  target < 50%%"),
			    RV_MAX(t->surfaced_percent, 0))));
	ui_put(s, 0, y++, UI_ROLE_LABEL,
	       rv_sv(ui_tmp(_("distinct queries %d%%"),
			    RV_MAX(t->distinct_percent, 0))));
	for (int i = 0; i < 6; i++)
		most = RV_MAX(most, t->in_histogram[i]);
	for (int i = 0; i < 6; i++, y++) {
		int w = (int)((s->r.w - 8) * t->in_histogram[i] / most);

		ui_putf(s, 0, y, UI_ROLE_DIM, _("in %d"), i);
		for (int x = 0; x < w; x++)
			ui_glyph(s, 5 + x, y, UI_ROLE_GAUGE, "▪", '#');
		if (t->in_histogram[i] > 0)
			ui_putf(s, 6 + w, y, UI_ROLE_DIM, "%d",
				(int)t->in_histogram[i]);
	}
}

static void
turns_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_turns *t = data(p);
	int rows = s->r.h - foot_rows(p);

	if (ui_pane_blank(p, s, UI_VIEW_TURNS) || !t)
		return;
	if (t->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("0 turns. `reverie turn MESSAGE` makes one; "
			       ":turn tries one here."));
		return;
	}
	for (int y = 0; y < rows; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_turn *r = &t->items[i];
		int x;

		if (i >= t->n)
			break;
		x = ui_putf(s, 0, y, UI_ROLE_TEXT, "#%d", (int)r->run);
		x = RV_MAX(x + 1, 5);
		x += ui_putw(s, x, y, 5, UI_ROLE_DIM,
			     rv_sv(ui_tmp_when(p->ctx, r->time))) + 1;
		if (r->skipped.n > 0)
			ui_putw(s, x, y, s->r.w - x - 1, UI_ROLE_DIM,
				r->skipped);
		else
			ui_put(s, x, y, r->in > 0 ? UI_ROLE_IN : UI_ROLE_TEXT,
			       rv_sv(ui_tmp(_("in %d/%d"), (int)r->in,
					    (int)r->unique)));
		if (r->skipped.n == 0 && s->r.w >= 60)
			ui_putw(s, x + 11, y, s->r.w - x - 12, UI_ROLE_QUOTE,
				r->message);
		else if (r->skipped.n == 0 && r->ms > 0 && x + 17 < s->r.w)
			ui_put_right(s, s->r.w - 1, y, 7, UI_ROLE_DIM,
				     rv_sv(ui_tmp("%.0fms", r->ms)));
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, rows);
	if (foot_rows(p))
		draw_foot(t, s, rows + 1);
}

const struct pane_ops turns_pane = {
	.name = "turns",
	.title = N_("Turns"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_TURNS,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = turns_heading,
	.update = turns_update,
	.action = turns_action,
	.recalc = turns_recalc,
	.draw = turns_draw,
};
