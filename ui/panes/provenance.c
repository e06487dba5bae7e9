/* SPDX-License-Identifier: MIT */
/* Story: the episodes that the selected chapter was told from. */
#include "config.h"

#include "base/i18n.h"
#include "ui/episode.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("episode"), N_("the whole episode"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

/* Is what was read of the chapter that is selected? */
static bool
is_here(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_SOURCES);

	return s && s->num == p->ctx->chapter;
}

static size_t
count(const struct pane *p)
{
	return is_here(p) ? ui_pane_snap(p, UI_VIEW_SOURCES)->u.sources.n : 0;
}

static const struct rv_view_episode *
episode(const struct pane *p, size_t i)
{
	return &ui_pane_snap(p, UI_VIEW_SOURCES)->u.sources.items[i];
}

static uint64_t
id(const struct pane *p, size_t i)
{
	return rv_sv_hash(episode(p, i)->id);
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	ui_episode_text(episode(p, i), out);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_episode *e = episode(p, i);

	ui_putw(s, 0, 0, 10, UI_ROLE_DIM, rv_sv(ui_tmp_date(p->ctx, e->time)));
	ui_putw(s, 11, 0, 5, UI_ROLE_DIM,
		rv_sv(ui_tmp_clock(p->ctx, e->time)));
	ui_putw(s, 17, 0, 9, UI_ROLE_RAW, ui_who(e->role, e->name));
	ui_putw(s, 27, 0, s->r.w - 27, UI_ROLE_TEXT, e->text);
}

static const char *
empty(const struct pane *p)
{
	(void)p;
	return _("0 episodes. This chapter was there before Reverie kept "
		 "sources, or a person wrote it.");
}

static void
provenance_heading(const struct pane *p, struct rv_buf *out)
{
	if (is_here(p))
		rv_buf_addf(out, P_("%d episode", "%d episodes", count(p)),
			    (int)count(p));
}

static unsigned
provenance_action(struct pane *p, enum ui_act act)
{
	ptrdiff_t i = ui_rows_at(p);

	if (i < 0 || (act != UI_ACT_OPEN && act != UI_ACT_INFO))
		return PANE_IGNORED;
	ui_episode_show(p->ctx, episode(p, (size_t)i));
	return PANE_HANDLED;
}

static void
provenance_draw(const struct pane *p, struct ui_surface *s)
{
	if (p->ctx->chapter < 0)
		ui_pane_note(s, UI_ROLE_DIM,
			     _("No chapter is selected: its sources would be "
			       "here."));
	else if (is_here(p))
		ui_rows_draw(p, s);
	else
		(void)ui_pane_blank(p, s, UI_VIEW_SOURCES);
}

static const struct ui_rows rows = {
	.view = UI_VIEW_SOURCES,
	.count = count,
	.id = id,
	.text = text,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops provenance_pane = {
	.name = "provenance",
	.title = N_("Provenance"),
	.keys = keys,
	.rows = &rows,
	.heading = provenance_heading,
	.action = provenance_action,
	.draw = provenance_draw,
};
