/* SPDX-License-Identifier: MIT */
/* Chapters and pages into the index, cut into pieces that can surface. */
#include "config.h"

#include "engine/sync_pages.h"

#include <sys/stat.h>

#include "base/log.h"
#include "base/time.h"
#include "doc/mask.h"
#include "doc/story_doc.h"
#include "store/episode.h"
#include "store/page.h"
#include "store/page_meta.h"
#include "store/source.h"

static void
note_source(struct rv_source *src, const char *rel, const char *kind,
	    const struct stat *st)
{
	*src = (struct rv_source){
		.path = rv_sv(rel),
		.kind = rv_sv(kind),
		.inode = (int64_t)st->st_ino,
		.size = st->st_size,
		.mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 +
			    st->st_mtim.tv_nsec,
	};
}

/* Is the file as it was when it was read last? */
static rv_status
unchanged(struct rv_engine *e, const char *rel, const struct stat *now,
	  struct rv_arena *arena, bool *out, struct rv_err *err)
{
	struct rv_source src;
	struct rv_err why = {0};
	rv_status st = rv_source_get(e->store, rv_sv(rel), arena, &src, &why);

	*out = st == RV_OK && rv_source_unchanged(&src, now);
	if (st == RV_OK || st == RV_E_NOTFOUND)
		return RV_OK;
	return rv_fail(err, st, "%s", why.msg);
}

static rv_status
replace(struct rv_engine *e, const char *rel, const char *kind,
	const struct rv_pieces *p, const struct stat *now, struct rv_err *err)
{
	struct rv_source src;
	rv_status st = rv_page_replace(e->store, rv_sv(rel), p->items, p->n,
				       err);

	if (st != RV_OK)
		return st;
	note_source(&src, rel, kind, now);
	return rv_source_set(e->store, &src, err);
}

static void
story_pages(struct rv_engine *e, struct rv_sv text, struct rv_pieces *p)
{
	struct rv_story_doc doc;

	rv_story_parse(text, p->arena, &doc);
	for (size_t i = 0; i < doc.n; i++) {
		struct rv_sv title = rv_mask_name(
			p->arena, doc.chapters[i].title, &p->masked);
		struct rv_page like = {
			.layer = RV_LAYER_STORY,
			.path = rv_sv(e->map.story_rel),
			.title = title,
			.heading = title,
			.time = doc.chapters[i].time,
			.bytes = (int64_t)text.n,
		};
		rv_pieces_cut(p, &like, doc.chapters[i].body,
			      doc.chapters[i].line + 1);
	}
}

rv_status
rv_sync_story(struct rv_engine *e, struct rv_arena *arena, struct rv_err *err)
{
	struct rv_arena mine = RV_ARENA_INIT;
	struct rv_pieces p = {.arena = &mine};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_story_doc doc;
	struct stat now = {0};
	bool same = false;
	rv_status st;

	/* An absent story is an empty one, so that a deleted file loses its
	 * anchor and chapters here too. */
	if (stat(e->map.story, &now) != 0)
		now = (struct stat){0};
	st = unchanged(e, e->map.story_rel, &now, arena, &same, err);
	if (st != RV_OK || same)
		return st;
	st = rv_engine_read_story(e, &text, err);
	if (st == RV_OK) {
		rv_story_parse(rv_buf_sv(&text), &mine, &doc);
		story_pages(e, rv_buf_sv(&text), &p);
		st = rv_store_set_anchor(e->store, doc.anchor, err);
	}
	if (st == RV_OK)
		st = replace(e, e->map.story_rel, "story", &p, &now, err);
	rv_pieces_release(&p);
	rv_buf_release(&text);
	rv_arena_release(&mine);
	return st;
}

rv_status
rv_sync_has_page(struct rv_engine *e, const struct rv_scan_item *item,
		 bool *out, struct rv_err *err)
{
	struct rv_arena mine = RV_ARENA_INIT;
	rv_status st = unchanged(e, item->rel, &item->st, &mine, out, err);

	rv_arena_release(&mine);
	return st;
}

rv_status
rv_sync_put(struct rv_engine *e, const struct rv_scan_item *item,
	    const struct rv_page_ready *ready, struct rv_err *err)
{
	rv_status st;

	if (ready->why[0]) {
		/* Unreadable: left out, the others go on. */
		rv_log(RV_LOG_WARN, "%s", ready->why);
		return RV_OK;
	}
	st = rv_page_meta_set(e->store, &ready->meta, ready->links,
			      ready->n_links, err);
	if (st != RV_OK)
		return st;
	return replace(e, item->rel, "page", &ready->pieces, &item->st, err);
}

rv_status
rv_sync_page(struct rv_engine *e, const struct rv_scan_item *item,
	     struct rv_err *err)
{
	struct rv_page_ready ready;
	rv_status st;

	rv_page_ready_make(item, NULL, &ready);
	st = rv_sync_put(e, item, &ready, err);
	rv_page_ready_release(&ready);
	return st;
}

rv_status
rv_sync_row(struct rv_engine *e, const struct rv_scan_item *item,
	    struct rv_err *err)
{
	struct rv_page_ready ready;
	rv_status st = RV_OK;

	rv_page_ready_make(item, NULL, &ready);
	if (ready.why[0])
		rv_log(RV_LOG_WARN, "%s", ready.why);
	else
		st = rv_page_meta_set(e->store, &ready.meta, ready.links,
				      ready.n_links, err);
	rv_page_ready_release(&ready);
	return st;
}

rv_status
rv_sync_drop_page(struct rv_engine *e, struct rv_sv rel, struct rv_err *err)
{
	rv_status st = rv_page_replace(e->store, rel, NULL, 0, err);

	if (st == RV_OK)
		st = rv_page_meta_drop(e->store, rel, err);
	if (st == RV_OK)
		st = rv_source_drop(e->store, rel, err);
	return st;
}
