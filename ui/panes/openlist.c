/* SPDX-License-Identifier: MIT */
/* Pending: consolidations that wait for a decision. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("show"), N_("show its diff and checks"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_pending *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_PENDING);

	return s ? &s->u.pending : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_pending *v = ctx;

	return rv_sv_hash(v->open[i].id) | 1;
}

static void
openlist_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_pending *v = data(p);

	if (v)
		rv_buf_addf(out, "%d", (int)v->n_open);
}

static void
openlist_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (view == UI_VIEW_PENDING && v)
		ui_list_sync(&st->list, v->n_open, row_id, v, false);
}

static unsigned
openlist_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (!v || v->n_open == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		ui_ctx_show_proposal(p->ctx, v->open[st->list.cursor].id);
		ui_goto(p->ctx, "pending", "preview");
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, v) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
openlist_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
openlist_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_PENDING) || !v)
		return;
	if (v->n_open == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("0 proposals wait. d on a preview keeps it here "
			       "for later; agents open them with `reverie "
			       "consolidate`."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_proposal *d = &v->open[i];

		if (i >= v->n_open)
			break;
		ui_puts(s, 0, y,
			ui_stage_get(&p->ctx->stage, d->id) ? UI_ROLE_ADD
							    : UI_ROLE_DIM,
			ui_stage_sign(&p->ctx->stage, d->id));
		ui_putw(s, 2, y, 7, UI_ROLE_STRONG, d->id);
		ui_puts(s, 10, y, ui_level_role(d->worst),
			d->worst == RV_LEVEL_OK ? "ok"
						: ui_level_sign(d->worst));
		ui_put(s, 13, y, UI_ROLE_TEXT,
		       rv_sv(ui_tmp(_("%.*s %.*s  +%d -%d  %s"),
				    RV_SV_ARG(d->kind), RV_SV_ARG(d->target),
				    (int)d->added, (int)d->removed,
				    ui_tmp_age(p->ctx, d->opened))));
		if (d->base_moved)
			ui_put_right(s, s->r.w - 1, y, 8, UI_ROLE_WARN,
				     rv_sv(_("! moved")));
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
}

const struct pane_ops openlist_pane = {
	.name = "openlist",
	.title = N_("Waiting for a decision"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_PENDING,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = openlist_heading,
	.update = openlist_update,
	.action = openlist_action,
	.recalc = openlist_recalc,
	.draw = openlist_draw,
};
