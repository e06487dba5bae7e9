/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_UTF8_H
#define RV_BASE_UTF8_H

/*
 * Unicode over libunistring: validity, normalisation, grapheme clusters, word
 * breaks and cell width.  Functions take any bytes unless they say "valid".
 * Any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

#define RV_REPLACEMENT 0xFFFDu

/*
 * Decodes one code point at *i (< v.n) and moves *i behind it.  A malformed
 * sequence gives RV_REPLACEMENT and moves by the length of its maximal part.
 */
uint32_t rv_utf8_next(struct rv_sv v, size_t *i);
bool rv_utf8_valid(struct rv_sv v);
/* Appends v with malformed sequences and NUL as U+FFFD; returns how many. */
size_t rv_utf8_mend(struct rv_sv v, struct rv_buf *out);
/* Largest length <= n that does not cut a character of valid text. */
size_t rv_utf8_floor(struct rv_sv v, size_t n);

/* Length in UTF-16 units, the unit of JavaScript's string length. */
size_t rv_utf16_len(struct rv_sv v);
/* Number of code points. */
size_t rv_utf8_count(struct rv_sv v);

/* Appends the NFC form of valid text. */
void rv_utf8_nfc(struct rv_sv v, struct rv_buf *out);
/* Appends NFC of the full case folding of valid text. */
void rv_utf8_fold(struct rv_sv v, struct rv_buf *out);
/* NFC, every run of white space as one blank, trimmed: the "same message" key. */
void rv_utf8_collapse(struct rv_sv v, struct rv_buf *out);

bool rv_is_space(uint32_t cp);
bool rv_is_letter(uint32_t cp);
bool rv_is_digit(uint32_t cp);
bool rv_is_upper(uint32_t cp);
bool rv_is_mark(uint32_t cp);
bool rv_is_cjk(uint32_t cp); /* Han, Hiragana, Katakana, Hangul */

/* Bytes of the grapheme cluster at the start of valid text; 0 when empty. */
size_t rv_grapheme_len(struct rv_sv v);

/*
 * Next word of valid text by UAX 29 that holds a letter or digit: false at the
 * end.  *i is the position to go on from (start with 0).
 */
bool rv_word_next(struct rv_sv v, size_t *i, struct rv_sv *word);

/* End of the sentence that starts at `from` (UAX 29 approximated: . ! ? and
 * their CJK forms, closing quotes, newline); returns an index > from. */
size_t rv_sentence_end(struct rv_sv v, size_t from);

/*
 * Cells of a code point (0, 1, 2; ambiguous is 1) and of clean text as the
 * console draws it: per grapheme cluster, the width of its base character.
 */
int rv_cp_width(uint32_t cp);
int rv_grapheme_width(struct rv_sv cluster);
int rv_width(struct rv_sv v);
/* Largest prefix in bytes that fits into `cells`, cut between clusters. */
size_t rv_width_floor(struct rv_sv v, int cells);

#endif
