/* SPDX-License-Identifier: MIT */
/* Which addresses may be asked. */
#include "config.h"

#include "net/http.h"
#include "net/url.h"
#include "tests/support/cm.h"

static void
test_url__allowed(void **state)
{
	static const char *const rows[] = {
		"https://api.example.com/v1", "HTTPS://API.EXAMPLE.COM",
		"https://api.example.com:8443/v1?a=b", "https://192.0.2.7/",
		"https://[2001:db8::1]:8443/x", "https://a_b.example/",
		"http://localhost", "http://LocalHost:11434/api",
		"http://127.0.0.1:8080/v1", "http://127.255.255.254",
		"http://[::1]:80/",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_err err = {0};

		if (rv_http_check_url(rows[i], &err) != RV_OK)
			fail_msg("%s: %s", rows[i], err.msg);
	}
}

static void
test_url__refused(void **state)
{
	static const char *const rows[] = {
		/* without TLS to another machine */
		"http://api.example.com", "http://192.0.2.7", "http://0.0.0.0",
		"http://10.0.0.1", "http://169.254.169.254/latest",
		"http://[::2]", "http://[::ffff:127.0.0.1]",
		"http://localhost.example.com", "http://127.0.0.1.example.com",
		"http://localhost.", "http://xlocalhost",
		/* hosts that somebody may read as numbers */
		"http://127.1", "http://2130706433", "http://0x7f.0.0.1",
		"http://0177.0.0.1", "https://1.2.3", "https://1.2.3.4.",
		/* two readings */
		"https://user@host", "https://user:pw@host",
		"http://127.0.0.1@evil.example", "http://127.0.0.1\\@evil",
		"http://127.0.0.1#@evil.example", "https://host/#x",
		"https://host /x", "https://host/a b", "https://host\n/x",
		"https://h\xc3\xb6st/", "https://ho%73t",
		/* no addresses of that kind */
		"", "host", "//host", "ftp://host", "file:///etc/passwd",
		"https:/host", "https://", "https:///x", "https://:80",
		"https://host:", "https://host:x", "https://host:0",
		"https://host:65536", "https://host:-1", "https://[::1",
		"https://[]", "https://[::1]x", "https://[g::1]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (rv_http_check_url(rows[i], NULL) != RV_E_CONFIG)
			fail_msg("%s is allowed", rows[i]);
	}
	assert_int_equal(rv_http_check_url(NULL, NULL), RV_E_CONFIG);
}

static void
test_url__origin(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{"https://h/a", "https://H/b?c", true},
		{"https://h", "https://h:443", true},
		{"https://h", "http://h", false},
		{"http://localhost", "http://localhost:8080", false},
		{"https://h", "https://h.example", false},
		{"https://h", "https://i", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_url a, b;

		assert_true(rv_url_parse(rv_sv(rows[i].a), &a));
		assert_true(rv_url_parse(rv_sv(rows[i].b), &b));
		assert_int_equal(rv_url_same_origin(&a, &b), rows[i].same);
	}
}

static void
test_url__show(void **state)
{
	static const struct {
		const char *url, *want;
	} rows[] = {
		{"https://example.org/v1", "https://example.org/v1"},
		{"https://user:hunter" "2Secret@example.org/v1?key=AbCd&b=1#x",
		 "https://***@example.org/v1?key=***&b=***#***"},
		{"https://a:b/c@d@example.org", "https://***@example.org"},
		{"user:pass@host", "***@host"},
		{"https://@host/?AbCd&=x;y=", "https://***@host/?***&=***;y=***"},
		{"", ""},
		{"https://host#AbCd", "https://host#***"},
		{"https://host/?a=b?c=d", "https://host/?a=***"},
	};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_url u;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&b);
		rv_url_show(rv_sv(rows[i].url), &b);
		assert_string_equal(b.p, rows[i].want);
	}
	rv_buf_reset(&b);
	assert_true(rv_url_parse(RV_SV("https://[::1]:8443/x"), &u));
	rv_url_where(&u, &b);
	rv_buf_addc(&b, ' ');
	assert_true(rv_url_parse(RV_SV("http://localhost:80/x"), &u));
	rv_url_where(&u, &b);
	assert_string_equal(b.p, "[::1]:8443 localhost");
	rv_buf_release(&b);
}

/* A build without libcurl says so at the first request. */
static void
test_url__no_module(void **state)
{
	const struct rv_http_request req = {.method = "GET",
					    .url = "https://host/"};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};

	(void)state;
	rv_http_setup(&(struct rv_http_setup){.module = "/no/such/module"});
	assert_int_equal(rv_http_perform(&req, NULL, NULL, &arena, &r, &err),
			 RV_E_CONFIG);
	assert_non_null(strstr(err.msg, "/no/such/module is missing"));
	assert_int_equal(r.status, 0);
	rv_arena_release(&arena);
	rv_http_setup(&(struct rv_http_setup){0});
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_url__allowed),
		cmocka_unit_test(test_url__refused),
		cmocka_unit_test(test_url__origin),
		cmocka_unit_test(test_url__show),
		cmocka_unit_test(test_url__no_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
