/* SPDX-License-Identifier: MIT */
/* Pending: what a consolidation would write, and what the checks say. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "ui/diffview.h"
#include "ui/next.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
	char sha[72]; /* what the view was made of, and for which width */
	int width;
	bool moved;
	int hunks;
};

static const struct ui_key keys[] = {
	{"A", UI_ACT_APPROVE_WRITE, N_("approve+write"), NULL, 0},
	{"a", UI_ACT_APPROVE, N_("stage"), NULL, 0},
	{"e", UI_ACT_EDIT, N_("edit"), NULL, 0},
	{"x", UI_ACT_REJECT, N_("drop"), NULL, 0},
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{"u", UI_ACT_UNDO, NULL, NULL, 0},
	{"tab", UI_ACT_NEXT_PANE, N_("pane"), NULL, 0},
	{"z", UI_ACT_ZOOM, N_("zoom"), NULL, 0},
	{"d", UI_ACT_DEFER, N_("defer"), NULL, 0},
	{"r", UI_ACT_RETRY, NULL, NULL, 0},
	{"{", UI_ACT_LEFT, NULL, N_("hunk before"), 0},
	{"}", UI_ACT_RIGHT, NULL, N_("next hunk"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the resulting text"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const char *
preview_hint(const struct pane *p, const struct ui_key *k)
{
	const struct rv_view_proposal *d = ui_ctx_shown(p->ctx);
	const char *word;

	if (k->act == UI_ACT_PREVIEW && d)
		return NULL;
	word = ui_next_hint(p->ctx, d, k);
	return word && k->act == UI_ACT_APPROVE && d->id.n > 0 ? _("approve")
								: word;
}

static void
preview_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_proposal *d = ui_ctx_shown(p->ctx);

	if (!d)
		return;
	if (d->id.n > 0)
		rv_buf_addf(out, "%.*s  ", RV_SV_ARG(d->id));
	rv_buf_addf(out, _("%.*s  %s   nothing written"), RV_SV_ARG(d->target),
		    ui_tmp_words(d));
}

static unsigned
preview_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_proposal *d = ui_ctx_shown(p->ctx);

	if (act == UI_ACT_LEFT || act == UI_ACT_RIGHT) {
		int to = ui_textview_mark(&st->view) +
			 (act == UI_ACT_LEFT ? -1 : 1);

		if (to >= 1 && to <= st->hunks)
			ui_textview_show(&st->view, to);
		return PANE_REDRAW;
	}
	if (act == UI_ACT_CLOSE && ui_cancel_draft(p->ctx))
		return PANE_HANDLED;
	if (act == UI_ACT_COPY && d) {
		ui_copy(p->ctx, d->bytes, _("resulting text"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
add_checks(struct ui_textview *v, const struct rv_view_proposal *d)
{
	for (size_t i = 0; i < d->n_checks; i++) {
		const struct rv_view_check *c = &d->checks[i];
		bool ok = c->level == RV_LEVEL_OK;

		ui_textview_lead(v, ui_level_role(c->level),
				 ok ? RV_SV("ok") : rv_sv(ui_level_sign(c->level)),
				 3, ok ? UI_ROLE_DIM : UI_ROLE_TEXT,
				 c->message.n > 0 ? c->message : c->code);
	}
}

static void
preview_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_proposal *d = ui_ctx_shown(p->ctx);

	if (d && rv_sv_is(d->sha, st->sha) && st->width == p->w &&
	    st->moved == d->base_moved && v->n > 0) {
		ui_textview_fit(v, p->h);
		return; /* long diffs are not wrapped again for every key */
	}
	if (!d || !rv_sv_is(d->sha, st->sha))
		v->top = 0;
	ui_textview_begin(v, p->w);
	st->sha[0] = '\0';
	if (!d)
		return;
	if (d->sha.n < sizeof(st->sha))
		snprintf(st->sha, sizeof(st->sha), "%.*s", RV_SV_ARG(d->sha));
	st->width = p->w;
	st->moved = d->base_moved;
	ui_textview_addf(v, UI_ROLE_LABEL, 0,
			 P_("%s episodes, %s tokens, %d batch   sha256 %.12s",
			    "%s episodes, %s tokens, %d batches   sha256 %.12s",
			    d->batches),
			 ui_tmp_int(d->episodes), ui_tmp_int(d->tokens),
			 (int)d->batches, d->sha.n >= 12 ? d->sha.p : "-");
	if (d->anchor_after != RV_UNDATED)
		ui_textview_addf(v, UI_ROLE_LABEL, 0,
				 _("anchor %s %s -> %s %s"),
				 ui_tmp_date(p->ctx, d->anchor_before),
				 d->anchor_before == RV_UNDATED
					 ? ""
					 : ui_tmp_clock(p->ctx,
							d->anchor_before),
				 ui_tmp_date(p->ctx, d->anchor_after),
				 ui_tmp_clock(p->ctx, d->anchor_after));
	if (d->base_moved)
		ui_textview_addf(v, UI_ROLE_WARN, 0,
				 _("! %.*s changed since this was made: r runs "
				   "it again, x drops it"),
				 RV_SV_ARG(d->target));
	add_checks(v, d);
	ui_textview_rule(v);
	st->hunks = ui_diffview_add(v, d->diff, d->n_diff);
	ui_textview_fit(v, p->h);
}

static void
draw_failed(struct ui_surface *s, const struct ui_snap *bad)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_adds(&b, bad->err.msg[0] ? bad->err.msg
					: rv_status_sentence(bad->status));
	rv_buf_adds(&b, _("\n\nNothing was written; what is pending is still "
			  "pending. r tries again, 7 lists the calls of "
			  "models."));
	ui_pane_note(s, UI_ROLE_WARN, b.p);
	rv_buf_release(&b);
}

static void
draw_running(const struct pane *p, struct ui_surface *s)
{
	struct rv_running_now now = ui_model_running(p->ctx->model);
	const char *tokens = ui_tmp_int(now.tokens);

	if (now.pieces == 0)
		ui_pane_note(s, UI_ROLE_DIM,
			     _("Dry run: the model is asked and has not begun "
			       "to answer. x or esc cancels; nothing is "
			       "written."));
	else
		ui_pane_note(s, UI_ROLE_DIM,
			     ui_tmp(_("Dry run: the model answers, about %s "
				      "tokens in %s pieces so far. x or esc "
				      "cancels; nothing is written."),
				    tokens, ui_tmp_int(now.pieces)));
}

static void
draw_nothing(const struct pane *p, struct ui_surface *s)
{
	const struct ui_model *m = p->ctx->model;
	const struct ui_snap *bad = NULL;
	enum ui_view v = p->ctx->show == UI_SHOW_DRAFT ? UI_VIEW_DRAFT
						       : UI_VIEW_PROPOSAL;

	if (p->ctx->show == UI_SHOW_NONE) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No preview. c makes one from what is pending: "
			       "the new chapters, the diff and the checks; "
			       "nothing is written. enter on a waiting "
			       "proposal shows that one."));
		return;
	}
	if (!ui_model_reading(m, v))
		bad = ui_model_failed(m, v);
	if (bad && bad->status == RV_E_NO)
		ui_pane_note(s, UI_ROLE_DIM, bad->err.msg);
	else if (bad)
		draw_failed(s, bad);
	else if (ui_model_running(m).asked)
		draw_running(p, s);
	else
		ui_pane_note(s, UI_ROLE_DIM,
			     _("Dry run: reading what is pending, writing "
			       "nothing."));
}

static void
preview_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (!ui_ctx_shown(p->ctx)) {
		draw_nothing(p, s);
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

static bool
preview_idle(const struct pane *p)
{
	return p->ctx->show == UI_SHOW_NONE;
}

const struct pane_ops preview_pane = {
	.name = "preview",
	.title = N_("Preview"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.hint = preview_hint,
	.heading = preview_heading,
	.action = preview_action,
	.recalc = preview_recalc,
	.idle = preview_idle,
	.draw = preview_draw,
};
