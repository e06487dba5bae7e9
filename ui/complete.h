/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_COMPLETE_H
#define RV_UI_COMPLETE_H

/*
 * The word under the cursor of a command line: an option of the verb behind a
 * dash, else a page, an id of the queue, or what a word of the console takes.
 * It grows as far as all that it may become agree; nothing typed goes away.
 */

#include "ui/ctx.h"
#include "ui/field.h"

/* `may` gets what it can become, where that is more than one. */
void ui_complete(struct ui_ctx *c, const char *verb, struct ui_field *f,
		 struct rv_buf *may);

#endif
