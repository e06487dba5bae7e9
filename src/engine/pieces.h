/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_PIECES_H
#define RV_ENGINE_PIECES_H

/*
 * Cuts the text of a document into pieces that can surface: whole paragraphs of
 * at most some 1,200 bytes, masked.  Any thread.
 */

#include "base/arena.h"
#include "store/page.h"

struct rv_pieces {
	struct rv_arena *arena; /* of the texts */
	struct rv_page *items;
	size_t n, cap;
	size_t masked; /* secrets in them */
};

/* Adds the pieces of a section; `like` is all but text and line, `line` that of
 * its first.  An empty section is one piece too: its title and heading are
 * words to search for. */
void rv_pieces_cut(struct rv_pieces *p, const struct rv_page *like,
		   struct rv_sv body, int64_t line);
void rv_pieces_release(struct rv_pieces *p);

#endif
