/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_DEFER_H
#define RV_ENGINE_DEFER_H

/* How often a proposal was deferred, and until when. */

#include "base/hash.h"
#include "engine/engine_priv.h"
#include "store/ledger.h"

#define RV_DEFER_UNTIL "until " /* how the row says it, before a time */
#define RV_DEFER_EVENT "until event " /* the same, before a mark */
#define RV_DEFERS_MANY 3 /* then a person is asked to decide */

struct rv_defers {
	int64_t count;
	int64_t due; /* RV_UNDATED: until somebody takes it up */
	/* What the files it is about were then; "": no event brings it back. */
	char mark[RV_SHA256_HEX];
};
rv_status rv_defers_of(struct rv_engine *e, struct rv_sv id,
		       struct rv_defers *out, struct rv_err *err) RV_MUST_CHECK;

/* Did its target, its source or (of a consolidation) the pending log change? */
bool rv_defer_happened(struct rv_engine *e, const struct rv_proposal *p,
		       const struct rv_defers *d);

/* Is it deferred, and not due yet?  What an event brought back is due now;
 * RV_UNDATED: not deferred, or without a time. */
rv_status rv_defer_waits(struct rv_engine *e, const struct rv_proposal *p,
			 int64_t *due, bool *waits, struct rv_err *err)
	RV_MUST_CHECK;

/* How a row says until when: RV_DEFER_UNTIL or RV_DEFER_EVENT with what is
 * behind it, or nothing. */
void rv_defer_reason(struct rv_engine *e, const struct rv_proposal *p,
		     int64_t due, struct rv_buf *out);

/* Defers a proposal until `due` (RV_UNDATED: no time; RV_DEFER_AT_EVENT:
 * until something about it changes); one that is deferred already may be deferred
 * again. */
rv_status rv_defer(struct rv_engine *e, struct rv_sv id, int64_t due,
		   enum rv_door door, int64_t *ledger, struct rv_err *err)
	RV_MUST_CHECK;

/* decide.c, of reject and defer: one row of the ledger, no file. */
rv_status rv_decide_simple(struct rv_engine *e, struct rv_sv id,
			   enum rv_ledger_kind kind, enum rv_door door,
			   struct rv_sv reason, int64_t *ledger,
			   struct rv_err *err) RV_MUST_CHECK;

#endif
