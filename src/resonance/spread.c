/* SPDX-License-Identifier: MIT */
/* The order of candidates: not five memories of one day. */
#include "config.h"

#include <stdlib.h>

#include "base/rng.h"
#include "base/time.h"
#include "resonance/resonance_priv.h"

struct day {
	int64_t day;
	size_t first, n, taken; /* its candidates in `grouped` */
};

int
rv__compare_fused(const struct rv_candidate *a, const struct rv_candidate *b)
{
	if (a->fused != b->fused)
		return a->fused > b->fused ? -1 : 1;
	if (a->item.layer != b->item.layer)
		return a->item.layer < b->item.layer ? -1 : 1;
	return rv_sv_cmp(a->item.id, b->item.id);
}

static int
compare_pointers(const void *a, const void *b)
{
	return rv__compare_fused(*(struct rv_candidate *const *)a,
				 *(struct rv_candidate *const *)b);
}

static int64_t
day_of(int64_t t, const char *tz)
{
	int64_t local;

	if (t == RV_UNDATED)
		return INT64_MIN;
	local = t + rv_time_zone_offset(tz, t);
	return local / RV_DAY - (local % RV_DAY < 0);
}

/* Days in the order of their best candidate; counts their candidates. */
static size_t
count_days(struct rv_candidate **list, size_t n, const char *tz,
	   struct day *days, size_t *day_index)
{
	size_t n_days = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t day = day_of(list[i]->item.time, tz);
		size_t d = 0;

		while (d < n_days && days[d].day != day)
			d++;
		if (d == n_days)
			days[n_days++] = (struct day){.day = day};
		days[d].n++;
		day_index[i] = d;
	}
	return n_days;
}

void
rv__spread(struct rv_candidate **list, size_t n, const char *tz,
	   struct rv_rng *rng, struct rv_arena *arena)
{
	struct rv_candidate **grouped;
	size_t *day_index, n_days, at = 0;
	struct day *days;

	if (n < 2)
		return;
	qsort(list, n, sizeof(struct rv_candidate *), compare_pointers);
	grouped = rv_arena_array(arena, struct rv_candidate *, n);
	day_index = rv_arena_array(arena, size_t, n);
	days = rv_arena_array(arena, struct day, n);
	n_days = count_days(list, n, tz, days, day_index);
	for (size_t d = 0; d < n_days; d++) {
		days[d].first = at;
		at += days[d].n;
	}
	for (size_t i = 0; i < n; i++) {
		struct day *d = &days[day_index[i]];

		grouped[d->first + d->taken++] = list[i];
	}
	for (size_t d = 0; d < n_days; d++)
		days[d].taken = 0;
	if (rng)
		rv_rng_shuffle(rng, days, n_days, sizeof(*days));
	for (at = 0; at < n;) {
		for (size_t d = 0; d < n_days; d++)
			if (days[d].taken < days[d].n)
				list[at++] = grouped[days[d].first +
						     days[d].taken++];
	}
}
