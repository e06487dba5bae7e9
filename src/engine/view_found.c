/* SPDX-License-Identifier: MIT */
/* What a workspace holds, for the first look at it. */
#include "config.h"

#include "base/path.h"
#include "engine/view_priv.h"
#include "store/masked.h"
#include "store/rejected.h"

/* What was read of all that: what an import of it would be. */
static rv_status
count_read(struct rv_engine *e, struct rv_arena *arena,
	   struct rv_view_found *out, struct rv_err *err)
{
	const struct rv_episode_query oldest = {
		.after = RV_UNDATED, .before = RV_UNDATED, .limit = 1};
	struct rv_episode_list list;
	struct rv_episode_counts c;
	rv_status st = rv_episode_count(e->store, &c, err);

	if (st == RV_OK)
		st = rv_episode_list(e->store, &oldest, arena, &list, err);
	if (st != RV_OK)
		return st;
	out->episodes = c.episodes;
	out->excluded = c.excluded;
	out->first = list.n ? list.items[0].time : RV_UNDATED;
	out->last = c.newest;
	out->lines = rv_rejected_count(e->store, RV_SV_NONE);
	out->secrets = rv_masked_lines(e->store);
	return RV_OK;
}

rv_status
rv_view_found(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_found *out, struct rv_err *err)
{
	struct rv_found *found;
	size_t n = 0;
	rv_status st = rv_map_report(e, arena, &found, &n, err);

	*out = (struct rv_view_found){0};
	if (st != RV_OK)
		return st;
	out->workspace = rv_sv_dup_in(arena, rv_sv(e->workspace));
	out->initialised = rv_path_is_dir(e->dir);
	out->items = rv_arena_array(arena, struct rv_view_place, n + 1);
	for (size_t i = 0; i < n; i++)
		out->items[out->n++] = (struct rv_view_place){
			rv_sv_dup_in(arena, rv_sv(found[i].key)),
			rv_sv_dup_in(arena, rv_sv(found[i].path)),
			found[i].count, found[i].taken};
	return count_read(e, arena, out, err);
}
