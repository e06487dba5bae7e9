/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_OVERLAY_H
#define RV_UI_OVERLAY_H

/*
 * Windows over the panes: dialogs, palette, help, results.  The top one gets
 * every key; it is freed when its key function says that it is done.
 */

#include <stdbool.h>

#include "ui/ctx.h"
#include "ui/surface.h"

struct ui_overlay;

struct ui_overlay_ops {
	const char *name;
	/* `s` is the whole body; it draws its own frame. */
	void (*draw)(struct ui_overlay *o, struct ui_surface *s);
	bool (*key)(struct ui_overlay *o, const char *key); /* false: done */
	void (*paste)(struct ui_overlay *o, struct rv_sv text); /* or NULL */
	void (*free)(struct ui_overlay *o);
};

struct ui_overlay {
	const struct ui_overlay_ops *ops;
	struct ui_ctx *ctx;
	struct ui_overlay *below;
};

/* The console owns it from here on. */
void ui_overlay_push(struct ui_ctx *c, struct ui_overlay *o);
/* Clears a window of w x h in the middle of s, frames it, returns its inside. */
struct ui_surface ui_overlay_window(struct ui_surface *s, int w, int h,
				    const char *title, const char *foot);

#endif
