/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_TOKENS_H
#define RV_DOC_TOKENS_H

/*
 * The words by which text is indexed and found: NFC, case-folded words of UAX
 * 29, their Snowball stems (English; Russian for Cyrillic), and bigrams for
 * runs of CJK.  The same function serves index and query, so both sides agree.
 * A token never holds a blank or a quote.  One tokeniser per thread.
 */

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

struct rv_buf;
struct rv_tokens;

struct rv_token {
	struct rv_sv word;  /* folded, as written */
	struct rv_sv stem;  /* what is indexed */
	struct rv_sv text;  /* the bytes of the input it came from */
	bool stop;	    /* a stop word: indexed, but no query by itself */
	bool name;	    /* written with a capital inside a sentence */
	bool number;	    /* begins with a digit */
};

struct rv_tokens *rv_tokens_new(void);
void rv_tokens_free(struct rv_tokens *t);

/* All tokens of the text in order, in the arena; *n is their number. */
struct rv_token *rv_tokens_of(struct rv_tokens *t, struct rv_sv text,
			      struct rv_arena *arena, size_t *n);
/* Appends the stems parted by blanks: what the index stores. */
void rv_tokens_index(struct rv_tokens *t, struct rv_sv text,
		     struct rv_buf *out);

#endif
