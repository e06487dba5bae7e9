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
	int64_t context; /* tokens to have room for, where a server must be
			  * told; 0: its default */
	double temperature;    /* below 0: not sent */
	struct rv_sv json_schema; /* empty: free text */
	const volatile int *cancel;
	/* Each piece of text as it comes (NULL ok); the UI's progress. */
	void (*progress)(struct rv_sv piece, void *arg);
	/* Bytes that came, text or not (NULL ok). */
	void (*received)(size_t bytes, void *arg);
	void *arg;
};

enum rv_stop {
	RV_STOP_NONE,
	RV_STOP_END,
	RV_STOP_LENGTH,
	RV_STOP_FILTER,
	RV_STOP_TOOL,
	RV_STOP_ERROR
};

struct rv_usage {
	int64_t input, output, cached, reasoning;
	bool estimated; /* the provider sent none */
};

#define RV_CHAT_TARGETS_MAX 16 /* that are told of */

/* A model that requests went to. */
struct rv_chat_asked {
	const char *provider, *model;
	int attempts;
	int64_t ms;
};

struct rv_chat_out {
	struct rv_buf text;
	/* In their order; what else stands here is of the last one. */
	struct rv_chat_asked asked[RV_CHAT_TARGETS_MAX];
	size_t n_asked;
	/* "openai/a: it answered 529, then ...": who failed before the one that
	 * answered; empty: nobody. */
	struct rv_buf failed;
	enum rv_stop stop;
	struct rv_usage usage;
	const char *provider, *model; /* that answered, after failover */
	bool truncated;	      /* the stream ended without its end mark */
	int attempts;	      /* requests that were made */
	int target;	      /* index of the target that answered */
	int64_t ms, received; /* of all attempts */
};

/* Where and with what: from the configuration, keys resolved late. */
struct rv_chat_target {
	const char *provider; /* a row of chat_providers.def */
	const char *model, *base_url; /* no base_url: the row's */
	struct rv_sv key; /* never logged; empty: none */
	/* Of a name that is not in the table; NULL: looked up there. */
	const struct rv_chat_profile *profile;
	const char *problem; /* why it cannot be asked (no key), or NULL */
	unsigned quirks;  /* filled by rv_chat */
};

/* What one provider is. */
struct rv_chat_provider {
	const char *name;
	enum rv_framing framing;
	/* Fills url, headers (secret ones marked) and body. */
	rv_status (*request)(const struct rv_chat_target *t,
			     const struct rv_chat_in *in,
			     struct rv_arena *arena,
			     struct rv_http_request *req, struct rv_err *err);
	/* One event of the stream, or a whole answer that was not streamed,
	 * into out; *done when it was the end mark.  An error inside the stream
	 * is RV_E_MODEL, with its text as the message. */
	rv_status (*event)(struct rv_sv event, struct rv_sv data,
			   struct rv_chat_out *out, bool *done,
			   struct rv_err *err);
};

/* Differences among servers of one provider. */
enum rv_chat_quirk {
	RV_QUIRK_NEW_MAX = 1 << 0,   /* max_completion_tokens */
	RV_QUIRK_COPILOT = 1 << 1,   /* wants to know the editor */
	RV_QUIRK_KEYLESS = 1 << 2,   /* works without a key */
	RV_QUIRK_SLASHES = 1 << 3    /* its models' names hold slashes */
};

/* A server that speaks a provider's protocol. */
struct rv_chat_profile {
	const char *name;
	const struct rv_chat_provider *provider;
	const char *base_url;
	const char *key_env; /* where its key is looked for, or "" */
	unsigned quirks;
};
/* By name ("openrouter"); NULL when there is none. */
const struct rv_chat_profile *rv_chat_profile_find(const char *name);
/* All of them, in the table's order. */
const struct rv_chat_profile *rv_chat_profiles(size_t *n) RV_NONNULL;

/* What reaches the network; a test gives its own. */
typedef rv_status rv_http_fn(const struct rv_http_request *req,
			     rv_http_sink *sink, void *arg,
			     struct rv_arena *arena,
			     struct rv_http_response *out, struct rv_err *err);

/* How a call is made.  Zeros mean the defaults named. */
struct rv_chat_call {
	const struct rv_chat_target *targets; /* the model, then its fallbacks */
	size_t n_targets;
	const struct rv_env *env;
	int attempts;	     /* for each target, 3 */
	int64_t connect_ms;  /* 10 s */
	/* Without text, whatever else comes; 120 s: slow models think before
	 * they speak. */
	int64_t idle_ms;
	int64_t total_ms;    /* for each attempt, 5 min */
	/* Bytes of text a second at least, once there is some, over each
	 * idle_ms; 0: any. */
	int64_t text_rate;
	int64_t wait_max_ms; /* a longer Retry-After is not waited for, 60 s */
	int64_t all_ms; /* for all attempts and models together; 0: no limit */
	size_t reply_max;    /* of the text, RV_CHAT_REPLY_MAX */
	rv_http_fn *http;    /* rv_http_perform */
	/* Waits before another attempt; returns early when cancelled. */
	void (*wait)(int64_t ms, const volatile int *cancel, void *arg);
	void *wait_arg;
};
#define RV_CHAT_REPLY_MAX ((size_t)512 << 10)
#define RV_CHAT_EVENT_MAX ((size_t)1 << 20)
#define RV_CHAT_RECEIVED_MAX ((size_t)64 << 20)

/*
 * Asks the first target; retries what is worth it and goes on to the next
 * target, both only while nothing was delivered.  Every message is redacted on
 * its way.  RV_OK: text, maybe truncated (see out) but never empty.  RV_E_MODEL
 * with one sentence that says what happened and what was tried (also an answer
 * over reply_max), RV_E_CANCELLED, RV_E_CONFIG.  `out` is released by the caller whatever
 * happens; it counts attempts and tokens of a failure, too.
 */
rv_status rv_chat(const struct rv_chat_call *call, const struct rv_chat_in *in,
		  struct rv_chat_out *out, struct rv_err *err) RV_MUST_CHECK;
void rv_chat_release(struct rv_chat_out *out);

const char *rv_stop_name(enum rv_stop stop) RV_NONNULL;

#endif
