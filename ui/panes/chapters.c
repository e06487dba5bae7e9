/* SPDX-License-Identifier: MIT */
/* Story: the chapters, newest first. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "ui/pane.h"

struct state {
	struct ui_list list;
};

static const struct ui_key keys[] = {
	{"enter", UI_ACT_OPEN, N_("read"), N_("read the chapter"), 0},
	{"o", UI_ACT_SOURCE, N_("sources"), N_("the episodes it came from"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_story *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_STORY);

	return s ? &s->u.story : NULL;
}

/* The list shows the newest first; the file has them the other way round. */
static size_t
chapter_of(const struct rv_view_story *v, size_t row)
{
	return v->n - 1 - row;
}

static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct rv_view_story *v = ctx;
	const struct rv_view_chapter *c = &v->chapters[chapter_of(v, i)];

	return (rv_sv_hash(c->title) ^ (uint64_t)c->time) | 1;
}

static void
choose(struct pane *p)
{
	struct state *st = p->state;
	const struct rv_view_story *v = data(p);

	ui_ctx_select_chapter(p->ctx,
			      v && v->n > 0
				      ? (int64_t)chapter_of(v, st->list.cursor)
				      : -1);
}

static void
chapters_heading(const struct pane *p, struct rv_buf *out)
{
	const struct rv_view_story *v = data(p);

	if (v && v->exists)
		rv_buf_addf(out, "%d", (int)v->n);
}

static void
chapters_update(struct pane *p, enum ui_view view)
{
	struct state *st = p->state;
	const struct rv_view_story *v = data(p);

	if (!v)
		return;
	if (view == UI_VIEW_STORY) {
		ui_list_sync(&st->list, v->n, row_id, v, false);
		/* The text may have changed under the same number. */
		if (p->ctx->chapter >= 0)
			ui_model_want(p->ctx->model, UI_VIEW_SOURCES,
				      (int64_t)(v->n > 0 ? chapter_of(
							      v, st->list.cursor)
						      : 0),
				      RV_SV_NONE);
		choose(p);
	} else if (view == UI_VIEW_N && p->ctx->chapter >= 0 &&
		   (size_t)p->ctx->chapter < v->n) {
		ui_list_go(&st->list, chapter_of(v, (size_t)p->ctx->chapter),
			   row_id, v);
	}
}

static unsigned
chapters_action(struct pane *p, enum ui_act act)
{
	struct state *st = p->state;
	const struct rv_view_story *v = data(p);

	if (!v || v->n == 0)
		return PANE_IGNORED;
	if (act == UI_ACT_OPEN) {
		ui_goto(p->ctx, "story", "text");
		return PANE_HANDLED;
	}
	if (act == UI_ACT_SOURCE) {
		ui_goto(p->ctx, "story", "provenance");
		return PANE_HANDLED;
	}
	if (!ui_list_act(&st->list, act, row_id, v))
		return PANE_IGNORED;
	choose(p);
	return PANE_REDRAW;
}

static void
chapters_recalc(struct pane *p)
{
	struct state *st = p->state;

	ui_list_fit(&st->list, p->h / 2);
}

static void
chapters_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct rv_view_story *v = data(p);

	if (ui_pane_blank(p, s, UI_VIEW_STORY) || !v)
		return;
	if (v->n == 0) {
		ui_pane_note(s, UI_ROLE_DIM,
			     ui_tmp(_("0 chapters. %s episodes waiting. c on "
				      "Pending (4) previews the first chapter; "
				      "nothing is written."),
				    ui_tmp_int(v->status.pending)));
		return;
	}
	for (int y = 0; y + 1 < s->r.h || y == 0; y += 2) {
		size_t row = st->list.top + (size_t)(y / 2);
		const struct rv_view_chapter *c;
		bool whole;
		int x;

		if (row >= v->n)
			break;
		c = &v->chapters[chapter_of(v, row)];
		whole = c->supported == c->sentences;
		ui_putw(s, 0, y, s->r.w, UI_ROLE_STORY, c->title);
		x = 2 + ui_putf(s, 2, y + 1, UI_ROLE_DIM, _("%s  %s words"),
				ui_tmp_date(p->ctx, c->time),
				ui_tmp_int(c->words));
		if (c->sentences > 0)
			ui_putf(s, x + 2, y + 1,
				whole ? UI_ROLE_DIM : UI_ROLE_WARN,
				_("%s%d%% src"), whole ? "" : "! ",
				rv_fmt_percent(c->supported, c->sentences));
		if (row == st->list.cursor)
			ui_pane_select(p, s, y, 2);
	}
	ui_list_scrollbar(&st->list, s, 0, s->r.h);
}

const struct pane_ops chapters_pane = {
	.name = "chapters",
	.title = N_("Chapters"),
	.flags = PANE_LIST,
	.views = 1u << UI_VIEW_STORY,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = chapters_heading,
	.update = chapters_update,
	.action = chapters_action,
	.recalc = chapters_recalc,
	.draw = chapters_draw,
};
