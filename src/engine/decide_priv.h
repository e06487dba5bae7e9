/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_DECIDE_PRIV_H
#define RV_ENGINE_DECIDE_PRIV_H

/* What propose.c and decide.c share. */

#include "engine/engine_priv.h"

/* Hash of what a proposal makes of its file. */
struct rv_sv rv_proposal_result(const struct rv_proposal *p);
/* One row of the ledger about a proposal; *id (or NULL) is its number. */
rv_status rv_decide_row(struct rv_engine *e, const struct rv_proposal *p,
			enum rv_ledger_kind kind, enum rv_door door,
			struct rv_sv reason, int64_t *id,
			struct rv_err *err) RV_MUST_CHECK;

#endif
