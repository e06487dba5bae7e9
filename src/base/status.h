/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_STATUS_H
#define RV_BASE_STATUS_H

/*
 * Statuses and errors.  A function that can fail returns rv_status, is marked
 * RV_MUST_CHECK, and takes `struct rv_err *err` as its last parameter (NULL is
 * allowed; untouched on success).  The message in an rv_err is one complete
 * sentence of the form "WHAT: WHY; what to do", without a final newline, so
 * that a caller prints it as it is.  Any thread.
 */

#include "base/attr.h"

enum rv_status {
#define STATUS(name, code, exit, sentence) RV_##name,
#include "base/status.def"
#undef STATUS
	RV_STATUS_N
};

typedef enum rv_status rv_status;

/* Details of a failure.  Zero-initialised is a valid "no error". */
struct rv_err {
	rv_status status;
	char msg[512];	/* complete sentence, cut at a character boundary */
	char path[256]; /* the file it is about, or "" */
	int line;	/* of that file, or 0 */
};

/* Stable code for JSON ("lock.held"). */
const char *rv_status_code(rv_status s) RV_NONNULL;

/* Exit code of the program for a status. */
int rv_status_exit(rv_status s);

/* The translated sentence of the table. */
const char *rv_status_sentence(rv_status s) RV_NONNULL;

/* Fills err (when not NULL) and returns s, so that `return rv_fail(...)`. */
rv_status rv_fail(struct rv_err *err, rv_status s, const char *fmt, ...)
	RV_PRINTF(3, 4);

/* The same, and names the file. */
rv_status rv_fail_path(struct rv_err *err, rv_status s, const char *path,
		       const char *fmt, ...) RV_PRINTF(4, 5);

/* The same, and names the line: its message begins "NAME: PLACE: ". */
rv_status rv_fail_line(struct rv_err *err, rv_status s, const char *path,
		       int line, const char *fmt, ...) RV_PRINTF(5, 6);

/*
 * The same for a system call: maps errnum (ENOSPC and EDQUOT to RV_E_NOSPACE,
 * EROFS, EACCES and EPERM to RV_E_READONLY, ENOENT to RV_E_NOTFOUND, else
 * RV_E_IO) and appends strerror and what to do.  `what` is a translated phrase such as
 * _("cannot write").
 */
rv_status rv_fail_errno(struct rv_err *err, int errnum, const char *path,
			const char *what);

#endif
