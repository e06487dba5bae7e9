/* SPDX-License-Identifier: MIT */
/* Overview: what the last turn surfaced, and what it held back. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("trace"), N_("open its trace"), 0},
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_trace *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_OVERVIEW);

	return s && s->u.overview.last.turn.run > 0 ? &s->u.overview.last
						    : NULL;
}

static void
lastturn_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_trace *t = data(p);

	if (t)
		rv_buf_addf(out, "#%d  %s", (int)t->turn.run,
			    ui_tmp_when(p->ctx, t->turn.time));
}

static unsigned
lastturn_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_trace *t = data(p);

	if (act == UI_ACT_OPEN && t) {
		ui_ctx_open_run(p->ctx, t->turn.run);
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
add_counts(struct ui_textview *v, const struct rv_view_trace *t)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("%d of %d surfaced"), (int)t->turn.in,
		    (int)t->turn.unique);
	for (size_t i = 0; i < t->n_counts; i++)
		/* "in" is said already. */
		if (t->counts[i].n > 0 && strcmp(t->counts[i].code, "in") != 0)
			rv_buf_addf(&b, "  %s %d", t->counts[i].code,
				    (int)t->counts[i].n);
	ui_textview_add(v, t->turn.in > 0 ? UI_ROLE_TEXT : UI_ROLE_OK, 0,
			rv_buf_sv(&b));
	rv_buf_release(&b);
}

static void
lastturn_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_trace *t = data(p);
	size_t out = 0;

	ui_textview_begin(v, p->w);
	if (!t)
		return;
	if (t->turn.message.n > 0)
		ui_textview_lead(v, UI_ROLE_DIM, RV_SV(">"), 2, UI_ROLE_QUOTE,
				 t->turn.message);
	if (t->turn.skipped.n > 0) {
		ui_textview_addf(v, UI_ROLE_DIM, 0, _("skipped: %.*s"),
				 RV_SV_ARG(t->turn.skipped));
	} else {
		add_counts(v, t);
	}
	for (size_t i = 0; i < t->n; i++) {
		const struct rv_view_candidate *c = &t->cands[i];
		const char *lead;

		if (!c->injected && ++out > 3)
			continue;
		lead = ui_tmp("%s [%c]", c->injected ? "in " : "out",
			      c->letter ? c->letter : '?');
		if (c->injected)
			ui_textview_leadf(v, ui_layer_role(c->letter),
					  rv_sv(lead), 8, UI_ROLE_TEXT,
					  "%.*s - %.*s", RV_SV_ARG(c->label),
					  RV_SV_ARG(c->text));
		else
			ui_textview_leadf(v, UI_ROLE_OUT, rv_sv(lead), 8,
					  UI_ROLE_OUT, "%s: %.*s", c->verdict,
					  RV_SV_ARG(c->text));
	}
	ui_textview_fit(v, p->h);
}

static void
lastturn_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW))
		return;
	if (!data(p)) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No turn yet. `reverie turn MESSAGE` in another "
			       "terminal, or the agent's hook, makes one "
			       "appear here; :turn tries one."));
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops lastturn_pane = {
	.name = "lastturn",
	.title = N_("Last turn"),
	.flags = PANE_TEXT,
	.views = 1u << UI_VIEW_OVERVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = lastturn_heading,
	.action = lastturn_action,
	.recalc = lastturn_recalc,
	.draw = lastturn_draw,
};
