/* SPDX-License-Identifier: MIT */
/* Review: what the selected proposal would change. */
#include "config.h"

#include "base/i18n.h"
#include "ui/diffview.h"
#include "ui/next.h"
#include "ui/pane.h"

struct state {
	struct ui_textview view;
	uint64_t id, shown; /* hashes of what the view was made of */
	int hunks, at; /* at: the hunk that { } and s mean, 1 is the first */
	bool unfolded; /* the frontmatter of a new page is seen */
};

static const struct ui_key keys[] = {
	{"a", UI_ACT_APPROVE, N_("approve"), NULL, 0},
	{"x", UI_ACT_REJECT, N_("reject"), N_("stage a rejection; asks why"),
	 0},
	{"e", UI_ACT_EDIT, N_("edit"), NULL, 0},
	{"d", UI_ACT_DEFER, N_("defer"), N_("stage defer; asks until when"), 0},
	{"r", UI_ACT_RETRY, NULL, N_("make it anew from its source"), 0},
	{"co", UI_ACT_SETTLE_OLD, N_("keep old"), NULL, 0},
	{"cn", UI_ACT_SETTLE_NEW, N_("take new"), NULL, 0},
	{"cb", UI_ACT_SETTLE_BOTH, N_("keep both"), NULL, 0},
	{"u", UI_ACT_UNDO, NULL, NULL, 0},
	{"W", UI_ACT_WRITE, N_("write"), NULL, 0},
	{"{", UI_ACT_LEFT, NULL, N_("hunk before"), 0},
	{"}", UI_ACT_RIGHT, N_("hunk"), N_("next hunk"), 0},
	{"s", UI_ACT_SKIP_HUNK, N_("skip hunk"), NULL, 0},
	{"E", UI_ACT_EDIT_LIST, NULL, NULL, 0},
	{"enter", UI_ACT_OPEN, NULL,
	 N_("unfold the frontmatter of a new page, or fold it"), 0},
	{"\\", UI_ACT_CYCLE, N_("view"), N_("unified, side by side, words"), 0},
	{"h", UI_ACT_PREV_ITEM, NULL, NULL, 0},
	{"l", UI_ACT_NEXT_ITEM, N_("next"), NULL, 0},
	{"/", UI_ACT_FIND, NULL, NULL, 0},
	{"o", UI_ACT_SOURCE, NULL, N_("open the page it comes from"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the resulting text"), 0},
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
diff_hint(const struct pane *p, const struct ui_key *k)
{
	const struct state *st = p->state;
	const struct rv_view_proposal *d = data(p);
	bool hunks = st->hunks > 1 && d && !d->base_moved;

	if (!hunks && (k->act == UI_ACT_RIGHT || k->act == UI_ACT_SKIP_HUNK))
		return NULL;
	return ui_next_hint(p->ctx, d, k);
}

static const struct rv_view_three *
three(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_THREE);

	return s && p->ctx->review && rv_sv_is(s->text, p->ctx->review)
		       ? &s->u.three
		       : NULL;
}

static void
diff_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_proposal *d = data(p);
	const struct state *st = p->state;

	if (!d)
		return;
	rv_buf_addf(out, "%.*s  %s   ", RV_SV_ARG(d->id), ui_tmp_words(d));
	if (st->hunks > 1 && !d->base_moved)
		rv_buf_addf(out, _("hunk %d/%d   "), st->at, st->hunks);
	if (d->base_moved) {
		rv_buf_adds(out, _("three ways"));
		return;
	}
	for (int m = 0; m < UI_DIFF_N; m++)
		rv_buf_addf(out, m == p->ctx->diff_mode ? "[%s] " : "%s ",
			    ui_diff_mode_name((enum ui_diff_mode)m));
}

static void
diff_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	if (view == UI_VIEW_REVIEW || view == UI_VIEW_THREE)
		st->shown = 0;
}

static unsigned
diff_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_proposal *d = data(p);

	switch ((int)act) {
	case UI_ACT_LEFT:
	case UI_ACT_RIGHT: {
		int to = st->at + (act == UI_ACT_LEFT ? -1 : 1);

		if (to >= 1 && to <= st->hunks) {
			st->at = to;
			ui_textview_show(&st->view, to);
		}
		return PANE_REDRAW;
	}
	case UI_ACT_SKIP_HUNK:
		ui_skip_hunk(p->ctx, st->at, st->hunks);
		return PANE_HANDLED;
	case UI_ACT_OPEN:
		st->unfolded = !st->unfolded;
		st->shown = 0;
		st->view.top = 0;
		return PANE_REDRAW;
	case UI_ACT_CYCLE:
		p->ctx->diff_mode = (p->ctx->diff_mode + 1) % UI_DIFF_N;
		return PANE_REDRAW;
	case UI_ACT_NEXT_ITEM:
	case UI_ACT_PREV_ITEM:
		ui_ctx_step_review(p->ctx, act == UI_ACT_NEXT_ITEM ? 1 : -1);
		return PANE_REDRAW;
	case UI_ACT_SOURCE:
		if (!d)
			return PANE_IGNORED;
		ui_ctx_open(p->ctx, d->source.n > 0 ? d->source : d->target);
		return PANE_HANDLED;
	case UI_ACT_COPY:
		if (!d)
			return PANE_IGNORED;
		ui_copy(p->ctx, d->bytes, _("resulting text"));
		return PANE_HANDLED;
	default:
		return PANE_IGNORED;
	}
}

static void
add_three(struct pane *p, const struct rv_view_proposal *d)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_three *t = three(p);

	ui_textview_addf(v, UI_ROLE_WARN, 0,
			 _("! %.*s changed on disk after %.*s was made. "
			   "Nothing is overwritten: r makes it anew on the "
			   "new text, then e edits it; x rejects."),
			 RV_SV_ARG(d->target), RV_SV_ARG(d->id));
	if (!t) {
		ui_textview_add(v, UI_ROLE_DIM, 0,
				rv_sv(_("reading the three sides")));
		return;
	}
	ui_textview_blank(v);
	ui_textview_addf(v, UI_ROLE_STRONG, 0, _("1. What changed meanwhile"));
	ui_diffview_mode(v, UI_DIFF_WORD, t->theirs, t->n_theirs);
	ui_textview_blank(v);
	ui_textview_addf(v, UI_ROLE_STRONG, 0, _("2. What was proposed"));
	ui_diffview_mode(v, UI_DIFF_WORD, t->ours, t->n_ours);
	ui_textview_blank(v);
	ui_textview_addf(v, UI_ROLE_STRONG, 0,
			 _("3. What approving would make of the file as it is "
			   "now (- would be lost)"));
	st->hunks = ui_diffview_mode(v, UI_DIFF_WORD, t->both, t->n_both);
}

/* Where the checks have no place of their own: the worst two, and how many. */
static void
add_checks(struct ui_textview *v, const struct rv_view_proposal *d)
{
	int shown = 0, open = 0;

	for (int level = RV_LEVEL_ERROR; level >= RV_LEVEL_WARN; level--)
		for (size_t i = 0; i < d->n_checks; i++) {
			if ((int)d->checks[i].level != level)
				continue;
			open++;
			if (++shown > 2)
				continue;
			ui_textview_lead(v, ui_level_role(d->checks[i].level),
					 rv_sv(ui_level_sign(
						 d->checks[i].level)),
					 2, UI_ROLE_TEXT, d->checks[i].message);
			if (shown == 1)
				ui_textview_add(v, UI_ROLE_KEY, 2,
						rv_sv(ui_next_of_check(
							d, &d->checks[i])));
		}
	if (open > 2)
		ui_textview_addf(v, UI_ROLE_DIM, 2, _("+%d open  %d ok"),
				 open - 2, (int)d->n_checks - open);
	else
		ui_textview_addf(v, UI_ROLE_DIM, 2, _("%d ok"),
				 (int)d->n_checks - open);
}

static void
add_diff(struct pane *p, const struct rv_view_proposal *d)
{
	struct state *st = p->state;
	enum ui_diff_mode mode = (enum ui_diff_mode)p->ctx->diff_mode;
	int count = 0;
	size_t front = d->is_new && !st->unfolded
			       ? ui_diffview_front(d->diff, d->n_diff, &count)
			       : 0;

	if (front == 0) {
		st->hunks = ui_diffview_mode(&st->view, mode, d->diff,
					     d->n_diff);
		return;
	}
	/* A new page is one hunk; its prose is what is to be judged. */
	st->hunks = 1;
	st->view.mark = 1;
	ui_textview_line(&st->view, UI_ROLE_HUNK, d->diff[0].text);
	ui_textview_leadf(&st->view, UI_ROLE_ADD, RV_SV("+"), 2, UI_ROLE_DIM,
			  P_("frontmatter, %d key: enter unfolds it",
			     "frontmatter, %d keys: enter unfolds it", count),
			  count);
	ui_diffview_mode(&st->view, mode, d->diff + front, d->n_diff - front);
	st->view.mark = 0;
}

static void
diff_recalc(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_proposal *d = data(p);
	uint64_t now;

	if (!d) {
		st->shown = 0;
		ui_textview_begin(&st->view, p->w);
		return;
	}
	now = (rv_sv_hash(d->sha) * 31 + rv_sv_hash(d->id) * 7 +
	       (uint64_t)p->w * 26 + (uint64_t)p->ctx->diff_mode * 2 +
	       p->ctx->small + 2) * 2 + 1;
	if (now == st->shown) {
		ui_textview_fit(&st->view, p->h);
		return;
	}
	if (st->id != rv_sv_hash(d->id)) {
		st->view.top = 0;
		st->at = 1;
		st->unfolded = false;
	}
	st->id = rv_sv_hash(d->id);
	st->shown = now;
	st->hunks = 0;
	ui_textview_begin(&st->view, p->w);
	if (p->ctx->small && !d->base_moved)
		add_checks(&st->view, d);
	if (d->base_moved)
		add_three(p, d);
	else
		add_diff(p, d);
	if (d->n_diff == 0)
		ui_textview_add(&st->view, UI_ROLE_DIM, 0,
				rv_sv(_("It changes nothing: the page holds "
					"this text already.")));
	ui_textview_fit(&st->view, p->h);
}

/* The hunk that { } and s mean: its line is marked, and named above. */
static void
draw_hunk(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct ui_textview *v = &st->view;
	const struct rv_view_proposal *d = data(p);
	bool one = st->hunks > 1 && d && !d->base_moved;
	int at = 0;

	for (int y = 0; one && y < s->r.h && v->top + (size_t)y < v->n; y++) {
		size_t i = v->top + (size_t)y;

		if (v->lines[i].mark != st->at ||
		    (i > 0 && v->lines[i - 1].mark == st->at))
			continue;
		at = y;
		ui_mark(s, 0, y, s->r.w - 1, UI_REVERSE);
	}
	if (p->focused)
		ui_cursor(s, 0, at);
}

static void
diff_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (ui_pane_blank(p, s, UI_VIEW_REVIEW))
		return;
	if (!data(p)) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("Nothing to compare: no proposal is chosen."));
		return;
	}
	ui_textview_draw(&st->view, s);
	draw_hunk(p, s);
}

const struct pane_ops diff_pane = {
	.name = "diff",
	.title = N_("Diff"),
	.flags = PANE_TEXT,
	.state_size = sizeof(struct state),
	.keys = keys,
	.hint = diff_hint,
	.heading = diff_heading,
	.update = diff_update,
	.action = diff_action,
	.recalc = diff_recalc,
	.draw = diff_draw,
};
