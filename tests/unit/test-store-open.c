/* SPDX-License-Identifier: MIT */
/* Opening a store: as it should be, damaged, newer, read-only, twice. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/ledger.h"
#include "store/object.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static void
test_open__makes_private_files(void **state)
{
	struct rv_store *s = test_store_open("fresh");
	struct rv_episode e = test_episode("s", "1", "user", "hello", 0);
	static const char *const names[] = {"reverie.db", "episodes.jsonl",
					    "lock", ".gitignore"};
	struct stat st;

	(void)state;
	assert_int_equal(rv_record_append(s, &e, 1, NULL, NULL), RV_OK);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		assert_int_equal(stat(test_store_path("fresh", names[i]), &st),
				 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	assert_int_equal(stat(scratch_path("fresh"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_sv(scratch_read("fresh/.gitignore"), "*\n");
	assert_false(rv_store_readonly(s));
	rv_store_free(s);
}

static void
test_open__damaged(void **state)
{
	static const struct {
		size_t at, n;
	} wounds[] = {{0, 16}, {100, 300}, {0, 4096}};
	char junk[4096];

	(void)state;
	memset(junk, 'x', sizeof(junk));
	for (size_t i = 0; i < ARRAY_LEN(wounds); i++) {
		struct rv_episode e = test_episode("s", "1", "user", "x", 0);
		struct rv_store *s;
		char dir[16];
		int fd;

		snprintf(dir, sizeof(dir), "damaged%zu", i);
		s = test_store_open(dir);
		assert_int_equal(rv_record_append(s, &e, 1, NULL, NULL), RV_OK);
		rv_store_free(s);
		fd = open(test_store_path(dir, "reverie.db"), O_WRONLY);
		assert_int_equal(
			pwrite(fd, junk, wounds[i].n, (off_t)wounds[i].at),
			wounds[i].n);
		close(fd);
		s = test_store_open(dir);
		assert_int_equal(test_store_count(s), 1);
		assert_int_equal(
			access(test_store_path(dir, "reverie.db.corrupt"),
			       F_OK),
			0);
		assert_int_equal(rv_store_check(s, NULL), RV_OK);
		test_store_recount(s);
		rv_store_free(s);
	}
}

static void
test_open__newer_schema(void **state)
{
	struct rv_store_opts opts = {.env = &test_env};
	struct rv_store *s = test_store_open("newer");
	struct rv_err err = {0};
	int fd;

	(void)state;
	rv_store_free(s);
	fd = open(test_store_path("newer", "reverie.db"), O_WRONLY);
	/* user_version: big-endian at byte 60 */
	assert_int_equal(pwrite(fd, "\0\0\0\143", 4, 60), 4);
	close(fd);
	opts.dir = scratch_path("newer");
	assert_int_equal(rv_store_open(&opts, &s, &err), RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "99"));
}

static void
test_open__readonly(void **state)
{
	struct rv_episode e = test_episode("s", "1", "user", "hello", 0);
	struct rv_episode f = test_episode("s", "2", "user", "falcon", 0);
	struct rv_store_opts opts = {.env = &test_env, .readonly = true};
	struct rv_store *s = test_store_open("readonly");
	struct rv_ledger_row row = {.kind = RV_LEDGER_SOURCE};
	char sha[RV_SHA256_HEX];

	(void)state;
	assert_int_equal(rv_record_append(s, &e, 1, NULL, NULL), RV_OK);
	rv_store_free(s);
	test_store_unindex("readonly");
	opts.dir = scratch_path("readonly");
	assert_int_equal(rv_store_open(&opts, &s, NULL), RV_OK);
	assert_true(rv_store_readonly(s));
	assert_int_equal(test_store_count(s), 1);
	/* The index in memory takes the agent's files; nothing is written. */
	assert_int_equal(test_put(s, &f), RV_PUT_ADDED);
	assert_int_equal(rv_record_append(s, &f, 1, NULL, NULL), RV_E_READONLY);
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_E_READONLY);
	assert_int_equal(rv_object_put(s, RV_SV("x"), sha, NULL),
			 RV_E_READONLY);
	rv_store_free(s);
	assert_int_not_equal(
		access(test_store_path("readonly", "reverie.db"), F_OK), 0);
	opts.dir = scratch_path("nothing-here");
	assert_int_equal(rv_store_open(&opts, &s, NULL), RV_OK);
	assert_int_equal(test_store_count(s), 0);
	rv_store_free(s);
}

static void
test_open__two_handles(void **state)
{
	struct rv_store *a = test_store_open("two");
	struct rv_store *b = test_store_open("two");
	struct rv_episode e = test_episode("s", "1", "user", "one", 0);
	struct rv_episode f = test_episode("s", "2", "user", "two", 1);
	struct rv_ledger_row row = {.kind = RV_LEDGER_SOURCE};
	enum rv_put put;

	(void)state;
	assert_int_equal(rv_record_append(a, &e, 1, NULL, NULL), RV_OK);
	assert_int_equal(rv_record_append(b, &e, 1, &put, NULL), RV_OK);
	assert_int_equal(put, RV_PUT_SEEN);
	assert_int_equal(rv_record_append(b, &f, 1, NULL, NULL), RV_OK);
	assert_int_equal(rv_store_catch_up(a, NULL), RV_OK);
	assert_int_equal(test_store_count(a), 2);
	assert_int_equal(rv_ledger_append(a, &row, NULL), RV_OK);
	row = (struct rv_ledger_row){.kind = RV_LEDGER_SOURCE};
	assert_int_equal(rv_ledger_append(b, &row, NULL), RV_OK);
	assert_int_equal(row.id, 2);
	assert_int_equal(rv_store_lock(a, NULL), RV_OK);
	assert_int_equal(rv_store_lock(a, NULL), RV_OK);
	rv_store_unlock(a);
	assert_int_equal(rv_ledger_append(b, &row, NULL), RV_E_HELD);
	rv_store_unlock(a);
	assert_int_equal(rv_ledger_append(b, &row, NULL), RV_OK);
	assert_int_equal(row.id, 3);
	rv_store_free(a);
	rv_store_free(b);
}

static void
test_transaction__rollback(void **state)
{
	struct rv_store *s = test_store_open("rollback");
	struct rv_episode e = test_episode("s", "1", "user", "one", 0);

	(void)state;
	assert_int_equal(rv_store_begin(s, NULL), RV_OK);
	test_put(s, &e);
	rv_store_rollback(s);
	assert_int_equal(test_store_count(s), 0);
	assert_int_equal(rv_store_commit(s, NULL), RV_E_BUG);
	/* The strings that were rolled back, too, are made again. */
	test_put(s, &e);
	assert_int_equal(test_store_count(s), 1);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_store_free(s);
}

/* Kilobytes of the index that are mapped and counted as ours. */
static long
mapped_kb(void)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];
	bool ours = false;
	long kb = 0;

	if (!f)
		skip();
	while (fgets(line, sizeof(line), f)) {
		/* "FROM-TO rwxp ... PATH", then "Rss:  N kB" and the like */
		if (strchr(line, '-') && strchr(line, '/'))
			ours = strstr(line, "reverie.db\n") != NULL;
		else if (ours && !strncmp(line, "Rss:", 4))
			kb += strtol(line + 4, NULL, 10);
	}
	fclose(f);
	return kb;
}

/* What was mapped goes; the next question finds everything again. */
static void
test_rest__lets_go_of_what_was_read(void **state)
{
	struct rv_store_opts opts = {.env = &test_env};
	struct rv_store *s = test_store_open("rest");

	(void)state;
	assert_int_equal(rv_store_begin(s, NULL), RV_OK);
	for (int i = 0; i < 2000; i++) {
		char entry[16];
		struct rv_episode e;

		snprintf(entry, sizeof(entry), "%d", i);
		e = test_episode("s", entry, "user", "hello to a falcon", i);
		assert_int_equal(test_put(s, &e), RV_PUT_ADDED);
	}
	assert_int_equal(rv_store_commit(s, NULL), RV_OK);
	rv_store_free(s);
	opts.dir = scratch_path("rest");
	assert_int_equal(rv_store_open(&opts, &s, NULL), RV_OK);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	assert_true(mapped_kb() > 100);
	rv_store_rest(s);
	assert_int_equal(mapped_kb(), 0);
	assert_int_equal(test_store_count(s), 2000);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_open__makes_private_files),
		cmocka_unit_test(test_open__damaged),
		cmocka_unit_test(test_open__newer_schema),
		cmocka_unit_test(test_open__readonly),
		cmocka_unit_test(test_open__two_handles),
		cmocka_unit_test(test_transaction__rollback),
		cmocka_unit_test(test_rest__lets_go_of_what_was_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
