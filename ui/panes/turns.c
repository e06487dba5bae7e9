/* SPDX-License-Identifier: MIT */
/* Resonance: the turns, newest first; the selected one fills the screen. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/gauge.h"
#include "ui/pane.h"

struct state {
	int64_t left; /* the turn that a filter took away, or 0 */
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("candidates"), N_("look at its candidates"), 0},
	{"F", UI_ACT_FOLLOW, N_("follow"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_turns *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_TURNS)->u.turns;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return (uint64_t)data(p)->items[i].run << 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_turn *r = &data(p)->items[i];

	rv_buf_addf(out, "#%d %.*s %.*s", (int)r->run, RV_SV_ARG(r->message),
		    RV_SV_ARG(r->skipped));
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

static bool
follows(const struct pane *p)
{
	return p->ctx->follow && !is_reading(p->ctx);
}

static ptrdiff_t
wanted(const struct pane *p)
{
	const struct rv_view_turns *t = data(p);
	int64_t run = p->ctx->run;

	if (run == 0 && ui_rows_shown(p) > 0)
		run = ((const struct state *)p->state)->left;
	for (size_t i = 0; i < t->n; i++)
		if (t->items[i].run == run)
			return (ptrdiff_t)i;
	return p->ctx->run > 0 ? UI_ROWS_ELSEWHERE : UI_ROWS_NONE;
}

/* Where a filter leaves none, none is looked at; it comes back with its row. */
static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);
	struct state *st = p->state;

	if (i < 0 && p->ctx->run > 0 && count(p) > 0) {
		st->left = p->ctx->run;
		ui_ctx_select_run(p->ctx, 0);
	} else if (i >= 0) {
		st->left = 0;
		ui_ctx_select_run(p->ctx, data(p)->items[i].run);
	}
	p->ctx->newer = (int64_t)p->list.list.newer;
}

/* Below the list: how many fragments turns get. */
static int
foot_rows(const struct pane *p)
{
	return p->h >= 20 ? 9 : 0;
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
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_turn *r = &data(p)->items[i];
	int x = ui_putf(s, 0, 0, UI_ROLE_TEXT, "#%d", (int)r->run);

	x = RV_MAX(x + 1, 5);
	x += ui_putw(s, x, 0, 5, UI_ROLE_DIM,
		     rv_sv(ui_tmp_when(p->ctx, r->time))) + 1;
	if (r->skipped.n > 0) {
		ui_putw(s, x, 0, s->r.w - x - 1, UI_ROLE_DIM, r->skipped);
		return;
	}
	ui_put(s, x, 0, r->in > 0 ? UI_ROLE_IN : UI_ROLE_TEXT,
	       rv_sv(ui_tmp(_("in %d/%d"), (int)r->in, (int)r->unique)));
	if (s->r.w >= 60)
		ui_putw(s, x + 11, 0, s->r.w - x - 12, UI_ROLE_QUOTE,
			r->message);
	else if (r->ms > 0 && x + 17 < s->r.w)
		ui_put_right(s, s->r.w - 1, 0, 7, UI_ROLE_DIM,
			     rv_sv(ui_tmp("%.0fms", r->ms)));
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	if (foot_rows(p) && count(p) > 0)
		draw_foot(data(p), s, s->r.h - foot_rows(p) + 1);
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("0 turns. `reverie turn MESSAGE` makes one; :turn tries one "
		 "here.");
}

static void
turns_heading(const struct pane *p, struct rv_buf *out)
{
	rv_buf_addf(out, "%s", ui_tmp_int(data(p)->total));
}

static unsigned
turns_action(struct pane *p, enum ui_act act)
{
	if (ui_rows_at(p) < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	ui_step_into(p->ctx, "resonance", "candidates");
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_TURNS,
	.below = foot_rows,
	.count = count,
	.id = id,
	.text = text,
	.follows = follows,
	.wanted = wanted,
	.chosen = chosen,
	.draw = draw,
	.around = around,
	.empty = empty,
};

const struct pane_ops turns_pane = {
	.name = "turns",
	.title = N_("Turns"),
	.views = 1u << UI_VIEW_TURNS,
	.state_size = sizeof(struct state),
	.keys = keys,
	.legend = ui_legend_turns,
	.rows = &rows,
	.heading = turns_heading,
	.action = turns_action,
};
