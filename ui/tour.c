/* SPDX-License-Identifier: MIT */
/* The tour of the demo: a strip below the panes with what to try.  It hides
 * nothing, and every key works while it stands. */
#include "config.h"

#include "base/i18n.h"
#include "ui/console_priv.h"

static const struct {
	const char *title, *text;
} cards[] = {
	{N_("Why did a memory surface?"),
	 N_("3 opens Resonance. j walks the turns, enter goes to a turn's "
	    "candidates: rows that begin with IN surfaced. Why says in "
	    "its first lines what brought the chosen one up; enter goes there, "
	    "esc or [ leads back.")},
	{N_("And why did another one not?"),
	 N_("enter on a turn, then f three times: the near misses, which one "
	    "rule alone kept out. Why names the rule and what would have "
	    "let it through; ? explains each short word. esc shows all "
	    "again.")},
	{N_("Make something durable, and take it back"),
	 N_("6 opens Review. j to a row whose checks are ok, read its diff, "
	    "then a stages it and W writes, after you say y. u takes it back, "
	    "after another y; 8 lists both steps.")},
	{N_("What would the story become?"),
	 N_("4, then c: a dry run of the next consolidation with its diff and "
	    "checks. Nothing is written; x drops it, A would approve it. q "
	    "leaves, and asks whether to keep this demo.")},
};

/* Less than this for the panes, and the tour waits for a larger terminal. */
#define BODY_MIN 10

static void
turn_to(struct ui_console *c, int card)
{
	c->tour = card;
	c->dirty = true;
	ui_frame_layout(c);
}

static void
wrap(const struct ui_console *c, int w, struct ui_textview *v)
{
	ui_textview_begin(v, w - 2);
	ui_textview_add(v, UI_ROLE_TEXT, 0, rv_sv(_(cards[c->tour - 1].text)));
}

int
ui_tour_rows(const struct ui_console *c, int w, int h)
{
	struct ui_textview v = {0};
	int rows;

	if (c->tour < 1)
		return 0;
	wrap(c, w, &v);
	rows = (int)v.n + 1;
	ui_textview_release(&v);
	return h - rows < BODY_MIN ? 0 : rows;
}

void
ui_tour_start(struct ui_console *c)
{
	turn_to(c, 1);
}

void
ui_tour_next(struct ui_console *c)
{
	turn_to(c, c->tour < (int)ARRAY_LEN(cards) ? c->tour + 1 : 0);
	if (c->tour == 0)
		ui_toast(&c->ctx, RV_LEVEL_OK,
			 _("that was the tour; ,t begins again"));
}

bool
ui_tour_end(struct ui_console *c)
{
	if (c->tour == 0)
		return false;
	turn_to(c, 0);
	ui_toast(&c->ctx, RV_LEVEL_OK, _("the tour is gone; ,t brings it back"));
	return true;
}

void
ui_tour_draw(struct ui_console *c, struct ui_surface *strip)
{
	struct ui_textview v = {0};
	struct ui_surface in;
	const char *foot = _(",n next   ,t away");
	int w = strip->r.w, end = w - 2;
	struct rv_buf b = RV_BUF_INIT;

	for (int x = 0; x < w; x++)
		ui_glyph(strip, x, 0, UI_ROLE_KEY, "─", '-');
	rv_buf_addf(&b, " %s ", foot);
	end = ui_put_right(strip, end, 0, w / 2, UI_ROLE_HINT, rv_buf_sv(&b));
	rv_buf_reset(&b);
	rv_buf_addf(&b, " %d/%d  %s ", c->tour, (int)ARRAY_LEN(cards),
		    _(cards[c->tour - 1].title));
	ui_putw(strip, 2, 0, end - 3, UI_ROLE_TITLE_FOCUS, rv_buf_sv(&b));
	wrap(c, w, &v);
	in = ui_sub(strip, 1, 1, w - 2, strip->r.h - 1);
	ui_textview_fit(&v, in.r.h);
	ui_textview_draw(&v, &in);
	ui_textview_release(&v);
	rv_buf_release(&b);
}
