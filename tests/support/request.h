/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_REQUEST_H
#define RV_TESTS_SUPPORT_REQUEST_H

/*
 * Requests of a test over the real module, each with a key in its headers that
 * no word of an answer may hold.
 */

#include <stdbool.h>
#include <stdint.h>

#include "net/http.h"

#define REQUEST_KEY "sk-live-0123456789abcdef"

/* Everything that one request left behind. */
struct seen {
	struct rv_arena arena;
	struct rv_http_response r;
	struct rv_err err;
	struct rv_buf body; /* its first kilobyte */
	size_t bytes;
	int64_t ms;
	rv_status s;
};

/* POST with a body, GET with NULL; a path is one of `base`, borrowed. */
struct rv_http_request request_to(const char *base, const char *path,
				  const char *body);
/* Fails when the key shows up anywhere. */
void request_perform(struct seen *s, const struct rv_http_request *req);
/* The same for a GET of request_to. */
void request_get(struct seen *s, const char *base, const char *path);
void request_forget(struct seen *s);
/* A port of loopback that takes connections and never says a word; the socket,
 * which does not block. */
int request_mute_server(int *port);

#endif
