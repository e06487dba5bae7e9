/* SPDX-License-Identifier: MIT */
#ifndef RV_STORY_CONSOLIDATE_H
#define RV_STORY_CONSOLIDATE_H

/*
 * Turning pending episodes into new story text: select, batch, narrate, check.
 * Nothing here writes; the result is a draft that the engine shows, keeps as a
 * proposal and publishes.  A failed batch stops the run with the batches before
 * it standing (they make the draft); when the first one fails, the run fails.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/hash.h"
#include "doc/diff.h"
#include "llm/model.h"
#include "store/episode.h"
#include "store/store.h"

struct rv_tokens;

enum rv_trigger {
	RV_TRIGGER_ALL,	   /* everything pending but the late */
	RV_TRIGGER_PENDING /* what the pending log holds */
};

enum rv_check_level { RV_CHECK_OK, RV_CHECK_WARN, RV_CHECK_FAIL };
const char *rv_check_level_name(enum rv_check_level l) RV_NONNULL;

struct rv_check {
	const char *code;
	enum rv_check_level level;
	struct rv_sv message; /* one sentence, with the number that decided */
};

struct rv_batch {
	size_t first, n;  /* episodes of the draft */
	int64_t tokens;
	int64_t anchor;	  /* time of its last dated episode */
};

struct rv_consolidate_in {
	enum rv_trigger trigger;
	bool late;		/* take late episodes too */
	int64_t token_limit;	/* narrative.safeTokenLimit, default 50000 */
	int64_t max_words;	/* narrative.maxWords, default 10000 */
	struct rv_sv story;	/* the file's bytes now; empty: none yet */
	bool story_empty;	/* it is there, and has no byte */
	struct rv_sv lost;	/* see rv_check_in; or empty */
	struct rv_sv identity;
	const struct rv_model *model;
};

struct rv_draft {
	struct rv_sv bytes;		/* the whole resulting STORY.md */
	char base[RV_SHA256_HEX];	/* of in.story; "" when there is none */
	char result[RV_SHA256_HEX];
	int64_t anchor_before, anchor_after;
	struct rv_episode_list episodes; /* in time order, see story/select.h */
	struct rv_batch *batches;
	size_t n_batches;
	int64_t tokens;
	struct rv_check *checks;
	size_t n_checks;
	struct rv_sv stopped; /* sentence of the batch that failed, or empty */
	/* Who wrote it (the last, where several did), "openai/gpt-4o": set by
	 * whoever chose the model. */
	struct rv_sv model;
};

/* RV_E_NO when nothing is pending; RV_E_MODEL and what the model says when the
 * first batch failed. */
rv_status rv_consolidate_draft(struct rv_store *s,
			       const struct rv_consolidate_in *in,
			       struct rv_arena *arena, struct rv_draft *out,
			       struct rv_err *err) RV_MUST_CHECK;

/* The same draft with text that a person edited: any anchor in it is replaced
 * by the draft's, checks and hashes are made anew. */
rv_status rv_consolidate_edit(const struct rv_consolidate_in *in,
			      struct rv_sv text, struct rv_arena *arena,
			      struct rv_draft *draft, struct rv_err *err)
	RV_MUST_CHECK;

bool rv_draft_approvable(const struct rv_draft *d); /* no check FAIL */

/*
 * How many of a chapter's sentences are borne out by the episodes of its time,
 * from <= t < to, or later on the day (UTC) of `from`: `supported` of the verb
 * `story`.  A sentence is when it stands in one word for word, or when its words
 * do (story/witness.h).  A quoted line counts as one sentence; of a sentence
 * that quotes, the quotation decides.
 */
rv_status rv_story_support(struct rv_store *s, struct rv_tokens *tokens,
			   struct rv_sv body, int64_t from, int64_t to,
			   size_t *sentences, size_t *supported,
			   struct rv_err *err) RV_MUST_CHECK;

#endif
