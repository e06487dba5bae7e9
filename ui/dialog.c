/* SPDX-License-Identifier: MIT */
/* Questions. */
#include "config.h"

#include "ui/dialog.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/width.h"
#include "ui/field.h"
#include "ui/overlay.h"
#include "ui/pane.h"
#include "ui/rich.h"

static const char *const titles[] = {
#define DIALOG(id, name, title) title,
#include "ui/dialogs.def"
#undef DIALOG
};

struct dialog {
	struct ui_overlay overlay;
	enum ui_dialog which;
	char *text, *arg;
	const struct ui_choice *choices;
	int n;
	ui_dialog_fn *fn;
	ui_dialog_text_fn *on_text; /* a line is typed */
	struct ui_field field;
	char *wrong; /* why what was typed is no answer, or NULL */
	struct ui_textview view;
};

static void
dialog_free(struct ui_overlay *o)
{
	struct dialog *d = (struct dialog *)o;

	free(d->text);
	free(d->arg);
	free(d->wrong);
	if (d->on_text)
		ui_field_release(&d->field);
	ui_textview_release(&d->view);
	free(d);
}

static int
choice_of(const struct dialog *d, const char *key)
{
	for (int i = 0; i < d->n; i++)
		if (d->choices[i].key && !strcmp(d->choices[i].key, key))
			return i;
	return -1;
}

static bool
begins(const char *whole, struct rv_sv typed)
{
	return typed.n > 0 && strlen(whole) >= typed.n &&
	       rv_sv_eq_ascii_nocase(rv_sv_of(whole, typed.n), typed);
}

/* What the typed text begins or is the key of, or NULL: it stands for itself. */
static const char *
completed(const struct dialog *d)
{
	struct rv_sv typed = rv_sv_trim(rv_buf_sv(&d->field.text));

	for (int i = 0; i < d->n; i++)
		if (d->choices[i].value &&
		    ((d->choices[i].key &&
		      rv_sv_is(typed, d->choices[i].key)) ||
		     begins(d->choices[i].value, typed) ||
		     begins(_(d->choices[i].label), typed)))
			return d->choices[i].value;
	return NULL;
}

/* true: it is an answer, and the question is done. */
static bool
answered(struct dialog *d, const char *text)
{
	struct rv_err err = {0};

	free(d->wrong);
	d->wrong = NULL;
	if (d->on_text(d->overlay.ctx, text, d->arg, &err))
		return true;
	d->wrong = rv_strdup(err.msg);
	return false;
}

/* An answer may open another window: the console finds this one again. */
static bool
type_key(struct dialog *d, const char *key)
{
	struct rv_sv typed = rv_sv_trim(rv_buf_sv(&d->field.text));
	int choice = d->field.text.n == 0 ? choice_of(d, key) : -1;
	struct ui_ctx *c = d->overlay.ctx;
	const char *whole;
	char *text;
	bool done;

	if (!strcmp(key, "esc") || !strcmp(key, "ctrl-c"))
		return false;
	if (choice >= 0 && !ui_key_may_be_early(c))
		return !answered(d, d->choices[choice].value);
	if (strcmp(key, "enter") != 0) {
		free(d->wrong);
		d->wrong = NULL;
		(void)ui_field_key(&d->field, key);
		return true;
	}
	if (typed.n == 0)
		return false;
	if (ui_key_is_early(c))
		return true;
	whole = completed(d);
	text = whole ? rv_strdup(whole) : rv_sv_dup(typed);
	done = answered(d, text);
	free(text);
	return !done;
}

static bool
dialog_key(struct ui_overlay *o, const char *key)
{
	struct dialog *d = (struct dialog *)o;
	int choice = choice_of(d, key);

	if (d->on_text)
		return type_key(d, key);
	if (!strcmp(key, "esc") || !strcmp(key, "enter") ||
	    !strcmp(key, "ctrl-c"))
		choice = d->n - 1;
	if (choice < 0) {
		const struct ui_key *const scopes[] = {ui_keys_text};
		const struct ui_key *k;

		if (ui_keymap_find(scopes, 1, key, &k) == UI_MATCH_FULL)
			ui_textview_act(&d->view, k->act);
		return true;
	}
	/* The last one changes nothing. */
	if (choice < d->n - 1 && ui_key_is_early(o->ctx))
		return true;
	d->fn(o->ctx, choice, d->arg);
	return false;
}

static void
dialog_paste(struct ui_overlay *o, struct rv_sv text)
{
	struct dialog *d = (struct dialog *)o;

	if (d->on_text)
		ui_field_insert(&d->field, text);
	else
		ui_toast(o->ctx, RV_LEVEL_WARN,
			 _("pasted text answers nothing: press one of the "
			   "keys"));
}

/* The choices in as many rows as they need; returns how many.  NULL: only
 * counts. */
static int
put_choices(const struct dialog *d, struct ui_surface *s, int w, int y)
{
	int x = 0, rows = 1;

	for (int i = 0; i < d->n; i++) {
		const struct ui_choice *c = &d->choices[i];
		const char *key = c->key ? c->key : c->value;
		int need = rv_width(rv_sv(key)) + 1 +
			   rv_width(rv_sv(_(c->label)));

		if (x > 0 && x + need > w) {
			x = 0;
			rows++;
		}
		if (s) {
			int at = x + ui_puts(s, x, y + rows - 1, UI_ROLE_KEY,
					     key);

			ui_puts(s, at + 1, y + rows - 1, UI_ROLE_TEXT,
				_(c->label));
		}
		x += need + 3;
	}
	return d->n > 0 ? rows : 0;
}

/* Why it is no answer, in the two rows below the line. */
static void
draw_wrong(const struct dialog *d, struct ui_surface *s, int y)
{
	struct rv_sv text = rv_sv(d->wrong);
	size_t skip = 0, n = ui_text_fits(text, s->r.w - 2, &skip);

	ui_puts(s, 0, y, UI_ROLE_WARN, "!");
	ui_putw(s, 2, y, s->r.w - 2, UI_ROLE_WARN, rv_sv_slice(text, 0, n));
	ui_putw(s, 2, y + 1, s->r.w - 2, UI_ROLE_WARN,
		rv_sv_slice(text, n + skip, text.n));
}

static void
draw_field(const struct dialog *d, struct ui_surface *s, int y)
{
	const char *whole = completed(d), *hint;

	if (whole)
		hint = ui_tmp(_("enter: %s   esc changes nothing"), _(whole));
	else if (d->field.text.n > 0)
		hint = _("enter: these words   esc changes nothing");
	else if (d->n > 0 && d->choices[0].key)
		hint = _("a digit, or words and enter   esc changes nothing");
	else
		hint = _("type, then enter   esc changes nothing");
	ui_puts(s, 0, y, UI_ROLE_KEY, ">");
	ui_field_draw(&d->field, s, 2, y, s->r.w - 3);
	if (d->wrong)
		draw_wrong(d, s, y + 1);
	else
		ui_puts(s, 2, y + 1, UI_ROLE_HINT, hint);
}

#define LEAD_MOST 24 /* of a wider one the lines do not hang */

/* Lines that are too long go on below their own text: behind their blanks, or
 * behind a tab. */
static void
add_lines(struct ui_textview *v, struct rv_sv text)
{
	struct rv_sv rest = text, line;

	while (rv_sv_next_line(&rest, &line)) {
		ptrdiff_t tab = rv_sv_find_char(line, '\t');
		size_t blanks = 0;

		while (blanks < line.n && line.p[blanks] == ' ')
			blanks++;
		if (line.n == 0)
			ui_textview_blank(v);
		else if (tab > 0 && tab <= LEAD_MOST)
			ui_textview_lead(v, UI_ROLE_TEXT,
					 rv_sv_slice(line, 0, (size_t)tab),
					 (int)tab, UI_ROLE_TEXT,
					 rv_sv_slice(line, (size_t)tab + 1,
						     line.n));
		else
			ui_textview_add(v, UI_ROLE_TEXT,
					blanks <= LEAD_MOST ? (int)blanks : 0,
					rv_sv_slice(line, blanks, line.n));
	}
}

static void
dialog_draw(struct ui_overlay *o, struct ui_surface *s)
{
	struct dialog *d = (struct dialog *)o;
	int most = s->r.w - (s->r.w > 60 ? 8 : 0), w = RV_MIN(most, 76);
	int foot = put_choices(d, NULL, w - 4, 0) +
		   (d->wrong ? 3 : d->on_text ? 2 : 0);
	struct ui_surface in;
	int h, y;

	ui_textview_begin(&d->view, w - 5);
	add_lines(&d->view, rv_sv(d->text));
	h = (int)d->view.n + 2 + (foot > 0 ? foot + 1 : 0);
	h = RV_MIN(h, s->r.h);
	in = ui_overlay_window(s, w, h, _(titles[d->which]), "");
	y = in.r.h - foot;
	y += put_choices(d, &in, in.r.w, y);
	if (d->on_text)
		draw_field(d, &in, y);
	else
		ui_cursor(&in, 0, y - 1);
	in = ui_sub(&in, 0, 0, in.r.w, in.r.h - foot - 1);
	ui_textview_fit(&d->view, in.r.h);
	ui_textview_draw(&d->view, &in);
}

static const struct ui_overlay_ops dialog_ops = {
	.name = "dialog",
	.draw = dialog_draw,
	.key = dialog_key,
	.paste = dialog_paste,
	.free = dialog_free,
};

static struct dialog *
push(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
     const struct ui_choice *choices, int n, const char *arg)
{
	struct dialog *d = rv_calloc(1, sizeof(*d));

	d->overlay.ops = &dialog_ops;
	d->which = which;
	d->text = rv_sv_dup(text);
	d->arg = rv_strdup(arg ? arg : "");
	d->choices = choices;
	d->n = n;
	ui_overlay_push(c, &d->overlay);
	return d;
}

void
ui_dialog_ask(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
	      const struct ui_choice *choices, int n, ui_dialog_fn *fn,
	      const char *arg)
{
	push(c, which, text, choices, n, arg)->fn = fn;
}

void
ui_dialog_type(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
	       const struct ui_choice *choices, int n, ui_dialog_text_fn *fn,
	       const char *arg)
{
	struct dialog *d = push(c, which, text, choices, n, arg);

	d->on_text = fn;
	ui_field_init(&d->field, RV_SV_NONE);
}

void
ui_dialog_confirm(struct ui_ctx *c, enum ui_dialog which, struct rv_sv text,
		  ui_dialog_fn *fn, const char *arg)
{
	static const struct ui_choice yes_no[] = {
		{"y", N_("yes"), NULL},
		{"n", N_("no (enter, esc)"), NULL},
	};

	ui_dialog_ask(c, which, text, yes_no, 2, fn, arg);
}
