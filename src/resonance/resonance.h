/* SPDX-License-Identifier: MIT */
#ifndef RV_RESONANCE_RESONANCE_H
#define RV_RESONANCE_RESONANCE_H

/*
 * The six phases before a turn, each a function from a value to a value, each
 * in its own file: seed, retrieve, filter, label, narrate, inject; and trace,
 * which writes down what happened.  Seed, filter, label, narrate and inject are
 * pure; retrieve reads the store; trace makes the JSON.  One arena a run.
 *
 * Every retrieved candidate ends with exactly one verdict: unique = the sum of
 * all verdicts.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/status.h"
#include "base/str.h"
#include "doc/tokens.h"
#include "recall/lexical.h"
#include "store/store.h"

enum rv_verdict {
#define VERDICT(name, code, sentence, instead) RV_VERDICT_##name,
#include "resonance/verdicts.def"
#undef VERDICT
	RV_VERDICT_N
};
const char *rv_verdict_code(enum rv_verdict v) RV_NONNULL;
const char *rv_verdict_sentence(enum rv_verdict v) RV_NONNULL; /* translated */
/* What would have let it through; empty for what surfaced.  Translated. */
const char *rv_verdict_instead(enum rv_verdict v) RV_NONNULL;

enum rv_phase {
	RV_PHASE_SEED,
	RV_PHASE_RETRIEVE,
	RV_PHASE_FILTER,
	RV_PHASE_LABEL,
	RV_PHASE_NARRATE,
	RV_PHASE_INJECT,
	RV_PHASE_N
};
const char *rv_phase_name(enum rv_phase p) RV_NONNULL;

struct rv_turn_message {
	struct rv_sv role, text;
	int64_t time; /* RV_UNDATED: gives no horizon */
};

struct rv_rewriter;

struct rv_turn {
	struct rv_sv session, message;
	const struct rv_turn_message *history; /* oldest first */
	size_t n_history;
	int64_t now;
	const char *tz;
	uint64_t seed;
	/* Knobs (config resonance.*): */
	int max;	/* fragments, 5 */
	int echo;	/* ring, 25 */
	int64_t tokens; /* budget of the block, 400 */
	/* A model that words the fragments, or NULL: they are quoted. */
	const struct rv_rewriter *rewriter;
};

struct rv_query {
	struct rv_sv text; /* sanitised */
};

struct rv_stem {
	struct rv_sv stem;
	struct rv_sv word; /* as it was written first */
	bool message;	 /* in the message itself, not only in the history */
	int64_t documents; /* filled by retrieve: in how many it occurs */
};

struct rv_seed {
	struct rv_query queries[3];
	size_t n_queries;
	struct rv_sv entities[3];
	size_t n_entities;
	struct rv_stem *stems; /* distinct content stems, message's first */
	size_t n_stems;
};

/* At most this many stems are kept, and this much of a text is looked at. */
#define RV_SEED_STEMS 256
#define RV_SEED_BYTES 8192
#define RV_QUERY_HITS 20
/* So many of the shared words are named in the trace. */
#define RV_SHARED_WORDS 8

/* Limits of the rules that no configuration moves. */
#define RV_WORDS_NEEDED 2  /* that a memory shares with what was asked, or */
#define RV_RARE_SHARE 0.01 /* one that fewer than this of the memories have */
#define RV_SAME_SHARE 0.9  /* of the words: two that say the same */
#define RV_PER_SOURCE 2	   /* memories of one tool or web page */

struct rv_candidate {
	struct rv_item item;
	int query;	/* which query has it highest, from 0 */
	int rank;	/* 1 = best hit of that query */
	double fused;	/* sum of 1 / (60 + rank) over the queries: the order */
	bool boosted;	/* rank 1 of its query, or holds a name of the seed that
			 * is not in every twentieth document anyway */
	int echo_back;	/* position in the echo ring, 0 = not there */
	int64_t echo_run;
	struct rv_sv same; /* dup: id of the one that stands for it */
	int shared;	/* distinct content stems shared */
	int shared_message; /* of these, with the message itself */
	/* The first of them as they were written, the message's first. */
	struct rv_sv words[RV_SHARED_WORDS];
	bool words_message[RV_SHARED_WORDS]; /* of the message itself */
	int n_words;
	struct rv_sv rarest; /* the rarest shared one, as it was written */
	double rarity;	/* its share of documents, 0 to 1 */
	const uint64_t *stems; /* hashes of its distinct stems, ascending */
	size_t n_stems;
	enum rv_verdict verdict;
	uint32_t against; /* 1 << verdict of every rule that speaks against it;
			   * what depends on the rank is asked of those alone
			   * that no other rule drops */
	double number;	/* the number that decided */
	struct rv_sv why; /* English sentence with that number */
	struct rv_sv label; /* "A few days ago — Jan 9" */
	struct rv_sv quote; /* its text as it goes into the block */
	struct rv_sv line;  /* "- LABEL: \"QUOTE\"" */
	bool undated;
};

struct rv_run {
	struct rv_turn turn;
	struct rv_seed seed;
	struct rv_candidate *cands; /* injected ones first, in their order */
	size_t n;
	int64_t documents;
	struct rv_sv skipped; /* reason, or empty */
	struct rv_sv block;   /* exact bytes, or empty */
	int64_t block_tokens;
	int64_t counts[RV_VERDICT_N];
	double ms[RV_PHASE_N];
	int64_t run; /* number, after the trace is written */
	const char *model_state; /* "ok", "late" (its time was over), "failed";
				  * NULL: no model was asked */
	struct rv_sv model_why;	 /* why not, in one sentence */
};

/* Letters (with the marks that NFC leaves on them), numbers, blanks, "-" and "_"
 * of NFC text; the rest becomes a blank, runs of blanks one; trimmed.  The
 * result may be empty. */
void rv_query_sanitize(struct rv_sv text, struct rv_buf *out);

void rv_resonance_seed(struct rv_run *run, struct rv_tokens *tokens,
		       struct rv_arena *arena);
rv_status rv_resonance_retrieve(struct rv_store *s, struct rv_run *run,
				struct rv_tokens *tokens,
				struct rv_arena *arena, struct rv_err *err)
	RV_MUST_CHECK;
void rv_resonance_filter(struct rv_run *run, struct rv_arena *arena);
void rv_resonance_label(struct rv_run *run, struct rv_arena *arena);
void rv_resonance_narrate(struct rv_run *run, struct rv_arena *arena);
void rv_resonance_inject(struct rv_run *run, struct rv_arena *arena);
/* Appends the trace object ("{...}", without v and run). */
void rv_resonance_trace(const struct rv_run *run, struct rv_buf *out);
/* Appends the JSON array of what was asked: [{name, state, count}]. */
void rv_resonance_engines(const struct rv_run *run, struct rv_buf *out);

/*
 * All six on `run->turn` (skips by noise set run->skipped and stop).  Message
 * and history are mended and masked in the arena first, so that no phase sees a
 * secret.  Fills ms from env's ticks.  Writes nothing.
 */
rv_status rv_resonance_run(struct rv_store *s, struct rv_tokens *tokens,
			   const struct rv_env *env, struct rv_run *run,
			   struct rv_arena *arena, struct rv_err *err)
	RV_MUST_CHECK;

/*
 * "a few days ago" for an age in ms: the seed's ranges, half-open (originals
 * 2.8 and 10): under 1 min "just now", 30 h to 4 d "a few days ago", 335 to 365
 * d "almost a year ago".  Negative ages are "just now".
 */
void rv_time_label(int64_t age_ms, struct rv_buf *out);
/* " — Jan 9", with ", 2024" when it is another year than now's in tz. */
void rv_time_suffix(int64_t t, int64_t now, const char *tz, struct rv_buf *out);

#endif
