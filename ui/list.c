/* SPDX-License-Identifier: MIT */
/* Cursor, window and anchor of a list. */
#include "config.h"

#include "ui/list.h"

static void
keep_visible(struct ui_list *l)
{
	size_t rows = l->rows > 0 ? (size_t)l->rows : 1;

	if (l->cursor >= l->n)
		l->cursor = l->n > 0 ? l->n - 1 : 0;
	if (l->cursor < l->top)
		l->top = l->cursor;
	if (l->cursor >= l->top + rows)
		l->top = l->cursor - rows + 1;
	if (l->top + rows > l->n)
		l->top = l->n > rows ? l->n - rows : 0;
	/* who sees the newest has seen them all */
	if (l->top == 0)
		l->newer = 0;
}

/* How many stand above what was the first. */
static size_t
came(const struct ui_list *l, size_t n, ui_list_id *id, const void *ctx)
{
	for (size_t i = 0; l->first != 0 && i < n; i++)
		if (id(ctx, i) == l->first)
			return i;
	return 0;
}

void
ui_list_rechosen(struct ui_list *l)
{
	l->first = 0;
}

void
ui_list_sync(struct ui_list *l, size_t n, ui_list_id *id, const void *ctx,
	     bool follow)
{
	size_t old = l->cursor, row = l->cursor - l->top;
	bool had = l->anchor != 0 && l->n > 0;

	l->n = n;
	if (n == 0) {
		l->cursor = l->top = l->newer = 0;
		l->anchor = l->first = 0;
		return;
	}
	l->newer += came(l, n, id, ctx);
	l->first = id(ctx, 0);
	if (!had || (follow && old == 0)) {
		l->cursor = had ? 0 : l->cursor;
		keep_visible(l);
		l->anchor = id(ctx, l->cursor);
		l->newer = 0;
		return;
	}
	/* Mostly it moved down by a few rows; look from there on first. */
	for (size_t i = 0; i < n; i++) {
		size_t at = (old + i) % n;

		if (id(ctx, at) != l->anchor)
			continue;
		l->cursor = at;
		l->top = at > row ? at - row : 0;
		keep_visible(l);
		return;
	}
	/* It is gone: what took its place is selected. */
	keep_visible(l);
	l->anchor = id(ctx, l->cursor);
}

void
ui_list_fit(struct ui_list *l, int rows)
{
	l->rows = rows > 0 ? rows : 1;
	keep_visible(l);
}

void
ui_list_go(struct ui_list *l, size_t i, ui_list_id *id, const void *ctx)
{
	if (l->n == 0)
		return;
	l->cursor = i < l->n ? i : l->n - 1;
	keep_visible(l);
	l->anchor = id(ctx, l->cursor);
	if (l->cursor == 0)
		l->newer = 0;
}

bool
ui_list_act(struct ui_list *l, enum ui_act act, ui_list_id *id, const void *ctx)
{
	size_t half = (size_t)(l->rows > 1 ? l->rows / 2 : 1), to = l->cursor;

	if (act == UI_ACT_UP)
		to = to > 0 ? to - 1 : 0;
	else if (act == UI_ACT_DOWN)
		to = to + 1;
	else if (act == UI_ACT_PAGE_UP)
		to = to > half ? to - half : 0;
	else if (act == UI_ACT_PAGE_DOWN)
		to = to + half;
	else if (act == UI_ACT_TOP)
		to = 0;
	else if (act == UI_ACT_BOTTOM)
		to = l->n;
	else
		return false;
	ui_list_go(l, to, id, ctx);
	return true;
}

void
ui_list_scrollbar(const struct ui_list *l, const struct ui_surface *s, int y,
		  int h)
{
	size_t rows = l->rows > 0 ? (size_t)l->rows : 1;
	struct ui_surface edge = {
		s->grid, {s->r.x + s->r.w + 1, s->r.y + y, 1, h}};
	int len, at;

	if (l->n <= rows || h < 2 || edge.r.x >= s->grid->w)
		return;
	len = (int)((size_t)h * rows / l->n);
	if (len < 1)
		len = 1;
	at = (int)((size_t)(h - len) * l->top / (l->n - rows));
	for (int i = 0; i < len; i++)
		ui_glyph(&edge, 0, at + i, UI_ROLE_THUMB, "┃", '#');
}
