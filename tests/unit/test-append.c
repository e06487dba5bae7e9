/* SPDX-License-Identifier: MIT */
/* One whole line at the end of a log. */
#include "config.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "files/append.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static void
test_append__lines(void **state)
{
	static const struct {
		const char *before, *after;
		int offset;
	} rows[] = {
		{"", "new\n", 0},
		{"one\n", "one\nnew\n", 4},
		{"half", "half\nnew\n", 5},
		{"one\nhalf", "one\nhalf\nnew\n", 9},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *path = scratch_write("log", rv_sv(rows[i].before));
		int64_t offset = -1;

		assert_int_equal(rv_append_line(path, RV_SV("new\n"), i & 1,
						&offset, NULL),
				 RV_OK);
		assert_sv(scratch_read("log"), rows[i].after);
		assert_int_equal(offset, rows[i].offset);
	}
	assert_int_equal(rv_append_line(scratch_path("made"), RV_SV("x\n"), true,
					NULL, NULL),
			 RV_OK);
	assert_sv(scratch_read("made"), "x\n");
}

static void
test_append__refused(void **state)
{
	struct rv_err err;

	(void)state;
	scratch_write("victim", RV_SV("old"));
	assert_int_equal(symlink("victim", scratch_path("link")), 0);
	assert_int_equal(mkfifo(scratch_path("fifo"), 0600), 0);
	assert_int_equal(rv_append_line(scratch_path("link"), RV_SV("x\n"), false,
					NULL, &err),
			 RV_E_DENIED);
	assert_sv(scratch_read("victim"), "old");
	assert_int_equal(rv_append_line(scratch_path("fifo"), RV_SV("x\n"), false,
					NULL, &err),
			 RV_E_DENIED);
	assert_int_equal(rv_append_line(scratch_path("no/log"), RV_SV("x\n"),
					false, NULL, &err),
			 RV_E_NOTFOUND);
}

static char big[8192];

/* A line that does not fit is cut off again. */
static void
test_append__no_room(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	scratch_write("full", RV_SV("one\n"));
	memset(big, 'x', sizeof(big));
	pid = fork();
	if (pid == 0) {
		struct rlimit limit = {4096, 4096};

		sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN},
			  NULL);
		if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
			_exit(77);
		_exit(rv_append_line(scratch_path("full"),
				     rv_sv_of(big, sizeof(big)), false, NULL,
				     NULL) == RV_OK);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_sv(scratch_read("full"), "one\n");
}

/* Four processes at once: every line is whole. */
static void
test_append__at_once(void **state)
{
	const char *path = scratch_path("shared");
	struct rv_sv rest, line;
	pid_t pids[4];
	int status, n = 0;

	(void)state;
	for (int p = 0; p < 4; p++) {
		pids[p] = fork();
		if (pids[p] == 0) {
			for (int i = 0; i < 200; i++) {
				struct rv_buf b = RV_BUF_INIT;

				rv_buf_addf(&b, "%d %0100d\n", p, i);
				if (rv_append_line(path, rv_buf_sv(&b), false,
						   NULL, NULL) != RV_OK)
					_exit(1);
				rv_buf_release(&b);
			}
			_exit(0);
		}
	}
	for (int p = 0; p < 4; p++) {
		assert_int_equal(waitpid(pids[p], &status, 0), pids[p]);
		assert_int_equal(status, 0);
	}
	rest = scratch_read("shared");
	while (rv_sv_next_line(&rest, &line)) {
		assert_int_equal(line.n, 102);
		n++;
	}
	assert_int_equal(n, 800);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_append__lines),
		cmocka_unit_test(test_append__refused),
		cmocka_unit_test(test_append__no_room),
		cmocka_unit_test(test_append__at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
