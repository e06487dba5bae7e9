/* SPDX-License-Identifier: MIT */
/* An index that takes in what changed: page by page, in portions, or anew. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/action.h"
#include "engine/view_pages.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/workspace.h"

static struct rv_engine *
engine_of(const char *dir)
{
	workspace_make(dir, "wiki");
	return workspace_open(dir);
}

/* "path bytes links/backlinks!" of each page. */
static void
expect_tree(struct rv_engine *e, const char *want)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf got = RV_BUF_INIT;
	struct rv_view_layers v;

	assert_int_equal(rv_view_layers(e, false, &arena, &v, NULL), RV_OK);
	for (size_t i = 0; i < v.n; i++)
		rv_buf_addf(&got, "%.*s %d %d/%d%s; ",
			    RV_SV_ARG(v.rows[i]->path), (int)v.rows[i]->bytes,
			    (int)v.rows[i]->links, (int)v.rows[i]->backlinks,
			    v.rows[i]->waiting ? "?" : "");
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
	rv_arena_release(&arena);
}

static void
changed(struct rv_engine *e, const char *one, const char *two)
{
	const struct rv_sv paths[] = {rv_sv(one), rv_sv(two)};
	int64_t done, total;

	assert_int_equal(rv_engine_sync_changed(e, paths, two ? 2 : 1, &done,
						&total, NULL),
			 RV_OK);
}

/* Tree after each: patched, or built anew where others see a change. */
static void
test_sync__changed_pages(void **state)
{
	struct rv_engine *e = engine_of("changed");

	(void)state;
	workspace_put("changed", "wiki/a.md", "# A\n\nText of the letter [[b]].\n");
	workspace_put("changed", "wiki/b.md", "# B\n\nText of another letter.\n");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	expect_tree(e, "wiki/a.md 31 1/0; wiki/b.md 29 0/1; ");
	workspace_put("changed", "wiki/b.md", "# B\n\nText of another letter, longer.\n");
	changed(e, "wiki/b.md", NULL);
	expect_tree(e, "wiki/a.md 31 1/0; wiki/b.md 37 0/1; ");
	workspace_put("changed", "wiki/b.md", "# B\n\nText of another, and [[a]].\n");
	workspace_put("changed", "wiki/c.md", "# C\n\nA new page to [[B]].\n");
	/* what was not named is not looked at */
	changed(e, "wiki/b.md", NULL);
	expect_tree(e, "wiki/a.md 31 1/1; wiki/b.md 33 1/1; ");
	changed(e, "wiki/c.md", "wiki/none.md");
	expect_tree(e, "wiki/a.md 31 1/1; wiki/b.md 33 1/2; "
		       "wiki/c.md 26 1/0; ");
	unlink(workspace_path("changed", "wiki/a.md"));
	changed(e, "wiki/a.md", NULL);
	expect_tree(e, "wiki/b.md 33 1/1; wiki/c.md 26 1/0; ");
	/* the same as a look at everything says */
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	expect_tree(e, "wiki/b.md 33 1/1; wiki/c.md 26 1/0; ");
	rv_engine_free(e);
}

static bool
found(struct rv_engine *e, const char *word)
{
	struct rv_buf json = RV_BUF_INIT;
	struct rv_args args;
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st;
	bool any;

	rv_args_make("search", &arena, &args, "", word, NULL);
	st = rv_action_run(e, &workspace_env, &args, RV_DOOR_CONSOLE, &json, NULL);
	assert_true(st == RV_OK || st == RV_E_NO); /* found, or not */
	any = rv_sv_has(rv_buf_sv(&json), RV_SV("wiki/"));
	rv_buf_release(&json);
	rv_arena_release(&arena);
	return any;
}

/* A row first, its words with the next step; a look at all finds them too. */
static void
test_sync__shows_before_it_indexes(void **state)
{
	struct rv_engine *e = engine_of("first");
	const struct rv_sv a = RV_SV("wiki/a.md"), b = RV_SV("wiki/b.md");
	int64_t done, total;

	(void)state;
	workspace_put("first", "wiki/a.md", "# A\n\nThe sparrow sits in the hedge.\n");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	workspace_put("first", "wiki/a.md", "# A\n\nThe nightingale sings in it, too.\n");
	assert_int_equal(rv_engine_sync_changed(e, &a, 1, &done, &total, NULL),
			 RV_OK);
	assert_true(done < total);
	expect_tree(e, "wiki/a.md 39 0/0; ");
	assert_int_equal(rv_engine_sync_step(e, 50, &done, &total, NULL),
			 RV_OK);
	assert_int_equal(done, total);
	assert_true(found(e, "nightingale"));
	assert_false(found(e, "sparrow"));
	/* gone: the row at once, the words behind it */
	unlink(workspace_path("first", "wiki/a.md"));
	workspace_put("first", "wiki/b.md", "# B\n\nA cormorant dries its wings here.\n");
	assert_int_equal(rv_engine_sync_changed(e, &a, 1, &done, &total, NULL),
			 RV_OK);
	expect_tree(e, "");
	assert_int_equal(rv_engine_sync_changed(e, &b, 1, &done, &total, NULL),
			 RV_OK);
	expect_tree(e, "wiki/b.md 39 0/0; ");
	/* what was left is found by whoever looks next */
	rv_engine_sync_anew(e);
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	assert_false(found(e, "nightingale"));
	assert_true(found(e, "cormorant"));
	rv_engine_free(e);
}

/* A look at all while pages are being read begins anew. */
static void
test_sync__anew(void **state)
{
	struct rv_engine *e = engine_of("anew");
	int64_t done, total;

	(void)state;
	workspace_put("anew", "wiki/a.md", "# A\n\nSome text of this page.\n");
	workspace_put("anew", "wiki/b.md", "# B\n\nSome text of this page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(done, 1);
	/* the one that was read changes, and nobody names it */
	workspace_put("anew", "wiki/a.md", "# A\n\nAnother text of this page.\n");
	workspace_put("anew", "wiki/c.md", "# C\n\nAnother text of this page.\n");
	rv_engine_sync_anew(e);
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(total, 3);
	while (done < total)
		assert_int_equal(rv_engine_sync_step(e, 0, &done, &total,
						     NULL),
				 RV_OK);
	expect_tree(e, "wiki/a.md 32 0/0; wiki/b.md 29 0/0; "
		       "wiki/c.md 32 0/0; ");
	rv_engine_free(e);
}

/* A file that is no page keeps what is known of it. */
static void
test_sync__other_files(void **state)
{
	struct rv_engine *e = engine_of("other");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_status before, after;

	(void)state;
	workspace_make("other", "sessions");
	workspace_put("other", "sessions/s.jsonl",
	    "{\"type\":\"message\",\"id\":\"m1\",\"timestamp\":"
	    "\"2026-01-01T10:00:00Z\",\"message\":{\"role\":\"user\","
	    "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}}\n");
	workspace_put("other", "wiki/link.txt", "x");
	assert_int_equal(symlink("/etc/hostname",
				 workspace_path("other", "wiki/out.md")),
			 0);
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	assert_int_equal(rv_view_status(e, &arena, &before, NULL), RV_OK);
	changed(e, "sessions/s.jsonl", "wiki/link.txt");
	changed(e, "wiki/out.md", "wiki/../../etc/hostname");
	assert_int_equal(rv_view_status(e, &arena, &after, NULL), RV_OK);
	assert_int_equal(before.episodes, after.episodes);
	expect_tree(e, "");
	rv_arena_release(&arena);
	rv_engine_free(e);
}

/* Portions: the walk answers first, each call reads on, changes come between. */
static void
test_sync__step(void **state)
{
	struct rv_engine *e = engine_of("step");
	int64_t done, total;

	(void)state;
	workspace_put("step", "wiki/a.md", "# A\n\nSome text of this page.\n");
	workspace_put("step", "wiki/b.md", "# B\n\nSome text of this page.\n");
	workspace_put("step", "wiki/c.md", "# C\n\nSome text of this page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL),
			 RV_OK);
	assert_int_equal(done, 0);
	assert_int_equal(total, 3);
	expect_tree(e, "wiki/a.md 29 0/0?; wiki/b.md 29 0/0?; "
		       "wiki/c.md 29 0/0?; ");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL),
			 RV_OK);
	assert_int_equal(done, 1);
	workspace_put("step", "wiki/c.md", "# C\n\nSome other text of this page.\n");
	changed(e, "wiki/c.md", NULL);
	while (done < total)
		assert_int_equal(rv_engine_sync_step(e, 0, &done, &total,
						     NULL),
				 RV_OK);
	expect_tree(e, "wiki/a.md 29 0/0; wiki/b.md 29 0/0; "
		       "wiki/c.md 35 0/0; ");
	rv_engine_free(e);
}

static void
expect_text(const char *dir, const char *path, const char *want)
{
	sqlite3 *d = workspace_index(dir);
	sqlite3_stmt *st;

	assert_int_equal(sqlite3_prepare_v2(d, "SELECT text FROM page"
					       " WHERE path = ?1",
					    -1, &st, NULL),
			 SQLITE_OK);
	sqlite3_bind_text(st, 1, path, -1, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(st, 0), want);
	sqlite3_finalize(st);
	sqlite3_close(d);
}

/* What another lane or process has read meanwhile is not read again. */
static void
test_sync__read_by_another(void **state)
{
	struct rv_engine *e = engine_of("two"), *other;
	struct rv_engine_opts opts = {.env = &workspace_env, .create = true};
	struct timespec times[2];
	int64_t done, total;
	struct stat st;
	FILE *f;

	(void)state;
	workspace_put("two", "wiki/a.md", "Some text of this page.\n");
	workspace_put("two", "wiki/b.md", "Some text of that page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(total, 2);
	opts.workspace = scratch_path("two");
	assert_int_equal(rv_engine_open(&opts, &other, NULL), RV_OK);
	assert_int_equal(rv_engine_sync(other, NULL), RV_OK);
	/* changed so that nobody can see it: it would be read, if at all */
	assert_int_equal(stat(workspace_path("two", "wiki/a.md"), &st), 0);
	f = fopen(workspace_path("two", "wiki/a.md"), "r+");
	assert_non_null(f);
	assert_int_equal(fwrite("Same", 1, 4, f), 4);
	assert_int_equal(fclose(f), 0);
	times[0] = times[1] = st.st_mtim;
	assert_int_equal(utimensat(AT_FDCWD, workspace_path("two", "wiki/a.md"),
				   times, 0),
			 0);
	while (done < total)
		assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL),
				 RV_OK);
	expect_text("two", "wiki/a.md", "Some text of this page.");
	rv_engine_free(other);
	rv_engine_free(e);
}

/* The second portion of a scan in milliseconds of 64 KiB; how many pages. */
static int64_t
portion(const char *dir, int waits)
{
	const char *path = scratch_path(dir);
	atomic_int waiting = waits;
	struct rv_engine_opts opts = {.env = &workspace_env,
				      .workspace = path,
				      .create = true,
				      .waiting = &waiting};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_engine *e;
	int64_t done, total;
	char rel[64];

	workspace_make(dir, "wiki");
	assert_int_equal(rv_engine_open(&opts, &e, NULL), RV_OK);
	while (text.n < 40000)
		rv_buf_adds(&text, "Some words of a page.\n");
	for (int i = 0; i < 20; i++) {
		snprintf(rel, sizeof(rel), "wiki/%d.md", i);
		workspace_put(dir, rel, text.p);
	}
	for (int i = 0; i < 2; i++)
		assert_int_equal(rv_engine_sync_step(e, 1, &done, &total, NULL),
				 RV_OK);
	assert_int_equal(total, 20);
	rv_buf_release(&text);
	rv_engine_free(e);
	return done;
}

static void
test_sync__portions_grow(void **state)
{
	(void)state;
	assert_int_equal(portion("hurry", 1), 1);
	assert_int_equal(portion("quiet", 0), 17);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sync__changed_pages),
		cmocka_unit_test(test_sync__shows_before_it_indexes),
		cmocka_unit_test(test_sync__anew),
		cmocka_unit_test(test_sync__other_files),
		cmocka_unit_test(test_sync__step),
		cmocka_unit_test(test_sync__read_by_another),
		cmocka_unit_test(test_sync__portions_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
