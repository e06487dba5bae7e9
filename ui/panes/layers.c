/* SPDX-License-Identifier: MIT */
/* Overview: the layers from the most to the least trusted. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what holds the layer"), 0},
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_overview *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_OVERVIEW)->u.overview;
}

static size_t
count(const struct pane *p)
{
	return ui_model_get(p->ctx->model, UI_VIEW_OVERVIEW)
		       ? ARRAY_LEN(data(p)->layers)
		       : 0;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return (uint64_t)data(p)->layers[i].letter << 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_layer *l = &data(p)->layers[i];

	rv_buf_addf(out, "%.*s %.*s", RV_SV_ARG(l->name), RV_SV_ARG(l->note));
}

/* Where the columns end; the note stands behind the last. */
enum { ITEMS = 16, NEWEST = 23, STALE = 29, CONTRA = 36, HELD = 41, SIZE = 50 };

static const struct {
	int end;
	const char *title; /* N_(), at most six cells */
} heads[] = {
	{ITEMS, N_("items")},	{NEWEST, N_("newest")}, {STALE, N_("stale")},
	{CONTRA, N_("contra")}, {HELD, N_("held")},	{SIZE, N_("size")},
};

static bool
is_wide(const struct ui_surface *s)
{
	return s->r.w >= SIZE + 14;
}

/* A count that is good at 0, and a dash where nothing was counted. */
static void
put_faults(struct ui_surface *s, int end, int64_t n, enum ui_role role)
{
	ui_put_right(s, end, 0, 6, n > 0 ? role : UI_ROLE_DIM,
		     rv_sv(n < 0 ? "-" : ui_tmp_int(n)));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_layer *l = &data(p)->layers[i];
	enum ui_role role = ui_layer_role(l->letter);
	struct rv_buf b = RV_BUF_INIT;
	int x = HELD + 2;

	ui_putf(s, 0, 0, role, "[%c]", l->letter);
	ui_putw(s, 4, 0, 8, role, l->name);
	ui_put_right(s, ITEMS, 0, 6, UI_ROLE_TEXT,
		     rv_sv(l->items > 0 ? ui_tmp_int(l->items) : "-"));
	ui_put_right(s, NEWEST, 0, 6, UI_ROLE_DIM,
		     rv_sv(l->items > 0 ? ui_tmp_age(p->ctx, l->newest) : "-"));
	put_faults(s, STALE, l->stale, UI_ROLE_NOTE);
	put_faults(s, CONTRA, l->contradictions, UI_ROLE_WARN);
	put_faults(s, HELD, l->held, UI_ROLE_WARN);
	if (is_wide(s)) {
		rv_fmt_bytes(&b, l->bytes);
		ui_put_right(s, SIZE, 0, 9, UI_ROLE_DIM,
			     l->bytes > 0 ? rv_buf_sv(&b) : RV_SV("-"));
		rv_buf_release(&b);
		x = SIZE + 2;
	}
	ui_putw(s, x, 0, s->r.w - x, UI_ROLE_DIM, l->note);
}

/* What the last turn's flashbacks came from. */
static void
draw_mix(const struct rv_view_overview *o, struct ui_surface *s, int y)
{
	int x = 0, n = 0;

	for (size_t i = 0; i < o->last.n; i++)
		n += o->last.cands[i].injected;
	if (n == 0 || y >= s->r.h)
		return;
	x = ui_puts(s, 0, y, UI_ROLE_DIM, _("last turn drew on")) + 1;
	for (size_t i = 0; i < o->last.n; i++) {
		const struct rv_view_candidate *c = &o->last.cands[i];

		if (c->injected)
			x += ui_putf(s, x, y, ui_layer_role(c->letter), "[%c]",
				     c->letter) + 1;
	}
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	for (size_t i = 0; i < ARRAY_LEN(heads); i++)
		if (heads[i].end < SIZE || is_wide(s))
			ui_put_right(s, heads[i].end, 0, 7, UI_ROLE_LABEL,
				     rv_sv(_(heads[i].title)));
	draw_mix(data(p), s, (int)count(p) + 2);
}

static unsigned
layers_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	if (data(p)->layers[i].letter == 'S')
		ui_goto(p->ctx, "story", "chapters");
	else
		ui_goto(p->ctx, "layers", "tree");
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_OVERVIEW,
	.above = 1,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.around = around,
};

const struct pane_ops layers_pane = {
	.name = "layers",
	.title = N_("Trust layers"),
	.views = 1u << UI_VIEW_OVERVIEW,
	.keys = keys,
	.legend = ui_legend_tree,
	.rows = &rows,
	.action = layers_action,
};
