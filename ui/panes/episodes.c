/* SPDX-License-Identifier: MIT */
/* Pending: the episodes that wait to be narrated, oldest first. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{"enter", UI_ACT_OPEN, N_("episode"), N_("the whole episode"), 0},
	{",l", UI_ACT_LATE, N_("with late ones"), NULL, 0},
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

	return rv_sv_hash(v->episodes[i].id) | 1;
}

static void
episodes_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_pending *v = data(p);

	if (!v)
		return;
	rv_buf_addf(out, "%s", ui_tmp_int(v->total));
	if (v->total > (int64_t)v->n)
		rv_buf_addf(out, _(", the first %s"), ui_tmp_int((int64_t)v->n));
}

static void
episodes_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (view == UI_VIEW_PENDING && v)
		ui_list_sync(&st->list, v->n, row_id, v, false);
}

static void
show(struct pane *p, const struct rv_view_episode *e)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, _("time     %s %s\nwho      %.*s %.*s (%.*s)\n"),
		    ui_tmp_date(p->ctx, e->time), ui_tmp_clock(p->ctx, e->time),
		    RV_SV_ARG(e->role), RV_SV_ARG(e->name),
		    RV_SV_ARG(e->origin));
	rv_buf_addf(&b, _("session  %.*s\nsource   %.*s:%d\nid       %.*s\n"),
		    RV_SV_ARG(e->session), RV_SV_ARG(e->source), (int)e->line,
		    RV_SV_ARG(e->id));
	rv_buf_addf(&b, _("tokens   %s\n\n"), ui_tmp_int(e->tokens));
	rv_buf_addv(&b, e->text);
	ui_show_text(p->ctx, _("Episode"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

static unsigned
episodes_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (!v || v->n == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN || act == UI_ACT_INFO) {
		show(p, &v->episodes[st->list.cursor]);
		return PANE_HANDLED;
	}
	return ui_list_act(&st->list, act, row_id, v) ? PANE_REDRAW
						      : PANE_IGNORED;
}

static void
episodes_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h);
}

static void
draw_row(const struct pane *p, struct ui_surface *s, int y,
	 const struct rv_view_episode *e)
{
	ui_style text = e->excluded.n > 0 ? UI_ROLE_DIM : UI_ROLE_TEXT;

	ui_puts(s, 0, y, UI_ROLE_WARN, e->late ? "!" : " ");
	ui_putw(s, 1, y, 5, UI_ROLE_DIM, rv_sv(ui_tmp_when(p->ctx, e->time)));
	ui_putw(s, 7, y, 8, UI_ROLE_RAW, ui_who(e->role, e->name));
	ui_put_right(s, 21, y, 5, UI_ROLE_DIM,
		     rv_sv(ui_tmp("%dt", (int)e->tokens)));
	if (e->excluded.n > 0)
		ui_put(s, 23, y, text,
		       rv_sv(ui_tmp(_("left out: %.*s"),
				    RV_SV_ARG(e->excluded))));
	else
		ui_putw(s, 23, y, s->r.w - 23, text, e->text);
}

static void
episodes_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_pending *v = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_PENDING) || !v)
		return;
	if (v->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     v->status.late > 0
				     ? _("0 pending, but there are late ones: "
					 ",l previews them too.")
				     : _("0 pending: the story has everything. "
					 ":import PATH or `reverie record` "
					 "brings more."));
		return;
	}
	for (int y = 0; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y;

		if (i >= v->n)
			break;
		draw_row(p, s, y, &v->episodes[i]);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops episodes_pane = {
	.name = "episodes",
	.title = N_("Episodes since the anchor"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_PENDING,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = episodes_heading,
	.update = episodes_update,
	.action = episodes_action,
	.recalc = episodes_recalc,
	.draw = episodes_draw,
};
