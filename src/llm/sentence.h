/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_SENTENCE_H
#define RV_LLM_SENTENCE_H

/*
 * The sentences of a message that may be quoted.  Code, tables, headings,
 * quotations, pictures and lines of markup are left out; list markers go; lines
 * that a person's editor wrapped are joined.  A sentence stands word for word in
 * the message once its white space is collapsed (rv_utf8_collapse).
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

struct rv_sentence {
	struct rv_sv text; /* one line */
	bool follows;	   /* only a blank parts it from the one before */
	bool question;
};

/* All of them in order, in the arena; *n is their number. */
struct rv_sentence *rv_sentences_of(struct rv_sv text, struct rv_arena *arena,
				    size_t *n);

#endif
