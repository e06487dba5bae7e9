/* SPDX-License-Identifier: MIT */
/* Writes N plain episodes of about 70 words, drawn by Zipf's law from a made-up
 * vocabulary, the same for the same N: the workspace that the bench imports. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/time.h"

#define WORDS 20000
#define PER_MESSAGE 70

static const char *const syllables[] = {
	"ba", "ke", "li", "mo", "nu", "ra", "so", "ti", "ve", "zu",
	"dan", "fel", "gor", "hin", "jup", "lar", "men", "pol", "ris", "tam",
};

static void
put_word(uint64_t n)
{
	size_t k = sizeof(syllables) / sizeof(syllables[0]);

	do {
		fputs(syllables[n % k], stdout);
		n /= k;
	} while (n);
}

/* Rank of a word: the inverse of Zipf's distribution, roughly. */
static uint64_t
draw(struct rv_rng *r)
{
	double u = (double)(rv_rng_next(r) >> 11) / 9007199254740992.0;

	return (uint64_t)(pow((double)WORDS, u)) - 1;
}

int
main(int argc, char **argv)
{
	int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 1000;
	int64_t start = 1704067200000; /* 2024-01-01 */
	struct rv_rng r;
	char iso[RV_ISO_MAX];

	rv_rng_seed(&r, 1);
	for (int64_t i = 0; i < n; i++) {
		rv_time_iso(start + i * 6 * RV_MINUTE, iso);
		printf("{\"ref\":\"m%" PRId64 "\",\"session\":\"bench-%" PRId64
		       "\",\"time\":\"%s\",\"role\":\"%s\",\"text\":\"",
		       i, i / 200, iso, i % 2 ? "assistant" : "user");
		for (int w = 0; w < PER_MESSAGE; w++) {
			if (w)
				putchar(' ');
			put_word(draw(&r));
		}
		puts(".\"}");
	}
	return 0;
}
