/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_VIEW_PRIV_H
#define RV_ENGINE_VIEW_PRIV_H

/* What the view files share.  The engine's thread. */

#include "base/json.h"
#include "engine/engine_priv.h"
#include "engine/view_pages.h"
#include "engine/view_proposal.h"
#include "store/episode.h"
#include "store/ledger.h"

#define RV_VIEW_TURNS 500   /* turns a list shows */
#define RV_VIEW_WINDOW 200  /* turns that gauges look at */

/* turn_cache.c: one row a run, read once from the traces. */
struct rv_turn_cache;
struct rv_turn_row {
	struct rv_view_turn turn;
	struct rv_sv queries[3];
	size_t n_queries;
};
/* Brings the cache up to the newest run; rows oldest first, at most
 * RV_VIEW_TURNS, borrowed until the next call. */
rv_status rv_turn_cache_rows(struct rv_engine *e,
			     const struct rv_turn_row **rows, size_t *n,
			     int64_t *total, struct rv_err *err) RV_MUST_CHECK;
void rv_turn_cache_free(struct rv_turn_cache *c);

struct rv_turn_gauges {
	int64_t in_histogram[6];
	int surfaced_percent, distinct_percent; /* -1: no turns */
};
void rv_turn_gauges(const struct rv_turn_row *rows, size_t n,
		    struct rv_turn_gauges *out);
void rv_turn_copy(const struct rv_turn_row *row, struct rv_arena *arena,
		  struct rv_view_turn *out);

/* Letter and sign of a layer: L R W D S. */
char rv_view_letter(struct rv_sv layer);

/* Episode row for a screen; texts are copied by the store into the arena. */
void rv_view_episode_from(const struct rv_episode *e,
			  struct rv_view_episode *out);

/* Tokens of the last 24 hours by hour, of the last 30 minutes a minute, and the
 * time until the threshold at that rate (-1 unknown). */
struct rv_token_rate {
	int64_t per_hour[24], rate, eta;
};
rv_status rv_view_rate(struct rv_engine *e, int64_t log_tokens,
		       struct rv_arena *arena, struct rv_token_rate *out,
		       struct rv_err *err) RV_MUST_CHECK;

/* Newest first, ledger and turns together. */
rv_status rv_view_activity_rows(struct rv_engine *e, size_t max,
				struct rv_arena *arena,
				struct rv_view_activity **out, size_t *n,
				struct rv_err *err) RV_MUST_CHECK;
/* Open and deferred proposals as rows with checks and diff. */
rv_status rv_view_open_proposals(struct rv_engine *e, struct rv_arena *arena,
				 struct rv_view_proposal **out, size_t *n,
				 struct rv_err *err) RV_MUST_CHECK;
/* Of one proposal the resulting bytes and the difference, with its lines and
 * words. */
rv_status rv_view_size(struct rv_engine *e, const struct rv_proposal *p,
		       struct rv_arena *a, struct rv_view_proposal *out,
		       struct rv_err *err) RV_MUST_CHECK;

/* view_overview.c */
void rv_overview_need(struct rv_view_overview *o, enum rv_level level,
		      struct rv_sv id, const char *text, const char *hint);
/* overview_trust.c: the layers, and what in their pages needs a person, in at
 * most RV_OVERVIEW_PAGES rows. */
#define RV_OVERVIEW_NAMED 3 /* of one kind; the others are counted */
#define RV_OVERVIEW_PAGES (RV_TREE_FAULTS * (RV_OVERVIEW_NAMED + 1))
rv_status rv_overview_layers(struct rv_engine *e, struct rv_view_overview *o,
			     struct rv_arena *a, struct rv_err *err)
	RV_MUST_CHECK;
void rv_overview_pages(struct rv_engine *e, struct rv_view_overview *o,
		       struct rv_arena *a);

struct rv_tree_row;
/* view_layers.c: number of identity files that are there, their bytes. */
int64_t rv_view_identity(struct rv_engine *e, struct rv_arena *arena,
			 int64_t *bytes);
/* Is the page what this proposal is made of? */
bool rv_view_feeds(const struct rv_ledger_row *row, struct rv_sv path,
		   struct rv_arena *arena);
void rv_view_tree_row_from(const struct rv_tree_row *t,
			   struct rv_view_tree_row *out);
/* view_layers.c: what the age of a page counts from.  Who writes one names the
 * day, seldom the hour: a page of today would be as old as the day is, so it is
 * as old as its file. */
int64_t rv_view_aged(struct rv_engine *e, const struct rv_view_status *now,
		     struct rv_sv path, int64_t updated,
		     struct rv_arena *arena);
bool rv_view_names_today(const struct rv_view_status *now, int64_t updated);
/* view_review.c: pairs deleted with added lines and fills their words. */
void rv_view_pair_words(struct rv_view_diff_line *lines, size_t n,
			struct rv_arena *arena);
/* Chain and troubles of the status; `story`: what the file says. */
rv_status rv_view_troubles(struct rv_engine *e, struct rv_sv story,
			   struct rv_arena *arena, struct rv_view_status *out,
			   struct rv_err *err) RV_MUST_CHECK;
/* Source and tier of a promotion's row; tier of a consolidation. */
void rv_view_promotion(const struct rv_ledger_row *row,
		       struct rv_arena *arena, struct rv_view_proposal *out);

struct rv_tree;
/* tree_cache.c: the tree, brought up to the index.  Borrowed until the next
 * call: what goes into a view is copied. */
rv_status rv_tree_cached(struct rv_engine *e, struct rv_tree **tree,
			 struct rv_err *err) RV_MUST_CHECK;
/* Rows, n, stale and contradictions of its pages; the rows are shared and live
 * as long as the arena.  There is room for so many more. */
rv_status rv_tree_shown(struct rv_engine *e, struct rv_arena *arena,
			size_t more, struct rv_view_layers *out,
			struct rv_err *err) RV_MUST_CHECK;
/*
 * What the tree says of its layers, kept as its rows change: pages and bytes,
 * and the pages in which something is wrong, by path.
 */
enum rv_tree_fault {
	RV_TREE_CONTRADICTED,
	RV_TREE_SAME_NAME,
	RV_TREE_TWIN, /* trust/copies.h */
	RV_TREE_COPY,
	RV_TREE_HELD, /* a secret was masked */
	RV_TREE_BROKEN,
	RV_TREE_STALE,
	RV_TREE_FAULTS
};
#define RV_TREE_LAYERS 4 /* R W D S */
struct rv_tree_sum {
	int64_t pages, bytes, faults[RV_TREE_FAULTS];
};
struct rv_tree_list {
	const struct rv_view_tree_row **rows; /* heap */
	size_t n, cap;
};
struct rv_tree_sums {
	struct rv_tree_sum layers[RV_TREE_LAYERS];
	struct rv_tree_list faults[RV_TREE_FAULTS];
};
bool rv_tree_row_has(const struct rv_view_tree_row *row, enum rv_tree_fault f);
struct rv_tree_sum *rv_tree_sum_of(struct rv_tree_sums *s, char letter)
	RV_NONNULL;
/* Borrowed until the tree is asked for the next time. */
rv_status rv_tree_summed(struct rv_engine *e, struct rv_tree_sums **out,
			 struct rv_err *err) RV_MUST_CHECK;
/* view_layers.c: where a row stands among those of a view, or would. */
size_t rv_view_row_place(const struct rv_view_tree_row *const *rows, size_t n,
			 char letter, struct rv_sv path);
/* Rows by path into the order of a view; returns how many. */
size_t rv_view_rows_deal(const struct rv_view_tree_row *rows, size_t n,
			 const struct rv_view_tree_row **out);

/* act_jobs.c: "3 calls, 1,200 tokens in, 80 out, $0.0031", in the arena. */
struct rv_sv rv_view_usage_today(struct rv_engine *e, struct rv_arena *arena);

#endif
