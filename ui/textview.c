/* SPDX-License-Identifier: MIT */
/* Wrapping and scrolling of text. */
#include "config.h"

#include "ui/textview.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "ui/fuzzy.h"
#include "ui/list.h"
#include "ui/rich.h"
#include "ui/textlink.h"

#define LINES_MAX 200000u

void
ui_textview_release(struct ui_textview *t)
{
	rv_arena_release(&t->arena);
	free(t->lines);
	*t = (struct ui_textview){0};
}

void
ui_textview_begin(struct ui_textview *t, int width)
{
	rv_arena_release(&t->arena);
	t->n = 0;
	t->mark = 0;
	t->width = width > 1 ? width : 1;
}

static struct ui_textline *
push(struct ui_textview *t, ui_style st, int indent, struct rv_sv text)
{
	struct ui_textline *l;

	rv_grow(&t->lines, &t->cap, t->n + 1);
	l = &t->lines[t->n++];
	*l = (struct ui_textline){.text = text,
				  .style = st,
				  .indent = indent,
				  .mark = t->mark};
	return l;
}

size_t
ui_text_fits(struct rv_sv v, int width, size_t *skip)
{
	size_t n = rv_width_floor(v, width), cut = n;

	*skip = 0;
	if (n == v.n)
		return n;
	if (n == 0) /* one cluster is wider than the line */
		return rv_grapheme_len(v);
	if (v.p[n] != ' ') {
		while (cut > 0 && v.p[cut - 1] != ' ')
			cut--;
		/* A word longer than the line, or text without blanks. */
		if (cut == 0) {
			for (cut = n; cut > n / 2; cut--)
				if (strchr("/-_.:", v.p[cut - 1]))
					return cut;
			return n;
		}
	}
	n = cut;
	while (n + *skip < v.n && v.p[n + *skip] == ' ')
		++*skip;
	while (n > 0 && v.p[n - 1] == ' ') {
		n--;
		++*skip;
	}
	return n;
}

static void
wrap(struct ui_textview *t, ui_style st, int indent, struct rv_sv line)
{
	int width = t->width - indent;

	if (width < 1)
		width = 1;
	if (line.n == 0)
		push(t, st, indent, line);
	while (line.n > 0 && t->n < LINES_MAX) {
		size_t skip, n = ui_text_fits(line, width, &skip);

		if (n == 0 && skip == 0)
			break;
		push(t, st, indent, rv_sv_slice(line, 0, n))->broken =
			skip == 0 && n < line.n;
		line = rv_sv_slice(line, n + skip, line.n);
	}
}

void
ui_textview_add(struct ui_textview *t, ui_style st, int indent,
		struct rv_sv text)
{
	struct rv_sv rest = rv_text_clean_in(&t->arena, text, RV_CLEAN_TEXT);
	struct rv_sv line;

	while (rv_sv_next_line(&rest, &line))
		wrap(t, st, indent, line);
}

void
ui_textview_addf(struct ui_textview *t, ui_style st, int indent,
		 const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	ui_textview_add(t, st, indent, rv_buf_sv(&b));
	rv_buf_release(&b);
}

void
ui_textview_lead(struct ui_textview *t, ui_style lead_style, struct rv_sv lead,
		 int lead_width, ui_style st, struct rv_sv text)
{
	size_t first = t->n;

	if (text.n == 0)
		push(t, st, lead_width, RV_SV_NONE);
	else
		ui_textview_add(t, st, lead_width, text);
	if (first < t->n) {
		t->lines[first].lead = rv_text_clean_in(&t->arena, lead,
							RV_CLEAN_LINE);
		t->lines[first].lead_style = lead_style;
	}
}

void
ui_textview_leadf(struct ui_textview *t, ui_style lead_style,
		  struct rv_sv lead, int lead_width, ui_style st,
		  const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	ui_textview_lead(t, lead_style, lead, lead_width, st, rv_buf_sv(&b));
	rv_buf_release(&b);
}

void
ui_textview_line(struct ui_textview *t, ui_style st, struct rv_sv text)
{
	push(t, st, 0, rv_text_clean_in(&t->arena, text, RV_CLEAN_LINE));
}

void
ui_textview_blank(struct ui_textview *t)
{
	push(t, UI_ROLE_TEXT, 0, RV_SV_NONE);
}

void
ui_textview_rule(struct ui_textview *t)
{
	push(t, UI_ROLE_BORDER, 0, RV_SV_NONE)->rule = true;
}

void
ui_textview_fit(struct ui_textview *t, int rows)
{
	size_t r;

	t->rows = rows > 0 ? rows : 1;
	r = (size_t)t->rows;
	if (t->top + r > t->n)
		t->top = t->n > r ? t->n - r : 0;
}

bool
ui_textview_act(struct ui_textview *t, enum ui_act act)
{
	size_t half = (size_t)(t->rows > 1 ? t->rows / 2 : 1);

	if (act == UI_ACT_UP)
		t->top -= t->top > 0;
	else if (act == UI_ACT_DOWN)
		t->top++;
	else if (act == UI_ACT_PAGE_UP)
		t->top = t->top > half ? t->top - half : 0;
	else if (act == UI_ACT_PAGE_DOWN)
		t->top += half;
	else if (act == UI_ACT_TOP)
		t->top = 0;
	else if (act == UI_ACT_BOTTOM)
		t->top = t->n;
	else
		return false;
	ui_textview_fit(t, t->rows);
	return true;
}

static bool
line_has(const struct ui_textline *l, struct rv_sv pattern)
{
	struct rv_buf b = RV_BUF_INIT;
	bool has;

	rv_buf_addv(&b, l->lead);
	rv_buf_addc(&b, ' ');
	rv_buf_addv(&b, l->text);
	for (size_t i = 0; i < l->n_runs; i++)
		rv_buf_addv(&b, l->runs[i].text);
	has = ui_find_has(rv_buf_sv(&b), pattern);
	rv_buf_release(&b);
	return has;
}

ptrdiff_t
ui_textview_find(const struct ui_textview *t, struct rv_sv pattern, size_t from,
		 int dir)
{
	for (size_t i = 0; i < t->n; i++) {
		size_t at = dir > 0 ? (from + i) % t->n
				    : (from + 2 * t->n - 1 - i) % t->n;

		if (line_has(&t->lines[at], pattern))
			return (ptrdiff_t)at;
	}
	return -1;
}

enum ui_found
ui_textview_seek(struct ui_textview *t, struct rv_sv pattern, int dir)
{
	size_t rows = (size_t)(t->rows > 0 ? t->rows : 1);
	bool seen = t->found >= t->top && t->found < t->top + rows;
	size_t from = dir != 0 && seen ? t->found + (dir > 0) : t->top;
	ptrdiff_t at = ui_textview_find(t, pattern, from, dir < 0 ? -1 : 1);

	if (at < 0)
		return UI_FOUND_NONE;
	t->found = (size_t)at;
	ui_textview_reveal(t, t->found);
	/* `from` itself counts as ahead, but not as behind. */
	return ui_found_from(from, t->found, dir < 0 ? -1 : 0);
}

void
ui_textview_reveal(struct ui_textview *t, size_t i)
{
	size_t rows = (size_t)(t->rows > 0 ? t->rows : 1);

	if (i < t->top || i >= t->top + rows)
		t->top = i > rows / 3 ? i - rows / 3 : 0;
	ui_textview_fit(t, t->rows);
}

void
ui_textview_show(struct ui_textview *t, int mark)
{
	for (size_t i = 0; i < t->n; i++) {
		if (t->lines[i].mark != mark)
			continue;
		t->top = i;
		ui_textview_fit(t, t->rows);
		return;
	}
}

int
ui_textview_mark(const struct ui_textview *t)
{
	return t->top < t->n ? t->lines[t->top].mark : 0;
}

static void
draw_runs(const struct ui_textview *t, const struct ui_textline *l,
	  struct ui_surface *s, int y)
{
	int x = l->indent;

	for (size_t i = 0; i < l->n_runs; i++) {
		const struct ui_run *r = &l->runs[i];
		ui_style st = r->style;

		if (r->tag != 0 && r->tag == t->tag)
			st |= UI_REVERSE;
		x += ui_putw(s, x, y, s->r.w - x, st, r->text);
	}
}

void
ui_textview_draw(const struct ui_textview *t, struct ui_surface *s)
{
	int w = s->r.w;
	struct ui_list bar = {.n = t->n, .top = t->top, .rows = s->r.h};

	for (int y = 0; y < s->r.h && t->top + (size_t)y < t->n; y++) {
		const struct ui_textline *l = &t->lines[t->top + (size_t)y];

		if (l->rule)
			for (int x = 0; x < w; x++)
				ui_glyph(s, x, y, l->style, "─", '-');
		if (l->lead.n > 0)
			ui_putw(s, 0, y, RV_MIN(w, l->indent), l->lead_style,
				l->lead);
		if (l->n_runs > 0)
			draw_runs(t, l, s, y);
		else
			ui_putw(s, l->indent, y, w - l->indent, l->style,
				l->text);
	}
	ui_textlink_draw(t, s);
	ui_list_scrollbar(&bar, s, 0, s->r.h);
}
