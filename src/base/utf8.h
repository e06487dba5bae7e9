/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_UTF8_H
#define RV_BASE_UTF8_H

/*
 * Unicode over libunistring: validity, normalisation and classes here; grapheme
 * clusters and word breaks in base/segment.h, cell width in base/width.h, which
 * this header brings along.  Functions take any bytes; "valid" in a comment
 * means that malformed parts are mended first, which costs time.  Any thread.
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
/* Where the next byte beyond ASCII stands from i on; v.n: nowhere. */
size_t rv_utf8_skip_ascii(struct rv_sv v, size_t i);
/* Appends v with malformed sequences and NUL as U+FFFD; returns how many. */
size_t rv_utf8_mend(struct rv_sv v, struct rv_buf *out);
/* Largest length <= n that does not cut a character. */
size_t rv_utf8_floor(struct rv_sv v, size_t n);

/* Length in UTF-16 units, the unit of JavaScript's string length. */
size_t rv_utf16_len(struct rv_sv v);
/* Number of code points. */
size_t rv_utf8_count(struct rv_sv v);

/* Appends the NFC form of valid text. */
void rv_utf8_nfc(struct rv_sv v, struct rv_buf *out);
/* Appends NFC of the full case folding of valid text. */
void rv_utf8_fold(struct rv_sv v, struct rv_buf *out);
/* Are both valid, and equal when folded? */
bool rv_utf8_same_folded(struct rv_sv a, struct rv_sv b);
/* NFC, every run of white space as one blank, trimmed: the "same message" key. */
void rv_utf8_collapse(struct rv_sv v, struct rv_buf *out);

bool rv_is_space(uint32_t cp);
bool rv_is_letter(uint32_t cp);
bool rv_is_digit(uint32_t cp);
bool rv_is_number(uint32_t cp); /* digits, and signs such as ² ½ Ⅷ */
bool rv_is_upper(uint32_t cp);
bool rv_is_mark(uint32_t cp);
bool rv_is_cjk(uint32_t cp); /* Han, Hiragana, Katakana, Hangul */

#include "base/segment.h"
#include "base/width.h"

#endif
