/* SPDX-License-Identifier: MIT */
/* Overview: is memory healthy?  Each lamp opens the screen behind it. */
#include "config.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("details"), N_("open what is behind it"), 0},
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
	const struct rv_view_overview *o = ctx;

	return rv_sv_hash(o->health[i].name) | 1;
}

static void
health_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (view == UI_VIEW_OVERVIEW && o)
		ui_list_sync(&st->list, o->n_health, row_id, o, false);
}

static unsigned
health_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (!o || o->n_health == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		const char *to = o->health[st->list.cursor].opens;

		if (to)
			ui_goto(p->ctx, to, NULL);
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("there is no screen behind this lamp"));
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, o) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
health_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

/* A sentence that did not fit is told whole below the lamps. */
static void
draw_whole(const struct rv_view_overview *o, const struct state *st,
	   struct ui_surface *s)
{
	struct ui_textview v = {0};
	int room = s->r.h - (int)o->n_health;

	if (o->n_health == 0 || rv_width(o->health[st->list.cursor].text) <=
					s->r.w - 15)
		return;
	ui_textview_begin(&v, s->r.w);
	ui_textview_add(&v, UI_ROLE_DIM, 0, o->health[st->list.cursor].text);
	if ((int)v.n <= room) {
		struct ui_surface in = ui_sub(s, 0, s->r.h - (int)v.n, s->r.w,
					      (int)v.n);

		ui_textview_fit(&v, in.r.h);
		ui_textview_draw(&v, &in);
	}
	ui_textview_release(&v);
}

static void
health_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW) || !o)
		return;
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_health *h = &o->health[i];
		int x;

		if (i >= o->n_health)
			break;
		ui_putw(s, 0, y, 10, UI_ROLE_LABEL, h->name);
		x = 11 + ui_putw(s, 11, y, 10, ui_level_role(h->level),
				 h->state);
		x = RV_MAX(x + 1, 15);
		ui_putw(s, x, y, s->r.w - x, UI_ROLE_TEXT, h->text);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	draw_whole(o, st, s);
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops health_pane = {
	.name = "health",
	.title = N_("Health"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_OVERVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.update = health_update,
	.action = health_action,
	.recalc = health_recalc,
	.draw = health_draw,
};
