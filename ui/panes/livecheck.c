/* SPDX-License-Identifier: MIT */
/* Layers: the live checks that the configuration declares. */
#include "config.h"

#include "base/i18n.h"
#include "base/time.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"L", UI_ACT_LIVE, N_("check now"), N_("run this check now"), 0},
	{"enter", UI_ACT_OPEN, N_("result"), N_("show the whole result"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_lives *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_LIVES)->u.lives;
}

static size_t
count(const struct pane *p)
{
	return data(p)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(data(p)->items[i].name);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_live *l = &data(p)->items[i];

	rv_buf_addf(out, "%.*s %.*s %.*s %.*s", RV_SV_ARG(l->name),
		    RV_SV_ARG(l->state), RV_SV_ARG(l->what),
		    RV_SV_ARG(l->result));
}

static enum ui_role
live_role(const struct rv_view_live *l)
{
	if (l->time == RV_UNDATED)
		return UI_ROLE_DIM;
	return rv_sv_is(l->state, "ok") && !l->late ? UI_ROLE_OK : UI_ROLE_WARN;
}

/* "failed 3  2h" */
static const char *
state_text(const struct pane *p, const struct rv_view_live *l)
{
	struct rv_sv state = ui_word(l->state);

	if (l->time == RV_UNDATED)
		return ui_tmp("%.*s", RV_SV_ARG(state));
	if (l->exit_code)
		return ui_tmp("%.*s %d  %s", RV_SV_ARG(state), l->exit_code,
			      ui_tmp_age(p->ctx, l->time));
	return ui_tmp("%.*s  %s", RV_SV_ARG(state),
		      ui_tmp_age(p->ctx, l->time));
}

/* Tables of programs begin with a heading. */
static struct rv_sv
last_line(struct rv_sv text)
{
	struct rv_sv line, last = text;

	while (rv_sv_next_line(&text, &line))
		if (rv_sv_trim(line).n > 0)
			last = rv_sv_trim(line);
	return last;
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_live *l = &data(p)->items[i];

	ui_put_right(s, s->r.w - 1, 0, 16, live_role(l),
		     rv_sv(state_text(p, l)));
	ui_putw(s, 0, 0, s->r.w - 18, UI_ROLE_LIVE, l->name);
	ui_putw(s, 2, 1, s->r.w - 3, UI_ROLE_DIM,
		l->result.n > 0 ? last_line(l->result) : l->what);
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("No live checks. `live:` in the configuration declares "
		 "commands, files and addresses that tell what is true now.");
}

static void
livecheck_heading(const struct pane *p, struct rv_buf *out)
{
	if (count(p) > 0)
		rv_buf_addf(out, "%d", (int)count(p));
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
	ptrdiff_t i = ui_rows_at(p);

	if (i >= 0 && act == UI_ACT_LIVE)
		ui_start_live(p->ctx, data(p)->items[i].name);
	else if (i >= 0 && act == UI_ACT_OPEN)
		show(p, &data(p)->items[i]);
	else
		return PANE_IGNORED;
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_LIVES,
	.height = 2,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops livecheck_pane = {
	.name = "livecheck",
	.title = N_("Live checks"),
	.views = 1u << UI_VIEW_LIVES,
	.keys = keys,
	.rows = &rows,
	.heading = livecheck_heading,
	.action = livecheck_action,
};
