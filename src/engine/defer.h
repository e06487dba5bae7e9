/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_DEFER_H
#define RV_ENGINE_DEFER_H

/* How often a proposal was put aside, and until when. */

#include "engine/engine_priv.h"

#define RV_DEFER_UNTIL "until " /* how the row says it, before a time */
#define RV_DEFERS_MANY 3 /* then a person is asked to decide */

struct rv_defers {
	int64_t count;
	int64_t due; /* RV_UNDATED: until somebody takes it up */
};
rv_status rv_defers_of(struct rv_engine *e, struct rv_sv id,
		       struct rv_defers *out, struct rv_err *err) RV_MUST_CHECK;

/* "1d", "7d", "12h", "2w" in ms; false when it is none. */
bool rv_defer_parse(struct rv_sv text, int64_t *out);

/* Puts a proposal aside until `due` (RV_UNDATED: no time); one that is put
 * aside already may be put aside again. */
rv_status rv_defer(struct rv_engine *e, struct rv_sv id, int64_t due,
		   enum rv_door door, int64_t *ledger, struct rv_err *err)
	RV_MUST_CHECK;

#endif
