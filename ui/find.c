/* SPDX-License-Identifier: MIT */
/* Search, filter and the marks of what was found. */
#include "config.h"

#include "ui/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "ui/console_priv.h"
#include "ui/field.h"
#include "ui/fuzzy.h"

/* The folded text of a row and which cell each byte came from. */
static void
mark_row(struct ui_surface *s, int y, struct rv_sv pattern)
{
	struct rv_buf row = RV_BUF_INIT, cell = RV_BUF_INIT;
	struct rv_buf text = RV_BUF_INIT;
	int *from = rv_calloc((size_t)s->r.w * 4 * UI_CELL_TEXT + 1,
			      sizeof(*from));
	ptrdiff_t at;
	size_t base = 0;

	for (int x = 0; x < s->r.w; x++) {
		const struct ui_cell *c =
			ui_grid_cell(s->grid, s->r.x + x, s->r.y + y);

		rv_buf_reset(&cell);
		rv_buf_reset(&text);
		ui_cell_text(s->grid, c, &text);
		rv_utf8_fold(rv_buf_sv(&text), &cell);
		if (cell.n > 4 * UI_CELL_TEXT)
			continue;
		for (size_t i = 0; i < cell.n; i++)
			from[row.n + i] = x;
		rv_buf_addv(&row, rv_buf_sv(&cell));
	}
	while ((at = rv_sv_find(rv_sv_slice(rv_buf_sv(&row), base, row.n),
				pattern)) >= 0) {
		int a = from[base + (size_t)at];
		int b = from[base + (size_t)at + pattern.n - 1];

		ui_mark(s, a, y, b - a + 1, UI_REVERSE | UI_BOLD);
		base += (size_t)at + pattern.n;
	}
	rv_buf_release(&row);
	rv_buf_release(&cell);
	rv_buf_release(&text);
	free(from);
}

void
ui_find_mark(struct ui_surface *s, struct rv_sv pattern)
{
	struct rv_buf fold = RV_BUF_INIT;

	rv_utf8_fold(pattern, &fold);
	for (int y = 0; fold.n > 0 && y < s->r.h; y++)
		mark_row(s, y, rv_buf_sv(&fold));
	rv_buf_release(&fold);
}

ptrdiff_t
ui_find_item(const struct ui_list *l, ui_find_text *text, const void *ctx,
	     struct rv_sv pattern, int dir)
{
	struct rv_buf b = RV_BUF_INIT;
	ptrdiff_t found = -1;

	for (size_t i = dir == 0 ? 0 : 1; i <= l->n && found < 0; i++) {
		size_t at = dir < 0 ? (l->cursor + l->n - i % l->n) % l->n
				    : (l->cursor + i) % l->n;

		rv_buf_reset(&b);
		text(ctx, at, &b);
		if (ui_find_has(rv_buf_sv(&b), pattern))
			found = (ptrdiff_t)at;
	}
	rv_buf_release(&b);
	return found;
}

enum ui_found
ui_found_from(size_t from, size_t to, int dir)
{
	bool on = dir < 0 ? to < from : dir > 0 ? to > from : to >= from;

	return on ? UI_FOUND : UI_FOUND_AROUND;
}

/* What the focused pane does: the core's way, or its own. */
static bool
can(const struct pane *p, bool filter)
{
	if (p->ops->rows)
		return true;
	return !filter && (p->ops->find || (p->ops->flags & PANE_TEXT));
}

bool
ui_find_can(const struct pane *p)
{
	return can(p, false);
}

static enum ui_found
seek(struct pane *p, struct rv_sv pattern, int dir)
{
	if (p->ops->find)
		return p->ops->find(p, pattern, dir);
	return p->ops->rows ? ui_rows_find(p, pattern, dir)
			    : ui_textview_seek(p->state, pattern, dir);
}

/* --- the line at the foot --------------------------------------------------- */

struct line {
	struct ui_overlay overlay;
	struct ui_field field;
	bool filter;
	struct rv_buf old; /* the filter that there was */
	enum ui_found found;
};

static struct rv_sv
pattern_of(const struct line *l)
{
	return rv_buf_sv(&l->field.text);
}

static void
changed(struct line *l)
{
	struct ui_ctx *c = l->overlay.ctx;
	struct pane *p = ui_console_focused(c->console);

	if (l->filter) {
		ui_rows_filter(p, pattern_of(l));
		return;
	}
	rv_buf_reset(&c->find);
	rv_buf_addv(&c->find, pattern_of(l));
	l->found = pattern_of(l).n > 0 ? seek(p, pattern_of(l), 0) : UI_FOUND;
}

/* As it was before the line: no search, or the filter that there was. */
static void
give_up(struct line *l)
{
	ui_field_set(&l->field, rv_buf_sv(&l->old));
	changed(l);
}

static bool
line_key(struct ui_overlay *o, const char *key)
{
	struct line *l = (struct line *)o;

	if (!strcmp(key, "enter")) {
		/* Nothing typed is no filter, also where there was one. */
		if (l->filter && l->field.text.n == 0)
			changed(l);
		return false;
	}
	if (!strcmp(key, "esc") || !strcmp(key, "ctrl-c") ||
	    (!strcmp(key, "backspace") && l->field.text.n == 0)) {
		give_up(l);
		return false;
	}
	/* The list walks while the pattern is typed. */
	if (!l->filter && (!strcmp(key, "down") || !strcmp(key, "up")))
		ui_find_step(o->ctx, key[0] == 'd' ? 1 : -1);
	else if (ui_field_key(&l->field, key))
		changed(l);
	return true;
}

static void
line_paste(struct ui_overlay *o, struct rv_sv text)
{
	struct line *l = (struct line *)o;

	ui_field_insert(&l->field, text);
	changed(l);
}

/* What ends the line, and how. */
static const char *
ends_of(const struct line *l)
{
	if (!l->filter)
		return _("enter   then n N   esc ends");
	if (l->old.n == 0)
		return _("enter keeps it   esc shows all");
	return l->field.text.n == 0 ? _("enter shows all   esc leaves it")
				    : _("enter keeps it   esc takes the old");
}

static void
line_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct line *l = (struct line *)o;
	struct ui_surface at = ui_sub(s, 0, s->r.h - 1, s->r.w, 1);
	const char *say = l->filter ? _("filter") : "/";
	int x;

	/* The body ends above the status line, which gives its place. */
	ui_fill(&at, 0, 0, at.r.w, 1, UI_ROLE_TEXT);
	x = 1 + ui_puts(&at, 1, 0, UI_ROLE_KEY, say);
	x += l->filter;
	if (l->found == UI_FOUND_NONE)
		ui_put_right(&at, at.r.w - 1, 0, 30, UI_ROLE_WARN,
			     rv_sv(_("not here")));
	else
		ui_put_right(&at, at.r.w - 1, 0, 40, UI_ROLE_HINT,
			     rv_sv(ends_of(l)));
	ui_field_draw(&l->field, &at, x, 0, RV_MAX(at.r.w - x - 36, 10));
}

static void
line_free(struct ui_overlay *o)
{
	struct line *l = (struct line *)o;

	ui_field_release(&l->field);
	rv_buf_release(&l->old);
	free(l);
}

static const struct ui_overlay_ops line_ops = {
	.name = "find",
	.draw = line_draw,
	.key = line_key,
	.paste = line_paste,
	.free = line_free,
};

void
ui_find_open(struct ui_ctx *c, bool filter)
{
	struct pane *p = ui_console_focused(c->console);
	struct line *l;

	if (!can(p, filter)) {
		ui_toast(c, RV_LEVEL_NOTE,
			 filter ? _("this pane is not filtered: tab goes to a "
				    "list")
				: _("this pane is not searched: tab goes to "
				    "one that is"));
		return;
	}
	l = rv_calloc(1, sizeof(*l));
	l->overlay.ops = &line_ops;
	l->filter = filter;
	l->found = UI_FOUND;
	ui_field_init(&l->field, RV_SV_NONE);
	l->old = RV_BUF_INIT;
	if (filter)
		rv_buf_addv(&l->old, rv_buf_sv(&p->list.filter));
	ui_overlay_push(c, &l->overlay);
}

void
ui_find_step(struct ui_ctx *c, int dir)
{
	struct pane *p = ui_console_focused(c->console);

	if (c->find.n == 0) {
		ui_toast(c, RV_LEVEL_NOTE, _("nothing is searched for: / asks"));
		return;
	}
	if (!can(p, false)) {
		ui_toast(c, RV_LEVEL_NOTE, _("this pane is not searched"));
		return;
	}
	switch (seek(p, rv_buf_sv(&c->find), dir)) {
	case UI_FOUND:
		break;
	case UI_FOUND_AROUND:
		ui_toast(c, RV_LEVEL_NOTE,
			 dir < 0 ? _("%s: past the top, on from the end")
				 : _("%s: past the end, on from the top"),
			 c->find.p);
		break;
	case UI_FOUND_NONE:
		ui_toast(c, RV_LEVEL_NOTE, _("%s is not in this pane"),
			 c->find.p);
		break;
	}
}
