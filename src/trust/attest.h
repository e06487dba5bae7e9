/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_ATTEST_H
#define RV_TRUST_ATTEST_H

/*
 * A stale page that a person read and found right: the date of its review
 * becomes today, and not a byte else of it changes.  `in` has the page for its
 * source; `stale` is why it is stale.  Checked as promotions are, by those
 * checks that ask something of a page that stays as it is.
 */

#include "trust/promote.h"

/* RV_E_REJECTED where the date can't be set without changing more. */
rv_status rv_attest(const struct rv_promote_in *in, struct rv_sv stale,
		    struct rv_arena *arena, struct rv_promotion *out,
		    struct rv_err *err) RV_MUST_CHECK;

#endif
