/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_STORE_H
#define RV_STORE_STORE_H

/*
 * The store: the append-only record in WORKSPACE/.reverie (episodes.jsonl,
 * ledger.jsonl, traces.jsonl, objects/) and reverie.db, an SQLite index over it
 * and over the agent's files.  The index is only ever filled from files:
 * a writer appends to the record and then catches up, exactly as any other
 * process does, so that a killed writer, a second console and a deleted
 * database need no rule of their own.  One thread per handle; any number of
 * processes.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/env.h"
#include "base/status.h"
#include "base/str.h"

struct rv_store;

struct rv_store_opts {
	const struct rv_env *env;
	const char *dir; /* WORKSPACE/.reverie, exists unless readonly */
	bool readonly;	 /* index in memory, every write is RV_E_READONLY */
};

/*
 * Opens the record and its index and catches up.  A database that is missing,
 * of an older schema (migrated) or damaged (set aside as reverie.db.corrupt and
 * built anew) is no error; one of a newer schema is RV_E_CONFIG.
 */
rv_status rv_store_open(const struct rv_store_opts *opts,
			struct rv_store **out, struct rv_err *err)
	RV_MUST_CHECK;
void rv_store_free(struct rv_store *s);

bool rv_store_readonly(const struct rv_store *s);

/* Indexes what was appended to the record since the last call. */
rv_status rv_store_catch_up(struct rv_store *s, struct rv_err *err)
	RV_MUST_CHECK;

/* Lines of the record that could not be read and were skipped. */
int64_t rv_store_broken_lines(struct rv_store *s);

/* One write transaction on the index; nests.  Rolled back by _rollback. */
rv_status rv_store_begin(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
rv_status rv_store_commit(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
/* Somebody waits: what can be done later (merging words, moving the write-ahead
 * log into the database) is left for when nobody does, or until it is much. */
void rv_store_hurry(struct rv_store *s, bool hurry);
void rv_store_rollback(struct rv_store *s);

/*
 * Takes WORKSPACE/.reverie/lock, so that reading the end of a record file and
 * appending to it is one step among Reverie's processes.  Nests.  RV_E_HELD
 * after two seconds, RV_E_READONLY.
 */
rv_status rv_store_lock(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
void rv_store_unlock(struct rv_store *s);

/* Lets go of what was read: the pages of the file that are mapped, the cache. */
void rv_store_rest(struct rv_store *s);

/* integrity_check of SQLite and of FTS5; RV_E_DAMAGED says what is wrong. */
rv_status rv_store_check(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;

#endif
