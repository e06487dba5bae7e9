/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_LOGROWS_H
#define RV_UI_LOGROWS_H

/*
 * The rows of the log, newest first: what the record has, merged by time with
 * those lines of this session that it does not tell, so that one act is one
 * row.  They point into the newest snapshot of the log and into the console's
 * own lines, so they are made anew when either changes.
 */

#include "ui/ctx.h"

struct ui_logrows {
	struct ui_logrow *items; /* heap */
	size_t n, cap;
	uint64_t said; /* c->said_all when they were made */
};

void ui_logrows_build(struct ui_logrows *l, const struct ui_ctx *c);
void ui_logrows_release(struct ui_logrows *l);
uint64_t ui_logrow_id(const struct ui_logrow *r);
struct rv_sv ui_logrow_cli(const struct ui_logrow *r);
int64_t ui_logrow_time(const struct ui_logrow *r);
void ui_logrow_text(const struct ui_logrow *r, struct rv_buf *out);
/* Sends its command line to the clipboard; false: it has none. */
bool ui_logrow_copy(struct ui_ctx *c, const struct ui_logrow *r);

#endif
