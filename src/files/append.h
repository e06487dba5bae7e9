/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_APPEND_H
#define RV_FILES_APPEND_H

/*
 * Appends to a log with one write(2) and, when asked, fdatasync.  If the file
 * does not end in a newline (a process was killed in the middle of a line),
 * the half line is completed with a newline first, so that it stays a
 * countable broken line and the new one is whole.  A failed write is cut off
 * again.  Any thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

/* `line` ends with a newline.  *offset (NULL ok) is where it begins. */
rv_status rv_append_line(const char *path, struct rv_sv line, bool sync,
			 int64_t *offset, struct rv_err *err) RV_MUST_CHECK;

#endif
