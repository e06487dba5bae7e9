/* SPDX-License-Identifier: MIT */
/* The debug log: how large it grows, who can read it, what is said in it. */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/debuglog.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"

/* Built from pieces, or every scanner of repositories would report it. */
#define TOKEN "gh" "p_16C7e42F292c6912E7710c838347Ae178B4a"
#define KEY "Nq7vLk2pXw9sTz4b" /* of no known form */

static const struct rv_env env = {.now = INT64_C(1769608800000)};

static rv_status
open_log(const char *name, bool content, struct rv_err *err)
{
	*err = (struct rv_err){0};
	return rv_debuglog_open(scratch_path(name), content, &env, err);
}

static long
size_of(const char *name)
{
	struct stat st;

	return stat(scratch_path(name), &st) == 0 ? (long)st.st_size : -1;
}

static int
mode_of(const char *name)
{
	struct stat st;

	return stat(scratch_path(name), &st) == 0 ? (int)(st.st_mode & 0777) : -1;
}

static size_t
lines_of(const char *name)
{
	struct rv_sv rest = scratch_read(name), line;
	size_t n = 0;

	while (rv_sv_next_line(&rest, &line))
		n++;
	return n;
}

static void
test_lines__appended_and_masked(void **state)
{
	struct rv_err err;

	(void)state;
	assert_int_equal(open_log("log", false, &err), RV_OK);
	rv_debuglog_line(RV_LOG_DEBUG, "chat open key=" TOKEN "\nsecond");
	/* Nobody asked for what is said. */
	assert_false(rv_log_wants_text());
	rv_log_text("chat user", RV_SV("the drill"), RV_SV_NONE);
	rv_debuglog_close();
	assert_int_equal(open_log("log", false, &err), RV_OK);
	rv_debuglog_line(RV_LOG_WARN, "again");
	rv_debuglog_close();
	rv_debuglog_line(RV_LOG_WARN, "after the end");
	assert_string_equal(scratch_read("log").p,
			    "2026-01-28T14:00:00.000Z debug chat open "
			    "key=<GITHUB_TOKEN> second\n"
			    "2026-01-28T14:00:00.000Z warning again\n");
	assert_int_equal(mode_of("log"), 0600);
}

static void
test_content__masked_and_without_the_key(void **state)
{
	static const char said[] = "the drill " TOKEN " with " KEY ".\nNext";
	struct rv_err err;
	struct rv_sv log;

	(void)state;
	assert_int_equal(open_log("said", true, &err), RV_OK);
	assert_true(rv_log_wants_text());
	rv_log_text("chat user", rv_sv(said), RV_SV(KEY));
	rv_debuglog_close();
	assert_false(rv_log_wants_text());
	log = scratch_read("said");
	assert_true(rv_sv_has(log, RV_SV("content chat user bytes=")));
	assert_true(rv_sv_has(log, RV_SV("the drill <GITHUB_TOKEN> with ***. "
					 "Next\n")));
	assert_false(rv_sv_has(log, RV_SV(KEY)));
	assert_false(rv_sv_has(log, RV_SV(TOKEN)));
}

static void
test_files__of_others_are_refused(void **state)
{
	struct rv_err err;

	(void)state;
	scratch_write("open", RV_SV("x\n"));
	chmod(scratch_path("open"), 0640);
	assert_int_equal(open_log("open", false, &err), RV_E_USAGE);
	assert_non_null(strstr(err.msg, "chmod 600"));
	rv_debuglog_line(RV_LOG_WARN, "nowhere");
	assert_string_equal(scratch_read("open").p, "x\n");
	assert_int_equal(mode_of("open"), 0640);
	chmod(scratch_path("open"), 0600);
	assert_int_equal(link(scratch_path("open"), scratch_path("twin")), 0);
	assert_int_equal(open_log("open", false, &err), RV_E_USAGE);
	assert_int_equal(symlink("open", scratch_path("link")), 0);
	assert_int_not_equal(open_log("link", false, &err), RV_OK);
	mkdir(scratch_path("dir"), 0700);
	assert_int_not_equal(open_log("dir", false, &err), RV_OK);
	assert_int_not_equal(open_log("none/log", false, &err), RV_OK);
	rv_debuglog_close();
}

static void
say_much(const char *what, int times, char *text)
{
	for (int i = 0; i < times; i++)
		rv_log_text(what, rv_sv_of(text, RV_DEBUGLOG_TEXT_MAX * 2),
			    RV_SV_NONE);
}

static void
test_size__turned_over_once(void **state)
{
	char *text = rv_malloc(RV_DEBUGLOG_TEXT_MAX * 2);
	struct rv_err err;
	long one;

	(void)state;
	for (size_t i = 0; i < RV_DEBUGLOG_TEXT_MAX * 2; i++)
		text[i] = i % 8 == 7 ? ' ' : 'a';
	assert_int_equal(open_log("big", true, &err), RV_OK);
	say_much("chat user", 1, text);
	one = size_of("big");
	assert_in_range(one, RV_DEBUGLOG_TEXT_MAX, RV_DEBUGLOG_TEXT_MAX + 200);
	/* As full as it gets, and one more. */
	say_much("chat user", (int)(RV_DEBUGLOG_MAX / one) - 1, text);
	assert_int_equal(size_of("big.1"), -1);
	assert_in_range(size_of("big"), RV_DEBUGLOG_MAX - one, RV_DEBUGLOG_MAX);
	say_much("chat two", 1, text);
	assert_in_range(size_of("big.1"), RV_DEBUGLOG_MAX - one,
			RV_DEBUGLOG_MAX);
	assert_in_range(size_of("big"), one - 1, one);
	/* The one before goes; what stands there is the newest. */
	say_much("chat two", (int)(RV_DEBUGLOG_MAX / one), text);
	assert_in_range(size_of("big.1"), RV_DEBUGLOG_MAX - one,
			RV_DEBUGLOG_MAX);
	assert_false(rv_sv_has(scratch_read("big.1"), RV_SV("chat user")));
	assert_int_equal(mode_of("big"), 0600);
	assert_int_equal(size_of("big.2"), -1);
	rv_debuglog_close();
	free(text);
}

static void
test_size__when_it_cannot_be_turned_over(void **state)
{
	char *text = rv_malloc(RV_DEBUGLOG_TEXT_MAX * 2);
	struct rv_err err;

	(void)state;
	memset(text, 'b', RV_DEBUGLOG_TEXT_MAX * 2);
	mkdir(scratch_path("full.1"), 0700);
	scratch_write("full.1/x", RV_SV("x"));
	assert_int_equal(open_log("full", true, &err), RV_OK);
	say_much("chat user", 40, text);
	assert_in_range(size_of("full"), RV_DEBUGLOG_MAX / 2, RV_DEBUGLOG_MAX);
	rv_debuglog_close();
	free(text);
}

static void *
write_many(void *arg)
{
	(void)arg;
	for (int i = 0; i < 500; i++)
		rv_debuglog_line(RV_LOG_DEBUG, "one of many");
	return NULL;
}

static void
test_lines__of_many_threads(void **state)
{
	pthread_t threads[4];
	struct rv_err err;
	long before;

	(void)state;
	/* Nearly full: it is turned over while they write. */
	assert_int_equal(open_log("many", false, &err), RV_OK);
	assert_int_equal(truncate(scratch_path("many"),
				  RV_DEBUGLOG_MAX - 20000), 0);
	before = size_of("many");
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, write_many,
						NULL), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_true(size_of("many.1") > before);
	/* None is lost and none is cut. */
	assert_int_equal(size_of("many") + size_of("many.1") - before,
			 4 * 500 * 43);
	assert_int_equal(size_of("many"), 43 * (long)lines_of("many"));
	rv_debuglog_close();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines__appended_and_masked),
		cmocka_unit_test(test_content__masked_and_without_the_key),
		cmocka_unit_test(test_files__of_others_are_refused),
		cmocka_unit_test(test_size__turned_over_once),
		cmocka_unit_test(test_size__when_it_cannot_be_turned_over),
		cmocka_unit_test(test_lines__of_many_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
