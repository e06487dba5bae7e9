/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_FUZZY_H
#define RV_UI_FUZZY_H

/* What a pattern that a person types finds: in lists, palette and help. */

#include <stdbool.h>

#include "base/str.h"

/* Is the pattern in the text?  Case folded; an empty one is in nothing. */
bool ui_find_has(struct rv_sv text, struct rv_sv pattern);

/*
 * Does the text fit a filter?  Every word of the pattern must be in it, or,
 * from three letters on, beginnings of words that follow each other without a
 * blank, two letters of each or more, or the first letters of all of them: "dbeng"
 * fits "wiki/decisions/db-engine.md", "redis" does not fit
 * "raw/heat-and-disks.md".  An empty one fits all.
 */
bool ui_fits(struct rv_sv text, struct rv_sv pattern);

/* Letters in order, ASCII case folded: how the palette ranks.  Smaller is
 * better, -1 does not match. */
int ui_fuzzy(struct rv_sv text, struct rv_sv pattern);

#endif
