/* SPDX-License-Identifier: MIT */
/* Requests that end before the server does: limits of size and time, who
 * cancels, and who reads no further. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/flag.h"
#include "tests/support/cm.h"
#include "tests/support/request.h"
#include "tests/support/services.h"

static const char *base;

static void
test_http__size_limits(void **state)
{
	static const char *const paths[] = {
		"/raw/bomb", "/raw/gigabyte", "/raw/long-line",
		"/raw/never-ends",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct rv_http_request req = request_to(base, paths[i], NULL);
		struct seen s;

		req.max_bytes = 20000;
		request_perform(&s, &req);
		assert_int_equal(s.s, RV_E_TOOBIG);
		assert_in_range(s.bytes, 1, 20000);
		request_forget(&s);
	}
}

static void
test_http__time_limits(void **state)
{
	static const struct {
		const char *path;
		int64_t idle, total, least;
		const char *word;
	} rows[] = {
		{"/raw/silent", 200, 0, 200, "fell silent"},
		{"/raw/slow-start", 300, 0, 300, "fell silent"},
		{"/raw/silent", 0, 300, 300, "took longer"},
		/* a byte a second is not silence */
		{"/raw/slow", 1800, 2500, 2500, "took longer"},
		{"/raw/never-ends", 1000, 400, 400, "took longer"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_request req = request_to(base, rows[i].path,
							NULL);
		struct seen s;

		req.idle_ms = rows[i].idle;
		req.total_ms = rows[i].total;
		request_perform(&s, &req);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.ms < rows[i].least - 10 || s.ms > rows[i].least + 4000)
			fail_msg("%s: %d after %lld ms: %s", rows[i].path, s.s,
				 (long long)s.ms, s.err.msg);
		request_forget(&s);
	}
}

/* The time until there is a connection has a limit of its own. */
static void
test_http__mute_server(void **state)
{
	static const struct {
		const char *scheme, *word;
		bool passing;
	} rows[] = {
		{"https", "no connection within", true},
		{"http", "fell silent", false},
	};
	int port, fd = request_mute_server(&port);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_request req;
		struct seen s;
		char url[128];

		snprintf(url, sizeof(url), "%s://127.0.0.1:%d/",
			 rows[i].scheme, port);
		req = request_to(base, url, "{}");
		req.connect_ms = 400;
		req.idle_ms = 200;
		request_perform(&s, &req);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.r.passing != rows[i].passing)
			fail_msg("%s: %d %s", url, s.s, s.err.msg);
		request_forget(&s);
	}
	close(fd);
}

static void
test_http__slow_start_in_time(void **state)
{
	struct seen s;

	(void)state;
	request_get(&s, base, "/raw/slow-start");
	assert_int_equal(s.s, RV_OK);
	assert_true(s.bytes > 0);
	request_forget(&s);
}

/* --- cancelling --------------------------------------------------------------- */

struct cancelled {
	const char *path;
	volatile int cancel;
	int64_t over; /* when perform returned */
	rv_status s;
};

/* pthread */
static void *
ask(void *arg)
{
	struct cancelled *c = arg;
	struct rv_http_request req = request_to(base, c->path, NULL);
	struct seen s;

	req.cancel = &c->cancel;
	req.max_bytes = (size_t)1 << 40;
	request_perform(&s, &req);
	c->over = rv_monotonic_us() / 1000;
	c->s = s.s;
	request_forget(&s);
	return NULL;
}

/* How long a request went on after it was cancelled. */
static int64_t
cancel_one(const char *path, bool may_fail)
{
	struct cancelled c = {.path = path};
	struct timespec part = {.tv_nsec = 150000000};
	pthread_t thread;
	int64_t from;

	assert_int_equal(pthread_create(&thread, NULL, ask, &c), 0);
	/* somewhere in the middle; where does not matter */
	nanosleep(&part, NULL);
	from = rv_monotonic_us() / 1000;
	rv_flag_raise(&c.cancel);
	pthread_join(thread, NULL);
	if (!may_fail || c.over >= from)
		assert_int_equal(c.s, RV_E_CANCELLED);
	return c.over - from;
}

static void
test_http__cancel(void **state)
{
	static const char *const paths[] = {
		"/raw/silent", "/raw/slow", "/raw/gigabyte", "/raw/never-ends",
		"/raw/slow-start", "https://192.0.2.1/",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		int64_t ms = 100;

		/* A busy machine may hold up one of them, not all three. */
		for (int n = 0; n < 3 && ms >= 100; n++)
			ms = cancel_one(paths[i], i + 1 == ARRAY_LEN(paths));
		if (ms >= 100)
			fail_msg("%s: %lld ms", paths[i], (long long)ms);
	}
}

/* rv_http_sink */
static rv_status
refuse(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	(void)chunk;
	++*(int *)arg;
	return rv_fail(err, RV_E_PARSE, "not that");
}

static void
test_http__sink_stops(void **state)
{
	struct rv_http_request req = request_to(base, "/raw/never-ends", NULL);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};
	int n = 0;

	(void)state;
	assert_int_equal(rv_http_perform(&req, refuse, &n, &arena, &r, &err),
			 RV_E_PARSE);
	assert_int_equal(n, 1);
	assert_true(r.sent);
	assert_string_equal(err.msg, "not that");
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_http__size_limits),
		cmocka_unit_test(test_http__time_limits),
		cmocka_unit_test(test_http__mute_server),
		cmocka_unit_test(test_http__slow_start_in_time),
		cmocka_unit_test(test_http__cancel),
		cmocka_unit_test(test_http__sink_stops),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
