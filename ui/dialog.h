/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_DIALOG_H
#define RV_UI_DIALOG_H

/*
 * Questions.  A question is answered by one of its keys; enter and esc are the
 * last choice, which changes nothing.  What was typed ahead answers nothing:
 * the console drops it when a question appears.
 */

#include "ui/ctx.h"

struct ui_choice {
	const char *key;   /* "y" */
	const char *label; /* N_() */
};

/* choice: index into the choices. */
typedef void ui_dialog_fn(struct ui_ctx *c, int choice, const char *arg);

/* `text` and `arg` are copied.  The choices are a static array of n rows. */
void ui_dialog_ask(struct ui_ctx *c, const char *title, struct rv_sv text,
		   const struct ui_choice *choices, int n, ui_dialog_fn *fn,
		   const char *arg);
/* "y yes  n no": fn gets 0 for yes. */
void ui_dialog_confirm(struct ui_ctx *c, const char *title, struct rv_sv text,
		       ui_dialog_fn *fn, const char *arg);

#endif
