/* SPDX-License-Identifier: MIT */
/* log, chain and undo: the ledger. */
#include "config.h"

#include "base/i18n.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/engine_priv.h"
#include "store/chain.h"
#include "store/object.h"

#define ROWS_DEFAULT 50
#define ROWS_MOST 1000000

/* The newest row that let damage stand. */
static void
write_accepted(struct rv_engine *e, const struct rv_chain *c, struct rv_jw *w)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row row;

	if (rv_ledger_get(e->store, c->accepted, &arena, &row, NULL) == RV_OK) {
		rv_jw_object(w, "accepted");
		rv_jw_int(w, "id", row.id);
		rv_jw_int(w, "first_bad", c->accepted_bad);
		rv_jw_time(w, "time", row.time);
		rv_jw_sv(w, "by", row.by);
		rv_jw_sv(w, "reason", row.reason);
		rv_jw_end_object(w);
	}
	rv_arena_release(&arena);
}

static rv_status
verify(struct rv_engine *e, struct rv_buf *json, struct rv_err *err)
{
	int64_t first_bad = 0, kept = 0, damaged = 0;
	char object[RV_SHA256_HEX] = "";
	struct rv_jw w;
	rv_status s = rv_ledger_verify(e->store, &first_bad, err), objects;
	const struct rv_chain *c = rv_chain_known(e->store);

	if (s != RV_OK && s != RV_E_DAMAGED)
		return s;
	/* of two reasons the chain's is the sentence */
	objects = rv_object_verify(e->store, &kept, &damaged, object,
				   s == RV_OK ? err : NULL);
	if (objects != RV_OK && objects != RV_E_DAMAGED)
		return objects;
	rv_act_begin(&w, json);
	rv_jw_bool(&w, "ok", s == RV_OK && objects == RV_OK);
	if (s == RV_OK)
		rv_jw_null(&w, "first_bad");
	else
		rv_jw_int(&w, "first_bad", first_bad);
	rv_jw_int(&w, "torn", c->torn);
	rv_jw_object(&w, "objects");
	rv_jw_int(&w, "kept", kept);
	rv_jw_int(&w, "damaged", damaged);
	if (damaged)
		rv_jw_str(&w, "first", object);
	rv_jw_end_object(&w);
	if (c->accepted)
		write_accepted(e, c, &w);
	rv_act_end(&w);
	return s == RV_OK ? objects : s;
}

/* The newest `max` acts: what only ends another row is none, so that more rows
 * may have to be read. */
static rv_status
write_acts(struct rv_engine *e, size_t max, struct rv_jw *w,
	   struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	struct rv_ledger_act *acts;
	size_t n = 0, read, before, found;
	rv_status s = RV_OK;

	for (read = max * 2; s == RV_OK && max; read *= 2) {
		before = n;
		s = rv_ledger_list(e->store, (int64_t)read, &arena, &rows, &n,
				   err);
		if (s == RV_OK)
			s = rv_ledger_acts_of(e->store, rows, n, &arena, &acts,
					      err);
		found = 0;
		for (size_t i = 0; s == RV_OK && i < n; i++)
			found += !acts[i].folded;
		if (found >= max || n == before)
			break;
	}
	found = 0;
	for (size_t i = 0; s == RV_OK && i < n && found < max; i++)
		if (!acts[i].folded) {
			rv_act_ledger(w, NULL, &rows[i], &acts[i]);
			found++;
		}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_act_log(struct rv_engine *e, const struct rv_env *env,
	   const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	   struct rv_err *err)
{
	int64_t limit = 0;
	struct rv_jw w;
	rv_status s;

	(void)env;
	(void)door;
	if (rv_args_has(args, "verify"))
		return verify(e, json, err);
	s = rv_args_int(args, "number", ROWS_DEFAULT, &limit, err);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	rv_jw_array(&w, "ledger");
	s = write_acts(e, (size_t)RV_MIN(limit, ROWS_MOST), &w, err);
	rv_jw_end_array(&w);
	rv_act_end(&w);
	if (s != RV_OK)
		rv_buf_reset(json);
	return s;
}

rv_status
rv_act_chain_accept(struct rv_engine *e, const struct rv_env *env,
		    const struct rv_args *args, enum rv_door door,
		    struct rv_buf *json, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv reason;
	int64_t row = 0;
	struct rv_jw w;
	rv_status s = rv_act_operand(args, "REASON", &reason, err);

	(void)env;
	if (s == RV_OK)
		s = rv_chain_accept(e->store,
				    rv_redact_in(&arena, reason, NULL),
				    rv_sv(rv_door_name(door)), &row, err);
	rv_arena_release(&arena);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	s = rv_act_ledger_id(e, &w, row, err);
	rv_act_end(&w);
	return s;
}

/* As a number, or as the screens name a row: "row-7". */
static bool
is_row(struct rv_sv id, int64_t *out)
{
	struct rv_sv row = RV_SV("row-");

	if (rv_sv_starts(id, row))
		id = rv_sv_slice(id, row.n, id.n);
	return rv_sv_to_int(id, out) && *out > 0;
}

/* Who names a proposal whose decision is taken back already is told the row
 * that does it again. */
static rv_status
taken_back(struct rv_engine *e, struct rv_sv id, int64_t step,
	   struct rv_err *err)
{
	int64_t by = 0;
	rv_status s = rv_ledger_turned_by(e->store, step, &by, err);

	if (s != RV_OK)
		return s;
	return by ? rv_fail(err, RV_E_NO,
			    _("undo %.*s: its decision is taken back already; "
			      "`reverie undo %lld` does it again"),
			    RV_SV_ARG(id), (long long)by)
		  : rv_fail(err, RV_E_NO,
			    _("undo %.*s: no decision of it stands; `reverie "
			      "log` lists the steps"),
			    RV_SV_ARG(id));
}

/* The newest decision of a proposal that stands. */
static rv_status
step_of(struct rv_engine *e, struct rv_sv id, int64_t *out,
	struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row *rows;
	int64_t newest = 0;
	size_t n = 0;
	rv_status s = rv_ledger_list(e->store, 0, &arena, &rows, &n, err);

	*out = 0;
	for (size_t i = 0; s == RV_OK && i < n && !*out; i++) {
		bool applied = false;

		if (!rv_ledger_is_step(rows[i].kind) ||
		    rows[i].kind == RV_LEDGER_UNDO ||
		    !rv_ledger_holds(&rows[i], id))
			continue;
		newest = newest ? newest : rows[i].id;
		s = rv_ledger_is_applied(e->store, rows[i].id, &applied, err);
		*out = applied ? rows[i].id : 0;
	}
	if (s == RV_OK && !newest)
		s = rv_fail(err, RV_E_NOTFOUND,
			    _("undo %.*s: it is neither the number of a step "
			      "nor a proposal that was decided; `reverie "
			      "log` lists the steps"),
			    (int)RV_MIN(id.n, 40), id.p);
	else if (s == RV_OK && !*out)
		s = taken_back(e, id, newest, err);
	rv_arena_release(&arena);
	return s;
}

/* The step that it took back, or did again, and which of its proposals are deferred
 * by it. */
static void
add_undone(struct rv_engine *e, struct rv_jw *w, int64_t undo)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row row;
	struct rv_proposal p;
	struct rv_sv ids, id;
	bool again = true;
	rv_status s = rv_ledger_get(e->store, undo, &arena, &row, NULL);

	while (s == RV_OK && row.kind == RV_LEDGER_UNDO) {
		again = !again;
		s = rv_ledger_get(e->store, row.of, &arena, &row, NULL);
	}
	if (s == RV_OK) {
		rv_jw_object(w, "step");
		rv_jw_str(w, "kind", rv_ledger_kind_code(row.kind));
		rv_jw_sv(w, "action", row.action);
		rv_jw_sv(w, "proposals", row.proposal);
		rv_jw_bool(w, "again", again);
		rv_jw_array(w, "deferred");
		ids = row.proposal;
		while (rv_sv_next_part(&ids, ' ', &id))
			if (rv_proposal_get(e->store, id, &arena, &p, NULL) ==
				    RV_OK &&
			    p.state == RV_PROPOSAL_DEFERRED)
				rv_jw_sv(w, NULL, id);
		rv_jw_end_array(w);
		rv_jw_end_object(w);
	}
	rv_arena_release(&arena);
}

rv_status
rv_act_undo(struct rv_engine *e, const struct rv_env *env,
	    const struct rv_args *args, enum rv_door door, struct rv_buf *json,
	    struct rv_err *err)
{
	struct rv_sv id = rv_sv(rv_args_operand(args, 0));
	int64_t step = 0, ledger = 0;
	struct rv_jw w;
	rv_status s = RV_OK;

	(void)env;
	if (id.n && !is_row(id, &step))
		s = step_of(e, id, &step, err);
	if (s == RV_OK)
		s = rv_undo(e, step, door, &ledger, err);
	if (s != RV_OK)
		return s;
	rv_act_begin(&w, json);
	s = rv_act_ledger_id(e, &w, ledger, err);
	if (s == RV_OK)
		add_undone(e, &w, ledger);
	rv_act_end(&w);
	return s;
}
