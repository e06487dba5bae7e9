/* SPDX-License-Identifier: MIT */
/* Rows of the index as items. */
#include "config.h"

#include "recall/item.h"

#include <inttypes.h>

#include "base/time.h"

static rv_status
load_episode(struct rv_store *s, const struct rv_hit *hit,
	     struct rv_arena *arena, struct rv_item *out, struct rv_err *err)
{
	struct rv_episode e;
	rv_status st = rv_episode_by_rowid(s, hit->rowid, arena, &e, err);

	if (st != RV_OK)
		return st;
	*out = (struct rv_item){
		.layer = RV_LAYER_RAW,
		.id = rv_sv_dup_in(arena, rv_sv(e.id)),
		.ref = e.ref,
		.session = e.session,
		.role = e.role,
		.name = e.name,
		.path = e.source,
		.line = e.line,
		.text = e.text,
		.time = e.time,
		.origin = e.origin,
		.episode = true,
		.rowid = hit->rowid,
		.score = hit->score,
	};
	return RV_OK;
}

static rv_status
load_page(struct rv_store *s, const struct rv_hit *hit, struct rv_arena *arena,
	  struct rv_item *out, struct rv_err *err)
{
	struct rv_page p;
	rv_status st = rv_page_by_rowid(s, hit->rowid, arena, &p, err);

	if (st != RV_OK)
		return st;
	*out = (struct rv_item){
		.layer = p.layer,
		.id = rv_sv(rv_arena_printf(arena, "%.*s#%" PRId64,
					    RV_SV_ARG(p.path), p.line)),
		.path = p.path,
		.line = p.line,
		.title = p.heading.n ? p.heading : p.title,
		.thin = p.thin,
		.text = p.text,
		.time = p.time,
		.origin = RV_ORIGIN_AGENT,
		.rowid = hit->rowid,
		.score = hit->score,
	};
	return RV_OK;
}

static bool
wanted(const struct rv_recall_query *q, const struct rv_item *item)
{
	if (q->layers && !(q->layers & 1u << item->layer))
		return false;
	if (q->prose && item->thin)
		return false;
	return q->as_of == RV_UNDATED || item->time == RV_UNDATED ||
	       item->time <= q->as_of;
}

rv_status
rv_item_load(struct rv_store *s, const struct rv_recall_query *q,
	     const struct rv_hit *hits, size_t n_hits, size_t k,
	     struct rv_arena *arena, struct rv_item *out, size_t *n,
	     struct rv_err *err)
{
	*n = 0;
	for (size_t i = 0; i < n_hits && *n < k; i++) {
		struct rv_item item;
		rv_status st = hits[i].episode ? load_episode(s, &hits[i],
							      arena, &item, err)
					       : load_page(s, &hits[i], arena,
							   &item, err);

		if (st != RV_OK)
			return st;
		if (wanted(q, &item))
			out[(*n)++] = item;
	}
	return RV_OK;
}
