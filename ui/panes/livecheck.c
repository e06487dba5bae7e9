/* SPDX-License-Identifier: MIT */
/* Layers: the live checks that the configuration declares. */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"L", UI_ACT_LIVE, N_("check now"), N_("run this check now"), 0},
	{"enter", UI_ACT_OPEN, N_("result"), N_("show the whole result"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_lives *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_LIVES);

	return s ? &s->u.lives : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_lives *v = ctx;

	return rv_sv_hash(v->items[i].name) | 1;
}

static void
livecheck_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_lives *v = data(p);

	if (v && v->n > 0)
		rv_buf_addf(out, "%d", (int)v->n);
}

static void
livecheck_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_lives *v = data(p);

	if (view == UI_VIEW_LIVES && v)
		ui_list_sync(&st->list, v->n, row_id, v, false);
}

static void
show(struct pane *p, const struct rv_view_live *l)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("%.*s  %.*s\nstate   %.*s   exit code %d\nchecked %s "
			  "%s\n\n"),
		    RV_SV_ARG(l->kind), RV_SV_ARG(l->what), RV_SV_ARG(l->state),
		    l->exit_code, ui_tmp_date(p->ctx, l->time),
		    l->time == RV_UNDATED ? ""
					  : ui_tmp_clock(p->ctx, l->time));
	rv_buf_addv(&b, l->result.n > 0 ? l->result
					: rv_sv(_("It has no result yet: L "
						  "runs it.")));
	ui_show_text(p->ctx, _("Live check"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

static unsigned
livecheck_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_lives *v = data(p);

	if (!v || st->list.cursor >= v->n)
		return PANE_IGNORED;
	if (act == UI_ACT_LIVE) {
		ui_start_live(p->ctx, v->items[st->list.cursor].name);
		return PANE_HANDLED;
	}
	if (act == UI_ACT_OPEN) {
		show(p, &v->items[st->list.cursor]);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, v) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
livecheck_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, RV_MAX(p->h / 2, 1));
}

static enum ui_role
live_role(const struct rv_view_live *l)
{
	if (l->time == RV_UNDATED)
		return UI_ROLE_DIM;
	return rv_sv_is(l->state, "ok") && !l->late ? UI_ROLE_OK : UI_ROLE_WARN;
}

static void
livecheck_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_lives *v = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_LIVES) || !v)
		return;
	if (v->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No live checks. `live:` in the configuration "
			       "declares commands, files and addresses that "
			       "tell what is true now."));
		return;
	}
	for (int y = 0; y + 1 < s->r.h; y += 2) {
		size_t i = st->list.top + (size_t)(y / 2);
		const struct rv_view_live *l = &v->items[i];

		if (i >= v->n)
			break;
		ui_put_right(s, s->r.w - 1, y, 16,
			     live_role(l),
			     rv_sv(ui_tmp("%.*s %s", RV_SV_ARG(l->state),
					  l->time == RV_UNDATED
						  ? ""
						  : ui_tmp_age(p->ctx,
							       l->time))));
		ui_putw(s, 0, y, s->r.w - 18, UI_ROLE_LIVE, l->name);
		ui_putw(s, 2, y + 1, s->r.w - 3, UI_ROLE_DIM,
			l->result.n > 0 ? l->result : l->what);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 2);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops livecheck_pane = {
	.name = "livecheck",
	.title = N_("Live checks"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_LIVES,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = livecheck_heading,
	.update = livecheck_update,
	.action = livecheck_action,
	.recalc = livecheck_recalc,
	.draw = livecheck_draw,
};
