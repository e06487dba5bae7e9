/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_MDVIEW_H
#define RV_UI_MDVIEW_H

/* Adds a rendered document to a text view: headings, lists, quotes, tables in
 * columns, code, and links that can be followed. */

#include <stddef.h>

#include "engine/view_pages.h"
#include "ui/textview.h"

struct ui_link {
	struct rv_sv opens;  /* path of a page, or empty: leads outside */
	struct rv_sv target; /* as written */
	size_t line;	     /* of the view, where it begins */
};

struct ui_links {
	struct ui_link *items; /* heap */
	size_t n, cap;
};

void ui_links_release(struct ui_links *l);
/* Runs of link i get the tag i + 1. */
void ui_mdview_add(struct ui_textview *t, const struct rv_view_md_line *lines,
		   size_t n, struct ui_links *links);

#endif
