/* SPDX-License-Identifier: MIT */
/* Story: the chapters, newest first. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/pane.h"

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("read"), N_("read the chapter"), 0},
	{"o", UI_ACT_SOURCE, N_("sources"), N_("the episodes it came from"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_story *
data(const struct pane *p)
{
	return &ui_pane_snap(p, UI_VIEW_STORY)->u.story;
}

/* The list shows the newest first; the file has them the other way round. */
static size_t
chapter_of(const struct rv_view_story *v, size_t i)
{
	return v->n - 1 - i;
}

static const struct rv_view_chapter *
chapter(const struct pane *p, size_t i)
{
	return &data(p)->chapters[chapter_of(data(p), i)];
}

static size_t
count(const struct pane *p)
{
	return data(p)->n;
}

static uint64_t
id(const struct pane *p, size_t i)
{
	const struct rv_view_chapter *c = chapter(p, i);

	return rv_sv_hash(c->title) ^ (uint64_t)c->time;
}

static void
text(const struct pane *p, size_t i, struct rv_buf *out)
{
	const struct rv_view_chapter *c = chapter(p, i);

	rv_buf_addv(out, c->title);
	rv_buf_addf(out, " %s ", ui_tmp_date(p->ctx, c->time));
	rv_buf_addv(out, c->body);
}

static ptrdiff_t
wanted(const struct pane *p)
{
	const struct rv_view_story *v = data(p);
	int64_t at = p->ctx->chapter;

	return at >= 0 && (size_t)at < v->n
		       ? (ptrdiff_t)chapter_of(v, (size_t)at)
		       : UI_ROWS_NONE;
}

static void
chosen(struct pane *p)
{
	ptrdiff_t i = ui_rows_at(p);

	/* A filter that hides all changes nothing. */
	if (i < 0 && count(p) > 0)
		return;
	ui_ctx_select_chapter(p->ctx,
			      i >= 0 ? (int64_t)chapter_of(data(p), (size_t)i)
				     : -1);
}

static void
draw(const struct pane *p, struct ui_surface *s, size_t i)
{
	const struct rv_view_chapter *c = chapter(p, i);
	bool whole = c->supported == c->sentences;
	int x;

	ui_putw(s, 0, 0, s->r.w, UI_ROLE_STORY, c->title);
	x = 2 + ui_putf(s, 2, 1, UI_ROLE_DIM, _("%s  %s words"),
			ui_tmp_date(p->ctx, c->time), ui_tmp_int(c->words));
	if (c->sentences > 0)
		ui_putf(s, x + 2, 1, whole ? UI_ROLE_DIM : UI_ROLE_WARN,
			_("%s%d%% src"), whole ? "" : "! ",
			rv_fmt_percent(c->supported, c->sentences));
}

static const char *
empty(const struct pane *p)
{
	if (data(p)->lost)
		return ui_tmp("%.*s", RV_SV_ARG(data(p)->warning));
	return ui_tmp(_("0 chapters. %s episodes pending. 4 and then c "
			"previews the first chapter; nothing is written."),
		      ui_tmp_int(data(p)->status.pending));
}

static void
chapters_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_story *v = data(p);

	if (v->exists)
		rv_buf_addf(out, "%d", (int)v->n);
}

static void
chapters_update(struct pane *p, enum ui_view view)
{
	/* The text may have changed under the same number. */
	if (view == UI_VIEW_STORY && p->ctx->chapter >= 0)
		ui_model_want(p->ctx->model, UI_VIEW_SOURCES, p->ctx->chapter,
			      RV_SV_NONE);
}

static unsigned
chapters_action(struct pane *p, enum ui_act act)
{
	if (ui_rows_at(p) < 0 || (act != UI_ACT_OPEN && act != UI_ACT_SOURCE))
		return PANE_IGNORED;
	ui_step_into(p->ctx, "story", act == UI_ACT_OPEN ? "text" : "provenance");
	return PANE_HANDLED;
}

static const struct ui_rows rows = {
	.view = UI_VIEW_STORY,
	.height = 2,
	.count = count,
	.id = id,
	.text = text,
	.wanted = wanted,
	.anchored = true,
	.chosen = chosen,
	.draw = draw,
	.empty = empty,
};

const struct pane_ops chapters_pane = {
	.name = "chapters",
	.title = N_("Chapters"),
	.views = 1u << UI_VIEW_STORY,
	.keys = keys,
	.rows = &rows,
	.heading = chapters_heading,
	.update = chapters_update,
	.action = chapters_action,
};
