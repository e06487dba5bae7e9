/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_WALK_H
#define RV_FILES_WALK_H

/*
 * Walks a tree in name order (bytes), regular files only, without following
 * symbolic links, skipping names that begin with a dot.  Depth is limited to
 * 64.  Any thread.
 */

#include <sys/stat.h>

#include "base/status.h"

/* `rel` is the path below root.  Return other than RV_OK to stop. */
typedef rv_status rv_walk_fn(const char *path, const char *rel,
			     const struct stat *st, void *arg);

/* A root that does not exist is an empty walk. */
rv_status rv_walk(const char *root, rv_walk_fn *fn, void *arg,
		  struct rv_err *err) RV_MUST_CHECK;

#endif
