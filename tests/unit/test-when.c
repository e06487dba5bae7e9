/* SPDX-License-Identifier: MIT */
/* Times to come, as people write them. */
#include "config.h"

#include "base/time.h"
#include "base/when.h"
#include "tests/support/cm.h"

#define NOW "2026-06-20T14:00:00.000Z" /* a Saturday */

static void
test_when__is_taken(void **state)
{
	static const struct {
		const char *text, *tz, *iso; /* NULL: refused */
	} rows[] = {
		{"12h", "", "2026-06-21T02:00:00.000Z"},
		{"1d", "", "2026-06-21T14:00:00.000Z"},
		{"2w", "", "2026-07-04T14:00:00.000Z"},
		{"2 weeks", "", "2026-07-04T14:00:00.000Z"},
		{"Next week", "", "2026-06-27T14:00:00.000Z"},
		{"next month", "", "2026-07-20T14:00:00.000Z"},
		{" 3  Days ", "", "2026-06-23T14:00:00.000Z"},
		{"a week", "", "2026-06-27T14:00:00.000Z"},
		{"an hour", "", "2026-06-20T15:00:00.000Z"},
		{"month", "", "2026-07-20T14:00:00.000Z"},
		{"1 month", "", "2026-07-20T14:00:00.000Z"},
		{"tomorrow", "", "2026-06-21T00:00:00.000Z"},
		{"Tomorrow", "Europe/Berlin", "2026-06-20T22:00:00.000Z"},
		{"tomorrow", "Pacific/Auckland", "2026-06-21T12:00:00.000Z"},
		{"sunday", "", "2026-06-21T00:00:00.000Z"},
		{"saturday", "", "2026-06-27T00:00:00.000Z"},
		{"fri", "", "2026-06-26T00:00:00.000Z"},
		{"2026-07-01", "", "2026-07-01T00:00:00.000Z"},
		{"2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"},
		{"2026-07-01 09:30", "Europe/Berlin",
		 "2026-07-01T07:30:00.000Z"},
		{"2026-07-01T09:30Z", "Europe/Berlin",
		 "2026-07-01T09:30:00.000Z"},
		{"2026-07-01T09:30+01:00", "", "2026-07-01T08:30:00.000Z"},
		{"", "", NULL},
		{"h", "", NULL},
		{"soon", "", NULL},
		{"0d", "", NULL},
		{"-1d", "", NULL},
		{"1001w", "", NULL},
		{"1 fortnight", "", NULL},
		{"2 weeks later", "", NULL},
		{"2026-06-20", "", NULL}, /* it is past */
		{"2026-06-01", "", NULL},
		{"2026-02-31", "", NULL},
		{"99999999999999999999d", "", NULL},
	};
	int64_t now = 0;

	(void)state;
	assert_true(rv_time_parse(RV_SV(NOW), &now));
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char iso[RV_ISO_MAX];
		int64_t t = 0;
		bool ok = rv_when_parse(rv_sv(rows[i].text), now, rows[i].tz,
					&t);

		if (ok != (rows[i].iso != NULL))
			fail_msg("%s: %s", rows[i].text,
				 ok ? "taken" : "refused");
		if (!ok)
			continue;
		rv_time_iso(t, iso);
		if (strcmp(iso, rows[i].iso) != 0)
			fail_msg("%s: %s, not %s", rows[i].text, iso,
				 rows[i].iso);
	}
}

/* Days have 25 hours where clocks go back: midnight is by the clock of then. */
static void
test_when__clocks_go_back(void **state)
{
	static const struct {
		const char *text, *iso;
	} rows[] = {
		{"tomorrow", "2026-10-24T22:00:00.000Z"},
		{"monday", "2026-10-25T23:00:00.000Z"},
	};
	int64_t now = 0;

	(void)state;
	assert_true(rv_time_parse(RV_SV("2026-10-24T10:00:00Z"), &now));
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char iso[RV_ISO_MAX];
		int64_t t = 0;

		assert_true(rv_when_parse(rv_sv(rows[i].text), now,
					  "Europe/Berlin", &t));
		rv_time_iso(t, iso);
		assert_string_equal(iso, rows[i].iso);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_when__is_taken),
		cmocka_unit_test(test_when__clocks_go_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
