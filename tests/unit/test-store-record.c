/* SPDX-License-Identifier: MIT */
/* The record on disk, the index built anew from it, and damage to either. */
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

static const char *
in_dir(const char *dir, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return scratch_path(path);
}

static int64_t
count(struct rv_store *s)
{
	struct rv_episode_counts c;

	assert_int_equal(rv_episode_count(s, &c, NULL), RV_OK);
	return c.episodes;
}

static void
remove_index(const char *dir)
{
	(void)unlink(in_dir(dir, "reverie.db"));
	(void)unlink(in_dir(dir, "reverie.db-wal"));
	(void)unlink(in_dir(dir, "reverie.db-shm"));
}

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
		assert_int_equal(stat(in_dir("fresh", names[i]), &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	assert_int_equal(stat(scratch_path("fresh"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_sv(scratch_read("fresh/.gitignore"), "*\n");
	assert_false(rv_store_readonly(s));
	rv_store_free(s);
}

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
	assert_int_equal(count(s), 2);
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
	const char *path = in_dir("half", "episodes.jsonl");
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
	assert_int_equal(count(s), 2);
	assert_int_equal(rv_append_line(path, RV_SV("[1,2]\n"), false, NULL,
					NULL),
			 RV_OK);
	assert_int_equal(rv_store_catch_up(s, NULL), RV_OK);
	assert_int_equal(rv_store_broken_lines(s), 2);
	rv_store_free(s);
	remove_index("half");
	s = test_store_open("half");
	assert_int_equal(rv_store_broken_lines(s), 2);
	assert_int_equal(count(s), 2);
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
	assert_int_equal(count(s), 2);
	scratch_write("replaced/episodes.jsonl", rv_sv_of(copy, n));
	assert_int_equal(rv_store_catch_up(s, NULL), RV_OK);
	assert_int_equal(count(s), 1);
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
	remove_index("rebuild");
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
		assert_int_equal(rv_record_append(s, &e, 1, NULL, NULL),
				 RV_OK);
		rv_store_free(s);
		fd = open(in_dir(dir, "reverie.db"), O_WRONLY);
		assert_int_equal(pwrite(fd, junk, wounds[i].n,
					(off_t)wounds[i].at),
				 wounds[i].n);
		close(fd);
		s = test_store_open(dir);
		assert_int_equal(count(s), 1);
		assert_int_equal(access(in_dir(dir, "reverie.db.corrupt"),
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
	fd = open(in_dir("newer", "reverie.db"), O_WRONLY);
	/* user_version: big-endian at byte 60 */
	assert_int_equal(pwrite(fd, "\0\0\0\143", 4, 60), 4);
	close(fd);
	opts.dir = scratch_path("newer");
	assert_int_equal(rv_store_open(&opts, &s, &err), RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "99"));
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
	assert_int_equal(count(s), 2000);
	rv_store_free(s);
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
	remove_index("readonly");
	opts.dir = scratch_path("readonly");
	assert_int_equal(rv_store_open(&opts, &s, NULL), RV_OK);
	assert_true(rv_store_readonly(s));
	assert_int_equal(count(s), 1);
	/* The index in memory takes the agent's files; nothing is written. */
	assert_int_equal(test_put(s, &f), RV_PUT_ADDED);
	assert_int_equal(rv_record_append(s, &f, 1, NULL, NULL),
			 RV_E_READONLY);
	assert_int_equal(rv_ledger_append(s, &row, NULL), RV_E_READONLY);
	assert_int_equal(rv_object_put(s, RV_SV("x"), sha, NULL),
			 RV_E_READONLY);
	rv_store_free(s);
	assert_int_not_equal(access(in_dir("readonly", "reverie.db"), F_OK),
			     0);
	opts.dir = scratch_path("nothing-here");
	assert_int_equal(rv_store_open(&opts, &s, NULL), RV_OK);
	assert_int_equal(count(s), 0);
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
	assert_int_equal(count(a), 2);
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
	assert_int_equal(count(s), 0);
	assert_int_equal(rv_store_commit(s, NULL), RV_E_BUG);
	/* The strings that were rolled back, too, are made again. */
	test_put(s, &e);
	assert_int_equal(count(s), 1);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
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
		cmocka_unit_test(test_open__makes_private_files),
		cmocka_unit_test(test_record__append),
		cmocka_unit_test(test_record__half_and_broken_lines),
		cmocka_unit_test(test_record__replaced_file),
		cmocka_unit_test(test_rebuild__answers_the_same),
		cmocka_unit_test(test_record__outlives_session),
		cmocka_unit_test(test_open__damaged),
		cmocka_unit_test(test_open__newer_schema),
		cmocka_unit_test(test_rest__lets_go_of_what_was_read),
		cmocka_unit_test(test_open__readonly),
		cmocka_unit_test(test_open__two_handles),
		cmocka_unit_test(test_transaction__rollback),
		cmocka_unit_test(test_object__bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
