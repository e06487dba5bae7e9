/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_VIEW_PROPOSAL_H
#define RV_ENGINE_VIEW_PROPOSAL_H

/*
 * Views of what waits for a decision: one proposal with its checks and its
 * difference, the queue of all, and three sides of a page that moved.  As
 * everywhere in engine/view.h, rows live in the arena that was given.
 */

#include "engine/view.h"

struct rv_view_check {
	struct rv_sv code, message;
	enum rv_level level;
};

enum rv_view_diff_op { RV_VIEW_SAME, RV_VIEW_DEL, RV_VIEW_ADD, RV_VIEW_HUNK };
struct rv_view_word {
	struct rv_sv text;
	bool changed;
};
struct rv_view_diff_line {
	enum rv_view_diff_op op;
	struct rv_sv text;
	int old_line, new_line;
	/* Of a DEL and an ADD line that belong together: the text in runs, to
	 * show which words differ; none for other lines. */
	struct rv_view_word *words;
	size_t n_words;
};

/* A proposal, or a draft that is not one yet (id empty). */
struct rv_view_proposal {
	struct rv_sv id, kind, state, target, reason;
	int64_t opened;
	struct rv_sv base, sha; /* base "" when there is no file yet */
	bool base_moved;	/* the file is not `base` any more */
	bool approvable;
	enum rv_level worst;
	struct rv_view_check *checks;
	size_t n_checks;
	struct rv_view_diff_line *diff;
	size_t n_diff;
	int64_t added, removed;
	int64_t episodes, tokens, batches;
	int64_t anchor_before, anchor_after;
	struct rv_sv bytes; /* the resulting file */
	struct rv_sv source; /* of a promotion: where it comes from */
	struct rv_sv tier, tier_reason; /* "T1" */
	int64_t words_added, words_removed;
	int64_t size_before, size_after; /* of the file, in tokens */
	int64_t due; /* of a deferred one: when it returns; else RV_UNDATED */
	bool waits;  /* deferred and not due yet */
	int64_t defers;
	bool is_new; /* there is no such file yet */
};

rv_status rv_view_proposal(struct rv_engine *e, struct rv_sv id,
			   struct rv_arena *arena,
			   struct rv_view_proposal *out, struct rv_err *err)
	RV_MUST_CHECK;

struct rv_view_decided {
	struct rv_sv id, state, by; /* "P-2", "approved", a user */
	int64_t time;
};

/* Open proposals of every kind; deferred ones that are due stand first, others
 * behind the open ones. */
struct rv_view_review {
	struct rv_view_status status;
	struct rv_view_proposal *rows;
	size_t n;
	int64_t open, deferred; /* deferred: not due yet */
	int64_t last_opened;	/* time of the newest proposal of all */
	int64_t approved, rejected; /* of all, for the stats */
	/* Decided last, newest first, for who looked at one meanwhile. */
	struct rv_view_decided *decided;
	size_t n_decided;
};
rv_status rv_view_review(struct rv_engine *e, struct rv_arena *arena,
			 struct rv_view_review *out, struct rv_err *err)
	RV_MUST_CHECK;

/* What a person sees when the file moved since the proposal was made. */
struct rv_view_three {
	bool moved;
	struct rv_sv base, now, proposed; /* texts */
	struct rv_view_diff_line *theirs; /* base -> now */
	size_t n_theirs;
	struct rv_view_diff_line *ours; /* base -> proposed */
	size_t n_ours;
	struct rv_view_diff_line *both; /* now -> proposed: what would be lost */
	size_t n_both;
};
rv_status rv_view_three(struct rv_engine *e, struct rv_sv id,
			struct rv_arena *arena, struct rv_view_three *out,
			struct rv_err *err) RV_MUST_CHECK;

/*
 * A dry run of a consolidation as a proposal without id.  `late` takes late
 * episodes too; `edited` (empty: none) is the text a person made of the last
 * one.  RV_E_NO: nothing is pending.
 */
rv_status rv_view_draft(struct rv_engine *e, bool late, struct rv_sv edited,
			struct rv_arena *arena, struct rv_view_proposal *out,
			struct rv_err *err) RV_MUST_CHECK;

#endif
