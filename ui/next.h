/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_NEXT_H
#define RV_UI_NEXT_H

/*
 * What to do next, here and now: the sentence behind each finding of a proposal
 * or a page, with its keys, and the words of the hint line for keys whose effect
 * depends on what is shown.
 */

#include "ui/ctx.h"
#include "ui/keymap.h"

/* What settles one of a proposal's open checks; NULL: nothing is open there. */
const char *ui_next_of_check(const struct rv_view_proposal *p,
			     const struct rv_view_check *check);
/* What is to be done about a proposal whose page moved. */
const char *ui_next_of_moved(void);

/* Of a page on Layers. */
enum ui_next_page {
	UI_NEXT_SECRET,
	UI_NEXT_CONTRADICTION,
	UI_NEXT_SAME_NAME,
	UI_NEXT_TWIN,
	UI_NEXT_COPY,
	UI_NEXT_STALE,
	UI_NEXT_BROKEN
};
const char *ui_next_of_page(const struct rv_view_tree_row *r,
			    enum ui_next_page what);

/* The word for a key where `p` (may be NULL) is what it would act on; NULL: it
 * would do nothing.  See pane_ops.hint. */
const char *ui_next_hint(const struct ui_ctx *c,
			 const struct rv_view_proposal *p,
			 const struct ui_key *k);

#endif
