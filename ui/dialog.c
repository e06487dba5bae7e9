/* SPDX-License-Identifier: MIT */
/* Questions, and windows with text. */
#include "config.h"

#include "ui/dialog.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/overlay.h"
#include "ui/pane.h"

struct dialog {
	struct ui_overlay overlay;
	char *title, *text, *arg;
	const struct ui_choice *choices;
	int n;
	ui_dialog_fn *fn; /* NULL: only text, which scrolls */
	struct ui_textview view;
};

static void
dialog_free(struct ui_overlay *o)
{
	struct dialog *d = (struct dialog *)o;

	free(d->title);
	free(d->text);
	free(d->arg);
	ui_textview_release(&d->view);
	free(d);
}

static bool
dialog_key(struct ui_overlay *o, const char *key)
{
	struct dialog *d = (struct dialog *)o;
	int choice = -1;

	for (int i = 0; i < d->n; i++)
		if (!strcmp(d->choices[i].key, key))
			choice = i;
	if (!strcmp(key, "esc") || !strcmp(key, "enter") ||
	    !strcmp(key, "ctrl-c"))
		choice = d->n - 1;
	if (choice < 0) {
		const struct ui_key *const scopes[] = {ui_keys_text};
		const struct ui_key *k;

		if (!d->fn && !strcmp(key, "q"))
			return false;
		if (ui_keymap_find(scopes, 1, key, &k) == UI_MATCH_FULL)
			ui_textview_act(&d->view, k->act);
		return true;
	}
	if (d->fn)
		d->fn(o->ctx, choice, d->arg);
	return false;
}

static void
dialog_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct dialog *d = (struct dialog *)o;
	int most = s->r.w - (s->r.w > 60 ? 8 : 0), w = RV_MIN(most, 76);
	struct ui_surface in;
	int x = 0, h;

	if (!d->fn)
		w = RV_MIN(most, 100);
	ui_textview_begin(&d->view, w - 5);
	ui_textview_add(&d->view, UI_ROLE_TEXT, 0, rv_sv(d->text));
	h = (int)d->view.n + (d->fn ? 4 : 2);
	h = RV_MIN(h, s->r.h);
	in = ui_overlay_window(s, w, h, d->title,
			       d->fn ? "" : _("esc close   j k scroll"));
	if (d->fn) {
		int y = in.r.h - 1;

		for (int i = 0; i < d->n; i++) {
			x += ui_puts(&in, x, y, UI_ROLE_KEY,
				     d->choices[i].key);
			x += 1 + ui_puts(&in, x + 1, y, UI_ROLE_TEXT,
					 _(d->choices[i].label));
			x += 3;
		}
		ui_cursor(&in, 0, y);
		in = ui_sub(&in, 0, 0, in.r.w, in.r.h - 2);
	} else {
		ui_cursor(&in, 0, 0);
	}
	ui_textview_fit(&d->view, in.r.h);
	ui_textview_draw(&d->view, &in);
}

static const struct ui_overlay_ops dialog_ops = {
	.name = "dialog",
	.draw = dialog_draw,
	.key = dialog_key,
	.free = dialog_free,
};

void
ui_dialog_ask(struct ui_ctx *c, const char *title, struct rv_sv text,
	      const struct ui_choice *choices, int n, ui_dialog_fn *fn,
	      const char *arg)
{
	struct dialog *d = rv_calloc(1, sizeof(*d));

	d->overlay.ops = &dialog_ops;
	d->title = rv_strdup(title);
	d->text = rv_sv_dup(text);
	d->arg = rv_strdup(arg ? arg : "");
	d->choices = choices;
	d->n = n;
	d->fn = fn;
	ui_overlay_push(c, &d->overlay);
}

void
ui_dialog_confirm(struct ui_ctx *c, const char *title, struct rv_sv text,
		  ui_dialog_fn *fn, const char *arg)
{
	static const struct ui_choice yes_no[] = {
		{"y", N_("yes")},
		{"n", N_("no (enter, esc)")},
	};

	ui_dialog_ask(c, title, text, yes_no, 2, fn, arg);
}

void
ui_show_text(struct ui_ctx *c, const char *title, struct rv_sv text)
{
	static const struct ui_choice close[] = {{"q", N_("close")}};

	ui_dialog_ask(c, title, text, close, 1, NULL, NULL);
}
