/* SPDX-License-Identifier: MIT */
/* The text that comes nearest to what is promoted. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "doc/cut.h"
#include "doc/tokens.h"
#include "store/search.h"
#include "trust/promote_priv.h"

/* Half of these are in a double already; each is one more list to rank. */
#define TERMS_MAX 12
#define HITS_MAX 8
#define COMMON 200 /* rows with a word that tells little */
#define COMMON_MAX 4

static int
by_stem(const void *a, const void *b)
{
	const struct rv_sv *x = a, *y = b;

	return rv_sv_cmp(*x, *y);
}

/* Distinct stems that mean something, sorted. */
static struct rv_sv *
stems_of(struct rv_tokens *t, struct rv_sv text, struct rv_arena *arena,
	 size_t *n)
{
	size_t all, m = 0;
	struct rv_token *tokens = rv_tokens_of(t, text, arena, &all);
	struct rv_sv *out = rv_arena_array(arena, struct rv_sv, all + 1);

	for (size_t i = 0; i < all; i++)
		if (!tokens[i].stop)
			out[m++] = tokens[i].stem;
	if (m)
		qsort(out, m, sizeof(*out), by_stem);
	*n = 0;
	for (size_t i = 0; i < m; i++)
		if (!i || !rv_sv_eq(out[i], out[i - 1]))
			out[(*n)++] = out[i];
	return out;
}

/* How much of one list the other has. */
static double
share(const struct rv_sv *a, size_t n, const struct rv_sv *b, size_t m)
{
	size_t both = 0;

	for (size_t i = 0, k = 0; i < n && k < m;) {
		int c = rv_sv_cmp(a[i], b[k]);

		both += c == 0;
		i += c <= 0;
		k += c >= 0;
	}
	return n ? (double)both / (double)n : 0;
}

/* The first words that few rows have: half the index would have to be ranked
 * for the others, of which a few have to do when there is nothing else. */
static rv_status
telling(struct rv_promote_job *j, const struct rv_sv *stems, size_t n,
	struct rv_sv *out, size_t *n_out, struct rv_err *err)
{
	size_t rare = 0;

	for (size_t i = 0; i < n && rare < TERMS_MAX; i++) {
		int64_t rows;
		rv_status st = rv_store_frequency_upto(
			j->in->store, stems[i], COMMON, &rows, err);

		if (st != RV_OK)
			return st;
		if (rows > 0 && rows < COMMON)
			out[rare++] = stems[i];
	}
	*n_out = rare;
	if (!rare) {
		*n_out = RV_MIN(n, (size_t)COMMON_MAX);
		memcpy(out, stems, *n_out * sizeof(*out));
	}
	return RV_OK;
}

/* The names may be those of some pages only. */
static bool
is_canonical(struct rv_promote_job *j, struct rv_sv path)
{
	const struct rv_page_meta *page = rv_names_page(j->names, path);
	struct rv_page_meta known;

	if (page)
		return rv_page_is_canonical(page->type);
	return rv_page_meta_get(j->in->store, path, j->arena, &known, NULL) ==
		       RV_OK &&
	       rv_page_is_canonical(known.type);
}

/* The piece of another canonical page that has most of the new words. */
static rv_status
in_index(struct rv_promote_job *j, struct rv_tokens *t,
	 const struct rv_sv *stems, size_t n, struct rv_nearest *best,
	 struct rv_err *err)
{
	struct rv_sv words[TERMS_MAX];
	struct rv_search_query q = {.pages = true, .limit = HITS_MAX,
				    .stems = words};
	struct rv_hit *hits = NULL;
	size_t n_hits = 0;
	rv_status st = telling(j, stems, n, words, &q.n, err);

	if (st == RV_OK)
		st = rv_store_search(j->in->store, &q, j->arena, &hits,
				     &n_hits, err);

	for (size_t i = 0; st == RV_OK && i < n_hits; i++) {
		struct rv_page p;
		struct rv_sv *theirs;
		size_t m;
		double s;

		st = rv_page_by_rowid(j->in->store, hits[i].rowid, j->arena,
				      &p, err);
		if (st != RV_OK)
			break;
		if (rv_sv_eq(p.path, j->out->source) ||
		    rv_sv_eq(p.path, j->out->target) ||
		    !is_canonical(j, p.path))
			continue;
		theirs = stems_of(t, p.text, j->arena, &m);
		s = share(stems, n, theirs, m);
		if (s > best->share)
			*best = (struct rv_nearest){p.path, p.line, s};
	}
	return st;
}

/* The same of a page that the step writes with this one; it is cut only when
 * all of it together has enough. */
static void
in_mate(struct rv_promote_job *j, struct rv_tokens *t,
	const struct rv_sv *stems, size_t n, struct rv_promote_mate *mate,
	struct rv_nearest *best)
{
	struct rv_page_doc doc;

	if (!rv_page_is_canonical(mate->meta.type) ||
	    rv_sv_eq(mate->meta.path, j->out->source) ||
	    rv_sv_eq(mate->meta.path, j->out->target))
		return;
	if (!mate->stems)
		mate->stems = stems_of(t, mate->bytes, j->arena,
				       &mate->n_stems);
	if (share(stems, n, mate->stems, mate->n_stems) < RV_PROMOTE_SAME)
		return;
	rv_page_parse(mate->bytes, j->arena, &doc);
	for (size_t i = 0; i < doc.n; i++) {
		const struct rv_section *part = &doc.sections[i];
		struct rv_cut cut = {.body = part->body,
				     .line = part->line + (part->level > 0)};
		struct rv_sv piece;
		int64_t line;

		while (rv_cut_next(&cut, &piece, &line)) {
			size_t m;
			struct rv_sv *theirs = stems_of(t, piece, j->arena,
							&m);
			double s = share(stems, n, theirs, m);

			if (s > best->share)
				*best = (struct rv_nearest){mate->meta.path,
							    line, s};
		}
	}
}

rv_status
rv_promote_nearest(struct rv_promote_job *j, struct rv_nearest *out,
		   struct rv_err *err)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf text = RV_BUF_INIT;
	rv_status st = RV_OK;
	struct rv_sv *stems;
	size_t n;

	*out = (struct rv_nearest){0};
	for (size_t i = 0; i < j->n; i++) {
		rv_buf_addv(&text, j->blocks[i].text);
		rv_buf_addc(&text, '\n');
	}
	stems = stems_of(t, rv_buf_sv(&text), j->arena, &n);
	if (n)
		st = in_index(j, t, stems, n, out, err);
	for (size_t i = 0; n && st == RV_OK && i < j->in->n_mates; i++)
		in_mate(j, t, stems, n, &j->in->mates[i], out);
	rv_buf_release(&text);
	rv_tokens_free(t);
	return st;
}
