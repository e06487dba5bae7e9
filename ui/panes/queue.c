/* SPDX-License-Identifier: MIT */
/* Review: consolidations and promotions that wait for a decision. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/next.h"
#include "ui/pane.h"
#include "ui/queuerow.h"
#include "ui/rich.h"

enum sort { SORT_QUEUE, SORT_RISK, SORT_AGE, SORT_N };

struct state {
	enum sort sort;
	char from[24]; /* id where v began a range, or "" */
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
	{"space", UI_ACT_MARK, N_("mark"), NULL, 0},
	{"*", UI_ACT_MARK_SAME, NULL, NULL, 0},
	{"v", UI_ACT_MARK_RANGE, NULL, NULL, 0},
	{"V", UI_ACT_MARK_INVERT, NULL, NULL, 0},
	{"E", UI_ACT_EDIT_LIST, NULL, NULL, 0},
	{"s", UI_ACT_SORT, NULL, NULL, 0},
	{"f", UI_ACT_FILTER, NULL, N_("show only what fits"), 0},
	{"enter", UI_ACT_OPEN, N_("diff"), N_("read the diff"), 0},
	{"o", UI_ACT_SOURCE, NULL, N_("open the page it comes from"), 0},
	{"\\", UI_ACT_CYCLE, NULL, N_("diff unified, side by side, words"), 0},
	{"i", UI_ACT_INFO, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_review *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_REVIEW)->u.review;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n;
}

static const struct rv_view_proposal *
row_at(const struct pane *p, size_t i)
{
	return &data(p)->rows[i];
}

static const struct rv_view_proposal *
current(const struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	return i >= 0 ? row_at(p, (size_t)i) : NULL;
}

static const char *
hint(const struct pane *p, const struct ui_key *k)
{
	return ui_next_hint(p->ctx, current(p), k);
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(row_at(p, i)->id);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_proposal *r = row_at(p, i);

	rv_buf_addf(out, "%.*s %.*s %.*s %.*s %.*s", RV_SV_ARG(r->id),
		    RV_SV_ARG(r->tier), RV_SV_ARG(r->kind),
		    RV_SV_ARG(ui_word(r->kind)), RV_SV_ARG(r->target));
	if (r->worst == RV_LEVEL_OK)
		rv_buf_addf(out, " %s", _("ok"));
	for (size_t k = 0; k < r->n_checks; k++)
		if (r->checks[k].level > RV_LEVEL_NOTE)
			rv_buf_addf(out, " %s %.*s",
				    ui_level_sign(r->checks[k].level),
				    RV_SV_ARG(ui_word(r->checks[k].code)));
}

static int
order(const struct pane *p, size_t i, size_t k)
{
	const struct state *st = p->state;
	const struct rv_view_proposal *a = row_at(p, i), *b = row_at(p, k);

	if (a->waits != b->waits)
		return b->waits ? -1 : 1;
	if (st->sort == SORT_RISK)
		return (int)b->worst - (int)a->worst;
	if (st->sort == SORT_AGE && a->opened != b->opened)
		return a->opened < b->opened ? -1 : 1;
	return 0;
}

static ptrdiff_t
wanted(const struct pane *p)
{
	size_t oldest = 0;

	for (size_t i = 0; !p->ctx->oldest && i < count(p); i++)
		if (p->ctx->review && rv_sv_is(row_at(p, i)->id,
					       p->ctx->review))
			return (ptrdiff_t)i;
	if (!p->ctx->oldest || count(p) == 0)
		return UI_ROWS_NONE;
	p->ctx->oldest = false;
	for (size_t i = 1; i < count(p); i++)
		if (row_at(p, i)->opened < row_at(p, oldest)->opened)
			oldest = i;
	return (ptrdiff_t)oldest;
}

static void
chosen(struct pane *p)
{
	const struct rv_view_proposal *r = current(p);
	struct ui_ctx *c = p->ctx;

	if (!r)
		return;
	/* The one that was looked at is gone, and this came in its place. */
	if (c->review && !rv_sv_is(r->id, c->review) &&
	    !strcmp(c->review, c->seen_id) &&
	    !ui_ctx_queued(c, rv_sv(c->review)))
		c->landed = true;
	ui_ctx_select_review(c, r->id);
}

static void
queue_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_review *v = data(p);

	rv_buf_addf(out, _("%d open"), (int)v->open);
	if (v->deferred > 0)
		rv_buf_addf(out, _("  %d deferred"), (int)v->deferred);
}

static void
also_heading(const struct pane *p, struct rv_buf *out)
{
	static const char *const sorts[] = {
		[SORT_QUEUE] = N_("as it waits"),
		[SORT_RISK] = N_("by risk"),
		[SORT_AGE] = N_("by age"),
		[SORT_N] = "",
	};
	const struct state *st = p->state;

	if (ui_stage_marked(&p->ctx->stage) > 0)
		rv_buf_addf(out, _("  %d marked"),
			    (int)ui_stage_marked(&p->ctx->stage));
	rv_buf_addf(out, "  %s", _(sorts[st->sort]));
}

/* As they are kept between two runs. */
static const char *const settings[SORT_N] = {
	[SORT_QUEUE] = NULL,
	[SORT_RISK] = "risk",
	[SORT_AGE] = "age",
};

static const char *
setting(const struct pane *p)
{
	return settings[((const struct state *)p->state)->sort];
}

static void
set(struct pane *p, struct rv_sv word)
{
	for (int i = 0; i < SORT_N; i++)
		if (settings[i] && rv_sv_is(word, settings[i]))
			((struct state *)p->state)->sort = (enum sort)i;
}

static bool
is_marked(const struct pane *p, const struct rv_view_proposal *r)
{
	const struct ui_staged *it = ui_stage_get(&p->ctx->stage, r->id);

	return it && it->marked;
}

static void
mark(struct pane *p, enum ui_act act)
{
	const struct rv_view_proposal *at = current(p);

	for (size_t i = 0; at && i < ui_rows_shown(p); i++) {
		const struct rv_view_proposal *r =
			row_at(p, ui_rows_item(p, i));
		struct ui_staged *it;

		if (act == UI_ACT_MARK ? r != at
		    : act == UI_ACT_MARK_SAME
			    ? !rv_sv_eq(r->target, at->target)
			    : r->waits && !is_marked(p, r))
			continue;
		it = ui_stage_entry(&p->ctx->stage, r->id);
		it->marked = act == UI_ACT_MARK_SAME ? true : !it->marked;
	}
	if (act == UI_ACT_MARK)
		ui_rows_act(p, UI_ACT_DOWN);
}

/* v marks a row and begins there, the next v marks all up to where it is. */
static void
mark_range(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_proposal *at = current(p);
	size_t from = SIZE_MAX, to = 0;

	if (!at || at->id.n >= sizeof(st->from))
		return;
	for (size_t i = 0; i < ui_rows_shown(p); i++) {
		const struct rv_view_proposal *r =
			row_at(p, ui_rows_item(p, i));

		if (rv_sv_is(r->id, st->from))
			from = i;
		if (r == at)
			to = i;
	}
	if (from == SIZE_MAX || from == to) {
		memcpy(st->from, at->id.p, at->id.n);
		st->from[at->id.n] = '\0';
		from = to;
		ui_toast(p->ctx, RV_LEVEL_NOTE,
			 _("marking from %s: v on another row marks all "
			   "between"),
			 st->from);
	} else {
		st->from[0] = '\0';
	}
	for (size_t i = RV_MIN(from, to); i <= RV_MAX(from, to); i++)
		ui_stage_entry(&p->ctx->stage,
			       row_at(p, ui_rows_item(p, i))->id)
			->marked = true;
}

static void
info(const struct pane *p, const struct rv_view_proposal *r)
{
	const struct rv_view_review *v = data(p);
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("id        %.*s  %.*s\ntarget    %.*s\n"),
		    RV_SV_ARG(r->id), RV_SV_ARG(r->kind), RV_SV_ARG(r->target));
	if (r->source.n > 0)
		rv_buf_addf(&b, _("source    %.*s\n"), RV_SV_ARG(r->source));
	rv_buf_addf(&b, _("tier      %.*s  %.*s\n"), RV_SV_ARG(r->tier),
		    RV_SV_ARG(r->tier_reason));
	rv_buf_addf(&b, _("base      %.*s\nresult    %.*s\n"),
		    RV_SV_ARG(r->base), RV_SV_ARG(r->sha));
	rv_buf_addf(&b, _("opened    %s, %s ago\n"),
		    ui_tmp_date(p->ctx, r->opened),
		    ui_tmp_age(p->ctx, r->opened));
	if (r->defers > 0)
		rv_buf_addf(&b, _("deferred %d times\n"), (int)r->defers);
	if (v && v->approved + v->rejected > 0)
		rv_buf_addf(&b, _("\nof all so far: %d approved, %d rejected"),
			    (int)v->approved, (int)v->rejected);
	ui_show_text(p->ctx, _("Proposal"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

static unsigned
queue_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_proposal *r = current(p);

	switch ((int)act) {
	case UI_ACT_MARK:
	case UI_ACT_MARK_SAME:
	case UI_ACT_MARK_INVERT:
		mark(p, act);
		return PANE_REDRAW;
	case UI_ACT_MARK_RANGE:
		mark_range(p);
		return PANE_REDRAW;
	case UI_ACT_SORT:
		st->sort = (enum sort)((st->sort + 1) % SORT_N);
		ui_rows_sync(p);
		return PANE_REDRAW;
	case UI_ACT_OPEN:
		ui_step_into(p->ctx, "review", "diff");
		return PANE_HANDLED;
	case UI_ACT_CYCLE:
		p->ctx->diff_mode = (p->ctx->diff_mode + 1) % 3;
		return PANE_REDRAW;
	case UI_ACT_SOURCE:
		if (!r)
			return PANE_IGNORED;
		ui_ctx_open(p->ctx, r->source.n > 0 ? r->source : r->target);
		return PANE_HANDLED;
	case UI_ACT_INFO:
		if (!r)
			return PANE_IGNORED;
		info(p, r);
		return PANE_HANDLED;
	default:
		return PANE_IGNORED;
	}
}

#define ALONE_FROM 10 /* rows of a small console that shows the queue alone */

/* Where no other pane is seen, what is wrong with the row stands below. */
static int
below(const struct pane *p)
{
	return p->ctx->small && p->h >= ALONE_FROM ? UI_QUEUEROW_BRIEF : 0;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	ui_queuerow_draw(p->ctx, s, row_at(p, i));
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	const struct rv_view_proposal *at = current(p);

	if (ui_rows_shown(p) == 0)
		return;
	if (below(p) > 0 && at)
		ui_queuerow_brief(s, s->r.h - UI_QUEUEROW_BRIEF, at);
	ui_queuerow_heads(s);
}

static const char *
empty(const struct pane *p)
{
	const struct rv_view_review *v = data(p);

	if (v->last_opened == RV_UNDATED)
		return _("The queue is empty: nothing was proposed yet. "
			 ":promote PATH proposes a page, 4 and c preview the "
			 "story.");
	return ui_tmp(_("The queue is empty: everything is decided. The last "
			"proposal came %s ago; 8 lists what became of it."),
		      ui_tmp_age(p->ctx, v->last_opened));
}

static const struct ui_rows rows = {
	.view = UI_VIEW_REVIEW,
	.above = 1,
	.below = below,
	.count = count,
	.id = id,
	.text = text,
	.order = order,
	.wanted = wanted,
	.chosen = chosen,
	.draw = draw,
	.around = around,
	.empty = empty,
	.also_heading = also_heading,
};

const struct pane_ops queue_pane = {
	.name = "queue",
	.title = N_("Waiting"),
	.views = 1u << UI_VIEW_REVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.hint = hint,
	.legend = ui_legend_queue,
	.rows = &rows,
	.heading = queue_heading,
	.setting = setting,
	.set = set,
	.action = queue_action,
};
