/* SPDX-License-Identifier: MIT */
/* Resonance: why the selected candidate surfaced, or not. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
	int64_t run;
	size_t cand;
};

static const struct ui_key keys[] = {
	{"esc", UI_ACT_CLOSE, N_("back"), NULL, 0},
	{"j", UI_ACT_DOWN, N_("scroll"), NULL, 0},
	{"o", UI_ACT_SOURCE, N_("source"), N_("open what it comes from"), 0},
	{"y", UI_ACT_COPY, N_("copy"), N_("copy its text"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_candidate *
data(const struct pane *p)
{
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	return t && p->ctx->cand < t->n ? &t->cands[p->ctx->cand] : NULL;
}

static void
why_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_candidate *c = data(p);

	if (c)
		rv_buf_addf(out, c->injected ? _("%.*s surfaced")
					     : _("%.*s did not surface"),
			    RV_SV_ARG(c->ref.n > 0 ? c->ref : c->id));
}

static unsigned
why_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_candidate *c = data(p);

	if (act == UI_ACT_SOURCE && c) {
		ui_ctx_open(p->ctx, c->id);
		return PANE_HANDLED;
	}
	if (act == UI_ACT_COPY && c) {
		ui_copy(p->ctx, c->text, _("text"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
row(struct ui_textview *v, const char *label, struct rv_sv text)
{
	if (text.n > 0)
		ui_textview_lead(v, UI_ROLE_LABEL, rv_sv(label), 9,
				 UI_ROLE_TEXT, text);
}

/* The answer for everybody, in the first lines. */
static void
add_answer(struct ui_textview *v, const struct rv_view_candidate *c)
{
	ui_textview_add(v, UI_ROLE_STRONG, 0, c->answer);
	if (c->instead.n > 0)
		ui_textview_add(v, UI_ROLE_TEXT, 0, c->instead);
	ui_textview_blank(v);
}

/* How its place came about, for those that have one. */
static void
add_order(struct ui_textview *v, const struct rv_view_candidate *c)
{
	if (c->place == 0)
		return;
	row(v, _("order"),
	    rv_sv(c->boosted
			  ? _("among the first: it is the best hit of a "
			      "query, or has a rare name of what was asked; "
			      "such are spread over the days")
			  : _("behind the first ones: it is not the best hit "
			      "of a query and has no rare name of what was "
			      "asked; such are spread over the days, a little "
			      "by chance")));
}

static void
why_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_candidate *c = data(p);
	const struct rv_view_trace *t = ui_ctx_trace(p->ctx);

	if (st->run != p->ctx->run || st->cand != p->ctx->cand)
		v->top = 0;
	st->run = p->ctx->run;
	st->cand = p->ctx->cand;
	ui_textview_begin(v, p->w);
	if (!c || !t)
		return;
	add_answer(v, c);
	if (c->shares.n > 0)
		row(v, _("words"), c->shares);
	else
		row(v, _("because"), c->why);
	add_order(v, c);
	if (c->query >= 0 && (size_t)c->query < t->n_queries)
		ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("found by")), 9,
				  UI_ROLE_TEXT,
				  _("query %d \"%.*s\", as its hit %d, score "
				    "%.2f"),
				  c->query + 1,
				  RV_SV_ARG(t->queries[c->query]), c->rank,
				  c->score);
	row(v, _("label"), c->label);
	ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("source")), 9,
			  ui_layer_role(c->letter), "[%c] %.*s:%d",
			  c->letter ? c->letter : '?', RV_SV_ARG(c->path),
			  (int)c->line);
	if (c->time != RV_UNDATED)
		ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("time")), 9,
				  UI_ROLE_TEXT, "%s %s   %.*s %.*s",
				  ui_tmp_date(p->ctx, c->time),
				  ui_tmp_clock(p->ctx, c->time),
				  RV_SV_ARG(c->role), RV_SV_ARG(c->name));
	else
		row(v, _("time"), rv_sv(_("undated: no time is shown to the "
					  "agent")));
	ui_textview_blank(v);
	ui_textview_add(v, UI_ROLE_QUOTE, 0, c->text);
	ui_textview_fit(v, p->h);
}

static void
why_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (!data(p)) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("Select a candidate: what decided about it "
			       "stands here, with the number."));
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops why_pane = {
	.name = "why",
	.title = N_("Why"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.legend = ui_legend_candidates,
	.heading = why_heading,
	.action = why_action,
	.recalc = why_recalc,
	.draw = why_draw,
};
