/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_TEXTVIEW_H
#define RV_UI_TEXTVIEW_H

/*
 * Wrapped text in a window: paragraphs are added for a width, cleaned and cut
 * between grapheme clusters (at blanks where there are any); a lead such as
 * "13:46 user" hangs before the first line of its paragraph.  Scrolling moves
 * by lines.  What it holds lives in its own arena.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"
#include "ui/find.h"
#include "ui/keymap.h"
#include "ui/surface.h"

/* A part of a line with its own style; `tag` is the caller's, 0 is none. */
struct ui_run {
	struct rv_sv text;
	ui_style style;
	int tag;
};

struct ui_textline {
	struct rv_sv lead, text;
	struct ui_run *runs; /* instead of text, in the arena; or NULL */
	size_t n_runs;
	ui_style lead_style, style;
	int indent; /* of the text, in cells */
	int mark;   /* the caller's own, e.g. the index of an item */
	bool rule;  /* a horizontal line */
	bool broken; /* the next line goes on within the same word */
};

struct ui_textview {
	struct rv_arena arena;
	struct ui_textline *lines;
	size_t n, cap;
	size_t top;
	int width, rows;
	int mark; /* given to the lines that are added */
	size_t found; /* line of the last match */
	int tag;  /* runs with this tag are drawn as chosen */
	/* The chosen link, see ui/textlink.h. */
	bool link_on;
	size_t link_line, link_at;
};

void ui_textview_release(struct ui_textview *t);
/* Empties it for lines of `width` cells; keeps the place. */
void ui_textview_begin(struct ui_textview *t, int width);
/* Adds text, newlines part paragraphs; `indent` cells before every line. */
void ui_textview_add(struct ui_textview *t, ui_style st, int indent,
		     struct rv_sv text);
void ui_textview_addf(struct ui_textview *t, ui_style st, int indent,
		      const char *fmt, ...) RV_PRINTF(4, 5);
/* The same with a lead of `lead_width` cells before the first line. */
void ui_textview_lead(struct ui_textview *t, ui_style lead_style,
		      struct rv_sv lead, int lead_width, ui_style st,
		      struct rv_sv text);
void ui_textview_leadf(struct ui_textview *t, ui_style lead_style,
		       struct rv_sv lead, int lead_width, ui_style st,
		       const char *fmt, ...) RV_PRINTF(6, 7);
/* One line that is never wrapped but cut when it is drawn (diffs, tables). */
void ui_textview_line(struct ui_textview *t, ui_style st, struct rv_sv text);
void ui_textview_blank(struct ui_textview *t);
void ui_textview_rule(struct ui_textview *t);

void ui_textview_fit(struct ui_textview *t, int rows);
bool ui_textview_act(struct ui_textview *t, enum ui_act act);
/* Where the lines stand that hold text with the pattern (case folded): the next
 * one at or behind `from` (dir > 0) or before it; -1: there is none. */
ptrdiff_t ui_textview_find(const struct ui_textview *t, struct rv_sv pattern,
			   size_t from, int dir);
/* The same as a pane's `find`: from the line that was found last, or the top of
 * what is seen; goes there. */
enum ui_found ui_textview_seek(struct ui_textview *t, struct rv_sv pattern, int dir);
/* Makes line i visible. */
void ui_textview_reveal(struct ui_textview *t, size_t i);
/* First line with this mark goes to the top (or becomes visible). */
void ui_textview_show(struct ui_textview *t, int mark);
/* Mark of the first visible line. */
int ui_textview_mark(const struct ui_textview *t);
void ui_textview_draw(const struct ui_textview *t, struct ui_surface *s);

#endif
