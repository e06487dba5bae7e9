/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_CMDLINE_H
#define RV_UI_CMDLINE_H

/*
 * Command lines that are shown, asked about or copied: each works where it is
 * pasted.  Where the directory that the console was called in does not lead to
 * its workspace, a line names it.  Every door of the console to such a line is
 * here; `cli` is one as the engine makes it, without the workspace.
 */

#include "ui/ctx.h"
#include "ui/surface.h"

/* Appends the line as it works from anywhere. */
void ui_cmdline_whole(const struct ui_ctx *c, struct rv_sv cli,
		      struct rv_buf *out);
/* Draws a sign ("$") and the line in at most w columns; where that is too
 * little, the folders of the workspace go first.  Returns the columns used. */
int ui_cmdline_put(const struct ui_ctx *c, struct ui_surface *s, int x, int y,
		   int w, ui_style st, const char *sign, struct rv_sv cli);
void ui_cmdline_copy(struct ui_ctx *c, struct rv_sv cli);

#endif
