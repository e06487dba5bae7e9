/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_LOST_LINES_H
#define RV_TRUST_LOST_LINES_H

/* What a text that a person edited would take away from a page that changed
 * while it was edited. */

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

/* Lines that came to the page since `base` and that `edited` does not hold;
 * blanks around a line do not count, nor do empty lines.  *first is one of them,
 * of `now`. */
size_t rv_lost_lines(struct rv_sv base, struct rv_sv now, struct rv_sv edited,
		     struct rv_arena *arena, struct rv_sv *first);

#endif
