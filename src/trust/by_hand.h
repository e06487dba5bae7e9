/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_BY_HAND_H
#define RV_TRUST_BY_HAND_H

/*
 * What a person wrote into a page that its sources do not say.  A sentence is
 * compared by its words alone: marks, breaks of lines and case say nothing.
 * Headings, code fences, RV_PENDING and lines that name the source are no
 * sentences.
 */

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

struct rv_by_hand {
	size_t n;	   /* sentences that none of the texts has */
	struct rv_sv first; /* the first of them, borrowed from the page */
	size_t facts;	   /* with a number that none of the texts has */
};
/* `said`: n texts, of which each sentence has to be in one; `source`: the path
 * that stands behind the page. */
void rv_by_hand(struct rv_sv page, struct rv_sv source,
		const struct rv_sv *said, size_t n, struct rv_arena *arena,
		struct rv_by_hand *out);

#endif
