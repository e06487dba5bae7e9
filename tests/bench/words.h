/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_BENCH_WORDS_H
#define RV_TESTS_BENCH_WORDS_H

/* A made-up vocabulary of WORDS words, drawn by Zipf's law, which all bench
 * programs share: questions are asked in the words that texts are made of. */

#include <math.h>

#include "base/buf.h"
#include "base/rng.h"

#define WORDS 20000

static inline void
put_word(struct rv_buf *out, uint64_t n)
{
	static const char *const syllables[] = {
		"ba",  "ke",  "li",  "mo",  "nu",  "ra",  "so",
		"ti",  "ve",  "zu",  "dan", "fel", "gor", "hin",
		"jup", "lar", "men", "pol", "ris", "tam",
	};
	size_t k = sizeof(syllables) / sizeof(syllables[0]);

	do {
		rv_buf_adds(out, syllables[n % k]);
		n /= k;
	} while (n);
}

/* Rank of a word: the inverse of Zipf's distribution, roughly. */
static inline uint64_t
draw_word(struct rv_rng *r)
{
	double u = (double)(rv_rng_next(r) >> 11) / 9007199254740992.0;

	return (uint64_t)(pow((double)WORDS, u)) - 1;
}

#endif
