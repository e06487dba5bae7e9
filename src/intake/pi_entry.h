/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PI_ENTRY_H
#define RV_INTAKE_PI_ENTRY_H

/*
 * What one entry of a pi session file is: conversation, or why it is left out,
 * when it was, and which text it holds.  A reason is the word under which a
 * report counts it; NULL means conversation.  No state; any thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "intake/formats.h"

/* Of an entry that is no message, by its type; never NULL. */
const char *rv_pi_line_reason(struct rv_sv type);
/* Of a message, by its role. */
const char *rv_pi_role_reason(struct rv_sv role);
/* Of a message of the conversation, by its text without metadata. */
const char *rv_pi_text_reason(const rv_json *message, struct rv_sv text);
/* ISO text or a number (seconds or ms) as it stands in the line. */
bool rv_pi_time(struct rv_sv raw, int64_t *out);
/* Appends the text blocks of a message, joined by newlines; thinking is no
 * text. */
void rv_pi_text(struct rv_reader *r, const rv_json *message,
		struct rv_buf *out);
/* It ends in a call of a tool, so the turn goes on. */
bool rv_pi_calls_tool(const rv_json *message);

#endif
