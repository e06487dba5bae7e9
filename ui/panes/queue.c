/* SPDX-License-Identifier: MIT */
/* Review: consolidations and promotions that wait for a decision. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/find.h"
#include "ui/help.h"
#include "ui/pane.h"

enum sort { SORT_QUEUE, SORT_RISK, SORT_AGE, SORT_N };

struct state {
	struct ui_list list;
	size_t *order; /* rows of the view that are shown */
	size_t n, cap;
	struct rv_buf filter;
	enum sort sort;
};

static const struct ui_key keys[] = {
	{"a", UI_ACT_APPROVE, N_("approve"), NULL, 0},
	{"x", UI_ACT_REJECT, N_("reject"), N_("stage a rejection; asks why"),
	 0},
	{"e", UI_ACT_EDIT, N_("edit"), NULL, 0},
	{"d", UI_ACT_DEFER, N_("defer"), N_("stage for later; asks when"), 0},
	{"W", UI_ACT_WRITE, N_("write"), NULL, 0},
	{"space", UI_ACT_MARK, N_("mark"), NULL, 0},
	{"*", UI_ACT_MARK_SAME, NULL, NULL, 0},
	{"V", UI_ACT_MARK_INVERT, NULL, NULL, 0},
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
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_REVIEW);

	return s ? &s->u.review : NULL;
}

static const struct rv_view_proposal *
row_at(const struct pane *p, size_t i)
{
	const struct state *st = p->state;
	const struct rv_view_review *v = data(p);

	return v && i < st->n && st->order[i] < v->n ? &v->rows[st->order[i]]
						     : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_proposal *r = row_at(ctx, i);

	return r ? rv_sv_hash(r->id) | 1 : 1;
}

static bool
is_waiting(const struct pane *p, const struct rv_view_proposal *r)
{
	return rv_sv_is(r->state, "deferred") &&
	       (r->due == RV_UNDATED || r->due > ui_ctx_now(p->ctx));
}

static bool
goes_before(const struct pane *p, const struct rv_view_proposal *a,
	    const struct rv_view_proposal *b)
{
	const struct state *st = p->state;

	if (is_waiting(p, a) != is_waiting(p, b))
		return is_waiting(p, b);
	if (st->sort == SORT_RISK)
		return a->worst > b->worst;
	return st->sort == SORT_AGE && a->opened < b->opened;
}

static bool
passes(const struct state *st, const struct rv_view_proposal *r)
{
	struct rv_sv f = rv_buf_sv(&st->filter);

	return f.n == 0 || ui_fuzzy(r->target, f) >= 0 ||
	       ui_fuzzy(r->id, f) >= 0 || ui_find_has(r->kind, f);
}

static void
build(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_review *v = data(p);

	st->n = 0;
	rv_grow(&st->order, &st->cap, v ? v->n + 1 : 1);
	for (size_t i = 0; v && i < v->n; i++) {
		size_t at = st->n;

		if (!passes(st, &v->rows[i]))
			continue;
		/* Insertion keeps the queue's order among equals. */
		while (at > 0 && goes_before(p, &v->rows[i],
					     &v->rows[st->order[at - 1]])) {
			st->order[at] = st->order[at - 1];
			at--;
		}
		st->order[at] = i;
		st->n++;
	}
	ui_list_sync(&st->list, st->n, row_id, p, false);
}

static void
follow_cursor(struct pane *p)
{
	const struct state *st = p->state;
	const struct rv_view_proposal *r = row_at(p, st->list.cursor);

	if (r)
		ui_ctx_select_review(p->ctx, r->id);
}

static void
queue_heading(const struct pane *p, struct rv_buf *out)
{
	static const char *const sorts[] = {
		[SORT_QUEUE] = N_("as it waits"),
		[SORT_RISK] = N_("by risk"),
		[SORT_AGE] = N_("by age"),
		[SORT_N] = "",
	};
	const struct state *st = p->state;
	const struct rv_view_review *v = data(p);

	if (!v)
		return;
	rv_buf_addf(out, _("%d open"), (int)v->open);
	if (v->deferred > 0)
		rv_buf_addf(out, _("  %d put aside"), (int)v->deferred);
	if (ui_stage_marked(&p->ctx->stage) > 0)
		rv_buf_addf(out, _("  %d marked"),
			    (int)ui_stage_marked(&p->ctx->stage));
	if (st->filter.n > 0)
		rv_buf_addf(out, _("  fits \"%s\""), st->filter.p);
	rv_buf_addf(out, "  %s", _(sorts[st->sort]));
}

static void
reveal(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_proposal *r = row_at(p, st->list.cursor);

	if (p->ctx->review && r && !rv_sv_is(r->id, p->ctx->review))
		for (size_t i = 0; i < st->n; i++)
			if (rv_sv_is(row_at(p, i)->id, p->ctx->review)) {
				ui_list_go(&st->list, i, row_id, p);
				return;
			}
}

static void
queue_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_review *v = data(p);

	if (view == UI_VIEW_N) {
		reveal(p);
		return;
	}
	if (view != UI_VIEW_REVIEW || !v)
		return;
	build(p);
	reveal(p);
	if (p->ctx->oldest) {
		size_t oldest = 0;

		p->ctx->oldest = false;
		for (size_t i = 1; i < st->n; i++)
			if (row_at(p, i)->opened < row_at(p, oldest)->opened)
				oldest = i;
		ui_list_go(&st->list, oldest, row_id, p);
	}
	follow_cursor(p);
}

static void
mark(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_proposal *at = row_at(p, st->list.cursor);

	for (size_t i = 0; at && i < st->n; i++) {
		const struct rv_view_proposal *r = row_at(p, i);
		struct ui_staged *it;

		if (act == UI_ACT_MARK ? i != st->list.cursor
		    : act == UI_ACT_MARK_SAME
			    ? !rv_sv_eq(r->target, at->target)
			    : is_waiting(p, r))
			continue;
		it = ui_stage_entry(&p->ctx->stage, r->id);
		it->marked = act == UI_ACT_MARK_SAME ? true : !it->marked;
	}
	if (act == UI_ACT_MARK)
		ui_list_act(&st->list, UI_ACT_DOWN, row_id, p);
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
		rv_buf_addf(&b, _("put aside %d times\n"), (int)r->defers);
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
	const struct rv_view_proposal *r = row_at(p, st->list.cursor);

	switch ((int)act) {
	case UI_ACT_MARK:
	case UI_ACT_MARK_SAME:
	case UI_ACT_MARK_INVERT:
		mark(p, act);
		follow_cursor(p);
		return PANE_REDRAW;
	case UI_ACT_SORT:
		st->sort = (enum sort)((st->sort + 1) % SORT_N);
		build(p);
		return PANE_REDRAW;
	case UI_ACT_OPEN:
		ui_goto(p->ctx, "review", "diff");
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
		break;
	}
	if (!ui_list_act(&st->list, act, row_id, p))
		return PANE_IGNORED;
	follow_cursor(p);
	return PANE_REDRAW;
}

static void
row_text(const void *ctx, size_t i, struct rv_buf *out)
{
	const struct rv_view_proposal *r = row_at(ctx, i);

	if (r)
		rv_buf_addf(out, "%.*s %.*s %.*s", RV_SV_ARG(r->id),
			    RV_SV_ARG(r->kind), RV_SV_ARG(r->target));
}

static bool
queue_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	ptrdiff_t at = ui_find_item(&st->list, row_text, p, pattern, dir);

	if (at < 0)
		return false;
	ui_list_go(&st->list, (size_t)at, row_id, p);
	follow_cursor(p);
	return true;
}

static void
queue_filter(struct pane *p, struct rv_sv pattern)
{
	struct state *st = p->state;

	rv_buf_reset(&st->filter);
	rv_buf_addv(&st->filter, pattern);
	build(p);
	follow_cursor(p);
}

static void
queue_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, RV_MAX(p->h - 1, 1));
}

/* The worst check by its name: "ok", "! duplicate", "x secret". */
static void
draw_worst(struct ui_surface *s, int x, int y,
	   const struct rv_view_proposal *r)
{
	if (r->base_moved) {
		ui_puts(s, x, y, UI_ROLE_WARN, _("! moved"));
		return;
	}
	if (r->worst == RV_LEVEL_OK) {
		ui_puts(s, x, y, UI_ROLE_OK, _("ok"));
		return;
	}
	for (size_t i = 0; i < r->n_checks; i++)
		if (r->checks[i].level == r->worst) {
			ui_put(s, x, y, ui_level_role(r->worst),
			       rv_sv(ui_tmp("%s %.*s", ui_level_sign(r->worst),
					    RV_SV_ARG(r->checks[i].code))));
			return;
		}
}

static void
draw_row(const struct pane *p, struct ui_surface *s, int y,
	 const struct rv_view_proposal *r)
{
	const struct ui_staged *it = ui_stage_get(&p->ctx->stage, r->id);
	bool waits = is_waiting(p, r);
	enum ui_role role = waits ? UI_ROLE_DIM : UI_ROLE_TEXT;
	const char *sign = ui_stage_sign(&p->ctx->stage, r->id);
	int x = s->r.w - 12;

	if (waits && sign[0] == '.')
		sign = "d";
	if (it && it->marked)
		ui_puts(s, 0, y, UI_ROLE_KEY, "*");
	ui_puts(s, 1, y, sign[0] == '.' || waits ? UI_ROLE_DIM
			 : sign[0] == 'X'	 ? UI_ROLE_DEL
						 : UI_ROLE_ADD,
		sign);
	ui_putw(s, 3, y, 6, UI_ROLE_STRONG, r->id);
	ui_putw(s, 10, y, 2, UI_ROLE_LABEL, r->tier);
	ui_putw(s, 13, y, 8, UI_ROLE_LABEL,
		rv_sv(r->is_new ? _("new") : rv_sv_is(r->kind, "consolidate")
						     ? _("story")
						     : _("update")));
	draw_worst(s, x, y, r);
	x -= 2;
	x = ui_put_right(s, x, y, 5, UI_ROLE_DIM,
			 rv_sv(waits && r->due != RV_UNDATED
				       ? ui_tmp_date(p->ctx, r->due) + 5
				       : ui_tmp_age(p->ctx, r->opened)));
	x = RV_MIN(x, s->r.w - 17) - 1;
	x = ui_put_right(s, x, y, 12, UI_ROLE_DIM,
			 rv_sv(ui_tmp("+%d -%d w", (int)r->words_added,
				      (int)r->words_removed)));
	x = RV_MIN(x, s->r.w - 28);
	ui_putw(s, 21, y, x - 22, role, r->target);
}

static void
draw_empty(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_review *v = data(p);

	if (st->filter.n > 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No proposal fits this filter. f changes it, "
			       "esc there shows all."));
		return;
	}
	ui_pane_note(s, UI_ROLE_DIM,
		     v->last_opened == RV_UNDATED
			     ? _("The queue is empty: nothing was proposed "
				 "yet. :promote PATH proposes a page, 4 and c "
				 "preview the story.")
			     : ui_tmp(_("The queue is empty: everything is "
					"decided. The last proposal came %s "
					"ago; 8 lists what became of it."),
				      ui_tmp_age(p->ctx, v->last_opened)));
}

static void
queue_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	if (ui_pane_blank(p, s, UI_VIEW_REVIEW))
		return;
	if (st->n == 0) {
		draw_empty(p, s);
		return;
	}
	ui_puts(s, 1, 0, UI_ROLE_LABEL, _("st id"));
	ui_puts(s, 13, 0, UI_ROLE_LABEL, _("kind"));
	ui_puts(s, 21, 0, UI_ROLE_LABEL, _("target"));
	ui_put_right(s, s->r.w - 19, 0, 6, UI_ROLE_LABEL, rv_sv(_("size")));
	ui_put_right(s, s->r.w - 14, 0, 4, UI_ROLE_LABEL, rv_sv(_("age")));
	ui_puts(s, s->r.w - 12, 0, UI_ROLE_LABEL, _("checks"));
	for (int y = 1; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y - 1;

		if (i >= st->n)
			break;
		draw_row(p, s, y, row_at(p, i));
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 1, s->r.h - 1);
}

static void
queue_close(struct pane *p)
{
	struct state *st = p->state;

	free(st->order);
	rv_buf_release(&st->filter);
}

const struct pane_ops queue_pane = {
	.name = "queue",
	.title = N_("Waiting"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_REVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = queue_heading,
	.update = queue_update,
	.action = queue_action,
	.find = queue_find,
	.filter = queue_filter,
	.recalc = queue_recalc,
	.draw = queue_draw,
	.close = queue_close,
};
