/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_SETTLE_H
#define RV_TRUST_SETTLE_H

/*
 * Settles a contradiction that check_contradiction found: the old statement
 * stays and the new one goes, the other way round, or both stay with their
 * dates.  What is contested are the paragraphs that the promotion added and
 * those that stood under the same headings.  The result says so itself: the
 * source (or the other page) stands in `settled` of the frontmatter, and a
 * dated line under "Settled".  Nothing here writes.
 */

#include "trust/promote.h"

enum rv_settle { RV_SETTLE_OLD, RV_SETTLE_NEW, RV_SETTLE_BOTH, RV_SETTLE_N };
const char *rv_settle_name(enum rv_settle how) RV_NONNULL; /* "old" ... */
enum rv_settle rv_settle_of(struct rv_sv name); /* RV_SETTLE_N: none */

/*
 * `p` as rv_promote_check left it.  The new bytes, in the arena; RV_E_NO when
 * there is nothing to settle, RV_E_USAGE when nothing would be left of the page
 * or of what a section said.  Whether a decision is closed stays as it is.
 */
rv_status rv_promote_settle(const struct rv_promote_in *in,
			    const struct rv_promotion *p, enum rv_settle how,
			    struct rv_arena *arena, struct rv_sv *out,
			    struct rv_err *err) RV_MUST_CHECK;

struct rv_sides {
	/* The first contested paragraph, old and new, cut to one short line;
	 * empty: there is none. */
	struct rv_sv line[2];
	size_t fresh; /* paragraphs that the page does not have yet */
};

/* `closed`: of a decision, where only what it decides is contested. */
void rv_promote_sides(struct rv_sv old, struct rv_sv bytes, bool closed,
		      struct rv_arena *arena, struct rv_sides *out);

#endif
