/* SPDX-License-Identifier: MIT */
/* Jobs: calls of models that run and that ended, here and elsewhere. */
#include "config.h"

#include "base/i18n.h"
#include "ui/find.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{",c", UI_ACT_CANCEL, N_("cancel"), N_("stop this call; asks"), 0},
	{"enter", UI_ACT_OPEN, N_("details"), NULL, 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the command line that stops it"), 0},
	{"/", UI_ACT_FIND, N_("search"), NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_jobs *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_JOBS);

	return s ? &s->u.jobs : NULL;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_jobs *v = ctx;

	return (uint64_t)v->items[i].id;
}

static void
row_text(const void *ctx, size_t i, struct rv_buf *out)
{
	const struct rv_view_jobs *v = ctx;
	const struct rv_view_job *j = &v->items[i];

	rv_buf_addf(out, "%.*s %.*s %.*s %.*s", RV_SV_ARG(j->kind),
		    RV_SV_ARG(j->what), RV_SV_ARG(j->state),
		    RV_SV_ARG(j->message));
}

static const struct rv_view_job *
chosen(const struct pane *p)
{
	const struct state *st = p->state;
	const struct rv_view_jobs *v = data(p);

	return v && st->list.cursor < v->n ? &v->items[st->list.cursor] : NULL;
}

static void
choose(struct pane *p)
{
	const struct rv_view_job *j = chosen(p);

	p->ctx->job = j ? j->id : 0;
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

	if (!v)
		return;
	rv_buf_addf(out, "%.*s", RV_SV_ARG(v->model));
	if (v->running > 0)
		rv_buf_addf(out, _("  %d running"), (int)v->running);
}

static void
jobs_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_jobs *v = data(p);

	if (view != UI_VIEW_JOBS || !v)
		return;
	ui_list_sync(&st->list, v->n, row_id, v, p->ctx->follow);
	choose(p);
}

static unsigned
jobs_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_jobs *v = data(p);
	const struct rv_view_job *j = chosen(p);

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
		ui_goto(p->ctx, "jobs", "job");
		return PANE_HANDLED;
	}
	if (j && act == UI_ACT_COPY) {
		ui_copy(p->ctx,
			rv_sv(ui_tmp("reverie jobs cancel %d", (int)j->id)),
			_("command line"));
		return PANE_HANDLED;
	}
	if (!v || !ui_list_act(&st->list, act, row_id, v))
		return PANE_IGNORED;
	choose(p);
	return PANE_REDRAW;
}

static bool
jobs_find(struct pane *p, struct rv_sv pattern, int dir)
{
	struct state *st = p->state;
	const struct rv_view_jobs *v = data(p);
	ptrdiff_t at = v ? ui_find_item(&st->list, row_text, v, pattern, dir)
			 : -1;

	if (at < 0)
		return false;
	ui_list_go(&st->list, (size_t)at, row_id, v);
	choose(p);
	return true;
}

static void
jobs_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, RV_MAX(p->h - 3, 1));
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

#define RIGHT(x, w, role, text) ui_put_right(s, (x) + (w), y, w, role, text)

static void
draw_row(const struct pane *p, struct ui_surface *s, int y,
	 const struct rv_view_job *j)
{
	bool wide = s->r.w >= 100;
	const char *out = ui_tmp_int(j->calls ? j->output : j->tokens);
	const char *about = j->calls && !j->estimated ? "" : "~";

	RIGHT(0, 4, UI_ROLE_LABEL, rv_sv(ui_tmp_int(j->id)));
	ui_putw(s, 6, y, 10, role_of(j), j->state);
	ui_putw(s, 17, y, 11, UI_ROLE_TEXT, j->kind);
	ui_putw(s, 29, y, wide ? 26 : 20, UI_ROLE_TEXT, j->what);
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
draw_head(struct ui_surface *s, int y)
{
	bool wide = s->r.w >= 100;

	ui_putw(s, 0, y, 5, UI_ROLE_LABEL, rv_sv(_("job")));
	ui_putw(s, 6, y, 10, UI_ROLE_LABEL, rv_sv(_("state")));
	ui_putw(s, 17, y, 11, UI_ROLE_LABEL, rv_sv(_("kind")));
	ui_putw(s, 29, y, 20, UI_ROLE_LABEL, rv_sv(_("model")));
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
jobs_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_jobs *v = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_JOBS) || !v)
		return;
	ui_putw(s, 0, 0, 7, UI_ROLE_LABEL, rv_sv(_("today")));
	ui_putw(s, 8, 0, s->r.w - 9, UI_ROLE_TEXT, v->today);
	if (v->n == 0) {
		struct ui_surface rest = ui_sub(s, 0, 2, s->r.w, s->r.h - 2);

		ui_pane_note(&rest, UI_ROLE_DIM,
			     _("No model was called yet. A preview, a "
			       "consolidation or a turn that asks a model "
			       "appears here with its tokens and its cost, and "
			       "can be cancelled. `reverie doctor` says which "
			       "models are set up."));
		return;
	}
	draw_head(s, 2);
	for (int y = 3; y < s->r.h; y++) {
		size_t i = st->list.top + (size_t)y - 3;

		if (i >= v->n)
			break;
		draw_row(p, s, y, &v->items[i]);
		if (i == st->list.cursor)
			ui_pane_select(p, s, y, 1);
	}
	ui_list_scrollbar(&st->list, s, 3, s->r.h - 3);
}

const struct pane_ops jobs_pane = {
	.name = "jobs",
	.title = N_("Jobs"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_JOBS,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = jobs_heading,
	.update = jobs_update,
	.action = jobs_action,
	.find = jobs_find,
	.recalc = jobs_recalc,
	.draw = jobs_draw,
};
