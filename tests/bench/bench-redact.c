/* SPDX-License-Identifier: MIT */
/* Speed of the scanner on text without secrets: median of some passes. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/path.h"
#include "base/rng.h"
#include "doc/redact.h"

#define BYTES ((size_t)16 << 20)
#define PASSES 9

/* The commonest words of English, some longer ones, few numbers and signs. */
static const char *const words[] = {
	"the",	 "of",	  "and",   "to",    "a",      "in",    "that",	 "is",
	"was",	 "he",	  "for",   "it",    "with",   "as",    "his",	 "on",
	"be",	 "at",	  "by",	   "I",	    "this",   "had",   "not",	 "are",
	"but",	 "from",  "or",	   "have",  "an",     "they",  "which",	 "one",
	"you",	 "were",  "her",   "all",   "she",    "there", "would",	 "their",
	"we",	 "him",	  "been",  "has",   "when",   "who",   "will",	 "more",
	"no",	 "if",	  "out",   "so",    "said",   "what",  "up",	 "its",
	"about", "into",  "than",  "them",  "can",    "only",  "other",	 "new",
	"some",	 "could", "time",  "these", "two",    "may",   "then",	 "do",
	"first", "any",	  "my",	   "now",   "such",   "like",  "our",	 "over",
	"man",	 "me",	  "even",  "most",  "made",   "after", "also",	 "did",
	"many",	 "before", "must", "well,", "through", "back.", "years", "where",
	"much",	 "your",  "way",   "down",  "should", "because", "garden", "winter",
	"Mara",	 "\"yes\"", "it's", "12",  "(again)", "don't", "quiet",  "morning?",
	"remembered", "consolidation", "yesterday", "something", "different",
	"afternoon,", "2026", "beautiful", "question", "together", "library",
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

/* A file given as argument, over and over, or words. */
static void
fill(struct rv_buf *text, const char *path)
{
	struct rv_buf file = RV_BUF_INIT;
	struct rv_rng rng;

	rv_rng_seed(&rng, 11);
	if (path && rv_path_read(path, BYTES, &file, NULL) == RV_OK)
		while (file.n && text->n < BYTES)
			rv_buf_addv(text, rv_buf_sv(&file));
	while (text->n < BYTES) {
		rv_buf_adds(text, words[rv_rng_below(&rng, ARRAY_LEN(words))]);
		rv_buf_addc(text, rv_rng_below(&rng, 14) ? ' ' : '\n');
	}
	rv_buf_release(&file);
}

int
main(int argc, char **argv)
{
	struct rv_buf text = RV_BUF_INIT;
	double rate[PASSES];
	size_t hits = 0;

	fill(&text, argc > 1 ? argv[1] : NULL);
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
