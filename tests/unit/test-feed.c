/* SPDX-License-Identifier: MIT */
/* Events with paths, and an index that takes in what they name. */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/env.h"
#include "base/path.h"
#include "engine/action.h"
#include "engine/engine.h"
#include "engine/view_pages.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

#define DEADLINE_MS 5000

static const struct rv_env env = {.now = INT64_C(1767225600000),
				  .home = "",
				  .config_home = "",
				  .state_home = "",
				  .data_dir = "",
				  .tz = "",
				  .user = "t",
				  .editor = ""};

static void
make(const char *dir, const char *rel)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, rel);
	assert_int_equal(rv_path_mkdirs(scratch_path(path), 0700, NULL),
			 RV_OK);
}

static void
put(const char *dir, const char *rel, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, rel);
	scratch_write(path, rv_sv(text));
}

/* A feed over a new workspace with a wiki of one folder, or skips. */
static struct rv_feed *
feed_of(const char *dir, size_t max)
{
	struct rv_feed *f;

	make(dir, "wiki/a");
	if (rv_feed_new(scratch_path(dir), max, &f, NULL) != RV_OK)
		skip();
	while (rv_feed_more(f))
		;
	return f;
}

/* "path;", or "*;" for any, of the events about files. */
static void
collect(struct rv_feed *f, struct rv_buf *out)
{
	struct rv_event ev;

	while (rv_feed_next(f, &ev))
		if (ev.kind == RV_EVENT_FILES)
			rv_buf_addf(out, "%.*s;", ev.path.n ? (int)ev.path.n : 1,
				    ev.path.n ? ev.path.p : "*");
}

static void
expect(struct rv_feed *f, const char *want)
{
	struct rv_buf got = RV_BUF_INIT;

	for (int i = 0; i < DEADLINE_MS / 100; i++) {
		struct pollfd p = {rv_feed_fd(f), POLLIN, 0};

		collect(f, &got);
		if (got.n >= strlen(want))
			break;
		(void)poll(&p, 1, 100);
	}
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
}

static void
test_feed__names_the_page(void **state)
{
	struct rv_feed *f = feed_of("names", 0);

	(void)state;
	expect(f, "");
	put("names", "wiki/a/x.md", "1");
	put("names", "wiki/a/x.md", "2");
	put("names", "wiki/a/.hidden", "2");
	expect(f, "wiki/a/x.md;");
	/* as editors save: beside it, then over it */
	put("names", "wiki/a/.x.swp", "3");
	assert_int_equal(rename(scratch_path("names/wiki/a/.x.swp"),
				scratch_path("names/wiki/a/x.md")),
			 0);
	expect(f, "wiki/a/x.md;");
	assert_int_equal(rename(scratch_path("names/wiki/a/x.md"),
				scratch_path("names/wiki/y.md")),
			 0);
	expect(f, "wiki/a/x.md;wiki/y.md;");
	unlink(scratch_path("names/wiki/y.md"));
	expect(f, "wiki/y.md;");
	rv_feed_free(f);
}

/* The index is written next to the journal without end: nobody is woken for it. */
static void
test_feed__index_is_no_news(void **state)
{
	struct rv_feed *f;
	struct rv_event ev;
	struct pollfd p = {.events = POLLIN};
	int db, journal;

	(void)state;
	make("busy", ".reverie");
	put("busy", ".reverie/reverie.db-wal", "x");
	f = feed_of("busy", 0);
	expect(f, "");
	db = open(scratch_path("busy/.reverie/reverie.db-wal"), O_WRONLY);
	assert_int_equal(write(db, "y", 1), 1);
	p.fd = rv_feed_fd(f);
	assert_int_equal(poll(&p, 1, 0), 0);
	/* a journal that came later, and stays open with its agent */
	put("busy", ".reverie/subconscious.jsonl", "");
	expect(f, "");
	journal = open(scratch_path("busy/.reverie/subconscious.jsonl"),
		       O_WRONLY | O_APPEND);
	assert_int_equal(write(journal, "{\"step\":\"turn\",\"run\":3}\n", 25),
			 25);
	assert_int_equal(poll(&p, 1, DEADLINE_MS), 1);
	assert_true(rv_feed_next(f, &ev));
	assert_int_equal(ev.kind, RV_EVENT_TURN);
	assert_int_equal(ev.run, 3);
	close(journal);
	close(db);
	rv_feed_free(f);
}

/* What is in a directory before it is watched is news as well. */
static void
test_feed__new_directories(void **state)
{
	struct rv_feed *f = feed_of("dirs", 0);

	(void)state;
	make("dirs", "wiki/new/deep");
	put("dirs", "wiki/new/deep/early.md", "1");
	expect(f, "wiki/new/deep/early.md;");
	put("dirs", "wiki/new/deep/late.md", "1");
	expect(f, "wiki/new/deep/late.md;");
	unlink(scratch_path("dirs/wiki/new/deep/late.md"));
	unlink(scratch_path("dirs/wiki/new/deep/early.md"));
	expect(f, "wiki/new/deep/late.md;wiki/new/deep/early.md;");
	assert_int_equal(rmdir(scratch_path("dirs/wiki/new/deep")), 0);
	expect(f, "*;");
	/* a room that was not there at the start; others are not ours */
	make("dirs", "node_modules/x");
	put("dirs", "node_modules/x/no.md", "1");
	make("dirs", "memory");
	put("dirs", "memory/today.md", "1");
	expect(f, "memory/today.md;");
	rv_feed_free(f);
}

static void
test_feed__a_thousand_at_once(void **state)
{
	struct rv_feed *f = feed_of("many", 0);
	struct rv_buf got = RV_BUF_INIT;
	char name[64];

	(void)state;
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "wiki/a/%d.md", i);
		put("many", name, "1");
	}
	collect(f, &got);
	assert_true(rv_sv_ends(rv_buf_sv(&got), RV_SV(";*;")));
	assert_int_equal(rv_sv_count(rv_buf_sv(&got), ';'), 257);
	rv_buf_release(&got);
	/* and then names them again */
	put("many", "wiki/a/7.md", "2");
	expect(f, "wiki/a/7.md;");
	rv_feed_free(f);
}

/* More than one portion: what changed before its watch was there is found by
 * the look that the last portion asks for. */
static void
test_feed__portions(void **state)
{
	struct rv_feed *f;
	char name[64];

	(void)state;
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "wiki/%d", i);
		make("portions", name);
	}
	if (rv_feed_new(scratch_path("portions"), 0, &f, NULL) != RV_OK)
		skip();
	expect(f, "");
	assert_true(rv_feed_more(f));
	while (rv_feed_more(f))
		;
	expect(f, "*;");
	assert_false(rv_feed_limited(f));
	for (int i = 0; i < 200; i += 67) {
		snprintf(name, sizeof(name), "wiki/%d/p.md", i);
		put("portions", name, "1");
		snprintf(name, sizeof(name), "wiki/%d/p.md;", i);
		expect(f, name);
	}
	rv_feed_free(f);
}

static void
put_many(const char *dir, int n)
{
	char name[64];

	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "wiki/a/p%d.md", i);
		put(dir, name, "# Page\n");
	}
}

/* More events than the system keeps: all is looked at again, and directories
 * whose coming nobody told are watched. */
static void
test_feed__lost_events(void **state)
{
	struct rv_feed *f = feed_of("lost", 0);
	int64_t kept = 0;
	FILE *limit = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
	struct rv_sv text;
	char line[32] = "";

	(void)state;
	if (!limit || !fgets(line, sizeof(line), limit))
		line[0] = '\0';
	if (limit)
		fclose(limit);
	text = rv_sv_trim(rv_sv(line));
	if (!rv_sv_to_int(text, &kept) || kept > 100000) {
		rv_feed_free(f);
		skip();
	}
	/* a file is made and closed: two events at least */
	put_many("lost", (int)kept / 2 + 100);
	make("lost", "wiki/unseen/deep");
	put("lost", "wiki/unseen/deep/early.md", "1");
	for (struct rv_event ev; rv_feed_next(f, &ev);)
		if (ev.kind == RV_EVENT_FILES && !ev.path.n)
			kept = 0;
	assert_int_equal(kept, 0);
	while (rv_feed_more(f))
		;
	for (struct rv_event ev; rv_feed_next(f, &ev);)
		;
	put("lost", "wiki/unseen/deep/late.md", "1");
	expect(f, "wiki/unseen/deep/late.md;");
	put("lost", "wiki/a/p0.md", "2");
	expect(f, "wiki/a/p0.md;");
	rv_feed_free(f);
}

/* A tree of more directories than one portion comes by one event. */
static void
test_feed__a_tree_moves_in(void **state)
{
	struct rv_feed *f = feed_of("moved", 0);
	char name[64];
	int last = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "away/d%d", i);
		make("moved", name);
	}
	assert_int_equal(rename(scratch_path("moved/away"),
				scratch_path("moved/wiki/here")),
			 0);
	for (struct rv_event ev; rv_feed_next(f, &ev);)
		;
	assert_true(rv_feed_behind(f));
	while (rv_feed_more(f))
		last++;
	assert_in_range(last, 1, 10);
	expect(f, "*;");
	for (int i = 0; i < 200; i += 50) {
		snprintf(name, sizeof(name), "wiki/here/d%d/p.md", i);
		put("moved", name, "1");
		snprintf(name, sizeof(name), "wiki/here/d%d/p.md;", i);
		expect(f, name);
	}
	rv_feed_free(f);
}

static void
test_feed__out_of_watches(void **state)
{
	struct rv_feed *f = feed_of("limit", 2);

	(void)state;
	assert_true(rv_feed_limited(f));
	/* the workspace itself is watched, wiki is not */
	put("limit", "SOUL.md", "1");
	expect(f, "*;");
	rv_feed_free(f);
}

/* --- what the engine makes of them ------------------------------------------ */

static struct rv_engine *
engine_of(const char *dir)
{
	const char *path = scratch_path(dir);
	struct rv_engine_opts opts = {.env = &env,
				      .workspace = path,
				      .create = true};
	struct rv_engine *e;

	make(dir, "wiki");
	assert_int_equal(rv_engine_open(&opts, &e, NULL), RV_OK);
	return e;
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
	put("changed", "wiki/a.md", "# A\n\nText of the letter [[b]].\n");
	put("changed", "wiki/b.md", "# B\n\nText of another letter.\n");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	expect_tree(e, "wiki/a.md 31 1/0; wiki/b.md 29 0/1; ");
	put("changed", "wiki/b.md", "# B\n\nText of another letter, longer.\n");
	changed(e, "wiki/b.md", NULL);
	expect_tree(e, "wiki/a.md 31 1/0; wiki/b.md 37 0/1; ");
	put("changed", "wiki/b.md", "# B\n\nText of another, and [[a]].\n");
	put("changed", "wiki/c.md", "# C\n\nA new page to [[B]].\n");
	/* what was not named is not looked at */
	changed(e, "wiki/b.md", NULL);
	expect_tree(e, "wiki/a.md 31 1/1; wiki/b.md 33 1/1; ");
	changed(e, "wiki/c.md", "wiki/none.md");
	expect_tree(e, "wiki/a.md 31 1/1; wiki/b.md 33 1/2; "
		       "wiki/c.md 26 1/0; ");
	unlink(scratch_path("changed/wiki/a.md"));
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
	st = rv_action_run(e, &env, &args, RV_DOOR_CONSOLE, &json, NULL);
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
	put("first", "wiki/a.md", "# A\n\nThe sparrow sits in the hedge.\n");
	assert_int_equal(rv_engine_sync(e, NULL), RV_OK);
	put("first", "wiki/a.md", "# A\n\nThe nightingale sings in it, too.\n");
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
	unlink(scratch_path("first/wiki/a.md"));
	put("first", "wiki/b.md", "# B\n\nA cormorant dries its wings here.\n");
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
	put("anew", "wiki/a.md", "# A\n\nSome text of this page.\n");
	put("anew", "wiki/b.md", "# B\n\nSome text of this page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(done, 1);
	/* the one that was read changes, and nobody names it */
	put("anew", "wiki/a.md", "# A\n\nAnother text of this page.\n");
	put("anew", "wiki/c.md", "# C\n\nAnother text of this page.\n");
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
	make("other", "sessions");
	put("other", "sessions/s.jsonl",
	    "{\"type\":\"message\",\"id\":\"m1\",\"timestamp\":"
	    "\"2026-01-01T10:00:00Z\",\"message\":{\"role\":\"user\","
	    "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}}\n");
	put("other", "wiki/link.txt", "x");
	assert_int_equal(symlink("/etc/hostname",
				 scratch_path("other/wiki/out.md")),
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
	put("step", "wiki/a.md", "# A\n\nSome text of this page.\n");
	put("step", "wiki/b.md", "# B\n\nSome text of this page.\n");
	put("step", "wiki/c.md", "# C\n\nSome text of this page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL),
			 RV_OK);
	assert_int_equal(done, 0);
	assert_int_equal(total, 3);
	expect_tree(e, "wiki/a.md 29 0/0?; wiki/b.md 29 0/0?; "
		       "wiki/c.md 29 0/0?; ");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL),
			 RV_OK);
	assert_int_equal(done, 1);
	put("step", "wiki/c.md", "# C\n\nSome other text of this page.\n");
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
	char db[64];
	sqlite3_stmt *st;
	sqlite3 *d;

	snprintf(db, sizeof(db), "%s/.reverie/reverie.db", dir);
	assert_int_equal(sqlite3_open(scratch_path(db), &d), SQLITE_OK);
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
	struct rv_engine_opts opts = {.env = &env, .create = true};
	struct timespec times[2];
	int64_t done, total;
	struct stat st;
	FILE *f;

	(void)state;
	put("two", "wiki/a.md", "Some text of this page.\n");
	put("two", "wiki/b.md", "Some text of that page.\n");
	assert_int_equal(rv_engine_sync_step(e, 0, &done, &total, NULL), RV_OK);
	assert_int_equal(total, 2);
	opts.workspace = scratch_path("two");
	assert_int_equal(rv_engine_open(&opts, &other, NULL), RV_OK);
	assert_int_equal(rv_engine_sync(other, NULL), RV_OK);
	/* changed so that nobody can see it: it would be read, if at all */
	assert_int_equal(stat(scratch_path("two/wiki/a.md"), &st), 0);
	f = fopen(scratch_path("two/wiki/a.md"), "r+");
	assert_non_null(f);
	assert_int_equal(fwrite("Same", 1, 4, f), 4);
	assert_int_equal(fclose(f), 0);
	times[0] = times[1] = st.st_mtim;
	assert_int_equal(utimensat(AT_FDCWD, scratch_path("two/wiki/a.md"),
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
	struct rv_engine_opts opts = {.env = &env,
				      .workspace = path,
				      .create = true,
				      .waiting = &waiting};
	struct rv_buf text = RV_BUF_INIT;
	struct rv_engine *e;
	int64_t done, total;
	char rel[64];

	make(dir, "wiki");
	assert_int_equal(rv_engine_open(&opts, &e, NULL), RV_OK);
	while (text.n < 40000)
		rv_buf_adds(&text, "Some words of a page.\n");
	for (int i = 0; i < 20; i++) {
		snprintf(rel, sizeof(rel), "wiki/%d.md", i);
		put(dir, rel, text.p);
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
		cmocka_unit_test(test_feed__names_the_page),
		cmocka_unit_test(test_feed__index_is_no_news),
		cmocka_unit_test(test_feed__new_directories),
		cmocka_unit_test(test_feed__a_thousand_at_once),
		cmocka_unit_test(test_feed__portions),
		cmocka_unit_test(test_feed__lost_events),
		cmocka_unit_test(test_feed__a_tree_moves_in),
		cmocka_unit_test(test_feed__out_of_watches),
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
