/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PI_H
#define RV_INTAKE_PI_H

/*
 * Session files of the pi SessionManager, which OpenClaw uses too (versions 1
 * to 3).  Two passes: the tree, then the messages of the active branch.  The
 * entry's own time counts, then the message's, then that of the entry before.
 * The session is the header's id; a topic file ("ID-topic-N.jsonl") is a
 * session of its own, because topics share the header's id.
 */

#include "base/status.h"
#include "intake/formats.h"

/*
 * Reads as rv_format.read says.  `noise` (NULL: none) is the reason for which
 * the whole session is no conversation.
 */
rv_status rv_pi_read(struct rv_reader *r, const char *noise,
		     struct rv_err *err) RV_MUST_CHECK;

/* Do the first lines look like such a file? */
bool rv_pi_sniff(struct rv_sv head);
/* Is the file named and placed as OpenClaw does? */
bool rv_openclaw_owns(const char *path);

#endif
