/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_SIZES_H
#define RV_UI_SIZES_H

/*
 * Panes that an operator made larger or smaller.  What moves is the line between
 * neighbours: the one below a pane first, then the one above, the right one, the
 * left one; what was moved last goes back first, so that each key undoes the
 * other.  A line keeps how far it was moved and in which whole, and moves by the
 * same share on a terminal of another size.  UI thread.
 */

#include <stdbool.h>

#include "ui/screens.h"

#define UI_GROW_W 4 /* columns and rows of one step */
#define UI_GROW_H 2

struct ui_shift {
	short by, of; /* cells down or right; of a body of so many */
};

/* Of one screen; zeroed: as the table of screens has it. */
struct ui_sizes {
	/* The line right of and below a place; it is the first one of those
	 * that the line bounds. */
	struct ui_shift right[UI_PLACES], below[UI_PLACES];
	/* Panes below each other: below the main one, and the next one. */
	struct ui_shift stacked[2];
};

/* Moves the lines between the places of a layout of this size class. */
void ui_sizes_apply(const struct ui_screen *s, enum ui_size size,
		    const struct ui_sizes *z, struct ui_rect r[UI_PLACES]);
/*
 * One step larger (1) or smaller (-1).  `r` is the layout before any line was
 * moved; bit i of `seen` says that place i is seen.  False: no neighbour gives
 * or takes any more, and nothing changed.
 */
bool ui_sizes_step(const struct ui_screen *s, enum ui_size size,
		   struct ui_sizes *z, const struct ui_rect r[UI_PLACES],
		   unsigned seen, size_t place, int dir);
/* Was no line moved? */
bool ui_sizes_none(const struct ui_sizes *z);

#endif
