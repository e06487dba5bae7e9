/* SPDX-License-Identifier: MIT */
/* review: the proposals and the decisions on them. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "engine/act.h"
#include "engine/cited.h"
#include "engine/defer.h"
#include "engine/engine_priv.h"
#include "engine/recheck.h"
#include "engine/view_priv.h"
#include "store/object.h"

/* What kind of memory a proposal changes. */
static const char *
layer_of(const struct rv_proposal *p)
{
	return rv_sv_is(p->kind, "consolidate") ? "story" : "wiki";
}

/* How much a person has to look: T0 to T2 by rule. */
static void
write_tier(struct rv_jw *w, const struct rv_proposal *p)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_cited o;

	rv_cited_read(&p->row, &arena, &o);
	rv_jw_sv(w, "tier", o.tier.n ? o.tier : RV_SV("T1"));
	if (o.source.n) {
		rv_jw_sv(w, "tier_reason", o.tier_reason);
		rv_jw_sv(w, "source", o.source);
	}
	rv_arena_release(&arena);
}

/* What they say now, of one that waits; else what was decided on. */
static void
write_checks(struct rv_engine *e, struct rv_jw *w, const struct rv_proposal *p)
{
	struct rv_arena arena = RV_ARENA_INIT;
	bool waits = p->state == RV_PROPOSAL_OPEN ||
		     p->state == RV_PROPOSAL_DEFERRED;

	rv_act_raw_array(w, "checks",
			 waits ? rv_cited_checks(e, &p->row, &arena)
			       : p->row.checks);
	rv_arena_release(&arena);
}

static void
write_head(struct rv_engine *e, struct rv_jw *w, const struct rv_proposal *p)
{
	struct rv_ledger_file none = {0};
	const struct rv_ledger_file *f = p->row.n_files ? p->row.files : &none;

	rv_jw_sv(w, "id", p->id);
	rv_jw_sv(w, "kind", p->kind);
	rv_jw_sv(w, "target", p->row.target);
	rv_jw_str(w, "layer", layer_of(p));
	write_tier(w, p);
	rv_jw_str(w, "state", rv_proposal_state_name(p->state));
	rv_jw_time(w, "opened", p->row.time);
	write_checks(e, w, p);
	rv_act_sv_or_null(w, "sha256", f->after);
	rv_act_sv_or_null(w, "base", f->before);
	rv_jw_int(w, "episodes", p->row.n_episodes);
}

/* Lines and words that come and go; a text that nobody kept has none. */
static void
write_size(struct rv_engine *e, struct rv_jw *w, const struct rv_proposal *p)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_proposal v = {0};

	if (rv_view_size(e, p, &arena, &v, NULL) != RV_OK)
		v = (struct rv_view_proposal){0};
	rv_jw_int(w, "added", v.added);
	rv_jw_int(w, "removed", v.removed);
	rv_jw_int(w, "words_added", v.words_added);
	rv_jw_int(w, "words_removed", v.words_removed);
	rv_arena_release(&arena);
}

rv_status
rv_act_review_list(struct rv_engine *e, const struct rv_env *env,
		   const struct rv_args *args, enum rv_door door,
		   struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_proposal *list;
	struct rv_jw w;
	size_t n = 0;
	rv_status s;

	(void)env;
	(void)door;
	s = rv_proposal_list(e->store, rv_args_has(args, "all"), &arena, &list,
			     &n, err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		rv_jw_array(&w, "proposals");
		for (size_t i = 0; i < n; i++) {
			rv_jw_object(&w, NULL);
			write_head(e, &w, &list[i]);
			write_size(e, &w, &list[i]);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_act_end(&w);
	}
	rv_arena_release(&arena);
	return s;
}

static rv_status
write_episodes(struct rv_engine *e, struct rv_jw *w, const struct rv_proposal *p,
	  struct rv_arena *arena, struct rv_err *err)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_sv rest, line;
	rv_status s = RV_OK;

	if (p->row.episodes.n)
		s = rv_object_get(e->store,
				  rv_sv_cstr_in(arena, p->row.episodes), &text,
				  err);
	rest = rv_buf_sv(&text);
	rv_jw_array(w, "episode_ids");
	while (s == RV_OK && rv_sv_next_line(&rest, &line))
		if (line.n)
			rv_jw_sv(w, NULL, line);
	rv_jw_end_array(w);
	rv_buf_release(&text);
	return s;
}

rv_status
rv_act_review_show(struct rv_engine *e, const struct rv_env *env,
		   const struct rv_args *args, enum rv_door door,
		   struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf diff = RV_BUF_INIT;
	struct rv_proposal p;
	struct rv_sv id;
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)door;
	s = rv_act_operand(args, "ID", &id, err);
	if (s == RV_OK)
		s = rv_proposal_get(e->store, id, &arena, &p, err);
	if (s == RV_E_NOTFOUND)
		s = rv_fail(err, s,
			    _("%.*s: there is no such proposal; `reverie "
			      "review` lists them"),
			    (int)RV_MIN(id.n, 40), id.p);
	if (s == RV_OK && p.row.n_files)
		s = rv_act_diff(e, p.row.files[0].before,
				p.row.files[0].after,
				rv_sv_cstr_in(&arena, p.row.target), &diff,
				err);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		write_head(e, &w, &p);
		rv_act_raw_array(&w, "batches", p.row.batches);
		rv_jw_time(&w, "anchor", p.row.anchor_after);
		s = write_episodes(e, &w, &p, &arena, err);
		rv_jw_sv(&w, "diff", rv_buf_sv(&diff));
		rv_act_end(&w);
	}
	rv_buf_release(&diff);
	rv_arena_release(&arena);
	return s;
}

static rv_status
answer_ledger(struct rv_engine *e, struct rv_sv id, int64_t ledger,
	      struct rv_buf *json, struct rv_err *err)
{
	struct rv_jw w;
	rv_status s;

	rv_act_begin(&w, json);
	rv_jw_sv(&w, "id", id);
	s = rv_act_ledger_id(e, &w, ledger, err);
	rv_act_end(&w);
	return s;
}

/* What waits in the place of what was to be written, and why. */
static rv_status
answer_worse(struct rv_worse_list *l, rv_status s, const struct rv_err *err,
	     struct rv_buf *json)
{
	struct rv_jw w;

	if (s == RV_E_MOVED && l->n) {
		rv_act_begin(&w, json);
		rv_jw_object(&w, "error");
		rv_jw_str(&w, "code", rv_status_code(s));
		rv_jw_str(&w, "message", err ? err->msg : "");
		rv_jw_end_object(&w);
		rv_jw_array(&w, "again");
		for (size_t i = 0; i < l->n; i++) {
			const struct rv_worse *it = &l->items[i];

			rv_jw_object(&w, NULL);
			rv_jw_sv(&w, "id", it->id);
			rv_jw_str(&w, "proposal", it->now);
			rv_jw_sv(&w, "sha256", it->sha);
			rv_jw_str(&w, "check", it->check.code);
			rv_jw_str(&w, "level",
				  rv_trust_level_name(it->check.level));
			rv_jw_sv(&w, "message", it->check.message);
			rv_jw_end_object(&w);
		}
		rv_jw_end_array(&w);
		rv_act_end(&w);
	}
	rv_worse_release(l);
	return s;
}

rv_status
rv_act_review_approve(struct rv_engine *e, const struct rv_env *env,
		      const struct rv_args *args, enum rv_door door,
		      struct rv_buf *json, struct rv_err *err)
{
	struct rv_worse_list worse = {0};
	int64_t ledger = 0;
	struct rv_sv id;
	rv_status s;

	(void)env;
	s = rv_act_operand(args, "ID", &id, err);
	if (s == RV_OK)
		s = rv_decide_approve(e, id, rv_args_get(args, "sha256"),
				      rv_args_get(args, "reason"), door,
				      &ledger, &worse, err);
	s = answer_worse(&worse, s, err, json);
	return s == RV_OK ? answer_ledger(e, id, ledger, json, err) : s;
}

rv_status
rv_act_review_reject(struct rv_engine *e, const struct rv_env *env,
		     const struct rv_args *args, enum rv_door door,
		     struct rv_buf *json, struct rv_err *err)
{
	struct rv_sv reason = rv_sv_trim(rv_sv(rv_args_get(args, "reason")));
	int64_t ledger = 0;
	struct rv_sv id;
	rv_status s;

	(void)env;
	s = rv_act_operand(args, "ID", &id, err);
	if (s == RV_OK && !reason.n)
		s = rv_fail(err, RV_E_USAGE,
			    _("review reject: --reason is missing; say why in "
			      "a few words"));
	if (s == RV_OK)
		s = rv_decide_reject(e, id, reason, door, &ledger, err);
	return s == RV_OK ? answer_ledger(e, id, ledger, json, err) : s;
}

rv_status
rv_act_review_defer(struct rv_engine *e, const struct rv_env *env,
		    const struct rv_args *args, enum rv_door door,
		    struct rv_buf *json, struct rv_err *err)
{
	const char *span = rv_args_get(args, "for");
	int64_t ledger = 0, due = RV_UNDATED;
	struct rv_defers d = {0};
	struct rv_sv id;
	struct rv_jw w;
	rv_status s;

	s = rv_act_operand(args, "ID", &id, err);
	if (s == RV_OK && span)
		s = rv_defer_when(rv_sv(span), env, &due, err);
	if (s == RV_OK)
		s = rv_defer(e, id, due, door, &ledger, err);
	if (s == RV_OK)
		s = rv_defers_of(e, id, &d, err);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	rv_jw_sv(&w, "id", id);
	rv_jw_time(&w, "due", d.due);
	rv_jw_bool(&w, "until_event", d.mark[0] != '\0');
	rv_jw_int(&w, "defers", d.count);
	if (d.count >= RV_DEFERS_MANY)
		rv_jw_str(&w, "note",
			  _("deferred three times: approve it or reject it"));
	s = rv_act_ledger_id(e, &w, ledger, err);
	rv_act_end(&w);
	return s;
}

/* "P-3=0a1b..." */
static rv_status
read_decision(const char *text, struct rv_arena *arena,
	      struct rv_decision *out, struct rv_err *err)
{
	struct rv_sv v = rv_sv(text);
	ptrdiff_t cut = rv_sv_find_char(v, '=');

	if (cut <= 0 || !rv_is_sha256_hex(rv_sv_slice(v, (size_t)cut + 1,
						      v.n)))
		return rv_fail(err, RV_E_UNDECIDED,
			       _("review apply %.40s: the hash of the approved "
				 "bytes is missing; write ID=SHA256, as "
				 "`reverie review` shows them"),
			       text);
	out->id = rv_sv_slice(v, 0, (size_t)cut);
	out->kind = RV_LEDGER_APPROVE;
	out->sha = rv_sv_cstr_in(arena, rv_sv_slice(v, (size_t)cut + 1, v.n));
	return RV_OK;
}

/* --reason TEXT is for all of them, --reason ID=TEXT for one. */
static void
give_reasons(const struct rv_args *args, struct rv_arena *arena,
	     struct rv_decision *list, size_t n)
{
	for (size_t k = 0; k < args->n; k++) {
		struct rv_sv v = rv_sv(args->items[k].value);
		bool one = false;

		if (strcmp(args->items[k].name, "reason") != 0)
			continue;
		for (size_t i = 0; i < n; i++) {
			size_t m = list[i].id.n;

			if (!rv_sv_starts(v, list[i].id) || v.n <= m ||
			    v.p[m] != '=')
				continue;
			list[i].reason = rv_sv_cstr_in(
				arena, rv_sv_slice(v, m + 1, v.n));
			one = true;
		}
		for (size_t i = 0; i < n && !one; i++)
			if (!list[i].reason)
				list[i].reason = args->items[k].value;
	}
}

/* "P-3=junk" of --reject, "P-4=2 weeks" of --defer */
static rv_status
read_other(const struct rv_arg *arg, const struct rv_env *env,
	   struct rv_decision *out, struct rv_err *err)
{
	struct rv_sv v = rv_sv(arg->value);
	ptrdiff_t cut = rv_sv_find_char(v, '=');
	bool defer = !strcmp(arg->name, "defer");
	struct rv_sv rest = rv_sv_trim(
		rv_sv_slice(v, cut < 0 ? v.n : (size_t)cut + 1, v.n));

	if (cut <= 0 || !rest.n)
		return rv_fail(err, RV_E_USAGE,
			       defer ? _("review apply --defer %.40s: write "
					 "ID=WHEN")
				     : _("review apply --reject %.40s: write "
					 "ID=REASON"),
			       arg->value);
	out->id = rv_sv_slice(v, 0, (size_t)cut);
	out->kind = defer ? RV_LEDGER_DEFER : RV_LEDGER_REJECT;
	out->reason = defer ? NULL : rest.p; /* to the end of the argument */
	return defer ? rv_defer_when(rest, env, &out->due, err) : RV_OK;
}

static void
write_ids(struct rv_jw *w, const char *key, enum rv_ledger_kind kind,
	  const struct rv_decision *list, size_t n)
{
	rv_jw_array(w, key);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == kind)
			rv_jw_sv(w, NULL, list[i].id);
	rv_jw_end_array(w);
}

rv_status
rv_act_review_apply(struct rv_engine *e, const struct rv_env *env,
		    const struct rv_args *args, enum rv_door door,
		    struct rv_buf *json, struct rv_err *err)
{
	size_t n = rv_args_operands(args);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_decision *list = rv_arena_array(&arena, struct rv_decision,
						  args->n + 1);
	struct rv_worse_list worse = {0};
	int64_t ledger = 0;
	struct rv_jw w;
	rv_status s = RV_OK;

	for (size_t i = 0; s == RV_OK && i < n; i++)
		s = read_decision(rv_args_operand(args, i), &arena, &list[i],
				  err);
	give_reasons(args, &arena, list, n);
	for (size_t i = 0; s == RV_OK && i < args->n; i++)
		if (!strcmp(args->items[i].name, "reject") ||
		    !strcmp(args->items[i].name, "defer"))
			s = read_other(&args->items[i], env, &list[n++], err);
	if (s == RV_OK && !n)
		s = rv_fail(err, RV_E_USAGE,
			    _("review apply: ID=SHA256 is missing; give one or "
			      "more"));
	if (s == RV_OK)
		s = rv_decide_apply(e, list, n, door, &ledger, &worse, err);
	s = answer_worse(&worse, s, err, json);
	if (s == RV_OK) {
		rv_act_begin(&w, json);
		write_ids(&w, "ids", RV_LEDGER_APPROVE, list, n);
		write_ids(&w, "rejected", RV_LEDGER_REJECT, list, n);
		write_ids(&w, "deferred", RV_LEDGER_DEFER, list, n);
		s = rv_act_ledger_id(e, &w, ledger, err);
		rv_act_end(&w);
	}
	rv_arena_release(&arena);
	return s;
}
