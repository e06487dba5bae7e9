/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_WIDTH_H
#define RV_BASE_WIDTH_H

/*
 * Cells of a code point (0, 1, 2; ambiguous is 1) and of clean text as the
 * console draws it: per grapheme cluster, those of its base character and of
 * its spacing marks (vowel signs of Indic scripts and the like), which the C
 * library, curses and terminals give a cell of their own, as they do with each
 * letter of a flag.  They disagree on joined emoji; the surface therefore draws
 * the base alone and a "+" behind it where more would be seen, and this is the
 * width of that.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

int rv_cp_width(uint32_t cp);
int rv_grapheme_width(struct rv_sv cluster);

/* What is drawn of a cluster: the base and at most four marks, in pieces that
 * have cells of their own, each with its marks of no width. */
#define RV_PIECES_MAX 5
struct rv_piece {
	struct rv_sv text;
	int width;
};
/* How many there are; none of a mark without a base.  *more: what is left out
 * is something to see. */
size_t rv_grapheme_pieces(struct rv_sv cluster,
			  struct rv_piece pieces[static RV_PIECES_MAX],
			  bool *more);
int rv_width(struct rv_sv v);
/* Largest prefix in bytes that fits into `cells`, cut between clusters. */
size_t rv_width_floor(struct rv_sv v, int cells);

#endif
