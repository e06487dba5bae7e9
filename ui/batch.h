/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_BATCH_H
#define RV_UI_BATCH_H

/*
 * Several proposals as one file, to be decided in an editor: a block for each
 * with a header line "=== P-3 0a1b2c3d keep" and the whole resulting text.  The
 * word is keep, approve, reject or defer; another text is an edit, a deleted
 * block a rejection.  Nothing here stages or writes.
 */

#include "base/arena.h"
#include "engine/engine.h"
#include "engine/view_proposal.h"
#include "ui/stage.h"

struct ui_batch_row {
	const struct rv_view_proposal *p;
	enum ui_decided what; /* UI_UNDECIDED: keep */
	struct rv_sv why;     /* reason or span */
	struct rv_sv text;    /* of an edited one; else empty */
	int line;	      /* of its header; 0: the block is gone */
};

void ui_batch_write(const struct rv_view_proposal *const *p, size_t n,
		    const struct ui_stage *staged, struct rv_buf *out);
/*
 * Reads what came back into rows[n], in the order of p; they borrow from text.
 * RV_E_PARSE names the first line that is wrong; then no row counts.
 */
rv_status ui_batch_read(struct rv_sv text,
			const struct rv_view_proposal *const *p, size_t n,
			const struct rv_env *env, struct ui_batch_row *rows,
			struct rv_err *err)
	RV_MUST_CHECK;

/* An open warning of a promotion: approving it takes a reason. */
bool ui_needs_reason(const struct rv_view_proposal *p);

#endif
