/* SPDX-License-Identifier: MIT */
/* Events of a workspace, each with the path that it is about. */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/workspace.h"

#define DEADLINE_MS 5000

/* A feed over a new workspace with a wiki of one folder, or skips. */
static struct rv_feed *
feed_of(const char *dir, size_t max)
{
	struct rv_feed *f;

	workspace_make(dir, "wiki/a");
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
	workspace_put("names", "wiki/a/x.md", "1");
	workspace_put("names", "wiki/a/x.md", "2");
	workspace_put("names", "wiki/a/.hidden", "2");
	expect(f, "wiki/a/x.md;");
	/* as editors save: beside it, then over it */
	workspace_put("names", "wiki/a/.x.swp", "3");
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
	workspace_make("busy", ".reverie");
	workspace_put("busy", ".reverie/reverie.db-wal", "x");
	f = feed_of("busy", 0);
	expect(f, "");
	db = open(workspace_path("busy", ".reverie/reverie.db-wal"), O_WRONLY);
	assert_int_equal(write(db, "y", 1), 1);
	p.fd = rv_feed_fd(f);
	assert_int_equal(poll(&p, 1, 0), 0);
	/* a journal that came later, and stays open with its agent */
	workspace_put("busy", ".reverie/subconscious.jsonl", "");
	expect(f, "");
	journal = open(workspace_path("busy", ".reverie/subconscious.jsonl"),
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
	workspace_make("dirs", "wiki/new/deep");
	workspace_put("dirs", "wiki/new/deep/early.md", "1");
	expect(f, "wiki/new/deep/early.md;");
	workspace_put("dirs", "wiki/new/deep/late.md", "1");
	expect(f, "wiki/new/deep/late.md;");
	unlink(scratch_path("dirs/wiki/new/deep/late.md"));
	unlink(scratch_path("dirs/wiki/new/deep/early.md"));
	expect(f, "wiki/new/deep/late.md;wiki/new/deep/early.md;");
	assert_int_equal(rmdir(scratch_path("dirs/wiki/new/deep")), 0);
	expect(f, "*;");
	/* a room that was not there at the start; others are not ours */
	workspace_make("dirs", "node_modules/x");
	workspace_put("dirs", "node_modules/x/no.md", "1");
	workspace_make("dirs", "memory");
	workspace_put("dirs", "memory/today.md", "1");
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
		workspace_put("many", name, "1");
	}
	collect(f, &got);
	assert_true(rv_sv_ends(rv_buf_sv(&got), RV_SV(";*;")));
	assert_int_equal(rv_sv_count(rv_buf_sv(&got), ';'), 257);
	rv_buf_release(&got);
	/* and then names them again */
	workspace_put("many", "wiki/a/7.md", "2");
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
		workspace_make("portions", name);
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
		workspace_put("portions", name, "1");
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
		workspace_put(dir, name, "# Page\n");
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
	workspace_make("lost", "wiki/unseen/deep");
	workspace_put("lost", "wiki/unseen/deep/early.md", "1");
	for (struct rv_event ev; rv_feed_next(f, &ev);)
		if (ev.kind == RV_EVENT_FILES && !ev.path.n)
			kept = 0;
	assert_int_equal(kept, 0);
	while (rv_feed_more(f))
		;
	for (struct rv_event ev; rv_feed_next(f, &ev);)
		;
	workspace_put("lost", "wiki/unseen/deep/late.md", "1");
	expect(f, "wiki/unseen/deep/late.md;");
	workspace_put("lost", "wiki/a/p0.md", "2");
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
		workspace_make("moved", name);
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
		workspace_put("moved", name, "1");
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
	workspace_put("limit", "SOUL.md", "1");
	expect(f, "*;");
	rv_feed_free(f);
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
