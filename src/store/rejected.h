/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_REJECTED_H
#define RV_STORE_REJECTED_H

/*
 * Lines that could not be read and were left out: of the record, of the agent's
 * files, and of what was imported.  All of it is found again when the index is
 * filled anew: of files by reading them, of imports by the ledger, whose SOURCE
 * row has what was rejected in its checks.
 */

#include "base/arena.h"
#include "store/store.h"

#define RV_REJECTED_MAX 200 /* places kept of a file; the rest is counted */

struct rv_rejected {
	struct rv_sv file; /* relative to the workspace, or absolute; masked */
	int64_t line;	   /* 0: the file as a whole */
	int64_t offset;	   /* byte where the line begins; -1: not known */
	struct rv_sv reason; /* a sentence, masked */
	int64_t time; /* ms: of the file as it was read, or of the import */
	int64_t more; /* above 0: so many of this file have no row */
};

/* Of two with the same file and line the first one stands. */
rv_status rv_rejected_note(struct rv_store *s, const struct rv_rejected *r,
			   struct rv_err *err) RV_MUST_CHECK;
/* Counts one of a file that has no row of its own. */
rv_status rv_rejected_more(struct rv_store *s, struct rv_sv file, int64_t n,
			   int64_t time, struct rv_err *err) RV_MUST_CHECK;
/* The file is read anew; `below`: and every file of this directory. */
rv_status rv_rejected_clear(struct rv_store *s, struct rv_sv file, bool below,
			    struct rv_err *err) RV_MUST_CHECK;
/* The file as a whole can be read again. */
rv_status rv_rejected_opened(struct rv_store *s, struct rv_sv file,
			     struct rv_err *err) RV_MUST_CHECK;
/* Newest first, then by file and line; `max` at most. */
rv_status rv_rejected_list(struct rv_store *s, int64_t max,
			   struct rv_arena *arena, struct rv_rejected **out,
			   size_t *n, struct rv_err *err) RV_MUST_CHECK;
/* Of one file and what is below it, or of all (empty). */
int64_t rv_rejected_count(struct rv_store *s, struct rv_sv file);

#endif
