/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_SCREENS_H
#define RV_UI_SCREENS_H

/*
 * Screens as a table of layouts.  A place's edges are percent of the body plus
 * an offset; neighbours share an edge, on which one line is drawn.  On a small
 * terminal only one pane of the main group and one of the context group are
 * seen; on a smaller one a single pane; below that a status card.
 */

#include <stdbool.h>
#include <stddef.h>

#include "ui/surface.h"

#define UI_PLACES 8
#define UI_SCREENS 8

enum ui_size { UI_SIZE_CARD, UI_SIZE_ONE, UI_SIZE_TWO, UI_SIZE_FULL };
enum ui_group { UI_GROUP_MAIN, UI_GROUP_CONTEXT };

struct ui_edge {
	short percent, offset;
};

struct ui_place {
	const char *pane; /* NULL ends the list */
	enum ui_group group;
	struct ui_edge x0, y0, x1, y1;
};

struct ui_screen {
	const char *name, *title; /* N_() */
	int number; /* the key that opens it */
	struct ui_place places[UI_PLACES + 1];
	short split; /* percent of the main pane when two are seen */
	const char *first; /* the pane that one acts in, on arriving */
	/* A terminal of at least this size shows all panes side by side; one
	 * that is narrower would show less in them than below each other. */
	short grid_w, grid_h;
};

extern const struct ui_screen ui_screens[UI_SCREENS];

/* Of a terminal of w x h cells. */
enum ui_size ui_size_class(const struct ui_screen *s, int w, int h);
/* Number of places of a screen. */
size_t ui_screen_places(const struct ui_screen *s);
/* The place that has the focus when somebody comes to the screen. */
size_t ui_screen_first(const struct ui_screen *s);
/* Rows of a place that is a strip of fixed height where panes stand below each
 * other, without its lower line; 0: it is none. */
int ui_place_strip(const struct ui_place *p);
/* Index of a screen by its key, or -1. */
int ui_screen_by_number(int number);
/* Index of a screen by name, or -1. */
int ui_screen_by_name(const char *name);
/*
 * Rectangles of the places in a body of w x h cells, frames included; empty for
 * what is not seen.  `focus` is always seen; `shown` names the place that each
 * group shows when only one of it is.
 */
void ui_screen_layout(const struct ui_screen *s, enum ui_size size, int w,
		      int h, size_t focus, const size_t shown[2], bool zoom,
		      struct ui_rect out[UI_PLACES]);
/* Gives the room of a place to its neighbour on the left, if it has one that is
 * as high. */
void ui_screen_yield(size_t place, struct ui_rect out[UI_PLACES]);

#endif
