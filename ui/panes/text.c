/* SPDX-License-Identifier: MIT */
/* Story: the text of the chapter that is selected. */
#include "config.h"

#include "base/i18n.h"
#include "ui/pane.h"

/* A warning and a blank row above the text. */
#define WARNING_ROWS 5

struct state {
	struct ui_textview view;
	int64_t chapter; /* + 1: what the view holds */
};

static const struct ui_key keys[] = {
	{"}", UI_ACT_CHAPTER_NEXT, N_("newer"), N_("next newer chapter"), 0},
	{"{", UI_ACT_CHAPTER_PREV, N_("older"), N_("next older chapter"), 0},
	{"o", UI_ACT_SOURCE, N_("sources"), N_("the episodes it came from"), 0},
	{"y", UI_ACT_COPY, NULL, N_("copy the chapter"), 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

static const struct rv_view_chapter *
data(const struct pane *p)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_STORY);
	int64_t i = p->ctx->chapter;

	return s && i >= 0 && (size_t)i < s->u.story.n
		       ? &s->u.story.chapters[i]
		       : NULL;
}

static void
text_heading(const struct pane *p, struct rv_buf *out)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_STORY);

	if (!s)
		return;
	rv_buf_addf(out, _("%s of %s words   revision %d"),
		    ui_tmp_int(s->u.story.words),
		    ui_tmp_int(s->u.story.word_limit),
		    (int)s->u.story.revision);
}

static unsigned
text_action(struct pane *p, enum ui_act act)
{
	const struct ui_snap *s = ui_model_get(p->ctx->model, UI_VIEW_STORY);
	const struct rv_view_chapter *c = data(p);
	int64_t i = p->ctx->chapter;

	if (act == UI_ACT_CHAPTER_NEXT || act == UI_ACT_CHAPTER_PREV) {
		i += act == UI_ACT_CHAPTER_NEXT ? 1 : -1;
		if (s && i >= 0 && (size_t)i < s->u.story.n)
			ui_ctx_select_chapter(p->ctx, i);
		else
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("there is no chapter beyond this one"));
		return PANE_REDRAW;
	}
	if (act == UI_ACT_SOURCE) {
		ui_step_into(p->ctx, "story", "provenance");
		return PANE_HANDLED;
	}
	if (act == UI_ACT_COPY && c) {
		ui_copy(p->ctx, c->body, _("chapter"));
		return PANE_HANDLED;
	}
	return PANE_IGNORED;
}

/* A column of text is read best at 60 to 75 cells. */
static void
text_recalc(struct pane *p)
{
	struct state *st = p->state;
	struct ui_textview *v = &st->view;
	const struct rv_view_chapter *c = data(p);

	if (st->chapter != p->ctx->chapter + 1)
		v->top = 0;
	st->chapter = p->ctx->chapter + 1;
	ui_textview_begin(v, RV_MIN(p->w, 76));
	if (!c)
		return;
	ui_textview_addf(v, UI_ROLE_STORY | UI_BOLD, 0, "%.*s",
			 RV_SV_ARG(c->title));
	ui_textview_addf(v, UI_ROLE_DIM, 0,
			 _("%s %s   %s words   %d of %d sentences supported"),
			 ui_tmp_date(p->ctx, c->time),
			 c->clock ? ui_tmp_clock(p->ctx, c->time) : "",
			 ui_tmp_int(c->words), (int)c->supported,
			 (int)c->sentences);
	ui_textview_blank(v);
	ui_textview_add(v, UI_ROLE_TEXT, 0, rv_sv_trim(c->body));
	ui_textview_fit(v, p->h);
}

static void
text_draw(const struct pane *p, struct ui_surface *s)
{
	const struct state *st = p->state;
	const struct ui_snap *snap = ui_model_get(p->ctx->model, UI_VIEW_STORY);

	if (ui_pane_blank(p, s, UI_VIEW_STORY) || !snap)
		return;
	if (snap->u.story.warning.n > 0) {
		struct ui_surface top = ui_sub(s, 0, 0, s->r.w, WARNING_ROWS);
		struct ui_surface rest = ui_sub(s, 0, WARNING_ROWS, s->r.w,
						s->r.h - WARNING_ROWS);
		enum rv_level level = snap->u.story.lost ? RV_LEVEL_ERROR
							 : RV_LEVEL_WARN;

		ui_pane_note(&top, ui_level_role(level),
			     ui_tmp("%s %.*s", ui_level_sign(level),
				    RV_SV_ARG(snap->u.story.warning)));
		if (data(p))
			ui_textview_draw(&st->view, &rest);
		return;
	}
	if (!data(p)) {
		ui_pane_note(s, UI_ROLE_DIM,
			     snap->u.story.exists
				     ? _("The story has no chapter yet.")
				     : _("There is no STORY.md yet. A first "
					 "consolidation writes it: 4, then c "
					 "previews one."));
		return;
	}
	ui_textview_draw(&st->view, s);
	if (p->focused)
		ui_cursor(s, 0, 0);
}

const struct pane_ops text_pane = {
	.name = "text",
	.title = N_("Text"),
	.flags = PANE_TEXT,
	.views = 1u << UI_VIEW_STORY,
	.state_size = sizeof(struct state),
	.keys = keys,
	.heading = text_heading,
	.action = text_action,
	.recalc = text_recalc,
	.draw = text_draw,
};
