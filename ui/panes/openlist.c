/* SPDX-License-Identifier: MIT */
/* Pending: consolidations that wait for a decision. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("show"), N_("show its diff and checks"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_pending *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_PENDING)->u.pending;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n_open;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(data(p)->open[i].id);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_proposal *d = &data(p)->open[i];

	rv_buf_addf(out, "%.*s %.*s %.*s", RV_SV_ARG(d->id),
		    RV_SV_ARG(d->kind), RV_SV_ARG(d->target));
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_proposal *d = &data(p)->open[i];

	ui_puts(s, 0, 0,
		ui_stage_get(&p->ctx->stage, d->id) ? UI_ROLE_ADD
						    : UI_ROLE_DIM,
		ui_stage_sign(&p->ctx->stage, d->id));
	ui_putw(s, 2, 0, 7, UI_ROLE_STRONG, d->id);
	ui_puts(s, 10, 0, ui_level_role(d->worst),
		d->worst == RV_LEVEL_OK ? "ok" : ui_level_sign(d->worst));
	ui_put(s, 13, 0, UI_ROLE_TEXT,
	       rv_sv(ui_tmp("%.*s %.*s  %s  %s", RV_SV_ARG(ui_word(d->kind)),
			    RV_SV_ARG(d->target), ui_tmp_words(d),
			    ui_tmp_age(p->ctx, d->opened))));
	if (d->base_moved)
		ui_put_right(s, s->r.w - 1, 0, 8, UI_ROLE_WARN,
			     rv_sv(_("! moved")));
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("No chapter waits for a decision. d on a preview defers "
		 "it and keeps it here; agents propose them with "
		 "`reverie consolidate`.");
}

static void
openlist_heading(const struct pane *p, struct rv_buf *out)
{
	rv_buf_addf(out, "%d", (int)count(p));
}

static unsigned
openlist_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || act != UI_ACT_OPEN)
		return PANE_IGNORED;
	ui_ctx_show_proposal(p->ctx, data(p)->open[i].id);
	ui_step_into(p->ctx, "pending", "preview");
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_PENDING,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops openlist_pane = {
	.name = "openlist",
	.title = N_("Waiting for a decision"),
	.views = 1u << UI_VIEW_PENDING,
	.keys = keys,
	.rows = &rows,
	.heading = openlist_heading,
	.action = openlist_action,
};
