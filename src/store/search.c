/* SPDX-License-Identifier: MIT */
/* The full-text index: words in, words out, BM25. */
#include "config.h"

#include "store/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "doc/stem.h"
#include "store/fts_merge.h"
#include "store/store_priv.h"

/* Text pages cut from one row to the next must be told from those of an
 * earlier way of cutting: their words could not be taken out again. */
#define TOKENS_VERSION "tokens " RV_STEM_VERSION

struct found {
	struct rv_hit hit;
	struct rv_sv key; /* id, or path: not the rowid, which a rebuild moves */
	int64_t line;
};

void
rv__fts_words(struct rv_tokens *t, const struct rv_sv *v, size_t n,
	      struct rv_buf *out)
{
	for (size_t i = 0; i < n; i++)
		rv_tokens_index(t, v[i], out);
}

static rv_status
change(struct rv_store *s, enum rv__sql which, int64_t rowid,
       struct rv_sv words, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, which, err);

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, rowid);
	rv__bind(st, 2, words);
	return rv__db_run(s, st, err);
}

static struct rv_sv
words_of(struct rv_store *s, const struct rv_sv *v, size_t n)
{
	rv_buf_reset(&s->scratch);
	rv__fts_words(s->tokens, v, n, &s->scratch);
	return rv_buf_sv(&s->scratch);
}

rv_status
rv__fts_add(struct rv_store *s, int64_t rowid, const struct rv_sv *v, size_t n,
	    struct rv_err *err)
{
	return rv__fts_add_words(s, rowid, words_of(s, v, n), err);
}

rv_status
rv__fts_add_words(struct rv_store *s, int64_t rowid, struct rv_sv words,
		  struct rv_err *err)
{
	rv_status st = change(s, RV_SQL_FTS_ADD, rowid, words, err);

	return st == RV_OK ? rv__fts_merge(s, words.n, err) : st;
}

rv_status
rv__fts_remove(struct rv_store *s, int64_t rowid, const struct rv_sv *v,
	       size_t n, struct rv_err *err)
{
	return change(s, RV_SQL_FTS_DELETE, rowid, words_of(s, v, n), err);
}

static rv_status
refill(struct rv_store *s, enum rv__sql which, int64_t odd, int columns,
       struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, which, err);
	struct rv_sv words[3];
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		for (int i = 0; i < columns; i++)
			words[i] = rv__column(st, i + 1);
		status = rv__fts_add(s, 2 * sqlite3_column_int64(st, 0) + odd,
				     words, (size_t)columns, err);
		if (status != RV_OK)
			break;
	}
	sqlite3_reset(st);
	return status;
}

rv_status
rv__fts_refresh(struct rv_store *s, struct rv_err *err)
{
	int64_t version, now = (int64_t)rv_sv_hash(RV_SV(TOKENS_VERSION));
	rv_status st = rv__meta_get(s, "tokens", 0, &version, err);

	if (st != RV_OK || version == now)
		return st;
	if ((st = rv_store_begin(s, err)) != RV_OK)
		return st;
	st = rv__db_exec(s, "INSERT INTO fts(fts) VALUES('delete-all')", err);
	if (st == RV_OK)
		st = refill(s, RV_SQL_EP_ALL, 0, 1, err);
	if (st == RV_OK)
		st = refill(s, RV_SQL_PAGE_ALL, 1, 3, err);
	if (st == RV_OK)
		st = rv__meta_set(s, "tokens", now, err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

/* "stem" OR "stem": a quote cannot be in one, and is left out if it is. */
static void
make_query(const struct rv_search_query *q, struct rv_buf *out)
{
	for (size_t i = 0; i < q->n; i++) {
		if (!q->stems[i].n)
			continue;
		rv_buf_adds(out, out->n ? " OR \"" : "\"");
		for (size_t k = 0; k < q->stems[i].n; k++)
			if (q->stems[i].p[k] != '"' && q->stems[i].p[k])
				rv_buf_addc(out, q->stems[i].p[k]);
		rv_buf_addc(out, '"');
	}
}

static int
compare(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->hit.score != y->hit.score)
		return x->hit.score > y->hit.score ? -1 : 1;
	if (x->hit.episode != y->hit.episode)
		return x->hit.episode ? -1 : 1;
	if (rv_sv_cmp(x->key, y->key))
		return rv_sv_cmp(x->key, y->key);
	return x->line < y->line ? -1 : x->line > y->line;
}

/* What orders equal scores. */
static rv_status
load_key(struct rv_store *s, struct found *f, struct rv_arena *arena,
	 struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(
		s, f->hit.episode ? RV_SQL_EP_KEY : RV_SQL_PAGE_KEY, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, f->hit.rowid);
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK && row) {
		f->key = rv__column_in(arena, st, 0);
		f->line = sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	return status;
}

/* Best rows up to the limit, and all that are as good as the last of them. */
static rv_status
collect(struct rv_store *s, const struct rv_search_query *q, struct rv_sv match,
	struct found **out, size_t *n, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_FTS_SEARCH, err);
	struct found *items = NULL;
	size_t count = 0, cap = 0;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, match);
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		int64_t rowid = sqlite3_column_int64(st, 0);
		double score = -sqlite3_column_double(st, 1);
		bool episode = !(rowid & 1);

		if (!(episode ? q->episodes : q->pages))
			continue;
		if (q->limit && (int64_t)count >= q->limit &&
		    score < items[count - 1].hit.score)
			break;
		rv_grow(&items, &cap, count + 1);
		items[count++] = (struct found){
			.hit = {.episode = episode,
				.rowid = rowid >> 1,
				.score = score}};
	}
	sqlite3_reset(st);
	*out = items;
	*n = count;
	return status;
}

rv_status
rv_store_search(struct rv_store *s, const struct rv_search_query *q,
		struct rv_arena *arena, struct rv_hit **out, size_t *n,
		struct rv_err *err)
{
	struct rv_arena keys = RV_ARENA_INIT;
	struct rv_buf match = RV_BUF_INIT;
	struct found *items = NULL;
	size_t count = 0;
	rv_status st = RV_OK;

	make_query(q, &match);
	if (match.n)
		st = collect(s, q, rv_buf_sv(&match), &items, &count, err);
	rv_buf_release(&match);
	for (size_t i = 0; i < count && st == RV_OK; i++)
		st = load_key(s, &items[i], &keys, err);
	if (st == RV_OK) {
		if (count > 1)
			qsort(items, count, sizeof(*items), compare);
		if (q->limit)
			count = RV_MIN(count, (size_t)q->limit);
		*out = rv_arena_array(arena, struct rv_hit, count + 1);
		for (size_t i = 0; i < count; i++)
			(*out)[i] = items[i].hit;
		*n = count;
	}
	free(items);
	rv_arena_release(&keys);
	return st;
}

static rv_status
number(struct rv_store *s, sqlite3_stmt *st, int64_t *out, struct rv_err *err)
{
	rv_status status;
	bool row;

	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		*out = row ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_reset(st);
	return status;
}

rv_status
rv_store_frequency(struct rv_store *s, struct rv_sv stem, int64_t *documents,
		   struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_FTS_WORD, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, stem);
	return number(s, st, documents, err);
}

rv_status
rv_store_frequency_upto(struct rv_store *s, struct rv_sv stem, int64_t limit,
			int64_t *documents, struct rv_err *err)
{
	const struct rv_search_query q = {.stems = &stem, .n = 1};
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_FTS_UPTO, err);
	struct rv_buf match = RV_BUF_INIT;
	rv_status status = RV_OK;

	*documents = 0;
	if (!st)
		return rv__db_fail(s, err);
	make_query(&q, &match);
	if (match.n) {
		rv__bind(st, 1, rv_buf_sv(&match));
		sqlite3_bind_int64(st, 2, limit);
		status = number(s, st, documents, err);
	}
	rv_buf_release(&match);
	return status;
}

rv_status
rv_store_documents(struct rv_store *s, int64_t *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_PAGE_TOTAL, err);
	int64_t tally[RV_TALLY_N], pages;
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	if ((status = number(s, st, &pages, err)) == RV_OK &&
	    (status = rv__tally_read(s, tally, err)) == RV_OK)
		*out = pages + tally[RV_TALLY_EPISODES];
	return status;
}
