/* SPDX-License-Identifier: MIT */
/* Finding items by their vectors. */
#include "config.h"

#include "recall/semantic.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"

#define READ_AT_ONCE 256
#define K_DEFAULT 10

/* Title and text from `from` on, cut between letters; *end is behind it. */
static struct rv_sv
portion(struct rv_sv title, struct rv_sv text, size_t from, size_t *end,
	struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;
	size_t head, cut;

	if (title.n) {
		rv_buf_addv(&b, title);
		rv_buf_addc(&b, '\n');
	}
	head = b.n;
	rv_buf_addv(&b, rv_sv_slice(text, from, RV_MIN(text.n,
				    from + RV_SEMANTIC_BYTES)));
	out = rv_buf_sv(&b);
	cut = rv_utf8_floor(out, RV_SEMANTIC_BYTES);
	*end = from + (cut > head ? cut - head : 0);
	out = rv_sv_dup_in(arena, rv_sv_trim(rv_sv_slice(out, 0, cut)));
	rv_buf_release(&b);
	return out;
}

/* Where the next portion begins: a little before the end of the last one,
 * behind a blank where there is one. */
static size_t
step_back(struct rv_sv text, size_t end)
{
	size_t from = end > RV_SEMANTIC_OVERLAP ? end - RV_SEMANTIC_OVERLAP : 0;

	from = rv_utf8_floor(text, from);
	for (size_t i = from; i < from + RV_SEMANTIC_OVERLAP / 2 && i < end;
	     i++)
		if (text.p[i] == ' ' || text.p[i] == '\n')
			return i + 1;
	return from;
}

size_t
rv_semantic_texts(const struct rv_document *d, struct rv_arena *arena,
		  struct rv_sv out[RV_SEMANTIC_PORTIONS])
{
	struct rv_sv title = rv_sv_trim(d->title);
	size_t n = 0, end;
	struct rv_sv text;

	text = portion(title, d->text, 0, &end, arena);
	if (text.n)
		out[n++] = text;
	/* The first one has all of a long title. */
	title = rv_sv_slice(title, 0,
			    rv_utf8_floor(title, RV_SEMANTIC_OVERLAP));
	while (n && n < RV_SEMANTIC_PORTIONS &&
	       rv_sv_trim(rv_sv_slice(d->text, end, d->text.n)).n)
		out[n++] = portion(title, d->text, step_back(d->text, end),
				   &end, arena);
	return n;
}

/* What a walk over the documents does with one and a vector of it. */
typedef void each_fn(const struct rv_document *d, const float *v, size_t dim,
		     void *arg);

/* Does the cache have all its portions? */
static bool
known(const struct rv_embed_call *call, const struct rv_document *d,
      each_fn *each, void *arg)
{
	struct rv_sv texts[RV_SEMANTIC_PORTIONS];
	struct rv_arena scratch = RV_ARENA_INIT;
	size_t n = rv_semantic_texts(d, &scratch, texts);
	bool all = n > 0;

	for (size_t i = 0; i < n; i++) {
		size_t dim = 0;
		const float *v =
			rv_embed_known(call, texts[i], &scratch, &dim);

		all &= v != NULL;
		if (v && each)
			each(d, v, dim, arg);
	}
	rv_arena_release(&scratch);
	return all;
}

static rv_status
walk(struct rv_store *s, const struct rv_embed_call *call, each_fn *each,
     void *arg, struct rv_semantic_seen *seen, struct rv_err *err)
{
	struct rv_document *docs = rv_calloc(READ_AT_ONCE, sizeof(*docs));
	struct rv_document_walk w = {0};
	rv_status st;
	size_t n;

	*seen = (struct rv_semantic_seen){0};
	do {
		struct rv_arena scratch = RV_ARENA_INIT;

		st = rv_store_walk(s, &w, READ_AT_ONCE, &scratch, docs, &n, err);
		for (size_t i = 0; st == RV_OK && i < n; i++) {
			seen->documents++;
			seen->vectors += known(call, &docs[i], each, arg);
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

/* each_fn: portions of one document follow each other. */
static void
weigh(const struct rv_document *d, const float *v, size_t dim, void *arg)
{
	struct found *f = arg;
	struct rv_hit *last = f->n ? &f->hits[f->n - 1] : NULL;
	double score;

	if (dim != f->dim)
		return;
	score = rv_embed_cosine(f->query, v, dim);
	if (last && last->rowid == d->rowid && last->episode == d->episode) {
		last->score = RV_MAX(last->score, score);
		return;
	}
	rv_grow(&f->hits, &f->cap, f->n + 1);
	f->hits[f->n++] = (struct rv_hit){
		.episode = d->episode, .rowid = d->rowid, .score = score};
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
