/* SPDX-License-Identifier: MIT */
/* Marks: m and a letter remembers the place, ' and the letter goes there. */
#include "config.h"

#include "ui/marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/utf8.h"
#include "ui/console_priv.h"
#include "ui/textview.h"

#define TOLD_BYTES 80 /* of the item, in the list of marks */

/* 0 to 51, or -1. */
static int
number_of(const char *key)
{
	if (key[0] == '\0' || key[1] != '\0')
		return -1;
	if (key[0] >= 'a' && key[0] <= 'z')
		return key[0] - 'a';
	return key[0] >= 'A' && key[0] <= 'Z' ? 26 + key[0] - 'A' : -1;
}

static char
letter_of(int i)
{
	return (char)(i < 26 ? 'a' + i : 'A' + i - 26);
}

static const struct ui_rows *
rows_of(const struct pane *p)
{
	return p->ops->rows;
}

static void
set(struct ui_console *c, int i)
{
	const struct pane *p = ui_console_focused(c);
	ptrdiff_t at = rows_of(p) ? ui_rows_at(p) : UI_ROWS_NONE;
	struct ui_mark *m = &c->marks[i];
	struct rv_buf text = RV_BUF_INIT;

	free(m->what);
	*m = (struct ui_mark){.place = ui_place_here(c), .set = true};
	if (at >= 0) {
		m->item = rows_of(p)->id(p, (size_t)at);
		if (rows_of(p)->text)
			rows_of(p)->text(p, (size_t)at, &text);
	} else if (!rows_of(p) && (p->ops->flags & PANE_TEXT) &&
		   p->state) {
		m->top = ((const struct ui_textview *)p->state)->top;
	}
	m->what = rv_sv_dup(rv_buf_sv(&text));
	rv_buf_release(&text);
	ui_toast(&c->ctx, RV_LEVEL_OK, _("mark %c is here: ' %c comes back"),
		 letter_of(i), letter_of(i));
}

/* The item under the cursor of then; false: it is in the list no more. */
static bool
find_item(struct pane *p, uint64_t item)
{
	const struct ui_rows *r = rows_of(p);
	size_t n = r ? r->count(p) : 0;

	for (size_t i = 0; i < n; i++)
		if (r->id(p, i) == item) {
			if (!ui_rows_go(p, i))
				return false;
			if (r->chosen)
				r->chosen(p);
			return true;
		}
	return false;
}

static void
jump(struct ui_console *c, int i)
{
	const struct ui_mark *m = &c->marks[i];
	struct pane *p;

	if (!m->set) {
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("there is no mark %c: m %c sets it, gm lists them"),
			 letter_of(i), letter_of(i));
		return;
	}
	ui_place_go(c, &m->place);
	p = ui_console_focused(c);
	if (m->item && !find_item(p, m->item))
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("what mark %c named is not in this list now"),
			 letter_of(i));
	else if (!rows_of(p) && (p->ops->flags & PANE_TEXT) && p->state)
		((struct ui_textview *)p->state)->top = m->top;
}

static void
ask(struct ui_console *c, enum ui_act act)
{
	c->mark_asks = act;
	ui_toast(&c->ctx, RV_LEVEL_NOTE,
		 act == UI_ACT_SET_MARK
			 ? _("m: a letter remembers this place, esc leaves it")
			 : _("': the letter of a mark goes there, esc leaves "
			     "it; gm lists them"));
}

bool
ui_marks_key(struct ui_console *c, const char *key)
{
	enum ui_act act = c->mark_asks;
	int i = number_of(key);

	if (act == UI_ACT_NONE)
		return false;
	c->mark_asks = UI_ACT_NONE;
	if (!strcmp(key, "esc"))
		return true;
	if (i < 0)
		ui_toast(&c->ctx, RV_LEVEL_NOTE,
			 _("%s is no letter from a to z: marks are named by "
			   "one"),
			 key);
	else if (act == UI_ACT_SET_MARK)
		set(c, i);
	else
		jump(c, i);
	return true;
}

static void
list(struct ui_console *c)
{
	struct rv_buf b = RV_BUF_INIT;

	for (int i = 0; i < UI_MARKS; i++) {
		const struct ui_mark *m = &c->marks[i];
		const struct ui_screen *s = &ui_screens[m->place.screen];
		struct rv_sv all = rv_sv(m->what ? m->what : ""), what;

		if (!m->set)
			continue;
		if (!rv_sv_next_line(&all, &what))
			what = RV_SV_NONE;
		what = rv_sv_slice(what, 0, rv_utf8_floor(what, TOLD_BYTES));
		rv_buf_addf(&b, "%c  %s%s%.*s\n", letter_of(i), _(s->title),
			    what.n ? "  " : "", RV_SV_ARG(what));
	}
	if (!b.n)
		rv_buf_adds(&b, _("No marks yet. m and a letter remembers "
				  "where you are, ' and the letter goes "
				  "there.\n"));
	ui_show_text(&c->ctx, _("Marks"), rv_buf_sv(&b));
	rv_buf_release(&b);
}

bool
ui_marks_act(struct ui_console *c, enum ui_act act)
{
	if (act == UI_ACT_SET_MARK || act == UI_ACT_GO_MARK)
		ask(c, act);
	else if (act == UI_ACT_MARKS)
		list(c);
	else
		return false;
	return true;
}

void
ui_marks_release(struct ui_console *c)
{
	for (int i = 0; i < UI_MARKS; i++)
		free(c->marks[i].what);
}
