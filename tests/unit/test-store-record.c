/* SPDX-License-Identifier: MIT */
/* The record on disk, damage to it, and the index built anew from it. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/time.h"
#include "files/append.h"
#include "store/ledger.h"
#include "store/object.h"
#include "store/source.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static void
test_record__append(void **state)
{
	struct rv_store *s = test_store_open("append");
	struct rv_episode eps[] = {
		test_episode("s", "1", "user", "hello", 0),
		test_episode("s", "2", "user", "world\n\"x\"", 1),
		test_episode("s", "1", "user", "hello", 0),
		test_episode("s", "2", "user", "other", 1),
	};
	enum rv_put put[4];
	struct rv_sv file;
	int64_t next;

	(void)state;
	assert_int_equal(rv_record_next(s, &next, NULL), RV_OK);
	assert_int_equal(next, 1);
	assert_int_equal(rv_record_append(s, eps, 4, put, NULL), RV_OK);
	assert_int_equal(put[0], RV_PUT_ADDED);
	assert_int_equal(put[1], RV_PUT_ADDED);
	assert_int_equal(put[2], RV_PUT_SEEN);
	assert_int_equal(put[3], RV_PUT_CONFLICT);
	assert_int_equal(test_store_count(s), 2);
	file = scratch_read("append/episodes.jsonl");
	assert_true(rv_sv_starts(file, RV_SV("{\"v\":1,\"id\":\"e-")));
	assert_int_equal(rv_record_next(s, &next, NULL), RV_OK);
	assert_int_equal(next, 3);
	assert_int_equal(rv_record_append(s, eps, 1, put, NULL), RV_OK);
	assert_int_equal(put[0], RV_PUT_SEEN);
	assert_int_equal(rv_record_next(s, &next, NULL), RV_OK);
	assert_int_equal(next, 3);
	rv_store_free(s);
}

/* A process was killed in the middle of a line; the next one goes on. */
static void
test_record__half_and_broken_lines(void **state)
{
	struct rv_store *s = test_store_open("half");
	struct rv_episode a = test_episode("s", "1", "user", "one", 0);
	struct rv_episode b = test_episode("s", "2", "user", "two", 1);
	const char *path = test_store_path("half", "episodes.jsonl");
	int64_t next;
	int fd;

	(void)state;
	assert_int_equal(rv_record_append(s, &a, 1, NULL, NULL), RV_OK);
	fd = open(path, O_WRONLY | O_APPEND);
	assert_int_equal(write(fd, "{\"v\":1,\"id\":\"e-01", 17), 17);
	close(fd);
	assert_int_equal(rv_store_catch_up(s, NULL), RV_OK);
	assert_int_equal(rv_store_broken_lines(s), 0);
	assert_int_equal(rv_record_next(s, &next, NULL), RV_OK);
	assert_int_equal(next, 3);
	assert_int_equal(rv_record_append(s, &b, 1, NULL, NULL), RV_OK);
	assert_int_equal(rv_store_broken_lines(s), 1);
	assert_int_equal(test_store_count(s), 2);
	assert_int_equal(rv_append_line(path, RV_SV("[1,2]\n"), false, NULL,
					NULL),
			 RV_OK);
	assert_int_equal(rv_store_catch_up(s, NULL), RV_OK);
	assert_int_equal(rv_store_broken_lines(s), 2);
	rv_store_free(s);
	test_store_unindex("half");
	s = test_store_open("half");
	assert_int_equal(rv_store_broken_lines(s), 2);
	assert_int_equal(test_store_count(s), 2);
	rv_store_free(s);
}

static void
test_record__replaced_file(void **state)
{
	struct rv_store *s = test_store_open("replaced");
	struct rv_episode a = test_episode("s", "1", "user", "one one", 0);
	struct rv_episode b = test_episode("s", "2", "user", "two two", 1);
	struct rv_source src = {.path = RV_SV("x"), .kind = RV_SV("page")};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv file;
	char *copy;
	size_t n;

	(void)state;
	assert_int_equal(rv_record_append(s, &a, 1, NULL, NULL), RV_OK);
	file = scratch_read("replaced/episodes.jsonl");
	n = file.n;
	copy = rv_sv_dup(file);
	assert_int_equal(rv_record_append(s, &b, 1, NULL, NULL), RV_OK);
	assert_int_equal(rv_source_set(s, &src, NULL), RV_OK);
	assert_int_equal(test_store_count(s), 2);
	scratch_write("replaced/episodes.jsonl", rv_sv_of(copy, n));
	assert_int_equal(rv_store_catch_up(s, NULL), RV_OK);
	assert_int_equal(test_store_count(s), 1);
	/* The agent's files have to be read again, too. */
	assert_int_equal(rv_source_get(s, src.path, &arena, &src, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	free(copy);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
put_sessions(struct rv_store *s)
{
	static const char *const texts[] = {"hello falcon", "ok", "ok",
					    "the falcon flew", "hello hello"};
	char entry[16];

	for (int i = 0; i < 5; i++) {
		struct rv_episode e;

		snprintf(entry, sizeof(entry), "%d", i);
		e = test_episode("s", entry, i % 2 ? "assistant" : "user",
				 texts[i], i);
		e.line = i + 1;
		test_put(s, &e);
		e = test_episode("log", entry, i % 2 ? "assistant" : "user",
				 texts[i], i + 1);
		e.class = RV_SOURCE_PENDING;
		e.source = RV_SV("pending-episodes.log");
		test_put(s, &e);
	}
}

/* Two are narrated, one is baseline; a record and an import besides. */
static void
fill_record(struct rv_store *s)
{
	struct rv_episode eps[] = {
		test_episode("s", "0", "user", "hello falcon", 0),
		test_episode("s", "1", "assistant", "ok", 1),
		test_episode("r", "r1", "user", "hello falcon", 3),
		test_episode("i", "i1", "user", "imported falcon", -60),
		test_episode("i", "i2", "user", "no date", RV_UNDATED),
	};
	const char *cited[] = {eps[0].id, eps[1].id};
	struct rv_ledger_row row = {.kind = RV_LEDGER_APPROVE}, done = {0};
	char list[64], sha[RV_SHA256_HEX];

	eps[2].class = RV_SOURCE_RECORD;
	eps[2].source = RV_SV("record");
	eps[3].source = eps[4].source = RV_SV("/elsewhere/chat.jsonl");
	assert_int_equal(rv_record_copy(s, cited, 2, NULL), RV_OK);
	assert_int_equal(rv_record_append(s, eps + 2, 3, NULL, NULL), RV_OK);
	snprintf(list, sizeof(list), "%s\n%s\n", eps[0].id, eps[1].id);
	assert_int_equal(rv_object_put(s, rv_sv(list), sha, NULL), RV_OK);
	row.episodes = rv_sv(sha);
	row.n_episodes = 2;
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_OK);
	done.kind = RV_LEDGER_DONE;
	done.of = row.id;
	assert_int_equal(rv_ledger_append(s, &done, NULL), RV_OK);
	snprintf(list, sizeof(list), "%s\n", eps[4].id);
	assert_int_equal(rv_object_put(s, rv_sv(list), sha, NULL), RV_OK);
	row = (struct rv_ledger_row){.kind = RV_LEDGER_BASELINE};
	row.episodes = rv_sv(sha);
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_OK);
	assert_int_equal(rv_store_set_anchor(s, MINUTES(2), NULL), RV_OK);
}

static void
test_rebuild__answers_the_same(void **state)
{
	struct rv_buf before = RV_BUF_INIT, after = RV_BUF_INIT;
	struct rv_store *s = test_store_open("rebuild");

	(void)state;
	put_sessions(s);
	fill_record(s);
	test_store_dump(s, &before);
	assert_non_null(strstr(before.p, " base "));
	assert_non_null(strstr(before.p, "n1"));
	assert_non_null(strstr(before.p, " late "));
	rv_store_free(s);
	/* Opened once more; and from nothing: record first, sessions later. */
	s = test_store_open("rebuild");
	test_store_dump(s, &after);
	assert_string_equal(after.p, before.p);
	rv_store_free(s);
	test_store_unindex("rebuild");
	s = test_store_open("rebuild");
	put_sessions(s);
	assert_int_equal(rv_store_set_anchor(s, MINUTES(2), NULL), RV_OK);
	rv_buf_reset(&after);
	test_store_dump(s, &after);
	assert_string_equal(after.p, before.p);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_store_free(s);
	rv_buf_release(&before);
	rv_buf_release(&after);
}

/* The agent cuts its session file: what is in the record stays. */
static void
test_record__outlives_session(void **state)
{
	struct rv_store *s = test_store_open("outlive");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = test_episode("s", "0", "user", "hello falcon", 0),
			  got;

	(void)state;
	put_sessions(s);
	fill_record(s);
	assert_int_equal(rv_episode_retain(s, e.source, NULL, 0, NULL), RV_OK);
	assert_int_equal(rv_episode_get(s, rv_sv(e.id), &arena, &got, NULL),
			 RV_OK);
	assert_string_equal(got.id, e.id);
	assert_sv(got.source, "sessions/a.jsonl");
	assert_int_equal(got.line, 1);
	assert_int_equal(got.narrated, 1);
	e = test_episode("s", "4", "user", "hello hello", 4);
	assert_int_equal(rv_episode_get(s, rv_sv(e.id), &arena, &got, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_object__bytes(void **state)
{
	struct rv_store *s = test_store_open("object");
	struct rv_buf out = RV_BUF_INIT;
	char sha[RV_SHA256_HEX], path[128];

	(void)state;
	assert_int_equal(rv_object_put(s, RV_SV("a\0b"), sha, NULL), RV_OK);
	assert_int_equal(rv_object_put(s, RV_SV("a\0b"), sha, NULL), RV_OK);
	assert_int_equal(rv_object_get(s, sha, &out, NULL), RV_OK);
	assert_int_equal(out.n, 3);
	snprintf(path, sizeof(path), "object/objects/%s", sha);
	scratch_write(path, RV_SV("xxx"));
	assert_int_equal(rv_object_get(s, sha, &out, NULL), RV_E_DAMAGED);
	assert_int_equal(out.n, 3);
	sha[0] = sha[0] == '0' ? '1' : '0';
	assert_int_equal(rv_object_get(s, sha, &out, NULL), RV_E_NOTFOUND);
	assert_int_equal(rv_object_get(s, "../lock", &out, NULL),
			 RV_E_NOTFOUND);
	rv_buf_release(&out);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_record__append),
		cmocka_unit_test(test_record__half_and_broken_lines),
		cmocka_unit_test(test_record__replaced_file),
		cmocka_unit_test(test_rebuild__answers_the_same),
		cmocka_unit_test(test_record__outlives_session),
		cmocka_unit_test(test_object__bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
