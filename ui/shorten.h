/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_SHORTEN_H
#define RV_UI_SHORTEN_H

/*
 * Lines with a path in them that are too long: folders go first, so that the
 * file's name stays; of a name that is too long itself the end stays.
 */

#include "ui/surface.h"

/* As ui_putw: draws `text` in at most w columns, returns those used. */
int ui_put_path(struct ui_surface *s, int x, int y, int w, ui_style st,
		struct rv_sv text);
/* The same as text: appends what fits, with `dots` for what is left out. */
void ui_shorten(struct rv_sv text, int w, const char *dots,
		struct rv_buf *out);

#endif
