/* SPDX-License-Identifier: MIT */
/* Cells, clipping and text placement. */
#include "config.h"

#include "ui/surface.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/mem.h"
#include "base/utf8.h"

struct ui_surface
ui_grid_surface(struct ui_grid *g)
{
	return (struct ui_surface){g, {0, 0, g->w, g->h}};
}

struct ui_surface
ui_sub(const struct ui_surface *s, int x, int y, int w, int h)
{
	struct ui_rect r = s->r;

	if (x < 0) {
		w += x;
		x = 0;
	}
	if (y < 0) {
		h += y;
		y = 0;
	}
	w = RV_MIN(w, r.w - x);
	h = RV_MIN(h, r.h - y);
	return (struct ui_surface){
		s->grid,
		{r.x + x, r.y + y, RV_MAX(w, 0), RV_MAX(h, 0)}};
}

/* A cell that is overwritten takes its other half with it. */
static void
unpair(struct ui_grid *g, int x, int y)
{
	struct ui_cell *c = ui_grid_at(g, x, y);
	struct ui_cell half = UI_CELL_BLANK;

	half.style = c->style;
	if (c->width == 2 && x + 1 < g->w)
		c[1] = half;
	else if (c->width == 0 && x > 0)
		c[-1] = half;
}

static void
set_glyph(struct ui_grid *g, int x, int y, ui_style st, uint32_t glyph,
	  int width)
{
	struct ui_cell *c = ui_grid_at(g, x, y);

	if (c->width != 1)
		unpair(g, x, y);
	if (width == 2)
		unpair(g, x + 1, y);
	*c = (struct ui_cell){.glyph = glyph,
			      .style = st,
			      .width = (uint8_t)width};
	if (width == 2)
		c[1] = (struct ui_cell){.style = st};
}

static void
set_cell(struct ui_grid *g, int x, int y, ui_style st, struct rv_sv text,
	 int width)
{
	set_glyph(g, x, y, st, ui_grid_glyph(g, text), width);
}

/* Printable ASCII that nothing behind it can join. */
static bool
is_alone(struct rv_sv v)
{
	return v.p[0] >= 0x20 && v.p[0] < 0x7f &&
	       (v.n == 1 || (unsigned char)v.p[1] < 0x80);
}

static void
place_piece(struct ui_surface *s, int x, int y, ui_style st,
	    const struct rv_piece *p)
{
	int w = s->r.w;

	if (x + p->width <= 0 || x >= w)
		return;
	if (x < 0 || x + p->width > w)
		/* Half of it is outside: the other half is blank. */
		set_cell(s->grid, s->r.x + RV_MAX(x, 0), s->r.y + y, st,
			 RV_SV(" "), 1);
	else
		set_cell(s->grid, s->r.x + x, s->r.y + y, st,
			 rv_sv_slice(p->text, 0,
				     RV_MIN(p->text.n, (size_t)UI_CELL_TEXT)),
			 p->width);
}

/* Places clean one-line text in at most w cells; returns the cells used. */
static int
place(struct ui_surface *s, int x, int y, int w, ui_style st, struct rv_sv v)
{
	int used = 0;

	while (v.n > 0) {
		struct rv_piece pieces[RV_PIECES_MAX];
		struct rv_sv one;
		bool more;
		size_t n;
		int width, at = x + used;

		if (is_alone(v)) {
			if (used == w)
				break;
			if (y >= 0 && y < s->r.h && at >= 0 && at < s->r.w)
				set_glyph(s->grid, s->r.x + at, s->r.y + y, st,
					  (unsigned char)v.p[0], 1);
			used++;
			v = rv_sv_of(v.p + 1, v.n - 1);
			continue;
		}
		one = rv_sv_slice(v, 0, rv_grapheme_len(v));
		n = rv_grapheme_pieces(one, pieces, &more);
		width = rv_grapheme_width(one);

		v = rv_sv_slice(v, one.n, v.n);
		if (width == 0)
			continue; /* a mark without a base shows nothing */
		if (used + width > w)
			break;
		used += width;
		if (y < 0 || y >= s->r.h)
			continue;
		for (size_t i = 0; i < n; at += pieces[i++].width)
			place_piece(s, at, y, st, &pieces[i]);
		if (more && at >= 0 && at < s->r.w)
			set_cell(s->grid, s->r.x + at, s->r.y + y, UI_ROLE_DIM,
				 RV_SV("+"), 1);
	}
	return used;
}

/* The same for printable ASCII, which most text is. */
static int
place_plain(struct ui_surface *s, int x, int y, int w, ui_style st,
	    struct rv_sv v)
{
	int n = (int)RV_MIN(v.n, (size_t)RV_MAX(w, 0));
	int from = RV_MAX(0, -x), to = RV_MIN(n, s->r.w - x);

	if (y >= 0 && y < s->r.h)
		for (int i = from; i < to; i++)
			set_glyph(s->grid, s->r.x + x + i, s->r.y + y, st,
				  (unsigned char)v.p[i], 1);
	return n;
}

static bool
is_plain(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (v.p[i] < 0x20 || v.p[i] > 0x7e)
			return false;
	return true;
}

/* Its beginning, and the mark of a text that is longer. */
static int
place_cut(struct ui_surface *s, int x, int y, int w, ui_style st,
	  struct rv_sv v, bool plain)
{
	const char *dots = s->grid->ascii ? ".." : "…";
	int dw = s->grid->ascii ? 2 : 1, used;

	if (w <= dw)
		dw = 0;
	used = plain ? place_plain(s, x, y, w - dw, st, v)
		     : place(s, x, y, w - dw, st, v);
	if (dw > 0)
		used += place(s, x + used, y, dw, st, rv_sv(dots));
	return used;
}

int
ui_putw(struct ui_surface *s, int x, int y, int w, ui_style st,
	struct rv_sv text)
{
	struct rv_buf buf = RV_BUF_INIT;
	int used;

	if (w <= 0 || text.n == 0)
		return 0;
	/* Only what can be seen needs cleaning: a cluster has few bytes. */
	if (text.n > (size_t)w * 64 + 256)
		text.n = rv_utf8_floor(text, (size_t)w * 64 + 256);
	if (is_plain(rv_sv_slice(text, 0, (size_t)w + 1)))
		return text.n <= (size_t)w
			       ? place_plain(s, x, y, w, st, text)
			       : place_cut(s, x, y, w, st, text, true);
	rv_text_clean(text, RV_CLEAN_LINE, &buf);
	text = rv_buf_sv(&buf);
	used = rv_width_floor(text, w) == text.n
		       ? place(s, x, y, w, st, text)
		       : place_cut(s, x, y, w, st, text, false);
	rv_buf_release(&buf);
	return used;
}

int
ui_put(struct ui_surface *s, int x, int y, ui_style st, struct rv_sv text)
{
	return ui_putw(s, x, y, s->r.w - x, st, text);
}

int
ui_puts(struct ui_surface *s, int x, int y, ui_style st, const char *text)
{
	return ui_put(s, x, y, st, rv_sv(text));
}

int
ui_putf(struct ui_surface *s, int x, int y, ui_style st, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;
	int used;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	used = ui_put(s, x, y, st, rv_buf_sv(&b));
	rv_buf_release(&b);
	return used;
}

int
ui_put_right(struct ui_surface *s, int right, int y, int w, ui_style st,
	     struct rv_sv text)
{
	struct rv_buf b = RV_BUF_INIT;
	int n, x;

	if (text.n <= (size_t)RV_MAX(w, 0) && is_plain(text)) {
		x = right - (int)text.n;
		ui_putw(s, x, y, (int)text.n, st, text);
		return x;
	}
	rv_text_clean(text, RV_CLEAN_LINE, &b);
	n = RV_MIN(rv_width(rv_buf_sv(&b)), w);
	x = right - n;
	ui_putw(s, x, y, n, st, rv_buf_sv(&b));
	rv_buf_release(&b);
	return x;
}

void
ui_glyph(struct ui_surface *s, int x, int y, ui_style st, const char *utf8,
	 char ascii)
{
	if (x < 0 || y < 0 || x >= s->r.w || y >= s->r.h)
		return;
	set_cell(s->grid, s->r.x + x, s->r.y + y, st,
		 s->grid->ascii ? rv_sv_of(&ascii, 1) : rv_sv(utf8), 1);
}

void
ui_fill(struct ui_surface *s, int x, int y, int w, int h, ui_style st)
{
	struct ui_surface in = ui_sub(s, x, y, w, h);

	for (int j = 0; j < in.r.h; j++)
		for (int i = 0; i < in.r.w; i++)
			set_glyph(in.grid, in.r.x + i, in.r.y + j, st, ' ', 1);
}

void
ui_mark(struct ui_surface *s, int x, int y, int w, unsigned flags)
{
	struct ui_surface in = ui_sub(s, x, y, w, 1);

	for (int i = 0; in.r.h > 0 && i < in.r.w; i++) {
		struct ui_cell *c = ui_grid_at(in.grid, in.r.x + i, in.r.y);

		c->style = (ui_style)(c->style | flags);
	}
}

void
ui_box(struct ui_surface *s, ui_style st)
{
	int r = s->r.w - 1, b = s->r.h - 1;

	if (r < 1 || b < 1)
		return;
	for (int x = 1; x < r; x++) {
		ui_glyph(s, x, 0, st, "─", '-');
		ui_glyph(s, x, b, st, "─", '-');
	}
	for (int y = 1; y < b; y++) {
		ui_glyph(s, 0, y, st, "│", '|');
		ui_glyph(s, r, y, st, "│", '|');
	}
	ui_glyph(s, 0, 0, st, "┌", '+');
	ui_glyph(s, r, 0, st, "┐", '+');
	ui_glyph(s, 0, b, st, "└", '+');
	ui_glyph(s, r, b, st, "┘", '+');
}

void
ui_cursor(struct ui_surface *s, int x, int y)
{
	if (x < 0 || y < 0 || x >= s->r.w || y >= s->r.h)
		return;
	s->grid->cx = s->r.x + x;
	s->grid->cy = s->r.y + y;
}

static void
dump_row(const struct ui_grid *g, int y, struct rv_buf *out)
{
	size_t end = out->n;

	for (int x = 0; x < g->w; x++) {
		const struct ui_cell *c = ui_grid_cell(g, x, y);

		ui_cell_text(g, c, out);
		if (c->width > 0 && c->glyph != ' ')
			end = out->n;
	}
	rv_buf_truncate(out, end);
}

void
ui_grid_dump(const struct ui_grid *g, struct rv_buf *out)
{
	for (int y = 0; y < g->h; y++) {
		dump_row(g, y, out);
		rv_buf_addc(out, '\n');
	}
}

static void
dump_style(ui_style st, struct rv_buf *out)
{
	static const struct {
		unsigned flag;
		const char *name;
	} flags[] = {
		{UI_BOLD, "bold"},	 {UI_DIM, "dim"},
		{UI_REVERSE, "reverse"}, {UI_UNDER, "underline"},
		{UI_ITALIC, "italic"},	 {UI_SEL, "selected"},
		{UI_SEL_DIM, "marked"},
	};
	static const char *const names[] = {
#define ROLE(id, name, c16, attr, mono) name,
#include "ui/roles.def"
#undef ROLE
	};

	rv_buf_adds(out, names[UI_STYLE_ROLE(st)]);
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (st & flags[i].flag)
			rv_buf_addf(out, ",%s", flags[i].name);
}

void
ui_grid_dump_styles(const struct ui_grid *g, struct rv_buf *out)
{
	for (int y = 0; y < g->h; y++) {
		rv_buf_addf(out, "%d:", y);
		for (int x = 0, from = 0; x < g->w; from = x) {
			ui_style st = ui_grid_cell(g, x, y)->style;

			while (x < g->w && ui_grid_cell(g, x, y)->style == st)
				x++;
			if (st == UI_ROLE_TEXT)
				continue;
			rv_buf_addf(out, " %d+%d ", from, x - from);
			dump_style(st, out);
		}
		rv_buf_addc(out, '\n');
	}
}

bool
ui_grid_has_text(const struct ui_grid *g, struct rv_sv text)
{
	struct rv_buf row = RV_BUF_INIT;
	bool found = false;

	for (int y = 0; y < g->h && !found; y++) {
		rv_buf_reset(&row);
		dump_row(g, y, &row);
		found = rv_sv_has(rv_buf_sv(&row), text);
	}
	rv_buf_release(&row);
	return found;
}
