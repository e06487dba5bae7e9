/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_TITLE_H
#define RV_LLM_TITLE_H

/*
 * The title of a chapter: its three most frequent names, or nouns where names
 * are missing, as they were written.  Words of chosen sentences count more.
 */

#include "base/buf.h"
#include "llm/score.h"

#define RV_TITLE_WORDS 3

/* Appends the title; never empty for a scene with a chosen sentence. */
void rv_title_of(const struct rv_scene *s, struct rv_buf *out);

#endif
