/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PENDING_SYNC_H
#define RV_INTAKE_PENDING_SYNC_H

/*
 * The pending log as rows of the index.  A prompt of a heartbeat that has no
 * answer yet waits, unindexed, until the log goes on.  An entry whose number
 * was consumed by an approved consolidation is never given again: the ledger's
 * object of the consumed slice tells.
 */

#include "base/status.h"
#include "base/str.h"
#include "store/store.h"

struct rv_pending_status {
	int64_t records; /* episodes that the log holds */
	int64_t skipped; /* left out: heartbeats, empty ones */
	int64_t bytes;	 /* size of the log */
};

/* Indexes the log at `path` (known to the index as `rel`) when it changed.  A
 * NULL path and a missing log are an empty one. */
rv_status rv_pending_sync(struct rv_store *s, const char *path, const char *rel,
			  struct rv_pending_status *out, struct rv_err *err)
	RV_MUST_CHECK;

struct rv_arena;
struct rv_pending_record;
/*
 * The ids that the records of a log have in the index once it was synced, in
 * the arena: ids[i] belongs to records[i] and is "" when that one has no text.
 */
rv_status rv_pending_ids(struct rv_store *s, struct rv_sv log,
			 struct rv_arena *arena,
			 struct rv_pending_record **records,
			 const char ***ids, size_t *n, struct rv_err *err)
	RV_MUST_CHECK;

#endif
