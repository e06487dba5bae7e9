/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_FIND_H
#define RV_UI_FIND_H

/*
 * Search and filter: the line at the foot that takes the pattern, the steps
 * from match to match, and the marks on what is seen.  Lists and texts take
 * part by themselves, any other pane with its `find`.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "ui/list.h"
#include "ui/surface.h"

struct ui_ctx;
struct pane;

/* What a search came to. */
enum ui_found {
	UI_FOUND_NONE,
	UI_FOUND,
	UI_FOUND_AROUND, /* past an end, from the other one on */
};
enum ui_found ui_found_from(size_t from, size_t to, int dir);

/* Adds a mark to every cell of s that is part of a match. */
void ui_find_mark(struct ui_surface *s, struct rv_sv pattern);

/* Text of item i, as it is searched. */
typedef void ui_find_text(const void *ctx, size_t i, struct rv_buf *out);
/*
 * Item with the pattern: from the cursor on (dir 0, the item itself too), the
 * next (1) or the one before (-1), around the ends; -1 when there is none.
 */
ptrdiff_t ui_find_item(const struct ui_list *l, ui_find_text *text,
		       const void *ctx, struct rv_sv pattern, int dir);

/* Can this pane be searched? */
bool ui_find_can(const struct pane *p);
/* Opens the line; `filter`: for the pane's filter, else its search. */
void ui_find_open(struct ui_ctx *c, bool filter);
/* n and N. */
void ui_find_step(struct ui_ctx *c, int dir);

#endif
