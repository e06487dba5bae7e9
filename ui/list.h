/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_LIST_H
#define RV_UI_LIST_H

/*
 * The cursor and the window of a list, without its items: any number of rows,
 * of which only the visible ones are drawn.  The list is anchored on the item
 * under the cursor: when new rows arrive above, the reader stays where they
 * are and `newer` counts what came.  At the top with `follow`, the newest item
 * stays selected.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/keymap.h"
#include "ui/surface.h"

struct ui_list {
	size_t n;	 /* items */
	size_t cursor;	 /* < n, or 0 */
	size_t top;	 /* first item drawn */
	int rows;	 /* items that fit */
	uint64_t anchor; /* id of the item under the cursor; 0: none yet */
	uint64_t first;	 /* id of the first item; 0: what is above came not now */
	size_t newer;	 /* arrived above and not seen since */
};

/* Identity of item i, never 0, stable across snapshots. */
typedef uint64_t ui_list_id(const void *ctx, size_t i);

/* The items changed.  `follow`: a cursor at the top goes to the new top. */
void ui_list_sync(struct ui_list *l, size_t n, ui_list_id *id, const void *ctx,
		  bool follow);
/* As many items fit as `rows`; keeps the cursor visible. */
void ui_list_fit(struct ui_list *l, int rows);
/* UP DOWN PAGE_UP PAGE_DOWN TOP BOTTOM; false for anything else. */
bool ui_list_act(struct ui_list *l, enum ui_act act, ui_list_id *id,
		 const void *ctx);
/* Other items of the same are shown next: none of them came. */
void ui_list_rechosen(struct ui_list *l);
/* Puts the cursor on item i. */
void ui_list_go(struct ui_list *l, size_t i, ui_list_id *id, const void *ctx);
/* A thumb on the frame right of s, along h rows from y, when not all fits. */
void ui_list_scrollbar(const struct ui_list *l, const struct ui_surface *s,
		       int y, int h);

#endif
