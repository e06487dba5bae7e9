/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_DIFFVIEW_H
#define RV_UI_DIFFVIEW_H

/* Adds a diff to a text view: sign first, colour second. */

#include <stddef.h>

#include "engine/view_proposal.h"
#include "ui/textview.h"

enum ui_diff_mode { UI_DIFF_UNIFIED, UI_DIFF_SIDE, UI_DIFF_WORD, UI_DIFF_N };

const char *ui_diff_mode_name(enum ui_diff_mode m); /* translated */
/* Each hunk's first line gets the marks 1, 2, ...; returns how many hunks. */
int ui_diffview_add(struct ui_textview *t,
		    const struct rv_view_diff_line *lines, size_t n);
/* Lines at the beginning of a new page's diff that are its hunk's head and its
 * frontmatter (of *keys keys); 0: it has none. */
size_t ui_diffview_front(const struct rv_view_diff_line *lines, size_t n,
			 int *keys);
int ui_diffview_mode(struct ui_textview *t, enum ui_diff_mode mode,
		     const struct rv_view_diff_line *lines, size_t n);

#endif
