/* SPDX-License-Identifier: MIT */
/* A window with text: it scrolls, and the ids in it can be opened. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/overlay.h"
#include "ui/pane.h"
#include "ui/textlink.h"

struct window {
	struct ui_overlay overlay;
	char *title, *text;
	int width; /* that the view was made for */
	struct ui_textview view;
};

static bool
open_chosen(struct window *w)
{
	struct ui_textlink l;

	if (!ui_textlink_chosen(&w->view, &l))
		return false;
	ui_ctx_open_ref(w->overlay.ctx, &l.ref);
	return true;
}

static bool
window_key(struct ui_overlay *o, const char *key)
{
	struct window *w = (struct window *)o;
	const struct ui_key *const scopes[] = {ui_keys_text};
	const struct ui_key *k;

	if (!strcmp(key, "enter")) {
		(void)open_chosen(w);
		return false;
	}
	if (!strcmp(key, "q") || !strcmp(key, "esc") ||
	    !strcmp(key, "ctrl-c"))
		return false;
	if (ui_keymap_find(scopes, 1, key, &k) != UI_MATCH_FULL)
		return true;
	if (k->act == UI_ACT_LINK_NEXT || k->act == UI_ACT_LINK_PREV)
		(void)ui_textlink_step(&w->view,
				       k->act == UI_ACT_LINK_NEXT ? 1 : -1);
	else
		ui_textview_act(&w->view, k->act);
	return true;
}

static void
window_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct window *w = (struct window *)o;
	int width = RV_MIN(s->r.w - (s->r.w > 60 ? 8 : 0), 100);
	struct ui_surface in;

	if (w->width != width) {
		ui_textview_begin(&w->view, width - 5);
		ui_textview_add(&w->view, UI_ROLE_TEXT, 0, rv_sv(w->text));
		w->view.link_on = false;
	}
	w->width = width;
	in = ui_overlay_window(s, width, RV_MIN((int)w->view.n + 2, s->r.h),
			       w->title,
			       ui_textlink_any(&w->view)
				       ? _("esc close   j k scroll   l link   "
					   "enter opens it")
				       : _("esc close   j k scroll"));
	ui_cursor(&in, 0, 0);
	ui_textview_fit(&w->view, in.r.h);
	ui_textview_draw(&w->view, &in);
}

static void
window_free(struct ui_overlay *o)
{
	struct window *w = (struct window *)o;

	free(w->title);
	free(w->text);
	ui_textview_release(&w->view);
	free(w);
}

static const struct ui_overlay_ops window_ops = {
	.name = "window",
	.draw = window_draw,
	.key = window_key,
	.free = window_free,
};

void
ui_show_text(struct ui_ctx *c, const char *title, struct rv_sv text)
{
	struct window *w = rv_calloc(1, sizeof(*w));

	w->overlay.ops = &window_ops;
	w->title = rv_strdup(title);
	w->text = rv_sv_dup(text);
	ui_overlay_push(c, &w->overlay);
}
