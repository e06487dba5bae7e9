/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_CANDIDATES_H
#define RV_TESTS_SUPPORT_CANDIDATES_H

/* One turn with candidates that would all surface: tests of the filter spoil
 * one thing each. */

#include "resonance/resonance.h"

#define CANDIDATES 32

struct candidates {
	struct rv_arena arena;
	struct rv_tokens *tokens;
	struct rv_candidate cands[CANDIDATES];
	struct rv_run run;
};

/* Of cmocka: *state is a turn of now without candidates. */
int cand_setup(void **state);
int cand_teardown(void **state);

/* `time` is ISO, or NULL: undated. */
struct rv_candidate *cand_add(struct candidates *f, const char *id,
			      struct rv_sv text, const char *time);
const struct rv_candidate *cand_get(const struct candidates *f, const char *id);
/* Its verdict is v, and what is said of it holds `why`. */
void cand_is(const struct candidates *f, const char *id, enum rv_verdict v,
	     const char *why);
/* Runs the filter; each candidate has a reason then. */
void cand_filter(struct candidates *f);

#endif
