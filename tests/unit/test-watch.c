/* SPDX-License-Identifier: MIT */
/* inotify: which path changed. */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"
#include "files/watch.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

struct seen {
	struct rv_watch *watch;
	struct rv_buf names;
};

static void
on_change(enum rv_watch_what what, const char *path, void *arg)
{
	struct seen *s = arg;

	rv_buf_addf(&s->names, "%s;", path ? rv_path_base(path) : "*");
	if (what == RV_WATCH_DIR)
		assert_int_equal(rv_watch_add_dir(s->watch, path, NULL), RV_OK);
}

static void
on_what(enum rv_watch_what what, const char *path, void *arg)
{
	static const char *const names[] = {
		[RV_WATCH_FILE] = "file;", [RV_WATCH_DIR] = "dir;",
		[RV_WATCH_DIR_GONE] = "gone;", [RV_WATCH_ALL] = "all;"};

	assert_int_equal(path == NULL, what == RV_WATCH_ALL);
	rv_buf_adds(arg, names[what]);
}

/* Dispatches until `name` was told, at most 5 s. */
static void
wait_for(struct seen *s, const char *name)
{
	for (int i = 0; i < 50; i++) {
		struct pollfd p = {rv_watch_fd(s->watch), POLLIN, 0};

		if (rv_sv_has(rv_buf_sv(&s->names), rv_sv(name)))
			break;
		(void)poll(&p, 1, 100);
		rv_watch_dispatch(s->watch, on_change, s);
	}
	if (!rv_sv_has(rv_buf_sv(&s->names), rv_sv(name)))
		fail_msg("%s was not told: %s", name, s->names.p);
	rv_buf_reset(&s->names);
}

static void
test_watch__changes(void **state)
{
	struct seen s = {.names = RV_BUF_INIT};

	(void)state;
	if (rv_watch_new(0, &s.watch, NULL) != RV_OK)
		skip();
	assert_int_equal(rv_watch_add_dir(s.watch, scratch_path(""), NULL), RV_OK);
	assert_int_equal(rv_watch_add_dir(s.watch, scratch_path("none"), NULL),
			 RV_OK);
	rv_watch_dispatch(s.watch, on_change, &s);
	assert_int_equal(s.names.n, 0);
	scratch_write("one", RV_SV("x"));
	wait_for(&s, "one;");
	assert_int_equal(rename(scratch_path("one"), scratch_path("two")), 0);
	wait_for(&s, "two;");
	unlink(scratch_path("two"));
	wait_for(&s, "two;");
	/* a directory that is added from within the callback */
	assert_int_equal(mkdir(scratch_path("sub"), 0700), 0);
	wait_for(&s, "sub;");
	scratch_write("sub/deep", RV_SV("x"));
	wait_for(&s, "deep;");
	unlink(scratch_path("sub/deep"));
	assert_int_equal(rmdir(scratch_path("sub")), 0);
	wait_for(&s, "sub;");
	rv_watch_free(s.watch);
	rv_watch_free(NULL);
	rv_buf_release(&s.names);
}

static void
test_watch__burst_is_one(void **state)
{
	struct seen s = {.names = RV_BUF_INIT};

	(void)state;
	if (rv_watch_new(0, &s.watch, NULL) != RV_OK)
		skip();
	scratch_write("many", RV_SV("x"));
	assert_int_equal(rv_watch_add_dir(s.watch, scratch_path(""), NULL), RV_OK);
	for (int i = 0; i < 20; i++)
		scratch_write("many", RV_SV("y"));
	rv_watch_dispatch(s.watch, on_change, &s);
	assert_sv(rv_buf_sv(&s.names), "many;");
	rv_watch_free(s.watch);
	rv_buf_release(&s.names);
}

static void
test_watch__says_what(void **state)
{
	static const char *const want = "file;file;dir;gone;";
	struct rv_buf got = RV_BUF_INIT;
	struct rv_watch *w;

	(void)state;
	if (rv_watch_new(0, &w, NULL) != RV_OK)
		skip();
	assert_int_equal(mkdir(scratch_path("what"), 0700), 0);
	assert_int_equal(rv_watch_add_dir(w, scratch_path("what"), NULL),
			 RV_OK);
	scratch_write("what/a", RV_SV("x"));
	unlink(scratch_path("what/a"));
	assert_int_equal(mkdir(scratch_path("what/d"), 0700), 0);
	assert_int_equal(rmdir(scratch_path("what/d")), 0);
	rv_watch_dispatch(w, on_what, &got);
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
	rv_watch_free(w);
}

/* Directories keep their paths while others come and go, and no more are
 * taken than are allowed. */
static void
test_watch__many_and_limit(void **state)
{
	struct seen s = {.names = RV_BUF_INIT};
	struct rv_err err = {0};
	char name[32];

	(void)state;
	if (rv_watch_new(20, &s.watch, NULL) != RV_OK)
		skip();
	assert_int_equal(mkdir(scratch_path("many.d"), 0700), 0);
	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "many.d/%d", i);
		assert_int_equal(mkdir(scratch_path(name), 0700), 0);
		assert_int_equal(rv_watch_add_dir(s.watch, scratch_path(name),
						  NULL),
				 RV_OK);
	}
	assert_int_equal(rv_watch_add_dir(s.watch, scratch_path("many.d"),
					  &err),
			 RV_E_TOOBIG);
	assert_non_null(strstr(err.msg, "max_user_watches"));
	for (int i = 0; i < 20; i += 3) {
		snprintf(name, sizeof(name), "many.d/%d", i);
		assert_int_equal(rmdir(scratch_path(name)), 0);
	}
	rv_watch_dispatch(s.watch, on_change, &s);
	rv_buf_reset(&s.names);
	for (int i = 1; i < 20; i += 3) {
		snprintf(name, sizeof(name), "many.d/%d/f%d", i, i);
		scratch_write(name, RV_SV("x"));
		snprintf(name, sizeof(name), "f%d;", i);
		wait_for(&s, name);
	}
	/* what went made room */
	assert_int_equal(rv_watch_add_dir(s.watch, scratch_path("many.d"),
					  NULL),
			 RV_OK);
	rv_watch_free(s.watch);
	rv_buf_release(&s.names);
}

/* Of a busy directory: what is written on and on is told when it is closed, or
 * where it was asked for. */
static void
test_watch__busy(void **state)
{
	struct seen s = {.names = RV_BUF_INIT};
	int db, log;

	(void)state;
	if (rv_watch_new(0, &s.watch, NULL) != RV_OK)
		skip();
	assert_int_equal(mkdir(scratch_path("busy"), 0700), 0);
	scratch_write("busy/db", RV_SV("x"));
	scratch_write("busy/log", RV_SV("x"));
	db = open(scratch_path("busy/db"), O_WRONLY | O_APPEND);
	log = open(scratch_path("busy/log"), O_WRONLY | O_APPEND);
	assert_int_equal(rv_watch_add_busy_dir(s.watch, scratch_path("busy"),
					       NULL),
			 RV_OK);
	assert_int_equal(rv_watch_add_file(s.watch, scratch_path("busy/log"),
					   NULL),
			 RV_OK);
	assert_int_equal(rv_watch_add_file(s.watch, scratch_path("busy/none"),
					   NULL),
			 RV_OK);
	assert_int_equal(write(db, "y", 1), 1);
	rv_watch_dispatch(s.watch, on_change, &s);
	assert_int_equal(s.names.n, 0);
	assert_int_equal(write(log, "y", 1), 1);
	assert_int_equal(write(log, "z", 1), 1);
	wait_for(&s, "log;");
	close(db);
	wait_for(&s, "db;");
	close(log);
	scratch_write("busy/new", RV_SV("x"));
	wait_for(&s, "new;");
	rv_watch_free(s.watch);
	rv_buf_release(&s.names);
}

static void
write_on(enum rv_watch_what what, const char *path, void *arg)
{
	int *n = arg;

	(void)what;
	(void)path;
	if (++*n < 1000)
		scratch_write(*n % 2 ? "more/a" : "more/b", RV_SV("x"));
}

/* Who writes as fast as we read does not keep us. */
static void
test_watch__ends_while_others_write(void **state)
{
	struct rv_watch *w;
	int n = 0;

	(void)state;
	if (rv_watch_new(0, &w, NULL) != RV_OK)
		skip();
	assert_int_equal(mkdir(scratch_path("more"), 0700), 0);
	assert_int_equal(rv_watch_add_dir(w, scratch_path("more"), NULL),
			 RV_OK);
	scratch_write("more/a", RV_SV("x"));
	rv_watch_dispatch(w, write_on, &n);
	assert_in_range(n, 1, 10);
	rv_watch_free(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_watch__changes),
		cmocka_unit_test(test_watch__burst_is_one),
		cmocka_unit_test(test_watch__says_what),
		cmocka_unit_test(test_watch__many_and_limit),
		cmocka_unit_test(test_watch__busy),
		cmocka_unit_test(test_watch__ends_while_others_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
