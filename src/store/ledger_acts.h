/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_LEDGER_ACTS_H
#define RV_STORE_LEDGER_ACTS_H

/*
 * Rows of the ledger as acts of a person.  The file keeps an intent and its end
 * apart, and an undo apart from what it takes back; who reads the log wants one
 * line for each act, and how it ended beside it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/ledger.h"

struct rv_ledger_act {
	/* Of the row; filled by the caller. */
	int64_t id, of;
	enum rv_ledger_kind kind;
	/* Filled by rv_ledger_acts. */
	bool folded;	   /* it only ends another row that is listed */
	int64_t end;	   /* row that ended it, 0: none (yet) */
	bool aborted;	   /* and the end says that it was not carried out */
	int64_t undone_by; /* UNDO that took it back and stands, or 0 */
	bool redo;	   /* an UNDO of an UNDO */
};

/* Newest first; ids may have gaps. */
void rv_ledger_acts(struct rv_ledger_act *rows, size_t n);

#endif
