/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_QUEUEROW_H
#define RV_UI_QUEUEROW_H

/*
 * How one proposal of the queue looks: what a person staged for it, what it
 * would change and the worst that its checks say, in columns that end at the
 * right edge of the surface.
 */

#include "ui/ctx.h"
#include "ui/surface.h"

/* The names of the columns. */
void ui_queuerow_heads(struct ui_surface *s);
void ui_queuerow_draw(const struct ui_ctx *c, struct ui_surface *s,
		      const struct rv_view_proposal *r);
#define UI_QUEUEROW_BRIEF 3 /* lines of it */
/* The worst sentence in two lines, and how many there are. */
void ui_queuerow_brief(struct ui_surface *s, int y,
		       const struct rv_view_proposal *r);

#endif
