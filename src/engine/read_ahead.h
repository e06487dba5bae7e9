/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_READ_AHEAD_H
#define RV_ENGINE_READ_AHEAD_H

/*
 * One thread that makes pages ready (engine/page_ready.h) while the engine's
 * thread writes those before them into the index.  It has no store and shares
 * nothing but the list, which stays as it is until rv_ahead_end; pages come out
 * in its order, so that the index is the one that a single thread makes.  It is
 * ahead by so many pages and bytes at the most (a single page may be more), also
 * between two portions: whatever may change a page that was made ready begins
 * with rv_ahead_end.  Called by the engine's thread.
 */

#include "engine/page_ready.h"

struct rv_ahead;

/* Fewer are not worth a thread. */
#define RV_AHEAD_LEAST 24

/* From items[from] on; NULL: the system has no thread to give. */
struct rv_ahead *rv_ahead_begin(const struct rv_scan_item *items, size_t from,
				size_t n);
/* The next item's page (of one that is gone: nothing), until the next call.
 * Waits for it; not called more often than there are items. */
const struct rv_page_ready *rv_ahead_next(struct rv_ahead *a);
/* Ends the thread behind the page that it reads, drops what was not asked for,
 * and forgets: *a is NULL.  Nothing to do where it is NULL. */
void rv_ahead_end(struct rv_ahead **a);

#endif
