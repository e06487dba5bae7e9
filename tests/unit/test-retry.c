/* SPDX-License-Identifier: MIT */
/* Which failures are tried again, and how long is waited. */
#include "config.h"

#include "base/num.h"
#include "base/time.h"
#include "net/retry.h"
#include "tests/support/cm.h"

/* Sun, 22 Nov 2026 12:00:00 GMT */
#define NOW ((int64_t)1795348800000)

static void
test_retry__statuses(void **state)
{
	static const int yes[] = {408, 409, 429, 500, 502, 503, 504, 529};
	static const int no[] = {200, 301, 400, 401, 403, 404, 413, 422, 501};
	struct rv_http_response r = {0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(yes); i++) {
		r.status = yes[i];
		assert_true(rv_retry_worth(RV_OK, &r));
	}
	for (size_t i = 0; i < ARRAY_LEN(no); i++) {
		r.status = no[i];
		assert_false(rv_retry_worth(RV_OK, &r));
	}
	r.status = 429;
	r.error_body = RV_SV("{\"error\":{\"code\":\"insufficient_quota\"}}");
	assert_false(rv_retry_worth(RV_OK, &r));
}

static void
test_retry__connections(void **state)
{
	struct rv_http_response r = {0};

	(void)state;
	assert_false(rv_retry_worth(RV_E_MODEL, &r));
	r.passing = true;
	assert_true(rv_retry_worth(RV_E_MODEL, &r));
	assert_false(rv_retry_worth(RV_E_CANCELLED, &r));
	assert_false(rv_retry_worth(RV_E_CONFIG, &r));
	assert_false(rv_retry_worth(RV_E_TOOBIG, &r));
	/* Text that was shown is never asked for a second time. */
	r.sent = true;
	assert_false(rv_retry_worth(RV_E_MODEL, &r));
	r.status = 503;
	assert_false(rv_retry_worth(RV_OK, &r));
}

static void
test_retry__durations(void **state)
{
	static const struct {
		const char *text;
		int64_t ms; /* -1: is none */
	} rows[] = {
		{"6m0s", 360000}, {"20ms", 20}, {"1h2m3s", 3723000},
		{"34s", 34000}, {"1.5s", 1500}, {"0.000001s", 1},
		{"  2s ", 2000}, {"1d", 86400000}, {"0s", 0},
		{"99999999999999999999h", 365 * RV_DAY},
		{"", -1}, {"6", -1}, {"s", -1}, {"-1s", -1}, {"6x", -1},
		{"1.s", -1}, {"1m 2s", -1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int64_t ms = -1;
		bool ok = rv_retry_parse_duration(rv_sv(rows[i].text), &ms);

		if (ok != (rows[i].ms >= 0) || ms != rows[i].ms)
			fail_msg("\"%s\": %d, %lld", rows[i].text, ok,
				 (long long)ms);
	}
}

static void
test_retry__dates(void **state)
{
	static const struct {
		const char *text;
		int64_t ms; /* -1: is none */
	} rows[] = {
		{"Sun, 06 Nov 1994 08:49:37 GMT", 784111777000},
		{"Sunday, 06-Nov-94 08:49:37 GMT", 784111777000},
		{"Sun Nov  6 08:49:37 1994", 784111777000},
		{"Sun, 22 Nov 2026 12:00:00 GMT", NOW},
		{"Sun, 22 Nov 2026 12:00:00 PST", -1},
		{"Sun, 32 Nov 2026 12:00:00 GMT", -1},
		{"Sun, 22 Foo 2026 12:00:00 GMT", -1},
		{"Sun, 22 Nov 2026 25:00:00 GMT", -1},
		{"Sun, 22 Nov 2026 12:00 GMT", -1},
		{"Sun, 22 Nov 2026 12:00:00 GMT again", -1},
		{"tomorrow", -1}, {"", -1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int64_t t = -1;
		bool ok = rv_retry_parse_date(rv_sv(rows[i].text), &t);

		if (ok != (rows[i].ms >= 0) || t != rows[i].ms)
			fail_msg("\"%s\": %d, %lld", rows[i].text, ok,
				 (long long)t);
	}
}

static void
test_retry__asked(void **state)
{
	static const struct {
		const char *after, *after_ms, *date, *body, *reset;
		int64_t ms;
	} rows[] = {
		{"2", "", "", "", "", 2000},
		{"0.25", "", "", "", "", 250},
		{"0.0001", "", "", "", "", 1},
		{" 7 ", "", "", "", "", 7000},
		{"0", "", "", "", "", 0},
		{"7s", "", "", "", "", 7000},
		{"", "120", "", "", "", 120},
		{"9", "120.5", "", "", "", 121},
		{"Sun, 22 Nov 2026 12:00:03 GMT", "", "", "", "", 3000},
		{"Sun, 22 Nov 2026 11:00:00 GMT", "", "", "", "", 0},
		/* our clock is wrong by ten minutes */
		{"Sun, 22 Nov 2026 12:10:05 GMT", "",
		 "Sun, 22 Nov 2026 12:10:00 GMT", "", "", 5000},
		{"soon", "", "", "", "", -1},
		{"-5", "", "", "", "", -1},
		{"", "", "", "", "", -1},
		{"99999999999999999999", "", "", "", "", 365 * RV_DAY},
		{"", "", "",
		 "{\"error\":{\"code\":429,\"details\":[{\"@type\":\"q\"},"
		 "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\","
		 "\"retryDelay\":\"34s\"}]}}", "", 34000},
		{"", "", "",
		 "[{\"error\":{\"details\":[{\"retryDelay\":\"1.5s\"}]}}]", "",
		 1500},
		{"", "", "", "{\"retryDelay\": [", "", -1},
		{"", "", "", "", "6m0s", 360000},
		{"", "", "", "", "20ms", 20},
		{"", "", "", "", "1.5", 1500},
		{"", "", "", "", "2026-11-22T12:00:04Z", 4000},
		{"", "", "", "", "2026-11-22T11:00:04Z", 0},
		{"", "", "", "", "1795348807", 7000},
		{"", "", "", "", "1795348808000", 8000},
		{"", "", "", "", "never", -1},
		{"1", "", "", "", "6m0s", 1000},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_response r = {
			.status = 429, .retry_after = rv_sv(rows[i].after),
			.retry_after_ms = rv_sv(rows[i].after_ms),
			.date = rv_sv(rows[i].date),
			.error_body = rv_sv(rows[i].body),
			.reset = {rv_sv(rows[i].reset)}, .n_resets = 1,
		};
		int64_t ms = rv_retry_asked(&r, NOW);

		if (ms != rows[i].ms)
			fail_msg("row %zu: %lld, want %lld", i, (long long)ms,
				 (long long)rows[i].ms);
	}
}

static void
test_retry__latest_reset(void **state)
{
	struct rv_http_response r = {
		.status = 429, .reset = {RV_SV("1s"), RV_SV("2m"), RV_SV("3s")},
		.n_resets = 3,
	};

	(void)state;
	assert_int_equal(rv_retry_asked(&r, NOW), 120000);
	/* Healthy answers and others carry these headers as well. */
	r.status = 503;
	assert_int_equal(rv_retry_asked(&r, NOW), RV_RETRY_NOT_ASKED);
}

static void
test_retry__delay(void **state)
{
	static const int64_t most[] = {500, 1000, 2000, 4000, 8000, 8000, 8000};
	const struct rv_retry p = RV_RETRY_DEFAULT;
	struct rv_rng a, b;

	(void)state;
	rv_rng_seed(&a, 7);
	rv_rng_seed(&b, 7);
	for (int n = 0; n < 1000; n++) {
		int i = n % (int)ARRAY_LEN(most);
		int64_t d = rv_retry_delay(&p, i + 1, -1, &a);

		assert_in_range(d, most[i] / 2, most[i]);
		assert_int_equal(d, rv_retry_delay(&p, i + 1, -1, &b));
		assert_in_range(rv_retry_delay(&p, i + 1, 2000, &a), 2000,
				2200);
		rv_retry_delay(&p, i + 1, 2000, &b);
	}
	assert_int_equal(rv_retry_delay(&p, 1, 0, &a), 0);
	assert_in_range(rv_retry_delay(&p, 1, RV_DAY, &a), 60000, 66000);
	assert_in_range(rv_retry_delay(&p, 1000000, -1, &a), 4000, 8000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_retry__statuses),
		cmocka_unit_test(test_retry__connections),
		cmocka_unit_test(test_retry__durations),
		cmocka_unit_test(test_retry__dates),
		cmocka_unit_test(test_retry__asked),
		cmocka_unit_test(test_retry__latest_reset),
		cmocka_unit_test(test_retry__delay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
