/* SPDX-License-Identifier: MIT */
/* The lock file that others know, and our own flock. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/time.h"
#include "files/lock.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

static const struct rv_env real = {.now = RV_UNDATED};

/* A pid that was alive and is not any more. */
static long
dead_pid(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

static void
write_lock(long pid, int64_t created)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "{\n  \"pid\": %ld,\n  \"createdAt\": \"", pid);
	rv_buf_add_iso(&b, created);
	rv_buf_adds(&b, "\"\n}");
	scratch_write("STORY.md.lock", rv_buf_sv(&b));
	rv_buf_release(&b);
}

static void
set_age(int64_t seconds)
{
	int64_t now = rv_env_now(&real) / 1000 - seconds;
	struct timespec times[2] = {{now, 0}, {now, 0}};

	assert_int_equal(utimensat(AT_FDCWD, scratch_path("STORY.md.lock"), times,
				   0),
			 0);
}

static void
test_lock__body(void **state)
{
	struct rv_lock l = RV_LOCK_INIT;
	struct rv_lock_info info;
	struct rv_json_doc doc;
	int64_t created = 0;
	struct stat st;

	(void)state;
	rv_lock_peek(scratch_path("STORY.md"), &real, &info);
	assert_int_equal(info.held, 0);
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 0, &real, NULL),
			 RV_OK);
	assert_true(rv_sv_starts(scratch_read("STORY.md.lock"),
				 RV_SV("{\n  \"pid\": ")));
	assert_true(rv_sv_has(scratch_read("STORY.md.lock"),
			      RV_SV(",\n  \"createdAt\": \"")));
	assert_int_equal(rv_json_parse(scratch_read("STORY.md.lock"), &doc, NULL),
			 RV_OK);
	assert_int_equal(rv_json_int(rv_json_get(doc.root, "pid"), 0), getpid());
	assert_true(rv_time_parse(rv_json_get_sv(doc.root, "createdAt"), &created));
	rv_json_release(&doc);
	rv_lock_peek(scratch_path("STORY.md"), &real, &info);
	assert_int_equal(info.held, 1);
	assert_int_equal(info.pid, getpid());
	assert_true(info.created == created);
	/* Nothing is beside it, and it is the one name of its file. */
	assert_int_equal(stat(scratch_path("STORY.md.lock"), &st), 0);
	assert_int_equal(st.st_nlink, 1);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(scratch_count(), 1);
	rv_lock_release(&l);
	assert_int_equal(stat(scratch_path("STORY.md.lock"), &st), -1);
	rv_lock_release(&l);
}

static void
test_lock__held(void **state)
{
	struct rv_lock l = RV_LOCK_INIT;
	struct rv_err err;
	char pid[32];

	(void)state;
	write_lock(getpid(), rv_env_now(&real) - 61 * RV_SECOND);
	snprintf(pid, sizeof(pid), "process %ld ", (long)getpid());
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 30, &real,
				      &err),
			 RV_E_HELD);
	assert_int_equal(l.fd, -1);
	assert_non_null(strstr(err.msg, pid));
	assert_non_null(strstr(err.msg, "age 1m"));
	assert_true(rv_sv_has(scratch_read("STORY.md.lock"), RV_SV("pid")));
	/* a file that is just being written has no body yet */
	scratch_write("STORY.md.lock", RV_SV_NONE);
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 10, &real,
				      &err),
			 RV_E_HELD);
	unlink(scratch_path("STORY.md.lock"));
}

static void
test_lock__stale(void **state)
{
	struct rv_lock l = RV_LOCK_INIT;
	struct rv_lock_info info;
	int64_t now = rv_env_now(&real);

	(void)state;
	for (int i = 0; i < 6; i++) {
		switch (i) {
		case 0:
			write_lock(dead_pid(), now);
			break;
		case 1:
			write_lock(getpid(), now - 121 * RV_SECOND);
			break;
		case 2:
			scratch_write("STORY.md.lock",
				      RV_SV("{\"createdAt\":\"whenever\"}"));
			break;
		case 3:
			scratch_write("STORY.md.lock", RV_SV("not json"));
			set_age(121);
			break;
		case 4:
			scratch_write("STORY.md.lock", RV_SV("{\"pid\":\"x\"}"));
			set_age(121);
			break;
		case 5:
			write_lock(-1, now);
			break;
		}
		rv_lock_peek(scratch_path("STORY.md"), &real, &info);
		assert_int_equal(info.held, 0);
		if (rv_lock_take(&l, scratch_path("STORY.md"), 0, &real, NULL) !=
		    RV_OK)
			fail_msg("case %d is held", i);
		rv_lock_release(&l);
	}
	assert_int_equal(scratch_count(), 0);
}

/* A run with a fixed time must not rob a lock that is fresh by the clock. */
static void
test_lock__fixed_time(void **state)
{
	struct rv_env future = {.now = rv_env_now(&real) + RV_DAY};
	struct rv_env past = {.now = 0};
	struct rv_lock l = RV_LOCK_INIT;

	(void)state;
	write_lock(getpid(), rv_env_now(&real));
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 0, &future,
				      NULL),
			 RV_E_HELD);
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 0, &past,
				      NULL),
			 RV_E_HELD);
	/* and a lock of that past is held, as the run sees it */
	write_lock(getpid(), 0);
	assert_int_equal(rv_lock_take(&l, scratch_path("STORY.md"), 0, &past,
				      NULL),
			 RV_E_HELD);
	unlink(scratch_path("STORY.md.lock"));
}

/* Two names of one directory share the lock; a robbed one is not removed. */
static void
test_lock__names_and_robbers(void **state)
{
	struct rv_lock a = RV_LOCK_INIT, b = RV_LOCK_INIT;

	(void)state;
	assert_int_equal(symlink(".", scratch_path("alias")), 0);
	assert_int_equal(rv_lock_take(&a, scratch_path("STORY.md"), 0, &real, NULL),
			 RV_OK);
	assert_int_equal(rv_lock_take(&b, scratch_path("alias/STORY.md"), 0, &real,
				      NULL),
			 RV_E_HELD);
	unlink(scratch_path("STORY.md.lock"));
	assert_int_equal(rv_lock_take(&b, scratch_path("STORY.md"), 0, &real, NULL),
			 RV_OK);
	rv_lock_release(&a);
	assert_true(scratch_read("STORY.md.lock").n > 0);
	rv_lock_release(&b);
	unlink(scratch_path("alias"));
	assert_int_equal(rv_lock_take(&a, scratch_path("deep/er/STORY.md"), 0,
				      &real, NULL),
			 RV_OK);
	rv_lock_release(&a);
}

/* One of eight at a time, through waiting. */
static void
test_lock__contended(void **state)
{
	int status;
	pid_t pids[8];

	(void)state;
	scratch_write("counter", RV_SV("0"));
	for (int p = 0; p < 8; p++) {
		pids[p] = fork();
		if (pids[p] != 0)
			continue;
		for (int i = 0; i < 5; i++) {
			struct rv_lock l = RV_LOCK_INIT;
			struct rv_buf b = RV_BUF_INIT;
			int64_t n = 0;

			if (rv_lock_take(&l, scratch_path("counter"), 60000, &real,
					 NULL) != RV_OK)
				_exit(1);
			(void)rv_sv_to_int(scratch_read("counter"), &n);
			rv_buf_addf(&b, "%d", (int)n + 1);
			scratch_write("counter", rv_buf_sv(&b));
			rv_buf_release(&b);
			rv_lock_release(&l);
		}
		_exit(0);
	}
	for (int p = 0; p < 8; p++) {
		assert_int_equal(waitpid(pids[p], &status, 0), pids[p]);
		assert_int_equal(status, 0);
	}
	assert_sv(scratch_read("counter"), "40");
}

static void
test_flock__held_and_free(void **state)
{
	struct rv_lock a = RV_LOCK_INIT, b = RV_LOCK_INIT;
	const char *path = scratch_path("own");
	struct rv_err err;
	char pid[32];

	(void)state;
	snprintf(pid, sizeof(pid), "process %ld ", (long)getpid());
	assert_int_equal(rv_flock_take(&a, path, 0, &real, NULL), RV_OK);
	assert_int_equal(rv_flock_take(&b, path, 20, &real, &err), RV_E_HELD);
	assert_non_null(strstr(err.msg, pid));
	assert_int_equal(b.fd, -1);
	rv_flock_release(&a);
	rv_flock_release(&a);
	assert_int_equal(rv_flock_take(&b, path, 0, &real, &err), RV_OK);
	rv_flock_release(&b);
	/* never unlinked */
	assert_true(scratch_read("own").n > 0);
	assert_int_equal(rv_flock_take(&b, scratch_path("no/own"), 0, &real, &err),
			 RV_E_NOTFOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lock__body),
		cmocka_unit_test(test_lock__held),
		cmocka_unit_test(test_lock__stale),
		cmocka_unit_test(test_lock__fixed_time),
		cmocka_unit_test(test_lock__names_and_robbers),
		cmocka_unit_test(test_lock__contended),
		cmocka_unit_test(test_flock__held_and_free),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
