/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_STEP_H
#define RV_ENGINE_STEP_H

/*
 * One step that changes the agent's files: intent row, files, pending slice,
 * DONE row.  Approve and undo make such steps, start-up ends what was begun.
 * Order of locks: STORY.md.lock, then the store's; both from before the intent
 * to behind DONE, so that whoever holds the store's lock and sees an open
 * intent knows that its owner is dead.
 */

#include "engine/engine_priv.h"
#include "files/lock.h"
#include "store/ledger.h"

struct rv_step_locks {
	struct rv_lock story;
	bool store;
};

/* Takes both locks, catches up and ends what a dead process left.  RV_E_HELD,
 * RV_E_READONLY, RV_E_UNDECIDED while the chain is broken. */
rv_status rv_step_begin(struct rv_engine *e, struct rv_step_locks *l,
			struct rv_err *err) RV_MUST_CHECK;
void rv_step_end(struct rv_engine *e, struct rv_step_locks *l);

/*
 * Carries out `intent` under the locks: every file has to be `before`
 * (RV_E_MOVED: nothing is changed) and every `after` has to be an object.
 * `slice` is taken off the pending log or put back, as rv_step_consumes says.
 * *id is the step's number.
 */
rv_status rv_step_run(struct rv_engine *e, struct rv_ledger_row *intent,
		      struct rv_sv slice, int64_t *id, struct rv_err *err)
	RV_MUST_CHECK;

/* Brings the index up to date behind a step.  The step is done: an index without
 * room is a warning, the next start reads on. */
rv_status rv_step_sync(struct rv_engine *e, struct rv_err *err) RV_MUST_CHECK;

/* An APPROVE takes its slice off the log; an UNDO does the opposite of what it
 * undoes. */
rv_status rv_step_consumes(struct rv_engine *e,
			   const struct rv_ledger_row *row, bool *out,
			   struct rv_err *err) RV_MUST_CHECK;
/* Ends a step whose files are on disk. */
rv_status rv_step_finish(struct rv_engine *e, const struct rv_ledger_row *row,
			 struct rv_sv slice, bool again, struct rv_err *err)
	RV_MUST_CHECK;
/* Writes the ABORT row. */
rv_status rv_step_abort(struct rv_engine *e, const struct rv_ledger_row *row,
			const char *reason, struct rv_err *err) RV_MUST_CHECK;
/* Whether DONE of step `id` says that the log was left as it was. */
rv_status rv_step_kept_log(struct rv_engine *e, int64_t id, bool *out,
			   struct rv_err *err) RV_MUST_CHECK;
/* The slice of a row from its object; empty without one. */
rv_status rv_step_slice(struct rv_engine *e, const struct rv_ledger_row *row,
			struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;

/* A file of the workspace as rows name it; an absent one is empty. */
rv_status rv_step_read(struct rv_engine *e, struct rv_sv path,
		       struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;
/* sha256 of a file of the workspace as rows name it; "" when it is absent. */
rv_status rv_step_hash(struct rv_engine *e, struct rv_sv path, char sha[65],
		       struct rv_err *err) RV_MUST_CHECK;
/* Writes the object `sha` as the file; "" removes the file. */
rv_status rv_step_put(struct rv_engine *e, struct rv_sv path, struct rv_sv sha,
		      struct rv_err *err) RV_MUST_CHECK;

/* recover.c, under the store's lock. */
rv_status rv_recover_locked(struct rv_engine *e, struct rv_err *err)
	RV_MUST_CHECK;

#endif
