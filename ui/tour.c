/* SPDX-License-Identifier: MIT */
/* The tour of the demo: a card with what to try, beside the screens it is about;
 * every key works while it stands. */
#include "config.h"

#include "base/i18n.h"
#include "base/width.h"
#include "ui/console_priv.h"

static const struct {
	const char *title, *text;
} cards[] = {
	{N_("Why did a memory surface?"),
	 N_("3 opens Resonance. j walks the turns, enter goes to a turn's "
	    "candidates: rows that begin with IN surfaced. enter on one of "
	    "them shows why: the query that hit, how old it was, what the "
	    "filters said. esc leads back.")},
	{N_("And why did another one not?"),
	 N_("On the candidates f cycles to the near misses: what one rule "
	    "alone kept out. enter shows the number that decided.")},
	{N_("Make something durable, and take it back"),
	 N_("6 opens the Review. j to a row whose checks are ok, read its "
	    "diff, then a stages it and W writes, after you say y. u takes it "
	    "back; 8 lists both steps.")},
	{N_("What would the story become?"),
	 N_("4, then c: a dry run of the next consolidation with its diff and "
	    "checks. Nothing is written; x drops it, A would approve it. q "
	    "leaves, and asks whether to keep this demo.")},
};

void
ui_tour_start(struct ui_console *c)
{
	c->tour = 1;
	c->dirty = true;
}

void
ui_tour_next(struct ui_console *c)
{
	c->tour = c->tour < (int)ARRAY_LEN(cards) ? c->tour + 1 : 0;
	c->dirty = true;
	if (c->tour == 0)
		ui_toast(&c->ctx, RV_LEVEL_OK,
			 _("that was the tour; :tour begins again"));
}

bool
ui_tour_end(struct ui_console *c)
{
	if (c->tour == 0)
		return false;
	c->tour = 0;
	ui_toast(&c->ctx, RV_LEVEL_OK, _("the tour is gone; :tour brings it "
					 "back"));
	return true;
}

void
ui_tour_draw(struct ui_console *c, struct ui_surface *s)
{
	struct ui_textview v = {0};
	struct ui_surface win, in;
	int w = RV_MIN(s->r.w - 4, 58), h;
	const char *foot = _("esc dismiss   ,n next");
	struct rv_buf title = RV_BUF_INIT;

	if (c->tour < 1 || c->overlay)
		return;
	ui_textview_begin(&v, w - 4);
	ui_textview_add(&v, UI_ROLE_TEXT, 0, rv_sv(_(cards[c->tour - 1].text)));
	h = (int)v.n + 2;
	/* In the corner that hides least: below, right. */
	win = ui_sub(s, s->r.w - w - 1, s->r.h - h - 2, w, h);
	ui_fill(&win, 0, 0, win.r.w, win.r.h, UI_ROLE_TEXT);
	ui_box(&win, UI_ROLE_KEY);
	rv_buf_addf(&title, " %d/%d  %s ", c->tour, (int)ARRAY_LEN(cards),
		    _(cards[c->tour - 1].title));
	ui_putw(&win, 2, 0, w - 4, UI_ROLE_TITLE_FOCUS, rv_buf_sv(&title));
	rv_buf_reset(&title);
	rv_buf_addf(&title, " %s ", foot);
	ui_put_right(&win, w - 2, h - 1, w - 4, UI_ROLE_HINT,
		     rv_buf_sv(&title));
	in = ui_sub(&win, 2, 1, w - 4, h - 2);
	ui_textview_fit(&v, in.r.h);
	ui_textview_draw(&v, &in);
	ui_textview_release(&v);
	rv_buf_release(&title);
}
