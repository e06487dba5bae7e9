/* SPDX-License-Identifier: MIT */
/* Speed of the scanner on text without secrets: median of some passes. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/rng.h"
#include "doc/redact.h"

#define BYTES ((size_t)16 << 20)
#define PASSES 9

/* Words as they come in talk and in notes about code. */
static const char *const words[] = {
	"the",	"garden", "was",   "quiet", "and",     "we",	"talked",
	"about", "a",	  "plan",  "for",   "winter",  "Mara",	"said",
	"that",	"nobody", "knows", "where", "consolidation", "happens",
	"in",	"2026,",  "maybe", "later", "(again)", "it's",	"well-known",
	"file",	"test_one", "I",   "think", "so.",     "Это",	"было",
	"хорошо", "記憶",  "is",   "12:30", "1.5",     "km",	"https",
};

static double
now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
main(void)
{
	struct rv_buf text = RV_BUF_INIT;
	double rate[PASSES];
	struct rv_rng rng;
	size_t hits = 0;

	rv_rng_seed(&rng, 11);
	while (text.n < BYTES) {
		rv_buf_adds(&text, words[rv_rng_below(
					   &rng, sizeof(words) / sizeof(*words))]);
		rv_buf_addc(&text, rv_rng_below(&rng, 14) ? ' ' : '\n');
	}
	for (int i = 0; i < PASSES; i++) {
		double from = now();

		hits += rv_redact_count(rv_buf_sv(&text));
		rate[i] = (double)text.n / (now() - from) / 1e6;
	}
	qsort(rate, PASSES, sizeof(*rate), by_value);
	(void)printf("redact, clean text: %.0f MB/s (budget 500), best %.0f, "
		     "%zu hits in %zu bytes\n",
		     rate[PASSES / 2], rate[PASSES - 1], hits, text.n);
	rv_buf_release(&text);
	return hits != 0;
}
