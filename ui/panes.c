/* SPDX-License-Identifier: MIT */
/* The table of panes, and what they all draw alike. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "engine/words.h"
#include "ui/pane.h"
#include "ui/textlink.h"

#define PANE(name) extern const struct pane_ops name##_pane;
#include "ui/panes.def"
#undef PANE

const struct pane_ops *const *
ui_panes(size_t *n)
{
	static const struct pane_ops *const panes[] = {
#define PANE(name) &name##_pane,
#include "ui/panes.def"
#undef PANE
	};

	*n = ARRAY_LEN(panes);
	return panes;
}

const struct ui_snap *
ui_pane_snap(const struct pane *p, enum ui_view view)
{
	static const struct ui_snap none;
	const struct ui_snap *s = ui_model_get(p->ctx->model, view);

	return s ? s : &none;
}

void
ui_pane_update(struct pane *p, enum ui_view view)
{
	if (p->ops->rows)
		ui_rows_update(p, view);
	if (p->ops->update)
		p->ops->update(p, view);
}

/* Choosing links comes before what enter and esc mean otherwise. */
static unsigned
link_act(struct pane *p, enum ui_act act)
{
	struct ui_textview *t = p->state;
	struct ui_textlink l;

	if (act == UI_ACT_LINK_NEXT || act == UI_ACT_LINK_PREV) {
		if (!ui_textlink_step(t, act == UI_ACT_LINK_NEXT ? 1 : -1))
			ui_toast(p->ctx, RV_LEVEL_NOTE,
				 _("no link in this pane"));
		return PANE_REDRAW;
	}
	if ((act != UI_ACT_OPEN && act != UI_ACT_CLOSE) ||
	    !ui_textlink_chosen(t, &l))
		return PANE_IGNORED;
	if (act == UI_ACT_CLOSE) {
		t->link_on = false;
		t->tag = 0;
	} else if (l.tag > 0) {
		p->ops->follow(p, l.tag);
	} else {
		ui_ctx_open_ref(p->ctx, &l.ref);
	}
	return PANE_REDRAW;
}

unsigned
ui_pane_act(struct pane *p, enum ui_act act)
{
	unsigned did = p->ops->flags & PANE_TEXT ? link_act(p, act)
						 : PANE_IGNORED;

	if (did == PANE_IGNORED && p->ops->action)
		did = p->ops->action(p, act);
	if (did != PANE_IGNORED)
		return did;
	if (p->ops->rows ? ui_rows_act(p, act)
			 : (p->ops->flags & PANE_TEXT) &&
				   ui_textview_act(p->state, act))
		return PANE_REDRAW;
	return PANE_IGNORED;
}

void
ui_pane_note(struct ui_surface *s, enum ui_role role, const char *text)
{
	struct ui_textview t = {0};
	struct ui_surface in = ui_sub(s, 1, 0, s->r.w - 2, s->r.h);
	int y;

	ui_textview_begin(&t, in.r.w);
	ui_textview_add(&t, role, 0, rv_sv(text));
	/* In the upper third, where the eye begins. */
	y = (s->r.h - (int)t.n) / 3;
	in = ui_sub(&in, 0, RV_MAX(y, 0), in.r.w, in.r.h);
	ui_textview_fit(&t, in.r.h);
	ui_textview_draw(&t, &in);
	ui_textview_release(&t);
}

bool
ui_pane_blank(const struct pane *p, struct ui_surface *s, enum ui_view view)
{
	const struct ui_snap *bad;

	if (ui_model_get(p->ctx->model, view))
		return false;
	bad = ui_model_failed(p->ctx->model, UI_VIEW_OPEN);
	if (!bad)
		bad = ui_model_failed(p->ctx->model, view);
	if (bad)
		ui_pane_note(s, UI_ROLE_WARN,
			     bad->err.msg[0]
				     ? bad->err.msg
				     : rv_status_sentence(bad->status));
	else
		ui_pane_note(s, UI_ROLE_DIM,
			     s->grid->ascii ? _("reading...")
					    : _("reading…"));
	return true;
}

void
ui_pane_select(const struct pane *p, struct ui_surface *s, int y, int h)
{
	if (!p->visible)
		return;
	for (int i = 0; i < h; i++)
		ui_mark(s, 0, y + i, s->r.w,
			p->focused ? UI_SEL : UI_SEL_DIM);
	if (p->focused)
		ui_cursor(s, 0, y);
}

struct rv_sv
ui_who(struct rv_sv role, struct rv_sv name)
{
	if (name.n > 0)
		return name;
	return rv_sv_is(role, "assistant") ? rv_sv(_("agent")) : ui_word(role);
}

struct rv_sv
ui_word(struct rv_sv code)
{
	return rv_word(code);
}

/* Small texts that are drawn at once: a ring saves every caller a buffer. */
static char *
next_tmp(size_t *size)
{
	static char ring[16][512];
	static unsigned at;

	*size = sizeof(ring[0]);
	return ring[at++ % ARRAY_LEN(ring)];
}

const char *
ui_tmp(const char *fmt, ...)
{
	size_t size;
	char *p = next_tmp(&size);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p, size, fmt, ap);
	va_end(ap);
	return p;
}

static const char *
of_buf(struct rv_buf *b)
{
	const char *p = ui_tmp("%s", b->p);

	rv_buf_release(b);
	return p;
}

/* What clocks were ahead of UTC then; it may be winter there. */
static int64_t
zone_at(const struct ui_ctx *c, int64_t t)
{
	return rv_time_zone_offset(c->env->tz, t);
}

const char *
ui_tmp_clock(const struct ui_ctx *c, int64_t t)
{
	struct rv_buf b = RV_BUF_INIT;

	if (t == RV_UNDATED)
		return "--:--";
	rv_fmt_clock(&b, t, zone_at(c, t));
	return of_buf(&b);
}

const char *
ui_tmp_date(const struct ui_ctx *c, int64_t t)
{
	struct rv_buf b = RV_BUF_INIT;

	if (t == RV_UNDATED)
		return _("undated");
	rv_fmt_date(&b, t, zone_at(c, t));
	return of_buf(&b);
}

const char *
ui_tmp_when(const struct ui_ctx *c, int64_t t)
{
	int64_t now = ui_ctx_now(c);

	if (t == RV_UNDATED)
		return _("undated");
	if ((t + zone_at(c, t)) / RV_DAY == (now + zone_at(c, now)) / RV_DAY)
		return ui_tmp_clock(c, t);
	return ui_tmp("%s", ui_tmp_date(c, t) + (now - t < 300 * RV_DAY &&
						 now > t ? 5 : 0));
}

const char *
ui_tmp_age(const struct ui_ctx *c, int64_t t)
{
	struct rv_buf b = RV_BUF_INIT;
	int64_t now = ui_ctx_now(c);

	if (t == RV_UNDATED)
		return "-";
	rv_fmt_age(&b, now > t ? now - t : 0);
	return of_buf(&b);
}

const char *
ui_tmp_int(int64_t n)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_fmt_int(&b, n);
	return of_buf(&b);
}

const char *
ui_tmp_words(const struct rv_view_proposal *p)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_fmt_words(&b, p->words_added, p->words_removed);
	return of_buf(&b);
}
