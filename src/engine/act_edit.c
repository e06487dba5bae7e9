/* SPDX-License-Identifier: MIT */
/* review edit: a proposal with another text, whoever makes it. */
#include "config.h"

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/diff.h"
#include "engine/act.h"
#include "engine/edit.h"
#include "engine/step.h"
#include "store/episode.h"
#include "store/object.h"
#include "trust/settle.h"

#define CONTEXT 3 /* lines around a hunk, as every view has them */

static rv_status
read_edited(const char *path, struct rv_arena *arena, struct rv_sv *out,
	    struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status s = rv_path_read(path, RV_TEXT_MAX, &b, err);

	*out = rv_buf_detach_in(arena, &b);
	if (s == RV_OK && !rv_sv_trim(*out).n)
		s = rv_fail_path(err, RV_E_REJECTED, path,
				 _("%s: it is empty; the proposal stays as it "
				   "was, reject it if that is meant"),
				 path);
	return s;
}

static rv_status
read_object(struct rv_engine *e, struct rv_sv sha, struct rv_arena *arena,
	    struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status s = RV_OK;

	if (sha.n)
		s = rv_object_get(e->store, rv_sv_cstr_in(arena, sha), &b, err);
	*out = rv_buf_detach_in(arena, &b);
	return s;
}

/* The result without one hunk of what it changes. */
static rv_status
skip_hunk(const struct rv_args *args, const struct rv_proposal *p,
	  struct rv_sv base, struct rv_sv after, struct rv_arena *arena,
	  struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	int64_t n;
	rv_status s = rv_args_int(args, "skip", 0, &n, err);

	if (s != RV_OK)
		return s;
	if (n < 1 || !rv_diff_without(base, after, CONTEXT, (size_t)n, arena,
				      &b))
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit --skip %lld: %.*s has no such hunk; "
			      "`reverie review show %.*s` shows them"),
			    (long long)n, RV_SV_ARG(p->id), RV_SV_ARG(p->id));
	else if (rv_sv_eq(rv_buf_sv(&b), base) || !rv_sv_trim(rv_buf_sv(&b)).n)
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit --skip %lld: it is all that %.*s "
			      "changes; reject it if that is meant"),
			    (long long)n, RV_SV_ARG(p->id));
	*out = rv_buf_detach_in(arena, &b);
	return s;
}

static rv_status
settle(struct rv_engine *e, const char *side, const struct rv_proposal *p,
       struct rv_sv after, struct rv_arena *arena, struct rv_sv *out,
       struct rv_err *err)
{
	enum rv_settle how = rv_settle_of(rv_sv(side));
	struct rv_promote_in in;
	struct rv_promotion now;
	rv_status s;

	if (how == RV_SETTLE_N)
		return rv_fail(err, RV_E_USAGE,
			       _("review edit --settle %.40s: give old, new or "
				 "both"),
			       side);
	rv_edit_reopen(e, p, after, arena, &in, &now);
	s = rv_promote_check(&in, arena, &now, err);
	return s == RV_OK ? rv_promote_settle(&in, &now, how, arena, out, err)
			  : s;
}

/* Both are made of the proposal's own bytes, over the page it was made for. */
static rv_status
derive(struct rv_engine *e, const struct rv_args *args,
       const struct rv_proposal *p, struct rv_arena *arena, struct rv_sv *out,
       struct rv_err *err)
{
	const char *side = rv_args_get(args, "settle");
	struct rv_ledger_file none = {0};
	const struct rv_ledger_file *f = p->row.n_files ? p->row.files : &none;
	struct rv_buf now = RV_BUF_INIT;
	struct rv_sv base, after;
	rv_status s;

	if (!rv_sv_is(p->kind, "promote"))
		return rv_fail(err, RV_E_USAGE,
			       _("review edit: %.*s is a consolidation, whose "
				 "parts belong together; edit its text with "
				 "--file"),
			       RV_SV_ARG(p->id));
	s = read_object(e, f->before, arena, &base, err);
	if (s == RV_OK)
		s = read_object(e, f->after, arena, &after, err);
	if (s == RV_OK)
		s = rv_step_read(e, p->row.target, &now, err);
	if (s == RV_OK && !rv_sv_eq(rv_buf_sv(&now), base))
		s = rv_fail(err, RV_E_MOVED,
			    _("%.*s: it changed after %.*s was made; edit the "
			      "text by hand, or propose it again"),
			    RV_SV_ARG(p->row.target), RV_SV_ARG(p->id));
	rv_buf_release(&now);
	if (s != RV_OK)
		return s;
	return side ? settle(e, side, p, after, arena, out, err)
		    : skip_hunk(args, p, base, after, arena, out, err);
}

/* Whether a consolidation took episodes from before its anchor. */
static rv_status
took_late(struct rv_engine *e, const struct rv_ledger_row *row,
	  struct rv_arena *arena, bool *late, struct rv_err *err)
{
	struct rv_buf ids = RV_BUF_INIT;
	struct rv_sv rest, line;
	struct rv_episode ep;
	rv_status s = RV_OK;

	*late = false;
	if (row->episodes.n && row->anchor_before != RV_UNDATED)
		s = rv_object_get(e->store, rv_sv_cstr_in(arena, row->episodes),
				  &ids, err);
	rest = rv_buf_sv(&ids);
	while (s == RV_OK && !*late && rv_sv_next_line(&rest, &line)) {
		s = line.n ? rv_episode_get(e->store, line, arena, &ep, err)
			   : RV_E_NOTFOUND;
		*late = s == RV_OK && ep.time != RV_UNDATED &&
			ep.time <= row->anchor_before;
		if (s == RV_E_NOTFOUND)
			s = RV_OK; /* of a session that is gone */
	}
	rv_buf_release(&ids);
	return s;
}

/* The same episodes as the proposal that is edited. */
static rv_status
edit_story(struct rv_engine *e, const struct rv_env *env,
	   const struct rv_proposal *old, const char *file, enum rv_door door,
	   struct rv_arena *arena, struct rv_buf *json, struct rv_err *err)
{
	bool pending = rv_sv_has(old->row.batches,
				 RV_SV("\"trigger\":\"pending\""));
	struct rv_args args;
	bool late = false;
	rv_status s = took_late(e, &old->row, arena, &late, err);

	if (s != RV_OK)
		return s;
	/* a name of NULL ends the list */
	rv_args_make("consolidate", arena, &args, "edited", file,
		     pending ? "trigger" : late ? "late" : NULL,
		     pending ? "pending" : NULL, NULL);
	return rv_act_consolidate(e, env, &args, door, json, err);
}

/* The text of a proposal that this one, or another, took the place of. */
static rv_status
read_earlier(struct rv_engine *e, struct rv_sv id, const struct rv_proposal *p,
	     struct rv_arena *arena, struct rv_sv *out, struct rv_err *err)
{
	struct rv_proposal was;
	char sha[RV_SHA256_HEX] = "";
	struct rv_sv now;
	rv_status s = rv_proposal_get(e->store, id, arena, &was, err);

	if (s == RV_OK)
		s = rv_step_hash(e, p->row.target, sha, err);
	now = rv_sv(sha);
	if (s == RV_OK && (!rv_sv_is(p->kind, "promote") ||
			   !rv_sv_is(was.kind, "promote") ||
			   !rv_sv_eq(was.row.target, p->row.target) ||
			   !was.row.n_files))
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit --as: %.*s is no earlier text of "
			      "%.*s; give a promotion to the same page"),
			    RV_SV_ARG(id), RV_SV_ARG(p->id));
	/* it knows nothing of what came to the page since */
	else if (s == RV_OK && !rv_sv_eq(was.row.files[0].before, now))
		s = rv_fail(err, RV_E_MOVED,
			    _("%.*s: it changed after %.*s was made; edit the "
			      "text by hand, or propose it again"),
			    RV_SV_ARG(p->row.target), RV_SV_ARG(id));
	return s == RV_OK ? read_object(e, was.row.files[0].after, arena, out,
					err)
			  : s;
}

rv_status
rv_act_review_edit(struct rv_engine *e, const struct rv_env *env,
		   const struct rv_args *args, enum rv_door door,
		   struct rv_buf *json, struct rv_err *err)
{
	const char *file = rv_args_get(args, "file");
	bool again = rv_args_has(args, "again");
	const char *as = rv_args_get(args, "as");
	int ways = (file != NULL) + rv_args_has(args, "skip") +
		   rv_args_has(args, "settle") + again + (as != NULL);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal old;
	struct rv_sv id, edited;
	rv_status s;

	s = rv_act_operand(args, "ID", &id, err);
	if (s == RV_OK && ways != 1)
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit: give one of --file (the edited "
			      "text), --skip (a hunk), --settle (a "
			      "contradiction), --as (an earlier text) and "
			      "--again"));
	if (s == RV_OK)
		s = rv_proposal_get(e->store, id, &arena, &old, err);
	if (s == RV_OK && old.state != RV_PROPOSAL_OPEN &&
	    old.state != RV_PROPOSAL_DEFERRED)
		s = rv_fail(err, RV_E_MOVED,
			    _("%.*s: it is %s already, nothing was changed; "
			      "`reverie log` tells when"),
			    RV_SV_ARG(id), rv_proposal_state_name(old.state));
	if (s == RV_OK && !again && rv_sv_is(old.kind, "attest"))
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit: %.*s leaves the page as it is; "
			      "reject it and promote what is to be changed"),
			    RV_SV_ARG(id));
	if (s == RV_OK && again && rv_sv_is(old.kind, "consolidate"))
		s = rv_fail(err, RV_E_USAGE,
			    _("review edit --again: %.*s is a consolidation; "
			      "`reverie consolidate` makes it anew"),
			    RV_SV_ARG(id));
	if (s == RV_OK && !again)
		s = file ? read_edited(file, &arena, &edited, err)
		    : as ? read_earlier(e, rv_sv(as), &old, &arena, &edited,
					err)
			 : derive(e, args, &old, &arena, &edited, err);
	if (s == RV_OK && again)
		s = rv_edit_again(e, &old, door, &arena, json, err);
	else if (s == RV_OK && rv_sv_is(old.kind, "consolidate"))
		s = edit_story(e, env, &old, file, door, &arena, json, err);
	else if (s == RV_OK)
		s = rv_edit_page(e, &old, edited, file != NULL, door, &arena,
				 json, err);
	rv_arena_release(&arena);
	return s;
}
