/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_SEGMENT_H
#define RV_BASE_SEGMENT_H

/*
 * Where text may be cut: grapheme clusters and words as UAX 29 says, sentences
 * in an approximation of it.  Malformed bytes count as one character each.
 * Any thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Bytes of the grapheme cluster at the start of the text; 0 when empty. */
size_t rv_grapheme_len(struct rv_sv v);

/*
 * Next word by UAX 29 that holds a letter or digit: false at the end.  *i is
 * the position to go on from (start with 0).
 */
bool rv_word_next(struct rv_sv v, size_t *i, struct rv_sv *word);

/*
 * End of the sentence that starts at `from` (. ! ? and their CJK forms, closing
 * quotes, the blanks behind them; or a newline); an index > from, or v.n.
 */
size_t rv_sentence_end(struct rv_sv v, size_t from);

#endif
