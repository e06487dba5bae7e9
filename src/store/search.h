/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SEARCH_H
#define RV_STORE_SEARCH_H

/*
 * The full-text index: FTS5 over tokens that doc/tokens makes.  Terms are given
 * as stems; each is quoted, so that no input is ever query syntax.
 */

#include "base/arena.h"
#include "store/page.h"
#include "store/store.h"

struct rv_hit {
	bool episode; /* else a page */
	int64_t rowid; /* for rv_episode_by_rowid or rv_page_by_rowid */
	double score;  /* BM25, larger is better */
};

struct rv_search_query {
	const struct rv_sv *stems; /* OR of all */
	size_t n;
	bool episodes, pages;	   /* which rows */
	int64_t limit;
};

/* Best first; equal scores by id, or path and line.  Excluded rows and twins never appear. */
rv_status rv_store_search(struct rv_store *s, const struct rv_search_query *q,
			  struct rv_arena *arena, struct rv_hit **out,
			  size_t *n, struct rv_err *err) RV_MUST_CHECK;
/* In how many documents a stem occurs, and how many documents there are. */
rv_status rv_store_frequency(struct rv_store *s, struct rv_sv stem,
			     int64_t *documents, struct rv_err *err)
	RV_MUST_CHECK;
/* The same, counted no further than `limit`: cheap for the commonest words. */
rv_status rv_store_frequency_upto(struct rv_store *s, struct rv_sv stem,
				  int64_t limit, int64_t *documents,
				  struct rv_err *err) RV_MUST_CHECK;
rv_status rv_store_documents(struct rv_store *s, int64_t *out,
			     struct rv_err *err) RV_MUST_CHECK;

#endif
