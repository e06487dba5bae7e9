/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_TERM_H
#define RV_UI_TERM_H

/*
 * The terminal behind operations: curses for people, headless for tests.  It
 * shows a grid, reports its size and reads input; it knows no panes.  One
 * terminal a process.  UI thread.
 */

#include <stdbool.h>

#include "base/status.h"
#include "ui/keys.h"
#include "ui/surface.h"
#include "ui/theme.h"

struct ui_term;

struct ui_term_ops {
	const char *name;
	void (*close)(struct ui_term *t);
	void (*size)(struct ui_term *t, int *w, int *h);
	/* Asks the kernel again after SIGWINCH. */
	void (*resized)(struct ui_term *t);
	int (*fd)(const struct ui_term *t); /* to poll; -1: none */
	/* Next input that is there; false when there is none. */
	bool (*read)(struct ui_term *t, struct ui_input *in);
	bool (*gone)(const struct ui_term *t); /* hung up */
	void (*flush)(struct ui_term *t); /* drops what was typed ahead */
	void (*paint)(struct ui_term *t, const struct ui_grid *g,
		      const struct ui_theme *theme);
	void (*repaint)(struct ui_term *t); /* the next paint draws all */
	/* Gives the terminal away (editor, shell) and takes it back. */
	void (*leave)(struct ui_term *t);
	void (*enter)(struct ui_term *t);
	void (*ring)(struct ui_term *t);
	void (*copy)(struct ui_term *t, struct rv_sv text); /* OSC 52 */
};

struct ui_term {
	const struct ui_term_ops *ops;
};

/* RV_E_IO with a sentence when standard input or output is no terminal or the
 * terminal is unknown.  `mono` forces no colour. */
rv_status ui_term_curses_new(bool mono, struct ui_term **out,
			     struct rv_err *err) RV_MUST_CHECK;
/* true when the environment asks for no colour (NO_COLOR, TERM=dumb). */
bool ui_term_wants_mono(void);
/* "light" or "dark" by COLORFGBG; NULL when it does not say. */
const char *ui_term_background(void);

struct ui_term *ui_term_headless_new(int w, int h);
/* What a script does to it. */
/* `after` microseconds of its clock behind what came before. */
void ui_term_headless_key(struct ui_term *t, const char *key, int64_t after);
void ui_term_headless_paste(struct ui_term *t, struct rv_sv text);
void ui_term_headless_size(struct ui_term *t, int w, int h);

#endif
