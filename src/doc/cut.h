/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_CUT_H
#define RV_DOC_CUT_H

/*
 * A section in pieces of whole paragraphs: long enough to carry their context,
 * short enough that their start says what they are about.  A paragraph that is
 * longer stays whole.
 *
 *	struct rv_cut c = {.body = body, .line = 1};
 *	while (rv_cut_next(&c, &piece, &line))
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct rv_cut {
	struct rv_sv body;
	int64_t line; /* of what comes next */
	size_t at;
	bool done;
};
/* The first piece is there even when the body is empty. */
bool rv_cut_next(struct rv_cut *c, struct rv_sv *piece, int64_t *line);

#endif
