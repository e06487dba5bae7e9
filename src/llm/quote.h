/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_QUOTE_H
#define RV_LLM_QUOTE_H

/*
 * The line form of a quoted sentence: `Mara, 13:46: "..."`, without a time
 * `Mara: "..."`; the agent speaks as I, a user without a name as User.
 */

#include "base/buf.h"
#include "base/str.h"
#include "llm/model.h"

/* Longest quotation in characters; a longer one is cut behind a word. */
#define RV_QUOTE_MAX 400

/* May this role be quoted at all?  Tools and the system may not. */
bool rv_quote_is_speaker(struct rv_sv role);
/* Appends one line without newline.  `text` is one line; an anchor comment in
 * it is made visible, see rv_story_defuse. */
void rv_quote_line(const struct rv_message *m, struct rv_sv text,
		   struct rv_buf *out);
/* Is this a line of that form?  Then *text is what stands between the quotes,
 * without the mark of a cut. */
bool rv_quote_parse(struct rv_sv line, struct rv_sv *text);

#endif
