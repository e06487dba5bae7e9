/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_SYNC_PAGES_H
#define RV_ENGINE_SYNC_PAGES_H

/*
 * The part of rv_engine_sync that reads documents: the story's chapters, and
 * the pages of the wiki, raw threads, daily notes, vaults and MEMORY.md.  Which
 * files changed is found by engine/scan.h.  Inside a transaction of the store;
 * the engine's thread.
 */

#include "engine/engine_priv.h"
#include "engine/page_ready.h"

/* Indexes the chapters and notes the anchor when STORY.md changed. */
rv_status rv_sync_story(struct rv_engine *e, struct rv_arena *arena,
			struct rv_err *err) RV_MUST_CHECK;
/* *out: the index has this page as it is, another lane or process was faster. */
rv_status rv_sync_has_page(struct rv_engine *e, const struct rv_scan_item *item,
			   bool *out, struct rv_err *err) RV_MUST_CHECK;
/* Reads one page into the index; an unreadable one is left out and logged. */
rv_status rv_sync_page(struct rv_engine *e, const struct rv_scan_item *item,
		       struct rv_err *err) RV_MUST_CHECK;
/* The same of one that was made ready before. */
rv_status rv_sync_put(struct rv_engine *e, const struct rv_scan_item *item,
		      const struct rv_page_ready *ready, struct rv_err *err)
	RV_MUST_CHECK;
/* Of a page only what its row shows, and its links: the words, which may take a
 * while, are the next rv_sync_page's.  Who never gets there finds the file
 * changed at the next look. */
rv_status rv_sync_row(struct rv_engine *e, const struct rv_scan_item *item,
		      struct rv_err *err) RV_MUST_CHECK;
/* Takes a page that is gone out of the index. */
rv_status rv_sync_drop_page(struct rv_engine *e, struct rv_sv rel,
			    struct rv_err *err) RV_MUST_CHECK;

#endif
