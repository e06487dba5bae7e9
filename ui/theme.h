/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_THEME_H
#define RV_UI_THEME_H

/*
 * Themes: YAML files that give every role of roles.def a look.  A theme begins
 * as the built-in table of roles.def; a file changes what it names.  Colours
 * are "#rrggbb", "default", a name of the theme's palette ("$sky"); `c256` and
 * `c16` say what poorer terminals get, else the nearest is computed; `mono` is
 * what remains without colour.  UI thread.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/status.h"
#include "ui/style.h"

struct ui_color {
	int32_t rgb;  /* 0xrrggbb, -1: the terminal's own */
	int16_t c256; /* -1: the terminal's own */
	int16_t c16;
};

struct ui_look {
	struct ui_color fg, bg;
	unsigned attr; /* UI_BOLD ... with colour */
	unsigned mono; /* the same without */
};

enum ui_border { UI_BORDER_AUTO, UI_BORDER_ASCII, UI_BORDER_SINGLE };

struct ui_theme {
	char name[32];
	bool mono;
	enum ui_border border;
	struct ui_look roles[UI_ROLE_N];
	bool named[UI_ROLE_N]; /* the file gave it; for the lint test */
};

#define UI_COLOR_NONE ((struct ui_color){-1, -1, -1})

/* The table of roles.def; `mono` drops every colour. */
void ui_theme_builtin(struct ui_theme *t, bool mono);
/*
 * Loads DIR/themes/NAME.yaml, or the file NAME when it holds a slash.
 * RV_E_NOTFOUND; RV_E_CONFIG names file and line (unknown role, bad colour,
 * a circle of `inherits`).  *out is the built-in theme on failure.
 */
rv_status ui_theme_load(struct ui_theme *out, const char *dir,
			const char *name, struct rv_err *err) RV_MUST_CHECK;
/* The look of a style: its role, the flags, and the row it is selected on. */
struct ui_look ui_theme_look(const struct ui_theme *t, ui_style st);
/* "fg=#56b4e9 bold" for style maps. */
void ui_look_describe(const struct ui_look *l, bool mono, struct rv_buf *out);
/* Nearest of the 256 (cube and greys) and of the 16. */
int ui_nearest256(int32_t rgb);
int ui_nearest16(int32_t rgb);

#endif
