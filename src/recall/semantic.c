/* SPDX-License-Identifier: MIT */
/* Finding items by their vectors. */
#include "config.h"

#include "recall/semantic.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"

#define PORTION 256
#define K_DEFAULT 10

struct rv_sv
rv_semantic_text(const struct rv_document *d, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;

	if (rv_sv_trim(d->title).n) {
		rv_buf_addv(&b, rv_sv_trim(d->title));
		rv_buf_addc(&b, '\n');
	}
	rv_buf_addv(&b, d->text);
	out = rv_buf_sv(&b);
	out = rv_sv_trim(rv_sv_slice(out, 0,
				     rv_utf8_floor(out, RV_SEMANTIC_BYTES)));
	out = rv_sv_dup_in(arena, out);
	rv_buf_release(&b);
	return out;
}

/* What a walk over the documents does with one and its vector (or NULL). */
typedef void each_fn(const struct rv_document *d, const float *v, size_t dim,
		     void *arg);

static rv_status
walk(struct rv_store *s, const struct rv_embed_call *call, each_fn *each,
     void *arg, struct rv_semantic_seen *seen, struct rv_err *err)
{
	struct rv_document *docs = rv_calloc(PORTION, sizeof(*docs));
	struct rv_document_walk w = {0};
	rv_status st;
	size_t n;

	*seen = (struct rv_semantic_seen){0};
	do {
		struct rv_arena scratch = RV_ARENA_INIT;

		st = rv_store_walk(s, &w, PORTION, &scratch, docs, &n, err);
		for (size_t i = 0; st == RV_OK && i < n; i++) {
			size_t dim = 0;
			const float *v = rv_embed_known(
				call, rv_semantic_text(&docs[i], &scratch),
				&scratch, &dim);

			seen->documents++;
			seen->vectors += v != NULL;
			if (each)
				each(&docs[i], v, dim, arg);
		}
		rv_arena_release(&scratch);
	} while (st == RV_OK && n);
	free(docs);
	return st;
}

rv_status
rv_semantic_count(struct rv_store *s, const struct rv_embed_call *call,
		  struct rv_semantic_seen *out, struct rv_err *err)
{
	return walk(s, call, NULL, NULL, out, err);
}

struct found {
	const float *query;
	size_t dim;
	struct rv_hit *hits;
	size_t n, cap;
};

/* each_fn */
static void
weigh(const struct rv_document *d, const float *v, size_t dim, void *arg)
{
	struct found *f = arg;

	if (!v || dim != f->dim)
		return;
	rv_grow(&f->hits, &f->cap, f->n + 1);
	f->hits[f->n++] = (struct rv_hit){
		.episode = d->episode, .rowid = d->rowid,
		.score = rv_embed_cosine(f->query, v, dim)};
}

static int
compare(const void *a, const void *b)
{
	const struct rv_hit *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->episode != y->episode)
		return x->episode ? -1 : 1;
	return x->rowid < y->rowid ? -1 : x->rowid > y->rowid;
}

rv_status
rv_semantic_search(struct rv_store *s, const struct rv_embed_call *call,
		   const struct rv_recall_query *q, const float *query,
		   size_t dim, struct rv_arena *arena, struct rv_item **out,
		   size_t *n, struct rv_semantic_seen *seen,
		   struct rv_err *err)
{
	struct found f = {.query = query, .dim = dim};
	size_t k = q->k > 0 ? (size_t)q->k : K_DEFAULT;
	rv_status st = walk(s, call, weigh, &f, seen, err);

	if (f.n > 1)
		qsort(f.hits, f.n, sizeof(*f.hits), compare);
	k = RV_MIN(k, f.n);
	*out = rv_arena_array(arena, struct rv_item, k + 1);
	*n = 0;
	if (st == RV_OK)
		st = rv_item_load(s, q, f.hits, f.n, k, arena, *out, n, err);
	free(f.hits);
	return st;
}
