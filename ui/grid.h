/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_GRID_H
#define RV_UI_GRID_H

/*
 * The cells of the terminal, eight bytes each, so that a frame is cleared and
 * compared with the last one at the speed of memory.  A cell holds one code
 * point; a grapheme of several (a letter with marks, a flag) is kept once by
 * the grid and has a number.  Cells are equal when their bytes are, as long as
 * the grid's age is the same.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "ui/style.h"

#define UI_CELL_TEXT 24
#define UI_GLYPH_CLUSTER 0x80000000u /* and the number of a cluster */

struct ui_cell {
	uint32_t glyph; /* 0: nothing, of the right half of the cell before */
	ui_style style;
	uint8_t width; /* 1 or 2; 0: that half */
	uint8_t zero;
};

#define UI_CELL_BLANK ((struct ui_cell){.glyph = ' ', .width = 1})

struct ui_clusters; /* grid.c */

struct ui_grid {
	struct ui_cell *cells;
	int w, h;
	bool ascii; /* no line drawing characters, no ellipsis */
	int cx, cy; /* hardware cursor, -1 when nothing asks for it */
	struct ui_clusters *clusters; /* NULL before the first */
	unsigned age; /* another one: the clusters were numbered anew */
};

void ui_grid_init(struct ui_grid *g, int w, int h, bool ascii);
void ui_grid_resize(struct ui_grid *g, int w, int h); /* cleared */
void ui_grid_clear(struct ui_grid *g);
void ui_grid_release(struct ui_grid *g);

static inline struct ui_cell *
ui_grid_at(struct ui_grid *g, int x, int y)
{
	return &g->cells[(size_t)y * (size_t)g->w + (size_t)x];
}

static inline const struct ui_cell *
ui_grid_cell(const struct ui_grid *g, int x, int y)
{
	return &g->cells[(size_t)y * (size_t)g->w + (size_t)x];
}

/* What a cell shall hold: at most UI_CELL_TEXT bytes of one grapheme. */
uint32_t ui_grid_glyph(struct ui_grid *g, struct rv_sv text);
/* The text of a cell whose glyph is a cluster; until the grid is cleared. */
struct rv_sv ui_cell_cluster(const struct ui_grid *g, const struct ui_cell *c);
/* Appends what any cell holds. */
void ui_cell_text(const struct ui_grid *g, const struct ui_cell *c,
		  struct rv_buf *out);

#endif
