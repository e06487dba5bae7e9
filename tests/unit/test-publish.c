/* SPDX-License-Identifier: MIT */
/* Durable replacement: the old bytes or the new, and nothing left over. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "files/publish.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static mode_t
mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_mode & 07777;
}

static void
test_publish__new_and_again(void **state)
{
	const char *path = scratch_path("new");
	int before = scratch_count();

	(void)state;
	umask(0);
	assert_int_equal(rv_publish(path, RV_SV("one\0two"), NULL), RV_OK);
	assert_int_equal(mode_of(path), 0600);
	assert_int_equal(scratch_read("new").n, 7);
	umask(077);
	assert_int_equal(chmod(path, 0644), 0);
	assert_int_equal(rv_publish(path, RV_SV("three"), NULL), RV_OK);
	assert_int_equal(mode_of(path), 0644);
	assert_sv(scratch_read("new"), "three");
	assert_int_equal(rv_publish(path, RV_SV_NONE, NULL), RV_OK);
	assert_int_equal(scratch_read("new").n, 0);
	assert_int_equal(scratch_count(), before + 1);
}

static void
test_publish__refused(void **state)
{
	static const char *const names[] = {"link", "dangling", "hard", "dir"};
	struct rv_err err;
	int before;

	(void)state;
	scratch_write("target", RV_SV("old"));
	assert_int_equal(symlink("target", scratch_path("link")), 0);
	assert_int_equal(symlink("nowhere", scratch_path("dangling")), 0);
	assert_int_equal(link(scratch_write("hard", RV_SV("old")),
			      scratch_path("hard2")),
			 0);
	assert_int_equal(mkdir(scratch_path("dir"), 0700), 0);
	before = scratch_count();
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		assert_int_equal(rv_publish(scratch_path(names[i]), RV_SV("new"),
					    &err),
				 RV_E_DENIED);
		assert_string_equal(err.path, scratch_path(names[i]));
	}
	assert_sv(scratch_read("target"), "old");
	assert_sv(scratch_read("hard"), "old");
	assert_int_equal(rv_publish(scratch_path("none/x"), RV_SV("x"), &err),
			 RV_E_NOTFOUND);
	assert_int_equal(scratch_count(), before);
	if (geteuid() == 0) {
		assert_int_equal(chown(scratch_path("target"), 12345, (gid_t)-1), 0);
		assert_int_equal(rv_publish(scratch_path("target"), RV_SV("x"),
					    &err),
				 RV_E_DENIED);
		assert_sv(scratch_read("target"), "old");
	}
}

static void
test_publish__long_name(void **state)
{
	char name[256];

	(void)state;
	memset(name, 'n', 255);
	name[255] = '\0';
	assert_int_equal(rv_publish(scratch_path(name), RV_SV("x"), NULL), RV_OK);
	assert_sv(scratch_read(name), "x");
	assert_int_equal(rv_unpublish(scratch_path(name), NULL), RV_OK);
}

static char big[1 << 20];

/* In a child, because a limit on the file size stays. */
static void
test_publish__write_fails(void **state)
{
	int status, before;
	pid_t pid;

	(void)state;
	scratch_write("kept", RV_SV("old"));
	before = scratch_count();
	pid = fork();
	if (pid == 0) {
		struct rlimit limit = {4096, 4096};

		sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN},
			  NULL);
		if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
			_exit(77);
		_exit(rv_publish(scratch_path("kept"),
				 rv_sv_of(big, sizeof(big)), NULL) == RV_E_IO
			      ? 0
			      : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_sv(scratch_read("kept"), "old");
	assert_int_equal(scratch_count(), before);
}

static int
entries(const char *dir)
{
	DIR *d = opendir(scratch_path(dir));
	int n = -2;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static void
test_publish__disk_full(void **state)
{
	struct rv_err err;
	rv_status s;
	int names;
	bool kept;

	(void)state;
	assert_int_equal(mkdir(scratch_path("full"), 0700), 0);
	if (mount("none", scratch_path("full"), "tmpfs", 0, "size=64k") != 0)
		skip();
	scratch_write("full/STORY.md", RV_SV("old"));
	s = rv_publish(scratch_path("full/STORY.md"), rv_sv_of(big, sizeof(big)),
		       &err);
	kept = rv_sv_is(scratch_read("full/STORY.md"), "old");
	names = entries("full");
	umount2(scratch_path("full"), MNT_DETACH);
	assert_int_equal(s, RV_E_NOSPACE);
	assert_true(kept);
	assert_int_equal(names, 1);
}

static void
test_publish__remove_and_rename(void **state)
{
	struct rv_err err;

	(void)state;
	scratch_write("gone", RV_SV("x"));
	assert_int_equal(rv_unpublish(scratch_path("gone"), NULL), RV_OK);
	assert_int_equal(rv_unpublish(scratch_path("gone"), NULL), RV_OK);
	scratch_write("from", RV_SV("x"));
	assert_int_equal(rv_rename_durably(scratch_path("from"),
					   scratch_path("to"), NULL),
			 RV_OK);
	assert_sv(scratch_read("to"), "x");
	assert_int_equal(rv_rename_durably(scratch_path("from"),
					   scratch_path("to"), &err),
			 RV_E_NOTFOUND);
}

static void
test_publish__sweep(void **state)
{
	static const struct {
		const char *name;
		bool old, swept;
	} rows[] = {
		{"sw/.STORY.md.rv-aB3xYz", true, true},
		{"sw/.STORY.md.rv-fresh1", false, false},
		{"sw/STORY.md.rv-aB3xYz", true, false},
		{"sw/.STORY.md.rv-aB3xY", true, false},
		{"sw/.STORY.md.rv-aB3x-z", true, false},
		{"sw/.rv-abcdef", true, false},
		{"sw/.hidden", true, false},
	};
	struct timespec times[2] = {{1000, 0}, {1000, 0}};

	(void)state;
	assert_int_equal(mkdir(scratch_path("sw"), 0700), 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		scratch_write(rows[i].name, RV_SV("x"));
		if (rows[i].old)
			utimensat(AT_FDCWD, scratch_path(rows[i].name), times, 0);
	}
	assert_int_equal(rv_publish_sweep(scratch_path("sw")), 1);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(access(scratch_path(rows[i].name), F_OK) != 0,
				 rows[i].swept);
	assert_int_equal(rv_publish_sweep(scratch_path("none")), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_publish__new_and_again),
		cmocka_unit_test(test_publish__refused),
		cmocka_unit_test(test_publish__long_name),
		cmocka_unit_test(test_publish__write_fails),
		cmocka_unit_test(test_publish__disk_full),
		cmocka_unit_test(test_publish__remove_and_rename),
		cmocka_unit_test(test_publish__sweep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
