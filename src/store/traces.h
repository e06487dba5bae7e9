/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_TRACES_H
#define RV_STORE_TRACES_H

/*
 * traces.jsonl: one line a resonance run with every candidate, and what follows
 * from it: the list of runs and the echo ring (the last 25 injected ids of a
 * session).  A line begins {"v":1,"run":N,... and holds at least time (ISO),
 * session, skipped, and candidates[] with id and verdict.
 */

#include "base/arena.h"
#include "base/buf.h"
#include "store/store.h"

#define RV_ECHO_RING 25

/*
 * Appends one trace under the store's lock: `body` is the JSON object without
 * "v" and "run" ("{...}"), which are put in front.  *run is its number.
 */
rv_status rv_trace_append(struct rv_store *s, struct rv_sv body, int64_t *run,
			  struct rv_err *err) RV_MUST_CHECK;
/* The line of the file, masked by today's rules.  RV_E_NOTFOUND; RV_E_DAMAGED:
 * it cannot be masked without breaking it. */
rv_status rv_trace_get(struct rv_store *s, int64_t run, struct rv_buf *out,
		       struct rv_err *err) RV_MUST_CHECK;
/* Number of the newest run, 0 when there is none. */
rv_status rv_trace_count(struct rv_store *s, int64_t *out, struct rv_err *err)
	RV_MUST_CHECK;
/*
 * Position of an id in the session's echo ring: 1 = injected last, up to `ring`
 * entries back; 0 when it is not there.  `run` (NULL ok): where it was injected.
 */
rv_status rv_echo_find(struct rv_store *s, struct rv_sv session,
		       struct rv_sv id, int ring, int *back, int64_t *run,
		       struct rv_err *err) RV_MUST_CHECK;

#endif
