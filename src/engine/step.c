/* SPDX-License-Identifier: MIT */
/* Carrying out one step: intent, files, pending slice, done. */
#include "config.h"

#include "engine/step.h"

#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "engine/place.h"
#include "engine/slice.h"
#include "store/chain.h"
#include "store/object.h"
#include "store/page_meta.h"

#define KEPT "the pending log was left as it was"

rv_status
rv_step_begin(struct rv_engine *e, struct rv_step_locks *l, struct rv_err *err)
{
	rv_status s;

	*l = (struct rv_step_locks){.story = RV_LOCK_INIT};
	if (e->readonly)
		return rv_fail_path(err, RV_E_READONLY, e->workspace,
				    _("%s: the workspace is read-only; open it "
				      "without --readonly or as its owner"),
				    e->workspace);
	s = rv_lock_take(&l->story, e->map.story, RV_LOCK_WAIT_MS, e->env, err);
	if (s != RV_OK)
		return s;
	s = rv_store_lock(e->store, err);
	l->store = s == RV_OK;
	if (s == RV_OK)
		s = rv_store_catch_up(e->store, err);
	if (s == RV_OK)
		s = rv_chain_guard(e->store, err);
	if (s == RV_OK)
		s = rv_recover_locked(e, err);
	if (s != RV_OK)
		rv_step_end(e, l);
	return s;
}

void
rv_step_end(struct rv_engine *e, struct rv_step_locks *l)
{
	if (l->store)
		rv_store_unlock(e->store);
	rv_lock_release(&l->story);
	*l = (struct rv_step_locks){.story = RV_LOCK_INIT};
}

rv_status
rv_step_sync(struct rv_engine *e, struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status s = rv_engine_sync(e, &why);

	if (s == RV_E_NOSPACE) {
		rv_log(RV_LOG_WARN,
		       "the step was written, the index is behind: %s",
		       why.msg);
		return RV_OK;
	}
	if (s != RV_OK && err)
		*err = why;
	return s;
}

rv_status
rv_step_read(struct rv_engine *e, struct rv_sv path, struct rv_buf *out,
	     struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status s = rv_place_read(e, path, out, &why);

	if (s == RV_E_NOTFOUND)
		return RV_OK;
	if (s != RV_OK && err)
		*err = why;
	return s;
}

rv_status
rv_step_hash(struct rv_engine *e, struct rv_sv path, char sha[65],
	     struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_err why = {0};
	rv_status s = rv_place_read(e, path, &bytes, &why);

	if (s == RV_OK)
		rv_sha256_of(rv_buf_sv(&bytes), sha);
	else if (s == RV_E_NOTFOUND)
		sha[0] = '\0';
	else if (err)
		*err = why;
	rv_buf_release(&bytes);
	return s == RV_E_NOTFOUND ? RV_OK : s;
}

rv_status
rv_step_put(struct rv_engine *e, struct rv_sv path, struct rv_sv sha,
	    struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf bytes = RV_BUF_INIT;
	rv_status s;

	if (!sha.n)
		return rv_place_remove(e, path, err);
	s = rv_object_get(e->store, rv_sv_cstr_in(&arena, sha), &bytes, err);
	if (s == RV_OK)
		s = rv_place_write(e, path, rv_buf_sv(&bytes), err);
	rv_buf_release(&bytes);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_step_consumes(struct rv_engine *e, const struct rv_ledger_row *row,
		 bool *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row r = *row;
	bool consumes = true;
	rv_status s = RV_OK;

	while (s == RV_OK && r.kind == RV_LEDGER_UNDO && r.of > 0) {
		consumes = !consumes;
		s = rv_ledger_get(e->store, r.of, &arena, &r, err);
	}
	if (s == RV_OK)
		*out = consumes;
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_step_slice(struct rv_engine *e, const struct rv_ledger_row *row,
	      struct rv_buf *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status s = RV_OK;

	if (row->pending.n)
		s = rv_object_get(e->store,
				  rv_sv_cstr_in(&arena, row->pending), out,
				  err);
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_step_kept_log(struct rv_engine *e, int64_t id, bool *out,
		 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	size_t n = 0;
	rv_status s;

	*out = false;
	s = rv_ledger_list(e->store, 0, &arena, &rows, &n, err);
	for (size_t i = 0; s == RV_OK && i < n; i++)
		if (rows[i].kind == RV_LEDGER_DONE && rows[i].of == id)
			*out = rv_sv_is(rows[i].reason, KEPT);
	rv_arena_release(&arena);
	return s;
}

static rv_status
close_step(struct rv_engine *e, const struct rv_ledger_row *row,
	   enum rv_ledger_kind kind, const char *reason, struct rv_err *err)
{
	struct rv_ledger_row end = {
		.kind = kind,
		.action = row->action,
		.target = row->target,
		.by = row->by,
		.door = row->door,
		.proposal = row->proposal,
		.of = row->id,
		.anchor_before = RV_UNDATED,
		.anchor_after = RV_UNDATED,
		.reason = rv_sv(reason),
	};

	return rv_ledger_append(e->store, &end, err);
}

rv_status
rv_step_abort(struct rv_engine *e, const struct rv_ledger_row *row,
	      const char *reason, struct rv_err *err)
{
	return close_step(e, row, RV_LEDGER_ABORT, reason, err);
}

rv_status
rv_step_finish(struct rv_engine *e, const struct rv_ledger_row *row,
	       struct rv_sv slice, bool again, struct rv_err *err)
{
	bool consumes = true, took = true;
	rv_status s = rv_step_consumes(e, row, &consumes, err);

	if (s == RV_OK && slice.n && consumes)
		s = rv_slice_take(e, slice, again, &took, err);
	else if (s == RV_OK && slice.n)
		s = rv_slice_back(e, slice, err);
	if (s == RV_OK && !took)
		rv_log(RV_LOG_WARN, "the pending log changed meanwhile: it was "
				    "left as it was");
	if (s == RV_OK)
		s = close_step(e, row, RV_LEDGER_DONE, took ? NULL : KEPT, err);
	return s;
}

/* Where the bytes of a page that is gone stand now, or "". */
static struct rv_sv
moved_to(struct rv_engine *e, const struct rv_ledger_file *f,
	 struct rv_arena *arena)
{
	struct rv_page_meta *list;
	struct rv_buf bytes = RV_BUF_INIT;
	char sha[RV_SHA256_HEX];
	size_t n = 0, size;

	if (rv_object_get(e->store, rv_sv_cstr_in(arena, f->before), &bytes,
			  NULL) != RV_OK ||
	    rv_page_meta_list(e->store, arena, &list, &n, NULL) != RV_OK)
		n = 0;
	size = bytes.n;
	rv_buf_release(&bytes);
	for (size_t i = 0; i < n; i++)
		if (list[i].bytes == (int64_t)size &&
		    rv_step_hash(e, list[i].path, sha, NULL) == RV_OK &&
		    rv_sv_is(f->before, sha))
			return list[i].path;
	return RV_SV_NONE;
}

/* What became of a file that is not what the step starts from. */
static rv_status
fail_moved(struct rv_engine *e, const struct rv_ledger_file *f, bool there,
	   struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv to = RV_SV_NONE;

	if (!there)
		to = moved_to(e, f, &arena);
	if (to.n)
		(void)rv_fail(err, RV_E_MOVED,
			      _("%.*s: it was renamed to %.*s meanwhile, "
				"nothing was written; name it back, or promote "
				"again for the new name"),
			      RV_SV_ARG(f->path), RV_SV_ARG(to));
	else if (!there)
		(void)rv_fail(err, RV_E_MOVED,
			      _("%.*s: it was deleted meanwhile, nothing was "
				"written; put it back, or make the step anew"),
			      RV_SV_ARG(f->path));
	else if (!f->before.n)
		(void)rv_fail(err, RV_E_MOVED,
			      _("%.*s: somebody made this file meanwhile, "
				"nothing was written; look at it and make the "
				"step anew"),
			      RV_SV_ARG(f->path));
	else
		(void)rv_fail(err, RV_E_MOVED,
			      _("%.*s: it changed since this step was made, "
				"nothing was written; look at it and try "
				"again"),
			      RV_SV_ARG(f->path));
	rv_arena_release(&arena);
	return RV_E_MOVED;
}

static rv_status
check_before(struct rv_engine *e, const struct rv_ledger_row *row,
	     struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	rv_status s = RV_OK;

	for (size_t i = 0; s == RV_OK && i < row->n_files; i++) {
		const struct rv_ledger_file *f = &row->files[i];

		s = rv_step_hash(e, f->path, sha, err);
		if (s == RV_OK && !rv_sv_is(f->before, sha))
			s = fail_moved(e, f, sha[0], err);
		if (s == RV_OK && f->after.n)
			s = rv_place_check(e, f->path, err);
	}
	return s;
}

/* Looked at again just before it is replaced: a batch takes its time, and
 * somebody may edit its last page while the first is written. */
static rv_status
put_file(struct rv_engine *e, const struct rv_ledger_file *f,
	 struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	rv_status s = rv_step_hash(e, f->path, sha, err);

	if (s == RV_OK && !rv_sv_is(f->before, sha))
		s = fail_moved(e, f, sha[0], err);
	return s == RV_OK ? rv_step_put(e, f->path, f->after, err) : s;
}

/* What was written is as before, unless a person edited it since; false: there
 * was no room. */
static bool
put_back(struct rv_engine *e, const struct rv_ledger_file *f)
{
	char sha[RV_SHA256_HEX];

	if (rv_step_hash(e, f->path, sha, NULL) == RV_OK &&
	    !rv_sv_is(f->after, sha)) {
		rv_log(RV_LOG_WARN,
		       "%.*s: it was edited while the step was made and stays "
		       "as it is",
		       RV_SV_ARG(f->path));
		return true;
	}
	if (rv_step_put(e, f->path, f->before, NULL) == RV_OK)
		return true;
	rv_log(RV_LOG_ERROR,
	       "%.*s: it could not be put back; the next start finishes the "
	       "step",
	       RV_SV_ARG(f->path));
	return false;
}

/* All files or none: what was written before a failure is put back.  *half:
 * there was no room even for that. */
static rv_status
put_files(struct rv_engine *e, const struct rv_ledger_row *row, bool *half,
	  struct rv_err *err)
{
	rv_status s = RV_OK;
	size_t i;

	for (i = 0; i < row->n_files && s == RV_OK; i++)
		s = put_file(e, &row->files[i], err);
	for (; s != RV_OK && i > 1; i--)
		*half |= !put_back(e, &row->files[i - 2]);
	return s;
}

/* The bytes that undo will need. */
static rv_status
keep_before(struct rv_engine *e, const struct rv_ledger_row *row,
	    struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	char sha[RV_SHA256_HEX];
	rv_status s = RV_OK;

	for (size_t i = 0; s == RV_OK && i < row->n_files; i++) {
		const struct rv_ledger_file *f = &row->files[i];

		if (!f->before.n)
			continue;
		rv_buf_reset(&bytes);
		s = rv_step_read(e, f->path, &bytes, err);
		if (s == RV_OK)
			s = rv_object_put(e->store, rv_buf_sv(&bytes), sha,
					  err);
		if (s == RV_OK && !rv_sv_is(f->before, sha))
			s = rv_fail(err, RV_E_MOVED,
				    _("%.*s: it changed just now, nothing was "
				      "written; try again"),
				    RV_SV_ARG(f->path));
	}
	rv_buf_release(&bytes);
	return s;
}

rv_status
rv_step_run(struct rv_engine *e, struct rv_ledger_row *intent,
	    struct rv_sv slice, int64_t *id, struct rv_err *err)
{
	char sha[RV_SHA256_HEX];
	struct rv_err ignored = {0};
	bool half = false;
	rv_status s;

	s = check_before(e, intent, err);
	if (s == RV_OK)
		s = keep_before(e, intent, err);
	if (s == RV_OK && slice.n) {
		s = rv_object_put(e->store, slice, sha, err);
		if (s == RV_OK) {
			intent->pending = rv_sv(sha);
			intent->pending_len = (int64_t)slice.n;
		}
	}
	if (s == RV_OK)
		s = rv_ledger_append(e->store, intent, err);
	if (s != RV_OK)
		return s;
	/* Somebody who does not honour the lock may have been faster. */
	s = check_before(e, intent, err);
	if (s == RV_OK)
		s = put_files(e, intent, &half, err);
	if (s != RV_OK) {
		/* Without room even for this row the next start writes it.
		 * Half of a step stays open: it is finished there. */
		if (!half && rv_step_abort(e, intent, rv_status_code(s),
					   &ignored) != RV_OK)
			rv_log(RV_LOG_WARN, "%s", ignored.msg);
		return s;
	}
	s = rv_step_finish(e, intent, slice, false, err);
	if (s == RV_OK)
		*id = intent->id;
	/* pointed to this frame */
	intent->pending = RV_SV_NONE;
	return s;
}
