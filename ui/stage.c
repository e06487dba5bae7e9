/* SPDX-License-Identifier: MIT */
/* Decisions that are not written yet. */
#include "config.h"

#include "ui/stage.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "engine/engine.h"

static void
free_item(struct ui_staged *it)
{
	free(it->id);
	free(it->sha);
	free(it->why);
}

void
ui_stage_release(struct ui_stage *s)
{
	for (size_t i = 0; i < s->n; i++)
		free_item(&s->items[i]);
	free(s->items);
	*s = (struct ui_stage){0};
}

struct ui_staged *
ui_stage_get(const struct ui_stage *s, struct rv_sv id)
{
	for (size_t i = 0; i < s->n; i++)
		if (rv_sv_is(id, s->items[i].id))
			return &s->items[i];
	return NULL;
}

struct ui_staged *
ui_stage_entry(struct ui_stage *s, struct rv_sv id)
{
	struct ui_staged *it = ui_stage_get(s, id);

	if (it)
		return it;
	rv_grow(&s->items, &s->cap, s->n + 1);
	it = &s->items[s->n++];
	*it = (struct ui_staged){.id = rv_sv_dup(id), .sha = rv_strdup(""), .why = rv_strdup("")};
	return it;
}

void
ui_stage_set(struct ui_stage *s, struct rv_sv id, struct rv_sv sha,
	     enum ui_decided what, const char *why)
{
	struct ui_staged *it = ui_stage_entry(s, id);
	struct rv_buf text = RV_BUF_INIT;
	char *copy = rv_sv_dup(sha);

	/* What is shown and kept until W is what the log will say. */
	rv_reason_mask(rv_sv(why ? why : ""), &text);
	free(it->sha);
	free(it->why);
	it->sha = copy;
	it->what = what;
	it->why = rv_buf_detach(&text);
	it->marked = false;
}

void
ui_stage_drop(struct ui_stage *s, struct rv_sv id)
{
	struct ui_staged *it = ui_stage_get(s, id);
	size_t at;

	if (!it)
		return;
	at = (size_t)(it - s->items);
	free_item(it);
	memmove(it, it + 1, (s->n - at - 1) * sizeof(*it));
	s->n--;
}

size_t
ui_stage_count(const struct ui_stage *s, enum ui_decided what)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->items[i].what == what;
	return n;
}

size_t
ui_stage_total(const struct ui_stage *s)
{
	return s->n - ui_stage_count(s, UI_UNDECIDED);
}

size_t
ui_stage_marked(const struct ui_stage *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->items[i].marked;
	return n;
}

void
ui_stage_unmark(struct ui_stage *s)
{
	for (size_t i = 0; i < s->n; i++)
		s->items[i].marked = false;
}

const char *
ui_stage_sign(const struct ui_stage *s, struct rv_sv id)
{
	static const char *const signs[] = {
		[UI_UNDECIDED] = ".",
		[UI_APPROVED] = "A",
		[UI_REJECTED] = "X",
		[UI_DEFERRED] = "D",
	};
	const struct ui_staged *it = ui_stage_get(s, id);

	if (!it)
		return ".";
	if (it->what == UI_UNDECIDED && it->edited)
		return "E";
	return signs[it->what];
}

const char *
ui_decided_name(enum ui_decided what)
{
	static const char *const names[] = {
		[UI_UNDECIDED] = "none",
		[UI_APPROVED] = "approve",
		[UI_REJECTED] = "reject",
		[UI_DEFERRED] = "defer",
	};

	return names[what];
}
