/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_STYLE_H
#define RV_UI_STYLE_H

/*
 * A style is what a cell means, not how it looks: a role of roles.def and a few
 * flags.  The theme turns it into colours and attributes.
 */

#include <stdint.h>

enum ui_role {
#define ROLE(id, name, c16, attr, mono) UI_ROLE_##id,
#include "ui/roles.def"
#undef ROLE
	UI_ROLE_N
};

typedef uint16_t ui_style;

enum {
	UI_BOLD = 0x100,
	UI_DIM = 0x200,
	UI_REVERSE = 0x400,
	UI_UNDER = 0x800,
	UI_ITALIC = 0x1000,
	UI_SEL = 0x2000,     /* on the selected row of the focused pane */
	UI_SEL_DIM = 0x4000, /* on the selected row of another pane */
	UI_ATTRS = UI_BOLD | UI_DIM | UI_REVERSE | UI_UNDER | UI_ITALIC
};

#define UI_STYLE_ROLE(st) ((enum ui_role)((st) & 0xff))

#endif
