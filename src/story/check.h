/* SPDX-License-Identifier: MIT */
#ifndef RV_STORY_CHECK_H
#define RV_STORY_CHECK_H

/*
 * Looks at a new story before a person does: one row of checks.def each, its
 * verdict a sentence with the number that decided.  What the old story had
 * already is nobody's fault now and does not count against the new one.
 */

#include "story/consolidate.h"

#define RV_SHRINK_PERCENT 30
#define RV_STORY_WORDS 10000

struct rv_check_in {
	struct rv_sv before, after; /* without anchor */
	int anchors_before;	    /* in the file as it was */
	bool broken_before;	    /* one of them had no readable time */
	int anchors_written;	    /* in what the model or a person wrote */
	int64_t anchor_before, anchor_after;
	int64_t max_words;	    /* 0: RV_STORY_WORDS */
	/* What became of the file outside of Reverie, and how to go on; empty:
	 * it is fine.  Nothing is told on top of a story that is lost. */
	struct rv_sv lost;
};

/* All checks in the order of the table; in the arena. */
struct rv_check *rv_story_checks(const struct rv_check_in *in,
				 struct rv_arena *arena, size_t *n);

#endif
