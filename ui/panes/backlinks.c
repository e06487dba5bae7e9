/* SPDX-License-Identifier: MIT */
/* Layers: the pages that link to the one that is selected. */
#include "config.h"

#include "base/i18n.h"
#include "ui/find.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the page"), 0},
	{"[", UI_ACT_BACK, N_("back"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_item *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_ITEM);

	return s && p->ctx->path && rv_sv_is(s->text, p->ctx->path)
		       ? &s->u.item
		       : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_item *it = ctx;
	const struct rv_view_backlink *l = &it->backlinks[i];

	return (rv_sv_hash(l->path) + (uint64_t)l->line) | 1;
}

static void
backlinks_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_item *it = data(p);

	if (it && it->n_backlinks > 0)
		rv_buf_addf(out, "%d", (int)it->n_backlinks);
}

static void
backlinks_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_item *it = data(p);

	if (view == UI_VIEW_ITEM && it)
		ui_list_sync(&st->list, it->n_backlinks, row_id, it, false);
}

static unsigned
backlinks_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_item *it = data(p);

	if (!it || st->list.cursor >= it->n_backlinks)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		ui_ctx_open_path(p->ctx, it->backlinks[st->list.cursor].path);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, it) ? PANE_REDRAW
						       : PANE_IGNORED;
}

static void
row_text(const void *ctx, size_t i, struct rv_buf *out)
{
	const struct rv_view_item *it = ctx;

	rv_buf_addf(out, "%.*s %.*s", RV_SV_ARG(it->backlinks[i].title),
		    RV_SV_ARG(it->backlinks[i].path));
}

static bool
backlinks_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	const struct rv_view_item *it = data(p);
	ptrdiff_t at = it ? ui_find_item(&st->list, row_text, it, pattern, dir)
			  : -1;

	if (at >= 0)
		ui_list_go(&st->list, (size_t)at, row_id, it);
	return at >= 0;
}

static void
backlinks_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
backlinks_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_item *it = data(p);

	if (!it)
		return;
	if (it->n_backlinks == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No page links to this one. A page that nothing "
			       "leads to is found by search alone."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_backlink *l = &it->backlinks[i];
		int end = s->r.w;

		if (i >= it->n_backlinks)
			break;
		if (l->line > 0)
			end = ui_put_right(s, s->r.w - 1, y, 8, UI_ROLE_DIM,
					   rv_sv(ui_tmp("%d", (int)l->line)));
		ui_putw(s, 0, y, end - 1, UI_ROLE_LINK,
			l->title.n > 0 ? l->title : l->path);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops backlinks_pane = {
	.name = "backlinks",
	.title = N_("Linked from"),
	.flags = PANE_LIST,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = backlinks_heading,
	.update = backlinks_update,
	.action = backlinks_action,
	.find = backlinks_find,
	.recalc = backlinks_recalc,
	.draw = backlinks_draw,
};
