/* SPDX-License-Identifier: MIT */
/* Batches of a consolidation. */
#include "config.h"

#include "story/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"

struct rv_batch *
rv_story_batches(const struct rv_episode_list *list, int64_t limit,
		 struct rv_arena *arena, size_t *n)
{
	struct rv_batch *found = NULL, *out;
	size_t cap = 0, count = 0;

	if (limit <= 0)
		limit = RV_BATCH_TOKENS;
	for (size_t i = 0; i < list->n; i++) {
		const struct rv_episode *e = &list->items[i];
		struct rv_batch *b = count ? &found[count - 1] : NULL;

		if (!b || b->tokens + e->tokens > limit) {
			rv_grow(&found, &cap, count + 1);
			b = &found[count++];
			*b = (struct rv_batch){.first = i,
					       .anchor = RV_UNDATED};
		}
		b->n++;
		b->tokens += e->tokens;
		if (e->time != RV_UNDATED)
			b->anchor = RV_MAX(b->anchor, e->time);
	}
	out = rv_arena_array(arena, struct rv_batch, count + 1);
	if (count)
		memcpy(out, found, count * sizeof(*out));
	free(found);
	*n = count;
	return out;
}
