/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_JUNK_H
#define RV_TRUST_JUNK_H

/*
 * What no page wants as knowledge: the output of a program, and text that was
 * cut.  Both look at the text alone and rather let pass than accuse.  Any
 * thread.
 */

#include <stdbool.h>

#include "base/str.h"

/* What of the line is the output of a program ("score:"), in the line's own
 * words; empty: nothing.  What it quotes passes. */
struct rv_sv rv_junk_noise(struct rv_sv line);

/*
 * The last line of a paragraph that stops in the middle of a sentence; empty
 * when it is whole, or nobody can tell: lists, code, tables, verse, headings,
 * what leads to a list, and scripts that write no full stop.  `next` is the
 * paragraph behind it, or empty.
 */
struct rv_sv rv_junk_half(struct rv_sv text, struct rv_sv next);

/* A line of code begins or ends here, or stands in it.  *fence is kept from
 * line to line, and 0 before the first. */
bool rv_junk_is_code(struct rv_sv line, char *fence);

#endif
