/* SPDX-License-Identifier: MIT */
/* Episodes in the index: identity, the same message, exclusion, lists. */
#include "config.h"

#include <stdio.h>

#include "base/time.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static struct rv_episode
of_class(struct rv_episode e, enum rv_source_class class, const char *source)
{
	e.class = class;
	e.source = rv_sv(source);
	return e;
}

static struct rv_episode
pending(const char *entry, const char *text, int64_t minute)
{
	return of_class(test_episode("log", entry, "user", text, minute),
			RV_SOURCE_PENDING, "pending-episodes.log");
}

static struct rv_episode
get(struct rv_store *s, const char *id, struct rv_arena *arena)
{
	struct rv_episode e;

	assert_int_equal(rv_episode_get(s, rv_sv(id), arena, &e, NULL), RV_OK);
	return e;
}

static struct rv_episode_counts
counts(struct rv_store *s)
{
	struct rv_episode_counts c;

	assert_int_equal(rv_episode_count(s, &c, NULL), RV_OK);
	return c;
}

static void
test_episode__identity(void **state)
{
	struct rv_episode a = test_episode("s", "1", "user", "x", 0);
	struct rv_episode b = test_episode("s1", "", "user", "x", 0);

	(void)state;
	assert_int_equal(strlen(a.id), RV_EPISODE_ID_LEN);
	assert_memory_equal(a.id, "e-", 2);
	assert_string_not_equal(a.id, b.id);
}

static void
test_episode__put(void **state)
{
	struct rv_store *s = test_store_open("put");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = test_episode("s", "1", "user", "Hello you", 0),
			  got;
	enum rv_put put;
	int64_t old = 0;

	(void)state;
	e.line = 7;
	e.name = RV_SV("Mara");
	e.ref = RV_SV("D1:3");
	assert_int_equal(test_put(s, &e), RV_PUT_ADDED);
	assert_int_equal(test_put(s, &e), RV_PUT_SEEN);
	got = get(s, e.id, &arena);
	assert_sv(got.text, "Hello you");
	assert_sv(got.name, "Mara");
	assert_sv(got.ref, "D1:3");
	assert_sv(got.entry, "1");
	assert_sv(got.session, "s");
	assert_sv(got.source, "sessions/a.jsonl");
	assert_int_equal(got.line, 7);
	assert_int_equal(got.tokens, 3);
	assert_true(got.time == NOON);
	e.text = RV_SV("Something else");
	assert_int_equal(rv_episode_put(s, &e, &put, &old, NULL), RV_OK);
	assert_int_equal(put, RV_PUT_CONFLICT);
	assert_int_equal(old, 7);
	assert_sv(get(s, e.id, &arena).text, "Hello you");
	assert_int_equal(rv_episode_get(s, RV_SV("e-no"), &arena, &got, NULL),
			 RV_E_NOTFOUND);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_episode__broken_text(void **state)
{
	struct rv_store *s = test_store_open("broken");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = test_episode("s", "1", "user", "", 0);

	(void)state;
	e.text = rv_sv_of("a\xff\0b", 4);
	assert_int_equal(test_put(s, &e), RV_PUT_ADDED);
	assert_int_equal(test_put(s, &e), RV_PUT_SEEN);
	assert_sv(get(s, e.id, &arena).text, "a\xef\xbf\xbd\xef\xbf\xbd" "b");
	rv_arena_release(&arena);
	rv_store_free(s);
}

/* Sessions at 0 and 5, a record at 1, pending at 2 and at 30. */
static void
test_twin__one_to_one(void **state)
{
	static const int orders[][5] = {
		{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}};
	const struct rv_episode eps[] = {
		test_episode("s", "1", "user", "ok", 0),
		test_episode("s", "2", "user", " ok\n", 5),
		of_class(test_episode("r", "1", "user", "ok", 1),
			 RV_SOURCE_RECORD, "record"),
		pending("1", "ok", 2),
		pending("2", "ok", 30),
	};
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(orders); k++) {
		char dir[16];
		struct rv_store *s;

		snprintf(dir, sizeof(dir), "twin%zu", k);
		s = test_store_open(dir);
		for (size_t i = 0; i < ARRAY_LEN(eps); i++)
			test_put(s, &eps[orders[k][i]]);
		assert_string_equal(get(s, eps[2].id, &arena).id, eps[0].id);
		assert_string_equal(get(s, eps[3].id, &arena).id, eps[0].id);
		assert_string_equal(get(s, eps[4].id, &arena).id, eps[4].id);
		assert_int_equal(counts(s).episodes, 3);
		assert_int_equal(counts(s).pending, 3);
		assert_int_equal(counts(s).log, 2);
		test_store_recount(s);
		rv_store_free(s);
	}
	rv_arena_release(&arena);
}

static void
test_twin__edges(void **state)
{
	static const struct {
		const char *role, *text;
		int64_t ms;
		bool same;
	} cases[] = {
		{"user", "Hello there", 600000, true},
		{"user", "Hello there", -600000, true},
		{"user", "  Hello \n\t there ", 0, true},
		{"user", "Hello there", 600001, false},
		{"user", "Hello there", -600001, false},
		{"assistant", "Hello there", 0, false},
		{"user", "hello there", 0, false},
	};
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rv_episode a, b;
		struct rv_store *s;
		char dir[16];

		snprintf(dir, sizeof(dir), "edge%zu", i);
		s = test_store_open(dir);
		a = test_episode("s", "1", "user", "Hello there", 0);
		b = pending("1", cases[i].text, 0);
		b.role = rv_sv(cases[i].role);
		b.time = NOON + cases[i].ms;
		test_put(s, &a);
		assert_int_equal(test_put(s, &b),
				 cases[i].same ? RV_PUT_SEEN : RV_PUT_ADDED);
		assert_string_equal(get(s, b.id, &arena).id,
				    cases[i].same ? a.id : b.id);
		rv_store_free(s);
	}
	rv_arena_release(&arena);
}

static void
test_twin__never(void **state)
{
	struct rv_store *s = test_store_open("never");
	struct rv_episode a = test_episode("s", "1", "user", "yes", 0);
	struct rv_episode b = test_episode("s", "2", "user", "yes", 0);
	struct rv_episode c = pending("1", "No date", RV_UNDATED);
	struct rv_episode d = test_episode("s", "3", "user", "No date",
					   RV_UNDATED);

	(void)state;
	assert_int_equal(test_put(s, &a), RV_PUT_ADDED);
	assert_int_equal(test_put(s, &b), RV_PUT_ADDED); /* one source */
	assert_int_equal(test_put(s, &c), RV_PUT_ADDED);
	assert_int_equal(test_put(s, &d), RV_PUT_ADDED); /* undated */
	assert_int_equal(counts(s).episodes, 4);
	rv_store_free(s);
}

static void
test_exclude__and_back(void **state)
{
	struct rv_store *s = test_store_open("exclude");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode e = test_episode("s", "1", "user", "falcon", 0);
	struct rv_episode p = pending("1", "falcon", 1);
	struct rv_episode x = test_episode("s", "2", "user", "", 2);

	(void)state;
	x.excluded = RV_SV("heartbeat");
	test_put(s, &e);
	test_put(s, &p);
	test_put(s, &x);
	assert_int_equal(counts(s).episodes, 1);
	assert_int_equal(counts(s).excluded, 1);
	assert_int_equal(rv_episode_exclude(s, e.id, RV_SV("noise"), NULL),
			 RV_OK);
	/* The other one counts now. */
	assert_string_equal(get(s, p.id, &arena).id, p.id);
	assert_int_equal(counts(s).episodes, 1);
	assert_int_equal(counts(s).excluded, 2);
	assert_sv(get(s, e.id, &arena).excluded, "noise");
	assert_int_equal(rv_episode_exclude(s, e.id, RV_SV_NONE, NULL), RV_OK);
	assert_string_equal(get(s, p.id, &arena).id, e.id);
	assert_int_equal(counts(s).excluded, 1);
	assert_int_equal(rv_episode_exclude(s, "e-none", RV_SV_NONE, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_retain__consumed_log(void **state)
{
	struct rv_store *s = test_store_open("retain");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode a = pending("1", "first words", 0);
	struct rv_episode b = pending("2", "second words", 1);
	struct rv_episode c = pending("3", "third words", 2);
	const char *keep[] = {c.id}, *cited[] = {b.id};
	struct rv_episode got;

	(void)state;
	test_put(s, &a);
	test_put(s, &b);
	test_put(s, &c);
	assert_int_equal(rv_record_copy(s, cited, 1, NULL), RV_OK);
	assert_int_equal(rv_episode_retain(s, a.source, keep, 1, NULL), RV_OK);
	assert_int_equal(rv_episode_get(s, rv_sv(a.id), &arena, &got, NULL),
			 RV_E_NOTFOUND);
	assert_sv(get(s, b.id, &arena).text, "second words");
	assert_int_equal(counts(s).episodes, 2);
	assert_int_equal(counts(s).log, 1);
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
expect_list(struct rv_store *s, struct rv_episode_query q, const char *want)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf got = RV_BUF_INIT;
	struct rv_episode_list list;

	assert_int_equal(rv_episode_list(s, &q, &arena, &list, NULL), RV_OK);
	for (size_t i = 0; i < list.n; i++)
		rv_buf_addf(&got, "%s%.*s%s", i ? " " : "",
			    RV_SV_ARG(list.items[i].entry),
			    list.items[i].late ? "!" : "");
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
	rv_arena_release(&arena);
}

static void
test_list__order_and_bounds(void **state)
{
	struct rv_store *s = test_store_open("list");
	static const struct {
		const char *session, *entry;
		int64_t minute, line;
	} rows[] = {
		{"s", "c", 3, 3},	   {"s", "a", 1, 1},
		{"s", "u2", RV_UNDATED, 9}, {"s", "b2", 2, 8},
		{"s", "b1", 2, 2},	   {"s", "u1", RV_UNDATED, 5},
		{"t", "d", 4, 1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_episode e =
			test_episode(rows[i].session, rows[i].entry, "user",
				     rows[i].entry, rows[i].minute);

		e.line = rows[i].line;
		test_put(s, &e);
	}
#define Q(...) ((struct rv_episode_query){__VA_ARGS__})
	expect_list(s, Q(.limit = 0), "a b1 b2 c d u1 u2");
	expect_list(s, Q(.limit = 2, .offset = 1), "b1 b2");
	expect_list(s, Q(.newest_first = true), "d c b2 b1 a u2 u1");
	expect_list(s, Q(.newest_first = true, .limit = 3, .offset = 4),
		    "a u2 u1");
	expect_list(s, Q(.newest_first = true, .limit = 3, .offset = 6), "u1");
	expect_list(s, Q(.session = RV_SV("s"), .newest_first = true,
			 .limit = 2),
		    "c b2");
	expect_list(s, Q(.session = RV_SV("none")), "");
	expect_list(s, Q(.after = MINUTES(1), .before = MINUTES(3)), "b1 b2");
	expect_list(s, Q(.after = MINUTES(3)), "d");
	/* No anchor: nothing is late. */
	expect_list(s, Q(.pending = true, .late = true), "");
	assert_int_equal(counts(s).late, 0);
	assert_int_equal(rv_store_set_anchor(s, MINUTES(2), NULL), RV_OK);
	expect_list(s, Q(.pending = true, .late = true), "a! b1! b2! u1! u2!");
	expect_list(s, Q(.pending = true, .not_late = true), "c d");
	assert_int_equal(counts(s).late, 5);
	assert_true(counts(s).newest == MINUTES(4));
	assert_true(counts(s).oldest_pending == MINUTES(1));
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_episode__identity),
		cmocka_unit_test(test_episode__put),
		cmocka_unit_test(test_episode__broken_text),
		cmocka_unit_test(test_twin__one_to_one),
		cmocka_unit_test(test_twin__edges),
		cmocka_unit_test(test_twin__never),
		cmocka_unit_test(test_exclude__and_back),
		cmocka_unit_test(test_retain__consumed_log),
		cmocka_unit_test(test_list__order_and_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
