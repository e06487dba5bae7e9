/* SPDX-License-Identifier: MIT */
#ifndef RV_NET_SSE_H
#define RV_NET_SSE_H

/*
 * Stream framings, fed in pieces of any size: server-sent events (WHATWG: lines
 * end in LF, CRLF or CR; `data:` lines join with LF; a blank line dispatches;
 * comments and unknown fields are ignored) and lines of JSON.  Bounded: a line
 * or an event beyond `max` is RV_E_TOOBIG.  One thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

enum rv_framing { RV_FRAMING_SSE, RV_FRAMING_NDJSON };

/* `event` is "message" when the stream named none; "" for NDJSON. */
typedef rv_status rv_frame_fn(struct rv_sv event, struct rv_sv data, void *arg,
			      struct rv_err *err);

struct rv_frames {
	enum rv_framing framing;
	size_t max;
	struct rv_buf line, data, event;
	bool cr;	 /* the last byte was CR: an LF belongs to it */
	bool any;	 /* the current event has a data line */
	bool begun;	 /* a BOM at the start was looked for */
	rv_frame_fn *fn;
	void *arg;
};

void rv_frames_init(struct rv_frames *f, enum rv_framing framing, size_t max,
		    rv_frame_fn *fn, void *arg);
rv_status rv_frames_feed(struct rv_frames *f, struct rv_sv chunk,
			 struct rv_err *err) RV_MUST_CHECK;
/* At the end of the stream: *half (NULL ok) tells whether an undispatched event
 * or line was left; an NDJSON line without newline is dispatched. */
rv_status rv_frames_end(struct rv_frames *f, bool *half, struct rv_err *err)
	RV_MUST_CHECK;
void rv_frames_release(struct rv_frames *f);

#endif
