/* SPDX-License-Identifier: MIT */
#ifndef RV_RECALL_LEXICAL_H
#define RV_RECALL_LEXICAL_H

/*
 * Finding things by their words: a query text becomes stems (stop words left
 * out unless nothing else is there), the index ranks, and each hit is read as
 * an item with its provenance.
 */

#include "doc/tokens.h"
#include "recall/item.h"

rv_status rv_lexical_search(struct rv_store *s, struct rv_tokens *tokens,
			    const struct rv_recall_query *q,
			    struct rv_arena *arena, struct rv_item **out,
			    size_t *n, struct rv_err *err) RV_MUST_CHECK;

#endif
