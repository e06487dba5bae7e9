/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_SURFACE_H
#define RV_UI_SURFACE_H

/*
 * What panes draw on: a grid of cells, and windows ("surfaces") into it.  Every
 * text goes through the cleaner and is placed by grapheme cluster; a cell holds
 * one cluster's base with up to four combining marks (joined emoji, skin tones
 * and variation selectors are dropped, because terminals disagree about them).
 * Clipping never leaves half of a wide cell.  UI thread.
 *
 *	struct ui_surface s = ui_grid_surface(&grid);
 *	struct ui_surface in = ui_sub(&s, 1, 1, 20, 5);
 *	int x = ui_put(&in, 0, 0, UI_ROLE_TEXT, RV_SV("hello"));
 *	ui_putf(&in, x + 1, 0, UI_ROLE_DIM, "%d", n);
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "ui/grid.h"
#include "ui/style.h"

struct ui_rect {
	int x, y, w, h;
};

struct ui_surface {
	struct ui_grid *grid;
	struct ui_rect r;
};

struct ui_surface ui_grid_surface(struct ui_grid *g);
/* A window inside s; what sticks out is cut off. */
struct ui_surface ui_sub(const struct ui_surface *s, int x, int y, int w,
			 int h);

/* All of these clip and return how many cells they used. */
int ui_put(struct ui_surface *s, int x, int y, ui_style st, struct rv_sv text);
/* At most w cells; a text that is cut ends in an ellipsis. */
int ui_putw(struct ui_surface *s, int x, int y, int w, ui_style st,
	    struct rv_sv text);
int ui_puts(struct ui_surface *s, int x, int y, ui_style st, const char *text);
int ui_putf(struct ui_surface *s, int x, int y, ui_style st, const char *fmt,
	    ...) RV_PRINTF(5, 6);
/* Ends at column `right` (exclusive), at most w cells; returns its start. */
int ui_put_right(struct ui_surface *s, int right, int y, int w, ui_style st,
		 struct rv_sv text);
/* One drawing character with its ASCII stand-in. */
void ui_glyph(struct ui_surface *s, int x, int y, ui_style st,
	      const char *utf8, char ascii);
void ui_fill(struct ui_surface *s, int x, int y, int w, int h, ui_style st);
/* Adds flags (UI_SEL ...) to the cells of a row. */
void ui_mark(struct ui_surface *s, int x, int y, int w, unsigned flags);
void ui_box(struct ui_surface *s, ui_style st); /* frame along its edge */
void ui_cursor(struct ui_surface *s, int x, int y);

/* Rows of text, blanks at their ends dropped, one newline each. */
void ui_grid_dump(const struct ui_grid *g, struct rv_buf *out);
/* Row by row "Y: X+N role flags; ..." without the plain cells. */
void ui_grid_dump_styles(const struct ui_grid *g, struct rv_buf *out);
bool ui_grid_has_text(const struct ui_grid *g, struct rv_sv text);

#endif
