/* SPDX-License-Identifier: MIT */
/* Pending: the log against its threshold. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/gauge.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"c", UI_ACT_PREVIEW, N_("preview"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_pending *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_PENDING);

	return s ? &s->u.pending : NULL;
}

static void
pendbar_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_pending *v = data(p);

	if (v && v->anchor != RV_UNDATED)
		rv_buf_addf(out, _("anchor %s %s"),
			    ui_tmp_date(p->ctx, v->anchor),
			    ui_tmp_clock(p->ctx, v->anchor));
}

static void
pendbar_draw(const struct pane *p, struct ui_surface *s)
{
	const struct rv_view_pending *v = data(p);
	const struct rv_view_status *st;
	struct rv_buf b = RV_BUF_INIT;
	int text = 27, x, mix[3];

	if (ui_pane_blank(p, s, UI_VIEW_PENDING) || !v)
		return;
	st = &v->status;
	ui_gauge(s, 0, 0, s->r.w - text - 2, st->log_tokens, st->threshold,
		 UI_ROLE_GAUGE);
	rv_buf_addf(&b, _("%s / %s tok %d%%"), ui_tmp_int(st->log_tokens),
		    ui_tmp_int(st->threshold),
		    rv_fmt_percent(st->log_tokens, st->threshold));
	ui_put_right(s, s->r.w, 0, text, UI_ROLE_STRONG, rv_buf_sv(&b));
	rv_buf_reset(&b);
	rv_fmt_shares(v->by_role, ARRAY_LEN(mix), mix);
	rv_buf_addf(&b, _("source mix  user %d%%  agent %d%%  other %d%%"),
		    mix[0], mix[1], mix[2]);
	if (v->oldest != RV_UNDATED)
		rv_buf_addf(&b, _("   oldest %s"), ui_tmp_age(p->ctx, v->oldest));
	if (v->eta >= 0) {
		rv_buf_adds(&b, _("   threshold in about "));
		rv_fmt_age(&b, v->eta);
	}
	if (st->late > 0)
		rv_buf_addf(&b, _("   late %s"), ui_tmp_int(st->late));
	ui_put(s, 0, 1, UI_ROLE_TEXT, rv_buf_sv(&b));
	rv_buf_release(&b);
	x = ui_puts(s, 0, 2, UI_ROLE_LABEL, _("tokens an hour")) + 2;
	ui_spark(s, x, 2, 24, UI_ROLE_GAUGE, v->per_hour, 24);
	ui_put(s, x + 26, 2, UI_ROLE_DIM,
	       rv_sv(ui_tmp(_("24h   %s left out as noise"),
			    ui_tmp_int(v->excluded))));
}

const struct pane_ops pendbar_pane = {
	.name = "pendbar",
	.title = N_("Pending log -> threshold"),
	.views = 1u << UI_VIEW_PENDING,
	.keys = keys,
	.heading = pendbar_heading,
	.draw = pendbar_draw,
};
