/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_REDACT_TABLE_H
#define RV_DOC_REDACT_TABLE_H

/*
 * The rules of redact.def, compiled, and the tables that find where one may
 * begin by the three characters of its anchor that are met least.  Folded to
 * five bits each they are looked up in 4 kB, which lets most text pass; folded
 * to six in 32 kB; then follow the rules, with the set of characters that may
 * be fourth.  Any thread after rv__table().
 */

#include <stdint.h>
#include <string.h>

#include "doc/redact_priv.h"

enum rv__kind { RV__CODE, RV__FORM, RV__KEY };

struct rv__rule {
	enum rv__kind kind;
	const char *name, *placeholder;
	const char *anchor;
	size_t n;     /* of the anchor */
	size_t gram; /* where in it the three characters are */
	unsigned flags;
	int rank;
	/* RV__FORM */
	struct rv__pattern before, form;
	double entropy;
	/* RV__CODE */
	rv__rule_fn *code;
	/* RV__KEY */
	enum rv__key key;
};

#define RV__GRAMS (1u << 18)
#define RV__BUCKETS 2048
#define RV__INITIALS 8192
#define RV__INITIAL_BYTES 6

struct rv__table {
	uint8_t coarse[256];	 /* five bits of a character */
	uint32_t first[32 * 32]; /* of two characters: which may be third */
	uint8_t fold[256];	 /* six bits of a character */
	uint8_t bits[RV__GRAMS / 8];
	struct rv__rule *rules;
	size_t n;
	struct rv__word { /* names of secrets, beside the large rules */
		const char *text;
		size_t n;
		enum rv__key key;
	} *words;
	size_t words_n, words_cap;
	struct rv__link { /* which rules begin with three characters */
		uint64_t fourth; /* as it is folded */
		uint64_t before; /* the same of what stands before them */
		uint32_t gram;
		uint16_t rule, next; /* next of the bucket, 0: none */
	} *links;
	size_t links_n, links_cap;
	uint16_t buckets[RV__BUCKETS];
	/* Words that begin beyond ASCII, by their first bytes as they are: the
	 * folded ones would be met in all texts of their script. */
	struct rv__initial {
		uint64_t initial;
		uint16_t rule, next;
	} *initials;
	size_t initials_n, initials_cap;
	uint16_t initial_buckets[RV__INITIALS];
};

/* Made once for the process. */
const struct rv__table *rv__table(void) RV_NONNULL;

/* The first bytes of a word; there are RV__INITIAL_BYTES of them. */
static inline uint64_t
rv__initial_of(const char *p)
{
	uint64_t v = 0;

	memcpy(&v, p, RV__INITIAL_BYTES);
	return v;
}

static inline unsigned
rv__initial_bucket(uint64_t initial)
{
	return (initial * UINT64_C(0x9E3779B97F4A7C15)) >> 51;
}

static inline unsigned
rv__gram_bucket(uint32_t gram)
{
	return (gram * 2654435761u) >> 21 & (RV__BUCKETS - 1);
}

#endif
