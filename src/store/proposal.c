/* SPDX-License-Identifier: MIT */
/* Proposals, as the rows of the ledger leave them. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/ledger.h"
#include "store/store_priv.h"

static const char *const state_names[] = {
	[RV_PROPOSAL_OPEN] = "open",
	[RV_PROPOSAL_DEFERRED] = "deferred",
	[RV_PROPOSAL_APPROVED] = "approved",
	[RV_PROPOSAL_REJECTED] = "rejected",
	[RV_PROPOSAL_SUPERSEDED] = "superseded",
	[RV_PROPOSAL_UNDONE] = "undone",
};

struct brief {
	char id[64];
	int64_t ledger; /* 0: there is none */
	int64_t decided; /* by this row, or 0 */
	enum rv_proposal_state state;
};

const char *
rv_proposal_state_name(enum rv_proposal_state st)
{
	return state_names[st];
}

static void
read_row(sqlite3_stmt *st, struct brief *b)
{
	struct rv_sv id = rv__column(st, 0), state = rv__column(st, 2);

	memset(b, 0, sizeof(*b));
	memcpy(b->id, id.p, RV_MIN(id.n, sizeof(b->id) - 1));
	b->ledger = sqlite3_column_int64(st, 1);
	b->decided = sqlite3_column_int64(st, 3);
	for (size_t i = 0; i < ARRAY_LEN(state_names); i++)
		if (rv_sv_is(state, state_names[i]))
			b->state = (enum rv_proposal_state)i;
}

static rv_status
load(struct rv_store *s, struct rv_sv id, struct brief *b, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PROPOSAL_GET, err);
	rv_status status;
	bool row;

	memset(b, 0, sizeof(*b));
	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, id);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row)
		read_row(st, b);
	sqlite3_reset(st);
	return status;
}

/* What deferred it before holds no longer. */
static rv_status
end_defers(struct rv_store *s, struct rv_sv id, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_DEFERS, err);

	if (st)
		rv__bind(st, 1, id);
	return rv__db_run(s, st, err);
}

/* Its decision was taken back: it waits as it did before, deferred or not. */
static rv_status
wait_again(struct rv_store *s, struct rv_sv id, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PROPOSAL_AGAIN, err);
	rv_status status;

	if (st)
		rv__bind(st, 1, id);
	status = rv__db_run(s, st, err);
	if (status != RV_OK)
		return status;
	st = rv__db_stmt(s, RV_SQL_LEDGER_DEFER_AGAIN, err);
	if (st)
		rv__bind(st, 1, id);
	return rv__db_run(s, st, err);
}

static rv_status
set_state(struct rv_store *s, struct rv_sv id, enum rv_proposal_state state,
	  int64_t row, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PROPOSAL_STATE, err);
	rv_status status;

	if (st) {
		rv__bind(st, 1, id);
		rv__bind(st, 2, rv_sv(state_names[state]));
		sqlite3_bind_int64(st, 3, row);
	}
	status = rv__db_run(s, st, err);
	if (status == RV_OK && state != RV_PROPOSAL_DEFERRED)
		status = end_defers(s, id, err);
	return status;
}

/* A promotion that is taken back waits again; a story's episodes are pending
 * again and make another proposal. */
static enum rv_proposal_state
state_of(struct rv_sv id, enum rv_ledger_kind kind, bool applied)
{
	if (kind == RV_LEDGER_APPROVE && !applied &&
	    !rv_sv_starts(id, RV_SV("P-")))
		return RV_PROPOSAL_UNDONE;
	if (!applied)
		return RV_PROPOSAL_OPEN;
	return kind == RV_LEDGER_REJECT	   ? RV_PROPOSAL_REJECTED
	       : kind == RV_LEDGER_DEFER   ? RV_PROPOSAL_DEFERRED
	       : kind == RV_LEDGER_APPROVE ? RV_PROPOSAL_APPROVED
					   : RV_PROPOSAL_SUPERSEDED;
}

/* What a step decided about one proposal holds now, or no longer. */
static rv_status
decide_one(struct rv_store *s, struct rv_sv id, enum rv_ledger_kind kind,
	   int64_t row, bool applied, struct rv_err *err)
{
	enum rv_proposal_state state = state_of(id, kind, applied);

	if (state == RV_PROPOSAL_OPEN && kind != RV_LEDGER_DEFER)
		return wait_again(s, id, err);
	return set_state(s, id, state, applied ? row : 0, err);
}

rv_status
rv__proposal_decided(struct rv_store *s, struct rv_sv proposals,
		     enum rv_ledger_kind kind, int64_t row, bool applied,
		     struct rv_err *err)
{
	rv_status status = RV_OK;
	struct rv_sv id;

	/* A step may carry out several, with blanks between. */
	while (status == RV_OK && rv_sv_next_part(&proposals, ' ', &id))
		status = decide_one(s, id, kind, row, applied, err);
	return status;
}

rv_status
rv__proposal_also(struct rv_store *s, const struct rv_ledger_also *also,
		  int64_t row, bool applied, struct rv_err *err)
{
	struct brief b;
	rv_status status = load(s, also->proposal, &b, err);
	bool waits = b.state == RV_PROPOSAL_OPEN ||
		     b.state == RV_PROPOSAL_DEFERRED;

	if (status != RV_OK || !b.ledger ||
	    (applied ? !waits || b.decided > row : b.decided != row))
		return status;
	status = end_defers(s, also->proposal, err);
	if (status == RV_OK)
		status = decide_one(s, also->proposal, also->kind, row, applied,
				    err);
	return status;
}

rv_status
rv__proposal_index(struct rv_store *s, const struct rv_ledger_row *row,
		   struct rv_err *err)
{
	struct brief b;
	sqlite3_stmt *st;
	rv_status status;

	if (row->kind == RV_LEDGER_PROPOSE) {
		if ((st = rv__db_stmt(s, RV_SQL_PROPOSAL_ADD, err))) {
			rv__bind(st, 1, row->proposal);
			sqlite3_bind_int64(st, 2, row->id);
		}
		return rv__db_run(s, st, err);
	}
	status = load(s, row->proposal, &b, err);
	/* What was decided first stays decided. */
	if (status != RV_OK || !b.ledger ||
	    (b.state != RV_PROPOSAL_OPEN && b.state != RV_PROPOSAL_DEFERRED))
		return status;
	status = end_defers(s, row->proposal, err);
	if (status == RV_OK)
		status = rv__proposal_decided(s, row->proposal, row->kind,
					      row->id, true, err);
	/* One row is the whole step. */
	if (status == RV_OK && rv_ledger_is_step(row->kind)) {
		if ((st = rv__db_stmt(s, RV_SQL_LEDGER_TOOK, err)))
			sqlite3_bind_int64(st, 1, row->id);
		status = rv__db_run(s, st, err);
	}
	return status;
}

rv_status
rv_proposal_next_id(struct rv_store *s, char letter, char out[24],
		    struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PROPOSAL_COUNT, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		(void)snprintf(out, 24, "%c-%lld", letter,
			       (long long)sqlite3_column_int64(st, 0) + 1);
	sqlite3_reset(st);
	return status;
}

static rv_status
fill(struct rv_store *s, const struct brief *b, struct rv_arena *arena,
     struct rv_proposal *out, struct rv_err *err)
{
	rv_status st = rv_ledger_get(s, b->ledger, arena, &out->row, err);

	if (st != RV_OK)
		return st;
	out->id = rv_sv_dup_in(arena, rv_sv(b->id));
	out->kind = out->row.action;
	out->state = b->state;
	out->decided = b->decided;
	return RV_OK;
}

rv_status
rv_proposal_get(struct rv_store *s, struct rv_sv id, struct rv_arena *arena,
		struct rv_proposal *out, struct rv_err *err)
{
	struct brief b;
	rv_status st = load(s, id, &b, err);

	if (st != RV_OK)
		return st;
	if (!b.ledger)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("there is no proposal %.*s; see the list of "
				 "proposals"),
			       RV_SV_ARG(id));
	return fill(s, &b, arena, out, err);
}

rv_status
rv_proposal_list(struct rv_store *s, bool all, struct rv_arena *arena,
		 struct rv_proposal **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PROPOSAL_LIST, err);
	struct brief *items = NULL;
	size_t count = 0, cap = 0;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int(st, 1, all);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		rv_grow(&items, &cap, count + 1);
		read_row(st, &items[count++]);
	}
	if (status == RV_OK)
		*out = rv_arena_array(arena, struct rv_proposal, count + 1);
	*n = 0;
	for (size_t i = 0; i < count && status == RV_OK; i++) {
		struct rv_err why = {0};

		/* A row that cannot be read hides no other. */
		status = fill(s, &items[i], arena, &(*out)[*n], &why);
		*n += status == RV_OK;
		if (status == RV_E_PARSE)
			status = RV_OK;
		else if (status != RV_OK && err)
			*err = why;
	}
	free(items);
	return status;
}
