/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_CHAT_PRIV_H
#define RV_LLM_CHAT_PRIV_H

/* What chat.c and attempt.c share; included by nobody else. */

#include "llm/chat.h"

/* Why a target did not answer. */
struct rv__failure {
	rv_status status;
	bool retry;	   /* the same request may do better later */
	int64_t after_ms;  /* the server asks for so much time, or -1 */
	int attempts;
	const char *text;  /* "openai/gpt-4o: it answered 429, slow down" */
	const char *advice; /* "try again later" */
};

struct rv__chat {
	struct rv_chat_call call; /* with its defaults */
	struct rv_chat_in in;	  /* redacted */
	struct rv_chat_out *out;
	struct rv_arena *arena;	  /* of the call */
	struct rv_chat_target target;
	const struct rv_chat_profile *profile;
};

/* One request to c->target.  RV_OK: an answer is in out.  Else *f says why. */
rv_status rv__chat_attempt(struct rv__chat *c, struct rv__failure *f)
	RV_MUST_CHECK;
/* Fills *f; the key never gets into it.  Returns st. */
rv_status rv__chat_failed(struct rv__chat *c, struct rv__failure *f,
			  rv_status st, bool retry, const char *why,
			  const char *advice);

#endif
