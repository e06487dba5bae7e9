/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_ARENA_H
#define RV_BASE_ARENA_H

/*
 * An arena: many allocations that die together (a parsed document, one
 * snapshot, one request).  Zero-initialised is a valid empty arena.  One
 * thread at a time.
 */

#include <stddef.h>

#include "base/attr.h"

struct rv_arena_block;
struct rv_arena_end;
struct rv_arena {
	struct rv_arena_block *head;
	struct rv_arena_end *ends;
	size_t used; /* bytes handed out in all */
};

#define RV_ARENA_INIT ((struct rv_arena){0})

/* Zeroed memory, aligned for any type. */
void *rv_arena_alloc(struct rv_arena *a, size_t n) RV_NONNULL;
#define rv_arena_new(a, type) ((type *)rv_arena_alloc((a), sizeof(type)))
#define rv_arena_array(a, type, n) \
	((type *)rv_arena_calloc((a), (n), sizeof(type)))
void *rv_arena_calloc(struct rv_arena *a, size_t n, size_t size) RV_NONNULL;
const char *rv_arena_printf(struct rv_arena *a, const char *fmt, ...)
	RV_PRINTF(2, 3) RV_NONNULL;
/* What dies with the arena and is not in it: fn(arg) before the memory goes,
 * the last one first. */
void rv_arena_at_end(struct rv_arena *a, void (*fn)(void *arg), void *arg);
void rv_arena_release(struct rv_arena *a); /* frees all, valid and empty */

#endif
