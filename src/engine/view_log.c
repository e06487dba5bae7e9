/* SPDX-License-Identifier: MIT */
/* What happened: rows of the ledger and turns, newest first. */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/defer.h"
#include "engine/view_priv.h"
#include "store/ledger_acts.h"

#define LOG_ROWS 500

/* An approval says by its end what came of it. */
static const char *
approved_text(const struct rv_ledger_act *act, const char *id,
	      const char *target, struct rv_arena *a)
{
	if (act->aborted)
		return rv_arena_printf(a, _("%s approved, but not written: %s"),
				       id, target);
	if (!act->end)
		return rv_arena_printf(a,
				       _("%s approved for %s, not written "
					 "yet"),
				       id, target);
	return rv_arena_printf(a, _("%s written to %s"), id, target);
}

static const char *
undo_text(const struct rv_ledger_row *r, const struct rv_ledger_act *act,
	  const char *target, struct rv_arena *a)
{
	const char *what = r->proposal.n ? rv_sv_cstr_in(a, r->proposal)
					 : rv_arena_printf(a, _("row %lld"),
							   (long long)r->of);

	if (!act->end || act->aborted)
		return rv_arena_printf(a, _("%s not taken back: %s"), what,
				       target);
	if (act->again)
		return rv_arena_printf(a, _("%s done again: %s"), what, target);
	return rv_arena_printf(a, _("%s taken back: %s"), what, target);
}

/* "P-1 written to wiki/a.md; P-2 rejected: junk; P-3 deferred" */
static const char *
batch_text(const struct rv_ledger_row *r, const struct rv_ledger_act *act,
	   const char *target, struct rv_arena *a)
{
	bool pages = r->proposal.n > 0, done = !pages || (act->end &&
							  !act->aborted);
	struct rv_buf b = RV_BUF_INIT;
	const char *out;

	if (pages)
		rv_buf_adds(&b, approved_text(act,
					      rv_sv_cstr_in(a, r->proposal),
					      target, a));
	for (size_t i = 0; done && i < r->n_also; i++) {
		const struct rv_ledger_also *it = &r->also[i];
		const char *id = rv_sv_cstr_in(a, it->proposal);

		rv_buf_adds(&b, b.n ? "; " : "");
		if (it->kind == RV_LEDGER_REJECT)
			rv_buf_addf(&b, _("%s rejected: %.*s"), id,
				    RV_SV_ARG(it->reason));
		else
			rv_buf_addf(&b, _("%s deferred"), id);
	}
	out = rv_sv_cstr_in(a, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

static const char *
ledger_text(const struct rv_ledger_row *r, const struct rv_ledger_act *act,
	    struct rv_arena *a)
{
	const char *target = rv_sv_cstr_in(a, r->target);
	const char *id = rv_sv_cstr_in(a, r->proposal);

	if (r->n_also)
		return batch_text(r, act, target, a);
	switch (r->kind) {
	case RV_LEDGER_PROPOSE:
		return rv_arena_printf(a, _("%s proposed for %s"), id, target);
	case RV_LEDGER_APPROVE:
		if (rv_sv_is(r->action, "restore"))
			return rv_arena_printf(a, _("%s put back"), target);
		return approved_text(act, id, target, a);
	case RV_LEDGER_DONE:
		return rv_arena_printf(a, _("%s written (row %lld)"), target,
				       (long long)r->of);
	case RV_LEDGER_ABORT:
		return rv_arena_printf(a, _("row %lld was not carried out"),
				       (long long)r->of);
	case RV_LEDGER_REJECT:
		return rv_arena_printf(a, _("%s rejected: %.*s"), id,
				       RV_SV_ARG(r->reason));
	case RV_LEDGER_DEFER:
		return rv_arena_printf(a, _("%s deferred"), id);
	case RV_LEDGER_SUPERSEDE:
		return rv_arena_printf(a, _("%s replaced by a newer one"), id);
	case RV_LEDGER_UNDO: return undo_text(r, act, target, a);
	case RV_LEDGER_BASELINE:
		return rv_arena_printf(
			a, _("first opened: %lld episodes told before"),
			(long long)r->n_episodes);
	case RV_LEDGER_SOURCE:
		return rv_arena_printf(a, _("%s imported"), target);
	case RV_LEDGER_ACCEPT:
		return rv_arena_printf(a, _("%s accepted as it is: %.*s"),
				       target, RV_SV_ARG(r->reason));
	case RV_LEDGER_ERASE:
		return rv_arena_printf(a, _("%s: a secret erased for good"),
				       target);
	case RV_LEDGER_KIND_N:
		break;
	}
	return "";
}

/* The span that was given, "7d" or "until-event"; "" where none was. */
static const char *
span_of(struct rv_sv reason, int64_t time, struct rv_arena *a)
{
	int64_t due = RV_UNDATED, hours;

	if (rv_sv_starts(reason, RV_SV(RV_DEFER_EVENT)))
		return "until-event";
	if (rv_sv_starts(reason, RV_SV(RV_DEFER_UNTIL)))
		(void)rv_time_parse(rv_sv_slice(reason,
						strlen(RV_DEFER_UNTIL),
						reason.n),
				    &due);
	if (due == RV_UNDATED)
		return "";
	hours = (due - time + RV_HOUR / 2) / RV_HOUR;
	return rv_arena_printf(a, "%lld%c",
			       (long long)(hours % 24 ? hours : hours / 24),
			       hours % 24 ? 'h' : 'd');
}

/* The one line that decides all of a batch again. */
static const char *
batch_cli(const struct rv_ledger_row *r, struct rv_arena *a)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv rest = r->proposal, id;
	const char *out;
	size_t i = 0;

	rv_buf_adds(&b, "reverie review apply");
	/* each of them changes one file, in this order */
	for (; i < r->n_files && rv_sv_next_part(&rest, ' ', &id); i++)
		rv_buf_addf(&b, " %.*s=%.*s", RV_SV_ARG(id),
			    RV_SV_ARG(r->files[i].after));
	for (i = 0; i < r->n_also; i++) {
		const struct rv_ledger_also *it = &r->also[i];

		if (it->kind == RV_LEDGER_REJECT)
			rv_buf_addf(&b, " --reject \"%.*s=%.*s\"",
				    RV_SV_ARG(it->proposal),
				    RV_SV_ARG(it->reason));
		else
			rv_buf_addf(&b, " --defer %.*s=%s",
				    RV_SV_ARG(it->proposal),
				    span_of(it->reason, r->time, a));
	}
	out = rv_sv_cstr_in(a, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

static const char *
defer_cli(const struct rv_ledger_row *r, struct rv_arena *a)
{
	const char *span = span_of(r->reason, r->time, a);

	return rv_arena_printf(a, "reverie review defer %.*s%s%s",
			       RV_SV_ARG(r->proposal), *span ? " --for " : "",
			       span);
}

/* The command line that does what the row says. */
static const char *
ledger_cli(const struct rv_ledger_row *r, struct rv_arena *a)
{
	const char *id = rv_sv_cstr_in(a, r->proposal);
	struct rv_sv sha = r->n_files == 1 ? r->files[0].after : RV_SV_NONE;

	switch (r->kind) {
	case RV_LEDGER_PROPOSE:
		return rv_arena_printf(a, "reverie review show %s", id);
	case RV_LEDGER_APPROVE:
		if (rv_sv_is(r->action, "restore"))
			return "reverie story restore";
		if (rv_sv_find_char(r->proposal, ' ') >= 0 || r->n_also)
			return batch_cli(r, a);
		if (!sha.n)
			return rv_arena_printf(a, "reverie review show %s", id);
		return rv_arena_printf(
			a, "reverie review approve %s --sha256 %.*s", id,
			RV_SV_ARG(sha));
	case RV_LEDGER_REJECT:
		if (r->n_also)
			return batch_cli(r, a);
		return rv_arena_printf(
			a, "reverie review reject %s --reason \"%.*s\"", id,
			RV_SV_ARG(r->reason));
	case RV_LEDGER_DEFER:
		return r->n_also ? batch_cli(r, a) : defer_cli(r, a);
	case RV_LEDGER_UNDO:
		return rv_arena_printf(a, "reverie undo %lld",
				       (long long)r->of);
	case RV_LEDGER_SOURCE:
		return rv_arena_printf(a, "reverie import %.*s",
				       RV_SV_ARG(r->target));
	case RV_LEDGER_BASELINE:
		return "reverie init";
	case RV_LEDGER_ACCEPT:
		return rv_arena_printf(a, "reverie %.*s accept \"%.*s\"",
				       RV_SV_ARG(r->action),
				       RV_SV_ARG(r->reason));
	case RV_LEDGER_DONE:
	case RV_LEDGER_ABORT:
	case RV_LEDGER_SUPERSEDE:
	case RV_LEDGER_ERASE: /* there is nothing left to do again */
	case RV_LEDGER_KIND_N:
		break;
	}
	return "";
}

/* What `undo` takes back by this number: a step that ended and stands. */
static int64_t
step_of(const struct rv_ledger_act *act)
{
	bool ends = act->kind == RV_LEDGER_APPROVE ||
		    act->kind == RV_LEDGER_UNDO;

	if (act->kind == RV_LEDGER_DONE)
		return act->of;
	return rv_ledger_is_step(act->kind) && !act->undone_by &&
			       !act->aborted && (act->end || !ends)
		       ? act->id
		       : 0;
}

/* Whoever edits a deferred proposal replaces it: that row is above it. */
static struct rv_sv
replaced_by(const struct rv_ledger_row *rows, size_t i)
{
	if (rows[i].kind != RV_LEDGER_DEFER || rows[i].n_also)
		return RV_SV_NONE;
	for (size_t k = i; k-- > 0;)
		if (rows[k].kind == RV_LEDGER_SUPERSEDE &&
		    rv_sv_eq(rows[k].proposal, rows[i].proposal))
			return rows[k].reason;
	return RV_SV_NONE;
}

static bool
is_there(struct rv_engine *e, struct rv_sv target, struct rv_arena *a)
{
	struct stat st;

	return target.n && target.p[0] != '/' &&
	       lstat(rv_path_join_in(a, e->workspace,
				     rv_sv_cstr_in(a, target)),
		     &st) == 0 &&
	       S_ISREG(st.st_mode);
}

static void
from_ledger(struct rv_engine *e, const struct rv_ledger_row *r,
	    const struct rv_ledger_act *act, struct rv_arena *a,
	    struct rv_view_activity *out)
{
	const char *text = ledger_text(r, act, a);

	if (act->undone_by)
		text = rv_arena_printf(a, _("undone: %s"), text);
	*out = (struct rv_view_activity){
		.time = r->time,
		.kind = act->again ? "redo" : rv_ledger_kind_code(r->kind),
		.text = rv_sv(text),
		.ledger = r->id,
		.end = act->end,
		.aborted = act->aborted,
		.proposal = r->proposal,
		.target = r->target,
		.by = r->by,
		.door = r->door,
		.reason = r->reason,
		.cli = rv_sv(ledger_cli(r, a)),
		.hash = r->hash,
		.of = r->of,
		.step = step_of(act),
		.undone_by = act->undone_by,
		.again_by = act->again_by,
		.newest = act->newest,
		.files = (int64_t)r->n_files,
		.episodes = r->n_episodes,
		.there = is_there(e, r->target, a),
	};
}

static void
from_turn(const struct rv_turn_row *t, struct rv_arena *a,
	  struct rv_view_activity *out)
{
	const char *text;

	if (t->turn.skipped.n)
		text = rv_arena_printf(a, _("#%lld skipped: %.*s"),
				       (long long)t->turn.run,
				       RV_SV_ARG(t->turn.skipped));
	else
		text = rv_arena_printf(
			a, _("#%lld surfaced %lld of %lld"),
			(long long)t->turn.run, (long long)t->turn.in,
			(long long)t->turn.unique);
	*out = (struct rv_view_activity){
		.time = t->turn.time,
		.kind = "turn",
		.text = rv_sv(text),
		.run = t->turn.run,
		.cli = rv_sv(rv_arena_printf(a, "reverie trace %lld",
					     (long long)t->turn.run)),
	};
}

rv_status
rv_view_activity_rows(struct rv_engine *e, size_t max, struct rv_arena *arena,
		      struct rv_view_activity **out, size_t *n,
		      struct rv_err *err)
{
	const struct rv_turn_row *turns;
	struct rv_ledger_row *rows;
	struct rv_ledger_act *acts;
	int64_t total;
	size_t n_turns, n_rows, i = 0;
	rv_status st = rv_turn_cache_rows(e, &turns, &n_turns, &total, err);

	/* An act may have two rows. */
	if (st == RV_OK)
		st = rv_ledger_list(e->store, (int64_t)max * 2, arena, &rows,
				    &n_rows, err);
	if (st == RV_OK)
		st = rv_ledger_acts_of(e->store, rows, n_rows, arena, &acts,
				       err);
	if (st != RV_OK)
		return st;
	*out = rv_arena_array(arena, struct rv_view_activity, max ? max : 1);
	*n = 0;
	/* Both lists are in order of time; merge them from their new ends. */
	while (*n < max && (i < n_rows || n_turns > 0)) {
		bool turn = n_turns > 0 &&
			    (i == n_rows ||
			     turns[n_turns - 1].turn.time >= rows[i].time);
		if (turn) {
			from_turn(&turns[--n_turns], arena, &(*out)[(*n)++]);
			continue;
		}
		if (!acts[i].folded) {
			struct rv_view_activity *row = &(*out)[(*n)++];

			from_ledger(e, &rows[i], &acts[i], arena, row);
			row->replaced_by = replaced_by(rows, i);
			if (row->replaced_by.n)
				row->step = 0;
		}
		i++;
	}
	return RV_OK;
}

rv_status
rv_view_log(struct rv_engine *e, struct rv_arena *arena,
	    struct rv_view_log *out, struct rv_err *err)
{
	rv_status st;

	*out = (struct rv_view_log){0};
	st = rv_view_status(e, arena, &out->status, err);
	if (st == RV_OK)
		st = rv_view_activity_rows(e, LOG_ROWS, arena, &out->items,
					   &out->n, err);
	return st;
}
