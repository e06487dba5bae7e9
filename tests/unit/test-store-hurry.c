/* SPDX-License-Identifier: MIT */
/* What a commit writes, and leaves for later while somebody waits. */
#include "config.h"

#include <stdio.h>
#include <sys/stat.h>

#include <sqlite3.h>

#include "store/page.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

/* More than a merge waits for, in words; more than the log holds, in bytes. */
#define WORDS 20000
#define LONG (40 << 20)

/* Segments of words in the index. */
static int
segments(const char *dir)
{
	sqlite3_stmt *st;
	char name[64];
	sqlite3 *db;
	int n;

	snprintf(name, sizeof(name), "%s/reverie.db", dir);
	assert_int_equal(sqlite3_open(scratch_path(name), &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT count(DISTINCT id >> 37)"
					    " FROM fts_data WHERE id > 10",
					    -1, &st, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	n = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	sqlite3_close(db);
	return n;
}

static int64_t
size_of(const char *dir)
{
	char name[64];
	struct stat st;

	snprintf(name, sizeof(name), "%s/reverie.db", dir);
	assert_int_equal(stat(scratch_path(name), &st), 0);
	return st.st_size;
}

static void
put(struct rv_store *s, int i, struct rv_sv text)
{
	struct rv_page page = {.layer = RV_LAYER_WIKI, .text = text};
	char path[32];

	snprintf(path, sizeof(path), "wiki/%d.md", i);
	page.path = rv_sv(path);
	assert_int_equal(rv_page_replace(s, page.path, &page, 1, NULL), RV_OK);
}

static void
put_words(struct rv_store *s, int i)
{
	struct rv_buf b = RV_BUF_INIT;

	for (int k = 0; k < WORDS; k++)
		rv_buf_addf(&b, "word%02d ", k % 50);
	put(s, i, rv_buf_sv(&b));
	rv_buf_release(&b);
}

/* Nothing that is written beside them makes FTS5 write words before the end. */
static void
test_commit__one_segment(void **state)
{
	struct rv_store *s = test_store_open("one");

	(void)state;
	put(s, 0, RV_SV("few words"));
	assert_int_equal(rv_store_begin(s, NULL), RV_OK);
	for (int i = 0; i < 10; i++)
		put(s, i, RV_SV("few words"));
	assert_int_equal(rv_store_commit(s, NULL), RV_OK);
	assert_int_equal(segments("one"), 2);
	rv_store_free(s);
}

static void
test_hurry__merges_later(void **state)
{
	struct rv_store *s = test_store_open("merge");

	(void)state;
	for (int i = 0; i < 20; i++)
		put(s, i, RV_SV("few words"));
	assert_int_equal(segments("merge"), 20);
	rv_store_hurry(s, true);
	put_words(s, 20);
	assert_int_equal(segments("merge"), 21);
	/* a step is due since then */
	rv_store_hurry(s, false);
	put(s, 21, RV_SV("few words"));
	assert_in_range(segments("merge"), 1, 4);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	rv_store_free(s);
}

/* Much of it is not left, or a commit would have all of it to do. */
static void
test_hurry__not_for_ever(void **state)
{
	struct rv_store *s = test_store_open("much");

	(void)state;
	rv_store_hurry(s, true);
	for (int i = 0; i < 31; i++)
		put_words(s, i);
	assert_in_range(segments("much"), 2, 25);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	rv_store_free(s);
}

static void
test_hurry__the_log_stays(void **state)
{
	struct rv_store *s = test_store_open("log");
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	while (b.n < LONG)
		rv_buf_adds(&b, "                                ");
	rv_store_hurry(s, true);
	put(s, 1, rv_buf_sv(&b));
	assert_true(size_of("log") < LONG);
	rv_store_hurry(s, false);
	put(s, 2, RV_SV("few words"));
	assert_true(size_of("log") >= LONG);
	rv_buf_release(&b);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commit__one_segment),
		cmocka_unit_test(test_hurry__merges_later),
		cmocka_unit_test(test_hurry__not_for_ever),
		cmocka_unit_test(test_hurry__the_log_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
