/* SPDX-License-Identifier: MIT */
/* What windows over the panes share. */
#include "config.h"

#include "ui/overlay.h"

#include "base/width.h"

struct ui_surface
ui_overlay_window(struct ui_surface *s, int w, int h, const char *title,
		  const char *foot)
{
	struct ui_surface win;

	w = RV_MIN(w, s->r.w);
	h = RV_MIN(h, s->r.h);
	win = ui_sub(s, (s->r.w - w) / 2, (s->r.h - h) / 3, w, h);
	ui_fill(&win, 0, 0, w, h, UI_ROLE_TEXT);
	ui_box(&win, UI_ROLE_FOCUS);
	ui_puts(&win, 2, 0, UI_ROLE_TITLE_FOCUS, " ");
	ui_putw(&win, 3, 0, w - 6, UI_ROLE_TITLE_FOCUS, rv_sv(title));
	ui_puts(&win, 3 + RV_MIN(rv_width(rv_sv(title)), w - 6), 0,
		UI_ROLE_TITLE_FOCUS, " ");
	if (foot && foot[0]) {
		int n = RV_MIN(rv_width(rv_sv(foot)), w - 6);

		ui_puts(&win, w - n - 4, h - 1, UI_ROLE_HINT, " ");
		ui_putw(&win, w - n - 3, h - 1, n, UI_ROLE_HINT, rv_sv(foot));
		ui_puts(&win, w - 3, h - 1, UI_ROLE_HINT, " ");
	}
	return ui_sub(&win, 2, 1, w - 4, h - 2);
}
