/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_READ_PAGE_H
#define RV_TRUST_READ_PAGE_H

/* From the bytes of a page to what the index keeps of it.  Any thread. */

#include "base/arena.h"
#include "doc/frontmatter.h"
#include "store/page_meta.h"

/* More than this is not read as a page: only its size is known. */
#define RV_PAGE_MAX ((size_t)16 << 20)

/*
 * Fills the row and its links.  `path` is masked, `doc` is the page parsed by
 * rv_page_parse; the texts borrow from it or from the arena, and are masked.
 * RV_META_SECRET says so; the caller sets it for the rest of the page, because
 * it masks the text anyway.
 */
void rv_read_page(struct rv_sv path, enum rv_layer layer, struct rv_sv text,
		  const struct rv_page_doc *doc, struct rv_arena *arena,
		  struct rv_page_meta *out, struct rv_page_link **links,
		  size_t *n);
/* The row of a file that is too big or binary. */
void rv_read_page_size(struct rv_sv path, enum rv_layer layer, int64_t bytes,
		       struct rv_page_meta *out);
/* A NUL in its first 8 KiB, or mostly bytes that are no UTF-8. */
bool rv_is_binary(struct rv_sv text);

/* A list of frontmatter as one text with newlines between; a scalar is a list
 * of one; in the arena. */
struct rv_sv rv_meta_list(const struct rv_yaml *meta, const char *key,
			  struct rv_arena *arena);

#endif
