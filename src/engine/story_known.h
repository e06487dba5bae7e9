/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_STORY_KNOWN_H
#define RV_ENGINE_STORY_KNOWN_H

/*
 * The story as the record knows it: what a step wrote last, what stood there
 * when the workspace was opened first, or what a person accepted since.  A
 * story that is gone, or that lost much of its words outside of Reverie, is no
 * beginning: nothing is told on top of it until a person restores or accepts
 * what is there.
 */

#include "engine/engine_priv.h"
#include "store/ledger.h"

struct rv_story_known {
	char sha[RV_SHA256_HEX]; /* "": there is no story, and rightly so */
	int64_t row;	 /* of the ledger, that says so; 0: none does */
	int64_t looked;	 /* newest row that was looked at */
	bool kept;	 /* its bytes are in objects/ */
	int64_t words, chapters, anchor; /* of kept bytes */
};

enum rv_story_state {
	RV_STORY_FINE,
	RV_STORY_GONE, /* no file, though the record knows one */
	RV_STORY_CUT   /* it lost more than RV_SHRINK_PERCENT of its words */
};

/* Borrowed from the handle; cheap when no row came since. */
rv_status rv_story_known(struct rv_engine *e, const struct rv_story_known **out,
			 struct rv_err *err) RV_MUST_CHECK;
/* Compares what the file says now; *known (NULL ok) as above. */
rv_status rv_story_look(struct rv_engine *e, struct rv_sv text,
			enum rv_story_state *state,
			const struct rv_story_known **known,
			struct rv_err *err) RV_MUST_CHECK;
/* One sentence for a story that is not fine, and one that says how to go on;
 * in the arena. */
void rv_story_explain(struct rv_engine *e, struct rv_sv text,
		      enum rv_story_state state,
		      const struct rv_story_known *known,
		      struct rv_arena *arena, struct rv_sv *what,
		      struct rv_sv *how);
/* RV_E_MOVED with both sentences unless it is fine: nothing may be published
 * on top of it. */
rv_status rv_story_guard(struct rv_engine *e, struct rv_err *err)
	RV_MUST_CHECK;

/* restore.c: puts the known bytes back as a step, which can be taken back.
 * RV_E_NO when nothing is lost, RV_E_NOTFOUND when they were never kept. */
rv_status rv_story_restore(struct rv_engine *e, enum rv_door door,
			   int64_t *ledger, struct rv_err *err) RV_MUST_CHECK;
/* A row of the ledger that says that it is meant to be as it is. */
rv_status rv_story_accept(struct rv_engine *e, struct rv_sv reason,
			  enum rv_door door, int64_t *ledger,
			  struct rv_err *err) RV_MUST_CHECK;

#endif
