/* SPDX-License-Identifier: MIT */
/* What becomes of proposals: the only place that publishes. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/redact.h"
#include "engine/cited.h"
#include "engine/decide_priv.h"
#include "engine/defer.h"
#include "engine/recheck.h"
#include "engine/slice.h"
#include "engine/step.h"
#include "engine/story_known.h"
#include "store/chain.h"
#include "store/episode.h"
#include "store/object.h"
#include "story/consolidate.h"

/* A proposal is about one file; the margin costs nothing. */
#define FILES_OF_ONE 4

struct rv_sv
rv_proposal_result(const struct rv_proposal *p)
{
	return p->row.n_files ? p->row.files[0].after : RV_SV_NONE;
}

rv_status
rv_decide_row(struct rv_engine *e, const struct rv_proposal *p,
	      enum rv_ledger_kind kind, enum rv_door door, struct rv_sv reason,
	      int64_t *id, struct rv_err *err)
{
	struct rv_ledger_row row = {
		.kind = kind,
		.action = p->row.action,
		.target = p->row.target,
		.door = rv_sv(rv_door_name(door)),
		.proposal = p->id,
		.of = p->row.id,
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
		.reason = reason,
	};
	rv_status s = rv_ledger_append(e->store, &row, err);

	if (s == RV_OK && id)
		*id = row.id;
	return s;
}

static struct rv_sv
decided_by(struct rv_engine *e, const struct rv_proposal *p,
	   struct rv_arena *arena)
{
	struct rv_ledger_row row = {0};

	if (!p->decided || rv_ledger_get(e->store, p->decided, arena, &row,
					 NULL) != RV_OK || !row.by.n)
		return rv_sv(_("somebody"));
	return row.by;
}

/* Open or deferred; anything else was decided by somebody meanwhile. */
static rv_status
find_open(struct rv_engine *e, struct rv_sv id, struct rv_arena *arena,
	  struct rv_proposal *out, struct rv_err *err)
{
	rv_status s = rv_proposal_get(e->store, id, arena, out, err);

	if (s == RV_E_NOTFOUND)
		return rv_fail(err, s,
			       _("%.*s: there is no such proposal; `reverie "
				 "review` lists them"),
			       RV_SV_ARG(id));
	if (s == RV_OK && out->state != RV_PROPOSAL_OPEN &&
	    out->state != RV_PROPOSAL_DEFERRED)
		s = rv_fail(err, RV_E_MOVED,
			    _("%.*s: it is %s already by %.*s, nothing was "
			      "changed; `reverie log` tells when"),
			    RV_SV_ARG(id), rv_proposal_state_name(out->state),
			    RV_SV_ARG(decided_by(e, out, arena)));
	return s;
}

/* A failed check stops it; a promotion's warning takes a person's reason. */
static rv_status
check_checks(struct rv_engine *e, const struct rv_proposal *p,
	     const char *reason, struct rv_arena *arena, struct rv_err *err)
{
	struct rv_sv checks = rv_cited_checks(e, &p->row, arena);
	bool asks = !rv_sv_is(p->kind, "consolidate") &&
		    !rv_sv_trim(rv_sv(reason)).n;
	struct rv_json_doc doc;
	const rv_json *c;
	rv_status s = RV_OK;

	if (!checks.n)
		return RV_OK;
	s = rv_json_parse(checks, &doc, err);
	if (s != RV_OK)
		return s;
	for (c = rv_json_first(doc.root); c && s == RV_OK; c = rv_json_next(c))
		if (rv_sv_is(rv_json_get_sv(c, "level"),
			     rv_check_level_name(RV_CHECK_FAIL)))
			s = rv_fail(err, RV_E_REJECTED,
				    _("%.*s: a check failed (%.*s) and nothing "
				      "was published; edit the text with "
				      "`reverie review edit %.*s --file FILE`"),
				    RV_SV_ARG(p->id),
				    RV_SV_ARG(rv_json_get_sv(c, "message")),
				    RV_SV_ARG(p->id));
		else if (asks && rv_sv_is(rv_json_get_sv(c, "level"),
					  rv_check_level_name(RV_CHECK_WARN)))
			s = rv_fail(
				err, RV_E_UNDECIDED,
				_("%.*s: an open warning (%.*s) and nothing "
				  "was published; say why it is right with "
				  "--reason TEXT, or settle it with "
				  "`reverie review edit`"),
				RV_SV_ARG(p->id),
				RV_SV_ARG(rv_json_get_sv(c, "message")));
	rv_json_release(&doc);
	return s;
}

/* What stands behind the page is there still; a change of what it says is an
 * open warning. */
static rv_status
check_source(struct rv_engine *e, const struct rv_proposal *p,
	     struct rv_arena *arena, struct rv_err *err)
{
	struct rv_cited from;
	struct rv_sv why;
	rv_status s;

	rv_cited_read(&p->row, arena, &from);
	s = rv_cited_look(e, &from, arena, &why);
	return s == RV_OK ? s
			  : rv_fail(err, s,
				    _("%.*s: %.*s, and nothing was published; "
				      "put it back, or reject the proposal"),
				    RV_SV_ARG(p->id), RV_SV_ARG(why));
}

static rv_status
check_sha(const struct rv_proposal *p, const char *sha, struct rv_err *err)
{
	struct rv_sv want = rv_proposal_result(p);

	if (sha && rv_sv_is(want, sha))
		return RV_OK;
	if (!sha)
		return rv_fail(err, RV_E_UNDECIDED,
			       _("%.*s: a person has to approve it; look at it "
				 "on a terminal or give --sha256 %.*s"),
			       RV_SV_ARG(p->id), RV_SV_ARG(want));
	return rv_fail(err, RV_E_UNDECIDED,
		       _("%.*s: the approved bytes are not those of the "
			 "proposal, whose hash is %.*s; look at it again"),
		       RV_SV_ARG(p->id), RV_SV_ARG(want));
}

static int
by_id(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The ids of a row's episodes, sorted. */
static rv_status
read_ids(struct rv_engine *e, const struct rv_ledger_row *row,
	 struct rv_arena *arena, const char ***out, size_t *n,
	 struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_sv rest, line;
	rv_status s = RV_OK;
	size_t cap;

	*n = 0;
	if (row->episodes.n)
		s = rv_object_get(e->store, rv_sv_cstr_in(arena, row->episodes),
				  &text, err);
	cap = text.n / 2 + 1;
	*out = rv_arena_array(arena, const char *, cap);
	rest = rv_buf_sv(&text);
	while (s == RV_OK && *n < cap && rv_sv_next_line(&rest, &line))
		if (line.n)
			(*out)[(*n)++] = rv_sv_cstr_in(arena, line);
	if (*n)
		qsort(*out, *n, sizeof(**out), by_id);
	rv_buf_release(&text);
	return s;
}

/* One proposal of a step, added to its intent. */
static rv_status
add_proposal(struct rv_engine *e, const struct rv_proposal *p,
	     struct rv_arena *arena, struct rv_ledger_row *intent,
	     struct rv_sv *slice, struct rv_err *err)
{
	const char **ids;
	size_t n = 0;
	rv_status s = RV_OK;

	for (size_t i = 0; i < p->row.n_files; i++) {
		for (size_t k = 0; k < intent->n_files; k++)
			if (rv_sv_eq(intent->files[k].path,
				     p->row.files[i].path))
				return rv_fail(
					err, RV_E_USAGE,
					_("%.*s: another proposal of this step "
					  "changes %.*s too; write one, then "
					  "look at the other again"),
					RV_SV_ARG(p->id),
					RV_SV_ARG(p->row.files[i].path));
		intent->files[intent->n_files++] = p->row.files[i];
	}
	if (!p->row.episodes.n)
		return RV_OK;
	s = rv_story_guard(e, err);
	if (s != RV_OK)
		return s;
	if (intent->episodes.n)
		return rv_fail(err, RV_E_USAGE,
			       _("%.*s: one step takes one consolidation; "
				 "write it, then look at the other again"),
			       RV_SV_ARG(p->id));
	intent->anchor_before = p->row.anchor_before;
	intent->anchor_after = p->row.anchor_after;
	intent->episodes = p->row.episodes;
	intent->n_episodes = p->row.n_episodes;
	s = read_ids(e, &p->row, arena, &ids, &n, err);
	if (s == RV_OK && n)
		s = rv_slice_find(e, ids, n, arena, slice, err);
	return s;
}

/* "why" of one, "P-2: why; P-5: why" of several; never a secret. */
static struct rv_sv
join_reasons(const struct rv_decision *list, size_t n, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;

	for (size_t i = 0; i < n; i++) {
		struct rv_sv why = rv_sv_trim(rv_sv(list[i].reason));

		if (!why.n || list[i].kind != RV_LEDGER_APPROVE)
			continue;
		if (n > 1)
			rv_buf_addf(&b, "%s%.*s: ", b.n ? "; " : "",
				    RV_SV_ARG(list[i].id));
		rv_buf_addv(&b, why);
	}
	out = rv_sv_dup_in(arena, rv_redact_in(arena, rv_buf_sv(&b), NULL));
	rv_buf_release(&b);
	return out;
}

/* What is rejected or deferred with the others. */
static void
add_also(struct rv_engine *e, const struct rv_proposal *p,
	 const struct rv_decision *d, struct rv_arena *arena,
	 struct rv_ledger_row *intent)
{
	struct rv_buf why = RV_BUF_INIT;

	if (d->kind == RV_LEDGER_DEFER)
		rv_defer_reason(e, p, d->due, &why);
	else
		rv_buf_addv(&why,
			    rv_redact_in(arena, rv_sv_trim(rv_sv(d->reason)),
					 NULL));
	intent->also[intent->n_also++] = (struct rv_ledger_also){
		.proposal = rv_sv_dup_in(arena, d->id),
		.kind = d->kind,
		.reason = rv_sv_dup_in(arena, rv_buf_sv(&why)),
	};
	rv_buf_release(&why);
}

static rv_status
add_approved(struct rv_engine *e, const struct rv_proposal *p,
	     const struct rv_decision *d, struct rv_arena *arena,
	     struct rv_ledger_row *intent, struct rv_sv *slice,
	     struct rv_err *err)
{
	rv_status s = p->row.n_files > FILES_OF_ONE ? RV_E_BUG : RV_OK;

	if (s == RV_OK)
		s = check_sha(p, d->sha, err);
	if (s == RV_OK)
		s = check_source(e, p, arena, err);
	if (s == RV_OK)
		s = check_checks(e, p, d->reason, arena, err);
	if (s == RV_OK)
		s = add_proposal(e, p, arena, intent, slice, err);
	if (s != RV_OK)
		return s;
	if (!intent->of) {
		intent->action = p->row.action;
		intent->target = p->row.target;
		intent->of = p->row.id;
	} else if (!rv_sv_eq(intent->action, p->row.action)) {
		intent->action = RV_SV("batch");
	}
	return RV_OK;
}

/* Nothing is written: one row is the whole step, of a single decision the same
 * row as without a batch. */
static rv_status
decide_others(struct rv_engine *e, struct rv_ledger_row *row, int64_t *ledger,
	      struct rv_err *err)
{
	const struct rv_ledger_also *first = &row->also[0];
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal p;
	rv_status s = rv_proposal_get(e->store, first->proposal, &arena, &p,
				      err);

	row->kind = RV_LEDGER_DEFER;
	for (size_t i = 0; i < row->n_also; i++)
		if (row->also[i].kind == RV_LEDGER_REJECT)
			row->kind = RV_LEDGER_REJECT;
	if (s == RV_OK) {
		row->action = row->n_also > 1 ? RV_SV("batch") : p.row.action;
		row->target = p.row.target;
	}
	if (s == RV_OK && row->n_also == 1) {
		row->proposal = first->proposal;
		row->of = p.row.id;
		row->reason = first->reason;
		row->n_also = 0;
	}
	if (s == RV_OK)
		s = rv_ledger_append(e->store, row, err);
	if (s == RV_OK)
		*ledger = row->id;
	rv_arena_release(&arena);
	return s;
}

static rv_status
check_once(const struct rv_decision *list, size_t i, struct rv_err *err)
{
	for (size_t k = 0; k < i; k++)
		if (rv_sv_eq(list[k].id, list[i].id))
			return rv_fail(err, RV_E_USAGE,
				       _("review apply: %.*s is decided twice; "
					 "say once what becomes of it"),
				       RV_SV_ARG(list[i].id));
	return RV_OK;
}

/* Under the locks: all of them or none. */
static rv_status
apply(struct rv_engine *e, const struct rv_decision *list, size_t n,
      enum rv_door door, struct rv_arena *arena, int64_t *ledger,
      struct rv_err *err)
{
	struct rv_ledger_row intent = {
		.kind = RV_LEDGER_APPROVE,
		.door = rv_sv(rv_door_name(door)),
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
	};
	struct rv_sv slice = RV_SV_NONE;
	struct rv_buf ids = RV_BUF_INIT;
	rv_status s = RV_OK;

	intent.files = rv_arena_array(arena, struct rv_ledger_file,
				      n * FILES_OF_ONE + 1);
	intent.also = rv_arena_array(arena, struct rv_ledger_also, n + 1);
	for (size_t i = 0; i < n && s == RV_OK; i++) {
		struct rv_proposal p;

		s = check_once(list, i, err);
		if (s == RV_OK)
			s = find_open(e, list[i].id, arena, &p, err);
		if (s != RV_OK)
			break;
		if (list[i].kind != RV_LEDGER_APPROVE) {
			add_also(e, &p, &list[i], arena, &intent);
			continue;
		}
		s = add_approved(e, &p, &list[i], arena, &intent, &slice, err);
		rv_buf_addf(&ids, "%s%.*s", ids.n ? " " : "", RV_SV_ARG(p.id));
	}
	intent.proposal = rv_sv_dup_in(arena, rv_buf_sv(&ids));
	intent.reason = join_reasons(list, n, arena);
	rv_buf_release(&ids);
	if (s != RV_OK)
		return s;
	return intent.proposal.n ? rv_step_run(e, &intent, slice, ledger, err)
				 : decide_others(e, &intent, ledger, err);
}

rv_status
rv_decide_apply(struct rv_engine *e, const struct rv_decision *list, size_t n,
		enum rv_door door, int64_t *ledger, struct rv_worse_list *worse,
		struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_step_locks locks;
	size_t pages = 0;
	rv_status s;

	for (size_t i = 0; i < n; i++)
		pages += list[i].kind == RV_LEDGER_APPROVE;
	if (door == RV_DOOR_MCP || door == RV_DOOR_HOOK)
		return rv_fail(err, RV_E_DENIED,
			       _("%.*s: agents propose and people decide; "
				 "approve it on a terminal"),
			       RV_SV_ARG(list[0].id));
	if (pages > RV_BATCH_MAX)
		return rv_fail(err, RV_E_USAGE,
			       _("review apply: %zu proposals are too many for "
				 "one step; give at most %d"),
			       pages, RV_BATCH_MAX);
	s = rv_recheck(e, list, n, door, worse, err);
	if (s == RV_OK)
		s = rv_step_begin(e, &locks, err);
	if (s == RV_OK) {
		s = apply(e, list, n, door, &arena, ledger, err);
		rv_step_end(e, &locks);
	}
	if (s == RV_OK)
		s = rv_step_sync(e, err);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_decide_approve(struct rv_engine *e, struct rv_sv id, const char *sha,
		  const char *reason, enum rv_door door, int64_t *ledger,
		  struct rv_worse_list *worse, struct rv_err *err)
{
	const struct rv_decision one = {.id = id,
					.kind = RV_LEDGER_APPROVE,
					.sha = sha,
					.reason = reason};

	return rv_decide_apply(e, &one, 1, door, ledger, worse, err);
}

/* Reject and defer write one row. */
rv_status
rv_decide_simple(struct rv_engine *e, struct rv_sv id, enum rv_ledger_kind kind,
		 enum rv_door door, struct rv_sv reason, int64_t *ledger,
		 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal p;
	rv_status s = rv_store_lock(e->store, err);

	if (s != RV_OK)
		return s;
	s = rv_store_catch_up(e->store, err);
	if (s == RV_OK)
		s = find_open(e, id, &arena, &p, err);
	if (s == RV_OK && kind == RV_LEDGER_DEFER && !reason.n &&
	    p.state == RV_PROPOSAL_DEFERRED)
		s = rv_fail(
			err, RV_E_NO,
			_("%.*s: it is deferred already; approve or reject "
			  "it when you know"),
			RV_SV_ARG(id));
	if (s == RV_OK)
		s = rv_decide_row(e, &p, kind, door,
				  rv_redact_in(&arena, reason, NULL), ledger,
				  err);
	rv_store_unlock(e->store);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_decide_reject(struct rv_engine *e, struct rv_sv id, struct rv_sv reason,
		 enum rv_door door, int64_t *ledger, struct rv_err *err)
{
	return rv_decide_simple(e, id, RV_LEDGER_REJECT, door, reason, ledger,
				err);
}
