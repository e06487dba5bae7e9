/* SPDX-License-Identifier: MIT */
/* Where the panes of each screen are. */
#include "config.h"

#include "ui/screens.h"

#include <string.h>

#include "base/i18n.h"

#define E(percent, offset) {percent, offset}
#define MAIN UI_GROUP_MAIN
#define CONTEXT UI_GROUP_CONTEXT

/* A body of so many rows has room for a third pane, of this share. */
#define THREE_FROM 28
#define THIRD_SHARE 27

const struct ui_screen ui_screens[UI_SCREENS] = {
	{N_("overview"),
	 N_("Overview"),
	 1,
	 {{"health", MAIN, E(0, 0), E(0, 0), E(50, 0), E(0, 9)},
	  {"gauge", MAIN, E(0, 0), E(0, 9), E(50, 0), E(66, 0)},
	  {"layers", MAIN, E(0, 0), E(66, 0), E(50, 0), E(100, 0)},
	  {"needs", CONTEXT, E(50, 0), E(0, 0), E(100, 0), E(27, 0)},
	  {"lastturn", CONTEXT, E(50, 0), E(27, 0), E(100, 0), E(66, 0)},
	  {"activity", CONTEXT, E(50, 0), E(66, 0), E(100, 0), E(100, 0)},
	  {0}},
	 55,
	 "health",
	 110,
	 30},
	{N_("story"),
	 N_("Story"),
	 2,
	 {{"chapters", CONTEXT, E(0, 0), E(0, 0), E(31, 0), E(100, 0)},
	  {"text", MAIN, E(31, 0), E(0, 0), E(100, 0), E(62, 0)},
	  {"provenance", CONTEXT, E(31, 0), E(62, 0), E(100, 0), E(100, 0)},
	  {0}},
	 58,
	 "chapters",
	 100,
	 30},
	{N_("resonance"),
	 N_("Resonance"),
	 3,
	 {{"turns", CONTEXT, E(0, 0), E(0, 0), E(26, 0), E(100, 0)},
	  {"phases", CONTEXT, E(26, 0), E(0, 0), E(100, 0), E(0, 7)},
	  {"candidates", MAIN, E(26, 0), E(0, 7), E(100, 0), E(61, 0)},
	  {"why", CONTEXT, E(26, 0), E(61, 0), E(66, 0), E(100, 0)},
	  {"injected", CONTEXT, E(66, 0), E(61, 0), E(100, 0), E(100, 0)},
	  {0}},
	 50,
	 "turns",
	 100,
	 30},
	{N_("pending"),
	 N_("Pending"),
	 4,
	 {{"pendbar", CONTEXT, E(0, 0), E(0, 0), E(100, 0), E(0, 4)},
	  {"episodes", MAIN, E(0, 0), E(0, 4), E(46, 0), E(74, 0)},
	  {"preview", MAIN, E(46, 0), E(0, 4), E(100, 0), E(74, 0)},
	  {"openlist", CONTEXT, E(0, 0), E(74, 0), E(46, 0), E(100, 0)},
	  {"log", CONTEXT, E(46, 0), E(74, 0), E(100, 0), E(100, 0)},
	  {0}},
	 62,
	 "episodes",
	 100,
	 30},
	{N_("layers"),
	 N_("Layers"),
	 5,
	 {{"tree", MAIN, E(0, 0), E(0, 0), E(42, 0), E(100, 0)},
	  {"item", CONTEXT, E(42, 0), E(0, 0), E(100, 0), E(72, 0)},
	  {"backlinks", CONTEXT, E(42, 0), E(72, 0), E(70, 0), E(100, 0)},
	  {"livecheck", CONTEXT, E(70, 0), E(72, 0), E(100, 0), E(100, 0)},
	  {0}},
	 45,
	 "tree",
	 110,
	 30},
	{N_("review"),
	 N_("Review"),
	 6,
	 {{"queue", MAIN, E(28, 0), E(0, 0), E(100, 0), E(28, 0)},
	  {"diff", CONTEXT, E(28, 0), E(28, 0), E(100, 0), E(74, 0)},
	  {"checks", CONTEXT, E(28, 0), E(74, 0), E(100, 0), E(100, 0)},
	  {"touched", CONTEXT, E(0, 0), E(0, 0), E(28, 0), E(100, 0)},
	  {0}},
	 36,
	 "queue",
	 110,
	 30},
	{N_("jobs"),
	 N_("Jobs"),
	 7,
	 {{"jobs", MAIN, E(0, 0), E(0, 0), E(100, 0), E(62, 0)},
	  {"job", CONTEXT, E(0, 0), E(62, 0), E(100, 0), E(100, 0)},
	  {0}},
	 62,
	 "jobs",
	 100,
	 30},
	{N_("log"),
	 N_("Log"),
	 8,
	 {{"ledger", MAIN, E(0, 0), E(0, 0), E(100, 0), E(68, 0)},
	  {"entry", CONTEXT, E(0, 0), E(68, 0), E(100, 0), E(100, 0)},
	  {0}},
	 68,
	 "ledger",
	 100,
	 30},
};

enum ui_size
ui_size_class(const struct ui_screen *s, int w, int h)
{
	if (w >= s->grid_w && h >= s->grid_h)
		return UI_SIZE_FULL;
	if (w >= 80 && h >= 24)
		return UI_SIZE_TWO;
	if (w >= 60 && h >= 16)
		return UI_SIZE_ONE;
	return UI_SIZE_CARD;
}

size_t
ui_screen_places(const struct ui_screen *s)
{
	size_t n = 0;

	while (n < UI_PLACES && s->places[n].pane)
		n++;
	return n;
}

size_t
ui_screen_first(const struct ui_screen *s)
{
	size_t i = 0;

	while (s->places[i].pane && strcmp(s->places[i].pane, s->first) != 0)
		i++;
	return s->places[i].pane ? i : 0;
}

int
ui_screen_by_number(int number)
{
	for (int i = 0; i < UI_SCREENS; i++)
		if (ui_screens[i].number == number)
			return i;
	return -1;
}

int
ui_screen_by_name(const char *name)
{
	for (int i = 0; i < UI_SCREENS; i++)
		if (!strcmp(ui_screens[i].name, name))
			return i;
	return -1;
}

static int
edge(struct ui_edge e, int whole)
{
	int at = (whole - 1) * e.percent / 100 + e.offset;

	return at < 0 ? 0 : at >= whole ? whole - 1 : at;
}

int
ui_place_strip(const struct ui_place *p)
{
	return p->y1.percent == 0 && p->y1.offset < 6 ? p->y1.offset : 0;
}

/* The context that stands below the shown one where there is room for a third
 * pane: the next in the table, or the number of places. */
static size_t
third(const struct ui_screen *s, size_t context)
{
	size_t n = ui_screen_places(s);

	for (size_t i = 1; i < n; i++) {
		size_t at = (context + i) % n;

		if (s->places[at].group == UI_GROUP_CONTEXT)
			return at;
	}
	return n;
}

/* Panes below each other, each as wide as the screen. */
static void
stack(const struct ui_screen *s, int w, int h, const size_t shown[2],
      struct ui_rect out[UI_PLACES])
{
	size_t context = shown[UI_GROUP_CONTEXT], more = third(s, context);
	const struct ui_place *p = &s->places[context];
	int end = h - 1, cut;

	if (h >= THREE_FROM && more < ui_screen_places(s)) {
		const struct ui_place *last = &s->places[more];

		end -= ui_place_strip(last) ? ui_place_strip(last)
					    : (h - 1) * THIRD_SHARE / 100;
		out[more] = (struct ui_rect){0, end, w, h - end};
	}
	cut = ui_place_strip(p) ? end - ui_place_strip(p) : end * s->split / 100;
	out[shown[UI_GROUP_MAIN]] = (struct ui_rect){0, 0, w, cut + 1};
	out[context] = (struct ui_rect){0, cut, w, end - cut + 1};
}

void
ui_screen_layout(const struct ui_screen *s, enum ui_size size, int w, int h,
		 size_t focus, const size_t shown[2], bool zoom,
		 struct ui_rect out[UI_PLACES])
{
	size_t n = ui_screen_places(s);

	for (size_t i = 0; i < UI_PLACES; i++)
		out[i] = (struct ui_rect){0};
	if (size == UI_SIZE_CARD)
		return;
	if (zoom || size == UI_SIZE_ONE) {
		out[focus] = (struct ui_rect){0, 0, w, h};
		return;
	}
	if (size == UI_SIZE_TWO) {
		stack(s, w, h, shown, out);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const struct ui_place *p = &s->places[i];
		int x = edge(p->x0, w), y = edge(p->y0, h);

		out[i] = (struct ui_rect){x, y, edge(p->x1, w) - x + 1,
					  edge(p->y1, h) - y + 1};
	}
}

void
ui_screen_yield(size_t place, struct ui_rect out[UI_PLACES])
{
	struct ui_rect *r = &out[place];

	for (size_t i = 0; i < UI_PLACES; i++)
		if (i != place && out[i].w > 0 && out[i].y == r->y &&
		    out[i].h == r->h && out[i].x + out[i].w - 1 == r->x) {
			out[i].w += r->w - 1;
			*r = (struct ui_rect){0};
			return;
		}
}
