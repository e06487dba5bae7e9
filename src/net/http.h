/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_HTTP_H
#define RV_NET_HTTP_H

/*
 * One HTTP request, blocking, from a worker thread.  libcurl lives in a module
 * of ours that is loaded at the first request; a program that makes none never
 * pays for it.  https everywhere, http for loopback alone; certificates are
 * verified, redirects are not followed to another host, no netrc, no cookies.
 * Headers marked secret never reach a message or a log.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

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
	size_t max_bytes; /* of the decoded reply; RV_E_TOOBIG beyond */
	/* Polled at least every 50 ms; non-zero ends the request with
	 * RV_E_CANCELLED.  NULL: cannot be cancelled. */
	const volatile int *cancel;
};

struct rv_http_response {
	int status;		/* 0 when none came */
	bool sent;		/* bytes of a 2xx body were delivered */
	struct rv_sv content_type;
	struct rv_sv retry_after, retry_after_ms; /* as sent, or empty */
	struct rv_sv request_id;
	struct rv_sv error_body; /* of a reply that is not 2xx, 64 KiB at most */
	int64_t received;	/* decoded bytes */
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
