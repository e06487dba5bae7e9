/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_PALETTE_H
#define RV_UI_PALETTE_H

/*
 * The command line of the console: any action of the action table by its verb,
 * and a few words of the console itself (quit, follow, theme NAME, screens).
 */

#include "ui/ctx.h"

/* Runs a line that was entered; false: it cannot, `why` says so, and the line
 * stays to be mended. */
typedef bool ui_palette_fn(struct ui_ctx *c, struct rv_sv line,
			   struct rv_buf *why);

struct ui_word {
	const char *name; /* "theme" */
	const char *help; /* N_() */
	bool takes;	  /* wants an argument */
	bool deed;	  /* a pasted line does not do it */
};
extern const struct ui_word ui_words[]; /* ended by a row without name */

/* `why`: what was wrong with `start` when it was run, or empty. */
void ui_palette_open(struct ui_ctx *c, struct rv_sv start, struct rv_sv why,
		     ui_palette_fn *run);
/* A JSON answer as lines "key: value" for people. */
void ui_answer_text(struct rv_sv json, struct rv_buf *out);

#endif
