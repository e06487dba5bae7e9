/* SPDX-License-Identifier: MIT */
/* Overview: what happened, newest first. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open the turn or step"), 0},
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
	const struct rv_view_activity *a = &o->activity[i];

	return ((uint64_t)a->time * 31 + (uint64_t)a->run * 7 +
		(uint64_t)a->ledger * 3 + rv_sv_hash(a->text)) | 1;
}

static void
activity_heading(const struct pane *p, struct rv_buf *out)
{
	const struct state *st = p->state;

	if (st->list.newer > 0)
		rv_buf_addf(out, _("%d newer"), (int)st->list.newer);
}

static void
activity_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (view == UI_VIEW_OVERVIEW && o)
		ui_list_sync(&st->list, o->n_activity, row_id, o,
			     p->ctx->follow);
}

static unsigned
activity_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (!o || o->n_activity == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		int64_t run = o->activity[st->list.cursor].run;

		if (run > 0) {
			ui_goto(p->ctx, "resonance", "candidates");
			ui_ctx_select_run(p->ctx, run);
		} else {
			ui_goto(p->ctx, "log", "ledger");
		}
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, o) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
activity_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
activity_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW) || !o)
		return;
	if (o->n_activity == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("Nothing has happened yet. :import PATH brings "
			       "sessions in."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_activity *a = &o->activity[i];

		if (i >= o->n_activity)
			break;
		ui_putw(s, 0, y, 5, UI_ROLE_DIM,
			rv_sv(ui_tmp_when(p->ctx, a->time)));
		ui_putw(s, 6, y, 10, UI_ROLE_LABEL, rv_sv(a->kind));
		ui_putw(s, 17, y, s->r.w - 17, UI_ROLE_TEXT, a->text);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops activity_pane = {
	.name = "activity",
	.title = N_("Activity"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_OVERVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = activity_heading,
	.update = activity_update,
	.action = activity_action,
	.recalc = activity_recalc,
	.draw = activity_draw,
};
