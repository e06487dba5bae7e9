/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_CHAIN_H
#define RV_STORE_CHAIN_H

/*
 * The chain of the ledger: is every row the one that followed the row before,
 * to the byte?  A broken chain is read all the same; nothing more is decided
 * until a person accepts it with a reason.  The row that says so names the
 * first bad row, the hash of its bytes and that of everything before itself:
 * from there on the chain counts again, and whoever touches what was accepted
 * breaks it again.
 */

#include "base/hash.h"
#include "store/ledger.h"
#include "store/store.h"

struct rv_chain {
	bool known;	   /* it was looked at in this handle */
	bool broken;
	int64_t rows;	   /* id of the last good row */
	int64_t first_bad; /* of a broken one: its row, and line of the file */
	int64_t line;
	char bad[RV_SHA256_HEX]; /* hash of that line; "": rows are missing */
	int64_t had;	   /* highest row that was ever seen */
	int64_t torn;	   /* lines that are no row, as a killed process leaves
			      them; the chain goes on behind them */
	int64_t accepted;  /* newest row that accepts damage, 0: none */
	int64_t accepted_bad; /* the row that it names */
};

/* What the last look found; reads nothing. */
const struct rv_chain *rv_chain_known(const struct rv_store *s);
/*
 * Looks at what is new: nothing when size, time and inode are as they were; rows
 * behind the verified ones when the bytes before are unchanged; else all.
 */
rv_status rv_chain_look(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
/* RV_E_UNDECIDED, with a sentence that names file, row and line and says how to
 * go on, when it is broken. */
rv_status rv_chain_guard(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
/* Appends the row that accepts what is broken; RV_E_NO when nothing is. */
rv_status rv_chain_accept(struct rv_store *s, struct rv_sv reason,
			  struct rv_sv door, int64_t *row,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
