/* SPDX-License-Identifier: MIT */
/* Going somewhere, and back and forward again. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/console_priv.h"
#include "ui/episode.h"
#include "ui/ref.h"

/* --- the way ---------------------------------------------------------------- */

struct ui_back
ui_place_here(const struct ui_console *c)
{
	return (struct ui_back){.screen = c->screen,
				.focus = c->focus[c->screen],
				.zoom = c->zoom,
				.run = c->ctx.run,
				.cand = c->ctx.cand,
				.chapter = c->ctx.chapter,
				.path = c->ctx.path,
				.review = c->ctx.review};
}

static bool
same_place(const struct ui_back *a, const struct ui_back *b)
{
	return a->screen == b->screen && a->focus == b->focus &&
	       a->run == b->run && a->cand == b->cand &&
	       a->chapter == b->chapter && a->path == b->path &&
	       a->review == b->review;
}

static void
remember(struct ui_console *c, bool link)
{
	struct ui_back b = ui_place_here(c);

	b.link = link;
	if (c->back_at > 0 && same_place(&c->back[c->back_at - 1], &b)) {
		c->back[c->back_at - 1].link |= link;
		c->back[c->back_at - 1].zoom = c->zoom;
		c->back_n = c->back_at;
		return;
	}
	if (c->back_at == UI_BACK_MAX) {
		memmove(&c->back[0], &c->back[1],
			(UI_BACK_MAX - 1) * sizeof(b));
		c->back_at--;
	}
	c->back[c->back_at++] = b;
	c->back_n = c->back_at;
}

/* Who comes to a screen acts in its first pane, wherever the focus was left;
 * only the way back and forward brings that again. */
static void
enter_screen(struct ui_console *c, int screen)
{
	if (screen < 0 || screen >= UI_SCREENS || screen == c->screen)
		return;
	c->screen = screen;
	c->zoom = false;
	c->ctx.log_newest = !strcmp(ui_screens[screen].name, "log") &&
			    !c->ctx.log_row && !c->ctx.log_of;
	ui_console_focus(c, ui_screen_first(&ui_screens[screen]));
	if (c->ctx.log_newest)
		ui_ctx_tell(&c->ctx);
	if (c->ctx.opened)
		ui_refresh(&c->ctx);
}

static void
enter(struct ui_console *c, const char *screen, const char *pane)
{
	const struct ui_screen *s;

	enter_screen(c, ui_screen_by_name(screen));
	s = &ui_screens[c->screen];
	for (size_t i = 0; pane && i < ui_screen_places(s); i++)
		if (!strcmp(s->places[i].pane, pane))
			ui_console_focus(c, i);
}

void
ui_console_screen(struct ui_console *c, int screen)
{
	if (screen < 0 || screen >= UI_SCREENS)
		return;
	if (screen == c->screen) {
		ui_console_focus(c, ui_screen_first(&ui_screens[screen]));
		return;
	}
	remember(c, false);
	enter_screen(c, screen);
}

void
ui_goto(struct ui_ctx *ctx, const char *screen, const char *pane)
{
	ui_console_screen(ctx->console, ui_screen_by_name(screen));
	enter(ctx->console, screen, pane);
}

void
ui_step_into(struct ui_ctx *ctx, const char *screen, const char *pane)
{
	remember(ctx->console, true);
	enter(ctx->console, screen, pane);
}

static void
stand_at(struct ui_console *c, const struct ui_back *to)
{
	c->screen = to->screen;
	c->zoom = to->zoom;
	c->dirty = true;
	ui_console_focus(c, to->focus);
	if (to->run > 0 && to->run != c->ctx.run)
		ui_ctx_select_run(&c->ctx, to->run);
	ui_ctx_select_cand(&c->ctx, to->cand);
	if (to->chapter >= 0 && to->chapter != c->ctx.chapter)
		ui_ctx_select_chapter(&c->ctx, to->chapter);
	if (to->path)
		ui_ctx_select_path(&c->ctx, rv_sv(to->path));
	if (to->review)
		ui_ctx_select_review(&c->ctx, rv_sv(to->review));
	ui_refresh(&c->ctx);
}

void
ui_console_back(struct ui_console *c, bool forward)
{
	struct ui_back now = ui_place_here(c), to;

	if (forward ? c->back_at >= c->back_n : c->back_at == 0) {
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 forward ? _("there is nothing ahead")
				 : _("there is nothing behind"));
		return;
	}
	to = c->back[forward ? c->back_at : c->back_at - 1];
	now.link = to.link;
	if (forward)
		c->back[c->back_at++] = now;
	else
		c->back[--c->back_at] = now;
	stand_at(c, &to);
}

void
ui_place_go(struct ui_console *c, const struct ui_back *to)
{
	remember(c, true);
	stand_at(c, to);
}

bool
ui_console_close(struct ui_console *c)
{
	struct ui_back *to;

	if (c->back_at == 0)
		return false;
	to = &c->back[c->back_at - 1];
	if (to->screen != c->screen)
		return false;
	/* Who read on from proposal to proposal is there still. */
	to->review = c->ctx.review;
	ui_console_back(c, false);
	return true;
}

/* Which of a screen's places it is; nothing for a screen that has but one. */
static void
add_which(const struct ui_back *b, struct rv_buf *out)
{
	const char *name = ui_screens[b->screen].name;

	if (!strcmp(name, "resonance") && b->run > 0)
		rv_buf_addf(out, "#%d", (int)b->run);
	else if (!strcmp(name, "story") && b->chapter >= 0)
		rv_buf_addf(out, "ch-%d", (int)b->chapter + 1);
	else if (!strcmp(name, "layers") && b->path)
		rv_buf_addf(out, "> %s", b->path);
	else if (!strcmp(name, "review") && b->review)
		rv_buf_adds(out, b->review);
}

/* `on`: the screen of the place before, which is not named again. */
static void
add_place(const struct ui_back *b, int on, struct rv_buf *out)
{
	struct rv_buf which = RV_BUF_INIT;
	struct rv_sv w;

	add_which(b, &which);
	w = rv_buf_sv(&which);
	if (b->screen != on || w.n == 0)
		rv_buf_addf(out, " > %s", _(ui_screens[b->screen].name));
	else if (w.p[0] != '>')
		rv_buf_adds(out, " >");
	if (w.n > 0)
		rv_buf_addf(out, " %.*s", RV_SV_ARG(w));
	rv_buf_release(&which);
}

int
ui_console_trail(const struct ui_console *c, size_t most, struct rv_buf *out)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
	size_t from = c->back_at;
	int on = -1;

	while (from > 0 && c->back_at - from < most && c->back[from - 1].link)
		from--;
	for (; from < c->back_at; from++) {
		struct ui_back next = from + 1 < c->back_at ? c->back[from + 1]
							    : ui_place_here(c);

		/* Another pane of the same place is no step. */
		rv_buf_reset(&a);
		rv_buf_reset(&b);
		add_place(&c->back[from], -1, &a);
		add_place(&next, -1, &b);
		if (rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&b)))
			continue;
		add_place(&c->back[from], on, out);
		on = c->back[from].screen;
	}
	rv_buf_release(&a);
	rv_buf_release(&b);
	return on;
}

/* --- opening what an id stands for ------------------------------------------- */

void
ui_ctx_open_path(struct ui_ctx *c, struct rv_sv path)
{
	const char *copy = rv_sv_cstr_in(&c->kept, path);

	remember(c->console, true);
	ui_ctx_select_path(c, rv_sv(copy));
	enter(c->console, "layers", "item");
}

void
ui_ctx_open_run(struct ui_ctx *c, int64_t run)
{
	remember(c->console, true);
	enter(c->console, "resonance", "candidates");
	ui_ctx_select_run(c, run);
}

void
ui_ctx_open_row(struct ui_ctx *c, int64_t row, struct rv_sv proposal)
{
	remember(c->console, true);
	c->log_row = row;
	c->log_of = proposal.n > 0 ? rv_sv_cstr_in(&c->kept, proposal) : NULL;
	enter(c->console, "log", "ledger");
	ui_ctx_tell(c);
}

/* What tells about it was not read yet: ui_ctx_opened goes on. */
static bool
waits(struct ui_ctx *c, enum ui_view view, struct rv_sv text)
{
	if (ui_model_get(c->model, view))
		return false;
	c->opening = rv_sv_cstr_in(&c->kept, text);
	c->opening_view = view;
	ui_model_want(c->model, view, 0, RV_SV_NONE);
	return true;
}

static void
open_proposal(struct ui_ctx *c, struct rv_sv id)
{
	if (waits(c, UI_VIEW_REVIEW, id))
		return;
	if (ui_ctx_queued(c, id)) {
		remember(c->console, true);
		enter(c->console, "review", "queue");
		ui_ctx_select_review(c, id);
		return;
	}
	ui_ctx_open_row(c, 0, id);
	ui_toast(c, RV_LEVEL_NOTE,
		 _("%.*s does not wait any more: what became of it"),
		 RV_SV_ARG(id));
}

static void
open_chapter(struct ui_ctx *c, int64_t chapter)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_STORY);

	if (waits(c, UI_VIEW_STORY, rv_sv(ui_tmp("ch-%d", (int)chapter))))
		return;
	if (chapter < 1 || (s && (size_t)chapter > s->u.story.n)) {
		ui_toast(c, RV_LEVEL_NOTE, _("there is no chapter %d"),
			 (int)chapter);
		return;
	}
	remember(c->console, true);
	ui_ctx_select_chapter(c, chapter - 1);
	enter(c->console, "story", "text");
}

/* A line of the story is in the last chapter that begins before it. */
static void
open_story(struct ui_ctx *c, int64_t line)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_STORY);
	int64_t at = -1;

	if (line > 0 &&
	    waits(c, UI_VIEW_STORY, rv_sv(ui_tmp("STORY.md:%d", (int)line))))
		return;
	for (size_t i = 0; s && line > 0 && i < s->u.story.n; i++)
		if (s->u.story.chapters[i].line <= line)
			at = (int64_t)i;
	remember(c->console, true);
	if (at >= 0)
		ui_ctx_select_chapter(c, at);
	enter(c->console, "story", at >= 0 ? "text" : "chapters");
}

/* Pages name each other by the end of their path, too: the one file that ends
 * so is meant. */
static struct rv_sv
whole_path(const struct ui_ctx *c, struct rv_sv path)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_LAYERS);
	struct rv_sv found = path;
	size_t n = 0;

	for (size_t i = 0; s && i < s->u.layers.n; i++) {
		struct rv_sv it = s->u.layers.rows[i]->path;

		if (rv_sv_eq(it, path))
			return path;
		if (it.n > path.n && it.p[it.n - path.n - 1] == '/' &&
		    rv_sv_ends(it, path)) {
			found = it;
			n++;
		}
	}
	return n == 1 ? found : path;
}

void
ui_ctx_open_ref(struct ui_ctx *c, const struct ui_ref *r)
{
	switch (r->kind) {
	case UI_REF_EPISODE:
		c->opening = rv_sv_cstr_in(&c->kept, r->id);
		c->opening_view = UI_VIEW_EPISODE;
		ui_model_want(c->model, UI_VIEW_EPISODE, 0,
			      rv_sv(c->opening));
		break;
	case UI_REF_PROPOSAL:
		open_proposal(c, r->id);
		break;
	case UI_REF_RUN:
		ui_ctx_open_run(c, r->num);
		break;
	case UI_REF_CHAPTER:
		open_chapter(c, r->num);
		break;
	case UI_REF_ROW:
		ui_ctx_open_row(c, r->num, RV_SV_NONE);
		break;
	case UI_REF_PAGE:
		if (rv_sv_is(r->id, "STORY.md")) {
			open_story(c, r->num);
			break;
		}
		c->path_line = r->num;
		ui_ctx_open_path(c, whole_path(c, r->id));
		break;
	}
}

void
ui_ctx_open(struct ui_ctx *c, struct rv_sv what)
{
	const char *copy = rv_sv_cstr_in(&c->kept, rv_sv_trim(what));
	struct rv_sv v = rv_sv(copy);
	struct ui_ref r;

	if (ui_ref_parse(v, &r))
		ui_ctx_open_ref(c, &r);
	else if (v.n > 0)
		ui_ctx_open_path(c, v);
}

void
ui_ctx_opened(struct ui_ctx *c, const struct ui_snap *s)
{
	const char *id = c->opening;
	bool episode = s->view == UI_VIEW_EPISODE;

	if (!id || s->view != c->opening_view ||
	    (episode && !rv_sv_is(s->text, id)))
		return;
	c->opening = NULL;
	if (s->status != RV_OK)
		ui_toast(c, RV_LEVEL_WARN, "%s", s->err.msg);
	else if (episode)
		ui_episode_show(c, &s->u.episode);
	else
		ui_ctx_open(c, rv_sv(id));
}
