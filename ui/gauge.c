/* SPDX-License-Identifier: MIT */
/* Bars and sparklines, in eighths where the font has them. */
#include "config.h"

#include "ui/gauge.h"

static const char *const eighths_right[] = {" ", "▏", "▎", "▍",
					    "▌", "▋", "▊", "▉"};
static const char *const eighths_up[] = {" ", "▁", "▂", "▃", "▄",
					 "▅", "▆", "▇", "█"};
static const char ascii_up[] = " .:-=+*#@";

void
ui_gauge(struct ui_surface *s, int x, int y, int w, int64_t part, int64_t whole,
	 ui_style full)
{
	int64_t eighths;

	if (w <= 0)
		return;
	if (whole <= 0)
		part = 0;
	if (part > whole) {
		part = whole;
		full = UI_ROLE_GAUGE_WARN;
	}
	eighths = whole > 0 && part > 0 ? part * w * 8 / whole : 0;
	for (int i = 0; i < w; i++) {
		int64_t here = eighths - (int64_t)i * 8;

		if (here >= 8)
			ui_glyph(s, x + i, y, full, "█", '#');
		else if (here > 0)
			ui_glyph(s, x + i, y, full, eighths_right[here],
				 here >= 4 ? '#' : '.');
		else
			ui_glyph(s, x + i, y, UI_ROLE_GAUGE_REST, "·", '.');
	}
}

void
ui_spark(struct ui_surface *s, int x, int y, int w, ui_style st,
	 const int64_t *v, size_t n)
{
	int64_t most = 0;

	if (w > 0 && n > (size_t)w) {
		v += n - (size_t)w;
		n = (size_t)w;
	}
	for (size_t i = 0; i < n; i++)
		most = RV_MAX(most, v[i]);
	for (size_t i = 0; i < n; i++) {
		int level = most > 0 && v[i] > 0 ? (int)(v[i] * 8 / most) : 0;

		if (v[i] > 0 && level == 0)
			level = 1;
		if (level == 0)
			ui_glyph(s, x + (int)i, y, UI_ROLE_GAUGE_REST, "·", '.');
		else
			ui_glyph(s, x + (int)i, y, st, eighths_up[level],
				 ascii_up[level]);
	}
}
