/* SPDX-License-Identifier: MIT */
/* The episodes of a run and their order. */
#include "config.h"

#include "story/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"

struct place {
	const struct rv_episode *e;
	size_t index; /* in the list as it came */
	size_t rank;  /* index of the dated episode that it follows */
};

static int
compare_file(const struct rv_episode *a, const struct rv_episode *b)
{
	int c = rv_sv_cmp(a->source, b->source);

	return c ? c : rv_sv_cmp(a->session, b->session);
}

static int
compare_line(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int c = compare_file(x->e, y->e);

	if (c)
		return c;
	if (x->e->line != y->e->line)
		return x->e->line < y->e->line ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static int
compare_rank(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	bool undated = x->e->time == RV_UNDATED;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (undated != (y->e->time == RV_UNDATED))
		return undated ? 1 : -1;
	if (undated && !compare_file(x->e, y->e) && x->e->line != y->e->line)
		return x->e->line < y->e->line ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

void
rv_story_order(struct rv_episode_list *list)
{
	struct place *places = rv_calloc(list->n + 1, sizeof(*places));
	struct rv_episode *sorted = rv_calloc(list->n + 1, sizeof(*sorted));
	const struct place *before = NULL;

	for (size_t i = 0; i < list->n; i++)
		places[i] = (struct place){&list->items[i], i, i};
	qsort(places, list->n, sizeof(*places), compare_line);
	for (size_t i = 0; i < list->n; i++) {
		struct place *p = &places[i];

		if (before && compare_file(before->e, p->e))
			before = NULL;
		if (p->e->time != RV_UNDATED)
			before = p;
		else if (before && p->e->line > 0)
			p->rank = before->index;
	}
	qsort(places, list->n, sizeof(*places), compare_rank);
	for (size_t i = 0; i < list->n; i++)
		sorted[i] = *places[i].e;
	if (list->n)
		memcpy(list->items, sorted, list->n * sizeof(*sorted));
	free(sorted);
	free(places);
}

rv_status
rv_story_select(struct rv_store *s, const struct rv_consolidate_in *in,
		struct rv_arena *arena, struct rv_episode_list *out,
		struct rv_err *err)
{
	struct rv_episode_query q = {
		.pending = true, .after = RV_UNDATED, .before = RV_UNDATED};
	rv_status st;

	switch (in->trigger) {
	case RV_TRIGGER_ALL: q.not_late = !in->late; break;
	case RV_TRIGGER_PENDING: q.in_pending_log = true; break;
	}
	st = rv_episode_list(s, &q, arena, out, err);
	if (st == RV_OK)
		rv_story_order(out);
	return st;
}
