/* SPDX-License-Identifier: MIT */
/* Jobs: everything about the selected call. */
#include "config.h"

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/pane.h"

#define LEAD 12

struct state {
	struct ui_textview view;
};

static const struct ui_key keys[] = {
	{",c", UI_ACT_CANCEL, N_("cancel"), N_("stop this call; asks"), 1},
	{"/", UI_ACT_FIND, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_job *
job_of(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_JOBS);

	for (size_t i = 0; s && i < s->u.jobs.n; i++)
		if (s->u.jobs.items[i].id == p->ctx->job)
			return &s->u.jobs.items[i];
	return NULL;
}

static bool
is_running(const struct rv_view_job *j)
{
	return rv_sv_is(j->state, "running") ||
	       rv_sv_is(j->state, "cancelling");
}

static void
fact(struct ui_textview *v, const char *name, struct rv_sv value)
{
	if (value.n > 0)
		ui_textview_lead(v, UI_ROLE_LABEL, rv_sv(name), LEAD,
				 UI_ROLE_TEXT, value);
}

static void
add_line(struct pane *p, const char *cli)
{
	struct rv_buf whole = RV_BUF_INIT;

	ui_cmdline_whole(p->ctx, rv_sv(cli), &whole);
	ui_textview_lead(&((struct state *)p->state)->view, UI_ROLE_KEY,
			 RV_SV("$"), LEAD, UI_ROLE_TEXT, rv_buf_sv(&whole));
	rv_buf_release(&whole);
}

static void
add_cost(struct ui_textview *v, const struct rv_view_job *j)
{
	const char *about = j->estimated ? "~" : "";

	if (!j->calls) {
		fact(v, _("tokens"),
		     rv_sv(ui_tmp(_("about %s of the answer so far"),
				  ui_tmp_int(j->tokens))));
		return;
	}
	fact(v, _("tokens"),
	     rv_sv(ui_tmp(P_("%s%s in, %s%s out, by %d call%s",
			     "%s%s in, %s%s out, by %d calls%s", j->calls),
			  about,
			  ui_tmp_int(j->input), about, ui_tmp_int(j->output),
			  (int)j->calls,
			  j->estimated ? _("; ~ is estimated") : "")));
	fact(v, _("cost"),
	     rv_sv(j->priced ? ui_tmp("%s$%.6f", about, j->cost)
			     : _("unknown: its model has no price; "
				 "`models.prices` names a table")));
}

static void
job_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_job *j = job_of(p);

	ui_textview_begin(v, p->w);
	if (j) {
		fact(v, _("job"),
		     rv_sv(ui_tmp(_("%d, %.*s by %.*s"), (int)j->id,
				  RV_SV_ARG(j->kind), RV_SV_ARG(j->what))));
		fact(v, _("state"), j->state);
		fact(v, _("message"), j->message);
		fact(v, _("process"),
		     rv_sv(j->own ? _("this console")
				  : ui_tmp("%d", (int)j->pid)));
		fact(v, _("started"),
		     rv_sv(ui_tmp("%s %s", ui_tmp_date(p->ctx, j->started),
				  ui_tmp_clock(p->ctx, j->started))));
		fact(v, is_running(j) ? _("last word") : _("ended"),
		     rv_sv(ui_tmp("%s %s", ui_tmp_date(p->ctx, j->updated),
				  ui_tmp_clock(p->ctx, j->updated))));
		add_cost(v, j);
		if (is_running(j))
			add_line(p, ui_tmp("reverie jobs cancel %d",
					   (int)j->id));
	}
	ui_textview_fit(v, p->h);
}

static unsigned
job_action(struct pane *p, enum ui_act act)
{
	const struct rv_view_job *j = job_of(p);

	if (act == UI_ACT_CANCEL) {
		if (j && is_running(j))
			ui_start_cancel(p->ctx, j->id, j->what);
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("nothing runs: there is nothing to cancel"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static void
job_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;

	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops job_pane = {
	.name = "job",
	.title = N_("This call"),
	.flags = PANE_TEXT,
	.views = 1u << UI_VIEW_JOBS,
	.state_size = sizeof(struct state),
	.keys = keys,
	.action = job_action,
	.recalc = job_recalc,
	.draw = job_draw,
};
