/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_TEXTLINK_H
#define RV_UI_TEXTLINK_H

/*
 * Links of a text view: every id of ui/ref.h in its lines and leads, also where
 * wrapping broke it, and every run with a tag.  One of them can be chosen by
 * l and h; it stays chosen while it stands where it stood.
 */

#include "ui/ref.h"
#include "ui/textview.h"

struct ui_textlink {
	size_t line, at; /* where it begins: line of the view, byte of it */
	int tag;	 /* of its run, 0: it is the id `ref` */
	struct ui_ref ref;
};

/* Chooses the next one (by 1), or the one before (-1); false: there is none. */
bool ui_textlink_step(struct ui_textview *t, int by);
bool ui_textlink_any(struct ui_textview *t);
/* The chosen one; ref points into the view.  false: none is chosen. */
bool ui_textlink_chosen(struct ui_textview *t, struct ui_textlink *out);
/* Marks what is seen of the links, when the lines were drawn on s. */
void ui_textlink_draw(const struct ui_textview *t, struct ui_surface *s);

#endif
