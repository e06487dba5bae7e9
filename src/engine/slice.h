/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_SLICE_H
#define RV_ENGINE_SLICE_H

/*
 * The slice of the pending log that a consolidation consumes: whole records
 * from the log's start.  The agent appends to the log without any lock, so the
 * log is renamed away (.reverie/pending.taken), what remains is made whole
 * beside it (.reverie/pending.rest) and linked back, or appended when the agent
 * began a new log meanwhile: no byte of it is lost.  Each function may be
 * called again after a crash at any point.  Under the store's lock.
 */

#include "engine/engine_priv.h"

/*
 * The longest prefix of whole records that are narrated, excluded or among
 * `ids` (sorted).  Empty when there is none.  Bytes in the arena.
 */
rv_status rv_slice_find(struct rv_engine *e, const char *const *ids, size_t n,
			struct rv_arena *arena, struct rv_sv *out,
			struct rv_err *err) RV_MUST_CHECK;

/*
 * Takes the slice off the log.  *took is false when the log did not begin with
 * it (then nothing is taken); `again` says that an earlier try may have taken
 * it already.
 */
rv_status rv_slice_take(struct rv_engine *e, struct rv_sv slice, bool again,
			bool *took, struct rv_err *err) RV_MUST_CHECK;
/* Puts it back before what the log holds now. */
rv_status rv_slice_back(struct rv_engine *e, struct rv_sv slice,
			struct rv_err *err) RV_MUST_CHECK;

/* Writes `with` in the place of the bytes at an offset of the log.  RV_E_MOVED:
 * others stand there, and nothing is changed. */
rv_status rv_slice_replace(struct rv_engine *e, size_t offset,
			   struct rv_sv old, struct rv_sv with,
			   struct rv_err *err) RV_MUST_CHECK;

/* A half-done change of the log is lying about. */
bool rv_slice_is_torn(struct rv_engine *e);
/* Ends such a change when no step belongs to it: all bytes back to the log. */
rv_status rv_slice_mend(struct rv_engine *e, struct rv_err *err) RV_MUST_CHECK;

#endif
