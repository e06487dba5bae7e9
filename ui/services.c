/* SPDX-License-Identifier: MIT */
/* What panes ask of the console: toasts, the focus, windows, reading again. */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "ui/console_priv.h"

struct pane *
ui_console_pane(struct ui_console *c, const char *name)
{
	for (size_t i = 0; i < c->n_panes; i++)
		if (!strcmp(c->panes[i].ops->name, name))
			return &c->panes[i];
	return NULL;
}

struct pane *
ui_console_focused(struct ui_console *c)
{
	const struct ui_screen *s = &ui_screens[c->screen];

	return ui_console_pane(c, s->places[c->focus[c->screen]].pane);
}

void
ui_console_focus(struct ui_console *c, size_t place)
{
	const struct ui_screen *s = &ui_screens[c->screen];

	if (place >= ui_screen_places(s))
		place = 0;
	c->focus[c->screen] = place;
	c->shown[c->screen][s->places[place].group] = place;
	c->ctx.focus = s->places[place].pane;
	c->dirty = true;
}

void
ui_dirty(struct ui_ctx *ctx)
{
	ctx->console->dirty = true;
}

void
ui_toast(struct ui_ctx *ctx, enum rv_level level, const char *fmt, ...)
{
	struct ui_console *c = ctx->console;
	va_list ap;

	rv_buf_reset(&c->toast);
	va_start(ap, fmt);
	rv_buf_vaddf(&c->toast, fmt, ap);
	va_end(ap);
	c->toast_level = level;
	c->dirty = true;
	if (level >= RV_LEVEL_WARN)
		ui_notes_warned(ctx, level, rv_buf_sv(&c->toast));
}

void
ui_say(struct ui_ctx *ctx, enum rv_level level, struct rv_sv cli,
       struct rv_sv text, int64_t row)
{
	struct ui_said *s;

	if (ctx->said_n == UI_SAID_MAX) {
		free(ctx->said[0].cli);
		free(ctx->said[0].text);
		memmove(&ctx->said[0], &ctx->said[1],
			(UI_SAID_MAX - 1) * sizeof(ctx->said[0]));
		ctx->said_n--;
	}
	s = &ctx->said[ctx->said_n++];
	ctx->said_all++;
	s->time = rv_env_now(ctx->env);
	s->level = level;
	s->cli = rv_sv_dup(cli);
	s->text = rv_sv_dup(text);
	s->row = row;
}

void
ui_copy(struct ui_ctx *ctx, struct rv_sv text, const char *what)
{
	ctx->console->term->ops->copy(ctx->console->term, text);
	ui_toast(ctx, RV_LEVEL_OK, _("%s: sent to the terminal's clipboard"),
		 what);
}

void
ui_refresh(struct ui_ctx *ctx)
{
	struct ui_console *c = ctx->console;
	const struct ui_screen *s = &ui_screens[c->screen];
	unsigned views = 0;

	for (size_t i = 0; i < ui_screen_places(s); i++) {
		const struct pane *p = ui_console_pane(c, s->places[i].pane);

		views |= p ? p->ops->views : 0;
	}
	/* The frame and what is staged speak of the queue on every screen. */
	if (ctx->stage.n > 0)
		views |= 1u << UI_VIEW_REVIEW;
	if (c->overlay && !strcmp(c->overlay->ops->name, UI_NOTES_NAME))
		views |= 1u << UI_VIEW_NOTES;
	for (int v = 0; v < UI_VIEW_N; v++)
		if (views & 1u << v)
			ui_model_want(ctx->model, (enum ui_view)v,
				      v == UI_VIEW_PENDING ? ctx->pending_from
							   : 0,
				      RV_SV_NONE);
}

bool
ui_key_may_be_early(const struct ui_ctx *c)
{
	return ui_guard_early(&c->console->guard);
}

bool
ui_key_is_pasted(struct ui_ctx *c)
{
	if (!ui_guard_pasted(&c->console->guard))
		return false;
	c->console->term->ops->flush(c->console->term);
	ui_toast(c, RV_LEVEL_WARN,
		 _("that came faster than anybody types: look at it and press "
		   "the key again"));
	return true;
}

bool
ui_key_is_early(struct ui_ctx *c)
{
	if (ui_key_is_pasted(c))
		return true;
	if (!ui_key_may_be_early(c))
		return false;
	ui_toast(c, RV_LEVEL_WARN,
		 _("that came before the question could be read: read it and "
		   "press the key again"));
	return true;
}

void
ui_overlay_push(struct ui_ctx *ctx, struct ui_overlay *o)
{
	struct ui_console *c = ctx->console;

	o->ctx = ctx;
	o->below = c->overlay;
	c->overlay = o;
	c->dirty = true;
	/* What was typed ahead was not typed at this window. */
	if (!strcmp(o->ops->name, "dialog")) {
		c->term->ops->flush(c->term);
		ui_guard_asked(&c->guard);
	}
}
