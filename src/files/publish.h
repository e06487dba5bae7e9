/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_PUBLISH_H
#define RV_FILES_PUBLISH_H

/*
 * Durable replacement of a whole file: temporary file in the same directory
 * (".NAME.rv-XXXXXX", 0600 or the mode of the file it replaces), fsync, rename,
 * fsync of the directory.  A reader sees the old bytes or the new, never a
 * mixture; a failure leaves the old file as it was and no temporary file.  A
 * symbolic link, a file with several hard links and a foreign owner's file are
 * refused (RV_E_DENIED).  Any thread.
 */

#include <sys/stat.h>

#include "base/status.h"
#include "base/str.h"

rv_status rv_publish(const char *path, struct rv_sv bytes, struct rv_err *err)
	RV_MUST_CHECK;
/* The same of `n` parts that follow each other. */
rv_status rv_publish_parts(const char *path, const struct rv_sv *parts,
			   size_t n, struct rv_err *err) RV_MUST_CHECK;
/* The same with the temporary file in another directory of the file system,
 * `room`: that of a directory of many files, which nobody wants to sweep. */
rv_status rv_publish_from(const char *room, const char *path,
			  struct rv_sv bytes, struct rv_err *err) RV_MUST_CHECK;
/* Removes a file durably; a missing one is fine. */
rv_status rv_unpublish(const char *path, struct rv_err *err) RV_MUST_CHECK;
/*
 * The same in an open directory, for a caller that found it without following
 * links: `path` is for messages, its last part is the file.  The check alone
 * says what would be refused and fills *st (0600 when there is no file).
 */
rv_status rv_publish_check_at(int dir, const char *path, struct stat *st,
			      struct rv_err *err) RV_MUST_CHECK;
rv_status rv_publish_at(int dir, const char *path, struct rv_sv bytes,
			struct rv_err *err) RV_MUST_CHECK;
rv_status rv_unpublish_at(int dir, const char *path, struct rv_err *err)
	RV_MUST_CHECK;
/* Renames within one file system and syncs both directories. */
rv_status rv_rename_durably(const char *from, const char *to,
			    struct rv_err *err) RV_MUST_CHECK;
/* Removes temporary files that a killed process left in `dir`: only names of
 * the form above and older than a minute by `now`.  Returns how many. */
int rv_publish_sweep(const char *dir);
/* The same for one file, of whatever age: for a caller that knows that whoever
 * was writing it is dead. */
int rv_publish_sweep_of(const char *path);

#endif
