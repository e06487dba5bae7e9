/* SPDX-License-Identifier: MIT */
/* Overview: what waits for a person. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("open"), N_("open what needs you"), 0},
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

	return (rv_sv_hash(o->needs[i].id) ^ rv_sv_hash(o->needs[i].text)) | 1;
}

static void
needs_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_overview *o = data(p);

	if (o && o->n_needs > 0)
		rv_buf_addf(out, "%d", (int)o->n_needs);
}

static void
needs_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (view == UI_VIEW_OVERVIEW && o)
		ui_list_sync(&st->list, o->n_needs, row_id, o, false);
}

static unsigned
needs_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_overview *o = data(p);
	const struct rv_view_need *n;

	if (!o || o->n_needs == 0)
		return PANE_IGNORED;
	n = &o->needs[st->list.cursor];
	if (act == UI_ACT_OPEN) {
		if (n->id.n > 0)
			ui_ctx_open(p->ctx, n->id);
		else
			ui_goto(p->ctx, "pending", NULL);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, o) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
needs_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
needs_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_overview *o = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW) || !o)
		return;
	if (o->n_needs == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     o->status.pending > 0
				     ? _("Nothing needs you. c previews a "
					 "consolidation of what is pending; "
					 "nothing is written.")
				     : _("Nothing needs you, nothing is "
					 "pending."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_need *n = &o->needs[i];
		int x = 2, end = s->r.w;

		if (i >= o->n_needs)
			break;
		ui_puts(s, 0, y, ui_level_role(n->level),
			ui_level_sign(n->level));
		if (n->hint.n > 0 && s->r.w > 40)
			end = ui_put_right(s, s->r.w, y, 18, UI_ROLE_HINT,
					   n->hint) - 1;
		if (n->id.n > 0)
			x += ui_putw(s, x, y, 8, UI_ROLE_STRONG, n->id) + 1;
		ui_putw(s, x, y, end - x, UI_ROLE_TEXT, n->text);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
}

const struct pane_ops needs_pane = {
	.name = "needs",
	.title = N_("Needs you"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_OVERVIEW,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = needs_heading,
	.update = needs_update,
	.action = needs_action,
	.recalc = needs_recalc,
	.draw = needs_draw,
};
