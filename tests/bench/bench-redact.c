/* SPDX-License-Identifier: MIT */
/* Speed of the scanner on kinds of text without secrets: median of passes. */
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

/* --- texts without a secret ---------------------------------------------------- */

static const char *
word(struct rv_rng *rng)
{
	return words[rv_rng_below(rng, ARRAY_LEN(words))];
}

static void
add_prose(struct rv_rng *rng, struct rv_buf *out)
{
	rv_buf_adds(out, word(rng));
	rv_buf_addc(out, rv_rng_below(rng, 14) ? ' ' : '\n');
}

static void
add_code(struct rv_rng *rng, struct rv_buf *out)
{
	rv_buf_addf(out, "\tif (%s->%s[%d] != %s_%s(&x, \"%s\", 0x%02x))\n"
			 "\t\treturn rv_%s(%s, i++);\n",
		    word(rng), word(rng), (int)rv_rng_below(rng, 10), word(rng),
		    word(rng), word(rng), (unsigned)rv_rng_below(rng, 256),
		    word(rng), word(rng));
}

static void
add_jsonl(struct rv_rng *rng, struct rv_buf *out)
{
	rv_buf_addf(out, "{\"type\":\"message\",\"id\":\"%08x\",\"timestamp\":"
			 "\"2026-01-28T13:45:%02d.000Z\",\"message\":{\"role\":"
			 "\"user\",\"content\":[{\"type\":\"text\",\"text\":\"",
		    (unsigned)rv_rng_next(rng), (int)rv_rng_below(rng, 60));
	for (int i = 0; i < 60; i++) {
		const char *w = word(rng);

		rv_buf_adds(out, *w == '"' ? "yes" : w);
		rv_buf_addc(out, ' ');
	}
	rv_buf_adds(out, "\"}]}}\n");
}

static void
add_cjk(struct rv_rng *rng, struct rv_buf *out)
{
	unsigned c = 0x4E00 + (unsigned)rv_rng_below(rng, 0x4000);

	rv_buf_addc(out, (char)(0xE0 | c >> 12));
	rv_buf_addc(out, (char)(0x80 | (c >> 6 & 63)));
	rv_buf_addc(out, (char)(0x80 | (c & 63)));
	if (!rv_rng_below(rng, 40))
		rv_buf_adds(out, "\xE3\x80\x82\n");
}

static void
add_base64(struct rv_rng *rng, struct rv_buf *out)
{
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "abcdefghijklmnopqrstuvwxyz0123456789+/";

	for (int i = 0; i < 76; i++)
		rv_buf_addc(out, set[rv_rng_below(rng, 64)]);
	rv_buf_addc(out, '\n');
}

static void
add_hex(struct rv_rng *rng, struct rv_buf *out)
{
	rv_buf_addf(out, "%08x ", (unsigned)out->n);
	for (int i = 0; i < 16; i++)
		rv_buf_addf(out, " %02x", (unsigned)rv_rng_below(rng, 256));
	rv_buf_adds(out, "  |................|\n");
}

/* What is made to be slow: one anchor behind the other. */
static const char *const slow[] = {
	"key=", "token: \"", "CN=", "-eyJ", "sk-proj-", "T3BlbkFJ", "\\u0041",
	"-----BEGIN PRIVATE KEY-----\n", "kind: Secret\ndata:\n", "<token>",
	"Authorization: ", "arn:aws:x:secret:", "key = f(", "PuTTY-User-Key-File",
	"Cookie: ", "|password|a|\n|--|--|\n|x1|y|\n", "a,password\nx,y1\n",
	"password:\n- a1\n", "login a/b1 ", "&#65;", "--auth a:",
};

static double
rate_of(struct rv_sv text, int passes, size_t *hits)
{
	double rate[PASSES];

	for (int i = 0; i < passes; i++) {
		double from = now();

		*hits = rv_redact_count(text);
		rate[i] = (double)text.n / (now() - from) / 1e6;
	}
	qsort(rate, (size_t)passes, sizeof(*rate), by_value);
	return rate[passes / 2];
}

/* A file over and over. */
static int
of_file(const char *path)
{
	struct rv_buf text = RV_BUF_INIT, file = RV_BUF_INIT;
	size_t hits = 0;
	double rate = 0;

	if (rv_path_read(path, BYTES, &file, NULL) == RV_OK && file.n) {
		while (text.n < BYTES)
			rv_buf_addv(&text, rv_buf_sv(&file));
		rate = rate_of(rv_buf_sv(&text), PASSES, &hits);
	}
	(void)printf("redact, %s: %.0f MB/s, %zu hits\n", path, rate, hits);
	rv_buf_release(&file);
	rv_buf_release(&text);
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name, *note;
		void (*add)(struct rv_rng *rng, struct rv_buf *out);
	} kinds[] = {
		{"clean text", " (budget 500)", add_prose},
		{"code", "", add_code},	    {"JSONL", "", add_jsonl},
		{"CJK", "", add_cjk},	    {"base64", "", add_base64},
		{"hex dump", "", add_hex},
	};
	struct rv_buf text = RV_BUF_INIT;
	size_t hits, wrong = 0;
	double worst = 1e9;
	const char *which = "";
	struct rv_rng rng;

	if (argc > 1)
		return of_file(argv[1]);
	for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
		double rate;

		rv_rng_seed(&rng, 11);
		rv_buf_reset(&text);
		while (text.n < BYTES)
			kinds[k].add(&rng, &text);
		rate = rate_of(rv_buf_sv(&text), k ? 3 : PASSES, &hits);
		(void)printf("redact, %s: %.0f MB/s%s, %zu hits in %zu bytes\n",
			     kinds[k].name, rate, kinds[k].note, hits, text.n);
		wrong += hits;
	}
	for (size_t k = 0; k < ARRAY_LEN(slow); k++) {
		double rate;

		rv_buf_reset(&text);
		while (text.n < BYTES / 8)
			rv_buf_adds(&text, slow[k]);
		rate = rate_of(rv_buf_sv(&text), 1, &hits);
		if (rate < worst) {
			worst = rate;
			which = slow[k];
		}
	}
	(void)printf("redact, made to be slow: %.1f MB/s at the least (%.8s)\n",
		     worst, which);
	rv_buf_release(&text);
	return wrong != 0;
}
