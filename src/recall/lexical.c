/* SPDX-License-Identifier: MIT */
/* Finding items by their words. */
#include "config.h"

#include "recall/lexical.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/time.h"
#include "store/search.h"

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

static rv_status
load_episode(struct rv_store *s, const struct rv_hit *hit,
	     struct rv_arena *arena, struct rv_item *out, struct rv_err *err)
{
	struct rv_episode e;
	rv_status st = rv_episode_by_rowid(s, hit->rowid, arena, &e, err);

	if (st != RV_OK)
		return st;
	*out = (struct rv_item){
		.layer = RV_LAYER_RAW,
		.id = rv_sv_dup_in(arena, rv_sv(e.id)),
		.ref = e.ref,
		.session = e.session,
		.role = e.role,
		.name = e.name,
		.path = e.source,
		.line = e.line,
		.text = e.text,
		.time = e.time,
		.origin = e.origin,
		.episode = true,
		.rowid = hit->rowid,
		.score = hit->score,
	};
	return RV_OK;
}

static rv_status
load_page(struct rv_store *s, const struct rv_hit *hit, struct rv_arena *arena,
	  struct rv_item *out, struct rv_err *err)
{
	struct rv_page p;
	rv_status st = rv_page_by_rowid(s, hit->rowid, arena, &p, err);

	if (st != RV_OK)
		return st;
	*out = (struct rv_item){
		.layer = p.layer,
		.id = rv_sv(rv_arena_printf(arena, "%.*s#%" PRId64,
					    RV_SV_ARG(p.path), p.line)),
		.path = p.path,
		.line = p.line,
		.title = p.heading.n ? p.heading : p.title,
		.text = p.text,
		.time = p.time,
		.origin = RV_ORIGIN_AGENT,
		.rowid = hit->rowid,
		.score = hit->score,
	};
	return RV_OK;
}

static bool
wanted(const struct rv_lexical_query *q, const struct rv_item *item)
{
	if (q->layers && !(q->layers & 1u << item->layer))
		return false;
	return q->as_of == RV_UNDATED || item->time == RV_UNDATED ||
	       item->time <= q->as_of;
}

/* The first k hits that are wanted; *n of them. */
static rv_status
load(struct rv_store *s, const struct rv_lexical_query *q,
     const struct rv_hit *hits, size_t n_hits, size_t k, struct rv_arena *arena,
     struct rv_item *out, size_t *n, struct rv_err *err)
{
	*n = 0;
	for (size_t i = 0; i < n_hits && *n < k; i++) {
		struct rv_item item;
		rv_status st = hits[i].episode ? load_episode(s, &hits[i],
							      arena, &item, err)
					       : load_page(s, &hits[i], arena,
							   &item, err);

		if (st != RV_OK)
			return st;
		if (wanted(q, &item))
			out[(*n)++] = item;
	}
	return RV_OK;
}

rv_status
rv_lexical_search(struct rv_store *s, struct rv_tokens *tokens,
		  const struct rv_lexical_query *q, struct rv_arena *arena,
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
	/* The index knows neither layers nor times: fetch more until there is
	 * enough, or no more. */
	for (sq.limit = picky ? k * 4 : k; sq.n; sq.limit *= 8) {
		struct rv_hit *hits;

		st = rv_store_search(s, &sq, arena, &hits, &n_hits, err);
		if (st == RV_OK)
			st = load(s, q, hits, n_hits, (size_t)k, arena, items,
				  &found, err);
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
