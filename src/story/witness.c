/* SPDX-License-Identifier: MIT */
/* The words that were said, and how many of a sentence's are among them. */
#include "config.h"

#include "story/witness.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Messages that may bear out one sentence together: a question, its answer and
 * what was said to that. */
#define WINDOW 3
/* Of ten telling words, so many must have been said. */
#define SAID_TENTHS 6
/* A sentence of fewer says too little to be judged by its words. */
#define WORDS_MIN 2

struct posting {
	uint64_t stem;
	size_t episode;
};

struct rv_witness {
	struct rv_tokens *tokens;
	struct posting *items; /* by stem, then episode */
	size_t n, cap, episodes;
	/* One sentence: words found in the window that begins here, and the
	 * last word that was counted there. */
	int *found;
	size_t *last;
};

static int
by_stem(const void *a, const void *b)
{
	const struct posting *x = a, *y = b;

	if (x->stem != y->stem)
		return x->stem < y->stem ? -1 : 1;
	return x->episode < y->episode ? -1 : x->episode > y->episode;
}

static void
add(struct rv_witness *w, struct rv_sv text, size_t episode,
    struct rv_arena *arena)
{
	size_t n;
	const struct rv_token *t = rv_tokens_of(w->tokens, text, arena, &n);

	rv_grow(&w->items, &w->cap, w->n + n);
	for (size_t i = 0; i < n; i++)
		if (!t[i].stop || t[i].number)
			w->items[w->n++] = (struct posting){
				rv_sv_hash(t[i].stem), episode};
}

struct rv_witness *
rv_witness_new(struct rv_tokens *t, const struct rv_episode_list *said)
{
	struct rv_witness *w = rv_calloc(1, sizeof(*w));
	struct rv_arena arena = RV_ARENA_INIT;

	w->tokens = t;
	w->episodes = said->n;
	w->found = rv_calloc(said->n + 1, sizeof(*w->found));
	w->last = rv_calloc(said->n + 1, sizeof(*w->last));
	for (size_t i = 0; i < said->n; i++) {
		add(w, said->items[i].text, i, &arena);
		/* "Mara asked" is borne out by Mara's own message. */
		add(w, said->items[i].name, i, &arena);
		rv_arena_release(&arena);
	}
	if (w->n > 1)
		qsort(w->items, w->n, sizeof(*w->items), by_stem);
	return w;
}

void
rv_witness_free(struct rv_witness *w)
{
	if (!w)
		return;
	free(w->items);
	free(w->found);
	free(w->last);
	free(w);
}

/* First posting of the stem, or the one where it would stand. */
static size_t
first_of(const struct rv_witness *w, uint64_t stem)
{
	size_t lo = 0, hi = w->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (w->items[mid].stem < stem)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Counts one word, the number-th of its sentence, in every window that holds
 * it; false when nobody said it. */
static bool
count(struct rv_witness *w, uint64_t stem, size_t number, int *best)
{
	size_t i = first_of(w, stem);

	if (i == w->n || w->items[i].stem != stem)
		return false;
	for (; i < w->n && w->items[i].stem == stem; i++) {
		size_t to = w->items[i].episode;
		size_t from = to + 1 < WINDOW ? 0 : to + 1 - WINDOW;

		for (size_t k = from; k <= to; k++) {
			if (w->last[k] == number)
				continue;
			w->last[k] = number;
			w->found[k]++;
			*best = RV_MAX(*best, w->found[k]);
		}
	}
	return true;
}

static bool
is_repeated(const struct rv_token *t, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (rv_sv_eq(t[k].stem, t[i].stem))
			return true;
	return false;
}

bool
rv_witness_bears(struct rv_witness *w, struct rv_sv sentence)
{
	struct rv_arena arena = RV_ARENA_INIT;
	size_t n, words = 0;
	const struct rv_token *t =
		rv_tokens_of(w->tokens, sentence, &arena, &n);
	bool numbers = true;
	int best = 0;

	memset(w->found, 0, (w->episodes + 1) * sizeof(*w->found));
	memset(w->last, 0, (w->episodes + 1) * sizeof(*w->last));
	for (size_t i = 0; i < n; i++) {
		if ((t[i].stop && !t[i].number) || is_repeated(t, i))
			continue;
		words++;
		if (!count(w, rv_sv_hash(t[i].stem), words, &best))
			numbers = numbers && !t[i].number;
	}
	rv_arena_release(&arena);
	return numbers && words >= WORDS_MIN &&
	       (size_t)best * 10 >= words * SAID_TENTHS;
}
