/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_SOURCE_H
#define RV_STORE_SOURCE_H

/*
 * Files of the agent that are indexed in place: how far each was read.  A file
 * is unchanged when inode, size and mtime (ns) are as recorded.
 */

#include <sys/stat.h>

#include "base/arena.h"
#include "store/store.h"

struct rv_source {
	struct rv_sv path; /* as in episodes and pages */
	struct rv_sv kind; /* session, pending, story, page */
	int64_t inode, size, mtime_ns;
	int64_t offset, line; /* read up to here */
	struct rv_sv state;   /* the reader's own, e.g. the leaf of a tree */
};

/* RV_E_NOTFOUND when it was never read. */
rv_status rv_source_get(struct rv_store *s, struct rv_sv path,
			struct rv_arena *arena, struct rv_source *out,
			struct rv_err *err) RV_MUST_CHECK;
rv_status rv_source_set(struct rv_store *s, const struct rv_source *src,
			struct rv_err *err) RV_MUST_CHECK;
rv_status rv_source_drop(struct rv_store *s, struct rv_sv path,
			 struct rv_err *err) RV_MUST_CHECK;
/* All sources of a kind (NULL: all), by path. */
rv_status rv_source_list(struct rv_store *s, const char *kind,
			 struct rv_arena *arena, struct rv_source **out,
			 size_t *n, struct rv_err *err) RV_MUST_CHECK;
bool rv_source_unchanged(const struct rv_source *src, const struct stat *st);

#endif
