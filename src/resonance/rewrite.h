/* SPDX-License-Identifier: MIT */
#ifndef RV_RESONANCE_REWRITE_H
#define RV_RESONANCE_REWRITE_H

/*
 * Phase 5 with a model: what was quoted is said in the first person and in the
 * language of the message.  A sentence that brings in a number or a name that
 * its source does not have is not taken; the quotation stays.  A model that
 * fails or is late leaves every quotation, with the verdict `late`: a turn is
 * never without its answer.
 */

#include "llm/account.h"
#include "llm/chat.h"
#include "resonance/resonance.h"

/* What is needed once there is something to word. */
struct rv_rewriting {
	struct rv_chat_call call; /* total_ms is worked out here */
	struct rv_sv soul;	  /* for the voice, may be empty */
	const volatile int *cancel;
	struct rv_account *account; /* NULL: nobody counts */
};

struct rv_rewriter {
	int64_t deadline_ms; /* of the whole turn */
	/* Called at most once, when fragments wait; finds keys and the like. */
	void (*open)(void *arg, struct rv_rewriting *out);
	void *arg;
};

/* `spent_ms` of the deadline is gone already. */
void rv_resonance_rewrite(struct rv_run *run, const struct rv_rewriter *r,
			  int64_t spent_ms, struct rv_arena *arena);

#endif
