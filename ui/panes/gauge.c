/* SPDX-License-Identifier: MIT */
/* Overview: how full the pending log is, and when something will happen. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/gauge.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{"enter", UI_ACT_OPEN, N_("open"), N_("open 4 Pending"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static unsigned
gauge_action(struct pane *p, enum ui_act act)
{
	if (act != UI_ACT_OPEN)
		return PANE_IGNORED;
	ui_goto(p->ctx, "pending", "episodes");
	return PANE_HANDLED;
}

/* Two sentences, wrapped where there is room; returns the next row. */
static int
draw_runs(const struct rv_view_overview *o, struct ui_surface *s, int y)
{
	struct ui_textview v = {0};
	struct ui_surface in;

	ui_textview_begin(&v, s->r.w);
	ui_textview_lead(&v, UI_ROLE_LABEL, rv_sv(_("last run")), 10,
			 UI_ROLE_TEXT, o->last_run);
	ui_textview_lead(&v, UI_ROLE_LABEL, rv_sv(_("next run")), 10,
			 UI_ROLE_TEXT, o->next_run);
	in = ui_sub(s, 0, y, s->r.w, RV_MIN((int)v.n, s->r.h - y - 1));
	ui_textview_fit(&v, in.r.h);
	ui_textview_draw(&v, &in);
	ui_textview_release(&v);
	y += in.r.h;
	return s->r.h > y + 1 && s->r.h >= 9 ? y + 1 : y;
}

static void
gauge_draw(const struct pane *p, struct ui_surface *s)
{
	const struct ui_snap *snap = ui_model_get(p->ctx->model,
						  UI_VIEW_OVERVIEW);
	const struct rv_view_overview *o;
	const struct rv_view_status *st;
	int y = 0, bar = s->r.w - 6;

	if (ui_pane_blank(p, s, UI_VIEW_OVERVIEW) || !snap)
		return;
	o = &snap->u.overview;
	st = &o->status;
	ui_gauge(s, 0, y, bar, st->log_tokens, st->threshold, UI_ROLE_GAUGE);
	ui_put_right(s, s->r.w, y++, 5, UI_ROLE_STRONG,
		     rv_sv(ui_tmp("%d%%", rv_fmt_percent(st->log_tokens,
							 st->threshold))));
	ui_put(s, 0, y++, UI_ROLE_TEXT,
	       rv_sv(ui_tmp(_("%s of %s tokens in the log, %s episodes"),
			    ui_tmp_int(st->log_tokens),
			    ui_tmp_int(st->threshold),
			    ui_tmp_int(st->log_episodes))));
	ui_put(s, 0, y++, UI_ROLE_TEXT,
	       rv_sv(ui_tmp(_("pending from all sources: %s episodes, %s "
			      "tokens"),
			    ui_tmp_int(st->pending),
			    ui_tmp_int(st->pending_tokens))));
	if (st->late > 0 || o->excluded > 0)
		ui_put(s, 0, y++, UI_ROLE_DIM,
		       rv_sv(ui_tmp(_("late %s   left out as noise %s"),
				    ui_tmp_int(st->late),
				    ui_tmp_int(o->excluded))));
	/* Blanks come last: with them it has ten rows. */
	if (s->r.h >= 9)
		y++;
	y = draw_runs(o, s, y);
	ui_puts(s, 0, y, UI_ROLE_LABEL, _("tokens/h"));
	ui_spark(s, 10, y, 24, UI_ROLE_GAUGE, o->per_hour, 24);
	ui_put(s, 36, y, UI_ROLE_DIM,
	       rv_sv(ui_tmp(_("24h, %s tok/min now"), ui_tmp_int(o->rate))));
}

const struct pane_ops gauge_pane = {
	.name = "gauge",
	.title = N_("Pending"),
	.views = 1u << UI_VIEW_OVERVIEW,
	.keys = keys,
	.action = gauge_action,
	.draw = gauge_draw,
};
