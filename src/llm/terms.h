/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_TERMS_H
#define RV_LLM_TERMS_H

/* Counts words of a few messages: which ones they are about. */

#include <stddef.h>

#include "base/str.h"

struct rv_term {
	struct rv_sv key;   /* stem, or a name of several words */
	struct rv_sv shown; /* as it was written, see llm/title.c */
	int count, messages;
	int chosen;	    /* times in a chosen sentence */
	int names;	    /* times written like a name */
	int nouns;	    /* times it stood behind "the", "my" and the like */
	size_t message;	    /* the last one that was counted */
};

struct rv_terms {
	struct rv_term *items; /* in order of first appearance */
	size_t n, cap;
	size_t *slots; /* 1 + index, 0: free */
	size_t mask;
};

/* Empty; keys and texts are borrowed. */
void rv_terms_init(struct rv_terms *t);
/* NULL when it was never added. */
struct rv_term *rv_terms_find(const struct rv_terms *t, struct rv_sv key);
/* Counts one use in a message (any number but SIZE_MAX); the pointer is good
 * until the next call. */
struct rv_term *rv_terms_add(struct rv_terms *t, struct rv_sv key,
			     size_t message);
void rv_terms_release(struct rv_terms *t);

#endif
