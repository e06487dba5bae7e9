/* SPDX-License-Identifier: MIT */
/* The key tables that every screen shares, and how keys are looked up. */
#include "config.h"

#include "ui/keymap.h"

#include <string.h>

#include "base/i18n.h"

static const struct {
	const char *name, *help;
	bool deed;
} acts[] = {
#define ACT(id, name, help) {name, help, false},
#define DEED(id, name, help) {name, help, true},
#include "ui/acts.def"
#undef ACT
};

const struct ui_key ui_keys_global[] = {
	{"?", UI_ACT_HELP, N_("help"), NULL, 0},
	{":", UI_ACT_PALETTE, N_("command"), NULL, 0},
	{"tab", UI_ACT_NEXT_PANE, N_("pane"), NULL, 0},
	{"shift-tab", UI_ACT_PREV_PANE, NULL, NULL, 0},
	{"1", UI_ACT_SCREEN, NULL, N_("Overview"), 1},
	{"2", UI_ACT_SCREEN, NULL, N_("Story"), 2},
	{"3", UI_ACT_SCREEN, NULL, N_("Resonance"), 3},
	{"4", UI_ACT_SCREEN, NULL, N_("Pending"), 4},
	{"5", UI_ACT_SCREEN, NULL, N_("Layers"), 5},
	{"6", UI_ACT_SCREEN, NULL, N_("Review"), 6},
	{"7", UI_ACT_SCREEN, NULL, N_("Jobs"), 7},
	{"8", UI_ACT_SCREEN, NULL, N_("Log"), 8},
	{"z", UI_ACT_ZOOM, N_("zoom"), NULL, 0},
	{"+", UI_ACT_GROW, NULL, NULL, 0},
	{"_", UI_ACT_SHRINK, NULL, NULL, 0},
	{"u", UI_ACT_UNDO, N_("undo"), NULL, 0},
	{"U", UI_ACT_REDO, NULL, NULL, 0},
	{"F", UI_ACT_FOLLOW, NULL, NULL, 0},
	{"a", UI_ACT_APPROVE, NULL, NULL, 0},
	{"x", UI_ACT_REJECT, NULL, NULL, 0},
	{"e", UI_ACT_EDIT, NULL, NULL, 0},
	{"d", UI_ACT_DEFER, NULL, NULL, 0},
	{"W", UI_ACT_WRITE, NULL, NULL, 0},
	{"A", UI_ACT_APPROVE_WRITE, NULL, NULL, 0},
	{"enter", UI_ACT_OPEN, NULL, NULL, 0},
	{"esc", UI_ACT_CLOSE, NULL, NULL, 0},
	{"i", UI_ACT_INFO, NULL, NULL, 0},
	{"o", UI_ACT_SOURCE, NULL, NULL, 0},
	{"y", UI_ACT_COPY, NULL, NULL, 0},
	{"f", UI_ACT_FILTER, NULL, NULL, 0},
	{"/", UI_ACT_FIND, NULL, NULL, 0},
	{"n", UI_ACT_FIND_NEXT, NULL, NULL, 0},
	{"N", UI_ACT_FIND_PREV, NULL, NULL, 0},
	{"[", UI_ACT_BACK, NULL, NULL, 0},
	{"]", UI_ACT_FORWARD, NULL, NULL, 0},
	{"m", UI_ACT_SET_MARK, NULL, NULL, 0},
	{"'", UI_ACT_GO_MARK, NULL, NULL, 0},
	{"gp", UI_ACT_GO_PENDING, N_("pending"), NULL, 0},
	{"gs", UI_ACT_GO_STORY, N_("story"), NULL, 0},
	{"gt", UI_ACT_GO_TRACE, N_("trace"), NULL, 0},
	{"gu", UI_ACT_GO_UNDO, N_("undo log"), NULL, 0},
	{"gl", UI_ACT_GO_LAYERS, N_("layers"), NULL, 0},
	{"go", UI_ACT_GO_OLDEST, N_("oldest"), NULL, 0},
	{"gn", UI_ACT_NOTES, N_("notices"), NULL, 0},
	{"gj", UI_ACT_GO_JOBS, N_("jobs"), NULL, 0},
	{"gm", UI_ACT_MARKS, N_("marks"), NULL, 0},
	{"g?", UI_ACT_HELP, N_("all keys"), NULL, 0},
	{",r", UI_ACT_REFRESH, N_("refresh"), NULL, 0},
	{",f", UI_ACT_FOLLOW, N_("follow"), NULL, 0},
	{",n", UI_ACT_TOUR_NEXT, N_("next card"), NULL, 0},
	{",t", UI_ACT_TOUR, N_("tour"), NULL, 0},
	{",z", UI_ACT_PANES, N_("own sizes"), NULL, 0},
	{",q", UI_ACT_QUIT, N_("quit"), NULL, 0},
	{"f1", UI_ACT_HELP, NULL, NULL, 0},
	{"f5", UI_ACT_REFRESH, NULL, NULL, 0},
	{"ctrl-l", UI_ACT_REPAINT, NULL, NULL, 0},
	{"ctrl-z", UI_ACT_SUSPEND, NULL, NULL, 0},
	{"q", UI_ACT_QUIT, N_("quit"), NULL, 0},
	{"ctrl-c", UI_ACT_QUIT, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

const struct ui_key ui_keys_list[] = {
	{"j", UI_ACT_DOWN, NULL, NULL, 0},
	{"k", UI_ACT_UP, NULL, NULL, 0},
	{"down", UI_ACT_DOWN, NULL, NULL, 0},
	{"up", UI_ACT_UP, NULL, NULL, 0},
	{"gg", UI_ACT_TOP, N_("top"), NULL, 0},
	{"G", UI_ACT_BOTTOM, NULL, NULL, 0},
	{"home", UI_ACT_TOP, NULL, NULL, 0},
	{"end", UI_ACT_BOTTOM, NULL, NULL, 0},
	{"ctrl-d", UI_ACT_PAGE_DOWN, NULL, NULL, 0},
	{"ctrl-u", UI_ACT_PAGE_UP, NULL, NULL, 0},
	{"page-down", UI_ACT_PAGE_DOWN, NULL, NULL, 0},
	{"page-up", UI_ACT_PAGE_UP, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

const struct ui_key ui_keys_text[] = {
	{"j", UI_ACT_DOWN, NULL, N_("scroll down"), 0},
	{"k", UI_ACT_UP, NULL, N_("scroll up"), 0},
	{"down", UI_ACT_DOWN, NULL, N_("scroll down"), 0},
	{"up", UI_ACT_UP, NULL, N_("scroll up"), 0},
	{"gg", UI_ACT_TOP, N_("top"), N_("to the top"), 0},
	{"G", UI_ACT_BOTTOM, NULL, N_("to the end"), 0},
	{"home", UI_ACT_TOP, NULL, N_("to the top"), 0},
	{"end", UI_ACT_BOTTOM, NULL, N_("to the end"), 0},
	{"ctrl-d", UI_ACT_PAGE_DOWN, NULL, NULL, 0},
	{"ctrl-u", UI_ACT_PAGE_UP, NULL, NULL, 0},
	{"page-down", UI_ACT_PAGE_DOWN, NULL, NULL, 0},
	{"page-up", UI_ACT_PAGE_UP, NULL, NULL, 0},
	{"space", UI_ACT_PAGE_DOWN, NULL, NULL, 0},
	{"l", UI_ACT_LINK_NEXT, N_("link"), NULL, 0},
	{"h", UI_ACT_LINK_PREV, NULL, NULL, 0},
	{"right", UI_ACT_LINK_NEXT, NULL, NULL, 0},
	{"left", UI_ACT_LINK_PREV, NULL, NULL, 0},
	{NULL, UI_ACT_NONE, NULL, NULL, 0},
};

enum ui_match
ui_keymap_find(const struct ui_key *const *scopes, size_t n, const char *typed,
	       const struct ui_key **out)
{
	size_t len = strlen(typed);
	bool prefix = false;

	for (size_t i = 0; i < n; i++) {
		for (const struct ui_key *k = scopes[i]; k && k->key; k++) {
			if (!strcmp(k->key, typed)) {
				*out = k;
				return UI_MATCH_FULL;
			}
			/* "f5" is one key; chords begin with g, c or the
			 * leader */
			if (strchr("gc,", typed[0]) &&
			    !strncmp(k->key, typed, len) &&
			    strncmp(k->key, "ctrl-", 5) != 0)
				prefix = true;
		}
	}
	return prefix ? UI_MATCH_PREFIX : UI_MATCH_NONE;
}

bool
ui_act_is_deed(enum ui_act a)
{
	return acts[a].deed;
}

const char *
ui_act_name(enum ui_act a)
{
	return acts[a].name;
}

const char *
ui_act_help(enum ui_act a)
{
	return _(acts[a].help);
}

const char *
ui_key_help(const struct ui_key *k)
{
	return k->help ? _(k->help) : ui_act_help(k->act);
}
