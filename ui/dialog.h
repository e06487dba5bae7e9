/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_DIALOG_H
#define RV_UI_DIALOG_H

/*
 * Questions.  A question is answered by one of its keys; enter and esc are the
 * last choice, which changes nothing.  What was typed ahead answers nothing:
 * the console drops it when a question appears, ui/guard.h refuses what comes
 * before anybody can have read the question, and what came in one go with an
 * answer is dropped when the question goes.
 */

#include "ui/ctx.h"

/* Every question has a row, which holds its title. */
enum ui_dialog {
#define DIALOG(id, name, title) UI_DIALOG_##id,
#include "ui/dialogs.def"
#undef DIALOG
};

struct ui_choice {
	const char *key;   /* "y"; NULL: it is typed only */
	const char *label; /* N_() */
	const char *value; /* what completes a typed text; NULL: it does not */
};

/* choice: index into the choices. */
typedef void ui_dialog_fn(struct ui_ctx *c, int choice, const char *arg);

/* `text` and `arg` are copied.  The choices are a static array of n rows. */
void ui_dialog_ask(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
		   const struct ui_choice *choices, int n, ui_dialog_fn *fn,
		   const char *arg);
/*
 * A question with a line to type in.  A choice's key counts while the line is
 * empty; every other key is text, so that no word that somebody types runs as
 * keys.  The beginning of a value or label stands for the whole value.  fn gets
 * the choice's value or the text; false: that is no answer, the question stands
 * and says why with err.  esc, and enter on an empty line, change nothing and do
 * not call it.
 */
typedef bool ui_dialog_text_fn(struct ui_ctx *c, const char *text,
			       const char *arg, struct rv_err *err);
void ui_dialog_type(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
		    const struct ui_choice *choices, int n,
		    ui_dialog_text_fn *fn, const char *arg);
/* "y yes  n no": fn gets 0 for yes. */
void ui_dialog_confirm(struct ui_ctx *c, enum ui_dialog which,
		       struct rv_sv text, ui_dialog_fn *fn, const char *arg);

#endif
