/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_EMBED_H
#define RV_LLM_EMBED_H

/*
 * Vectors of texts from a model over the network.  A provider is one file and
 * one row of embed_providers.def: it writes the request and reads the answer;
 * embed.c does what is the same for all: redaction, the cache, batches, limits,
 * retries, and what an answer must be.  Blocking, from a worker thread, no lock
 * held.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/json.h"
#include "base/status.h"
#include "base/str.h"
#include "llm/chat.h"
#include "llm/embed_cache.h"

#define RV_EMBED_DIM_MAX ((size_t)16384)
#define RV_EMBED_TEXT_MAX ((size_t)32 << 10)
#define RV_EMBED_BATCH_BYTES ((size_t)256 << 10)
#define RV_EMBED_REPLY_MAX ((size_t)32 << 20)

enum rv_embed_purpose {
	RV_EMBED_DOCUMENT, /* to be found */
	RV_EMBED_QUERY,	   /* to find with */
	RV_EMBED_SIMILARITY
};

/* One request. */
struct rv_embed_ask {
	const struct rv_chat_target *target;
	const struct rv_sv *texts; /* redacted, none empty */
	size_t n;
	int dimensions; /* 0: the model's own */
	enum rv_embed_purpose purpose;
	bool floats; /* numbers as text where base64 could be had */
	bool old;    /* the provider's older way, one text at a time */
};

/* What answers are read into: n vectors of dim floats. */
struct rv_embed_rows {
	struct rv_arena *arena;
	const float **v; /* n of them, NULL where none came */
	size_t n, got;
	size_t dim; /* 0: the first vector says it */
};
/* Row `index` from an array of numbers or the base64 of little-endian float32.
 * RV_E_MODEL when it is neither, has the wrong length, holds what is no number,
 * or the index is out of range or there already. */
rv_status rv_embed_rows_add(struct rv_embed_rows *rows, int64_t index,
			    const rv_json *value,
			    struct rv_err *err) RV_MUST_CHECK;
/* RV_E_MODEL when a row is missing. */
rv_status rv_embed_rows_whole(const struct rv_embed_rows *rows,
			      struct rv_err *err) RV_MUST_CHECK;

struct rv_embed_provider {
	const char *name;
	size_t batch;  /* texts in one request at most */
	bool purposes; /* a query's vector differs from a document's */
	/* Fills url, headers (secret ones marked) and body. */
	rv_status (*request)(const struct rv_embed_ask *ask,
			     struct rv_arena *arena,
			     struct rv_http_request *req, struct rv_err *err);
	rv_status (*answer)(const rv_json *root, struct rv_embed_rows *rows,
			    struct rv_usage *usage, struct rv_err *err);
	/* Does this refusal say that only the old way is known?  NULL: there
	 * is no old way. */
	bool (*old_only)(const struct rv_http_response *resp);
};

/* That of a chat provider's protocol; NULL: it has no embeddings. */
const struct rv_embed_provider *
rv_embed_provider_of(const struct rv_chat_target *t);
/* What a server is asked for when no model is named, or NULL. */
const char *rv_embed_default_model(const char *server);

/* How a call is made.  Zeros mean the defaults named. */
struct rv_embed_call {
	const struct rv_chat_target *target;
	const struct rv_env *env;
	enum rv_embed_purpose purpose;
	int dimensions;	     /* to ask for; 0: the model's own */
	bool floats;
	struct rv_embed_cache *cache; /* NULL: none */
	size_t batch_texts;  /* the provider's, at most 64 */
	size_t batch_bytes;  /* RV_EMBED_BATCH_BYTES */
	int attempts;	     /* for each request, 3 */
	int64_t connect_ms;  /* 10 s */
	int64_t idle_ms;     /* 60 s */
	int64_t total_ms;    /* for each attempt, 5 min */
	int64_t wait_max_ms; /* 60 s */
	const volatile int *cancel;
	rv_http_fn *http; /* rv_http_perform */
	void (*wait)(int64_t ms, const volatile int *cancel, void *arg);
	void *wait_arg;
};

struct rv_embed_out {
	struct rv_arena arena; /* of the vectors */
	/* n of them, dim floats each, of length 1; NULL for an empty text. */
	const float **v;
	size_t n, dim;
	size_t cached, skipped; /* texts */
	struct rv_usage usage;
	int requests, attempts;
	int64_t ms, received;
	bool refused; /* the server takes one of these texts as it is for bad */
};

/*
 * The vectors of `n` texts, in their order.  Each is redacted first; those that
 * are empty or blank have none.  RV_E_MODEL with one sentence that says what
 * happened: also when vectors differ in length among themselves, or from what
 * the model gave before (the cache knows).  RV_E_TOOBIG for a text over
 * RV_EMBED_TEXT_MAX, RV_E_CANCELLED, RV_E_CONFIG.  After a failure what came
 * before it is in the cache.  `out` is released by the caller whatever happens.
 */
rv_status rv_embed(const struct rv_embed_call *call, const struct rv_sv *texts,
		   size_t n, struct rv_embed_out *out,
		   struct rv_err *err) RV_MUST_CHECK;
void rv_embed_release(struct rv_embed_out *out);
/* The vector that the call's cache has for a text, in the arena; NULL: none, or
 * the text is blank.  Asks nobody. */
const float *rv_embed_known(const struct rv_embed_call *call,
			    struct rv_sv text, struct rv_arena *arena,
			    size_t *dim);

/* What vectors are comparable with: "openai/text-embedding-3-small", and "#N"
 * behind it where N numbers were asked for. */
const char *rv_embed_space(const struct rv_chat_target *t, int dimensions,
			   struct rv_arena *arena) RV_NONNULL;
/* Of two vectors of any length; 0 when one is all zeros. */
double rv_embed_cosine(const float *a, const float *b, size_t dim);

#endif
