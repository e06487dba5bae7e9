/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_CLEAN_H
#define RV_BASE_CLEAN_H

/*
 * The one cleaner.  Text from files, models and other processes passes here
 * before it reaches a terminal, by console or by standard output.  The result
 * is valid UTF-8 without any control: ESC and the other C0 controls and DEL as
 * caret notation (^[), C1 controls, bidi overrides and isolates, zero-width and
 * tag characters, line and paragraph separators as <U+202E>, malformed bytes as
 * <xx> in hexadecimal.  A tab becomes blanks up to the next multiple of 8.
 * Joiners (U+200D, U+FE0F) inside an emoji cluster are kept for the cluster
 * splitter, and U+200C, U+200D where words of Persian, Sinhala and others are
 * spelled with them (RFC 5892, appendix A).  Any thread.
 */

#include "base/buf.h"
#include "base/str.h"

enum rv_clean_mode {
	RV_CLEAN_LINE, /* newlines become one blank: the result is one line */
	RV_CLEAN_TEXT, /* LF and CRLF are kept as LF */
};

/* Appends the cleaned text.  Cleaning twice gives the same. */
void rv_text_clean(struct rv_sv text, enum rv_clean_mode mode,
		   struct rv_buf *out);
struct rv_sv rv_text_clean_in(struct rv_arena *arena, struct rv_sv text,
			      enum rv_clean_mode mode);

#endif
