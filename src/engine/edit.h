/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_EDIT_H
#define RV_ENGINE_EDIT_H

/* Another text in the place of a promotion that waits. */

#include "engine/engine_priv.h"
#include "store/ledger.h"
#include "trust/promote.h"

/* What the proposal was made of, with `bytes` for its result and the target as
 * it is now, to ask the same checks again. */
void rv_edit_reopen(struct rv_engine *e, const struct rv_proposal *old,
		    struct rv_sv bytes, struct rv_arena *arena,
		    struct rv_promote_in *in, struct rv_promotion *p);
/* What the checks need of the engine; the source is the caller's. */
void rv_edit_fill(struct rv_engine *e, struct rv_promote_in *in);
/* A path as a shell completes it, relative to the workspace. */
const char *rv_edit_rel(struct rv_engine *e, const char *path);
/* The answer of `promote`; `id` may be "". */
void rv_edit_answer(const struct rv_promotion *p, struct rv_sv source,
		    const char *id, bool already,
		    const struct rv_proposal *old, /* or NULL */
		    struct rv_arena *arena, struct rv_buf *json);
/* A page confirmed as it is, in the place of `replaces` or "". */
rv_status rv_edit_attest(struct rv_engine *e, struct rv_sv page,
			 struct rv_sv replaces, enum rv_door door,
			 struct rv_arena *arena, struct rv_buf *json,
			 struct rv_err *err) RV_MUST_CHECK;

/* Proposes a promotion whose checks are made, in the place of `replaces` or "".
 * *already: it waits already with these bytes; `anew`: it is proposed all the
 * same, because the checks are other ones. */
rv_status rv_edit_propose(struct rv_engine *e, const struct rv_promotion *p,
			  struct rv_sv source, struct rv_sv replaces, bool anew,
			  enum rv_door door, struct rv_arena *arena,
			  char id[24], bool *already, struct rv_err *err)
	RV_MUST_CHECK;
/* Checks and proposes the text, which replaces the old one; answers as
 * `promote` does.  `by_hand`: a person wrote it, so that it may say what no
 * source says. */
rv_status rv_edit_page(struct rv_engine *e, const struct rv_proposal *old,
		       struct rv_sv edited, bool by_hand, enum rv_door door,
		       struct rv_arena *arena, struct rv_buf *json,
		       struct rv_err *err) RV_MUST_CHECK;

/* The same source promoted anew onto the target as it is now, in the place of
 * the old one; answers as `promote` does. */
rv_status rv_edit_again(struct rv_engine *e, const struct rv_proposal *old,
			enum rv_door door, struct rv_arena *arena,
			struct rv_buf *json, struct rv_err *err) RV_MUST_CHECK;

#endif
