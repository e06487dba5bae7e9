/* SPDX-License-Identifier: MIT */
#ifndef RV_INTAKE_IMPORT_H
#define RV_INTAKE_IMPORT_H

/*
 * Getting conversations in.  A reader (rows of formats.def) turns a file into
 * episodes and accounts for every input line exactly once: added, seen,
 * skipped (with a reason), waiting (an unfinished last line) or rejected (with
 * line number and message).  Text is redacted before anything else sees it.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "store/episode.h"
#include "store/store.h"

#define RV_SKIP_REASONS 24
#define RV_REJECT_MAX 1000 /* details kept; all are counted */

struct rv_reject {
	struct rv_sv path;
	int64_t line;
	struct rv_sv message;
};

struct rv_import_report {
	struct rv_arena arena; /* owns the texts below */
	int64_t files, lines, added, seen, waiting, rejected_n;
	struct {
		const char *reason;
		int64_t count;
	} skipped[RV_SKIP_REASONS];
	size_t n_skipped;
	struct rv_reject *rejected;
	size_t n_rejected, cap_rejected;
};
void rv_import_report_release(struct rv_import_report *r);
void rv_import_skip(struct rv_import_report *r, const char *reason);
void rv_import_reject(struct rv_import_report *r, struct rv_sv path,
		      int64_t line, const char *fmt, ...) RV_PRINTF(4, 5);

/* Where a reader puts what it finds. */
struct rv_reader {
	const char *path;      /* to open */
	struct rv_sv source;   /* what episodes say of their source */
	struct rv_sv session;  /* from the file's name, when it says none */
	struct rv_import_report *report;
	/* Takes one episode (texts borrowed for the call). */
	rv_status (*emit)(struct rv_reader *r, struct rv_episode *e,
			  struct rv_err *err);
	void *arg;
};

struct rv_format {
	const char *name;
	/* Is this file of the format?  `head` is its first 64 KiB. */
	bool (*sniff)(const char *path, struct rv_sv head);
	rv_status (*read)(struct rv_reader *r, struct rv_err *err);
};
/* By name, or by looking at the file when name is NULL or "auto". */
const struct rv_format *rv_format_find(const char *name, const char *path);

/*
 * Imports a file or, of a directory, every file that a reader knows (archives
 * *.reset.*, *.deleted.*, *.bak.* and *.lock are left out) into the record.
 * RV_E_NOTFOUND, RV_E_READONLY, RV_E_REJECTED is not returned: see the report.
 */
rv_status rv_import(struct rv_store *s, const char *format, const char *path,
		    struct rv_import_report *report, struct rv_err *err)
	RV_MUST_CHECK;

/* Indexes a session file of the workspace in place when it changed since the
 * last time; `rel` is what rows say of their source. */
rv_status rv_session_sync(struct rv_store *s, const char *path, const char *rel,
			  struct rv_import_report *report, struct rv_err *err)
	RV_MUST_CHECK;

#endif
