/* SPDX-License-Identifier: MIT */
/* The queue of the review, and what moved under a proposal. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "doc/diff.h"
#include "engine/cited.h"
#include "engine/defer.h"
#include "engine/step.h"
#include "engine/view_priv.h"
#include "store/object.h"

#define DECIDED_MAX 32
#define WORD_LINE_MAX 4096 /* longer lines are shown as a whole */

static void
fill_words(struct rv_view_diff_line *l, const struct rv_diff *d,
	   enum rv_diff_op other, struct rv_arena *arena)
{
	l->words = rv_arena_array(arena, struct rv_view_word, d->n + 1);
	for (size_t i = 0; i < d->n; i++)
		if (d->lines[i].op != other)
			l->words[l->n_words++] = (struct rv_view_word){
				d->lines[i].text,
				d->lines[i].op != RV_DIFF_SAME};
}

void
rv_view_pair_words(struct rv_view_diff_line *lines, size_t n,
		   struct rv_arena *arena)
{
	for (size_t i = 0; i < n;) {
		size_t dels = 0, adds = 0;

		while (i + dels < n && lines[i + dels].op == RV_VIEW_DEL)
			dels++;
		while (i + dels + adds < n &&
		       lines[i + dels + adds].op == RV_VIEW_ADD)
			adds++;
		for (size_t k = 0; k < RV_MIN(dels, adds); k++) {
			struct rv_view_diff_line *a = &lines[i + k];
			struct rv_view_diff_line *b = &lines[i + dels + k];
			struct rv_diff d;

			if (a->text.n > WORD_LINE_MAX ||
			    b->text.n > WORD_LINE_MAX)
				continue;
			rv_diff_words(a->text, b->text, arena, &d);
			fill_words(a, &d, RV_DIFF_ADD, arena);
			fill_words(b, &d, RV_DIFF_DEL, arena);
		}
		i += dels + adds ? dels + adds : 1;
	}
}

void
rv_view_promotion(const struct rv_ledger_row *row, struct rv_arena *arena,
		  struct rv_view_proposal *out)
{
	struct rv_cited o;

	rv_cited_read(row, arena, &o);
	out->tier = o.tier.n ? o.tier : RV_SV("T1");
	out->tier_reason = o.tier_reason;
	/* a page that is confirmed comes from nowhere else */
	if (!rv_sv_eq(o.source, row->target))
		out->source = o.source;
}

/* Due ones first, then open ones by age, then those that wait. */
static int
rank(const struct rv_view_proposal *p)
{
	return p->waits ? 2 : rv_sv_is(p->state, "deferred") ? 0 : 1;
}

static int
by_decision(const void *a, const void *b)
{
	const struct rv_proposal *x = a, *y = b;

	return (x->decided < y->decided) - (x->decided > y->decided);
}

/* `all` is put in another order. */
static void
tell_decided(struct rv_engine *e, struct rv_proposal *all, size_t n,
	     struct rv_arena *arena, struct rv_view_review *out)
{
	if (n)
		qsort(all, n, sizeof(*all), by_decision);
	out->decided = rv_arena_array(arena, struct rv_view_decided,
				      RV_MIN(n, DECIDED_MAX) + 1);
	for (size_t i = 0; i < n && all[i].decided &&
			   out->n_decided < DECIDED_MAX;
	     i++) {
		struct rv_ledger_row row;

		if (all[i].state == RV_PROPOSAL_OPEN ||
		    all[i].state == RV_PROPOSAL_DEFERRED ||
		    rv_ledger_get(e->store, all[i].decided, arena, &row,
				  NULL) != RV_OK)
			continue;
		out->decided[out->n_decided++] = (struct rv_view_decided){
			all[i].id, rv_sv(rv_proposal_state_name(all[i].state)),
			row.by, row.time};
	}
}

static rv_status
count_all(struct rv_engine *e, struct rv_arena *arena,
	  struct rv_view_review *out, struct rv_err *err)
{
	struct rv_proposal *all;
	size_t n = 0;
	rv_status st = rv_proposal_list(e->store, true, arena, &all, &n, err);

	out->last_opened = RV_UNDATED;
	for (size_t i = 0; st == RV_OK && i < n; i++) {
		out->last_opened = RV_MAX(out->last_opened, all[i].row.time);
		out->approved += all[i].state == RV_PROPOSAL_APPROVED;
		out->rejected += all[i].state == RV_PROPOSAL_REJECTED;
	}
	if (st == RV_OK)
		tell_decided(e, all, n, arena, out);
	return st;
}

rv_status
rv_view_review(struct rv_engine *e, struct rv_arena *arena,
	       struct rv_view_review *out, struct rv_err *err)
{
	struct rv_view_proposal *list;
	size_t n = 0;
	rv_status st;

	*out = (struct rv_view_review){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = rv_view_open_proposals(e, arena, &list, &n, err);
	if (st == RV_OK)
		st = count_all(e, arena, out, err);
	if (st != RV_OK)
		return st;
	out->rows = rv_arena_array(arena, struct rv_view_proposal, n + 1);
	for (size_t i = 0; st == RV_OK && i < n; i++) {
		struct rv_defers d;

		st = rv_defers_of(e, list[i].id, &d, err);
		list[i].defers = d.count;
	}
	for (int r = 0; st == RV_OK && r < 3; r++)
		for (size_t i = 0; i < n; i++) {
			if (rank(&list[i]) != r)
				continue;
			out->rows[out->n++] = list[i];
			*(r < 2 ? &out->open : &out->deferred) += 1;
		}
	return st;
}

static rv_status
read_object(struct rv_engine *e, struct rv_sv sha, struct rv_arena *arena,
	    struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err why = {0};
	rv_status st = RV_OK;

	if (sha.n)
		st = rv_object_get(e->store, rv_sv_cstr_in(arena, sha), &b,
				   &why);
	if (st == RV_OK)
		*out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	else if (err)
		*err = why;
	rv_buf_release(&b);
	return st;
}

static void
diff(struct rv_sv a, struct rv_sv b, struct rv_arena *arena,
     struct rv_view_diff_line **out, size_t *n)
{
	static const enum rv_view_diff_op ops[] = {
		[RV_DIFF_SAME] = RV_VIEW_SAME,
		[RV_DIFF_DEL] = RV_VIEW_DEL,
		[RV_DIFF_ADD] = RV_VIEW_ADD,
		[RV_DIFF_HUNK] = RV_VIEW_HUNK,
	};
	struct rv_diff d;

	rv_diff_lines(a, b, 3, arena, &d);
	*out = rv_arena_array(arena, struct rv_view_diff_line, d.n + 1);
	*n = d.n;
	for (size_t i = 0; i < d.n; i++)
		(*out)[i] = (struct rv_view_diff_line){
			.op = ops[d.lines[i].op],
			.text = d.lines[i].text,
			.old_line = d.lines[i].old_line,
			.new_line = d.lines[i].new_line,
		};
	rv_view_pair_words(*out, *n, arena);
}

rv_status
rv_view_three(struct rv_engine *e, struct rv_sv id, struct rv_arena *arena,
	      struct rv_view_three *out, struct rv_err *err)
{
	struct rv_buf now = RV_BUF_INIT;
	struct rv_proposal p;
	struct rv_sv base = RV_SV_NONE, after = RV_SV_NONE;
	rv_status st = rv_proposal_get(e->store, id, arena, &p, err);

	*out = (struct rv_view_three){0};
	if (st != RV_OK)
		return st;
	if (p.row.n_files) {
		base = p.row.files[0].before;
		after = p.row.files[0].after;
	}
	/* a base that nobody kept is shown as an empty one */
	st = read_object(e, base, arena, &out->base, NULL);
	if (st == RV_E_NOTFOUND)
		st = RV_OK;
	if (st == RV_OK)
		st = read_object(e, after, arena, &out->proposed, err);
	if (st != RV_OK)
		return st;
	if (rv_step_read(e, p.row.target, &now, NULL) == RV_OK)
		out->now = rv_sv_dup_in(arena, rv_buf_sv(&now));
	rv_buf_release(&now);
	out->moved = !rv_sv_eq(out->now, out->base);
	diff(out->base, out->now, arena, &out->theirs, &out->n_theirs);
	diff(out->base, out->proposed, arena, &out->ours, &out->n_ours);
	diff(out->now, out->proposed, arena, &out->both, &out->n_both);
	return RV_OK;
}
