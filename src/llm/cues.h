/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_CUES_H
#define RV_LLM_CUES_H

/* The phrases of cues.def, and words that say nothing in a title. */

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum rv_cue {
	RV_CUE_DECISION,
	RV_CUE_INTENT,
	RV_CUE_OUTCOME,
	RV_CUE_WHEN,
	RV_CUE_PERSON,
	RV_CUE_FACT,
	RV_CUE_SELF,
	RV_CUE_YOU,
	RV_CUE_FILLER,
	RV_CUE_GREETING
};

/* Set of the kinds (1 << RV_CUE_x) that a sentence carries.  `words` are its
 * folded words, each with a blank before it and one behind the last. */
unsigned rv_cues_of(struct rv_sv words, struct rv_sv text);
/* Is this folded word too common for a title ("time", "people")? */
bool rv_cue_is_plain(struct rv_sv word);
/* Is it a month, a day of the week (English), a unit or chat shorthand?
 * Capitals make none of them a name. */
bool rv_cue_is_measure(struct rv_sv word);

#endif
