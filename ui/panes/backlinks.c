/* SPDX-License-Identifier: MIT */
/* Layers: the pages that link to the one that is selected. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the page"), 0},
	{"[", UI_ACT_BACK, N_("back"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_item *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_ITEM)->u.item;
}

static bool
is_here(const struct pane *p)
{
	return p->ctx->path && rv_sv_is(ui_pane_snap(p, UI_VIEW_ITEM)->text,
					p->ctx->path);
}

static size_t
count(const struct pane *p)
{
	return is_here(p) ? data(p)->n_backlinks : 0;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct rv_view_backlink *l = &data(p)->backlinks[i];

	return rv_sv_hash(l->path) | 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_backlink *l = &data(p)->backlinks[i];

	rv_buf_addf(out, "%.*s %.*s", RV_SV_ARG(l->title), RV_SV_ARG(l->path));
}

/* Its title, unless another one in the list has the same. */
static struct rv_sv
name_of(const struct rv_view_item *it, size_t i)
{
	const struct rv_view_backlink *l = &it->backlinks[i];

	for (size_t k = 0; k < it->n_backlinks; k++)
		if (k != i && rv_sv_eq(it->backlinks[k].title, l->title))
			return l->path;
	return l->title.n > 0 ? l->title : l->path;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_backlink *l = &data(p)->backlinks[i];
	int end = s->r.w;

	if (l->lines.n > 0)
		end = ui_put_right(s, s->r.w - 1, 0, s->r.w / 2, UI_ROLE_DIM,
				   rv_sv(ui_tmp(_("line %.*s"),
						RV_SV_ARG(l->lines))));
	ui_putw(s, 0, 0, end - 1, UI_ROLE_LINK, name_of(data(p), i));
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("No page links to this one. A page that nothing leads to is "
		 "found by search alone.");
}

static void
backlinks_heading(const struct pane *p, struct rv_buf *out)
{
	if (count(p) > 0)
		rv_buf_addf(out, "%d", (int)count(p));
}

static unsigned
backlinks_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	ui_ctx_open_path(p->ctx, data(p)->backlinks[i].path);
	return PANE_HANDLED;
}

static void
backlinks_draw(const struct pane *p, struct ui_surface *s)
{
	if (is_here(p))
		ui_rows_draw(p, s);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_ITEM,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops backlinks_pane = {
	.name = "backlinks",
	.title = N_("Linked from"),
	.keys = keys,
	.rows = &rows,
	.heading = backlinks_heading,
	.action = backlinks_action,
	.draw = backlinks_draw,
};
