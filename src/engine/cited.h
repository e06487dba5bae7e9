/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_CITED_H
#define RV_ENGINE_CITED_H

/*
 * Where a promotion comes from, as its proposal says, and whether that is still
 * so.  A page that cites a file that is gone answers to nothing: who looks at a
 * proposal is told, and nobody can approve it.
 */

#include "engine/engine_priv.h"
#include "store/ledger.h"
#include "trust/page_type.h"
#include "trust/promote.h"

struct rv_cited {
	struct rv_sv source; /* as given to promote; empty: no promotion */
	struct rv_sv taken;  /* hash of what it said then, or empty */
	struct rv_sv title, tier, tier_reason;
	enum rv_promote_to to;
};
void rv_cited_read(const struct rv_ledger_row *row, struct rv_arena *arena,
		    struct rv_cited *out);

/* Text of the page that a source names.  RV_E_NOTFOUND, RV_E_DENIED for one
 * that is reached by a link, RV_E_REJECTED for a binary one. */
rv_status rv_cited_text(struct rv_engine *e, struct rv_sv source,
			 struct rv_arena *arena, struct rv_sv *out,
			 struct rv_err *err) RV_MUST_CHECK;

/* RV_OK and nothing said: as it was.  RV_OK and a sentence: it says something
 * else now.  RV_E_MOVED and a sentence: it is gone. */
rv_status rv_cited_look(struct rv_engine *e, const struct rv_cited *o,
			 struct rv_arena *arena, struct rv_sv *sentence)
	RV_MUST_CHECK;

/* The checks of a proposal as JSON, with what its source says now in the place
 * of what it said then. */
struct rv_sv rv_cited_checks(struct rv_engine *e,
			      const struct rv_ledger_row *row,
			      struct rv_arena *arena);

#endif
