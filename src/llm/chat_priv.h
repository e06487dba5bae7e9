/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_CHAT_PRIV_H
#define RV_LLM_CHAT_PRIV_H

/* What chat.c and attempt.c share; included by nobody else. */

#include "llm/chat.h"
#include "llm/failure.h"

struct rv__chat {
	struct rv_chat_call call; /* with its defaults */
	struct rv_chat_in in;	  /* redacted */
	struct rv_chat_out *out;
	struct rv_arena *arena;	  /* of the call */
	int64_t t0; /* ticks at its start */
	struct rv_chat_target target;
	const struct rv_chat_profile *profile;
};

/* One request to c->target.  RV_OK: an answer is in out.  Else *f says why. */
rv_status rv__chat_attempt(struct rv__chat *c, struct rv_failure *f)
	RV_MUST_CHECK;

#endif
