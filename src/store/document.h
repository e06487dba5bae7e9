/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_DOCUMENT_H
#define RV_STORE_DOCUMENT_H

/*
 * What the full-text index holds, one document after the other: for an index of
 * another kind over the same.  Excluded rows and twins never appear.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/store.h"

struct rv_document {
	bool episode; /* else a page */
	int64_t rowid; /* for rv_episode_by_rowid or rv_page_by_rowid */
	struct rv_sv title; /* of a page, may be empty */
	struct rv_sv text;
};

/* Where a walk is; zeros begin one.  The index may change meanwhile. */
struct rv_document_walk {
	int64_t after; /* rowid */
	bool pages;    /* episodes come first */
};

/* The next `max` at most into `out`, texts in the arena; *n 0 at the end. */
rv_status rv_store_walk(struct rv_store *s, struct rv_document_walk *w,
			size_t max, struct rv_arena *arena,
			struct rv_document *out, size_t *n, struct rv_err *err)
	RV_MUST_CHECK;

#endif
