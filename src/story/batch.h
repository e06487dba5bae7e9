/* SPDX-License-Identifier: MIT */
#ifndef RV_STORY_BATCH_H
#define RV_STORY_BATCH_H

/*
 * Cuts episodes into batches of at most `limit` estimated tokens, in order and
 * greedily.  An episode that is larger alone is a batch of its own: nothing is
 * ever cut.
 */

#include "story/consolidate.h"

#define RV_BATCH_TOKENS 50000

/* In the arena; limit <= 0 means RV_BATCH_TOKENS. */
struct rv_batch *rv_story_batches(const struct rv_episode_list *list,
				  int64_t limit, struct rv_arena *arena,
				  size_t *n);

#endif
