/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_SCAN_H
#define RV_ENGINE_SCAN_H

/*
 * Finding the pages that changed: one walk with one stat a file, compared with
 * what the index has.  What is found is read afterwards, in portions, so that a
 * first look at 60,000 files is there at once.  The engine's thread; another one
 * walks through some of the directories meanwhile.
 */

#include "engine/read_ahead.h"
#include "engine/sync_pages.h"
#include "trust/roots.h"

struct rv_scan {
	struct rv_arena arena;
	struct rv_scan_item *items; /* changed or new, in walk order */
	size_t n, next; /* next: the first that is not read yet */
	size_t cap;
	struct rv_sv *gone;
	size_t n_gone;
	struct rv_arena *rooms; /* of the items' texts, one for each walk */
	size_t n_rooms;
	struct rv_ahead *ahead; /* makes items[next] and on ready, or NULL */
};

/* Fills a scan (released or zeroed before). */
rv_status rv_scan_run(struct rv_engine *e, struct rv_scan *out,
		      struct rv_err *err) RV_MUST_CHECK;
void rv_scan_release(struct rv_scan *s);
/* One more to be read; its texts are copied.  Nobody reads ahead. */
void rv_scan_add(struct rv_scan *s, const struct rv_scan_item *item);

/*
 * The page of a workspace as an item: its layer by the directory it lies in.
 * RV_E_NOTFOUND when it is no page of the map or not there, RV_E_DENIED when
 * it is reached by a link.
 */
rv_status rv_scan_one(struct rv_engine *e, struct rv_sv rel,
		      struct rv_arena *arena, struct rv_scan_item *out,
		      struct rv_err *err) RV_MUST_CHECK;

/* Is a file of a room or vault a page at all, by its name? */
bool rv_scan_is_page(const char *path);
/* The vaults of the configuration, absolute, in the arena. */
const char **rv_engine_vaults(struct rv_engine *e, struct rv_arena *arena,
			      size_t *n);
/* Raw, wiki and memory, then the vaults, with the habits that hold there. */
void rv_engine_roots(struct rv_engine *e, struct rv_arena *arena,
		     struct rv_roots *out);

#endif
