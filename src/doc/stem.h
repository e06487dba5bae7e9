/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_STEM_H
#define RV_DOC_STEM_H

/*
 * Snowball stems with a small cache in front: words repeat, and a stemmer
 * takes ten times as long as a look into the cache.  One stemmer per thread.
 */

#include "base/str.h"

struct rv_stem;

struct rv_stem *rv_stem_new(void);
void rv_stem_free(struct rv_stem *s);

/*
 * The stem of a folded word: English, or Russian when its first letter is
 * Cyrillic.  Borrowed until the next call; never empty.
 */
struct rv_sv rv_stem_of(struct rv_stem *s, struct rv_sv word);

/*
 * The fast way, for a word of up to RV_STEM_FAST bytes behind which at least
 * RV_STEM_ROOM can be read: puts the stem at `to`, which has room for as many
 * more than the word has, and returns its length.
 */
#define RV_STEM_FAST 24
#define RV_STEM_ROOM 32
size_t rv_stem_put(struct rv_stem *s, struct rv_sv word, char *to);

/* Changes when stems may differ from those of an earlier build. */
#define RV_STEM_VERSION "1"

#endif
