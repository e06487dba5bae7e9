/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_PAGE_READY_H
#define RV_ENGINE_PAGE_READY_H

/*
 * A page as the store takes it: all of the work on a file that needs no store,
 * from reading it to the words of its pieces.  Any thread; only the file is
 * looked at, and what failed is said by whoever puts the page into the index.
 */

#include <sys/stat.h>

#include "base/buf.h"
#include "doc/tokens.h"
#include "engine/pieces.h"
#include "store/page_meta.h"

/* A page on the disk. */
struct rv_scan_item {
	const char *path; /* absolute */
	const char *rel;  /* as rows name it: masked */
	enum rv_layer layer;
	struct stat st;
	bool shown; /* its row is of now, its words are not */
	bool gone;  /* the same; the file is not there any more */
};

struct rv_page_ready {
	struct rv_arena arena;
	struct rv_buf text; /* the rest borrows from it */
	struct rv_page_meta meta;
	struct rv_page_link *links;
	size_t n_links;
	struct rv_pieces pieces;
	char why[512]; /* it cannot be read: the reason, else "" */
};

/* `words`: also cuts the words of the pieces; NULL leaves them to the store.
 * The item stays as it is until the release. */
void rv_page_ready_make(const struct rv_scan_item *item,
			struct rv_tokens *words, struct rv_page_ready *out);
void rv_page_ready_release(struct rv_page_ready *r);

#endif
