/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_LISTPANE_H
#define RV_UI_LISTPANE_H

/*
 * What all panes with a list share: cursor, window and scrollbar, search,
 * fuzzy filter, and staying on the item under the cursor when a snapshot
 * comes.  A pane describes its items in a `struct ui_rows` and names it in its
 * pane_ops; the core does the rest through the functions here.
 *
 * Items are numbered as the snapshot has them.  What is seen of them is
 * computed when they or the filter change, never while drawing.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/find.h"
#include "ui/list.h"
#include "ui/model.h"

struct pane;

enum {
	UI_ROWS_NONE = -1,	/* no item is meant */
	UI_ROWS_ELSEWHERE = -2, /* one that is not in this list */
};

struct ui_rows {
	/* Snapshots of this view (and of the bits in `also`) change the items;
	 * while there is none the pane says that it is being read. */
	enum ui_view view;
	unsigned also;
	int height; /* lines of an item; 0 is 1 */
	int above;  /* lines above the items */
	/* Lines below them; NULL: none. */
	int (*below)(const struct pane *p);

	/* Makes the items, before they are counted; NULL: nothing to make. */
	void (*build)(struct pane *p);
	size_t (*count)(const struct pane *p); /* 0 without a snapshot */
	/* Identity of an item, stable across snapshots. */
	uint64_t (*id)(const struct pane *p, size_t i);
	/* Its text, as `/` and `f` see it. */
	void (*text)(const struct pane *p, size_t i, struct rv_buf *out);
	/* Hides an item whatever the filter says; NULL: none. */
	bool (*passes)(const struct pane *p, size_t i);
	/* < 0: item a stands before b; equal ones keep their order; NULL. */
	int (*order)(const struct pane *p, size_t a, size_t b);
	/* `build` obeys the filter by itself, and `fits` tells how many of how
	 * many items fit; NULL: the core filters by `text`. */
	void (*fits)(const struct pane *p, size_t *k, size_t *n);

	/* A cursor at the top goes to what is new; NULL: it stays. */
	bool (*follows)(const struct pane *p);
	/* The item that is selected elsewhere (ctx.h), or UI_ROWS_*. */
	ptrdiff_t (*wanted)(const struct pane *p);
	/* Where the cursor goes when the filter changes; NULL: where it was, if
	 * that is still seen. */
	ptrdiff_t (*first)(const struct pane *p);
	/* A snapshot keeps the item under the cursor, not what is `wanted`. */
	bool anchored;
	/* The cursor may stand on another item now; NULL. */
	void (*chosen)(struct pane *p);

	/* Draws an item on a surface of its height. */
	void (*draw)(const struct pane *p, struct ui_surface *s, size_t i);
	/* The lines above and below, on the whole surface; NULL. */
	void (*around)(const struct pane *p, struct ui_surface *s);
	/* Why there is no item: what, why, next key. */
	const char *(*empty)(const struct pane *p);
	/* Behind count or filter in the heading; NULL. */
	void (*also_heading)(const struct pane *p, struct rv_buf *out);
};

struct ui_listpane {
	struct ui_list list;
	size_t *shown; /* items that are seen, in their order */
	size_t cap;
	bool all;     /* every item is seen in its order: `shown` is unused */
	size_t items; /* when it was made */
	struct rv_buf filter;
};

/* The item under the cursor, or UI_ROWS_NONE. */
ptrdiff_t ui_rows_at(const struct pane *p);
/* How many items are seen, and which one row i shows. */
size_t ui_rows_shown(const struct pane *p);
size_t ui_rows_item(const struct pane *p, size_t row);
/* Puts the cursor on an item; false: it is not seen. */
bool ui_rows_go(struct pane *p, size_t item);
/* The items changed, or what `passes` and `order` say of them. */
void ui_rows_sync(struct pane *p);
/* The same, and the cursor goes to this one without telling `chosen`. */
void ui_rows_show(struct pane *p, size_t item);
bool ui_rows_live(const struct pane *p); /* for `follows`: as F says */

/* For the core. */
void ui_rows_update(struct pane *p, enum ui_view view);
bool ui_rows_act(struct pane *p, enum ui_act act);
enum ui_found ui_rows_find(struct pane *p, struct rv_sv pattern, int dir);
void ui_rows_filter(struct pane *p, struct rv_sv pattern);
void ui_rows_heading(const struct pane *p, struct rv_buf *out);
void ui_rows_fit(struct pane *p);
void ui_rows_draw(const struct pane *p, struct ui_surface *s);
void ui_rows_release(struct pane *p);

#endif
