/* SPDX-License-Identifier: MIT */
/* Proposals: their bytes, their base, and the ones that they take the place of. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "doc/redact.h"
#include "engine/decide_priv.h"
#include "engine/step.h"
#include "store/chain.h"
#include "store/episode.h"
#include "store/object.h"

static rv_status
put_ids(struct rv_engine *e, const char *const *ids, size_t n,
	char sha[RV_SHA256_HEX], struct rv_err *err)
{
	struct rv_buf list = RV_BUF_INIT;
	rv_status s;

	for (size_t i = 0; i < n; i++)
		rv_buf_addf(&list, "%s\n", ids[i]);
	s = rv_object_put(e->store, rv_buf_sv(&list), sha, err);
	rv_buf_release(&list);
	return s;
}

/* The bytes that it starts from, for the diff and for undo. */
static rv_status
keep_base(struct rv_engine *e, const struct rv_proposal_new *p,
	  struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	char sha[RV_SHA256_HEX] = "";
	rv_status s = rv_step_read(e, p->target, &bytes, err);

	if (s == RV_OK && p->base.n)
		s = rv_object_put(e->store, rv_buf_sv(&bytes), sha, err);
	if (s == RV_OK && !rv_sv_is(p->base, sha))
		s = rv_fail(
			err, RV_E_MOVED,
			_("%.*s: it changed just now, nothing was proposed; "
			  "try again"),
			RV_SV_ARG(p->target));
	rv_buf_release(&bytes);
	return s;
}

static rv_status
append_proposal(struct rv_engine *e, const struct rv_proposal_new *p,
		enum rv_door door, const char *sha, char id[24],
		struct rv_err *err)
{
	char episodes[RV_SHA256_HEX] = "";
	struct rv_ledger_file file = {p->target, p->base, rv_sv(sha)};
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_PROPOSE,
		.action = p->action,
		.target = p->target,
		.door = rv_sv(rv_door_name(door)),
		.files = &file,
		.n_files = 1,
		.anchor_before = p->anchor_before,
		.anchor_after = p->anchor_after,
		.n_episodes = (int64_t)p->n_episodes,
		.checks = p->checks,
		.batches = p->batches,
	};
	rv_status s = keep_base(e, p, err);

	if (s == RV_OK && p->n_episodes) {
		s = rv_record_copy(e->store, p->episodes, p->n_episodes, err);
		if (s == RV_OK)
			s = put_ids(e, p->episodes, p->n_episodes, episodes,
				    err);
		row.episodes = rv_sv(episodes);
	}
	if (s == RV_OK)
		s = rv_proposal_next_id(e->store, p->letter, id, err);
	row.proposal = rv_sv(id);
	if (s == RV_OK)
		s = rv_ledger_append(e->store, &row, err);
	return s;
}

/* The open one with this result, or all open others are superseded. */
static rv_status
settle_open(struct rv_engine *e, const struct rv_proposal_new *p,
	    enum rv_door door, const char *sha, bool look, char id[24],
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal *open;
	size_t n = 0;
	rv_status s = rv_proposal_list(e->store, false, &arena, &open, &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++) {
		struct rv_proposal *o = &open[i];
		bool same = rv_sv_is(rv_proposal_result(o), sha) &&
			    o->row.n_files &&
			    rv_sv_eq(o->row.files[0].before, p->base);

		if (!rv_sv_eq(o->kind, p->action) ||
		    !rv_sv_eq(o->row.target, p->target) ||
		    (p->key.n && !rv_sv_has(o->row.batches, p->key)))
			continue;
		if (look && same && !p->anew && o->id.n < 24) {
			memcpy(id, o->id.p, o->id.n);
			id[o->id.n] = '\0';
			break;
		}
		if (!look && !rv_sv_is(o->id, id) &&
		    (o->state == RV_PROPOSAL_OPEN ||
		     rv_sv_eq(o->id, p->replaces)))
			s = rv_decide_row(e, o, RV_LEDGER_SUPERSEDE, door,
					  rv_sv(id), NULL, err);
	}
	rv_arena_release(&arena);
	return s;
}

/* Bytes of a proposal are kept whatever is decided: a secret that the file does
 * not have already must not be among them. */
static rv_status
refuse_secret(struct rv_engine *e, const struct rv_proposal_new *p,
	      struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf old = RV_BUF_INIT;
	size_t hits = 0, before = 0;
	rv_status s = RV_OK;

	(void)rv_redact_in(&arena, p->bytes, &hits);
	if (hits)
		s = rv_step_read(e, p->target, &old, err);
	if (s == RV_OK && hits)
		(void)rv_redact_in(&arena, rv_buf_sv(&old), &before);
	if (s == RV_OK && hits > before)
		s = rv_fail(err, RV_E_REJECTED,
			    P_("%.*s: %zu place of the text looks like a "
			       "secret, nothing was stored; edit it out and "
			       "try again",
			       "%.*s: %zu places of the text look like "
			       "secrets, nothing was stored; edit them out "
			       "and try again",
			       hits - before),
			    RV_SV_ARG(p->target), hits - before);
	rv_buf_release(&old);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_propose(struct rv_engine *e, const struct rv_proposal_new *p,
	   enum rv_door door, char id[24], struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	rv_status s = rv_store_lock(e->store, err);

	if (s != RV_OK)
		return s;
	id[0] = '\0';
	s = refuse_secret(e, p, err);
	if (s == RV_OK)
		s = rv_store_catch_up(e->store, err);
	if (s == RV_OK)
		s = rv_chain_guard(e->store, err);
	if (s == RV_OK)
		s = rv_object_put(e->store, p->bytes, sha, err);
	if (s == RV_OK)
		s = settle_open(e, p, door, sha, true, id, err);
	if (s == RV_OK && p->already)
		*p->already = id[0] != '\0';
	if (s == RV_OK && !id[0]) {
		s = append_proposal(e, p, door, sha, id, err);
		if (s == RV_OK)
			s = settle_open(e, p, door, sha, false, id, err);
	}
	rv_store_unlock(e->store);
	return s;
}
