/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_NOISE_H
#define RV_INTAKE_NOISE_H

/*
 * What is not conversation: heartbeats by the wide rule (a token at either edge
 * with at most 4 non-word characters behind it and at most 300 characters
 * left is a pure acknowledgement), memory flush turns, NO_REPLY, wake and cron
 * notices, probe and sub-agent sessions.  A person who merely mentions
 * HEARTBEAT_OK is never dropped.  The patterns are tables in noise.c.  Pure.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Reasons are static strings: "heartbeat", "probe", "subagent", "flush",
 * "noreply", "notice".  NULL: it is conversation. */
const char *rv_noise_session(struct rv_sv session);
/* Of a user's text: the prompt of a heartbeat or a notice. */
const char *rv_noise_prompt(struct rv_sv text);
/* Of the agent's text: a pure acknowledgement ("heartbeat", "noreply"). */
const char *rv_noise_reply(struct rv_sv text);
/* What the pre-turn side asks: should resonance skip this message? */
const char *rv_noise_turn(struct rv_sv session, struct rv_sv message);

/* Removes the "(untrusted metadata)" blocks that channels put in front of a
 * user's text; returns the rest (a view). */
struct rv_sv rv_noise_strip_metadata(struct rv_sv text);

struct rv_noise_msg {
	struct rv_sv role, text;
	const char *reason; /* out: why it is left out, or NULL */
};
/*
 * Over the messages of a session in order: a heartbeat prompt and its reply are
 * left out together, and only if the reply (up to the next user turn) is a pure
 * acknowledgement or missing.
 */
void rv_noise_mark(struct rv_noise_msg *msgs, size_t n);

#endif
