/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_EXTRACTIVE_H
#define RV_LLM_EXTRACTIVE_H

/*
 * The built-in model: offline, deterministic, and it says nothing of its own.
 * It picks the sentences that carry names, decisions, outcomes and dates, at
 * most RV_CHAPTER_SENTENCES for each session and day (UTC), and quotes them:
 *
 *	### [2026-01-28 13:46] FalkorDB, restore drill
 *
 *	Mara, 13:46: "Keep Falkor until we have done a restore drill."
 *
 *	I, 13:47: "Agreed, the queue stays on FalkorDB."
 *
 * A chapter is dated by the first message of its session and day.  Undated
 * messages go to the chapter of the dated message before them in their session,
 * else to "### [undated] ..."; their lines have no time.  Only what users and
 * the agent said is quoted, not what tools returned.  Existing text is kept to
 * the byte, new chapters stand before the first one with a later time, and a
 * line that the story has already is not said again.
 */

#include "llm/model.h"

#define RV_CHAPTER_SENTENCES 12

extern const struct rv_model rv_model_extractive;

#endif
