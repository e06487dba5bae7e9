/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_IMPORT_H
#define RV_INTAKE_IMPORT_H

/*
 * Getting conversations in.  A reader (rows of formats.def) turns a file into
 * episodes and accounts for every input line exactly once: added, seen,
 * skipped (with a reason), waiting (an unfinished last line) or rejected (with
 * line number and message).  Text is redacted before anything else sees it.
 */

#include "base/status.h"
#include "intake/formats.h"
#include "intake/report.h"
#include "store/store.h"

/*
 * With report->dry nothing is kept: the caller begins a transaction before the
 * first path and rolls it back behind the last one.
 * Imports a file or, of a directory, every file that a reader knows (archives
 * *.reset.*, *.deleted.*, *.bak.* and *.lock are left out) into the record.
 * RV_E_NOTFOUND, RV_E_READONLY, RV_E_REJECTED is not returned: see the report.
 */
rv_status rv_import(struct rv_store *s, const char *format, const char *path,
		    struct rv_import_report *report, struct rv_err *err)
	RV_MUST_CHECK;

/* Indexes a session file of the workspace in place when it changed since the
 * last time; `rel` is what rows say of their source, masked. */
rv_status rv_session_sync(struct rv_store *s, const char *path, const char *rel,
			  struct rv_import_report *report, struct rv_err *err)
	RV_MUST_CHECK;
/* The file is gone: so is what the index has of it. */
rv_status rv_session_gone(struct rv_store *s, struct rv_sv rel,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
