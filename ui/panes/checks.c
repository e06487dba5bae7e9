/* SPDX-License-Identifier: MIT */
/* Review: what the checks say of the selected proposal, and where it is from. */
#include "config.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/next.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
	uint64_t id;
};

static const struct ui_key keys[] = {
	{"a", UI_ACT_APPROVE, N_("approve"), NULL, 0},
	{"x", UI_ACT_REJECT, N_("reject"), N_("stage a rejection; asks why"),
	 0},
	{"r", UI_ACT_RETRY, NULL, N_("make it anew from its source"), 0},
	{"co", UI_ACT_SETTLE_OLD, N_("keep old"), NULL, 0},
	{"cn", UI_ACT_SETTLE_NEW, N_("take new"), NULL, 0},
	{"cb", UI_ACT_SETTLE_BOTH, N_("keep both"), NULL, 0},
	{"u", UI_ACT_UNDO, NULL, NULL, 0},
	{"W", UI_ACT_WRITE, N_("write"), NULL, 0},
	{"o", UI_ACT_SOURCE, N_("source"), N_("open the page it comes from"),
	 0},
	{"enter", UI_ACT_OPEN, N_("target"), N_("open the page it changes"), 0},
	{"/", UI_ACT_FIND, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_proposal *
data(const struct pane *p)
{
	return p->ctx->review
		       ? ui_ctx_queued(p->ctx, rv_sv(p->ctx->review))
		       : NULL;
}

static const char *
checks_hint(const struct pane *p, const struct ui_key *k)
{
	return ui_next_hint(p->ctx, data(p), k);
}

static void
checks_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_proposal *d = data(p);
	int n[4] = {0};

	if (!d)
		return;
	/* it stands above the others */
	n[RV_LEVEL_WARN] = d->base_moved;
	for (size_t i = 0; i < d->n_checks; i++)
		n[d->checks[i].level]++;
	rv_buf_addf(out, _("%d ok"), n[RV_LEVEL_OK] + n[RV_LEVEL_NOTE]);
	if (n[RV_LEVEL_WARN] > 0)
		rv_buf_addf(out, _("  ! %d"), n[RV_LEVEL_WARN]);
	if (n[RV_LEVEL_ERROR] > 0)
		rv_buf_addf(out, _("  x %d"), n[RV_LEVEL_ERROR]);
}

static unsigned
checks_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_proposal *d = data(p);

	if (d && act == UI_ACT_SOURCE &&
	    (d->source.n > 0 || rv_sv_is(d->kind, "attest"))) {
		ui_ctx_open(p->ctx, d->source.n > 0 ? d->source : d->target);
		return PANE_HANDLED;
	}
	if (d && act == UI_ACT_OPEN) {
		if (d->is_new)
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("%.*s does not exist yet: approving makes "
				   "it"),
				 RV_SV_ARG(d->target));
		else
			ui_ctx_open(p->ctx, d->target);
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
add_level(struct ui_textview *v, const struct rv_view_proposal *d,
	  enum rv_level level, int lead)
{
	for (size_t i = 0; i < d->n_checks; i++) {
		const struct rv_view_check *c = &d->checks[i];
		bool ok = level <= RV_LEVEL_NOTE;
		const char *text, *next;

		if (c->level != level)
			continue;
		text = ui_tmp("%-2s %.*s", ok ? "ok" : ui_level_sign(level),
			      RV_SV_ARG(ui_word(c->code)));
		ui_textview_lead(v, ui_level_role(level), rv_sv(text), lead,
				 ok ? UI_ROLE_DIM : UI_ROLE_TEXT,
				 c->message.n > 0 ? c->message : c->code);
		next = ui_next_of_check(d, c);
		if (next)
			ui_textview_add(v, UI_ROLE_KEY, lead, rv_sv(next));
	}
}

static void
checks_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_proposal *d = data(p);
	int lead = 8;

	ui_textview_begin(v, p->w);
	if (!d)
		return;
	if (st->id != rv_sv_hash(d->id))
		v->top = 0;
	st->id = rv_sv_hash(d->id);
	for (size_t i = 0; i < d->n_checks; i++)
		lead = RV_MAX(lead, rv_width(d->checks[i].code) + 4);
	lead = RV_MIN(lead, 24);
	/* What is wrong first. */
	if (d->base_moved) {
		ui_textview_leadf(v, UI_ROLE_WARN,
				  rv_sv(ui_tmp("!  %s", _("moved"))), lead,
				  UI_ROLE_TEXT,
				  _("%.*s changed on disk after %.*s was made"),
				  RV_SV_ARG(d->target), RV_SV_ARG(d->id));
		ui_textview_add(v, UI_ROLE_KEY, lead,
				rv_sv(ui_next_of_moved()));
	}
	add_level(v, d, RV_LEVEL_ERROR, lead);
	add_level(v, d, RV_LEVEL_WARN, lead);
	ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("tier")), lead,
			  UI_ROLE_TEXT, "%.*s  %.*s", RV_SV_ARG(d->tier),
			  RV_SV_ARG(d->tier_reason));
	if (d->source.n > 0)
		ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("source")), lead,
				  UI_ROLE_LINK, _("%.*s"),
				  RV_SV_ARG(d->source));
	if (d->episodes > 0)
		ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("source")), lead,
				  UI_ROLE_TEXT,
				  P_("%s episode, %s tokens",
				     "%s episodes, %s tokens", d->episodes),
				  ui_tmp_int(d->episodes),
				  ui_tmp_int(d->tokens));
	if (d->defers > 0)
		ui_textview_leadf(v, UI_ROLE_LABEL, rv_sv(_("deferred")), lead,
				  UI_ROLE_TEXT,
				  P_("%d time", "%d times", d->defers),
				  (int)d->defers);
	add_level(v, d, RV_LEVEL_NOTE, lead);
	add_level(v, d, RV_LEVEL_OK, lead);
	ui_textview_fit(v, p->h);
}

static void
checks_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (!data(p))
		return;
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops checks_pane = {
	.name = "checks",
	.title = N_("Checks and evidence"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.hint = checks_hint,
	.heading = checks_heading,
	.action = checks_action,
	.recalc = checks_recalc,
	.draw = checks_draw,
};
