/* SPDX-License-Identifier: MIT */
/* inotify: which path changed. */
#include "config.h"

#include <poll.h>
#include <stdio.h>
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
on_change(const char *path, void *arg)
{
	struct seen *s = arg;

	rv_buf_addf(&s->names, "%s;", path ? rv_path_base(path) : "*");
	if (path && rv_path_is_dir(path))
		assert_int_equal(rv_watch_add_dir(s->watch, path, NULL), RV_OK);
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
	if (rv_watch_new(&s.watch, NULL) != RV_OK)
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
	if (rv_watch_new(&s.watch, NULL) != RV_OK)
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_watch__changes),
		cmocka_unit_test(test_watch__burst_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
