/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_FAILURE_H
#define RV_LLM_FAILURE_H

/*
 * Why a model did not answer, whether and when it is asked again, and the
 * sentence that a person reads: the same for chats and embeddings.  Any
 * thread.
 */

#include "llm/chat.h"

struct rv_failure {
	rv_status status;
	bool retry;	   /* the same request may do better later */
	int64_t after_ms;  /* the server asks for so much time, or -1 */
	int attempts;
	const char *text;  /* "openai/gpt-4o: it answered 429, slow down" */
	const char *advice; /* "try again later" */
};

/* Fills *f; the key never gets into it.  Returns st. */
rv_status rv_failure_set(struct rv_failure *f, const struct rv_chat_target *t,
			 struct rv_arena *arena, rv_status st, bool retry,
			 const char *why, const char *advice);
/* The server answered with a status that is not 2xx. */
rv_status rv_failure_refused(struct rv_failure *f,
			     const struct rv_chat_target *t,
			     const struct rv_http_response *resp,
			     const struct rv_env *env, int64_t wait_max_ms,
			     struct rv_arena *arena);
/* Does it refuse because there is more than it can hold: 413, or one of the
 * ways in which servers say so with another status? */
bool rv_failure_too_long(const struct rv_http_response *resp);
/* No whole answer came: `st` and `why` of rv_http_perform. */
rv_status rv_failure_wire(struct rv_failure *f, const struct rv_chat_target *t,
			  const struct rv_http_response *resp, rv_status st,
			  const struct rv_err *why, struct rv_arena *arena);
/* How long to wait behind attempt `n`, or -1: who asks for so much time is not
 * asked again. */
int64_t rv_failure_delay(const struct rv_failure *f, const struct rv_env *env,
			 int attempts, int64_t wait_max_ms, int n);
/* rv_chat_call.wait that waits: in slices, until it is cancelled. */
void rv_failure_wait(int64_t ms, const volatile int *cancel, void *arg);
/* The sentence of a call that failed: every target, and what helps. */
rv_status rv_failure_say(const struct rv_failure *f, size_t n,
			 struct rv_err *err);
/* The same without the advice: who failed, and how. */
void rv_failure_list(const struct rv_failure *f, size_t n, struct rv_buf *out);
/* "nothing was changed, try again later" */
const char *rv_failure_later(void) RV_NONNULL;
/* Copies of the key do not stay in memory that is given back. */
void rv_failure_wipe(const struct rv_http_request *req);

#endif
