/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_SYNC_PAGES_H
#define RV_ENGINE_SYNC_PAGES_H

/*
 * The part of rv_engine_sync that looks at documents: the story's chapters, and
 * the pages of the wiki, raw threads, daily notes and MEMORY.md.  Inside a
 * transaction of the store; the engine's thread.
 */

#include "engine/engine_priv.h"

/* Indexes the chapters and notes the anchor when STORY.md changed. */
rv_status rv_sync_story(struct rv_engine *e, struct rv_arena *arena,
			struct rv_err *err) RV_MUST_CHECK;
rv_status rv_sync_pages(struct rv_engine *e, struct rv_arena *arena,
			struct rv_err *err) RV_MUST_CHECK;

#endif
