/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_ERASE_H
#define RV_STORE_ERASE_H

/*
 * Taking a secret out of the files of the record for good.  The record is
 * append-only but for this: a person asked for it, and the ledger says so.
 * Ids, times and all other lines stay what they are.  Under the store's lock.
 */

#include "base/arena.h"
#include "doc/redact.h"
#include "store/store.h"

struct rv_erase_secret {
	struct rv_sv rule, fingerprint; /* as rv_masked_list has them */
};

/* What is to be erased; all of it in the arena. */
struct rv_erase {
	struct rv_erase_secret *secrets;
	size_t n;
	struct rv_sv masked; /* what takes the place of `bytes` */
	struct rv_sv bytes;  /* as they are */
	int64_t offset;	     /* of them in the file */
};

/* What a redactor finds in a text; none of it where only its form hides one. */
rv_status rv_erase_secrets(struct rv_sv text, struct rv_arena *arena,
			   struct rv_erase *out, struct rv_err *err)
	RV_MUST_CHECK;

/* Is this a file of the record, as the table of masked lines names it? */
bool rv_erase_knows(struct rv_sv file);
/* A line of such a file.  RV_E_NOTFOUND: the file has no such line; RV_E_NO: it
 * holds no secret. */
rv_status rv_erase_find(struct rv_store *s, struct rv_sv file, int64_t line,
			struct rv_arena *arena, struct rv_erase *out,
			struct rv_err *err) RV_MUST_CHECK;
/* Writes the file without it, and fills the index anew. */
rv_status rv_erase_line(struct rv_store *s, struct rv_sv file,
			const struct rv_erase *what, struct rv_err *err)
	RV_MUST_CHECK;

/*
 * Kept versions of files (objects) that hold one of these secrets: counted, and
 * with `remove` removed.  What needs them cannot be undone or shown any more.
 */
rv_status rv_erase_objects(struct rv_store *s, const struct rv_erase *what,
			   bool remove, int64_t *n, struct rv_err *err)
	RV_MUST_CHECK;

#endif
