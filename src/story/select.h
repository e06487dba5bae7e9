/* SPDX-License-Identifier: MIT */
#ifndef RV_STORY_SELECT_H
#define RV_STORY_SELECT_H

/*
 * Which pending episodes a run takes, in the order in which they are told: by
 * time, an undated one behind the dated one before it in its file, the other
 * undated ones last.
 *
 * RV_TRIGGER_ALL takes what is pending but the late, with `late` those too.
 * RV_TRIGGER_PENDING takes what the pending log holds, late or not: somebody put
 * it there to be told, and the log is cleared by what was told of it.
 */

#include "story/consolidate.h"

rv_status rv_story_select(struct rv_store *s,
			  const struct rv_consolidate_in *in,
			  struct rv_arena *arena, struct rv_episode_list *out,
			  struct rv_err *err) RV_MUST_CHECK;

/* The order alone; for tests. */
void rv_story_order(struct rv_episode_list *list);

#endif
