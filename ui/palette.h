/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_PALETTE_H
#define RV_UI_PALETTE_H

/*
 * The command line of the console: any action of the action table by its verb,
 * and a few words of the console itself (quit, follow, theme NAME, screens).
 */

#include "ui/ctx.h"

/* Runs a line that was entered. */
typedef void ui_palette_fn(struct ui_ctx *c, struct rv_sv line);

struct ui_word {
	const char *name; /* "theme" */
	const char *help; /* N_() */
	bool takes;	  /* wants an argument */
	bool deed;	  /* a pasted line does not do it */
};
extern const struct ui_word ui_words[]; /* ended by a row without name */

void ui_palette_open(struct ui_ctx *c, struct rv_sv start, ui_palette_fn *run);
/* A JSON answer as lines "key: value" for people. */
void ui_answer_text(struct rv_sv json, struct rv_buf *out);

#endif
