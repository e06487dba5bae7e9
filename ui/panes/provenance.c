/* SPDX-License-Identifier: MIT */
/* Story: the episodes that the selected chapter was told from. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("episode"), N_("the whole episode"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct ui_snap *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_SOURCES);

	return s && s->num == p->ctx->chapter ? s : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct ui_snap *s = ctx;

	return rv_sv_hash(s->u.sources.items[i].id) | 1;
}

static void
provenance_heading(const struct pane *p, struct rv_buf *out)
{
	const struct ui_snap *s = data(p);

	if (s)
		rv_buf_addf(out, P_("%d episode", "%d episodes",
				    s->u.sources.n),
			    (int)s->u.sources.n);
}

static void
provenance_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct ui_snap *s = data(p);

	if (s && (view == UI_VIEW_SOURCES || view == UI_VIEW_N))
		ui_list_sync(&st->list, s->u.sources.n, row_id, s, false);
}

static void
show_episode(struct pane *p, const struct rv_view_episode *e)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("time     %s %s\nwho      %.*s %.*s (%.*s)\n"),
		    ui_tmp_date(p->ctx, e->time), ui_tmp_clock(p->ctx, e->time),
		    RV_SV_ARG(e->role), RV_SV_ARG(e->name),
		    RV_SV_ARG(e->origin));
	rv_buf_addf(&b, _("session  %.*s\nsource   %.*s:%d\nid       %.*s\n\n"),
		    RV_SV_ARG(e->session), RV_SV_ARG(e->source), (int)e->line,
		    RV_SV_ARG(e->id));
	rv_buf_addv(&b, e->text);
	ui_show_text(p->ctx, _("Episode"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

static unsigned
provenance_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct ui_snap *s = data(p);

	if (!s || s->u.sources.n == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN || act == UI_ACT_INFO) {
		show_episode(p, &s->u.sources.items[st->list.cursor]);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, s) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
provenance_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
provenance_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct ui_snap *d = data(p);

	if (!d) {
		if (p->ctx->chapter < 0)
			ui_pane_note(s, UI_ROLE_DIM,
				     _("No chapter is selected: its sources "
				       "would be here."));
		else
			(void)ui_pane_blank(p, s, UI_VIEW_SOURCES);
		return;
	}
	if (d->u.sources.n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("0 episodes. This chapter was there before "
			       "Reverie kept sources, or a person wrote it."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;
		const struct rv_view_episode *e = &d->u.sources.items[i];

		if (i >= d->u.sources.n)
			break;
		ui_putw(s, 0, y, 10, UI_ROLE_DIM,
			rv_sv(ui_tmp_date(p->ctx, e->time)));
		ui_putw(s, 11, y, 5, UI_ROLE_DIM,
			rv_sv(ui_tmp_clock(p->ctx, e->time)));
		ui_putw(s, 17, y, 9, UI_ROLE_RAW,
			ui_who(e->role, e->name));
		ui_putw(s, 27, y, s->r.w - 27, UI_ROLE_TEXT, e->text);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops provenance_pane = {
	.name = "provenance",
	.title = N_("Provenance"),
	.flags = PANE_LIST,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = provenance_heading,
	.update = provenance_update,
	.action = provenance_action,
	.recalc = provenance_recalc,
	.draw = provenance_draw,
};
