/* SPDX-License-Identifier: MIT */
/* consolidate: what is pending becomes a proposal. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/diff.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "engine/recheck.h"
#include "story/consolidate.h"

struct request {
	bool pending_only, late, dry, approve;
	const char *sha;
	struct rv_sv edited;
};

/* Triggers of the originals that come with narration. */
static bool
planned(const char *trigger)
{
	static const char *const later[] = {"global", "session", "bootstrap"};

	for (size_t i = 0; i < ARRAY_LEN(later); i++)
		if (!strcmp(trigger, later[i]))
			return true;
	return false;
}

static rv_status
read_request(const struct rv_args *args, enum rv_door door,
	     struct rv_arena *arena, struct request *out, struct rv_err *err)
{
	const char *trigger = rv_args_get(args, "trigger");
	const char *edited = rv_args_get(args, "edited");
	struct rv_buf text = RV_BUF_INIT;
	rv_status s = RV_OK;

	*out = (struct request){
		.late = rv_args_has(args, "late"),
		.dry = rv_args_has(args, "dry-run"),
		.sha = rv_args_get(args, "sha256"),
	};
	out->approve = rv_args_has(args, "approve");
	if (trigger && strcmp(trigger, "pending") != 0 && !planned(trigger))
		return rv_fail(err, RV_E_USAGE,
			       _("consolidate --trigger %.40s: there is no such "
				 "trigger; give pending, or none for all that "
				 "is pending"),
			       trigger);
	if (trigger && strcmp(trigger, "pending") != 0)
		return rv_fail(err, RV_E_UNBUILT,
			       _("consolidate --trigger %.40s: it is not built; "
				 "give pending, or none for all that is "
				 "pending"),
			       trigger);
	out->pending_only = trigger != NULL;
	if (out->dry && out->approve)
		return rv_fail(err, RV_E_USAGE,
			       _("consolidate: --dry-run stores nothing that "
				 "--approve could publish; give one of them"));
	/* A console opens what it showed, without a decision. */
	if (out->sha && !out->approve && door != RV_DOOR_CONSOLE)
		return rv_fail(err, RV_E_USAGE,
			       _("consolidate --sha256: it says what --approve "
				 "publishes; give both"));
	if (edited) {
		s = rv_path_read(edited, RV_TEXT_MAX, &text, err);
		out->edited = rv_sv_dup_in(arena, rv_buf_sv(&text));
		if (s == RV_OK && !rv_sv_trim(out->edited).n)
			s = rv_fail_path(err, RV_E_REJECTED, edited,
					 _("%s: it is empty; the story is never "
					   "replaced by nothing"),
					 edited);
	}
	rv_buf_release(&text);
	return s;
}

static struct rv_sv
checks_json(const struct rv_draft *d, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	rv_jw_init(&w, &b);
	rv_jw_array(&w, NULL);
	for (size_t i = 0; i < d->n_checks; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "code", d->checks[i].code);
		rv_jw_str(&w, "level", rv_check_level_name(d->checks[i].level));
		rv_jw_sv(&w, "message", d->checks[i].message);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	return rv_buf_detach_in(arena, &b);
}

/* An edit of the proposal asks for the same episodes again. */
static struct rv_sv
batches_json(const struct rv_draft *d, bool pending_only,
	     struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	rv_jw_init(&w, &b);
	rv_jw_array(&w, NULL);
	for (size_t i = 0; i < d->n_batches; i++) {
		rv_jw_object(&w, NULL);
		rv_jw_int(&w, "tokens", d->batches[i].tokens);
		rv_jw_time(&w, "anchor", d->batches[i].anchor);
		rv_jw_int(&w, "episodes", (int64_t)d->batches[i].n);
		if (pending_only)
			rv_jw_str(&w, "trigger", "pending");
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	return rv_buf_detach_in(arena, &b);
}

static rv_status
propose(struct rv_engine *e, const struct rv_draft *d, bool pending_only,
	enum rv_door door, struct rv_arena *arena, char id[24],
	struct rv_err *err)
{
	struct rv_proposal_new p = {
		.letter = 'C',
		.action = RV_SV("consolidate"),
		.target = rv_sv(e->map.story_rel),
		.base = rv_sv(d->base),
		.bytes = d->bytes,
		.anchor_before = d->anchor_before,
		.anchor_after = d->anchor_after,
		.n_episodes = d->episodes.n,
		.checks = checks_json(d, arena),
		.batches = batches_json(d, pending_only, arena),
		.approvable = rv_draft_approvable(d),
	};
	const char **ids = rv_arena_array(arena, const char *,
					  d->episodes.n + 1);

	for (size_t i = 0; i < d->episodes.n; i++)
		ids[i] = d->episodes.items[i].id;
	p.episodes = ids;
	return rv_propose(e, &p, door, id, err);
}

static rv_status
write_draft(struct rv_engine *e, const struct rv_draft *d, const char *id,
	    int64_t ledger, struct rv_arena *arena, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_buf diff = RV_BUF_INIT, old = RV_BUF_INIT;
	struct rv_jw w;
	rv_status s = RV_OK;

	/* Published already: the story is not the base any more. */
	if (ledger)
		s = rv_act_diff(e, rv_sv(d->base), rv_sv(d->result),
				e->map.story_rel, &diff, err);
	else
		s = rv_engine_read_story(e, &old, err);
	if (s == RV_OK && !ledger)
		rv_diff_unified(rv_buf_sv(&old), d->bytes, e->map.story_rel,
				&diff);
	rv_act_begin(&w, json);
	rv_jw_str(&w, "proposal", id && *id ? id : NULL);
	rv_jw_str(&w, "sha256", d->result);
	rv_jw_str(&w, "base", *d->base ? d->base : NULL);
	rv_jw_str(&w, "target", e->map.story_rel);
	rv_jw_bool(&w, "approvable", rv_draft_approvable(d));
	rv_jw_raw(&w, "batches", batches_json(d, false, arena));
	rv_jw_int(&w, "episodes", (int64_t)d->episodes.n);
	rv_jw_int(&w, "tokens", d->tokens);
	rv_jw_raw(&w, "checks", checks_json(d, arena));
	rv_jw_sv(&w, "diff", rv_buf_sv(&diff));
	rv_jw_time(&w, "anchor", d->anchor_after);
	rv_jw_time(&w, "anchor_before", d->anchor_before);
	rv_act_sv_or_null(&w, "stopped", d->stopped);
	rv_jw_sv(&w, "model", d->model);
	if (ledger && s == RV_OK)
		s = rv_act_ledger_id(e, &w, ledger, err);
	rv_act_end(&w);
	rv_buf_release(&diff);
	rv_buf_release(&old);
	return s;
}

static void
write_nothing(struct rv_engine *e, struct rv_buf *json)
{
	struct rv_jw w;

	rv_act_begin(&w, json);
	rv_jw_null(&w, "proposal");
	rv_jw_null(&w, "sha256");
	rv_jw_array(&w, "batches");
	rv_jw_end_array(&w);
	rv_jw_int(&w, "episodes", 0);
	rv_jw_int(&w, "tokens", 0);
	rv_jw_array(&w, "checks");
	rv_jw_end_array(&w);
	rv_jw_str(&w, "diff", "");
	rv_jw_time(&w, "anchor", rv_store_anchor(e->store));
	rv_act_end(&w);
}

/* Opens the proposal and, when asked, decides it. */
static rv_status
carry_out(struct rv_engine *e, const struct request *r,
	  const struct rv_draft *d, enum rv_door door, struct rv_arena *arena,
	  struct rv_buf *json, struct rv_err *err)
{
	struct rv_worse_list none = {0}; /* promotions alone have such checks */
	struct rv_err undecided = {0};
	rv_status s, decided = RV_OK;
	int64_t ledger = 0;
	char id[24] = "";

	s = propose(e, d, r->pending_only, door, arena, id, err);
	if (s != RV_OK)
		return s;
	if (r->approve)
		decided = rv_decide_approve(e, rv_sv(id), r->sha, NULL, door,
					    &ledger, &none, &undecided);
	rv_worse_release(&none);
	/* The answer says what waits; other failures leave it open as well. */
	if (decided == RV_OK || decided == RV_E_UNDECIDED ||
	    decided == RV_E_REJECTED)
		s = write_draft(e, d, id, ledger, arena, json, err);
	if (decided == RV_OK || s != RV_OK)
		return s;
	if (err)
		*err = undecided;
	return decided;
}

rv_status
rv_act_consolidate(struct rv_engine *e, const struct rv_env *env,
		   const struct rv_args *args, enum rv_door door,
		   struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const struct rv_draft *kept;
	struct rv_draft d = {0};
	struct request r;
	rv_status s;

	(void)env;
	s = read_request(args, door, &arena, &r, err);
	if (s == RV_OK && e->readonly && !r.dry)
		s = rv_act_readonly(e, "consolidate", err);
	if (s != RV_OK)
		goto out;
	kept = r.dry ? NULL : rv_engine_kept(e, r.sha);
	if (kept) {
		s = carry_out(e, &r, kept, door, &arena, json, err);
		goto out;
	}
	s = rv_engine_draft(e, r.pending_only, r.late, r.edited, &arena, &d,
			    err);
	if (s == RV_E_NO)
		write_nothing(e, json);
	else if (s == RV_OK && r.dry)
		s = write_draft(e, &d, NULL, 0, &arena, json, err);
	else if (s == RV_OK)
		s = carry_out(e, &r, &d, door, &arena, json, err);
out:
	rv_arena_release(&arena);
	return s;
}
