/* SPDX-License-Identifier: MIT */
/* A table of counted words. */
#include "config.h"

#include "llm/terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
rv_terms_init(struct rv_terms *t)
{
	*t = (struct rv_terms){0};
}

static size_t
slot_of(const struct rv_terms *t, struct rv_sv key)
{
	size_t at = (size_t)rv_sv_hash(key) & t->mask;

	while (t->slots[at] && !rv_sv_eq(t->items[t->slots[at] - 1].key, key))
		at = (at + 1) & t->mask;
	return at;
}

static void
make_room(struct rv_terms *t)
{
	size_t *old = t->slots;

	if (old && 2 * (t->n + 1) <= t->mask)
		return;
	t->mask = old ? 2 * t->mask + 1 : 255;
	t->slots = rv_calloc(t->mask + 1, sizeof(*t->slots));
	for (size_t i = 0; i < t->n; i++)
		t->slots[slot_of(t, t->items[i].key)] = i + 1;
	free(old);
}

struct rv_term *
rv_terms_find(const struct rv_terms *t, struct rv_sv key)
{
	size_t at;

	if (!t->slots)
		return NULL;
	at = slot_of(t, key);
	return t->slots[at] ? &t->items[t->slots[at] - 1] : NULL;
}

struct rv_term *
rv_terms_add(struct rv_terms *t, struct rv_sv key, size_t message)
{
	struct rv_term *term;
	size_t at;

	make_room(t);
	at = slot_of(t, key);
	if (!t->slots[at]) {
		rv_grow(&t->items, &t->cap, t->n + 1);
		t->items[t->n++] =
			(struct rv_term){.key = key, .message = SIZE_MAX};
		t->slots[at] = t->n;
	}
	term = &t->items[t->slots[at] - 1];
	term->count++;
	term->messages += term->message != message;
	term->message = message;
	return term;
}

void
rv_terms_release(struct rv_terms *t)
{
	free(t->items);
	free(t->slots);
	*t = (struct rv_terms){0};
}
