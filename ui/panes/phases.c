/* SPDX-License-Identifier: MIT */
/* Resonance: the six phases of a turn side by side. */
#include "config.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"left", UI_ACT_LEFT, N_("phase"), N_("phase before"), 0},
	{"right", UI_ACT_RIGHT, N_("phase"), N_("next phase"), 0},
	{"enter", UI_ACT_OPEN, N_("open"), N_("what the phase did"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const char *const names[6] = {
	N_("1 seed"),  N_("2 retrieve"), N_("3 filter"),
	N_("4 label"), N_("5 narrate"),	 N_("6 inject"),
};

static unsigned
phases_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (act == UI_ACT_LEFT || act == UI_ACT_RIGHT) {
		p->ctx->phase = (p->ctx->phase +
				 (act == UI_ACT_LEFT ? 5 : 1)) % 6;
		return PANE_REDRAW;
	}
	if (act == UI_ACT_OPEN && t) {
		if (p->ctx->phase == 5)
			ui_goto(p->ctx, "resonance", "injected");
		else
			ui_goto(p->ctx, "resonance", "candidates");
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
draw_phase(const struct pane *p, struct ui_surface *s,
	   const struct rv_view_trace *t, int i)
{
	const struct rv_view_phase *ph = &t->phases[i];
	bool on = i == p->ctx->phase && p->focused;
	int y = 1;

	ui_putw(s, 0, 0, s->r.w - 1,
		on ? UI_ROLE_TITLE_FOCUS : UI_ROLE_STRONG, rv_sv(_(names[i])));
	for (int k = 0; k < 3; k++)
		if (ph->lines[k].n > 0)
			ui_putw(s, 0, y++, s->r.w - 1, UI_ROLE_TEXT,
				ph->lines[k]);
	if (ph->ms >= 0.05)
		ui_putf(s, 0, y, UI_ROLE_DIM, ph->ms < 10 ? "%.1f ms" : "%.0f ms",
			ph->ms);
	if (on)
		ui_cursor(s, 0, 0);
}

static void
draw_message(struct ui_surface *s, const struct rv_view_trace *t)
{
	int x = ui_puts(s, 0, 0, UI_ROLE_DIM, "> ");

	if (t->turn.message.n > 0)
		ui_put(s, x, 0, UI_ROLE_QUOTE, t->turn.message);
	else
		ui_puts(s, x, 0, UI_ROLE_DIM, _("(no message)"));
}

static void
draw_queries(struct ui_surface *s, const struct rv_view_trace *t, int y)
{
	int x = 0;

	for (size_t i = 0; i < t->n_queries && y < s->r.h; i++) {
		/* Where there is another row, none is cut. */
		if (x > 0 && y + 1 < s->r.h &&
		    x + 3 + rv_width(t->queries[i]) > s->r.w) {
			x = 0;
			y++;
		}
		x += ui_putf(s, x, y, UI_ROLE_LABEL, "q%d ", (int)i + 1);
		x += ui_put(s, x, y, UI_ROLE_TEXT, t->queries[i]) + 2;
	}
}

static void
phases_draw(const struct pane *p, struct ui_surface *s)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);
	bool one = s->r.w < 66;

	if (p->ctx->run == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     ui_pane_snap(p, UI_VIEW_TURNS)->u.turns.n > 0
				     ? _("No turn is selected. Its six phases "
					 "stand here.")
				     : _("A turn's six phases stand here once "
					 "there is a turn."));
		return;
	}
	if (!t) {
		(void)ui_pane_blank(p, s, UI_VIEW_TRACE);
		return;
	}
	if (t->turn.skipped.n > 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     ui_tmp(_("Skipped: %.*s. No phase ran and nothing "
				      "was injected."),
				    RV_SV_ARG(t->turn.skipped)));
		return;
	}
	draw_message(s, t);
	for (int i = 0; i < 6; i++) {
		struct ui_surface in;

		if (one)
			in = ui_sub(s, (i % 3) * s->r.w / 3, 1 + (i / 3) * 4,
				    s->r.w / 3, 4);
		else
			in = ui_sub(s, i * s->r.w / 6, 1, s->r.w / 6, 4);
		draw_phase(p, &in, t, i);
	}
	draw_queries(s, t, one ? 9 : 5);
}

const struct pane_ops phases_pane = {
	.name = "phases",
	.title = N_("Six phases"),
	.views = 0,
	.keys = keys,
	.action = phases_action,
	.draw = phases_draw,
};
