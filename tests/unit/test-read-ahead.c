/* SPDX-License-Identifier: MIT */
/* Pages made ready by a second thread: the same index, whatever happens. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/read_ahead.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/workspace.h"

#define MANY 300 /* more than are made ready at once */
#define BIG (10 << 20)
#define BIG_PAGE 123

static const char *
page_path(const char *dir, int i)
{
	char rel[32];

	snprintf(rel, sizeof(rel), "wiki/p%03d.md", i);
	return workspace_path(dir, rel);
}

/* A page of each kind that reading tells apart. */
static void
put_page(const char *dir, int i, const char *more)
{
	struct rv_buf b = RV_BUF_INIT;
	char name[64];

	if (i % 50 == 7)
		rv_buf_add(&b, "\0\1\2", 3);
	else if (i % 50 == 8)
		rv_buf_adds(&b, "---\ntitle: [broken\n");
	else if (i % 50 != 9)
		rv_buf_addf(&b,
			    "---\ntitle: Page %d\nupdated: 2026-01-%02d\n---\n",
			    i, 1 + i % 28);
	if (i % 50 == 10)
		rv_buf_adds(&b, "key: ghp_0123456789abcdefghijABCDEFGHIJ012345"
				"\n\xD0\x96\xD1\x91\xD0\xBB\xD1\x82\xD1\x8B\n");
	if (i % 50 < 49 && i % 50 != 9)
		rv_buf_addf(&b,
			    "# Heading %d\n\nSome words of page %d, and of "
			    "[[p%03d]].\n\n## More\n\nRunning away. %s\n",
			    i, i, (i + 1) % MANY, more);
	while (i == BIG_PAGE && b.n < BIG)
		rv_buf_adds(&b, "| - | - | - | - | - | - | - | - | - | - |\n");
	snprintf(name, sizeof(name), "%s/wiki/p%03d.md", dir, i);
	scratch_write(name, rv_buf_sv(&b));
	rv_buf_release(&b);
}

/* All that an index says of its pages, but for inodes and times. */
static void
dump(const char *dir, struct rv_buf *out)
{
	static const char *const queries[] = {
		"SELECT rowid, layer, path, line, title, heading, t, bytes,"
		" text, pieces, newest, thin FROM page ORDER BY rowid",
		"SELECT * FROM page_meta ORDER BY path",
		"SELECT path, hex(links) FROM page_link ORDER BY path",
		"SELECT path, kind, size FROM source ORDER BY path",
		"SELECT seq, path FROM page_change ORDER BY seq",
		"SELECT term, doc, offset FROM w"
		" ORDER BY term, doc, offset",
	};
	sqlite3 *db = workspace_index(dir);

	assert_int_equal(sqlite3_exec(db,
				      "CREATE VIRTUAL TABLE temp.w USING "
				      "fts5vocab('main', 'fts', 'instance')",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	for (size_t i = 0; i < ARRAY_LEN(queries); i++) {
		sqlite3_stmt *st;

		assert_int_equal(sqlite3_prepare_v2(db, queries[i], -1, &st,
						    NULL),
				 SQLITE_OK);
		while (sqlite3_step(st) == SQLITE_ROW)
			for (int k = 0; k < sqlite3_column_count(st); k++) {
				rv_buf_add(out, sqlite3_column_text(st, k),
					   (size_t)sqlite3_column_bytes(st, k));
				rv_buf_addc(out, '\n');
			}
		sqlite3_finalize(st);
	}
	sqlite3_close(db);
}

static void
expect_same(const char *dir, const char *other)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;

	dump(dir, &a);
	dump(other, &b);
	assert_true(a.n > BIG);
	assert_true(rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&b)));
	rv_buf_release(&a);
	rv_buf_release(&b);
}

static void
step(struct rv_engine *e, int64_t budget_ms, int64_t *done, int64_t *total)
{
	assert_int_equal(rv_engine_sync_step(e, budget_ms, done, total, NULL),
			 RV_OK);
}

/* A step takes one page and commits. */
static void
steps(struct rv_engine *e, int n, int64_t *done, int64_t *total)
{
	for (int i = 0; i < n; i++)
		step(e, 0, done, total);
}

static void
finish(struct rv_engine *e)
{
	int64_t done = 0, total = 1;

	while (done < total)
		step(e, 50, &done, &total);
}

/* So few at once that nobody reads ahead. */
static int
index_slowly(void **state)
{
	struct rv_engine *e;

	(void)state;
	workspace_make("slow", "wiki");
	e = workspace_open("slow");
	for (int i = 0; i < MANY; i++) {
		put_page("slow", i, "");
		if (i % (RV_AHEAD_LEAST / 2) == 0 || i == MANY - 1)
			assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	}
	rv_engine_free(e);
	return 0;
}

static struct rv_engine *
workspace_of(const char *dir)
{
	struct rv_engine *e;

	workspace_make(dir, "wiki");
	e = workspace_open(dir);
	for (int i = 0; i < MANY; i++)
		put_page(dir, i, "");
	return e;
}

static void
test_ahead__same_index(void **state)
{
	struct rv_engine *e;
	int64_t done, total;

	(void)state;
	/* all at once */
	e = workspace_of("fast");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	rv_engine_free(e);
	expect_same("fast", "slow");
	/* in portions, left in the middle by one that is killed or closed */
	e = workspace_of("parts");
	steps(e, 60, &done, &total);
	assert_in_range(done, 59, MANY - 1);
	rv_engine_free(e);
	e = workspace_open("parts");
	finish(e);
	rv_engine_free(e);
	expect_same("parts", "slow");
}

static bool
holds(const char *dir, const char *sql)
{
	sqlite3 *db = workspace_index(dir);
	sqlite3_stmt *st;
	bool row;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	row = sqlite3_step(st) == SQLITE_ROW;
	sqlite3_finalize(st);
	sqlite3_close(db);
	return row;
}

static void
changed(struct rv_engine *e, const char *path)
{
	const struct rv_sv v = rv_sv(path);
	int64_t done, total;

	assert_int_equal(rv_engine_sync_changed(e, &v, 1, &done, &total, NULL),
			 RV_OK);
}

/* What changes behind the reader's back is as it is now, never as it was. */
static void
test_ahead__changes(void **state)
{
	struct rv_engine *e = workspace_of("change");
	int64_t done, total;

	(void)state;
	step(e, 50, &done, &total);
	/* goes before anybody read it, and becomes what is no file */
	unlink(page_path("change", 2));
	unlink(page_path("change", 3));
	assert_int_equal(mkdir(page_path("change", 3), 0700), 0);
	steps(e, 8, &done, &total);
	assert_int_equal(done, 8);
	/* may be made ready: changes, goes, and comes */
	put_page("change", 12, "Zebra.");
	changed(e, "wiki/p012.md");
	assert_true(holds("change", "SELECT 1 FROM page_meta WHERE path ="
				    " 'wiki/p012.md'"));
	steps(e, 3, &done, &total);
	unlink(page_path("change", 15));
	changed(e, "wiki/p015.md");
	steps(e, 2, &done, &total);
	put_page("change", MANY, "Zebra.");
	changed(e, "wiki/p300.md");
	finish(e);
	assert_false(holds("change", "SELECT 1 FROM page_meta WHERE path IN"
				     " ('wiki/p002.md', 'wiki/p003.md',"
				     " 'wiki/p015.md')"));
	assert_false(holds("change", "SELECT 1 FROM page WHERE path IN"
				     " ('wiki/p002.md', 'wiki/p003.md',"
				     " 'wiki/p015.md')"));
	assert_true(holds("change", "SELECT 1 FROM page WHERE path ="
				    " 'wiki/p012.md' AND text LIKE '%Zebra.'"));
	assert_true(holds("change", "SELECT 1 FROM page WHERE path ="
				    " 'wiki/p300.md' AND text LIKE '%Zebra.'"));
	/* a look at all finds nothing that was left out */
	step(e, 50, &done, &total);
	assert_int_equal(total, 0);
	rv_engine_free(e);
}

/* A disk that is full in the middle; then there is room. */
static void
test_ahead__full_disk(void **state)
{
	struct rv_engine *e = workspace_of("full");
	struct rlimit limit, old;
	struct rv_err err = {0};
	int64_t done, total;
	rv_status st = RV_OK;

	(void)state;
	steps(e, 20, &done, &total);
	sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = old;
	limit.rlim_cur = 2 << 20;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	while (st == RV_OK && done < total)
		st = rv_engine_sync_step(e, 1000, &done, &total, &err);
	assert_int_not_equal(st, RV_OK);
	assert_true(err.msg[0] != '\0');
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	finish(e);
	rv_engine_free(e);
	expect_same("full", "slow");
}

/* --- the ring itself --------------------------------------------------------- */

static struct rv_scan_item *
items_of(struct rv_arena *arena, int n)
{
	struct rv_scan_item *items =
		rv_arena_array(arena, struct rv_scan_item, (size_t)n);

	for (int i = 0; i < n; i++) {
		items[i].path = rv_sv_cstr_in(
			arena, rv_sv(page_path("ring", i % BIG_PAGE)));
		items[i].rel = rv_arena_printf(arena, "wiki/p%03d.md", i);
		items[i].layer = RV_LAYER_WIKI;
		items[i].gone = i % 40 == 39;
	}
	return items;
}

static void
test_ahead__order(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const int n = 3 * MANY;
	struct rv_scan_item *items = items_of(&arena, n);
	struct rv_ahead *a;

	(void)state;
	workspace_make("ring", "wiki");
	for (int i = 0; i < BIG_PAGE; i++)
		put_page("ring", i, "");
	unlink(page_path("ring", 20));
	a = rv_ahead_begin(items, 5, (size_t)n);
	assert_non_null(a);
	for (int i = 5; i < n; i++) {
		const struct rv_page_ready *r = rv_ahead_next(a);

		assert_int_equal(r->why[0] != '\0', i % BIG_PAGE == 20);
		if (items[i].gone || r->why[0]) {
			assert_int_equal(r->pieces.n, 0);
			continue;
		}
		assert_sv(r->meta.path, items[i].rel);
		for (size_t k = 0; k < r->pieces.n; k++)
			assert_sv(r->pieces.items[k].path, items[i].rel);
	}
	rv_ahead_end(&a);
	assert_null(a);
	rv_arena_release(&arena);
}

/* Ended before anything was taken, with some taken, and twice. */
static void
test_ahead__ends_early(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_scan_item *items = items_of(&arena, MANY);

	(void)state;
	for (int taken = 0; taken < 40; taken++) {
		struct rv_ahead *a = rv_ahead_begin(items, 0, MANY);

		assert_non_null(a);
		for (int i = 0; i < taken; i++)
			(void)rv_ahead_next(a);
		rv_ahead_end(&a);
		rv_ahead_end(&a);
		assert_null(a);
	}
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ahead__same_index),
		cmocka_unit_test(test_ahead__changes),
		cmocka_unit_test(test_ahead__full_disk),
		cmocka_unit_test(test_ahead__order),
		cmocka_unit_test(test_ahead__ends_early),
	};

	return cmocka_run_group_tests(tests, index_slowly, NULL);
}
