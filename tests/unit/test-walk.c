/* SPDX-License-Identifier: MIT */
/* Walking a tree in the order of names. */
#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"
#include "files/walk.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static rv_status
collect(const char *path, const char *rel, const struct stat *st, void *arg)
{
	struct rv_buf *b = arg;

	assert_true(S_ISREG(st->st_mode));
	assert_true(rv_path_exists(path));
	assert_true(rv_sv_ends(rv_sv(path), rv_sv(rel)));
	rv_buf_addf(b, "%s;", rel);
	return rv_sv_has(rv_buf_sv(b), RV_SV("stop")) ? RV_E_CANCELLED : RV_OK;
}

static void
test_walk__tree(void **state)
{
	struct rv_buf got = RV_BUF_INIT, slash = RV_BUF_INIT;
	struct rv_err err;

	(void)state;
	assert_int_equal(rv_path_mkdirs(scratch_path("b/c"), 0700, NULL), RV_OK);
	assert_int_equal(rv_path_mkdirs(scratch_path(".git"), 0700, NULL), RV_OK);
	scratch_write("b/c/1", RV_SV(""));
	scratch_write("b/z", RV_SV(""));
	scratch_write("b-", RV_SV(""));
	scratch_write("a", RV_SV(""));
	scratch_write("\xC3\xA4", RV_SV(""));
	scratch_write("Z", RV_SV(""));
	scratch_write(".hidden", RV_SV(""));
	scratch_write(".git/x", RV_SV(""));
	assert_int_equal(symlink("a", scratch_path("link")), 0);
	assert_int_equal(symlink("..", scratch_path("b/up")), 0);
	assert_int_equal(mkfifo(scratch_path("fifo"), 0600), 0);
	assert_int_equal(rv_walk(scratch_path(""), collect, &got, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), "Z;a;b/c/1;b/z;b-;\xC3\xA4;");
	rv_buf_reset(&got);
	rv_buf_addf(&slash, "%s/", scratch_path(""));
	assert_int_equal(rv_walk(slash.p, collect, &got, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), "Z;a;b/c/1;b/z;b-;\xC3\xA4;");
	rv_buf_reset(&got);
	scratch_write("b/stop", RV_SV(""));
	assert_int_equal(rv_walk(scratch_path(""), collect, &got, &err),
			 RV_E_CANCELLED);
	assert_sv(rv_buf_sv(&got), "Z;a;b/c/1;b/stop;");
	rv_buf_reset(&got);
	assert_int_equal(rv_walk(scratch_path("none"), collect, &got, NULL), RV_OK);
	assert_int_equal(rv_walk(scratch_path("a"), collect, &got, &err), RV_E_IO);
	assert_int_equal(got.n, 0);
	rv_buf_release(&got);
	rv_buf_release(&slash);
}

static void
test_walk__too_deep(void **state)
{
	struct rv_buf path = RV_BUF_INIT, got = RV_BUF_INIT;

	(void)state;
	for (int i = 0; i < 70; i++)
		rv_buf_adds(&path, "d/");
	assert_int_equal(rv_path_mkdirs(scratch_path(path.p), 0700, NULL), RV_OK);
	rv_buf_adds(&path, "file");
	scratch_write(path.p, RV_SV(""));
	scratch_write("d/near", RV_SV(""));
	assert_int_equal(rv_walk(scratch_path("d"), collect, &got, NULL), RV_OK);
	assert_sv(rv_buf_sv(&got), "near;");
	rv_buf_release(&path);
	rv_buf_release(&got);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_walk__tree),
		cmocka_unit_test(test_walk__too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
