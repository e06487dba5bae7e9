/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_DEPTH_H
#define RV_UI_DEPTH_H

/* What is left of a look on a terminal of few colours, or none. */

#include <stdbool.h>

#include "ui/theme.h"

enum ui_depth { UI_DEPTH_MONO, UI_DEPTH_16, UI_DEPTH_256, UI_DEPTH_RGB };

struct ui_shade {
	int fg, bg; /* a number of the terminal's; -1: its own */
	unsigned attr; /* UI_BOLD ... */
	bool coloured; /* false: fg and bg say nothing */
};

/* `colors`: how many the terminal has; 8 and 16 are both UI_DEPTH_16. */
struct ui_shade ui_depth_shade(struct ui_look look, enum ui_depth depth,
			       int colors);

#endif
