/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_EMBED_CACHE_H
#define RV_LLM_EMBED_CACHE_H

/*
 * Vectors that were paid for once: an append-only file of records, each found
 * by the sha256 of what the vector depends on.  It is a cache: it can be
 * deleted at any time, and what is broken in it is computed again.  Opened at
 * the first look; only the heads are kept in memory.  Several processes may use
 * one file: writers take turns by flock, a tail that one left half is cut off
 * by the next, and readers see the whole records alone.  One thread at a time.
 *
 * Format, integers and floats little-endian: "RVEMBED1", then for each record
 * "RVEv", dim (4 bytes), space (8), key (32), check (8), dim float32.  Space
 * and check are the first bytes of a sha256: of the space's name; of all the
 * record but the check.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"

#define RV_EMBED_KEY 32
#define RV_EMBED_CACHE_MAX ((int64_t)1 << 30) /* no more is added beyond */

struct rv_embed_key {
	uint8_t b[RV_EMBED_KEY];
};
/* sha256 of model, NUL, text. */
void rv_embed_key_of(const char *model, struct rv_sv text,
		     struct rv_embed_key *out);

struct rv_embed_record {
	struct rv_embed_key key;
	const float *v;
};

struct rv_embed_cache;
/* Touches no file yet.  The caller frees it; readonly: nothing is added. */
struct rv_embed_cache *rv_embed_cache_new(const char *path, bool readonly);
void rv_embed_cache_free(struct rv_embed_cache *c);

/* The vector in the arena and its length, or NULL. */
const float *rv_embed_cache_get(struct rv_embed_cache *c,
				const struct rv_embed_key *key,
				struct rv_arena *arena, size_t *dim);
/* Appends `n` records of `dim` floats with one write.  RV_E_IO, RV_E_NOSPACE,
 * RV_E_DENIED (a link, or a file that is none of ours). */
rv_status rv_embed_cache_add(struct rv_embed_cache *c, const char *space,
			     const struct rv_embed_record *rows, size_t n,
			     size_t dim, struct rv_err *err) RV_MUST_CHECK;
/* Length of the vectors of a space, 0 when none is known. */
size_t rv_embed_cache_dim(struct rv_embed_cache *c, const char *space);
size_t rv_embed_cache_count(struct rv_embed_cache *c);

#endif
