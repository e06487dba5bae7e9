/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_REF_H
#define RV_UI_REF_H

/*
 * Ids in text: what an operator can open.
 *
 *	e-0123456789abcdef	an episode
 *	P-3, C-2		a proposal
 *	#12			a turn
 *	ch-4			a chapter, 1 is the oldest
 *	row-7			a row of the log
 *	wiki/a.md, a.md:7, a.md#7	a page, and a line of it
 *
 * The forms of `ch-` and `row-` with a blank ("chapter 4", "row 7") are words
 * in prose, so only ui_ref_parse takes them.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum ui_ref_kind {
	UI_REF_EPISODE,
	UI_REF_PROPOSAL,
	UI_REF_RUN,
	UI_REF_CHAPTER,
	UI_REF_ROW,
	UI_REF_PAGE,
};

struct ui_ref {
	enum ui_ref_kind kind;
	struct rv_sv id; /* of an episode, proposal or page: in the text */
	int64_t num;	 /* of the others; of a page the line, or 0 */
	size_t a, b;	 /* where it stands */
};

/* The first one at or behind byte `from`; false: none. */
bool ui_ref_next(struct rv_sv text, size_t from, struct ui_ref *out);
/* The whole text, trimmed, as somebody typed it. */
bool ui_ref_parse(struct rv_sv text, struct ui_ref *out);

#endif
