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

/* Changes when stems may differ from those of an earlier build. */
#define RV_STEM_VERSION "1"

#endif
