/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_WATCH_H
#define RV_FILES_WATCH_H

/*
 * inotify over a set of directories: tells which path changed, or that
 * everything may have (queue overflow).  The fd is for a poll loop.  Where
 * inotify cannot be had, rv_watch_new fails and the caller goes without.
 */

#include <stddef.h>

#include "base/status.h"

struct rv_watch;
enum rv_watch_what {
	RV_WATCH_FILE,	   /* a file came, changed or went */
	RV_WATCH_DIR,	   /* a directory came: it is not watched yet */
	RV_WATCH_DIR_GONE, /* a directory went, or lies elsewhere now */
	RV_WATCH_ALL	   /* events were lost; path is NULL */
};
typedef void rv_watch_fn(enum rv_watch_what what, const char *path, void *arg);

/* `max` directories at the most; 0: as many as the system lets us. */
rv_status rv_watch_new(size_t max, struct rv_watch **out, struct rv_err *err)
	RV_MUST_CHECK;
void rv_watch_free(struct rv_watch *w);
/* A directory that does not exist is skipped silently (RV_OK).  RV_E_TOOBIG:
 * no more can be watched. */
rv_status rv_watch_add_dir(struct rv_watch *w, const char *dir,
			   struct rv_err *err) RV_MUST_CHECK;
/* The same for one in which a database is written thousands of times a second:
 * a file there is told when it comes, is closed by who wrote it, or goes. */
rv_status rv_watch_add_busy_dir(struct rv_watch *w, const char *dir,
				struct rv_err *err) RV_MUST_CHECK;
/* And of such a directory a file whose every write is told, also while it stays
 * open.  Asked for again when the file came anew.  It counts as a directory. */
rv_status rv_watch_add_file(struct rv_watch *w, const char *path,
			    struct rv_err *err) RV_MUST_CHECK;
int rv_watch_fd(const struct rv_watch *w);
/* Reads what is there and calls fn for each changed path; never blocks, and ends
 * also while others write on. */
void rv_watch_dispatch(struct rv_watch *w, rv_watch_fn *fn, void *arg);

#endif
