/* SPDX-License-Identifier: MIT */
/* The tour of the demo: a strip below the panes with what to try.  It hides
 * nothing, every key works while it stands, and a card whose act was done gives
 * way to the next one that was not. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/console_priv.h"

/* A card for each act of enum ui_tour_act, in its order. */
static const struct {
	const char *title, *text;
} cards[] = {
	{N_("Why did a memory surface?"),
	 N_("3 opens Resonance. j walks the turns, enter goes to a turn's "
	    "candidates: rows that begin with IN surfaced. enter on one reads "
	    "Why: its first lines say what brought the memory up; esc or [ "
	    "leads back.")},
	{N_("And why did another one not?"),
	 N_("3, then enter on a turn (from Why: esc) leads to its candidates. "
	    "There \\ pressed three times leaves the near misses, which one "
	    "rule alone kept out. enter on one reads Why: it names the rule "
	    "and what would have let it through.")},
	{N_("Make something durable"),
	 N_("6 opens Review. j to a row whose checks are ok, read its diff, "
	    "then a stages it and W writes, after you say y.")},
	{N_("Take it back"),
	 N_("u takes the last step back, on every screen, after another y. 8 "
	    "shows both: what was written, and that it was undone.")},
	{N_("What would the story become?"),
	 N_("4, then c: a dry run of the next consolidation with its diff and "
	    "checks. Nothing is written; x drops it, A would approve it.")},
};

_Static_assert(ARRAY_LEN(cards) == UI_TOUR_ACTS, "a card for each act");

/* Behind the last card, when all is done or was passed over. */
#define END ((int)ARRAY_LEN(cards) + 1)

/* Less than this for the panes, and the tour waits for a larger terminal. */
#define BODY_MIN 10

static bool
is_done(const struct ui_console *c, int card)
{
	return c->tour_did & 1u << (card - 1);
}

static int
count_done(const struct ui_console *c)
{
	int n = 0;

	for (int i = 1; i < END; i++)
		n += is_done(c, i);
	return n;
}

/* This card, or the first behind it whose act was not done. */
static void
turn_to(struct ui_console *c, int card)
{
	while (card > 0 && card < END && is_done(c, card))
		card++;
	c->tour = card;
	c->dirty = true;
	ui_frame_layout(c);
}

static const char *
text_of(const struct ui_console *c)
{
	if (c->tour < END)
		return _(cards[c->tour - 1].text);
	return c->opts->demo ? _("? lists the keys of the pane you are in, : "
				 "runs any command by its name. q leaves, and "
				 "asks whether to keep this demo.")
			     : _("? lists the keys of the pane you are in, : "
				 "runs any command by its name, q leaves.");
}

static void
wrap(const struct ui_console *c, int w, struct ui_textview *v)
{
	ui_textview_begin(v, w - 2);
	ui_textview_add(v, UI_ROLE_TEXT, 0, rv_sv(text_of(c)));
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

/* From the card that was put away; from the first one when all were seen. */
void
ui_tour_start(struct ui_console *c)
{
	bool on = c->tour_left > 0 && c->tour_left < END;

	if (!on)
		c->tour_did = 0;
	turn_to(c, on ? c->tour_left : 1);
}

void
ui_tour_next(struct ui_console *c)
{
	if (c->tour == 0)
		ui_tour_start(c);
	else if (c->tour == END)
		(void)ui_tour_end(c);
	else
		turn_to(c, c->tour + 1);
}

bool
ui_tour_end(struct ui_console *c)
{
	if (c->tour == 0)
		return false;
	c->tour_left = c->tour;
	turn_to(c, 0);
	ui_toast(&c->ctx, RV_LEVEL_OK,
		 c->tour_left == END
			 ? _("that was the tour; ,t begins again")
			 : _("the tour is gone; ,t brings it back"));
	return true;
}

void
ui_tour_did(struct ui_console *c, enum ui_tour_act act)
{
	if (c->tour_did & 1u << act)
		return;
	c->tour_did |= 1u << act;
	if (c->tour > 0)
		turn_to(c, c->tour);
}

/* Somebody reads Why of a candidate. */
void
ui_tour_look(struct ui_console *c)
{
	const struct rv_view_trace *t = ui_ctx_trace(&c->ctx);

	if (c->tour > 0 && t && c->ctx.cand < t->n &&
	    !strcmp(ui_console_focused(c)->ops->name, "why"))
		ui_tour_did(c, t->cands[c->ctx.cand].injected
				       ? UI_TOUR_WHY_IN
				       : UI_TOUR_WHY_OUT);
}

/* "2/5  And why did another one not?" */
static void
add_title(const struct ui_console *c, struct rv_buf *b)
{
	if (c->tour < END)
		rv_buf_addf(b, " %d/%d  %s ", c->tour, END - 1,
			    _(cards[c->tour - 1].title));
	else
		rv_buf_addf(b, " %s ", _("That was the tour"));
}

void
ui_tour_draw(struct ui_console *c, struct ui_surface *strip)
{
	struct ui_textview v = {0};
	struct ui_surface in;
	int w = strip->r.w, end = w - 2;
	struct rv_buf b = RV_BUF_INIT;

	for (int x = 0; x < w; x++)
		ui_glyph(strip, x, 0, UI_ROLE_KEY, "─", '-');
	rv_buf_addf(&b, " %s ",
		    c->tour < END ? _(",n next   ,t away") : _(",t away"));
	end = ui_put_right(strip, end, 0, w / 2, UI_ROLE_HINT, rv_buf_sv(&b));
	rv_buf_reset(&b);
	if (c->tour_did) {
		rv_buf_addf(&b, _(" %d of %d done "), count_done(c), END - 1);
		end = ui_put_right(strip, end - 2, 0, w / 2, UI_ROLE_OK,
				   rv_buf_sv(&b));
		rv_buf_reset(&b);
	}
	add_title(c, &b);
	ui_putw(strip, 2, 0, end - 3, UI_ROLE_TITLE_FOCUS, rv_buf_sv(&b));
	wrap(c, w, &v);
	in = ui_sub(strip, 1, 1, w - 2, strip->r.h - 1);
	ui_textview_fit(&v, in.r.h);
	ui_textview_draw(&v, &in);
	ui_textview_release(&v);
	rv_buf_release(&b);
}
