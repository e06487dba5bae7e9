/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_JOB_H
#define RV_STORE_JOB_H

/*
 * Jobs as rows: every process sees what the others run.  Whoever runs one
 * writes its row; who wants it to stop raises its flag, a file of one number
 * beside the database that the owner has mapped, so that it sees the wish
 * without asking.  In a read-only store there are none.
 */

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

struct rv_job {
	int64_t id, pid;
	struct rv_sv kind, what; /* "consolidate", "openai/gpt-4o" */
	struct rv_sv state; /* running, cancelling, done, failed, cancelled,
			     * died: its process is gone */
	int64_t progress; /* bytes that came so far */
	int64_t tokens;	  /* of the answer so far, estimated */
	int64_t started, updated; /* updated: by text or an end */
	struct rv_sv message; /* how it failed, or who failed before; or empty */
};

/* A job that this process runs. */
struct rv_job_run {
	struct rv_store *store;
	int64_t id; /* 0: there is none (read-only) */
	volatile int *flag; /* mapped; NULL: cannot be cancelled */
	int64_t told, told_at; /* progress and time of the last write */
};

/* Has this database numbered a job?  A new one begins with 1 again. */
bool rv_job_any(struct rv_store *s);
/* Never fails: a job that cannot be written down runs all the same.  Its number
 * is above all others of the database, and above `behind`. */
void rv_job_start(struct rv_store *s, const char *kind, const char *what,
		  int64_t behind, struct rv_job_run *out);
void rv_job_progress(struct rv_job_run *j, int64_t progress, int64_t tokens);
/* Another model answered than the one that was asked first. */
void rv_job_name(struct rv_job_run *j, const char *what);
/* state: done, failed, cancelled. */
void rv_job_end(struct rv_job_run *j, const char *state, const char *message);

/* The newest `limit`, newest first. */
rv_status rv_job_list(struct rv_store *s, int64_t limit,
		      struct rv_arena *arena, struct rv_job **out, size_t *n,
		      struct rv_err *err) RV_MUST_CHECK;
/* RV_E_NOTFOUND when no such job runs. */
rv_status rv_job_cancel(struct rv_store *s, int64_t id, struct rv_err *err)
	RV_MUST_CHECK;

#endif
