/* SPDX-License-Identifier: MIT */
/* Our tokenizer cuts what rv_tokens_index makes as FTS5's own does. */
#include "config.h"

#include <string.h>

#include <sqlite3.h>

#include "base/attr.h"
#include "base/buf.h"
#include "doc/tokens.h"
#include "store/fts_words.h"
#include "tests/support/cm.h"

/* As in the schema. */
static const char schema[] =
	"CREATE VIRTUAL TABLE fts USING fts5(tokens, content='',"
	" tokenize=\"ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'''\");"
	"CREATE VIRTUAL TABLE word USING fts5vocab(fts, instance);";

static const char *const texts[] = {
	"", "one", "Don't stop: 12:30, a.b and x_y at 1.5 (it's) \"quoted\"",
	"Привет, мир! Ёлка и ёлки. 日本語の文章です。 café naïve ﬁn",
	"tabs\tand\nlines  and   blanks ", "https://a.example/x?y=z&k=1#top",
	"runs running ran; a1b2 1,000,000 'x' it's--so",
};

static sqlite3 *
open_db(bool ours)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
	if (ours)
		assert_true(rv__fts_words_register(db));
	assert_int_equal(sqlite3_exec(db, schema, NULL, NULL, NULL), SQLITE_OK);
	return db;
}

static void
fill(sqlite3 *db)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf b = RV_BUF_INIT;
	sqlite3_stmt *st;

	assert_int_equal(sqlite3_prepare_v2(db,
					    "INSERT INTO fts(rowid, tokens)"
					    " VALUES(?1, ?2)",
					    -1, &st, NULL),
			 SQLITE_OK);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		rv_buf_reset(&b);
		rv_tokens_index(t, rv_sv(texts[i]), &b);
		sqlite3_reset(st);
		sqlite3_bind_int(st, 1, (int)i + 1);
		sqlite3_bind_text(st, 2, b.p, (int)b.n, SQLITE_STATIC);
		assert_int_equal(sqlite3_step(st), SQLITE_DONE);
	}
	sqlite3_finalize(st);
	rv_buf_release(&b);
	rv_tokens_free(t);
}

/* Rows of a query, a line each. */
static void
ask(sqlite3 *db, const char *sql, struct rv_buf *out)
{
	sqlite3_stmt *st;

	rv_buf_reset(out);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	while (sqlite3_step(st) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(st); i++)
			rv_buf_addf(out, "%s|",
				    (const char *)sqlite3_column_text(st, i));
		rv_buf_addc(out, '\n');
	}
	sqlite3_finalize(st);
}

static void
test_words__as_ascii(void **state)
{
	static const char *const questions[] = {
		"SELECT term, doc, offset FROM word",
		"SELECT rowid, rank FROM fts WHERE fts MATCH"
		" '\"run\" OR \"don''t\" OR \"12:30\" OR \"привет\"'"
		" ORDER BY rank, rowid",
		"SELECT rowid FROM fts WHERE fts MATCH '\"日本\" OR \"caf\"'",
	};
	struct rv_buf ours = RV_BUF_INIT, theirs = RV_BUF_INIT;
	sqlite3 *a = open_db(true), *b = open_db(false);

	(void)state;
	fill(a);
	fill(b);
	for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
		ask(a, questions[i], &ours);
		ask(b, questions[i], &theirs);
		assert_true(ours.n > 0);
		assert_string_equal(ours.p, theirs.p);
	}
	/* what one has put in the other takes out */
	assert_int_equal(sqlite3_exec(a,
				      "INSERT INTO fts(fts, rowid, tokens)"
				      " VALUES('delete', 2, 'one');"
				      "INSERT INTO fts(fts)"
				      " VALUES('integrity-check')",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	ask(a, "SELECT count(*) FROM word WHERE term = 'one'", &ours);
	assert_string_equal(ours.p, "0|\n");
	sqlite3_close(a);
	sqlite3_close(b);
	rv_buf_release(&ours);
	rv_buf_release(&theirs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words__as_ascii),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
