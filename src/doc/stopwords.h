/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_STOPWORDS_H
#define RV_DOC_STOPWORDS_H

/*
 * Words that carry grammar and no matter: articles, pronouns, prepositions,
 * auxiliaries and the like, English and Russian.  Any thread.
 */

#include "base/str.h"

/* `word` is folded. */
bool rv_is_stopword(struct rv_sv word);

#endif
