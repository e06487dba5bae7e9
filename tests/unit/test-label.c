/* SPDX-License-Identifier: MIT */
/* Time labels: the golden vectors, both sides of every boundary. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/time.h"
#include "resonance/resonance.h"

static void
test_label__golden(void **state)
{
	static const struct {
		int64_t age;
		const char *want;
	} rows[] = {
		{-RV_HOUR, "just now"},
		{INT64_MIN, "just now"},
		{0, "just now"},
		{59 * RV_SECOND, "just now"},
		{RV_MINUTE - 1, "just now"},
		{RV_MINUTE, "a moment ago"},
		{30 * RV_MINUTE - 1, "a moment ago"},
		{30 * RV_MINUTE, "a little while ago"},
		{2 * RV_HOUR - 1, "a little while ago"},
		{2 * RV_HOUR, "a few hours ago"},
		{6 * RV_HOUR - 1, "a few hours ago"},
		{6 * RV_HOUR, "earlier today"},
		{18 * RV_HOUR - 1, "earlier today"},
		{18 * RV_HOUR, "yesterday"},
		{30 * RV_HOUR - 1, "yesterday"},
		{30 * RV_HOUR, "a few days ago"},
		{2 * RV_DAY, "a few days ago"},
		{4 * RV_DAY - 1, "a few days ago"},
		{4 * RV_DAY, "last week"},
		{9 * RV_DAY, "last week"},
		{10 * RV_DAY - 1, "last week"},
		{10 * RV_DAY, "a couple of weeks ago"},
		{20 * RV_DAY - 1, "a couple of weeks ago"},
		{20 * RV_DAY, "about a month ago"},
		{45 * RV_DAY - 1, "about a month ago"},
		{45 * RV_DAY, "a couple of months ago"},
		{60 * RV_DAY, "a couple of months ago"},
		{61 * RV_DAY, "a couple of months ago"},
		{90 * RV_DAY - 1, "a couple of months ago"},
		{90 * RV_DAY, "several months ago"},
		{92 * RV_DAY, "several months ago"},
		{183 * RV_DAY - 1, "several months ago"},
		{183 * RV_DAY, "almost a year ago"},
		{335 * RV_DAY - 1, "almost a year ago"},
		{335 * RV_DAY, "almost a year ago"},
		{366 * RV_DAY - 1, "almost a year ago"},
		{366 * RV_DAY, "about a year ago"},
		{457 * RV_DAY - 1, "about a year ago"},
		{457 * RV_DAY, "over a year ago"},
		{640 * RV_DAY - 1, "over a year ago"},
		{640 * RV_DAY, "almost 2 years ago"},
		{731 * RV_DAY - 1, "almost 2 years ago"},
		{731 * RV_DAY, "about 2 years ago"},
		{792 * RV_DAY - 1, "about 2 years ago"},
		{792 * RV_DAY, "over 2 years ago"},
		{944 * RV_DAY - 1, "over 2 years ago"},
		{944 * RV_DAY, "almost 3 years ago"},
		{1096 * RV_DAY - 1, "almost 3 years ago"},
		{1096 * RV_DAY, "about 3 years ago"},
		{1157 * RV_DAY - 1, "about 3 years ago"},
		{1157 * RV_DAY, "over 3 years ago"},
		{1309 * RV_DAY - 1, "over 3 years ago"},
		{1309 * RV_DAY, "almost 4 years ago"},
		{1462 * RV_DAY - 1, "almost 4 years ago"},
		{1462 * RV_DAY, "about 4 years ago"},
		{1522 * RV_DAY - 1, "about 4 years ago"},
		{1522 * RV_DAY, "over 4 years ago"},
		{1675 * RV_DAY - 1, "over 4 years ago"},
		{1675 * RV_DAY, "almost 5 years ago"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		rv_time_label(rows[i].age, &b);
		if (strcmp(b.p, rows[i].want))
			fail_msg("%lld ms: \"%s\" is not \"%s\"",
				 (long long)rows[i].age, b.p, rows[i].want);
		rv_buf_release(&b);
	}
}

static void
test_suffix__year_and_zone(void **state)
{
	static const struct {
		const char *t, *now, *tz, *want;
	} rows[] = {
		{"2026-01-09T12:00:00Z", "2026-01-12", "", " — Jan 9"},
		{"2025-03-14T12:00:00Z", "2026-01-12", "UTC",
		 " — Mar 14, 2025"},
		{"2026-12-31T23:59:59Z", "2027-01-01", "", " — Dec 31, 2026"},
		/* Both are 2027 in Tokyo already. */
		{"2026-12-31T16:00:00Z", "2027-01-01", "Asia/Tokyo",
		 " — Jan 1"},
		/* And this is 2026 still in New York, as is now. */
		{"2026-12-30T03:00:00Z", "2027-01-01T02:00:00Z",
		 "America/New_York", " — Dec 29"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;
		int64_t t, now;

		assert_true(rv_time_parse(rv_sv(rows[i].t), &t));
		assert_true(rv_time_parse(rv_sv(rows[i].now), &now));
		rv_time_suffix(t, now, rows[i].tz, &b);
		assert_string_equal(b.p, rows[i].want);
		rv_buf_release(&b);
	}
}

static void
test_phase__labels(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_candidate c[2] = {{.item.time = RV_UNDATED}, {.rank = 1}};
	struct rv_run run = {.cands = c, .n = 2};

	(void)state;
	assert_true(rv_time_parse(RV_SV("2026-01-12"), &run.turn.now));
	c[1].item.time = run.turn.now - 3 * RV_DAY;
	rv_resonance_label(&run, &arena);
	assert_true(rv_sv_is(c[0].label, "Undated"));
	assert_true(c[0].undated);
	assert_true(rv_sv_is(c[1].label, "A few days ago — Jan 9"));
	assert_false(c[1].undated);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_label__golden),
		cmocka_unit_test(test_suffix__year_and_zone),
		cmocka_unit_test(test_phase__labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
