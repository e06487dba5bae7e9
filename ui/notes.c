/* SPDX-License-Identifier: MIT */
/* gn: what could not be read, what is masked, what failed; and what this
 * console warned of. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/console_priv.h"
#include "ui/list.h"

#define ROW_LINES 2
#define WIDTH 100

/* A notice of the memory, or a warning of this console. */
struct row {
	const struct rv_view_note *note;
	const struct ui_said *said;
};

struct notes {
	struct ui_overlay overlay;
	struct ui_list list;
	struct row *rows;
	size_t n, cap;
};

static int64_t
row_time(const struct row *r)
{
	return r->note ? r->note->time : r->said->time;
}

/* Both are sorted: newest first, what has no time last. */
static void
build(struct notes *o)
{
	const struct ui_ctx *c = o->overlay.ctx;
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_NOTES);
	size_t said = c->warned_n, i = 0, n = s ? s->u.notes.n : 0;

	o->n = 0;
	rv_grow(&o->rows, &o->cap, said + n + 1);
	while (said > 0 || i < n) {
		const struct ui_said *w = said > 0 ? &c->warned[said - 1]
						   : NULL;
		const struct rv_view_note *v = i < n ? &s->u.notes.items[i]
						     : NULL;

		if (w && (!v || v->time == RV_UNDATED || w->time >= v->time)) {
			o->rows[o->n++] = (struct row){NULL, w};
			said--;
		} else {
			o->rows[o->n++] = (struct row){v, NULL};
			i++;
		}
	}
}

/* ui_list_id */
static uint64_t
row_id(const void *ctx, size_t i)
{
	const struct row *r = &((const struct notes *)ctx)->rows[i];
	uint64_t id = r->note ? rv_sv_hash(r->note->place) * 31 +
					rv_sv_hash(r->note->text)
			      : rv_sv_hash(rv_sv(r->said->text)) +
					(uint64_t)r->said->time;

	return id ? id : 1;
}

static const struct row *
chosen(const struct notes *o)
{
	return o->list.cursor < o->n ? &o->rows[o->list.cursor] : NULL;
}

static void
tell(struct ui_ctx *c, const struct row *r)
{
	const struct rv_view_note *v = r->note;
	struct rv_buf b = RV_BUF_INIT;

	if (v && v->place.n > 0)
		rv_buf_addf(&b, "%.*s\n\n", RV_SV_ARG(v->place));
	if (v)
		rv_buf_addf(&b, "%.*s\n", RV_SV_ARG(v->text));
	else
		rv_buf_addf(&b, "%s\n", r->said->text);
	if (row_time(r) != RV_UNDATED)
		rv_buf_addf(&b, "%s\n", ui_tmp_date(c, row_time(r)));
	if (v && v->how.n > 0)
		rv_buf_addf(&b, "\n%.*s\n", RV_SV_ARG(v->how));
	ui_show_text(c, _("Notice"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

/* Goes to what is behind it; false: the window has no more to do. */
static bool
open_row(struct ui_ctx *c, const struct row *r)
{
	const struct rv_view_note *v = r->note;

	if (v && v->id.n > 0) {
		ui_ctx_open(c, v->id);
		return false;
	}
	if (v && v->opens) {
		if (v->job)
			c->job = v->job;
		ui_step_into(c, v->opens, NULL);
		return false;
	}
	tell(c, r);
	return true;
}

static void
copy_row(struct ui_ctx *c, const struct row *r)
{
	if (r->note && r->note->place.n > 0)
		ui_copy(c, r->note->place, _("place"));
	else
		ui_copy(c, r->note ? r->note->text : rv_sv(r->said->text),
			_("notice"));
}

/* ui_overlay_ops.key */
static bool
notes_key(struct ui_overlay *overlay, const char *key)
{
	struct notes *o = (struct notes *)overlay;
	const struct ui_key *const scopes[] = {ui_keys_list};
	const struct row *r = chosen(o);
	const struct ui_key *k;

	if (!strcmp(key, "esc") || !strcmp(key, "q") || !strcmp(key, "ctrl-c"))
		return false;
	if (r && !strcmp(key, "enter"))
		return open_row(overlay->ctx, r);
	if (r && !strcmp(key, "i"))
		tell(overlay->ctx, r);
	else if (r && !strcmp(key, "y"))
		copy_row(overlay->ctx, r);
	else if (ui_keymap_find(scopes, 1, key, &k) == UI_MATCH_FULL)
		(void)ui_list_act(&o->list, k->act, row_id, o);
	return true;
}

static void
draw_row(const struct notes *o, struct ui_surface *in, size_t i, int y)
{
	const struct row *r = &o->rows[i];
	enum rv_level level = r->note ? r->note->level : r->said->level;
	struct rv_sv place = r->note ? r->note->place : RV_SV_NONE;
	struct ui_surface s = ui_sub(in, 0, y, in->r.w, ROW_LINES);
	const char *when = row_time(r) == RV_UNDATED
				   ? "-"
				   : ui_tmp_when(o->overlay.ctx, row_time(r));

	ui_puts(&s, 1, 0, ui_level_role(level), ui_level_sign(level));
	ui_putw(&s, 3, 0, 10, UI_ROLE_DIM, rv_sv(when));
	if (place.n == 0)
		place = rv_sv(_("this console"));
	ui_putw(&s, 14, 0, s.r.w - 15, UI_ROLE_STRONG, place);
	ui_putw(&s, 14, 1, s.r.w - 15, UI_ROLE_TEXT,
		r->note ? r->note->text : rv_sv(r->said->text));
	if (i == o->list.cursor) {
		for (int k = 0; k < ROW_LINES; k++)
			ui_mark(&s, 0, k, s.r.w, UI_SEL);
		ui_cursor(&s, 0, 0);
	}
}

static const char *
title(const struct ui_snap *s)
{
	if (!s || (s->u.notes.lines == 0 && s->u.notes.secrets == 0))
		return _("Notices");
	return ui_tmp(_("Notices: %s lines not read, %s with a secret"),
		      ui_tmp_int(s->u.notes.lines),
		      ui_tmp_int(s->u.notes.secrets));
}

static const char *
nothing(const struct ui_ctx *c)
{
	if (ui_model_failed(c->model, UI_VIEW_NOTES))
		return ui_model_failed(c->model, UI_VIEW_NOTES)->err.msg;
	if (!ui_model_get(c->model, UI_VIEW_NOTES))
		return _("reading...");
	return _("Nothing to tell: every line was read, no file holds a "
		 "secret, no model failed. esc closes.");
}

/* ui_overlay_ops.draw */
static void
notes_draw(struct ui_overlay *overlay, struct ui_surface *s)
{
	struct notes *o = (struct notes *)overlay;
	struct ui_ctx *c = overlay->ctx;
	struct ui_surface in;

	build(o);
	ui_list_sync(&o->list, o->n, row_id, o, true);
	in = ui_overlay_window(s, RV_MIN(s->r.w, WIDTH),
			       RV_MIN(s->r.h, RV_MAX((int)o->n * ROW_LINES, 5) +
						      2),
			       title(ui_model_get(c->model, UI_VIEW_NOTES)),
			       _("esc close   enter open   i about it   y copy"));
	ui_list_fit(&o->list, in.r.h / ROW_LINES);
	if (o->n == 0) {
		ui_pane_note(&in, UI_ROLE_DIM, nothing(c));
		ui_cursor(&in, 0, 0);
	}
	for (int i = 0; i < o->list.rows && o->list.top + (size_t)i < o->n; i++)
		draw_row(o, &in, o->list.top + (size_t)i, i * ROW_LINES);
	ui_list_scrollbar(&o->list, &in, 0, in.r.h);
}

/* ui_overlay_ops.free */
static void
notes_free(struct ui_overlay *overlay)
{
	struct notes *o = (struct notes *)overlay;

	free(o->rows);
	free(o);
}

static const struct ui_overlay_ops notes_ops = {
	.name = UI_NOTES_NAME,
	.draw = notes_draw,
	.key = notes_key,
	.free = notes_free,
};

void
ui_notes_open(struct ui_ctx *c)
{
	struct notes *o = rv_calloc(1, sizeof(*o));

	o->overlay.ops = &notes_ops;
	ui_model_want(c->model, UI_VIEW_NOTES, 0, RV_SV_NONE);
	ui_overlay_push(c, &o->overlay);
}

void
ui_notes_warned(struct ui_ctx *c, enum rv_level level, struct rv_sv text)
{
	struct ui_said *last = c->warned_n ? &c->warned[c->warned_n - 1] : NULL;

	if (last && rv_sv_is(text, last->text)) {
		last->time = rv_env_now(c->env);
		return;
	}
	if (c->warned_n == UI_WARNED_MAX) {
		free(c->warned[0].text);
		memmove(&c->warned[0], &c->warned[1],
			(UI_WARNED_MAX - 1) * sizeof(c->warned[0]));
		c->warned_n--;
	}
	c->warned[c->warned_n++] = (struct ui_said){
		.time = rv_env_now(c->env),
		.text = rv_sv_dup(text),
		.level = level,
	};
}
