/* SPDX-License-Identifier: MIT */
/* What a workspace holds, for the first look at it. */
#include "config.h"

#include "base/path.h"
#include "engine/view_priv.h"

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
	return RV_OK;
}
