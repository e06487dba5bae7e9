/* SPDX-License-Identifier: MIT */
/* Where the panes of each screen are. */
#include "config.h"

#include "ui/screens.h"

#include <string.h>

#include "base/i18n.h"

#define E(percent, offset) {percent, offset}
#define MAIN UI_GROUP_MAIN
#define CONTEXT UI_GROUP_CONTEXT

const struct ui_screen ui_screens[UI_SCREENS] = {
	{"overview",
	 N_("Overview"),
	 1,
	 {{"health", MAIN, E(0, 0), E(0, 0), E(50, 0), E(32, 0)},
	  {"gauge", MAIN, E(0, 0), E(32, 0), E(50, 0), E(66, 0)},
	  {"layers", MAIN, E(0, 0), E(66, 0), E(50, 0), E(100, 0)},
	  {"needs", CONTEXT, E(50, 0), E(0, 0), E(100, 0), E(27, 0)},
	  {"lastturn", CONTEXT, E(50, 0), E(27, 0), E(100, 0), E(66, 0)},
	  {"activity", CONTEXT, E(50, 0), E(66, 0), E(100, 0), E(100, 0)},
	  {0}},
	 55,
	 "health"},
	{"story",
	 N_("Story"),
	 2,
	 {{"chapters", CONTEXT, E(0, 0), E(0, 0), E(31, 0), E(100, 0)},
	  {"text", MAIN, E(31, 0), E(0, 0), E(100, 0), E(62, 0)},
	  {"provenance", CONTEXT, E(31, 0), E(62, 0), E(100, 0), E(100, 0)},
	  {0}},
	 58,
	 "chapters"},
	{"resonance",
	 N_("Resonance"),
	 3,
	 {{"turns", CONTEXT, E(0, 0), E(0, 0), E(26, 0), E(100, 0)},
	  {"phases", CONTEXT, E(26, 0), E(0, 0), E(100, 0), E(0, 7)},
	  {"candidates", MAIN, E(26, 0), E(0, 7), E(100, 0), E(61, 0)},
	  {"why", CONTEXT, E(26, 0), E(61, 0), E(66, 0), E(100, 0)},
	  {"injected", CONTEXT, E(66, 0), E(61, 0), E(100, 0), E(100, 0)},
	  {0}},
	 50,
	 "turns"},
	{"pending",
	 N_("Pending"),
	 4,
	 {{"pendbar", CONTEXT, E(0, 0), E(0, 0), E(100, 0), E(0, 4)},
	  {"episodes", MAIN, E(0, 0), E(0, 4), E(46, 0), E(74, 0)},
	  {"preview", MAIN, E(46, 0), E(0, 4), E(100, 0), E(74, 0)},
	  {"openlist", CONTEXT, E(0, 0), E(74, 0), E(46, 0), E(100, 0)},
	  {"log", CONTEXT, E(46, 0), E(74, 0), E(100, 0), E(100, 0)},
	  {0}},
	 62,
	 "episodes"},
	{"layers",
	 N_("Layers"),
	 5,
	 {{"tree", MAIN, E(0, 0), E(0, 0), E(42, 0), E(100, 0)},
	  {"item", CONTEXT, E(42, 0), E(0, 0), E(100, 0), E(72, 0)},
	  {"backlinks", CONTEXT, E(42, 0), E(72, 0), E(70, 0), E(100, 0)},
	  {"livecheck", CONTEXT, E(70, 0), E(72, 0), E(100, 0), E(100, 0)},
	  {0}},
	 45,
	 "tree"},
	{"review",
	 N_("Review"),
	 6,
	 {{"queue", MAIN, E(28, 0), E(0, 0), E(100, 0), E(28, 0)},
	  {"diff", CONTEXT, E(28, 0), E(28, 0), E(100, 0), E(74, 0)},
	  {"checks", CONTEXT, E(28, 0), E(74, 0), E(100, 0), E(100, 0)},
	  {"touched", CONTEXT, E(0, 0), E(0, 0), E(28, 0), E(100, 0)},
	  {0}},
	 36,
	 "queue"},
	{"jobs",
	 N_("Jobs"),
	 7,
	 {{"jobs", MAIN, E(0, 0), E(0, 0), E(100, 0), E(62, 0)},
	  {"job", CONTEXT, E(0, 0), E(62, 0), E(100, 0), E(100, 0)},
	  {0}},
	 60,
	 "jobs"},
	{"log",
	 N_("Log"),
	 8,
	 {{"ledger", MAIN, E(0, 0), E(0, 0), E(100, 0), E(68, 0)},
	  {"entry", CONTEXT, E(0, 0), E(68, 0), E(100, 0), E(100, 0)},
	  {0}},
	 60,
	 "ledger"},
};

enum ui_size
ui_size_class(int w, int h)
{
	if (w >= 100 && h >= 30)
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

void
ui_screen_layout(const struct ui_screen *s, enum ui_size size, int w, int h,
		 size_t focus, const size_t shown[2], bool zoom,
		 struct ui_rect out[UI_PLACES])
{
	size_t n = ui_screen_places(s);
	const struct ui_place *context = &s->places[shown[UI_GROUP_CONTEXT]];
	int cut = (h - 1) * s->split / 100;

	for (size_t i = 0; i < UI_PLACES; i++)
		out[i] = (struct ui_rect){0};
	if (size == UI_SIZE_CARD)
		return;
	if (zoom || size == UI_SIZE_ONE) {
		out[focus] = (struct ui_rect){0, 0, w, h};
		return;
	}
	/* A strip of fixed height takes no more than that. */
	if (context->y1.percent == 0 && context->y1.offset < 6)
		cut = h - 1 - context->y1.offset;
	for (size_t i = 0; i < n; i++) {
		const struct ui_place *p = &s->places[i];

		if (size == UI_SIZE_FULL) {
			int x = edge(p->x0, w), y = edge(p->y0, h);

			out[i] = (struct ui_rect){x, y, edge(p->x1, w) - x + 1,
						  edge(p->y1, h) - y + 1};
		} else if (i == shown[p->group]) {
			out[i] = p->group == UI_GROUP_MAIN
					 ? (struct ui_rect){0, 0, w, cut + 1}
					 : (struct ui_rect){0, cut, w, h - cut};
		}
	}
}
