/* SPDX-License-Identifier: MIT */
/* Paths, whole files, and opening below a directory. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/path.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static void
test_path__text(void **state)
{
	static const struct {
		const char *a, *b, *joined;
	} rows[] = {
		{"a", "b", "a/b"},   {"a/", "b", "a/b"}, {"/", "b", "/b"},
		{"a", "/b", "/b"},   {"", "b", "b"},	 {"a", "", "a"},
		{"a", "b/c", "a/b/c"},
	};
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_string_equal(
			rv_path_join_in(&arena, rows[i].a, rows[i].b),
			rows[i].joined);
	rv_arena_release(&arena);
	assert_string_equal(rv_path_base("a/b"), "b");
	assert_string_equal(rv_path_base("b"), "b");
	assert_string_equal(rv_path_base("a/"), "");
	assert_true(rv_path_match("*.jsonl", "x.jsonl"));
	assert_true(rv_path_match("[a-c]?", "bz"));
	assert_false(rv_path_match("*", ".hidden"));
	assert_false(rv_path_match("*.md", "x.mdx"));
}

static void
test_path__mkdirs(void **state)
{
	const char *file = scratch_write("file", RV_SV("x"));
	struct rv_err err;

	(void)state;
	assert_int_equal(rv_path_mkdirs(scratch_path("m/n/o"), 0700, NULL), RV_OK);
	assert_true(rv_path_is_dir(scratch_path("m/n/o")));
	assert_int_equal(rv_path_mkdirs(scratch_path("m/n/o/"), 0700, NULL), RV_OK);
	assert_int_equal(rv_path_mkdirs(scratch_path("m//p/"), 0700, NULL), RV_OK);
	assert_int_equal(rv_path_mkdirs(scratch_path("file/x"), 0700, &err),
			 RV_E_IO);
	assert_true(rv_path_exists(file));
	assert_false(rv_path_is_dir(file));
	assert_false(rv_path_exists(scratch_path("none")));
}

static void
test_path__read(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err err;

	(void)state;
	scratch_write("r", RV_SV("12345"));
	rv_buf_adds(&b, ">");
	assert_int_equal(rv_path_read(scratch_path("r"), 5, &b, &err), RV_OK);
	assert_string_equal(b.p, ">12345");
	rv_buf_truncate(&b, 1);
	assert_int_equal(rv_path_read(scratch_path("r"), 4, &b, &err), RV_E_TOOBIG);
	assert_string_equal(b.p, ">");
	assert_string_equal(err.path, scratch_path("r"));
	assert_int_equal(rv_path_read(scratch_path("none"), 4, &b, &err),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_path_read(scratch_path(""), 4, &b, &err), RV_E_IO);
	assert_int_equal(mkfifo(scratch_path("fifo"), 0600), 0);
	assert_int_equal(rv_path_read(scratch_path("fifo"), 4, &b, &err), RV_E_IO);
	assert_int_equal(rv_path_read("/proc/self/status", 1 << 20, &b, &err),
			 RV_OK);
	assert_true(b.n > 100);
	rv_buf_release(&b);
}

static void
test_path__stream(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err err = {0};
	char path[64];
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	(void)snprintf(path, sizeof(path), "/dev/fd/%d", ends[0]);
	assert_int_equal(write(ends[1], "a\nb", 3), 3);
	close(ends[1]);
	assert_int_equal(rv_path_read(path, 10, &b, &err), RV_E_IO);
	assert_int_equal(rv_path_read_stream(path, 10, &b, &err), RV_OK);
	assert_sv(rv_buf_sv(&b), "a\nb");
	close(ends[0]);
	rv_buf_reset(&b);
	assert_int_equal(rv_path_read_stream(scratch_write("s", RV_SV("1234")),
					     3, &b, &err),
			 RV_E_TOOBIG);
	assert_int_equal(rv_path_read_stream(scratch_path("none"), 3, &b, &err),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_path_read_stream(scratch_path("."), 3, &b, &err),
			 RV_E_IO);
	rv_buf_release(&b);
}

static void
test_path__beneath(void **state)
{
	static const struct {
		const char *rel;
		rv_status status;
	} rows[] = {
		{"in/file", RV_OK},
		{"in", RV_OK},
		{"in//file", RV_OK},
		{"in/none", RV_E_NOTFOUND},
		{"/etc/passwd", RV_E_DENIED},
		{"../out", RV_E_DENIED},
		{"in/../../out", RV_E_DENIED},
		{"link-out", RV_E_DENIED},
		{"dir-out/file", RV_E_DENIED},
		{"link-in", RV_E_DENIED},
		{"dir-in/file", RV_E_DENIED},
	};
	int dir, fd;

	(void)state;
	assert_int_equal(rv_path_mkdirs(scratch_path("base/in"), 0700, NULL), RV_OK);
	scratch_write("out", RV_SV("secret"));
	scratch_write("base/in/file", RV_SV("x"));
	assert_int_equal(symlink("../out", scratch_path("base/link-out")), 0);
	assert_int_equal(symlink("/tmp", scratch_path("base/dir-out")), 0);
	assert_int_equal(symlink("in/file", scratch_path("base/link-in")), 0);
	assert_int_equal(symlink("in", scratch_path("base/dir-in")), 0);
	dir = open(scratch_path("base"), O_RDONLY | O_DIRECTORY);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		fd = -1;
		if (rv_path_open_beneath(dir, rows[i].rel, O_RDONLY, 0, &fd,
					 NULL) != rows[i].status)
			fail_msg("%s", rows[i].rel);
		assert_int_equal(fd >= 0, rows[i].status == RV_OK);
		if (fd >= 0)
			close(fd);
	}
	assert_int_equal(rv_path_open_beneath(dir, "in/new", O_WRONLY | O_CREAT,
					      0600, &fd, NULL),
			 RV_OK);
	close(fd);
	assert_true(rv_path_exists(scratch_path("base/in/new")));
	close(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_path__text),
		cmocka_unit_test(test_path__mkdirs),
		cmocka_unit_test(test_path__read),
		cmocka_unit_test(test_path__stream),
		cmocka_unit_test(test_path__beneath),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
