/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_RICH_H
#define RV_UI_RICH_H

/*
 * One paragraph of text in several styles, to be wrapped into a text view or
 * laid out in columns.  Text is cleaned when it is added.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/textview.h"

struct ui_rich {
	struct rv_buf text;
	struct ui_rich_part {
		size_t end; /* in text */
		ui_style style;
		int tag;
	} *parts;
	size_t n, cap;
};

#define UI_RICH_INIT ((struct ui_rich){.text = RV_BUF_INIT})

void ui_rich_release(struct ui_rich *r);
void ui_rich_reset(struct ui_rich *r);
void ui_rich_add(struct ui_rich *r, ui_style st, int tag, struct rv_sv text);
void ui_rich_adds(struct ui_rich *r, ui_style st, const char *text);
int ui_rich_width(const struct ui_rich *r);
/* Blanks until the text is `width` cells wide. */
void ui_rich_pad(struct ui_rich *r, ui_style st, int width);
/* Appends the bytes [from, to) of another one with their styles. */
void ui_rich_slice(struct ui_rich *r, const struct ui_rich *from, size_t a,
		   size_t b);

/* Wraps it; `lead` hangs before the first line in `indent` cells. */
void ui_textview_rich(struct ui_textview *t, ui_style lead_style,
		      struct rv_sv lead, int indent, const struct ui_rich *r);
/* As one line that is cut when it is drawn. */
void ui_textview_rich_line(struct ui_textview *t, int indent,
			   const struct ui_rich *r);

/* Length in bytes of what of clean text fits on a line of `width` cells, cut at
 * a blank where there is one; *skip the blanks behind it. */
size_t ui_text_fits(struct rv_sv v, int width, size_t *skip);

#endif
