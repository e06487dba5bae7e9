/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_ASCII_WORDS_H
#define RV_DOC_ASCII_WORDS_H

/*
 * The words of text in ASCII, for doc/tokens: letters and digits, with what
 * stands between two of them as UAX 29 says.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"
#include "doc/stem.h"

/* A longer word is a key or a picture: its beginning has to do. */
#define RV_WORD_MAX 96

bool rv_ascii_is_digit(char c);
bool rv_ascii_is_space(char c);

/* The text with small letters, and zeros behind it; it stands in `low`. */
struct rv_sv rv_ascii_lower(struct rv_sv v, struct rv_buf *low);
/* The next word of such a text from *at on; *digits: has what counts of it
 * any.  False when there is none. */
bool rv_ascii_word_next(struct rv_sv low, size_t *at, struct rv_sv *word,
			bool *digits);

/* Appends the stems of a text in ASCII, parted by blanks; `low` is scratch. */
void rv_ascii_index(struct rv_stem *stem, struct rv_sv v, struct rv_buf *low,
		    struct rv_buf *out);

#endif
