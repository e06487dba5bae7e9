/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_CHAT_H
#define RV_LLM_CHAT_H

/*
 * Chat with a model over the network.  A provider is one file and one row of
 * chat_providers.def: it writes the request and reads the events of its stream;
 * chat.c does everything that is the same for all: limits, retries, failover,
 * cancellation, accounting.  Blocking, from a worker thread, no lock held.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/json.h"
#include "base/status.h"
#include "base/str.h"
#include "net/http.h"
#include "net/sse.h"

struct rv_chat_message {
	const char *role; /* system, user, assistant */
	struct rv_sv text;
};

struct rv_chat_in {
	const struct rv_chat_message *messages;
	size_t n;
	int64_t max_tokens;    /* of the answer, 0: the provider's default */
	double temperature;    /* below 0: not sent */
	struct rv_sv json_schema; /* empty: free text */
	const volatile int *cancel;
	/* Each piece of text as it comes (NULL ok); the UI's progress. */
	void (*progress)(struct rv_sv piece, void *arg);
	void *arg;
};

enum rv_stop { RV_STOP_NONE, RV_STOP_END, RV_STOP_LENGTH, RV_STOP_FILTER,
	       RV_STOP_TOOL, RV_STOP_ERROR };

struct rv_usage {
	int64_t input, output, cached, reasoning;
	bool estimated; /* the provider sent none */
};

struct rv_chat_out {
	struct rv_buf text;
	enum rv_stop stop;
	struct rv_usage usage;
	const char *model;    /* that answered, after failover */
	bool truncated;	      /* the stream ended without its end mark */
	int attempts;
	int64_t ms;
};

/* Where and with what: from the configuration, keys resolved late. */
struct rv_chat_target {
	const char *provider; /* openai, anthropic, gemini, ollama */
	const char *model, *base_url;
	struct rv_sv key; /* never logged; empty: none */
};

/* What one provider is. */
struct rv_chat_provider {
	const char *name, *default_base_url;
	enum rv_framing framing;
	bool eof_is_end; /* Gemini: no end mark */
	/* Fills url, headers (secret ones marked) and body. */
	rv_status (*request)(const struct rv_chat_target *t,
			     const struct rv_chat_in *in,
			     struct rv_arena *arena,
			     struct rv_http_request *req, struct rv_err *err);
	/* One event of the stream into out; *done when it was the end mark.
	 * An error inside the stream is RV_E_MODEL. */
	rv_status (*event)(struct rv_sv event, struct rv_sv data,
			   struct rv_chat_out *out, bool *done,
			   struct rv_err *err);
	/* The sentence inside an error body, and whether it is worth a retry. */
	void (*error)(int status, struct rv_sv body, struct rv_arena *arena,
		      struct rv_sv *message, bool *retry);
};
const struct rv_chat_provider *rv_chat_provider_find(const char *name);

#endif
