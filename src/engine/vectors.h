/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_VECTORS_H
#define RV_ENGINE_VECTORS_H

/*
 * The vectors of what the index holds: .reverie/embeddings.bin, a cache that
 * may be deleted at any time.  They are made by the server that memorySearch.*
 * names, when somebody says `embed`; what is there already is asked of nobody,
 * so that a run that was killed goes on where it was.
 */

#include "engine/models.h"
#include "recall/semantic.h"

/* The server and the cache, opened for one run. */
struct rv_vectors {
	struct rv_engine *e;
	struct rv_llm llm; /* no target: llm.warning says why */
	struct rv_embed_call call;
	struct rv_account account;
	const struct rv_yaml *prices[2];
	struct rv_arena arena;
};

/* `use` names its calls in usage.jsonl.  The caller closes it. */
void rv_vectors_open(struct rv_engine *e, const char *use,
		     struct rv_vectors *out);
void rv_vectors_close(struct rv_vectors *v);
/* "openai/text-embedding-3-small"; with a target alone. */
const char *rv_vectors_space(struct rv_vectors *v) RV_NONNULL;

/* One call for vectors, counted in usage.jsonl. */
rv_status rv_vectors_ask(struct rv_vectors *v, const struct rv_embed_call *call,
			 const struct rv_sv *texts, size_t n,
			 struct rv_embed_out *out, struct rv_err *err)
	RV_MUST_CHECK;

/* What a run of `embed` did. */
struct rv_vectors_made {
	int64_t documents, vectors; /* at its end */
	int64_t made, refused;	    /* texts; refused: by the server */
	int64_t tokens;
	size_t dim; /* 0: there is no vector */
	bool waiting; /* for a batch job of the provider */
};
/*
 * Makes the vectors that are missing, as a job with progress and cancellation.
 * RV_E_CONFIG: nobody is configured.  RV_E_HELD: another process does it.
 * RV_E_MODEL, RV_E_CANCELLED: what came before is kept.
 */
rv_status rv_vectors_make(struct rv_engine *e, struct rv_vectors_made *out,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
