/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_PATH_H
#define RV_BASE_PATH_H

/*
 * Paths as text and the few questions one asks of a file.  Opening below a
 * directory uses openat2 where the kernel has it and follows no link.
 * Any thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"

/* "a/b" from "a" and "b"; an absolute b stays itself.  In the arena. */
const char *rv_path_join_in(struct rv_arena *arena, const char *a,
			    const char *b) RV_NONNULL;
const char *rv_path_base(const char *path) RV_NONNULL; /* behind the last / */
bool rv_path_exists(const char *path);
bool rv_path_is_dir(const char *path);
/* Creates the directory and its parents with `mode`. */
rv_status rv_path_mkdirs(const char *path, unsigned mode, struct rv_err *err)
	RV_MUST_CHECK;
/* Reads a whole regular file of at most `max` bytes.  RV_E_NOTFOUND,
 * RV_E_TOOBIG, RV_E_IO. */
rv_status rv_path_read(const char *path, size_t max, struct rv_buf *out,
		       struct rv_err *err) RV_MUST_CHECK;
/* The same of an open file; `path` is for messages. */
rv_status rv_path_read_fd(int fd, const char *path, size_t max,
			  struct rv_buf *out, struct rv_err *err) RV_MUST_CHECK;
/* Whatever can be read to its end: also a pipe, whose writer is waited for, and
 * "-" for standard input. */
rv_status rv_path_read_stream(const char *path, size_t max, struct rv_buf *out,
			      struct rv_err *err) RV_MUST_CHECK;
/* Opens `rel` below the directory fd; RV_E_DENIED when it leaves it or goes
 * through a symbolic link. */
rv_status rv_path_open_beneath(int dirfd, const char *rel, int flags,
			       unsigned mode, int *fd, struct rv_err *err)
	RV_MUST_CHECK;
/* "*", "?" and "[a-z]" against one name (fnmatch without leading dots). */
bool rv_path_match(const char *pattern, const char *name);

#endif
