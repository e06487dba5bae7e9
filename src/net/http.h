/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_HTTP_H
#define RV_NET_HTTP_H

/*
 * One HTTP request, blocking, from a worker thread.  libcurl lives in a module
 * of ours that is loaded at the first request; a program that makes none never
 * pays for it.  https everywhere, http for loopback alone; certificates are
 * verified, TLS is 1.2 or later, at most three redirects are followed and none
 * to another scheme, host or port; no netrc, no cookies, no proxy but the one
 * of rv_http_setup.  Headers marked secret never reach a message or a log.  Any
 * thread, several at the same time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

#define RV_HTTP_MAX_BYTES ((size_t)64 << 20)
#define RV_HTTP_ERROR_BYTES ((size_t)64 << 10)
#define RV_HTTP_REDIRECTS 3
#define RV_HTTP_RESETS 4

/*
 * For the whole program, before the first request; strings are copied, NULL is
 * none.  Without it the module is looked for beside the program, then in the
 * library directory of the installation.
 */
struct rv_http_setup {
	const char *module;  /* absolute path of the module */
	const char *proxy;   /* never asked for a loopback host */
	const char *ca_file; /* PEM, in place of the system's */
};
void rv_http_setup(const struct rv_http_setup *setup);
/* Changes the two alone; the module stays. */
void rv_http_network(const char *proxy, const char *ca_file);

/*
 * May this URL be asked?  https with any host, http with localhost, 127.0.0.0/8
 * and ::1; no user or password in it, no blanks or controls.  RV_E_CONFIG.
 */
rv_status rv_http_check_url(const char *url, struct rv_err *err) RV_MUST_CHECK;

struct rv_http_header {
	const char *name, *value;
	bool secret;
};

struct rv_http_request {
	const char *method; /* "POST", "GET" */
	const char *url;
	const struct rv_http_header *headers; /* n_headers of them */
	size_t n_headers;
	struct rv_sv body;
	int64_t connect_ms, idle_ms, total_ms; /* 0: no limit of that kind */
	/* Of the decoded reply, RV_E_TOOBIG beyond; 0: RV_HTTP_MAX_BYTES. */
	size_t max_bytes;
	/* Polled at least every 50 ms; non-zero ends the request with
	 * RV_E_CANCELLED.  NULL: cannot be cancelled. */
	const volatile int *cancel;
};

struct rv_http_response {
	int status;		/* 0 when none came */
	bool sent;		/* bytes of a 2xx body were delivered */
	struct rv_sv content_type;
	/* As sent, or empty; the values of secret headers are blotted out in
	 * these and in error_body. */
	struct rv_sv retry_after, retry_after_ms, date, request_id;
	/* When a used-up allowance (of requests, tokens, ...) comes back. */
	struct rv_sv reset[RV_HTTP_RESETS];
	size_t n_resets;
	struct rv_sv error_body; /* of a reply that is not 2xx, 64 KiB at most */
	int64_t received;	/* decoded bytes */
	/* No reply came for a reason that may pass: no connection, or it broke
	 * before the first byte. */
	bool passing;
	struct rv_sv detail; /* in libcurl's words, for the debug log */
};

/* Gets each piece of a 2xx body; anything but RV_OK ends the request with it. */
typedef rv_status rv_http_sink(struct rv_sv chunk, void *arg,
			       struct rv_err *err);

/*
 * Performs the request.  RV_OK for any status that the server sent (look at
 * out->status); RV_E_MODEL when no reply came, the connection broke, or a time
 * limit passed (the message says which); RV_E_CANCELLED, RV_E_TOOBIG, RV_E_CONFIG
 * (a URL that is not allowed, no network module).  Texts of *out live in arena.
 */
rv_status rv_http_perform(const struct rv_http_request *req,
			  rv_http_sink *sink, void *arg,
			  struct rv_arena *arena, struct rv_http_response *out,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
