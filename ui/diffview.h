/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_DIFFVIEW_H
#define RV_UI_DIFFVIEW_H

/* Adds a unified diff to a text view: sign first, colour second. */

#include <stddef.h>

#include "engine/view.h"
#include "ui/textview.h"

/* Each hunk's first line gets the marks 1, 2, ...; returns how many hunks. */
int ui_diffview_add(struct ui_textview *t,
		    const struct rv_view_diff_line *lines, size_t n);

#endif
