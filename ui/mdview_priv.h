/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_MDVIEW_PRIV_H
#define RV_UI_MDVIEW_PRIV_H

/* What the files that render Markdown share. */

#include "ui/mdview.h"
#include "ui/rich.h"

struct md {
	struct ui_textview *t;
	struct ui_links *links;
};

/* Appends the text of a line, of a table's row only that of a column; -1: all. */
void ui_md_spans(struct md *m, const struct rv_view_md_line *l, int cell,
		 ui_style base, struct ui_rich *r);
/* mdtable.c: the table that begins here; returns how many lines it has. */
size_t ui_md_table(struct md *m, const struct rv_view_md_line *lines, size_t n);

#endif
