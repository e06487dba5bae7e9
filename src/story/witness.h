/* SPDX-License-Identifier: MIT */
#ifndef RV_STORY_WITNESS_H
#define RV_STORY_WITNESS_H

/*
 * Whether somebody who was there could have said a sentence: its telling words
 * (stems without stop words) must mostly stand in a few messages that follow
 * each other, and every number in it somewhere in what was said.  A paraphrase
 * passes, an invented scene does not; nothing is proved by it.
 */

#include <stdbool.h>

#include "doc/tokens.h"
#include "store/episode.h"

struct rv_witness;

/* Keeps the words of the episodes, not the episodes. */
struct rv_witness *rv_witness_new(struct rv_tokens *t,
				  const struct rv_episode_list *said);
void rv_witness_free(struct rv_witness *w);
bool rv_witness_bears(struct rv_witness *w, struct rv_sv sentence);

#endif
