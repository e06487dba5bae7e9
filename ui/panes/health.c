/* SPDX-License-Identifier: MIT */
/* Overview: is memory healthy?  Each lamp opens the screen behind it. */
#include "config.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("details"), N_("open what is behind it"), 0},
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
	return data(p)->n_health;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(data(p)->health[i].name);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_health *h = &data(p)->health[i];

	rv_buf_addf(out, "%.*s %.*s %.*s", RV_SV_ARG(h->name),
		    RV_SV_ARG(h->state), RV_SV_ARG(h->text));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_health *h = &data(p)->health[i];
	int x;

	ui_putw(s, 0, 0, 10, UI_ROLE_LABEL, h->name);
	x = 11 + ui_putw(s, 11, 0, 10, ui_level_role(h->level), h->state);
	x = RV_MAX(x + 1, 15);
	ui_putw(s, x, 0, s->r.w - x, UI_ROLE_TEXT, h->text);
}

/* A sentence that did not fit is told whole below the lamps. */
static void
draw_whole(const struct pane *p, struct ui_surface *s)
{
	struct ui_textview v = {0};
	ptrdiff_t i = ui_rows_at(p);
	int room = s->r.h - (int)count(p);
	struct rv_sv whole;

	if (i < 0)
		return;
	whole = data(p)->health[i].text;
	if (rv_width(whole) <= s->r.w - 15)
		return;
	ui_textview_begin(&v, s->r.w);
	ui_textview_add(&v, UI_ROLE_DIM, 0, whole);
	if ((int)v.n <= room) {
		struct ui_surface in = ui_sub(s, 0, s->r.h - (int)v.n, s->r.w,
					      (int)v.n);

		ui_textview_fit(&v, in.r.h);
		ui_textview_draw(&v, &in);
	}
	ui_textview_release(&v);
}

static unsigned
health_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	if (data(p)->health[i].opens)
		ui_goto(p->ctx, data(p)->health[i].opens, NULL);
	else
		ui_toast(p->ctx, RV_LEVEL_NOTE,
			 _("there is no screen behind this lamp"));
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_OVERVIEW,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.around = draw_whole,
};

const struct pane_ops health_pane = {
	.name = "health",
	.title = N_("Health"),
	.views = 1u << UI_VIEW_OVERVIEW,
	.keys = keys,
	.rows = &rows,
	.action = health_action,
};
