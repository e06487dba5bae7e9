/* SPDX-License-Identifier: MIT */
#ifndef RV_RECALL_LEXICAL_H
#define RV_RECALL_LEXICAL_H

/*
 * Finding things by their words: a query text becomes stems (stop words left
 * out unless nothing else is there), the index ranks, and each hit is read as
 * an item with its provenance.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "doc/tokens.h"
#include "store/episode.h"
#include "store/page.h"
#include "store/store.h"

/* A memory, whatever it is: the common form of hits and candidates. */
struct rv_item {
	enum rv_layer layer;   /* episodes are raw */
	struct rv_sv id;       /* "e-..." or "path#line" */
	struct rv_sv ref;      /* the caller's id, for episodes */
	struct rv_sv session;
	struct rv_sv role, name; /* episodes */
	struct rv_sv path;
	int64_t line;
	struct rv_sv title;    /* pages and chapters */
	struct rv_sv text;
	int64_t time;
	enum rv_origin origin; /* pages: agent; story: agent */
	bool episode;
	int64_t rowid;
	double score;
};

struct rv_lexical_query {
	struct rv_sv text;
	int64_t k;
	unsigned layers; /* bit per enum rv_layer; 0: all */
	int64_t as_of;	 /* leave out what is newer; RV_UNDATED: no limit */
};

rv_status rv_lexical_search(struct rv_store *s, struct rv_tokens *tokens,
			    const struct rv_lexical_query *q,
			    struct rv_arena *arena, struct rv_item **out,
			    size_t *n, struct rv_err *err) RV_MUST_CHECK;

#endif
