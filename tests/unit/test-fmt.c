/* SPDX-License-Identifier: MIT */
/* Numbers, ages and sizes as people read them. */
#include "config.h"

#include "base/fmt.h"
#include "base/time.h"
#include "tests/support/cm.h"

static void
test_fmt__numbers(void **state)
{
	static const struct {
		void (*fn)(struct rv_buf *, int64_t);
		int64_t n;
		const char *text;
	} rows[] = {
		{rv_fmt_int, 0, "0"},
		{rv_fmt_int, 999, "999"},
		{rv_fmt_int, 1000, "1,000"},
		{rv_fmt_int, 12408, "12,408"},
		{rv_fmt_int, -1234567, "-1,234,567"},
		{rv_fmt_int, INT64_MIN, "-9,223,372,036,854,775,808"},
		{rv_fmt_bytes, 0, "0 B"},
		{rv_fmt_bytes, 999, "999 B"},
		{rv_fmt_bytes, 1000, "1.0 kB"},
		{rv_fmt_bytes, 9999, "9.9 kB"},
		{rv_fmt_bytes, 10000, "10 kB"},
		{rv_fmt_bytes, 999999, "999 kB"},
		{rv_fmt_bytes, 2450000, "2.4 MB"},
		{rv_fmt_bytes, INT64_MAX, "9.2 EB"},
		{rv_fmt_bytes, -5, "0 B"},
		{rv_fmt_age, -5, "0s"},
		{rv_fmt_age, 40 * RV_SECOND, "40s"},
		{rv_fmt_age, RV_MINUTE - 1, "59s"},
		{rv_fmt_age, RV_MINUTE, "1m"},
		{rv_fmt_age, 90 * RV_MINUTE, "1h"},
		{rv_fmt_age, RV_DAY - 1, "23h"},
		{rv_fmt_age, 2 * RV_DAY, "2d"},
		{rv_fmt_age, 99 * RV_DAY, "99d"},
		{rv_fmt_age, 140 * RV_DAY, "20w"},
		{rv_fmt_age, 1100 * RV_DAY, "3y"},
	};
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&b);
		rows[i].fn(&b, rows[i].n);
		assert_sv(rv_buf_sv(&b), rows[i].text);
	}
	rv_buf_release(&b);
}

static void
test_fmt__times(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	int64_t t = 0;

	(void)state;
	assert_true(rv_time_parse(RV_SV("2026-01-28T23:02"), &t));
	rv_fmt_clock(&b, t, 0);
	rv_buf_addc(&b, '|');
	rv_fmt_date(&b, t, RV_HOUR);
	rv_buf_addc(&b, '|');
	rv_fmt_date_clock(&b, t, RV_HOUR);
	rv_buf_addc(&b, '|');
	rv_fmt_clock(&b, RV_UNDATED, RV_HOUR);
	rv_buf_addc(&b, '|');
	rv_fmt_date_clock(&b, RV_UNDATED, RV_HOUR);
	assert_string_equal(b.p, "23:02|2026-01-29|2026-01-29 00:02|--:--|undated");
	rv_buf_release(&b);
}

static void
test_fmt__words(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	rv_fmt_words(&b, 75, 4);
	assert_string_equal(b.p, "+75 -4 w");
	rv_buf_release(&b);
}

static void
test_fmt__percent(void **state)
{
	(void)state;
	assert_int_equal(rv_fmt_percent(0, 0), 0);
	assert_int_equal(rv_fmt_percent(1, 3), 33);
	assert_int_equal(rv_fmt_percent(2, 3), 66);
	assert_int_equal(rv_fmt_percent(3, 3), 100);
	assert_int_equal(rv_fmt_percent(-1, 3), 0);
	assert_int_equal(rv_fmt_percent(INT64_MAX, INT64_MAX), 100);
	assert_int_equal(rv_fmt_percent(INT64_MAX, 1), INT32_MAX);
}

static void
test_fmt__shares(void **state)
{
	static const struct {
		int64_t parts[3];
		int percent[3];
	} rows[] = {
		{{0, 0, 0}, {0, 0, 0}},
		{{1, 1, 1}, {34, 33, 33}},
		{{39, 60, 0}, {39, 61, 0}}, /* 39.39 and 60.61 */
		{{1, 2, 0}, {33, 67, 0}},
		{{1, 999, 0}, {0, 100, 0}},
		{{5, -5, 0}, {100, 0, 0}},
		{{INT64_MAX, INT64_MAX, 0}, {50, 50, 0}},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int percent[3];

		rv_fmt_shares(rows[i].parts, 3, percent);
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(percent[k], rows[i].percent[k]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fmt__numbers),
		cmocka_unit_test(test_fmt__times),
		cmocka_unit_test(test_fmt__words),
		cmocka_unit_test(test_fmt__percent),
		cmocka_unit_test(test_fmt__shares),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
