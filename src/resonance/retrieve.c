/* SPDX-License-Identifier: MIT */
/* Phase 2: the candidates, and what the store knows about each of them. */
#include "config.h"

#include <stdlib.h>

#include "base/time.h"
#include "base/utf8.h"
#include "resonance/resonance.h"
#include "store/search.h"
#include "store/traces.h"

#define FUSE 60
/* A name in more documents than this, and than a part of all, boosts none. */
#define COMMON_MIN 5
#define COMMON_PART 20
#define TEXT_BYTES ((size_t)64 * 1024)

static struct rv_candidate *
find(struct rv_run *run, struct rv_sv id)
{
	for (size_t i = 0; i < run->n; i++)
		if (rv_sv_eq(run->cands[i].item.id, id))
			return &run->cands[i];
	return NULL;
}

static void
take_hit(struct rv_run *run, const struct rv_item *item, int query, int rank)
{
	struct rv_candidate *c = find(run, item->id);

	if (!c) {
		c = &run->cands[run->n++];
		*c = (struct rv_candidate){
			.item = *item, .query = query, .rank = rank};
	} else if (rank < c->rank) {
		c->item.score = item->score;
		c->query = query;
		c->rank = rank;
	}
	c->fused += 1.0 / (FUSE + rank);
	c->boosted |= rank == 1;
}

static int
compare_hash(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static bool
has_stem(const struct rv_candidate *c, struct rv_sv stem)
{
	uint64_t h = rv_sv_hash(stem);

	return c->n_stems && bsearch(&h, c->stems, c->n_stems,
				     sizeof(*c->stems), compare_hash);
}

/* All distinct stems of title and text, stop words too. */
static void
read_stems(struct rv_candidate *c, struct rv_tokens *tokens,
	   struct rv_arena *arena)
{
	struct rv_sv text = rv_sv_slice(
		c->item.text, 0, rv_utf8_floor(c->item.text, TEXT_BYTES));
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv rest, stem;
	uint64_t *stems;
	size_t n = 0, m = 0;

	rv_tokens_index(tokens, c->item.title, &b);
	rv_buf_addc(&b, ' ');
	rv_tokens_index(tokens, text, &b);
	stems = rv_arena_array(arena, uint64_t, b.n / 2 + 1);
	for (rest = rv_buf_sv(&b); rv_sv_next_part(&rest, ' ', &stem);)
		if (stem.n)
			stems[n++] = rv_sv_hash(stem);
	qsort(stems, n, sizeof(*stems), compare_hash);
	for (size_t i = 0; i < n; i++)
		if (m == 0 || stems[m - 1] != stems[i])
			stems[m++] = stems[i];
	c->stems = stems;
	c->n_stems = m;
	rv_buf_release(&b);
}

/* A name of the seed by its stems. */
struct name {
	struct rv_token *tokens;
	size_t n; /* 0: in too many documents to tell one from another */
};

static rv_status
read_names(struct rv_store *s, const struct rv_run *run,
	   struct rv_tokens *tokens, struct rv_arena *arena, struct name *out,
	   struct rv_err *err)
{
	for (size_t e = 0; e < run->seed.n_entities; e++) {
		struct name *name = &out[e];
		int64_t least = INT64_MAX, documents;

		name->tokens = rv_tokens_of(tokens, run->seed.entities[e],
					    arena, &name->n);
		for (size_t i = 0; i < name->n; i++) {
			rv_status st = rv_store_frequency(
				s, name->tokens[i].stem, &documents, err);

			if (st != RV_OK)
				return st;
			least = RV_MIN(least, documents);
		}
		if (least > COMMON_MIN && least > run->documents / COMMON_PART)
			name->n = 0;
	}
	return RV_OK;
}

/* True when every word of a name occurs. */
static bool
names_entity(const struct rv_candidate *c, const struct name *names, size_t n)
{
	for (size_t e = 0; e < n; e++) {
		size_t hits = 0;

		for (size_t i = 0; i < names[e].n; i++)
			hits += has_stem(c, names[e].tokens[i].stem);
		if (names[e].n && hits == names[e].n)
			return true;
	}
	return false;
}

/* Frequencies only of stems that some candidate shares: the others decide
 * nothing. */
static rv_status
count_documents(struct rv_store *s, struct rv_run *run, struct rv_err *err)
{
	for (size_t i = 0; i < run->seed.n_stems; i++) {
		struct rv_stem *stem = &run->seed.stems[i];
		bool shared = false;
		rv_status st;

		for (size_t j = 0; j < run->n && !shared; j++)
			shared = has_stem(&run->cands[j], stem->stem);
		if (!shared)
			continue;
		st = rv_store_frequency(s, stem->stem, &stem->documents, err);
		if (st != RV_OK)
			return st;
	}
	return RV_OK;
}

static void
compare_with_seed(struct rv_candidate *c, const struct rv_run *run)
{
	const struct rv_stem *rarest = NULL;

	for (size_t i = 0; i < run->seed.n_stems; i++) {
		const struct rv_stem *stem = &run->seed.stems[i];

		if (!has_stem(c, stem->stem))
			continue;
		c->shared++;
		c->shared_message += stem->message;
		if (c->n_words < RV_SHARED_WORDS) {
			c->words_message[c->n_words] = stem->message;
			c->words[c->n_words++] = stem->word;
		}
		if (!rarest || stem->documents < rarest->documents)
			rarest = stem;
	}
	if (!rarest)
		return;
	c->rarest = rarest->word;
	c->rarity = run->documents > 0
			    ? (double)rarest->documents / (double)run->documents
			    : 1;
}

rv_status
rv_resonance_retrieve(struct rv_store *s, struct rv_run *run,
		      struct rv_tokens *tokens, struct rv_arena *arena,
		      struct rv_err *err)
{
	struct name names[ARRAY_LEN(run->seed.entities)];
	rv_status st = rv_store_documents(s, &run->documents, err);

	if (st == RV_OK)
		st = read_names(s, run, tokens, arena, names, err);
	run->n = 0;
	run->cands = rv_arena_array(arena, struct rv_candidate,
				    run->seed.n_queries * RV_QUERY_HITS + 1);
	for (size_t q = 0; st == RV_OK && q < run->seed.n_queries; q++) {
		struct rv_recall_query query = {
			.text = run->seed.queries[q].text,
			.k = RV_QUERY_HITS,
			.as_of = RV_UNDATED,
			.prose = true,
		};
		struct rv_item *items;
		size_t n;

		st = rv_lexical_search(s, tokens, &query, arena, &items, &n,
				       err);
		for (size_t i = 0; st == RV_OK && i < n; i++)
			take_hit(run, &items[i], (int)q, (int)i + 1);
	}
	for (size_t i = 0; st == RV_OK && i < run->n; i++) {
		struct rv_candidate *c = &run->cands[i];

		read_stems(c, tokens, arena);
		c->boosted |= names_entity(c, names, run->seed.n_entities);
		st = rv_echo_find(s, run->turn.session, c->item.id,
				  run->turn.echo, &c->echo_back, &c->echo_run,
				  err);
	}
	if (st == RV_OK)
		st = count_documents(s, run, err);
	for (size_t i = 0; st == RV_OK && i < run->n; i++)
		compare_with_seed(&run->cands[i], run);
	return st;
}
