/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_WATCH_H
#define RV_FILES_WATCH_H

/*
 * inotify over a set of directories: tells which path changed, or that
 * everything may have (queue overflow).  The fd is for a poll loop.  Where
 * inotify cannot be had, rv_watch_new fails and the caller goes without.
 */

#include "base/status.h"

struct rv_watch;
typedef void rv_watch_fn(const char *path, void *arg); /* NULL: rescan all */

rv_status rv_watch_new(struct rv_watch **out, struct rv_err *err) RV_MUST_CHECK;
void rv_watch_free(struct rv_watch *w);
/* A directory that does not exist is skipped silently (RV_OK). */
rv_status rv_watch_add_dir(struct rv_watch *w, const char *dir,
			   struct rv_err *err) RV_MUST_CHECK;
int rv_watch_fd(const struct rv_watch *w);
/* Reads what is there and calls fn for each changed path; never blocks. */
void rv_watch_dispatch(struct rv_watch *w, rv_watch_fn *fn, void *arg);

#endif
