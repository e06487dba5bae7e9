/* SPDX-License-Identifier: MIT */
/* Overview: the layers from the most to the least trusted. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/gauge.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what holds the layer"), 0},
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_overview *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_OVERVIEW);

	return s ? &s->u.overview : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	(void)ctx;
	return i + 1;
}

static void
layers_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;

	const struct rv_view_overview *o = data(p);

	if (view == UI_VIEW_OVERVIEW && o)
		ui_list_sync(&st->list, ARRAY_LEN(o->layers), row_id, NULL,
			     false);
}

static unsigned
layers_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (!o)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		char letter = o->layers[st->list.cursor].letter;

		if (letter == 'S')
			ui_goto(p->ctx, "story", "chapters");
		else
			ui_goto(p->ctx, "layers", "tree");
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, NULL) ? PANE_REDRAW
							 : PANE_IGNORED;
}

static void
layers_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, RV_MAX(p->h - 1, 1));
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
layers_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_overview *o = data(p);
	int y = 1;

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW) || !o)
		return;
	ui_put_right(s, 21, 0, 8, UI_ROLE_LABEL, rv_sv(_("items")));
	ui_put_right(s, 30, 0, 8, UI_ROLE_LABEL, rv_sv(_("size")));
	ui_put_right(s, 37, 0, 7, UI_ROLE_LABEL, rv_sv(_("newest")));
	for (size_t i = st->list.top;
	     i < ARRAY_LEN(o->layers) && y < s->r.h; i++, y++) {
		const struct rv_view_layer *l = &o->layers[i];
		enum ui_role role = ui_layer_role(l->letter);
		struct rv_buf b = RV_BUF_INIT;

		ui_putf(s, 0, y, role, "[%c]", l->letter);
		ui_putw(s, 4, y, 9, role, l->name);
		ui_put_right(s, 21, y, 8, UI_ROLE_TEXT,
			     rv_sv(l->items > 0 ? ui_tmp_int(l->items) : "-"));
		rv_fmt_bytes(&b, l->bytes);
		ui_put_right(s, 30, y, 8, UI_ROLE_DIM,
			     l->bytes > 0 ? rv_buf_sv(&b) : RV_SV("-"));
		rv_buf_release(&b);
		ui_put_right(s, 37, y, 6, UI_ROLE_DIM,
			     rv_sv(l->items > 0 ? ui_tmp_age(p->ctx, l->newest)
						: "-"));
		ui_putw(s, 39, y, s->r.w - 39, UI_ROLE_DIM, l->note);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	draw_mix(o, s, y + 1);
}

const struct pane_ops layers_pane = {
	.name = "layers",
	.title = N_("Trust layers"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_OVERVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.update = layers_update,
	.action = layers_action,
	.recalc = layers_recalc,
	.draw = layers_draw,
};
