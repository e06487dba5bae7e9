/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ERASE_H
#define RV_ENGINE_ERASE_H

/*
 * A person takes the secrets of one line out of a file that status and doctor
 * name: of the record, the traces or the pending log.  Placeholders take their
 * place, ids and times stay, versions that the record kept of files go with
 * them, and the ledger says which rule and which fingerprint it was.  It is no
 * step and is never taken back.
 */

#include "engine/engine_priv.h"
#include "store/erase.h"

struct rv_erased {
	struct rv_sv file; /* in the arena, as all of it */
	int64_t line;
	struct rv_erase what;
	char sha[65];	 /* of the text that takes the place */
	int64_t objects; /* kept versions that hold it */
	int64_t ledger;	 /* row, 0: only looked at */
};

/*
 * Looks at "FILE:LINE" and, with the sha256 of what takes its place, erases.
 * NULL: only looks.  RV_E_NO when the line holds no secret, RV_E_NOTFOUND,
 * RV_E_USAGE for another file, RV_E_UNDECIDED when the hash is another one.
 */
rv_status rv_erase_run(struct rv_engine *e, struct rv_sv place,
		       const char *sha, enum rv_door door,
		       struct rv_arena *arena, struct rv_erased *out,
		       struct rv_err *err) RV_MUST_CHECK;

#endif
