/* SPDX-License-Identifier: MIT */
#ifndef RV_RECALL_SEMANTIC_H
#define RV_RECALL_SEMANTIC_H

/*
 * Finding things by their meaning: the vector of a query against those that the
 * cache holds for the documents of the index.  A document without one is not
 * found.  Blocking, from a worker thread: the query's own vector may be asked
 * for.
 */

#include "llm/embed.h"
#include "recall/item.h"
#include "store/document.h"

/* A long document is embedded in portions of some 400 tokens, each of which
 * begins with the end of the one before; the best of them speaks for it.  What
 * is behind the last portion is found by its words alone. */
#define RV_SEMANTIC_BYTES 1600
#define RV_SEMANTIC_OVERLAP 320
#define RV_SEMANTIC_PORTIONS 32

struct rv_semantic_seen {
	/* That the index has, and those of whose portions the cache has all. */
	int64_t documents, vectors;
};

/* What is embedded of a document: its portions, each behind the title.  How
 * many; 0 of a blank one. */
size_t rv_semantic_texts(const struct rv_document *d, struct rv_arena *arena,
			 struct rv_sv out[RV_SEMANTIC_PORTIONS]);
/* How many of the documents have a vector.  `call` needs a cache. */
rv_status rv_semantic_count(struct rv_store *s,
			    const struct rv_embed_call *call,
			    struct rv_semantic_seen *out, struct rv_err *err)
	RV_MUST_CHECK;
/* Best first by cosine, which is the score.  `query` is the vector of q->text,
 * of `dim` numbers; vectors of another length are passed over. */
rv_status rv_semantic_search(struct rv_store *s,
			     const struct rv_embed_call *call,
			     const struct rv_recall_query *q,
			     const float *query, size_t dim,
			     struct rv_arena *arena, struct rv_item **out,
			     size_t *n, struct rv_semantic_seen *seen,
			     struct rv_err *err) RV_MUST_CHECK;

#endif
