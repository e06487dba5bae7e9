/* SPDX-License-Identifier: MIT */
/* promote, and an edited or renewed page in the place of one that was proposed. */
#include "config.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/diff.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/cited.h"
#include "engine/edit.h"
#include "engine/engine_priv.h"
#include "engine/place.h"
#include "engine/view_priv.h"
#include "store/object.h"
#include "trust/lost_lines.h"
#include "trust/by_hand.h"
#include "trust/promote.h"
#include "trust/tree.h"

#define LOST_SHOWN ((size_t)60) /* bytes of a line in the sentence */

const char *
rv_edit_rel(struct rv_engine *e, const char *path)
{
	size_t n = strlen(e->workspace);

	if (!strncmp(path, e->workspace, n) && path[n] == '/')
		return path + n + 1;
	while (!strncmp(path, "./", 2))
		path += 2;
	return path;
}

void
rv_edit_fill(struct rv_engine *e, struct rv_promote_in *in)
{
	struct rv_tree *tree;

	in->store = e->store;
	in->workspace = e->workspace;
	in->wiki = rv_edit_rel(e, e->map.wiki);
	in->raw = rv_edit_rel(e, e->map.raw);
	in->memory = rv_edit_rel(e, e->map.memory_md);
	in->now = rv_env_now(e->env);
	/* Who has shown the tree has the names; one command reads its own. */
	if (e->tree && rv_tree_cached(e, &tree, NULL) == RV_OK)
		in->names = &tree->names;
}

static struct rv_sv
json_of(const struct rv_promotion *p, struct rv_sv source,
	struct rv_arena *arena, bool checks)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv out;
	struct rv_jw w;

	if (checks) {
		rv_trust_checks_json(p->checks, p->n_checks, &b);
	} else {
		rv_jw_init(&w, &b);
		rv_jw_array(&w, NULL);
		rv_jw_object(&w, NULL);
		rv_jw_sv(&w, "source", source);
		rv_jw_str(&w, "taken", p->taken);
		rv_jw_str(&w, "to",
			  p->attest ? NULL : rv_promote_to_name(p->to));
		rv_jw_str(&w, "tier", p->tier);
		rv_jw_sv(&w, "tier_reason", p->tier_reason);
		rv_jw_sv(&w, "title", p->title);
		rv_jw_int(&w, "moved", (int64_t)p->moved);
		rv_jw_int(&w, "known", (int64_t)p->known);
		rv_act_sv_or_null(&w, "left", p->left);
		rv_jw_end_object(&w);
		rv_jw_end_array(&w);
	}
	out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

rv_status
rv_edit_propose(struct rv_engine *e, const struct rv_promotion *p,
		struct rv_sv source, struct rv_sv replaces, bool anew,
		enum rv_door door, struct rv_arena *arena, char id[24],
		bool *already, struct rv_err *err)
{
	char base[RV_SHA256_HEX] = "";
	struct rv_buf key = RV_BUF_INIT;
	struct rv_proposal_new new = {
		.letter = 'P',
		.action = p->attest ? RV_SV("attest") : RV_SV("promote"),
		.target = p->target,
		.bytes = p->bytes,
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
		.checks = json_of(p, source, arena, true),
		.batches = json_of(p, source, arena, false),
		.approvable = strcmp(p->tier, "T2") != 0,
		.replaces = replaces,
		.anew = anew,
		.already = already,
	};

	if (p->exists)
		rv_sha256_of(p->old, base);
	new.base = rv_sv(base);
	rv_buf_adds(&key, "\"source\":");
	rv_json_quote(source, &key);
	new.key = rv_sv_dup_in(arena, rv_buf_sv(&key));
	rv_buf_release(&key);
	return rv_propose(e, &new, door, id, err);
}

void
rv_edit_answer(const struct rv_promotion *p, struct rv_sv source,
	       const char *id, bool already, const struct rv_proposal *old,
	       struct rv_arena *arena, struct rv_buf *json)
{
	struct rv_buf diff = RV_BUF_INIT;
	char sha[RV_SHA256_HEX];
	struct rv_jw w;

	rv_sha256_of(p->bytes, sha);
	rv_diff_unified(p->old, p->bytes, rv_sv_cstr_in(arena, p->target),
			&diff);
	rv_act_begin(&w, json);
	rv_jw_str(&w, "proposal", *id ? id : NULL);
	rv_jw_bool(&w, "already", already);
	if (old) {
		rv_jw_sv(&w, "replaces", old->id);
		/* What takes its place waits openly. */
		rv_jw_bool(&w, "was_deferred",
			   old->state == RV_PROPOSAL_DEFERRED && !already);
	}
	rv_jw_sv(&w, "source", source);
	rv_jw_sv(&w, "target", p->target);
	rv_jw_sv(&w, "title", p->title);
	rv_jw_bool(&w, "exists", p->exists);
	rv_jw_str(&w, "tier", p->tier);
	rv_jw_sv(&w, "tier_reason", p->tier_reason);
	rv_jw_int(&w, "moved", (int64_t)p->moved);
	rv_jw_int(&w, "known", (int64_t)p->known);
	rv_act_sv_or_null(&w, "left", p->left);
	rv_act_sv_or_null(&w, "pending", p->pending);
	rv_jw_raw(&w, "checks", json_of(p, source, arena, true));
	rv_jw_sv(&w, "diff", rv_buf_sv(&diff));
	rv_jw_str(&w, "sha256", sha);
	rv_act_end(&w);
	rv_buf_release(&diff);
}

rv_status
rv_act_promote(struct rv_engine *e, const struct rv_env *env,
	       const struct rv_args *args, enum rv_door door,
	       struct rv_buf *json, struct rv_err *err)
{
	const char *to = rv_args_get(args, "to"), *cut;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_promote_in in = {.to = RV_TO_N};
	struct rv_promotion p;
	bool already = false;
	char id[24] = "";
	rv_status s;

	(void)env;
	rv_edit_fill(e, &in);
	s = rv_act_operand(args, "PATH", &in.source, err);
	if (s == RV_OK && to)
		in.to = rv_promote_to_of(rv_sv(to));
	if (s == RV_OK && to && in.to == RV_TO_N)
		s = rv_fail(err, RV_E_USAGE,
			    _("promote --to %.40s: there is no such target; "
			      "give raw, concept, entity, decision or memory"),
			    to);
	if (s == RV_OK) {
		/* a path as the shell completes it */
		cut = rv_sv_cstr_in(&arena, in.source);
		in.source = rv_sv(rv_edit_rel(e, cut));
		in.into = rv_sv(rv_args_get(args, "into"));
		s = rv_cited_text(e, in.source, &arena, &in.text,
				   err);
		in.source = rv_mask_path(&arena, in.source, NULL);
	}
	if (s == RV_OK)
		s = rv_promote(&in, &arena, &p, err);
	if (s == RV_OK) /* before anything of the target is shown */
		s = rv_place_check(e, p.target, err);
	if (s == RV_OK && !rv_args_has(args, "dry-run"))
		s = rv_edit_propose(e, &p, in.source, RV_SV_NONE, false, door,
				    &arena, id, &already, err);
	if (s == RV_OK)
		rv_edit_answer(&p, in.source, id, already, NULL, &arena, json);
	rv_arena_release(&arena);
	return s;
}

/* Was it said of the old one that a person wrote what no source says? */
static bool
was_by_hand(const struct rv_proposal *old)
{
	struct rv_json_doc doc;
	bool found = false;

	if (!old->row.checks.n ||
	    rv_json_parse(old->row.checks, &doc, NULL) != RV_OK)
		return false;
	for (const rv_json *c = rv_json_first(doc.root); c;
	     c = rv_json_next(c))
		found |= rv_sv_is(rv_json_get_sv(c, "code"), "edited") &&
			 rv_sv_is(rv_json_get_sv(c, "level"), "warn");
	rv_json_release(&doc);
	return found;
}

/* What of the text neither the source says, nor the page as it is, nor what was
 * proposed of both. */
static void
find_by_hand(struct rv_engine *e, const struct rv_proposal *old,
	     const struct rv_promote_in *in, const struct rv_promotion *p,
	     bool by_hand, struct rv_arena *arena, struct rv_by_hand *out)
{
	bool before = was_by_hand(old);
	struct rv_sv said[4] = {in->text, p->old, RV_SV_NONE, RV_SV_NONE};
	struct rv_buf proposed = RV_BUF_INIT;

	*out = (struct rv_by_hand){0};
	if (!by_hand && !before)
		return;
	said[3] = rv_promote_moved(in, p->target, arena);
	if (!before && old->row.n_files &&
	    rv_object_get(e->store,
			  rv_sv_cstr_in(arena, old->row.files[0].after),
			  &proposed, NULL) == RV_OK)
		said[2] = rv_buf_sv(&proposed);
	rv_by_hand(p->bytes, rv_promote_path(in->source), said,
		   ARRAY_LEN(said), arena, out);
	rv_buf_release(&proposed);
}

static const char *
by_hand_text(const struct rv_by_hand *hand, struct rv_arena *arena)
{
	struct rv_sv first = rv_redact_in(arena, hand->first, NULL);
	const char *facts = hand->facts
				    ? rv_arena_printf(
					      arena,
					      P_("; %zu of them with a number "
						 "that it does not say",
						 "; %zu of them with numbers "
						 "that it does not say",
						 hand->facts),
					      hand->facts)
				    : "";

	return rv_arena_printf(
		arena,
		P_("%zu sentence is not in the source: \"%.*s\"%s",
		   "%zu sentences are not in the source, the first: "
		   "\"%.*s\"%s",
		   hand->n),
		hand->n, (int)rv_utf8_floor(first, LOST_SHOWN), first.p,
		facts);
}

/* Who edited it; and what came to the page meanwhile that the text does not
 * hold, as when it changed while an editor was open. */
static void
mark_edited(struct rv_engine *e, const struct rv_proposal *old,
	    const struct rv_promote_in *in, bool by_hand,
	    struct rv_arena *arena, struct rv_promotion *p)
{
	struct rv_trust_check *list = rv_arena_array(
		arena, struct rv_trust_check, p->n_checks + 1);
	struct rv_sv before = old->row.n_files ? old->row.files[0].before
					       : RV_SV_NONE;
	struct rv_buf base = RV_BUF_INIT;
	struct rv_by_hand hand;
	struct rv_sv first;
	size_t lost = 0;

	find_by_hand(e, old, in, p, by_hand, arena, &hand);
	if (!before.n || rv_object_get(e->store, rv_sv_cstr_in(arena, before),
				       &base, NULL) == RV_OK)
		lost = rv_lost_lines(rv_buf_sv(&base), p->old, p->bytes, arena,
				     &first);
	if (lost)
		first = rv_redact_in(arena, first, NULL);
	memcpy(list, p->checks, p->n_checks * sizeof(*list));
	list[p->n_checks] = (struct rv_trust_check){
		"edited", RV_TRUST_OK,
		rv_sv(rv_arena_printf(arena, _("edited by %s after %.*s"),
				      e->env->user && *e->env->user
					      ? e->env->user
					      : _("the operator"),
				      RV_SV_ARG(old->id)))};
	if (hand.n)
		list[p->n_checks] = (struct rv_trust_check){
			"edited", RV_TRUST_WARN,
			rv_sv(by_hand_text(&hand, arena))};
	if (lost)
		list[p->n_checks] = (struct rv_trust_check){
			"edited", RV_TRUST_WARN,
			rv_sv(rv_arena_printf(
				arena,
				P_("%zu line came to the page meanwhile and "
				   "would be lost: \"%.*s\"",
				   "%zu lines came to the page meanwhile and "
				   "would be lost, the first: \"%.*s\"",
				   lost),
				lost, (int)rv_utf8_floor(first, LOST_SHOWN),
				first.p))};
	p->checks = list;
	p->n_checks++;
	rv_buf_release(&base);
}

void
rv_edit_reopen(struct rv_engine *e, const struct rv_proposal *old,
	       struct rv_sv bytes, struct rv_arena *arena,
	       struct rv_promote_in *in, struct rv_promotion *p)
{
	struct rv_buf now = RV_BUF_INIT;
	struct rv_cited origin;

	*in = (struct rv_promote_in){0};
	*p = (struct rv_promotion){.target = old->row.target,
				   .bytes = bytes,
				   .attest = rv_sv_is(old->kind, "attest")};
	rv_edit_fill(e, in);
	rv_cited_read(&old->row, arena, &origin);
	in->source = origin.source;
	in->to = p->to = origin.to;
	p->title = origin.title;
	if (rv_cited_text(e, in->source, arena, &in->text, NULL) != RV_OK)
		in->text = RV_SV_NONE; /* gone: provenance will say so */
	/* The person saw the page as it is now. */
	if (rv_place_read(e, p->target, &now, NULL) == RV_OK) {
		p->exists = true;
		p->old = rv_sv_dup_in(arena, rv_buf_sv(&now));
	}
	rv_buf_release(&now);
}

rv_status
rv_edit_page(struct rv_engine *e, const struct rv_proposal *old,
	     struct rv_sv edited, bool by_hand, enum rv_door door,
	     struct rv_arena *arena, struct rv_buf *json, struct rv_err *err)
{
	struct rv_promote_in in;
	struct rv_promotion p;
	bool already = false;
	char id[24] = "";
	rv_status s;

	rv_edit_reopen(e, old, edited, arena, &in, &p);
	s = rv_promote_check(&in, arena, &p, err);
	if (s != RV_OK)
		return s;
	mark_edited(e, old, &in, by_hand, arena, &p);
	s = rv_edit_propose(e, &p, in.source, old->id, false, door, arena, id,
			    &already, err);
	if (s == RV_OK)
		rv_edit_answer(&p, in.source, id, already, old, arena,
			       json);
	return s;
}

rv_status
rv_edit_again(struct rv_engine *e, const struct rv_proposal *old,
	      enum rv_door door, struct rv_arena *arena, struct rv_buf *json,
	      struct rv_err *err)
{
	struct rv_promote_in in = {.into = old->row.target};
	struct rv_promotion p;
	struct rv_cited origin;
	bool already = false;
	char id[24] = "";
	rv_status s;

	if (rv_sv_is(old->kind, "attest"))
		return rv_edit_attest(e, old->row.target, old->id, door, arena,
				      json, err);
	rv_edit_fill(e, &in);
	rv_cited_read(&old->row, arena, &origin);
	in.source = origin.source;
	in.to = origin.to;
	s = rv_cited_text(e, in.source, arena, &in.text, err);
	if (s == RV_OK)
		s = rv_promote(&in, arena, &p, err);
	if (s == RV_OK)
		s = rv_place_check(e, p.target, err);
	if (s == RV_OK)
		s = rv_edit_propose(e, &p, in.source, old->id, false, door,
				    arena, id, &already, err);
	if (s == RV_OK)
		rv_edit_answer(&p, in.source, id, already, old, arena,
			       json);
	return s;
}
