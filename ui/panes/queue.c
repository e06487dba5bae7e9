/* SPDX-License-Identifier: MIT */
/* Review: consolidations and promotions that wait for a decision. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/width.h"
#include "ui/next.h"
#include "ui/pane.h"
#include "ui/rich.h"
#include "ui/shorten.h"

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
	{"d", UI_ACT_DEFER, N_("defer"), N_("stage for later; asks when"), 0},
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
		rv_buf_addf(out, _("  %d put aside"), (int)v->deferred);
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

/* "! stale+2": two more are open besides. */
static void
draw_code(struct ui_surface *s, int x, const struct rv_view_proposal *r,
	  struct rv_sv code)
{
	const char *more = "";
	int open = -1, w;

	for (size_t i = 0; i < r->n_checks; i++)
		open += r->checks[i].level >= RV_LEVEL_WARN;
	if (open > 0)
		more = ui_tmp("+%d", open);
	w = s->r.w - x - 2 - rv_width(rv_sv(more));
	ui_puts(s, x, 0, ui_level_role(r->worst), ui_level_sign(r->worst));
	w = RV_MIN(w, rv_width(ui_word(code)));
	ui_putw(s, x + 2, 0, w, ui_level_role(r->worst), ui_word(code));
	ui_puts(s, x + 2 + w, 0, ui_level_role(r->worst), more);
}

/* The worst check by its name: "ok", "! duplicate", "x secret". */
static void
draw_worst(struct ui_surface *s, int x, const struct rv_view_proposal *r)
{
	if (r->base_moved) {
		ui_puts(s, x, 0, UI_ROLE_WARN, _("! moved"));
		return;
	}
	if (r->worst == RV_LEVEL_OK) {
		ui_puts(s, x, 0, UI_ROLE_OK, _("ok"));
		return;
	}
	for (size_t i = 0; i < r->n_checks; i++)
		if (r->checks[i].level == r->worst) {
			draw_code(s, x, r, r->checks[i].code);
			return;
		}
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_proposal *r = row_at(p, i);
	const struct ui_staged *it = ui_stage_get(&p->ctx->stage, r->id);
	bool waits = r->waits;
	enum ui_role role = waits ? UI_ROLE_DIM : UI_ROLE_TEXT;
	const char *sign = ui_stage_sign(&p->ctx->stage, r->id);
	int x = s->r.w - 12;

	if (waits && sign[0] == '.')
		sign = "d";
	if (it && it->marked)
		ui_puts(s, 0, 0, UI_ROLE_KEY, "*");
	ui_puts(s, 1, 0, sign[0] == '.' || waits ? UI_ROLE_DIM
			 : sign[0] == 'X'	 ? UI_ROLE_DEL
						 : UI_ROLE_ADD,
		sign);
	ui_putw(s, 3, 0, 6, UI_ROLE_STRONG, r->id);
	ui_putw(s, 10, 0, 2, UI_ROLE_LABEL, r->tier);
	ui_putw(s, 13, 0, 8, UI_ROLE_LABEL,
		rv_sv(r->is_new ? _("new") : rv_sv_is(r->kind, "consolidate")
						     ? _("story")
						     : _("update")));
	draw_worst(s, x, r);
	x -= 2;
	if (waits && r->due != RV_UNDATED) {
		/* when it comes back, over both columns */
		(void)ui_put_right(s, x, 0, 14, UI_ROLE_DIM,
				   rv_sv(ui_tmp(_("due %s"),
						ui_tmp_date(p->ctx, r->due) +
							5)));
		x = s->r.w - 28;
	} else {
		x = ui_put_right(s, x, 0, 5, UI_ROLE_DIM,
				 rv_sv(ui_tmp_age(p->ctx, r->opened)));
		x = RV_MIN(x, s->r.w - 17) - 1;
		x = ui_put_right(s, x, 0, 12, UI_ROLE_DIM,
				 rv_sv(ui_tmp("+%d -%d w", (int)r->words_added,
					      (int)r->words_removed)));
		x = RV_MIN(x, s->r.w - 28);
	}
	ui_put_path(s, 21, 0, x - 22, role, r->target);
}

#define BRIEF_ROWS 3
#define ALONE_FROM 10 /* rows of a small console that shows the queue alone */

/* Where no other pane is seen, what is wrong with the row stands below. */
static int
below(const struct pane *p)
{
	return p->ctx->small && p->h >= ALONE_FROM ? BRIEF_ROWS : 0;
}

/* The worst sentence in two lines, and how many there are. */
static void
draw_brief(struct ui_surface *s, int y, const struct rv_view_proposal *r)
{
	struct rv_sv text = RV_SV_NONE;
	int open = 0;

	for (size_t i = 0; i < r->n_checks; i++) {
		open += r->checks[i].level >= RV_LEVEL_WARN;
		if (!text.n && r->checks[i].level == r->worst && open > 0)
			text = r->checks[i].message;
	}
	if (open > 0)
		ui_puts(s, 0, y, ui_level_role(r->worst),
			ui_level_sign(r->worst));
	for (int k = 0; k < 2 && text.n > 0; k++) {
		size_t skip = 0, n = ui_text_fits(text, s->r.w - 2, &skip);

		/* What is left over is cut with a sign of it. */
		ui_putw(s, 2, y++, s->r.w - 2, UI_ROLE_TEXT,
			k == 0 ? rv_sv_slice(text, 0, n) : text);
		text = rv_sv_slice(text, n + skip, text.n);
	}
	ui_putf(s, 2, y, UI_ROLE_DIM,
		open > 1 ? _("%d ok  +%d open") : _("%d ok"),
		(int)r->n_checks - open, open - 1);
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	const struct rv_view_proposal *at = current(p);

	if (ui_rows_shown(p) == 0)
		return;
	if (below(p) > 0 && at)
		draw_brief(s, s->r.h - BRIEF_ROWS, at);
	ui_puts(s, 1, 0, UI_ROLE_LABEL, _("st id"));
	ui_puts(s, 13, 0, UI_ROLE_LABEL, _("kind"));
	ui_puts(s, 21, 0, UI_ROLE_LABEL, _("target"));
	ui_put_right(s, s->r.w - 19, 0, 6, UI_ROLE_LABEL, rv_sv(_("size")));
	ui_put_right(s, s->r.w - 14, 0, 4, UI_ROLE_LABEL, rv_sv(_("age")));
	ui_puts(s, s->r.w - 12, 0, UI_ROLE_LABEL, _("checks"));
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
