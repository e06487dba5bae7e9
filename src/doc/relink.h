/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_RELINK_H
#define RV_DOC_RELINK_H

/*
 * A Markdown text with other paths in its relative links and images, and
 * otherwise byte for byte what it was.  Code, comments, addresses with a
 * scheme, paths from the root and bare anchors are no relative links.
 */

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

/* Appends the path that shall stand for a decoded one; false: it stays. */
typedef bool rv_relink_fn(struct rv_sv path, struct rv_buf *out, void *arg);
void rv_relink(struct rv_sv text, rv_relink_fn *fn, void *arg,
	       struct rv_arena *arena, struct rv_buf *out);

#endif
