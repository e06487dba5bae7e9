/* SPDX-License-Identifier: MIT */
/* Whether another page says it already, or has its name. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "doc/slug.h"
#include "doc/tokens.h"
#include "store/search.h"
#include "trust/promote_check_priv.h"

#define SAME 0.6 /* share of the new words that a page has already */
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
telling(struct rv_promote_asked *a, const struct rv_sv *stems, size_t n,
	struct rv_sv *out, size_t *n_out, struct rv_err *err)
{
	size_t rare = 0;

	for (size_t i = 0; i < n && rare < TERMS_MAX; i++) {
		int64_t rows;
		rv_status st = rv_store_frequency_upto(
			a->j->in->store, stems[i], COMMON, &rows, err);

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

/* The piece of another canonical page that has most of the new words. */
static rv_status
nearest(struct rv_promote_asked *a, struct rv_tokens *t,
	const struct rv_sv *stems, size_t n, struct rv_page *best, double *how,
	struct rv_err *err)
{
	struct rv_sv words[TERMS_MAX];
	struct rv_search_query q = {.pages = true, .limit = HITS_MAX,
				    .stems = words};
	struct rv_promote_job *j = a->j;
	struct rv_hit *hits = NULL;
	size_t n_hits = 0;
	rv_status st = telling(a, stems, n, words, &q.n, err);

	if (st == RV_OK)
		st = rv_store_search(j->in->store, &q, j->arena, &hits, &n_hits,
				     err);

	for (size_t i = 0; st == RV_OK && i < n_hits; i++) {
		struct rv_page p;
		const struct rv_page_meta *known;
		struct rv_sv *theirs;
		size_t m;
		double s;

		st = rv_page_by_rowid(j->in->store, hits[i].rowid, j->arena, &p,
				      err);
		if (st != RV_OK)
			break;
		known = rv_names_page(j->names, p.path);
		if (!known || rv_sv_eq(p.path, j->out->source) ||
		    rv_sv_eq(p.path, j->out->target) ||
		    !rv_page_is_canonical(known->type))
			continue;
		theirs = stems_of(t, p.text, j->arena, &m);
		s = share(stems, n, theirs, m);
		if (s > *how) {
			*how = s;
			*best = p;
		}
	}
	return st;
}

void
rv_promote_check_duplicate(struct rv_promote_asked *a)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf text = RV_BUF_INIT;
	struct rv_page best = {0};
	struct rv_sv *stems;
	double how = 0;
	size_t n;

	for (size_t i = 0; i < a->j->n; i++) {
		rv_buf_addv(&text, a->j->blocks[i].text);
		rv_buf_addc(&text, '\n');
	}
	stems = stems_of(t, rv_buf_sv(&text), a->j->arena, &n);
	if (n)
		a->status = nearest(a, t, stems, n, &best, &how, a->err);
	if (how >= SAME)
		rv_promote_say(
			a, RV_TRUST_WARN,
			_("%.*s line %lld has %d %% of its words already"),
			RV_SV_ARG(best.path), (long long)best.line,
			(int)(how * 100));
	else if (best.path.n)
		rv_promote_say(
			a, RV_TRUST_OK,
			_("the nearest page, %.*s, has %d %% of its words"),
			RV_SV_ARG(best.path), (int)(how * 100));
	else
		rv_promote_say(a, RV_TRUST_OK, _("no other page is near"));
	rv_buf_release(&text);
	rv_tokens_free(t);
}

/* Another page than the target and the source that has this name. */
static const struct rv_page_meta *
other_with(struct rv_promote_asked *a, struct rv_sv name)
{
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_page_meta *other = NULL;
	const struct rv_name *run;
	size_t n;

	rv_name_key(name, &key);
	run = rv_names_range(a->j->names, rv_buf_sv(&key), &n);
	for (size_t i = 0; run && i < n && !other; i++) {
		const struct rv_page_meta *p = run[i].page;

		if (p->layer == RV_LAYER_WIKI &&
		    !rv_sv_eq(p->path, a->j->out->target) &&
		    !rv_sv_eq(p->path, a->j->out->source))
			other = p;
	}
	rv_buf_release(&key);
	return other;
}

void
rv_promote_check_alias(struct rv_promote_asked *a)
{
	struct rv_sv rest = a->meta.aliases, name = a->meta.title;
	const struct rv_page_meta *other = other_with(a, name);

	while (!other && rv_sv_next_line(&rest, &name))
		other = other_with(a, name);
	if (other && rv_promote_type(a->j->out->to) != RV_PAGE_TYPE_N)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("\"%.*s\" is a name of %.*s too; [[links]] to "
				 "it would mean either"),
			       RV_SV_ARG(name), RV_SV_ARG(other->path));
	else
		rv_promote_say(a, RV_TRUST_OK, _("its names are its own"));
}
