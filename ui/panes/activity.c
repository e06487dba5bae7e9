/* SPDX-License-Identifier: MIT */
/* Overview: what happened, newest first. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"
#include "ui/shorten.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the turn or step"), 0},
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
	return data(p)->n_activity;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct rv_view_activity *a = &data(p)->activity[i];

	return (uint64_t)a->time * 31 + (uint64_t)a->run * 7 +
	       (uint64_t)a->ledger * 3 + rv_sv_hash(a->text);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_activity *a = &data(p)->activity[i];

	rv_buf_addf(out, "%s %.*s", a->kind, RV_SV_ARG(a->text));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_activity *a = &data(p)->activity[i];

	ui_putw(s, 0, 0, 5, UI_ROLE_DIM, rv_sv(ui_tmp_when(p->ctx, a->time)));
	ui_putw(s, 6, 0, 10, UI_ROLE_LABEL, ui_word(rv_sv(a->kind)));
	ui_put_path(s, 17, 0, s->r.w - 17, UI_ROLE_TEXT, a->text);
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("Nothing has happened yet. :import PATH brings sessions in.");
}

static unsigned
activity_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct rv_view_activity *a;

	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	a = &data(p)->activity[i];
	if (a->run > 0)
		ui_ctx_open_run(p->ctx, a->run);
	else
		ui_ctx_open_row(p->ctx, a->ledger, RV_SV_NONE);
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_OVERVIEW,
	.count = count,
	.id = id,
	.text = text,
	.follows = ui_rows_live,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops activity_pane = {
	.name = "activity",
	.title = N_("Activity"),
	.views = 1u << UI_VIEW_OVERVIEW,
	.keys = keys,
	.rows = &rows,
	.action = activity_action,
};
