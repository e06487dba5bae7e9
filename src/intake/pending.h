/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_PENDING_H
#define RV_INTAKE_PENDING_H

/*
 * pending-episodes.log: records of the form
 *
 *	[2026-02-01T10:00:00.000Z] human: hi
 *	---
 *
 * A record starts at a line "[ISO] " at the start of the file or behind a
 * "---" line, so that a message may hold "---" itself.  "human" and "user" are
 * the user, "assistant" is the agent; other prefixes are kept as role.  The
 * entry of a record is "ISO-hash8-n" (n counts equal ones, those already
 * consumed included), so that a log that begins anew never repeats an id.
 */

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "intake/pending_sync.h"

#define RV_PENDING_SESSION "pending-log"
#define RV_PENDING_MAX ((size_t)256 << 20) /* a longer log is RV_E_TOOBIG */

struct rv_pending_record {
	int64_t time;
	struct rv_sv role; /* user, assistant, ... */
	struct rv_sv text;
	int64_t line, offset, end; /* end: behind its "---" line */
	bool whole;	   /* has its "---" line */
};

/*
 * Splits the log; bytes before the first record are counted in *stray.  The
 * last record is whole only when nothing but white space follows its "---"
 * line; until then somebody may be writing it.  A record without a prefix of
 * the form "word: " has the role "system", because nobody knows who spoke.
 */
void rv_pending_parse(struct rv_sv log, struct rv_arena *arena,
		      struct rv_pending_record **out, size_t *n,
		      size_t *stray);
/* Appends the written form of one record.  Text that would read as the start
 * of another record gets a blank before its "---" line. */
void rv_pending_format(int64_t time, struct rv_sv role, struct rv_sv text,
		       struct rv_buf *out);

/* Appends a record to the log, and to the status file beside it when there is
 * one. */
rv_status rv_pending_append(const char *path, int64_t time, struct rv_sv role,
			    struct rv_sv text, struct rv_err *err)
	RV_MUST_CHECK;
/* Sets an existing .pending-consolidation-status beside the log to what the
 * log holds now. */
rv_status rv_pending_write_status(const char *path, struct rv_err *err)
	RV_MUST_CHECK;

#endif
