/* SPDX-License-Identifier: MIT */
/* Finding items by their words. */
#include "config.h"

#include "recall/lexical.h"

#include <stdlib.h>

#include "base/time.h"

#define STEMS_MAX 64
#define K_DEFAULT 10
#define FETCH_MAX 100000
/* In a large store a word of every tenth document ranks next to nothing and
 * costs most of the search; it is left out where rarer words are there. */
#define LARGE_STORE 20000
#define COMMON_PART 10
#define LARGE_STEMS 8 /* the rarest of a long query are enough to rank by */

/* Distinct stems of the query; stop words only when there is nothing else. */
static size_t
query_stems(struct rv_tokens *tokens, struct rv_sv text, struct rv_arena *arena,
	    struct rv_sv *stems)
{
	size_t n_tokens, n = 0;
	struct rv_token *t = rv_tokens_of(tokens, text, arena, &n_tokens);

	for (int pass = 0; pass < 2 && n == 0; pass++) {
		for (size_t i = 0; i < n_tokens && n < STEMS_MAX; i++) {
			bool known = pass == 0 && t[i].stop;

			for (size_t j = 0; j < n && !known; j++)
				known = rv_sv_eq(stems[j], t[i].stem);
			if (!known)
				stems[n++] = t[i].stem;
		}
	}
	return n;
}

struct frequency {
	struct rv_sv stem;
	int64_t documents;
	size_t place; /* in the query: equal ones stay in order */
};

static int
compare_frequency(const void *a, const void *b)
{
	const struct frequency *x = a, *y = b;

	if (x->documents != y->documents)
		return x->documents < y->documents ? -1 : 1;
	return x->place < y->place ? -1 : 1;
}

static rv_status
drop_common(struct rv_store *s, struct rv_sv *stems, size_t *n,
	    struct rv_err *err)
{
	struct frequency rare[STEMS_MAX];
	size_t n_rare = 0;
	int64_t documents;
	rv_status st = rv_store_documents(s, &documents, err);

	if (st != RV_OK || documents < LARGE_STORE)
		return st;
	for (size_t i = 0; st == RV_OK && i < *n; i++) {
		int64_t limit = documents / COMMON_PART, df;

		st = rv_store_frequency_upto(s, stems[i], limit, &df, err);
		if (st == RV_OK && df > 0 && df < limit)
			rare[n_rare++] = (struct frequency){stems[i], df, i};
	}
	if (st != RV_OK || n_rare == 0)
		return st;
	qsort(rare, n_rare, sizeof(*rare), compare_frequency);
	*n = RV_MIN(n_rare, LARGE_STEMS);
	for (size_t i = 0; i < *n; i++)
		stems[i] = rare[i].stem;
	return RV_OK;
}

rv_status
rv_lexical_search(struct rv_store *s, struct rv_tokens *tokens,
		  const struct rv_recall_query *q, struct rv_arena *arena,
		  struct rv_item **out, size_t *n, struct rv_err *err)
{
	struct rv_sv stems[STEMS_MAX];
	struct rv_search_query sq = {.stems = stems};
	int64_t k = q->k > 0 ? RV_MIN(q->k, (int64_t)FETCH_MAX) : K_DEFAULT;
	bool picky = q->layers || q->as_of != RV_UNDATED;
	struct rv_item *items = NULL;
	size_t found = 0, n_hits;
	rv_status st;

	sq.n = query_stems(tokens, q->text, arena, stems);
	st = drop_common(s, stems, &sq.n, err);
	if (st != RV_OK)
		return st;
	sq.episodes = !q->layers || q->layers & 1u << RV_LAYER_RAW;
	sq.pages = true;
	if (sq.n)
		items = rv_arena_array(arena, struct rv_item, (size_t)k);
	/* The index knows neither layers nor times nor lengths: fetch more until there is
	 * enough, or no more. */
	for (sq.limit = picky ? k * 4 : q->prose ? k * 2 : k; sq.n;
	     sq.limit *= 8) {
		struct rv_hit *hits;

		st = rv_store_search(s, &sq, arena, &hits, &n_hits, err);
		if (st == RV_OK)
			st = rv_item_load(s, q, hits, n_hits, (size_t)k, arena,
					  items, &found, err);
		if (st != RV_OK)
			return st;
		if (found == (size_t)k || (int64_t)n_hits < sq.limit ||
		    sq.limit > FETCH_MAX)
			break;
	}
	*out = items;
	*n = found;
	return RV_OK;
}
