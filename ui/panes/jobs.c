/* SPDX-License-Identifier: MIT */
/* Jobs: calls of models that run and that ended, here and elsewhere. */
#include "config.h"

#include "base/i18n.h"
#include "ui/cmdline.h"
#include "ui/pane.h"

/* All columns, the age as the last of them. */
#define WIDE 116

static const struct ui_key keys[] = {
	{",c", UI_ACT_CANCEL, N_("cancel"), N_("stop this call; asks"), 1},
	{"enter", UI_ACT_OPEN, N_("details"), NULL, 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the command line that stops it"), 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_jobs *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_JOBS)->u.jobs;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return (uint64_t)data(p)->items[i].id << 1;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_job *j = &data(p)->items[i];

	rv_buf_addf(out, "%.*s %.*s %.*s %.*s", RV_SV_ARG(j->kind),
		    RV_SV_ARG(j->what), RV_SV_ARG(j->state),
		    RV_SV_ARG(j->message));
}

static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	p->ctx->job = i >= 0 ? data(p)->items[i].id : 0;
}

static bool
is_running(const struct rv_view_job *j)
{
	return rv_sv_is(j->state, "running") ||
	       rv_sv_is(j->state, "cancelling");
}

static void
jobs_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_jobs *v = data(p);

	rv_buf_addf(out, "%.*s", RV_SV_ARG(v->model));
	if (v->running > 0)
		rv_buf_addf(out, _("  %d running"), (int)v->running);
}

static unsigned
jobs_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);
	const struct rv_view_job *j = i >= 0 ? &data(p)->items[i] : NULL;

	if (act == UI_ACT_CANCEL) {
		if (j && is_running(j))
			ui_start_cancel(p->ctx, j->id, j->what);
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 j ? _("it has ended already: there is nothing "
				       "to cancel")
				   : _("nothing runs: there is nothing to "
				       "cancel"));
		return PANE_HANDLED;
	}
	if (j && act == UI_ACT_OPEN) {
		ui_step_into(p->ctx, "jobs", "job");
		return PANE_HANDLED;
	}
	if (j && act == UI_ACT_COPY) {
		ui_cmdline_copy(p->ctx, rv_sv(ui_tmp("reverie jobs cancel %d",
						     (int)j->id)));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

static enum ui_role
role_of(const struct rv_view_job *j)
{
	if (is_running(j))
		return UI_ROLE_NOTE;
	return rv_sv_is(j->state, "done")	? UI_ROLE_OK
	       : rv_sv_is(j->state, "cancelled") ? UI_ROLE_DIM
						 : UI_ROLE_WARN;
}

static const char *
cost_of(const struct rv_view_job *j)
{
	if (!j->calls)
		return "-";
	if (!j->priced)
		return _("no price");
	return ui_tmp("%s$%.4f", j->estimated ? "~" : "", j->cost);
}

#define RIGHT(x, w, role, text) ui_put_right(s, (x) + (w), 0, w, role, text)

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_job *j = &data(p)->items[i];
	bool wide = s->r.w >= WIDE;
	const char *out = ui_tmp_int(j->calls ? j->output : j->tokens);
	const char *about = j->calls && !j->estimated ? "" : "~";

	RIGHT(0, 4, UI_ROLE_LABEL, rv_sv(ui_tmp_int(j->id)));
	ui_putw(s, 6, 0, 10, role_of(j), ui_word(j->state));
	ui_putw(s, 17, 0, 11, UI_ROLE_TEXT, ui_word(j->kind));
	ui_putw(s, 29, 0, wide ? 26 : 20, UI_ROLE_TEXT, j->what);
	if (wide)
		RIGHT(56, 8, UI_ROLE_DIM,
		      rv_sv(j->own ? _("here") : ui_tmp("%d", (int)j->pid)));
	RIGHT(wide ? 65 : 49, 9, UI_ROLE_DIM,
	      rv_sv(j->calls ? ui_tmp("%s%s", j->estimated ? "~" : "",
				      ui_tmp_int(j->input))
			     : "-"));
	RIGHT(wide ? 75 : 58, 8, UI_ROLE_TEXT, rv_sv(ui_tmp("%s%s", about,
							     out)));
	RIGHT(wide ? 84 : 66, 9, UI_ROLE_DIM, rv_sv(cost_of(j)));
	if (wide)
		RIGHT(94, 14, UI_ROLE_DIM,
		      rv_sv(ui_tmp(_("%s bytes"), ui_tmp_int(j->progress))));
	if (wide)
		RIGHT(109, 6, UI_ROLE_DIM,
		      rv_sv(ui_tmp_age(p->ctx, j->started)));
}

static void
draw_head(struct ui_surface *s)
{
	bool wide = s->r.w >= WIDE;

	ui_putw(s, 0, 0, 5, UI_ROLE_LABEL, rv_sv(_("job")));
	ui_putw(s, 6, 0, 10, UI_ROLE_LABEL, rv_sv(_("state")));
	ui_putw(s, 17, 0, 11, UI_ROLE_LABEL, rv_sv(_("kind")));
	ui_putw(s, 29, 0, 20, UI_ROLE_LABEL, rv_sv(_("model")));
	if (wide)
		RIGHT(56, 8, UI_ROLE_LABEL, rv_sv(_("process")));
	RIGHT(wide ? 65 : 49, 9, UI_ROLE_LABEL, rv_sv(_("in")));
	RIGHT(wide ? 75 : 58, 8, UI_ROLE_LABEL, rv_sv(_("out")));
	RIGHT(wide ? 84 : 66, 9, UI_ROLE_LABEL, rv_sv(_("cost")));
	if (wide)
		RIGHT(94, 14, UI_ROLE_LABEL, rv_sv(_("answer")));
	if (wide)
		RIGHT(109, 6, UI_ROLE_LABEL, rv_sv(_("age")));
}

static void
around(const struct pane *p, struct ui_surface *s)
{
	struct ui_surface head = ui_sub(s, 0, 2, s->r.w, 1);

	ui_putw(s, 0, 0, 7, UI_ROLE_LABEL, rv_sv(_("today")));
	ui_putw(s, 8, 0, s->r.w - 9, UI_ROLE_TEXT, data(p)->today);
	if (count(p) > 0)
		draw_head(&head);
}

static const char *
empty(const struct pane *p)
{
	if (rv_sv_is(data(p)->model, "extractive"))
		return _("No model was called yet: the built-in one quotes "
			 "and asks nobody. Once a model is set up (`reverie "
			 "doctor` names them), each call of it appears here, "
			 "with its progress, tokens and cost, and can be "
			 "cancelled.");
	return _("No model was called yet. A preview, a consolidation or a "
		 "turn that asks a model appears here with its tokens and its "
		 "cost, and can be cancelled. `reverie doctor` says which "
		 "models are set up.");
}

static const struct ui_rows rows = {
	.view = UI_VIEW_JOBS,
	.above = 3,
	.count = count,
	.id = id,
	.text = text,
	.follows = ui_rows_live,
	.chosen = chosen,
	.draw = draw,
	.around = around,
	.empty = empty,
};

const struct pane_ops jobs_pane = {
	.name = "jobs",
	.title = N_("Jobs"),
	.views = 1u << UI_VIEW_JOBS,
	.keys = keys,
	.rows = &rows,
	.heading = jobs_heading,
	.action = jobs_action,
};
