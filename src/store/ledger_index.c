/* SPDX-License-Identifier: MIT */
/* What follows from the ledger: steps, what is applied, what is narrated. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/object.h"
#include "store/store_priv.h"

/* Before the proposals of a row that decides more than those. */
#define ALSO "+ "

/* A row as the index knows it. */
struct entry {
	int64_t id, offset, length, of;
	int done;
	enum rv_ledger_kind kind;
	bool applied;
	char proposal[1024], episodes[RV_SHA256_HEX];
};

static void
copy(char *to, size_t size, struct rv_sv v)
{
	size_t n = RV_MIN(v.n, size - 1);

	if (n)
		memcpy(to, v.p, n);
	to[n] = '\0';
}

/* e->id is 0 when there is no such row. */
static rv_status
load(struct rv_store *s, int64_t id, struct entry *e, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_GET, err);
	struct rv_sv kind;
	rv_status status;
	bool row;

	memset(e, 0, sizeof(*e));
	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, id);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK || !row)
		return status;
	kind = rv__column(st, 2);
	e->id = id;
	e->offset = sqlite3_column_int64(st, 0);
	e->length = sqlite3_column_int64(st, 1);
	while (e->kind < RV_LEDGER_KIND_N &&
	       !rv_sv_is(kind, rv_ledger_kind_code(e->kind)))
		e->kind++;
	copy(e->proposal, sizeof(e->proposal), rv__column(st, 3));
	e->of = sqlite3_column_int64(st, 4);
	e->done = sqlite3_column_int(st, 5);
	e->applied = sqlite3_column_int(st, 6);
	copy(e->episodes, sizeof(e->episodes), rv__column(st, 7));
	sqlite3_reset(st);
	return RV_OK;
}

/* Calls fn for each id of an episode list; a lost object is only logged. */
static rv_status
each_episode(struct rv_store *s, const struct entry *e, bool baseline,
	     bool add, struct rv_err *err)
{
	struct rv_buf ids = RV_BUF_INIT;
	struct rv_err why = {0};
	struct rv_sv rest, id;
	sqlite3_stmt *st;
	rv_status status = RV_OK;

	if (!e->episodes[0])
		return RV_OK;
	if (rv_object_get(s, e->episodes, &ids, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "ledger row %lld: %s", (long long)e->id,
		       why.msg);
	rest = rv_buf_sv(&ids);
	while (status == RV_OK && rv_sv_next_line(&rest, &id)) {
		id = rv_sv_trim(id);
		if (!id.n)
			continue;
		if (add) {
			if ((st = rv__db_stmt(s, RV_SQL_NARRATION_ADD, err))) {
				rv__bind(st, 1, id);
				sqlite3_bind_int64(st, 2, e->id);
				sqlite3_bind_int(st, 3, baseline);
			}
			status = rv__db_run(s, st, err);
			s->narrations = 1;
		}
		if (status == RV_OK)
			status = rv__episode_refresh(s, id, err);
	}
	rv_buf_release(&ids);
	return status;
}

/* What a step that decides more than it writes says of the others. */
static rv_status
apply_also(struct rv_store *s, int64_t id, bool applied, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row row;
	rv_status st = rv_ledger_get(s, id, &arena, &row, err);

	for (size_t i = 0; st == RV_OK && i < row.n_also; i++)
		st = rv__proposal_also(s, &row.also[i], id, applied, err);
	rv_arena_release(&arena);
	return st;
}

/* Sets whether a step is applied, and what that means for the step that it
 * took back, and so on. */
static rv_status
apply(struct rv_store *s, int64_t id, bool applied, struct rv_err *err)
{
	struct entry e;
	sqlite3_stmt *st;
	rv_status status = RV_OK;
	bool also;

	/* Steps take back older ones only, so that this ends. */
	for (int64_t before = INT64_MAX; status == RV_OK && id < before;
	     id = e.of, applied = !applied) {
		before = id;
		if ((status = load(s, id, &e, err)) != RV_OK || !e.id ||
		    !rv_ledger_is_step(e.kind) || e.done != 1 ||
		    e.applied == applied)
			return status;
		if ((st = rv__db_stmt(s, RV_SQL_LEDGER_APPLY, err))) {
			sqlite3_bind_int64(st, 1, id);
			sqlite3_bind_int(st, 2, applied);
		}
		status = rv__db_run(s, st, err);
		if (e.kind == RV_LEDGER_UNDO)
			continue;
		if (status == RV_OK)
			status = each_episode(s, &e, false, applied, err);
		also = rv_sv_starts(rv_sv(e.proposal), RV_SV(ALSO));
		if (status == RV_OK && e.proposal[0])
			status = rv__proposal_decided(
				s,
				rv_sv(e.proposal + (also ? strlen(ALSO) : 0)),
				e.kind, id, applied, err);
		if (status == RV_OK && also)
			status = apply_also(s, id, applied, err);
		return status;
	}
	return status;
}

static rv_status
finish(struct rv_store *s, int64_t of, int done, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_DONE, err);
	rv_status status;

	if (st) {
		sqlite3_bind_int64(st, 1, of);
		sqlite3_bind_int(st, 2, done);
	}
	status = rv__db_run(s, st, err);
	if (status == RV_OK && done == 1 && sqlite3_changes(s->db))
		status = apply(s, of, true, err);
	return status;
}

static rv_status
add_row(struct rv_store *s, const struct rv_ledger_row *row,
	const struct rv_line *line, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_ADD, err);
	struct rv_buf proposals = RV_BUF_INIT;
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	rv_buf_addf(&proposals, "%s%.*s", row->n_also ? ALSO : "",
		    RV_SV_ARG(row->proposal));
	sqlite3_bind_int64(st, 1, row->id);
	sqlite3_bind_int64(st, 2, line->offset);
	sqlite3_bind_int64(st, 3, (int64_t)line->text.n);
	rv__bind(st, 4, rv_sv(rv_ledger_kind_code(row->kind)));
	rv__bind_opt(st, 5, rv_buf_sv(&proposals));
	sqlite3_bind_int64(st, 6, row->of);
	sqlite3_bind_int(st, 7, row->kind == RV_LEDGER_BASELINE);
	rv__bind_opt(st, 8, row->episodes);
	rv__bind(st, 9, row->hash);
	status = rv__db_run(s, st, err);
	rv_buf_release(&proposals);
	return status;
}

static rv_status
index_row(struct rv_store *s, const struct rv_ledger_row *row,
	  struct rv_err *err)
{
	struct entry e = {.id = row->id};

	switch (row->kind) {
	case RV_LEDGER_DONE:
		return finish(s, row->of, 1, err);
	case RV_LEDGER_ABORT:
		return finish(s, row->of, 2, err);
	case RV_LEDGER_BASELINE:
		copy(e.episodes, sizeof(e.episodes), row->episodes);
		return each_episode(s, &e, true, true, err);
	case RV_LEDGER_REJECT:
	case RV_LEDGER_DEFER:
		/* of several: one row is the whole step */
		return row->n_also ? finish(s, row->id, 1, err)
				   : rv__proposal_index(s, row, err);
	case RV_LEDGER_PROPOSE:
	case RV_LEDGER_SUPERSEDE:
		return rv__proposal_index(s, row, err);
	case RV_LEDGER_SOURCE:
		return rv__rejected_index(s, row, err);
	case RV_LEDGER_APPROVE:
	case RV_LEDGER_UNDO:
	case RV_LEDGER_ACCEPT:
	case RV_LEDGER_ERASE:
	case RV_LEDGER_KIND_N:
		break;
	}
	return RV_OK;
}

rv_status
rv__ledger_index(struct rv_store *s, const struct rv_line *line,
		 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_ledger_row row;
	struct entry e;
	rv_status st = rv__ledger_parse(line->text, &arena, &row, err);

	if (st == RV_OK && (st = load(s, row.id, &e, err)) == RV_OK && e.id)
		st = rv_fail(err, RV_E_PARSE, "row %lld is there already",
			     (long long)row.id);
	if (st == RV_OK)
		st = add_row(s, &row, line, err);
	if (st == RV_OK)
		st = index_row(s, &row, err);
	rv_arena_release(&arena);
	return st;
}

/* Number of the line that begins there; only a sentence needs it. */
static int64_t
line_at(struct rv_store *s, int64_t offset)
{
	struct rv_buf bytes = RV_BUF_INIT;
	int64_t n = 1;

	if (rv__store_read(s, RV_LEDGER_NAME, 0, (size_t)offset, &bytes,
			   NULL) == RV_OK)
		for (size_t i = 0; i < bytes.n; i++)
			n += bytes.p[i] == '\n';
	rv_buf_release(&bytes);
	return n;
}

rv_status
rv_ledger_get(struct rv_store *s, int64_t id, struct rv_arena *arena,
	      struct rv_ledger_row *out, struct rv_err *err)
{
	struct rv_buf bytes = RV_BUF_INIT;
	struct entry e;
	rv_status st = load(s, id, &e, err);

	if (st == RV_OK && !e.id)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("there is no row %lld in the ledger; see the "
			       "log"),
			     (long long)id);
	if (st == RV_OK)
		st = rv__store_read(s, RV_LEDGER_NAME, e.offset,
				    (size_t)e.length, &bytes, err);
	if (st == RV_OK && (rv__ledger_parse(rv_buf_sv(&bytes), arena, out,
					     NULL) != RV_OK ||
			    out->id != id))
		st = rv_fail_path(err, RV_E_PARSE, RV_LEDGER_NAME,
				  _("row %lld of the ledger (%s, line %lld) "
				    "cannot be read: it was changed; `reverie "
				    "log --verify` tells more"),
				  (long long)id, RV_LEDGER_NAME,
				  (long long)line_at(s, e.offset));
	rv_buf_release(&bytes);
	return st;
}

/* Rows whose ids a statement gives.  One that cannot be read hides no other:
 * the chain tells of it. */
static rv_status
get_all(struct rv_store *s, sqlite3_stmt *st, struct rv_arena *arena,
	struct rv_ledger_row **out, size_t *n, struct rv_err *err)
{
	int64_t *ids = NULL;
	size_t count = 0, cap = 0;
	rv_status status;
	bool row;

	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		rv_grow(&ids, &cap, count + 1);
		ids[count++] = sqlite3_column_int64(st, 0);
	}
	if (status == RV_OK)
		*out = rv_arena_array(arena, struct rv_ledger_row, count + 1);
	*n = 0;
	for (size_t i = 0; i < count && status == RV_OK; i++) {
		struct rv_err why = {0};

		status = rv_ledger_get(s, ids[i], arena, &(*out)[*n], &why);
		*n += status == RV_OK;
		if (status == RV_E_PARSE)
			status = RV_OK;
		else if (status != RV_OK && err)
			*err = why;
	}
	free(ids);
	return status;
}

rv_status
rv_ledger_list(struct rv_store *s, int64_t limit, struct rv_arena *arena,
	       struct rv_ledger_row **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_LIST, err);

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, limit > 0 ? limit : -1);
	return get_all(s, st, arena, out, n, err);
}

rv_status
rv_ledger_story(struct rv_store *s, int64_t limit, struct rv_arena *arena,
		struct rv_ledger_row **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_STORY, err);

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, limit);
	return get_all(s, st, arena, out, n, err);
}

rv_status
rv_ledger_open_intents(struct rv_store *s, struct rv_arena *arena,
		       struct rv_ledger_row **out, size_t *n,
		       struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_OPEN, err);

	if (!st)
		return rv__db_fail(s, err);
	return get_all(s, st, arena, out, n, err);
}

rv_status
rv_ledger_newest_step(struct rv_store *s, struct rv_sv by,
		      struct rv_arena *arena, struct rv_ledger_row *out,
		      struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_STEP, err);
	struct rv_err why = {0};
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		status = rv_ledger_get(s, sqlite3_column_int64(st, 0), arena,
				       out, &why);
		if (status != RV_E_PARSE &&
		    (status != RV_OK || rv_sv_eq(out->by, by)))
			break;
	}
	sqlite3_reset(st);
	if (status == RV_OK && !row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("there is nothing to undo: no step of yours "
				 "is applied; see the log"));
	if (status != RV_OK && err && why.msg[0])
		*err = why;
	return status;
}

rv_status
rv_ledger_is_applied(struct rv_store *s, int64_t id, bool *out,
		     struct rv_err *err)
{
	struct entry e;
	rv_status st = load(s, id, &e, err);

	if (st == RV_OK && !e.id)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("there is no row %lld in the ledger; see the "
			       "log"),
			     (long long)id);
	if (st == RV_OK)
		*out = rv_ledger_is_step(e.kind) && e.done == 1 && e.applied;
	return st;
}

rv_status
rv_ledger_root(struct rv_store *s, int64_t id, int64_t *root, bool *again,
	       struct rv_err *err)
{
	struct entry e;
	rv_status st = load(s, id, &e, err);
	int64_t below = id;
	int undos = 0;

	/* Steps take back older ones only, so that this ends. */
	while (st == RV_OK && e.id && e.kind == RV_LEDGER_UNDO &&
	       e.of < below) {
		below = e.of;
		undos++;
		st = load(s, below, &e, err);
	}
	if (st != RV_OK)
		return st;
	*root = below;
	*again = undos > 0 && undos % 2 == 0;
	return RV_OK;
}

rv_status
rv_ledger_turned_by(struct rv_store *s, int64_t root, int64_t *out,
		    struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LEDGER_TURNED, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, root);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	*out = row ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_reset(st);
	return RV_OK;
}
