/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_WORDS_H
#define RV_ENGINE_WORDS_H

/*
 * Short codes as people read them: kinds of rows, states, levels, names of
 * checks.  Answers in JSON, options and filters take the code; every door
 * shows the word.  Any thread.
 */

#include "base/str.h"

/* The translated word; a code without one is its own. */
struct rv_sv rv_word(struct rv_sv code);

#endif
