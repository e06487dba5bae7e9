/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_SCORE_H
#define RV_LLM_SCORE_H

/*
 * How much a sentence carries: names, decisions, outcomes, dates and numbers
 * count; questions, filler and greetings count against it.  Everything is a
 * sum of small integers, so that equal input gives equal choice anywhere.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "doc/tokens.h"
#include "llm/model.h"
#include "llm/sentence.h"
#include "llm/terms.h"

/* A sentence that might be quoted. */
struct rv_candidate {
	struct rv_sentence s;
	size_t message; /* index in rv_narrate_in */
	const struct rv_token *tokens;
	size_t n;
	int score; /* 0: not to be selected */
	bool chosen;
};

/* All sentences of one session and day. */
struct rv_scene {
	const struct rv_message *messages; /* of rv_narrate_in */
	struct rv_candidate *items;	   /* in order of time */
	size_t n, cap;
	size_t n_messages; /* how many of them are quoted from */
	struct rv_sv *speakers; /* folded words of their names */
	size_t n_speakers, cap_speakers;
	struct rv_terms terms;
};

void rv_scene_init(struct rv_scene *s, const struct rv_message *messages);
void rv_scene_release(struct rv_scene *s);
/* Takes the sentences of messages[index]; texts go to the arena. */
void rv_scene_add(struct rv_scene *s, size_t index, struct rv_tokens *t,
		  struct rv_arena *arena);
/* Sets `score` and `chosen` of all; at most `limit` are chosen.  Returns how
 * many are. */
size_t rv_scene_choose(struct rv_scene *s, size_t limit);

/* Is this token the name of somebody or something other than a speaker? */
bool rv_scene_is_name(const struct rv_scene *s, const struct rv_candidate *c,
		      size_t token);
/* Does this folded word name somebody who speaks here? */
bool rv_scene_is_speaker(const struct rv_scene *s, struct rv_sv word);
/* Is it a word with a meaning of its own? */
bool rv_token_is_content(const struct rv_token *t);

#endif
