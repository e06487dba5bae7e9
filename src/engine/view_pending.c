/* SPDX-License-Identifier: MIT */
/* What waits to be narrated. */
#include "config.h"

#include <string.h>

#include "base/time.h"
#include "engine/view_priv.h"

/* Promotions wait on the review desk. */
static void
keep_consolidations(struct rv_view_pending *out)
{
	size_t n = 0;

	for (size_t i = 0; i < out->n_open; i++)
		if (rv_sv_is(out->open[i].kind, "consolidate"))
			out->open[n++] = out->open[i];
	out->n_open = n;
}

rv_status
rv_view_pending(struct rv_engine *e, int64_t first, struct rv_arena *arena,
		struct rv_view_pending *out, struct rv_err *err)
{
	struct rv_episode_query q = {.pending = true,
				     .after = RV_UNDATED,
				     .before = RV_UNDATED,
				     .limit = RV_VIEW_PENDING_ROWS};
	struct rv_episode_counts counts;
	struct rv_episode_list list;
	struct rv_token_rate rate;
	rv_status st;

	*out = (struct rv_view_pending){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = rv_episode_count(e->store, &counts, err);
	if (st == RV_OK)
		st = rv_episode_roles(e->store, out->by_role, err);
	if (first < 0)
		q.limit = RV_VIEW_PENDING_ALL;
	if (st == RV_OK && first > 0)
		q.offset = RV_MAX(RV_MIN(first, counts.pending -
							RV_VIEW_PENDING_ROWS),
				  0);
	if (st == RV_OK)
		st = rv_episode_list(e->store, &q, arena, &list, err);
	if (st == RV_OK)
		st = rv_view_rate(e, out->status.log_tokens, arena, &rate, err);
	if (st == RV_OK)
		st = rv_view_open_proposals(e, arena, &out->open, &out->n_open,
					    err);
	if (st != RV_OK)
		return st;
	keep_consolidations(out);
	out->first = q.offset;
	out->total = RV_MAX(counts.pending, q.offset + (int64_t)list.n);
	out->excluded = counts.excluded;
	out->oldest = counts.oldest_pending;
	out->anchor = rv_store_anchor(e->store);
	out->rate = rate.rate;
	out->eta = rate.eta;
	memcpy(out->per_hour, rate.per_hour, sizeof(rate.per_hour));
	out->episodes = rv_arena_array(arena, struct rv_view_episode,
				       list.n ? list.n : 1);
	out->n = list.n;
	for (size_t i = 0; i < list.n; i++) {
		rv_view_episode_from(&list.items[i], &out->episodes[i]);
		out->episodes[i].id =
			rv_sv_dup_in(arena, rv_sv(list.items[i].id));
	}
	return RV_OK;
}
