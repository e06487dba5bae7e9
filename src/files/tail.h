/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_TAIL_H
#define RV_FILES_TAIL_H

/*
 * Follows a file that others append to: gives each whole line once.  A file
 * that shrank or was replaced (other inode) is read again from its start; a
 * file that is not there yet is waited for.  No thread, no timer: the caller
 * calls rv_tail_read when the watch says that something changed.
 */

#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/status.h"

struct rv_tail {
	char path[4096];
	ino_t inode;
	int64_t offset;
	struct rv_buf half; /* an unfinished last line */
};

typedef void rv_tail_fn(struct rv_sv line, int64_t offset, void *arg);

/* From the end of what is there now, or from the start. */
void rv_tail_init(struct rv_tail *t, const char *path, int from_start);
rv_status rv_tail_read(struct rv_tail *t, rv_tail_fn *fn, void *arg,
		       struct rv_err *err) RV_MUST_CHECK;
void rv_tail_release(struct rv_tail *t);

#endif
