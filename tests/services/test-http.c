/* SPDX-License-Identifier: MIT */
/* Requests against the scripted model: answers, redirects, secrets. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/retry.h"
#include "tests/support/cm.h"
#include "tests/support/request.h"
#include "tests/support/services.h"

static const char *base;

static void
test_http__answer(void **state)
{
	struct rv_http_request req;
	struct seen s;

	(void)state;
	request_get(&s, base, "/health");
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(s.r.sent);
	assert_sv(s.r.content_type, "application/json");
	assert_true(rv_sv_starts(s.r.request_id, RV_SV("req-")));
	assert_sv(rv_buf_sv(&s.body), "{\"status\": \"ok\"}");
	request_forget(&s);
	req = request_to(base, "/v1/chat/completions",
			 "{\"model\":\"m\",\"stream\":true,\"messages\":"
			 "[{\"role\":\"user\",\"content\":\"say: yes\"}]}");
	request_perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_sv(s.r.content_type, "text/event-stream");
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("\"yes\"")));
	assert_int_equal(s.r.received, s.bytes);
	request_forget(&s);
}

static void
test_http__long_body(void **state)
{
	struct rv_buf body = RV_BUF_INIT;
	struct rv_http_request req = request_to(base, "/v1/embeddings", "");
	struct seen s;

	(void)state;
	/* beyond the size at which curl would ask for a 100 first */
	rv_buf_adds(&body, "{\"dimensions\":2,\"input\":[\"");
	for (int i = 0; i < 400000; i++)
		rv_buf_adds(&body, "word ");
	rv_buf_adds(&body, "\"]}");
	req.body = rv_buf_sv(&body);
	request_perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("400000")));
	request_forget(&s);
	rv_buf_release(&body);
}

static void
test_http__error_statuses(void **state)
{
	static const struct {
		const char *path;
		int status;
		int64_t asked_min, asked_max;
		bool worth;
	} rows[] = {
		{"/f/400/x", 400, -1, -1, false},
		{"/f/401/x", 401, -1, -1, false},
		{"/f/429/x", 429, -1, -1, true},
		{"/f/429-seconds/x", 429, 2000, 2000, true},
		{"/f/429-fraction/x", 429, 250, 250, true},
		{"/f/429-date/x", 429, 1000, 3000, true},
		{"/f/429-past/x", 429, 0, 0, true},
		{"/f/429-ms/x", 429, 120, 120, true},
		{"/f/429-huge/x", 429, 86400000, 86400000, true},
		{"/f/429-rubbish/x", 429, -1, -1, true},
		{"/f/429-reset/x", 429, 20, 20, true},
		{"/f/429-reset-long/x", 429, 360000, 360000, true},
		{"/f/429-reset-iso/x", 429, 1000, 3000, true},
		{"/f/429-info/x", 429, 34000, 34000, true},
		{"/f/429-quota/x", 429, -1, -1, false},
		{"/f/500/x", 500, -1, -1, true},
		{"/f/503/x", 503, -1, -1, true},
		{"/f/529/x", 529, -1, -1, true},
		{"/f/html-502/x", 502, -1, -1, true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct seen s;
		int64_t asked;

		request_get(&s, base, rows[i].path);
		assert_int_equal(s.s, RV_OK);
		assert_int_equal(s.r.status, rows[i].status);
		assert_false(s.r.sent);
		assert_int_equal(s.bytes, 0);
		assert_true(s.r.error_body.n > 0);
		asked = rv_retry_asked(&s.r, 0);
		if (asked < rows[i].asked_min || asked > rows[i].asked_max ||
		    rv_retry_worth(s.s, &s.r) != rows[i].worth)
			fail_msg("%s: asked for %lld ms", rows[i].path,
				 (long long)asked);
		request_forget(&s);
	}
}

static void
test_http__long_error_page(void **state)
{
	struct seen s;

	(void)state;
	request_get(&s, base, "/f/long-error/x");
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 500);
	assert_int_equal(s.r.error_body.n, RV_HTTP_ERROR_BYTES);
	request_forget(&s);
}

/* What goes wrong below HTTP, and what the operator reads about it. */
static void
test_http__broken(void **state)
{
	static const struct {
		const char *path, *word;
		bool passing;
	} rows[] = {
		{"/raw/close", "closed the connection", true},
		{"/raw/reset", "broke before", false},
		{"/raw/not-http", "does not speak HTTP", false},
		{"/raw/many-headers", "over 256 KiB", false},
		{"http://127.0.0.1:1/", "no connection", true},
		{"https://host.invalid/", "name of the host", true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct seen s;

		request_get(&s, base, rows[i].path);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.r.passing != rows[i].passing)
			fail_msg("%s: %d %d %s", rows[i].path, s.s,
				 s.r.passing, s.err.msg);
		request_forget(&s);
	}
}

static void
test_http__redirects(void **state)
{
	struct rv_http_request req = request_to(base, "/redirect/3", "{}");
	struct seen s;
	char path[256];

	(void)state;
	request_perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("one")));
	request_forget(&s);
	request_get(&s, base, "/redirect/4");
	assert_int_equal(s.s, RV_E_MODEL);
	request_forget(&s);
	request_get(&s, base, "/redirect-loop");
	assert_non_null(strstr(s.err.msg, "in circles"));
	request_forget(&s);
	snprintf(path, sizeof(path), "/redirect-out?http://localhost%s/health",
		 strrchr(base, ':'));
	request_get(&s, base, path);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "another place"));
	request_forget(&s);
	request_get(&s, base, "/redirect-out?file:///etc/passwd");
	assert_non_null(strstr(s.err.msg, "another place"));
	assert_int_equal(s.bytes, 0);
	request_forget(&s);
}

/* Whoever we are sent to hears nothing at all. */
static void
test_http__other_host_hears_nothing(void **state)
{
	int port, fd = request_mute_server(&port);
	struct seen s;
	char path[128];

	(void)state;
	snprintf(path, sizeof(path), "/redirect-out?http://127.0.0.1:%d/",
		 port);
	request_get(&s, base, path);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_int_equal(accept(fd, NULL, NULL), -1);
	request_forget(&s);
	close(fd);
}

/* --- secrets ------------------------------------------------------------------- */

static void
test_http__key_echoed(void **state)
{
	struct rv_http_request req = request_to(base, "/raw/echo-key-401",
						NULL);
	struct seen s;

	(void)state;
	/* perform looks for the key in everything */
	request_perform(&s, &req);
	assert_int_equal(s.r.status, 401);
	assert_true(rv_sv_has(s.r.error_body, RV_SV("provided: ***")));
	assert_sv(s.r.request_id, "***");
	request_forget(&s);
	request_get(&s, base, "/_log");
	assert_false(rv_sv_has(rv_buf_sv(&s.body), RV_SV(REQUEST_KEY)));
	request_forget(&s);
}

static void
test_http__bad_requests(void **state)
{
	static const struct rv_http_header torn[] = {
		{"Authorization", "Bearer " REQUEST_KEY "\r\nX-Evil: 1", true},
	};
	struct rv_http_request req = request_to(base, "/health", NULL);
	struct seen s;

	(void)state;
	req.headers = torn;
	req.n_headers = 1;
	request_perform(&s, &req);
	assert_int_equal(s.s, RV_E_CONFIG);
	request_forget(&s);
	request_get(&s, base, "http://api.example.com/v1");
	assert_int_equal(s.s, RV_E_CONFIG);
	assert_non_null(strstr(s.err.msg, "use https"));
	request_forget(&s);
	request_get(&s, base,
		    "https://user:" REQUEST_KEY "@api.example.com/v1");
	assert_int_equal(s.s, RV_E_CONFIG);
	request_forget(&s);
}

/* The environment decides nothing. */
static void
test_http__environment(void **state)
{
	struct seen s;

	(void)state;
	setenv("http_proxy", "http://127.0.0.1:1", 1);
	setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
	setenv("all_proxy", "http://127.0.0.1:1", 1);
	request_get(&s, base, "/health");
	assert_int_equal(s.s, RV_OK);
	request_forget(&s);
	unsetenv("http_proxy");
	unsetenv("ALL_PROXY");
	unsetenv("all_proxy");
}

/* A proxy that was configured is asked for other hosts, and hears no key. */
static void
test_http__proxy(void **state)
{
	char module[512];
	struct seen s;

	(void)state;
	snprintf(module, sizeof(module), "%s/reverie-net.so",
		 getenv("BUILDDIR"));
	rv_http_setup(&(struct rv_http_setup){.module = module,
					      .proxy = base});
	request_get(&s, base, "https://api.invalid/v1");
	assert_int_equal(s.s, RV_E_MODEL);
	assert_int_equal(s.r.status, 0);
	request_forget(&s);
	/* loopback: not by way of the proxy */
	request_get(&s, base, "/_log?CONNECT");
	rv_http_setup(&(struct rv_http_setup){.module = module});
	assert_int_equal(s.s, RV_OK);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("api.invalid:443")));
	assert_false(rv_sv_has(rv_buf_sv(&s.body), RV_SV("authorization")));
	request_forget(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_http__answer),
		cmocka_unit_test(test_http__long_body),
		cmocka_unit_test(test_http__error_statuses),
		cmocka_unit_test(test_http__long_error_page),
		cmocka_unit_test(test_http__broken),
		cmocka_unit_test(test_http__redirects),
		cmocka_unit_test(test_http__other_host_hears_nothing),
		cmocka_unit_test(test_http__key_echoed),
		cmocka_unit_test(test_http__bad_requests),
		cmocka_unit_test(test_http__environment),
		cmocka_unit_test(test_http__proxy),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
