/* SPDX-License-Identifier: MIT */
/* Start-up: ends the steps that a killed process left between intent and done. */
#include "config.h"

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/mask.h"
#include "doc/story_doc.h"
#include "engine/slice.h"
#include "engine/step.h"
#include "files/publish.h"
#include "store/chain.h"

/* How many files of a step are as before, as after, and neither. */
struct found {
	size_t before, after, other;
};

static rv_status
look(struct rv_engine *e, const struct rv_ledger_row *row, struct found *out,
     struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	rv_status s;

	*out = (struct found){0};
	for (size_t i = 0; i < row->n_files; i++) {
		const struct rv_ledger_file *f = &row->files[i];

		s = rv_step_hash(e, f->path, sha, err);
		if (s != RV_OK)
			return s;
		if (rv_sv_is(f->after, sha))
			out->after++;
		else if (rv_sv_is(f->before, sha))
			out->before++;
		else
			out->other++;
	}
	return RV_OK;
}

/* Edited between the publish and now: the anchor tells that it was published. */
static bool
story_has_anchor(struct rv_engine *e, int64_t anchor)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_story_doc doc;
	bool has = false;

	if (anchor != RV_UNDATED &&
	    rv_engine_read_story(e, &text, NULL) == RV_OK) {
		rv_story_parse(rv_buf_sv(&text), &arena, &doc);
		has = doc.anchor == anchor;
	}
	rv_buf_release(&text);
	rv_arena_release(&arena);
	return has;
}

static rv_status
roll_forward(struct rv_engine *e, const struct rv_ledger_row *row,
	     struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	rv_status s = RV_OK;

	for (size_t i = 0; s == RV_OK && i < row->n_files; i++) {
		const struct rv_ledger_file *f = &row->files[i];

		s = rv_step_hash(e, f->path, sha, err);
		if (s == RV_OK && rv_sv_is(f->before, sha) &&
		    !rv_sv_eq(f->before, f->after))
			s = rv_step_put(e, f->path, f->after, err);
	}
	return s;
}

/* Its owner is dead: what it was writing beside the files is nobody's. */
static void
sweep_files(struct rv_engine *e, const struct rv_ledger_row *row)
{
	struct rv_arena arena = RV_ARENA_INIT;

	for (size_t i = 0; i < row->n_files; i++)
		rv_publish_sweep_of(rv_mask_join(
			&arena, e->workspace, row->files[i].path));
	rv_arena_release(&arena);
}

static rv_status
settle(struct rv_engine *e, const struct rv_ledger_row *row,
       struct rv_err *err)
{
	struct rv_buf slice = RV_BUF_INIT;
	struct found f;
	bool published;
	rv_status s = look(e, row, &f, err);

	if (s != RV_OK)
		return s;
	sweep_files(e, row);
	/* The log is touched only behind the publish. */
	published = f.after > 0 || rv_slice_is_torn(e);
	if (!published && f.other)
		published = row->anchor_after != row->anchor_before &&
			    story_has_anchor(e, row->anchor_after);
	if (!published) {
		if (f.other)
			rv_log(RV_LOG_WARN,
			       "%.*s: it was edited while row %lld was carried out; "
			       "the step is dropped",
			       RV_SV_ARG(row->target), (long long)row->id);
		return rv_step_abort(e, row, "interrupted", err);
	}
	s = roll_forward(e, row, err);
	if (s == RV_OK)
		s = rv_step_slice(e, row, &slice, err);
	if (s == RV_OK)
		s = rv_step_finish(e, row, rv_buf_sv(&slice), true, err);
	rv_buf_release(&slice);
	return s;
}

rv_status
rv_recover_locked(struct rv_engine *e, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	size_t n = 0;
	rv_status s;

	s = rv_ledger_open_intents(e->store, &arena, &rows, &n, err);
	for (size_t i = 0; s == RV_OK && i < n; i++)
		s = settle(e, &rows[i], err);
	if (s == RV_OK && rv_slice_is_torn(e))
		s = rv_slice_mend(e, err);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_recover(struct rv_engine *e, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	size_t n = 0;
	rv_status s;

	rv_publish_sweep(e->dir);
	s = rv_ledger_open_intents(e->store, &arena, &rows, &n, err);
	rv_arena_release(&arena);
	if (s != RV_OK || (n == 0 && !rv_slice_is_torn(e)))
		return s;
	s = rv_store_lock(e->store, err);
	/* A live process is at it: nothing is left over. */
	if (s == RV_E_HELD) {
		if (err)
			*err = (struct rv_err){0};
		return RV_OK;
	}
	if (s != RV_OK)
		return s;
	s = rv_store_catch_up(e->store, err);
	if (s == RV_OK)
		s = rv_chain_look(e->store, err);
	/* What was left stays left while the chain is broken; reading goes on. */
	if (s == RV_OK && !rv_chain_known(e->store)->broken)
		s = rv_recover_locked(e, err);
	rv_store_unlock(e->store);
	return s;
}
