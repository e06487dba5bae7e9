/* SPDX-License-Identifier: MIT */
/* Proposals and drafts as rows: checks, diff, numbers. */
#include "config.h"

#include "engine/view_proposal.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/time.h"
#include "doc/diff.h"
#include "doc/estimate.h"
#include "doc/story_doc.h"
#include "engine/cited.h"
#include "engine/defer.h"
#include "engine/step.h"
#include "engine/view_priv.h"
#include "store/object.h"
#include "story/consolidate.h"

static enum rv_level
level_of(struct rv_sv name)
{
	if (rv_sv_is(name, rv_check_level_name(RV_CHECK_FAIL)))
		return RV_LEVEL_ERROR;
	if (rv_sv_is(name, rv_check_level_name(RV_CHECK_WARN)))
		return RV_LEVEL_WARN;
	return RV_LEVEL_OK;
}

static void
fill_checks(struct rv_sv json, struct rv_arena *a,
	    struct rv_view_proposal *out)
{
	struct rv_json_doc doc;

	out->approvable = true;
	if (!json.n || rv_json_parse(json, &doc, NULL) != RV_OK)
		return;
	out->checks = rv_arena_array(a, struct rv_view_check,
				     rv_json_size(doc.root) + 1);
	for (const rv_json *c = rv_json_first(doc.root); c;
	     c = rv_json_next(c)) {
		struct rv_view_check *row = &out->checks[out->n_checks++];
		row->code = rv_sv_dup_in(a, rv_json_get_sv(c, "code"));
		row->message = rv_sv_dup_in(a, rv_json_get_sv(c, "message"));
		row->level = level_of(rv_json_get_sv(c, "level"));
		out->worst = RV_MAX(out->worst, row->level);
	}
	out->approvable = out->worst != RV_LEVEL_ERROR;
	rv_json_release(&doc);
}

/* A story is counted as it counts itself: no anchor, no dates of headings. */
static int64_t
story_words(struct rv_sv line)
{
	struct rv_buf bare = RV_BUF_INIT;
	struct rv_chapter c;
	int64_t n;

	if (rv_story_heading(line, &c))
		return (int64_t)rv_story_words(c.title);
	rv_story_strip_anchor(line, &bare);
	n = (int64_t)rv_story_words(rv_buf_sv(&bare));
	rv_buf_release(&bare);
	return n;
}

static void
count_words(const struct rv_view_diff_line *l, struct rv_view_proposal *out)
{
	int64_t n = (int64_t)rv_story_words(l->text), bare = n;

	if (l->op != RV_VIEW_ADD && l->op != RV_VIEW_DEL)
		return;
	if (rv_sv_is(out->kind, "consolidate"))
		bare = story_words(l->text);
	if (bare < n) {
		n = bare;
	} else if (l->n_words) {
		n = 0;
		for (size_t i = 0; i < l->n_words; i++)
			if (l->words[i].changed)
				n += (int64_t)rv_story_words(l->words[i].text);
	}
	*(l->op == RV_VIEW_ADD ? &out->words_added : &out->words_removed) += n;
}

static void
fill_diff(struct rv_sv old, struct rv_sv new, struct rv_arena *a,
	  struct rv_view_proposal *out)
{
	static const enum rv_view_diff_op ops[] = {
		[RV_DIFF_SAME] = RV_VIEW_SAME,
		[RV_DIFF_DEL] = RV_VIEW_DEL,
		[RV_DIFF_ADD] = RV_VIEW_ADD,
		[RV_DIFF_HUNK] = RV_VIEW_HUNK,
	};
	struct rv_diff d;

	rv_diff_lines(old, new, 3, a, &d);
	out->diff = rv_arena_array(a, struct rv_view_diff_line,
				   d.n ? d.n : 1);
	out->n_diff = d.n;
	out->size_before = rv_estimate_tokens(old);
	out->size_after = rv_estimate_tokens(new);
	out->added = (int64_t)d.added;
	out->removed = (int64_t)d.removed;
	for (size_t i = 0; i < d.n; i++)
		out->diff[i] = (struct rv_view_diff_line){
			.op = ops[d.lines[i].op],
			.text = d.lines[i].text,
			.old_line = d.lines[i].old_line,
			.new_line = d.lines[i].new_line,
		};
	rv_view_pair_words(out->diff, out->n_diff, a);
	for (size_t i = 0; i < out->n_diff; i++)
		count_words(&out->diff[i], out);
}

/* Bytes of an object in the arena; an empty hash is an empty file. */
static rv_status
object_in(struct rv_engine *e, struct rv_sv sha, struct rv_arena *a,
	  struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status st = RV_OK;

	if (sha.n)
		st = rv_object_get(e->store, rv_sv_cstr_in(a, sha), &b, err);
	if (st == RV_OK)
		*out = rv_sv_dup_in(a, rv_buf_sv(&b));
	rv_buf_release(&b);
	return st;
}

/* Is the file what the proposal starts from?  One that cannot be read is not. */
static bool
is_base(struct rv_engine *e, struct rv_sv target, struct rv_sv base)
{
	char sha[RV_SHA256_HEX];

	return rv_step_hash(e, target, sha, NULL) == RV_OK &&
	       rv_sv_is(base, sha);
}

static int64_t
batch_tokens(struct rv_sv json, int64_t *n)
{
	struct rv_json_doc doc;
	int64_t sum = 0;

	*n = 0;
	if (!json.n || rv_json_parse(json, &doc, NULL) != RV_OK)
		return 0;
	for (const rv_json *b = rv_json_first(doc.root); b;
	     b = rv_json_next(b)) {
		sum += rv_json_int(rv_json_get(b, "tokens"), 0);
		++*n;
	}
	rv_json_release(&doc);
	return sum;
}

rv_status
rv_view_size(struct rv_engine *e, const struct rv_proposal *p,
	     struct rv_arena *a, struct rv_view_proposal *out,
	     struct rv_err *err)
{
	struct rv_sv old = RV_SV_NONE;
	rv_status st;

	out->kind = p->kind;
	if (!p->row.n_files)
		return RV_OK;
	st = object_in(e, p->row.files[0].before, a, &old, err);
	if (st == RV_OK)
		st = object_in(e, p->row.files[0].after, a, &out->bytes, err);
	if (st == RV_OK)
		fill_diff(old, out->bytes, a, out);
	return st;
}

static rv_status
fill_proposal(struct rv_engine *e, const struct rv_proposal *p,
	      struct rv_arena *a, struct rv_view_proposal *out,
	      struct rv_err *err)
{
	bool decided = p->state != RV_PROPOSAL_OPEN &&
		       p->state != RV_PROPOSAL_DEFERRED;

	*out = (struct rv_view_proposal){
		.id = p->id,
		.kind = p->kind,
		.state = rv_sv(rv_proposal_state_name(p->state)),
		.target = p->row.target,
		.reason = p->row.reason,
		.opened = p->row.time,
		.episodes = p->row.n_episodes,
		.anchor_before = p->row.anchor_before,
		.anchor_after = p->row.anchor_after,
	};
	out->tokens = batch_tokens(p->row.batches, &out->batches);
	fill_checks(decided ? p->row.checks : rv_cited_checks(e, &p->row, a),
		    a, out);
	out->due = RV_UNDATED;
	rv_view_promotion(&p->row, a, out);
	if (!p->row.n_files)
		return RV_OK;
	out->base = p->row.files[0].before;
	out->sha = p->row.files[0].after;
	out->is_new = !out->base.n;
	out->base_moved = !is_base(e, out->target, out->base);
	return rv_view_size(e, p, a, out, err);
}

rv_status
rv_view_proposal(struct rv_engine *e, struct rv_sv id, struct rv_arena *arena,
		 struct rv_view_proposal *out, struct rv_err *err)
{
	struct rv_proposal p;
	rv_status st = rv_proposal_get(e->store, id, arena, &p, err);

	return st == RV_OK ? fill_proposal(e, &p, arena, out, err) : st;
}

rv_status
rv_view_open_proposals(struct rv_engine *e, struct rv_arena *arena,
		       struct rv_view_proposal **out, size_t *n,
		       struct rv_err *err)
{
	struct rv_proposal *list;
	rv_status st = rv_proposal_list(e->store, false, arena, &list, n, err);

	if (st != RV_OK)
		return st;
	*out = rv_arena_array(arena, struct rv_view_proposal, *n ? *n : 1);
	for (size_t i = 0; st == RV_OK && i < *n; i++) {
		struct rv_view_proposal *p = &(*out)[i];

		st = fill_proposal(e, &list[i], arena, p, err);
		if (st == RV_OK)
			st = rv_defer_waits(e, &list[i], &p->due, &p->waits,
					    err);
	}
	return st;
}

rv_status
rv_view_draft(struct rv_engine *e, bool late, struct rv_sv edited,
	      struct rv_arena *arena, struct rv_view_proposal *out,
	      struct rv_err *err)
{
	static const enum rv_level levels[] = {
		[RV_CHECK_OK] = RV_LEVEL_OK,
		[RV_CHECK_WARN] = RV_LEVEL_WARN,
		[RV_CHECK_FAIL] = RV_LEVEL_ERROR,
	};
	struct rv_buf story = RV_BUF_INIT;
	const struct rv_draft *d = NULL;
	rv_status st = rv_engine_read_story(e, &story, err);

	if (st == RV_OK)
		st = rv_engine_preview(e, late, edited, &d, err);
	if (st != RV_OK) {
		rv_buf_release(&story);
		return st;
	}
	*out = (struct rv_view_proposal){
		.kind = RV_SV("consolidate"),
		.target = rv_sv_dup_in(arena, rv_sv(e->map.story_rel)),
		.opened = rv_env_now(e->env),
		.base = rv_sv_dup_in(arena, rv_sv(d->base)),
		.sha = rv_sv_dup_in(arena, rv_sv(d->result)),
		.episodes = (int64_t)d->episodes.n,
		.tokens = d->tokens,
		.batches = (int64_t)d->n_batches,
		.anchor_before = d->anchor_before,
		.anchor_after = d->anchor_after,
		.bytes = rv_sv_dup_in(arena, d->bytes),
		.reason = rv_sv_dup_in(arena, d->stopped),
		.approvable = rv_draft_approvable(d),
	};
	out->checks = rv_arena_array(arena, struct rv_view_check,
				     d->n_checks + 1);
	out->n_checks = d->n_checks;
	for (size_t i = 0; i < d->n_checks; i++) {
		out->checks[i] = (struct rv_view_check){
			rv_sv(d->checks[i].code),
			rv_sv_dup_in(arena, d->checks[i].message),
			levels[d->checks[i].level]};
		out->worst = RV_MAX(out->worst, out->checks[i].level);
	}
	fill_diff(rv_sv_dup_in(arena, rv_buf_sv(&story)), out->bytes, arena,
		  out);
	rv_buf_release(&story);
	return RV_OK;
}
