/* SPDX-License-Identifier: MIT */
/* Which keys do what now: the last line, and the window of a chord. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/width.h"
#include "ui/console_priv.h"
#include "ui/keys.h"
#include "ui/rich.h"

static int
hint(struct ui_surface *s, int x, int y, int end, const char *key,
     const char *label)
{
	int need = rv_width(rv_sv(key)) + 1 + rv_width(rv_sv(label));

	if (x + need > end)
		return -1;
	x += ui_puts(s, x, y, UI_ROLE_KEY, key) + 1;
	return x + ui_puts(s, x, y, UI_ROLE_HINT, label) + 2;
}

static bool
is_chord(const char *key)
{
	return key[1] && (key[0] == 'g' || key[0] == ',');
}

/* The word for a key of one of the scopes that now apply, or NULL. */
static const char *
label_of(const struct pane *p, const struct ui_key *scope,
	 const struct ui_key *k)
{
	if (p->ops->hint && scope == p->ops->keys)
		return p->ops->hint(p, k);
	return k->label ? _(k->label) : NULL;
}

/* A narrower scope has the key already. */
static bool
is_covered(const struct pane *p, const struct ui_key *const *scopes, size_t i,
	   const char *key)
{
	while (i-- > 0)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (!strcmp(k->key, key) && label_of(p, scopes[i], k))
				return true;
	return false;
}

/* The row of an act that the hint line always has room for. */
static const struct ui_key *
kept_hint(const struct ui_key *const *scopes, size_t n, enum ui_act act)
{
	for (size_t i = 0; i < n; i++)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (k->label && k->act == act && !is_chord(k->key))
				return k;
	return NULL;
}

/* What is commonest comes first; how to get help and out stands at the end,
 * whatever had to be left out before it. */
void
ui_hints_line(struct ui_console *c, struct ui_surface *s)
{
	const struct ui_key *scopes[4], *first = NULL, *last[2];
	const struct pane *p = ui_console_focused(c);
	size_t n = ui_input_scopes(c, scopes);
	int y = s->r.h - 1, x = 1, end = s->r.w - 1, next;

	if (c->overlay && ui_around_toast_is_long(c))
		return;
	last[0] = kept_hint(scopes, n, UI_ACT_HELP);
	last[1] = kept_hint(scopes, n, UI_ACT_QUIT);
	for (size_t i = 0; i < ARRAY_LEN(last); i++)
		if (last[i])
			end -= rv_width(rv_sv(last[i]->key)) + 3 +
			       rv_width(rv_sv(_(last[i]->label)));
	/* What is staged is nothing yet without it. */
	if (ui_stage_total(&c->ctx.stage) > 0)
		first = kept_hint(scopes, n, UI_ACT_WRITE);
	if (first) {
		next = hint(s, x, y, end, ui_key_short(first->key),
			    _(first->label));
		x = next > 0 ? next : x;
	}
	for (size_t i = 0; i < n; i++) {
		for (const struct ui_key *k = scopes[i]; k->key; k++) {
			const char *label = label_of(p, scopes[i], k);

			/* Chords have their own window; few are here, too. */
			if (!label || (is_chord(k->key) && !k->arg) ||
			    k == first || k == last[0] || k == last[1] ||
			    is_covered(p, scopes, i, k->key))
				continue;
			next = hint(s, x, y, end, ui_key_short(k->key), label);
			x = next > 0 ? next : x;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(last); i++) {
		if (!last[i])
			continue;
		next = hint(s, x, y, s->r.w - 1, ui_key_short(last[i]->key),
			    _(last[i]->label));
		x = next > 0 ? next : x;
	}
}

/* Of the window with the continuations of a chord. */
#define CHORD_COLUMN 19
#define CHORD_ROWS 6

static const char *
chord_text(const struct ui_key *k)
{
	return k->label ? _(k->label) : ui_key_help(k);
}

/* Narrow columns for many keys; where there are few, each says all it has to. */
static int
chord_column(const struct ui_key *const *rows, size_t n, int w)
{
	int widest = CHORD_COLUMN;

	for (size_t i = 0; i < n; i++)
		widest = RV_MAX(widest,
				rv_width(rv_sv(chord_text(rows[i]))) + 5);
	widest = RV_MIN(widest, RV_MAX(w - 3, CHORD_COLUMN));
	return (int)n <= CHORD_ROWS * ((w - 2) / widest) ? widest
							  : CHORD_COLUMN;
}

/* Continuations of a pending chord, in columns above the status line. */
void
ui_hints_chord(struct ui_console *c, struct ui_surface *s)
{
	const struct ui_key *scopes[4], *rows[64];
	size_t n = ui_input_scopes(c, scopes), found = 0;
	size_t len = strlen(c->typed);
	int column, cols, h;
	struct ui_surface win;
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < n; i++)
		for (const struct ui_key *k = scopes[i]; k->key; k++)
			if (strlen(k->key) > len && found < 64 &&
			    !strncmp(k->key, c->typed, len) &&
			    strncmp(k->key, "ctrl-", 5) != 0)
				rows[found++] = k;
	column = chord_column(rows, found, s->r.w);
	cols = RV_MAX((s->r.w - 2) / column, 1);
	h = (int)(found + (size_t)cols - 1) / cols + 2;
	win = ui_sub(s, 0, s->r.h - UI_LINES_BELOW - h, s->r.w, h);
	ui_fill(&win, 0, 0, win.r.w, win.r.h, UI_ROLE_TEXT);
	ui_box(&win, UI_ROLE_FOCUS);
	rv_buf_addf(&b, " %s ... ", c->typed);
	ui_put(&win, 2, 0, UI_ROLE_TITLE_FOCUS, rv_buf_sv(&b));
	rv_buf_release(&b);
	for (size_t i = 0; i < found; i++) {
		int x = 2 + (int)(i % (size_t)cols) * column;
		int y = 1 + (int)(i / (size_t)cols);

		ui_puts(&win, x, y, UI_ROLE_KEY, rows[i]->key);
		ui_putw(&win, x + 3, y, column - 4, UI_ROLE_TEXT,
			rv_sv(chord_text(rows[i])));
	}
}
