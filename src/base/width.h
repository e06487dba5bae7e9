/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_WIDTH_H
#define RV_BASE_WIDTH_H

/*
 * Cells of a code point (0, 1, 2; ambiguous is 1) and of clean text as the
 * console draws it: per grapheme cluster, the width of its base character, a
 * flag being one base of two cells.  Terminals and the C library disagree on
 * joined emoji; the surface therefore draws the base alone and a "+" behind it
 * where more would be seen, and this is the width of that.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

int rv_cp_width(uint32_t cp);
int rv_grapheme_width(struct rv_sv cluster);
/* Bytes of the cluster that are drawn: the base and at most four marks, or the
 * two letters of a flag.  *more: the rest is something to see, too. */
size_t rv_grapheme_drawn(struct rv_sv cluster, bool *more);
int rv_width(struct rv_sv v);
/* Largest prefix in bytes that fits into `cells`, cut between clusters. */
size_t rv_width_floor(struct rv_sv v, int cells);

#endif
