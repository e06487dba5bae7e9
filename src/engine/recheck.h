/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_RECHECK_H
#define RV_ENGINE_RECHECK_H

/*
 * The checks of promotions once more, just before they are published: pages
 * that came since, and the others of the same step, may have made them worse
 * than what the person saw.  Then nothing is published, and the same bytes wait
 * as a new proposal with the checks of now.  A proposal that cannot be written
 * anyway (decided, another hash, a base or a source that is gone) is passed
 * over: the step says why.
 */

#include "engine/engine_priv.h"
#include "trust/check.h"

struct rv_worse {
	struct rv_sv id;  /* of what was to be published */
	char now[24];	  /* that took its place */
	struct rv_sv sha; /* of its bytes, the same */
	struct rv_trust_check check; /* the first that is worse */
};

/* Zero-initialised it is an empty one. */
struct rv_worse_list {
	struct rv_arena arena; /* of everything in it */
	struct rv_worse *items;
	size_t n;
};
void rv_worse_release(struct rv_worse_list *l);

/* RV_E_MOVED when the list is not empty, and each of it was proposed anew. */
rv_status rv_recheck(struct rv_engine *e, const struct rv_decision *list,
		     size_t n, enum rv_door door, struct rv_worse_list *out,
		     struct rv_err *err) RV_MUST_CHECK;

#endif
