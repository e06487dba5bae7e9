/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_FTS_MERGE_H
#define RV_STORE_FTS_MERGE_H

/*
 * Merging what was written of words, in small steps between the writes: FTS5 by
 * itself merges much at once, and in a commit, where somebody may wait for it.
 * A step is some ten milliseconds at the most.
 */

#include "store/store_priv.h"

/* After words of so many bytes were added: a step where one is due.  While the
 * store is in a hurry steps are left for later, as long as they are few. */
rv_status rv__fts_merge(struct rv_store *s, size_t bytes,
			struct rv_err *err) RV_MUST_CHECK;

#endif
