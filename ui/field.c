/* SPDX-License-Identifier: MIT */
/* Editing one line. */
#include "config.h"

#include "ui/field.h"

#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "ui/keys.h"

#define FIELD_MAX 4096

void
ui_field_init(struct ui_field *f, struct rv_sv text)
{
	rv_buf_init(&f->text, FIELD_MAX);
	ui_field_set(f, text);
}

void
ui_field_release(struct ui_field *f)
{
	rv_buf_release(&f->text);
}

void
ui_field_set(struct ui_field *f, struct rv_sv text)
{
	rv_buf_reset(&f->text);
	f->at = 0;
	ui_field_insert(f, text);
}

void
ui_field_insert(struct ui_field *f, struct rv_sv text)
{
	struct rv_buf clean = RV_BUF_INIT, whole = RV_BUF_INIT;

	rv_text_clean(text, RV_CLEAN_LINE, &clean);
	if (f->text.n + clean.n < FIELD_MAX) {
		rv_buf_add(&whole, f->text.p, f->at);
		rv_buf_addv(&whole, rv_buf_sv(&clean));
		rv_buf_add(&whole, f->text.p + f->at, f->text.n - f->at);
		rv_buf_reset(&f->text);
		rv_buf_addv(&f->text, rv_buf_sv(&whole));
		f->at += clean.n;
	}
	rv_buf_release(&clean);
	rv_buf_release(&whole);
}

/* Start of the cluster before the cursor. */
static size_t
before(const struct ui_field *f)
{
	struct rv_sv v = rv_sv_of(f->text.p, f->at);
	size_t i = 0, last = 0;

	while (i < v.n) {
		last = i;
		i += rv_grapheme_len(rv_sv_slice(v, i, v.n));
	}
	return last;
}

static size_t
word_before(const struct ui_field *f)
{
	size_t i = f->at;

	while (i > 0 && f->text.p[i - 1] == ' ')
		i--;
	while (i > 0 && f->text.p[i - 1] != ' ')
		i--;
	return i;
}

static void
cut(struct ui_field *f, size_t from, size_t to)
{
	rv_buf_erase(&f->text, from, to - from);
	f->at = from;
}

bool
ui_field_key(struct ui_field *f, const char *key)
{
	struct rv_sv rest = rv_sv_of(f->text.p + f->at, f->text.n - f->at);
	struct rv_sv typed;

	if (ui_key_types(key, &typed)) {
		ui_field_insert(f, typed);
		return true;
	}
	if (!strcmp(key, "backspace"))
		cut(f, before(f), f->at);
	else if (!strcmp(key, "delete"))
		rv_buf_erase(&f->text, f->at, rv_grapheme_len(rest));
	else if (!strcmp(key, "left"))
		f->at = before(f);
	else if (!strcmp(key, "right"))
		f->at += rv_grapheme_len(rest);
	else if (!strcmp(key, "home") || !strcmp(key, "ctrl-a"))
		f->at = 0;
	else if (!strcmp(key, "end") || !strcmp(key, "ctrl-e"))
		f->at = f->text.n;
	else if (!strcmp(key, "ctrl-u"))
		cut(f, 0, f->at);
	else if (!strcmp(key, "ctrl-k"))
		rv_buf_truncate(&f->text, f->at);
	else if (!strcmp(key, "ctrl-w"))
		cut(f, word_before(f), f->at);
	else
		return false;
	return true;
}

void
ui_field_draw(const struct ui_field *f, struct ui_surface *s, int x, int y,
	      int w)
{
	struct rv_sv left = rv_sv_of(f->text.p, f->at);
	struct rv_sv all = rv_buf_sv(&f->text);

	/* The part around the cursor is seen. */
	while (rv_width(left) >= w && left.n > 0) {
		size_t n = rv_grapheme_len(left);

		left = rv_sv_slice(left, n, left.n);
		all = rv_sv_slice(all, n, all.n);
	}
	ui_fill(s, x, y, w, 1, UI_ROLE_FIELD);
	ui_putw(s, x, y, w, UI_ROLE_FIELD, all);
	ui_cursor(s, x + rv_width(left), y);
}
