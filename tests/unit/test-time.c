/* SPDX-License-Identifier: MIT */
/* Dates, ISO 8601, zones, and the clocks of the environment. */
#include "config.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/time.h"
#include "base/tzif.h"
#include "tests/support/cm.h"

static void
test_time__parse(void **state)
{
	static const struct {
		const char *text, *iso; /* NULL: refused */
	} rows[] = {
		{"2026-01-28", "2026-01-28T00:00:00.000Z"},
		{"2026-01-28T13:45:00.000Z", "2026-01-28T13:45:00.000Z"},
		{"2026-01-28 13:45", "2026-01-28T13:45:00.000Z"},
		{"2026-01-28T13:45:10.1234567891234567Z", "2026-01-28T13:45:10.123Z"},
		{"2026-01-28T13:45:10.5+01:00", "2026-01-28T12:45:10.500Z"},
		{"2026-01-28T13:45:10-0330", "2026-01-28T17:15:10.000Z"},
		{"2026-01-28T00:30+01", "2026-01-27T23:30:00.000Z"},
		{" 2026-01-28t13:45z\n", "2026-01-28T13:45:00.000Z"},
		{"2024-02-29", "2024-02-29T00:00:00.000Z"},
		{"0000-01-01", "0000-01-01T00:00:00.000Z"},
		{"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
		{"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
		{"", NULL},
		{"now", NULL},
		{"2026", NULL},
		{"2026-1-28", NULL},
		{"2026-02-29", NULL},
		{"1900-02-29", NULL},
		{"2026-13-01", NULL},
		{"2026-00-01", NULL},
		{"2026-01-32", NULL},
		{"2026-01-28T", NULL},
		{"2026-01-28T24:00", NULL},
		{"2026-01-28T13:60", NULL},
		{"2026-01-28T13:45:60", NULL},
		{"2026-01-28T13:45:00.Z", NULL},
		{"2026-01-28T13:45Zx", NULL},
		{"2026-01-28T13:45+1", NULL},
		{"2026-01-28T13:45+01:60", NULL},
		{"2026-01-28T13:45+25:00", NULL},
		{"2026-01-28x", NULL},
		{"12026-01-28", NULL},
		{"-026-01-28", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int64_t t = 42;
		char iso[RV_ISO_MAX];
		bool ok = rv_time_parse(rv_sv(rows[i].text), &t);

		if (ok != (rows[i].iso != NULL))
			fail_msg("\"%s\"", rows[i].text);
		if (!ok) {
			assert_int_equal(t, 42);
			continue;
		}
		rv_time_iso(t, iso);
		assert_string_equal(iso, rows[i].iso);
	}
	assert_false(rv_time_parse(RV_SV_NONE, &(int64_t){0}));
	assert_false(rv_time_parse(RV_SV("2026\0-01-28"), &(int64_t){0}));
}

static void
test_time__clamped(void **state)
{
	char iso[RV_ISO_MAX];

	(void)state;
	rv_time_iso(INT64_MAX, iso);
	assert_string_equal(iso, "9999-12-31T23:59:59.999Z");
	rv_time_iso(RV_UNDATED, iso);
	assert_string_equal(iso, "0000-01-01T00:00:00.000Z");
	(void)rv_time_civil(INT64_MAX, INT64_MAX);
	(void)rv_time_civil(INT64_MIN, INT64_MIN);
}

/* Every 11th day of 800 years against the C library. */
static void
test_time__like_the_c_library(void **state)
{
	(void)state;
	for (int64_t t = -400 * 365 * RV_DAY; t < 400 * 365 * RV_DAY;
	     t += 11 * RV_DAY + 12345678) {
		struct rv_date d = rv_time_civil(t, 0);
		time_t seconds = (time_t)(t / 1000 - (t % 1000 < 0));
		struct tm tm;

		assert_non_null(gmtime_r(&seconds, &tm));
		assert_int_equal(d.year, tm.tm_year + 1900);
		assert_int_equal(d.month, tm.tm_mon + 1);
		assert_int_equal(d.day, tm.tm_mday);
		assert_int_equal(d.hour, tm.tm_hour);
		assert_int_equal(d.minute, tm.tm_min);
		assert_int_equal(d.second, tm.tm_sec);
		assert_int_equal(rv_time_from_civil(d), (int64_t)seconds * 1000);
	}
}

static int64_t
at(const char *text)
{
	int64_t t = 0;

	assert_true(rv_time_parse(rv_sv(text), &t));
	return t;
}

static void
test_zone__offsets(void **state)
{
	static const struct {
		const char *zone, *time;
		int minutes;
	} rows[] = {
		{"", "2026-07-01", 0},
		{"UTC", "2026-07-01", 0},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "2026-01-01", 60},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 60},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 120},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 120},
		{"CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 60},
		{"AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01", 660},
		{"AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01", 600},
		{"<+0330>-3:30", "2026-07-01", 210},
		{"EST5", "2026-07-01", -300},
		{"Nowhere/Land", "2026-07-01", 0},
		{"../../../etc/passwd", "2026-07-01", 0},
		{"", "2026-07-01", 0},
	};
	static const struct {
		const char *zone, *time;
		int minutes;
	} files[] = {
		{"Europe/Berlin", "2026-01-28", 60},
		{"Europe/Berlin", "2026-07-01", 120},
		{"Europe/Berlin", "2080-07-01", 120},
		{":Europe/Berlin", "2026-07-01", 120},
		{"America/New_York", "2026-03-08T06:59:59Z", -300},
		{"America/New_York", "2026-03-08T07:00:00Z", -240},
		{"Asia/Kolkata", "2026-07-01", 330},
		{"Asia/Tokyo", "2026-07-01", 540},
		{"Europe/Berlin", "2026-01-28", 60},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rv_time_zone_offset(rows[i].zone, at(rows[i].time)) !=
		    rows[i].minutes * RV_MINUTE)
			fail_msg("%s at %s", rows[i].zone, rows[i].time);
	assert_int_equal(rv_time_zone_offset(NULL, 0), 0);
	assert_int_equal(rv_time_zone_offset("EST5", RV_UNDATED), -5 * RV_HOUR);
	if (access("/usr/share/zoneinfo/Europe/Berlin", R_OK) != 0)
		skip();
	for (size_t i = 0; i < ARRAY_LEN(files); i++)
		if (rv_time_zone_offset(files[i].zone, at(files[i].time)) !=
		    files[i].minutes * RV_MINUTE)
			fail_msg("%s at %s", files[i].zone, files[i].time);
}

/* A zone of two types and one transition, version 1, and all its prefixes. */
static void
test_zone__damaged_file(void **state)
{
	static const char file[] =
		"TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0\4"
		"\0\0\0\144\1\0\0\0\0\0\0\0\0\16\20\0\0AB\0\0";
	struct rv_sv v = rv_sv_of(file, sizeof(file) - 1);
	struct rv_tzif *z = rv_tzif_new(v);
	char *damaged = rv_sv_dup(v);

	(void)state;
	assert_non_null(z);
	assert_int_equal(rv_tzif_offset(z, 99), 0);
	assert_int_equal(rv_tzif_offset(z, 100), 3600);
	rv_tzif_free(z);
	for (size_t n = 0; n < v.n; n++)
		assert_null(rv_tzif_new(rv_sv_slice(v, 0, n)));
	for (size_t i = 0; i < v.n; i++) {
		damaged[i] = (char)~damaged[i];
		rv_tzif_free(rv_tzif_new(rv_sv_of(damaged, v.n)));
		damaged[i] = (char)~damaged[i];
	}
	free(damaged);
	assert_null(rv_tzif_new_posix(RV_SV("CET-1CEST,M3.5.0")));
	assert_null(rv_tzif_new_posix(RV_SV("CET-1CEST")));
	assert_null(rv_tzif_new_posix(RV_SV("CET-1CEST,M13.5.0,M10.5.0")));
	assert_null(rv_tzif_new_posix(RV_SV("<x")));
	assert_null(rv_tzif_new_posix(RV_SV_NONE));
}

static void
test_env__fixed_time(void **state)
{
	struct rv_env env = {.now = 1234};

	(void)state;
	assert_int_equal(rv_env_now(&env), 1234);
	assert_int_equal(rv_env_ticks(&env), 0);
	env.now = RV_UNDATED;
	assert_true(rv_env_now(&env) > 1234);
	assert_true(rv_env_ticks(&env) > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time__parse),
		cmocka_unit_test(test_time__clamped),
		cmocka_unit_test(test_time__like_the_c_library),
		cmocka_unit_test(test_zone__offsets),
		cmocka_unit_test(test_zone__damaged_file),
		cmocka_unit_test(test_env__fixed_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
