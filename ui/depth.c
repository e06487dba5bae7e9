/* SPDX-License-Identifier: MIT */
/* Colours by what a terminal can show. */
#include "config.h"

#include "ui/depth.h"

static int
color_of(struct ui_color c, enum ui_depth depth, int colors)
{
	if (c.rgb < 0)
		return -1;
	switch (depth) {
	case UI_DEPTH_RGB:
		/* The first eight stay the palette's own. */
		return c.rgb < 8 ? 8 : c.rgb;
	case UI_DEPTH_256:
		return c.c256;
	case UI_DEPTH_16:
		if (colors >= 16)
			return c.c16;
		/* Eight colours have no grey: ui_depth_shade() dims. */
		return c.c16 == 8 ? -1 : c.c16 & 7;
	case UI_DEPTH_MONO:
		break;
	}
	return -1;
}

struct ui_shade
ui_depth_shade(struct ui_look look, enum ui_depth depth, int colors)
{
	unsigned attr = depth == UI_DEPTH_MONO ? look.mono : look.attr;

	/* Sixteen colours have no quiet background: reverse says it. */
	if (depth == UI_DEPTH_16 && look.bg.rgb >= 0) {
		attr |= UI_REVERSE;
		look.fg = look.bg = UI_COLOR_NONE;
	}
	if (depth == UI_DEPTH_16 && colors < 16 && look.fg.c16 == 8)
		attr |= UI_DIM;
	return (struct ui_shade){
		.fg = color_of(look.fg, depth, colors),
		.bg = color_of(look.bg, depth, colors),
		.attr = attr,
		.coloured = depth != UI_DEPTH_MONO &&
			    (look.fg.rgb >= 0 || look.bg.rgb >= 0),
	};
}
