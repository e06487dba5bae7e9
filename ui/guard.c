/* SPDX-License-Identifier: MIT */
/* Which keys were not typed at what stands on the screen. */
#include "config.h"

#include "ui/guard.h"

void
ui_guard_key(struct ui_guard *g, int64_t at, bool more)
{
	g->together = more ||
		      (g->was_key && at - g->at < UI_TOGETHER_US);
	g->was_key = true;
	if (g->burst == 0 || at - g->burst_start > UI_BURST_US) {
		g->burst_start = at;
		g->burst = 0;
	}
	g->burst++;
	g->at = at;
}

void
ui_guard_asked(struct ui_guard *g)
{
	g->asked = g->at;
	g->was_asked = true;
}

void
ui_guard_answered(struct ui_guard *g)
{
	g->answered = g->at;
	g->was_answered = true;
}

bool
ui_guard_burst(const struct ui_guard *g)
{
	return g->burst > UI_BURST_KEYS;
}

bool
ui_guard_pasted(const struct ui_guard *g)
{
	return g->together || ui_guard_burst(g);
}

bool
ui_guard_early(const struct ui_guard *g)
{
	return ui_guard_pasted(g) ||
	       (g->was_asked && g->at - g->asked < UI_ASKED_US);
}

bool
ui_guard_rest(const struct ui_guard *g)
{
	return ui_guard_burst(g) ||
	       (g->was_answered && g->at - g->answered < UI_ANSWERED_US);
}
