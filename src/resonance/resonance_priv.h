/* SPDX-License-Identifier: MIT */
#ifndef RV_RESONANCE_RESONANCE_PRIV_H
#define RV_RESONANCE_RESONANCE_PRIV_H

/* What the files of the filter phase share.  Included by nobody else. */

#include "resonance/resonance.h"

/* Gives a verdict with its number and sentence; the first one counts, later ones
 * are noted in `against`. */
void rv__judge(struct rv_candidate *c, struct rv_arena *arena,
	       enum rv_verdict v, double number, const char *fmt, ...)
	RV_PRINTF(5, 6);

/* noise, loop, json, emptykey, quarantine: what the text alone decides. */
void rv__filter_text(struct rv_candidate *c, struct rv_arena *arena);

/* dup: copies of one text; of two that stand the more trusted one stays. */
void rv__filter_dup(struct rv_run *run, struct rv_arena *arena);
/* dup across layers, behind the bar: a chapter whose shown start quotes an
 * episode that stands gives its place to it. */
void rv__filter_quotes(struct rv_run *run, struct rv_arena *arena);

/* One line of at most 240 characters in which nothing hidden and nothing that
 * an agent takes for structure is left. */
struct rv_sv rv__quote(struct rv_sv text, struct rv_arena *arena);

/*
 * Orders n candidates: the best of each day in turn, the days by their best
 * candidate or, with `rng`, shuffled.
 */
struct rv_rng;
void rv__spread(struct rv_candidate **list, size_t n, const char *tz,
		struct rv_rng *rng, struct rv_arena *arena);

/* Larger `fused` first, then trust, then id: a total order. */
int rv__compare_fused(const struct rv_candidate *a,
		      const struct rv_candidate *b);

#endif
