/* SPDX-License-Identifier: MIT */
/* One short row for each resonance run.  A trace line holds every candidate and
 * may be long; the list of turns needs only what stands before and after
 * them, so the candidates are cut out before the line is parsed. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "engine/view_priv.h"
#include "store/traces.h"

#define TURN_TEXT 200 /* bytes of the message that a list needs */

struct rv_turn_cache {
	struct rv_arena arena;
	struct rv_turn_row *rows;
	size_t n, cap;
	int64_t newest; /* run of the last row */
};

/* The line without its candidates.  An unescaped quote cannot stand inside a
 * JSON string, so these marks are never part of a text. */
static void
without_candidates(struct rv_sv line, struct rv_buf *out)
{
	ptrdiff_t from = rv_sv_find(line, RV_SV("\"candidates\":["));
	ptrdiff_t to = rv_sv_find(line, RV_SV("],\"verdicts\":"));

	if (from < 0 || to < from) {
		rv_buf_addv(out, line);
		return;
	}
	rv_buf_addv(out, rv_sv_slice(line, 0, (size_t)from));
	rv_buf_addv(out, rv_sv_slice(line, (size_t)to + 2, line.n));
}

static double
sum_ms(const rv_json *ms)
{
	double sum = 0;

	for (const rv_json *n = rv_json_first(ms); n; n = rv_json_next(n))
		sum += rv_json_double(n, 0);
	return sum;
}

static void
fill_row(const rv_json *o, int64_t run, struct rv_arena *a,
	 struct rv_turn_row *row)
{
	struct rv_sv message = rv_json_get_sv(o, "message");
	const rv_json *q = rv_json_first(rv_json_get(o, "queries"));

	*row = (struct rv_turn_row){0};
	row->turn.run = run;
	row->turn.time = RV_UNDATED;
	(void)rv_time_parse(rv_json_get_sv(o, "time"), &row->turn.time);
	row->turn.session = rv_sv_dup_in(a, rv_json_get_sv(o, "session"));
	if (message.n > TURN_TEXT)
		message.n = TURN_TEXT;
	row->turn.message = rv_sv_dup_in(a, message);
	row->turn.skipped = rv_sv_dup_in(a, rv_json_get_sv(o, "skipped"));
	row->turn.in = rv_json_int(rv_json_get(o, "in"), 0);
	row->turn.unique = rv_json_int(rv_json_get(o, "unique"), 0);
	row->turn.ms = sum_ms(rv_json_get(o, "ms"));
	for (; q && row->n_queries < 3; q = rv_json_next(q))
		row->queries[row->n_queries++] =
			rv_sv_dup_in(a, rv_json_sv(q));
}

static rv_status
read_run(struct rv_engine *e, struct rv_turn_cache *c, int64_t run,
	 struct rv_err *err)
{
	struct rv_buf line = RV_BUF_INIT, head = RV_BUF_INIT;
	struct rv_json_doc doc;
	struct rv_err why = {0};
	rv_status st = rv_trace_get(e->store, run, &line, &why);

	if (st == RV_OK) {
		without_candidates(rv_buf_sv(&line), &head);
		st = rv_json_parse(rv_buf_sv(&head), &doc, &why);
	}
	if (st == RV_OK) {
		rv_grow(&c->rows, &c->cap, c->n + 1);
		fill_row(doc.root, run, &c->arena, &c->rows[c->n++]);
		rv_json_release(&doc);
	}
	rv_buf_release(&line);
	rv_buf_release(&head);
	/* A broken or missing line is a gap, not the end of the list. */
	if (st == RV_OK || st == RV_E_NOTFOUND || st == RV_E_PARSE)
		return RV_OK;
	return rv_fail(err, st, "%s", why.msg);
}

rv_status
rv_turn_cache_rows(struct rv_engine *e, const struct rv_turn_row **rows,
		   size_t *n, int64_t *total, struct rv_err *err)
{
	struct rv_turn_cache *c = e->turns;
	int64_t newest = 0;
	rv_status st = rv_trace_count(e->store, &newest, err);

	if (st != RV_OK)
		return st;
	if (!c)
		c = e->turns = rv_calloc(1, sizeof(*c));
	if (newest < c->newest) { /* the traces were replaced */
		rv_turn_cache_free(c);
		c = e->turns = rv_calloc(1, sizeof(*c));
	}
	if (newest - c->newest > RV_VIEW_TURNS)
		c->newest = newest - RV_VIEW_TURNS;
	while (st == RV_OK && c->newest < newest)
		st = read_run(e, c, ++c->newest, err);
	if (c->n > RV_VIEW_TURNS) {
		memmove(c->rows, c->rows + (c->n - RV_VIEW_TURNS),
			RV_VIEW_TURNS * sizeof(*c->rows));
		c->n = RV_VIEW_TURNS;
	}
	*rows = c->rows;
	*n = c->n;
	*total = newest;
	return st;
}

void
rv_turn_cache_free(struct rv_turn_cache *c)
{
	if (!c)
		return;
	free(c->rows);
	rv_arena_release(&c->arena);
	free(c);
}

void
rv_turn_copy(const struct rv_turn_row *row, struct rv_arena *arena,
	     struct rv_view_turn *out)
{
	*out = row->turn;
	out->session = rv_sv_dup_in(arena, row->turn.session);
	out->message = rv_sv_dup_in(arena, row->turn.message);
	out->skipped = rv_sv_dup_in(arena, row->turn.skipped);
}

static int
compare_hash(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void
rv_turn_gauges(const struct rv_turn_row *rows, size_t n,
	       struct rv_turn_gauges *out)
{
	uint64_t hashes[RV_VIEW_WINDOW * 3];
	size_t h = 0, turns = 0, surfaced = 0, distinct = 0;
	size_t first = n > RV_VIEW_WINDOW ? n - RV_VIEW_WINDOW : 0;

	*out = (struct rv_turn_gauges){.surfaced_percent = -1,
				       .distinct_percent = -1};
	for (size_t i = first; i < n; i++) {
		if (rows[i].turn.skipped.n)
			continue;
		turns++;
		surfaced += rows[i].turn.in > 0;
		out->in_histogram[RV_MIN(rows[i].turn.in, 5)]++;
		for (size_t q = 0; q < rows[i].n_queries; q++)
			hashes[h++] = rv_sv_hash(rows[i].queries[q]);
	}
	if (turns)
		out->surfaced_percent = (int)(surfaced * 100 / turns);
	if (!h)
		return;
	qsort(hashes, h, sizeof(*hashes), compare_hash);
	for (size_t i = 0; i < h; i++)
		distinct += i == 0 || hashes[i] != hashes[i - 1];
	out->distinct_percent = (int)(distinct * 100 / h);
}
