/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_FAKEHTTP_H
#define RV_TESTS_SUPPORT_FAKEHTTP_H

/*
 * A network for tests of chats: replies in the order in which they were put,
 * each in pieces of any size; what was asked is kept.  One at a time.
 */

#include "base/buf.h"
#include "llm/chat.h"

struct fake_reply {
	int status;	  /* 0: no connection */
	const char *body;
	size_t n;	  /* 0: strlen(body) */
	size_t piece;	  /* 0: all at once */
	const char *retry_after, *retry_after_ms;
	rv_status fails;  /* after the body */
	bool for_ever;	  /* the body again and again */
};

struct fake_http {
	const struct fake_reply *replies;
	size_t n, used;
	struct rv_buf url, body, headers; /* of the last request */
	int64_t waited[16];
	size_t waits;
};
extern struct fake_http fake_http;

void fake_http_set(const struct fake_reply *replies, size_t n);
void fake_http_release(void);
rv_status fake_http_perform(const struct rv_http_request *req,
			    rv_http_sink *sink, void *arg,
			    struct rv_arena *arena,
			    struct rv_http_response *out, struct rv_err *err);
void fake_http_wait(int64_t ms, const volatile int *cancel, void *arg);
/* An environment with a fixed clock, and a call on one target. */
extern const struct rv_env fake_env;
struct rv_chat_call fake_call(const struct rv_chat_target *t, size_t n);

#endif
