/* SPDX-License-Identifier: MIT */
#ifndef RV_RECALL_ITEM_H
#define RV_RECALL_ITEM_H

/* What every way of finding gives, and what it is asked. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/episode.h"
#include "store/page.h"
#include "store/search.h"
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
	bool thin; /* a page's section that is too short to surface */
	int64_t rowid;
	double score;
};

struct rv_recall_query {
	struct rv_sv text;
	int64_t k;
	unsigned layers; /* bit per enum rv_layer; 0: all */
	int64_t as_of;	 /* leave out what is newer; RV_UNDATED: no limit */
	bool prose;	 /* leave out sections that are too short to surface */
};

/* Reads the items of the hits, best first; the first k that the query wants go
 * into `out`, *n of them. */
rv_status rv_item_load(struct rv_store *s, const struct rv_recall_query *q,
		       const struct rv_hit *hits, size_t n_hits, size_t k,
		       struct rv_arena *arena, struct rv_item *out, size_t *n,
		       struct rv_err *err) RV_MUST_CHECK;

#endif
