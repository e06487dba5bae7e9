/* SPDX-License-Identifier: MIT */
/* Taking back a step; taking back an undo is doing the step again. */
#include "config.h"

#include "base/i18n.h"
#include "engine/step.h"

/* A decision is taken back while it stands; else the newest act of its chain is
 * turned round.  An older one says what was true before that. */
static rv_status
check_stands(struct rv_engine *e, int64_t id, struct rv_err *err)
{
	bool applied = false, again;
	int64_t root = 0, newest = 0;
	rv_status s = rv_ledger_is_applied(e->store, id, &applied, err);

	if (s == RV_OK)
		s = rv_ledger_root(e->store, id, &root, &again, err);
	if (s == RV_OK)
		s = rv_ledger_turned_by(e->store, root, &newest, err);
	if (s != RV_OK || (applied && (id == root || id == newest)))
		return s;
	if (newest > id)
		return rv_fail(err, RV_E_NO,
			       _("undo %lld: row %lld turned this round "
				 "already; `reverie undo %lld` turns it round "
				 "again"),
			       (long long)id, (long long)newest,
			       (long long)newest);
	return rv_fail(err, RV_E_NO,
		       _("undo %lld: this step does not stand any more: it was "
			 "not carried out, or its proposal was decided again; "
			 "`reverie log` tells"),
		       (long long)id);
}

static rv_status
find_step(struct rv_engine *e, int64_t id, struct rv_arena *arena,
	  struct rv_ledger_row *out, struct rv_err *err)
{
	rv_status s;

	if (id == 0) {
		s = rv_ledger_newest_step(e->store, rv_sv(e->env->user), arena,
					  out, err);
		if (s == RV_E_NOTFOUND)
			s = rv_fail(err, RV_E_NO,
				    _("undo: there is no step of yours to take "
				      "back; `reverie log` lists all, and "
				      "`reverie undo ID` takes one back"));
		return s;
	}
	s = rv_ledger_get(e->store, id, arena, out, err);
	if (s == RV_OK && out->kind == RV_LEDGER_DONE)
		s = rv_ledger_get(e->store, out->of, arena, out, err);
	if (s == RV_E_NOTFOUND)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("undo %lld: the ledger has no such row; "
				 "`reverie log` lists them"),
			       (long long)id);
	if (s != RV_OK)
		return s;
	if (!rv_ledger_is_step(out->kind))
		return rv_fail(err, RV_E_USAGE,
			       _("undo %lld: this row (%s) decided nothing; "
				 "name a step that `reverie log` shows as "
				 "approve, reject, defer or undo"),
			       (long long)id, rv_ledger_kind_code(out->kind));
	return check_stands(e, out->id, err);
}

static void
reverse(const struct rv_ledger_row *step, struct rv_arena *arena,
	enum rv_door door, struct rv_ledger_row *out)
{
	*out = (struct rv_ledger_row){
		.kind = RV_LEDGER_UNDO,
		.action = step->action,
		.target = step->target,
		.door = rv_sv(rv_door_name(door)),
		.proposal = step->proposal,
		.of = step->id,
		.n_files = step->n_files,
		.anchor_before = step->anchor_after,
		.anchor_after = step->anchor_before,
	};
	out->files = rv_arena_array(arena, struct rv_ledger_file,
				    step->n_files + 1);
	for (size_t i = 0; i < step->n_files; i++)
		out->files[i] = (struct rv_ledger_file){
			.path = step->files[i].path,
			.before = step->files[i].after,
			.after = step->files[i].before,
		};
}

rv_status
rv_undo(struct rv_engine *e, int64_t id, enum rv_door door, int64_t *ledger,
	struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf slice = RV_BUF_INIT;
	struct rv_ledger_row step, row;
	struct rv_step_locks locks;
	bool kept = false;
	rv_status s;

	s = rv_step_begin(e, &locks, err);
	if (s != RV_OK)
		goto out;
	s = find_step(e, id, &arena, &step, err);
	if (s == RV_OK)
		s = rv_step_kept_log(e, step.id, &kept, err);
	if (s == RV_OK && !kept)
		s = rv_step_slice(e, &step, &slice, err);
	if (s == RV_OK) {
		reverse(&step, &arena, door, &row);
		s = rv_step_run(e, &row, rv_buf_sv(&slice), ledger, err);
	}
	rv_step_end(e, &locks);
	if (s == RV_OK)
		s = rv_step_sync(e, err);
out:
	rv_buf_release(&slice);
	rv_arena_release(&arena);
	return s;
}
