/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_FIELD_H
#define RV_UI_FIELD_H

/* One line of text that is being typed.  Pasted text is data. */

#include <stdbool.h>

#include "base/buf.h"
#include "ui/surface.h"

struct ui_field {
	struct rv_buf text;
	size_t at; /* byte of the cursor */
};

void ui_field_init(struct ui_field *f, struct rv_sv text);
void ui_field_release(struct ui_field *f);
void ui_field_set(struct ui_field *f, struct rv_sv text);
/* false: the key is none of the field's. */
bool ui_field_key(struct ui_field *f, const char *key);
void ui_field_insert(struct ui_field *f, struct rv_sv text);
/* Draws it in w cells and puts the cursor there. */
void ui_field_draw(const struct ui_field *f, struct ui_surface *s, int x,
		   int y, int w);

#endif
