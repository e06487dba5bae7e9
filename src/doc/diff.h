/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_DIFF_H
#define RV_DOC_DIFF_H

/*
 * Differences between two texts: by line (Myers, linear space) as hunks with
 * context, and by word inside a changed line.  Results live in the arena and
 * borrow the texts.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

enum rv_diff_op { RV_DIFF_SAME, RV_DIFF_DEL, RV_DIFF_ADD, RV_DIFF_HUNK };

struct rv_diff_line {
	enum rv_diff_op op;
	struct rv_sv text; /* without newline; of a hunk: "@@ -1,4 +1,6 @@" */
	int old_line, new_line; /* 1 is the first, 0 where it is not */
};

struct rv_diff {
	struct rv_diff_line *lines;
	size_t n;
	size_t added, removed;
};

/*
 * `context` lines around each change; below 0: the whole texts and no hunk
 * lines.  Only "\n" ends a line, so that a CR is a difference that shows; the
 * newline at the very end makes none.
 */
void rv_diff_lines(struct rv_sv old, struct rv_sv new, int context,
		   struct rv_arena *arena, struct rv_diff *out);
/*
 * Appends `new` with the lines of `old` in the place of hunk number `hunk` (1 is
 * the first, counted with this context); false: there is no such hunk.
 */
bool rv_diff_without(struct rv_sv old, struct rv_sv new, int context,
		     size_t hunk, struct rv_arena *arena, struct rv_buf *out);
/* Unified text (three lines of context) with "--- a/name" and "+++ b/name"
 * headers, as patch reads it; empty when equal. */
void rv_diff_unified(struct rv_sv old, struct rv_sv new, const char *name,
		     struct rv_buf *out);
/* Word runs of two lines: SAME, DEL and ADD in reading order; a run is never
 * cut inside a word or a grapheme cluster.  added and removed count runs. */
void rv_diff_words(struct rv_sv old, struct rv_sv new, struct rv_arena *arena,
		   struct rv_diff *out);

#endif
