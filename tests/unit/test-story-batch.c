/* SPDX-License-Identifier: MIT */
/* In which order episodes are told, and how many at once. */
#include "config.h"

#include "base/time.h"
#include "story/batch.h"
#include "story/select.h"
#include "tests/support/cm.h"

static void
test_order__undated_behind_its_line(void **state)
{
	static const struct {
		const char *source, *entry;
		int64_t time, line;
	} rows[] = {
		{"a", "1", 10, 1},	   {"b", "4", 15, 1},
		{"a", "5", 20, 4},	   {"a", "2", RV_UNDATED, 2},
		{"a", "3", RV_UNDATED, 3}, {"a", "6", RV_UNDATED, 5},
		{"c", "7", RV_UNDATED, 1}, {"d", "8", RV_UNDATED, 0},
	};
	struct rv_episode e[ARRAY_LEN(rows)] = {0};
	struct rv_episode_list list = {e, ARRAY_LEN(rows)};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		e[i] = (struct rv_episode){.source = rv_sv(rows[i].source),
					   .entry = rv_sv(rows[i].entry),
					   .time = rows[i].time,
					   .line = rows[i].line};
	rv_story_order(&list);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(e[i].entry.p[0], '1' + (int)i);
}

static void
test_batches__greedy(void **state)
{
	static const int64_t tokens[] = {30, 20, 1, 90, 50, 50, 0, 51};
	struct rv_episode e[ARRAY_LEN(tokens)] = {0};
	struct rv_episode_list list = {e, ARRAY_LEN(tokens)};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_batch *b;
	size_t n, first = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(tokens); i++) {
		e[i].tokens = tokens[i];
		e[i].time = i == 2 ? RV_UNDATED : (int64_t)i;
	}
	b = rv_story_batches(&list, 50, &arena, &n);
	/* 30+20, 1, 90 alone, 50, 50+0, 51 */
	assert_int_equal(n, 6);
	assert_int_equal(b[0].n, 2);
	assert_int_equal(b[2].n, 1);
	assert_int_equal(b[2].tokens, 90);
	assert_true(b[1].anchor == RV_UNDATED);
	assert_true(b[0].anchor == 1);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(b[i].first, first);
		first += b[i].n;
	}
	assert_int_equal(first, ARRAY_LEN(tokens));
	b = rv_story_batches(&list, 0, &arena, &n);
	assert_int_equal(n, 1);
	list.n = 0;
	(void)rv_story_batches(&list, 50, &arena, &n);
	assert_int_equal(n, 0);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order__undated_behind_its_line),
		cmocka_unit_test(test_batches__greedy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
