/* SPDX-License-Identifier: MIT */
/* A step of merging for so many bytes of words. */
#include "config.h"

#include "store/fts_merge.h"

/*
 * Two bytes of words are about one of a segment, and a segment is written twice
 * more until the large ones are left alone: a step of STEP pages for each EACH
 * bytes is what keeps up.  A smaller step would do little else than take up the
 * merge where it was left.
 */
#define STEP "32"
#define EACH ((size_t)128 << 10)
/* Left for later at the most: more segments than FTS5 stands (crisismerge) would
 * be merged at once. */
#define LATER (8 * EACH)

rv_status
rv__fts_merge(struct rv_store *s, size_t bytes, struct rv_err *err)
{
	s->unmerged += bytes;
	if (s->unmerged < (s->hurry ? LATER : EACH))
		return RV_OK;
	s->unmerged -= EACH;
	return rv__db_exec(
		s, "INSERT INTO fts(fts, rank) VALUES('merge', " STEP ")", err);
}
