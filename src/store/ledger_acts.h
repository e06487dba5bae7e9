/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_LEDGER_ACTS_H
#define RV_STORE_LEDGER_ACTS_H

/*
 * Rows of the ledger as acts of a person.  The file keeps an intent and its end
 * apart, and an undo apart from what it takes back; who reads the log wants one
 * line for each act, and how it ended beside it.
 *
 * A decision and all undos that lead down to it are one chain: each of them
 * turns it round, and the newest says what stands.  An UNDO takes the decision
 * back or does it again by how many undos lie between the two, whatever part
 * of the log is read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/ledger.h"

struct rv_ledger_act {
	/* Of the row; filled by the caller. */
	int64_t id, of;
	enum rv_ledger_kind kind;
	int64_t root; /* of an UNDO: the decision at the end of its chain */
	bool again;   /* and it does that again */
	/* Filled by rv_ledger_acts. */
	bool folded;	   /* it only ends another row */
	int64_t end;	   /* row that ended it, 0: none (yet) */
	bool aborted;	   /* and the end says that it was not carried out */
	int64_t undone_by; /* the act that turned it round, 0: it stands */
	int64_t again_by;  /* of a decision: the UNDO that did it again, or 0 */
	int64_t newest;	   /* of its chain: what undo turns round now */
	int64_t next;	   /* of a decision: its oldest undo so far */
};

/* The newest rows, newest first; ids may have gaps. */
void rv_ledger_acts(struct rv_ledger_act *rows, size_t n);

/* The same for rows that were read, their chains looked up. */
rv_status rv_ledger_acts_of(struct rv_store *s,
			    const struct rv_ledger_row *rows, size_t n,
			    struct rv_arena *arena, struct rv_ledger_act **out,
			    struct rv_err *err) RV_MUST_CHECK;

#endif
