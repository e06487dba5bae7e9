/* SPDX-License-Identifier: MIT */
/* One redactor: its map, what it is told to mask, and that it fails closed. */
#include "config.h"

#include <string.h>

#include "doc/redact.h"
#include "tests/support/cm.h"

#define GH "ghp" "_16C7e42F292c6912E7710c838347Ae178B4a"

static void
test_redactor__map(void **state)
{
	static const char text[] = "a " GH "\nb password=hunter" "22\n"
				   "c " GH " mail ada@post.example.net";
	struct rv_redact_options opts = {.email = true};
	struct rv_redactor *r = rv_redactor_new(&opts);
	struct rv_buf out = RV_BUF_INIT;
	const struct rv_redact_span *s;
	size_t n;

	(void)state;
	assert_int_equal(rv_redactor_run(r, rv_sv(text), &out, NULL), RV_OK);
	assert_sv(rv_buf_sv(&out), "a <GITHUB_TOKEN>\nb password=<PASSWORD>\n"
				   "c <GITHUB_TOKEN> mail <EMAIL>");
	s = rv_redactor_spans(r, &n);
	assert_int_equal(n, 4);
	assert_int_equal(s[0].line, 1);
	assert_int_equal(s[0].start, 2);
	assert_int_equal(s[0].end, 42);
	assert_string_equal(s[0].rule, "github_token");
	assert_int_equal(s[1].line, 2);
	assert_string_equal(s[1].rule, "password");
	assert_int_equal(s[2].line, 3);
	assert_string_equal(s[2].fingerprint, s[0].fingerprint);
	assert_string_not_equal(s[1].fingerprint, s[0].fingerprint);
	assert_int_equal(strlen(s[0].fingerprint), 12);
	assert_string_equal(s[3].placeholder, "<EMAIL>");
	/* A second text goes on with the numbers. */
	rv_buf_reset(&out);
	assert_int_equal(rv_redactor_run(r, RV_SV("password=other" "33 and "
						  "password=hunter" "22"),
					 &out, NULL), RV_OK);
	assert_sv(rv_buf_sv(&out),
		  "password=<PASSWORD_2> and password=<PASSWORD>");
	rv_redactor_free(r);
	rv_buf_release(&out);
}

static void
test_redactor__fails_closed(void **state)
{
	struct rv_redactor *r = rv_redactor_new(NULL);
	struct rv_buf out;

	(void)state;
	rv_buf_init(&out, 16);
	rv_buf_adds(&out, "kept");
	assert_int_equal(rv_redactor_run(r, RV_SV("a longer text than fits"),
					 &out, NULL), RV_E_TOOBIG);
	assert_sv(rv_buf_sv(&out), "kept");
	rv_redactor_free(r);
	rv_buf_release(&out);
}

static void
test_redactor__options(void **state)
{
	static const char text[] = "ada@post.example.net +49 30 1234" "5678";
	struct rv_redact_options opts = {.email = true, .phone = true};
	struct rv_redactor *r = rv_redactor_new(&opts);
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	assert_int_equal(rv_redact_count(rv_sv(text)), 0);
	assert_int_equal(rv_redactor_run(r, rv_sv(text), &out, NULL), RV_OK);
	assert_sv(rv_buf_sv(&out), "<EMAIL> <PHONE>");
	rv_redactor_free(r);
	rv_buf_release(&out);
}

/* A key of its owner's manual is nobody's secret; by option it is masked. */
static void
test_redactor__published(void **state)
{
	static const char text[] = "STRIPE_KEY=sk_test" "_4eC39HqLyjWDarjtT1zdp7dc "
				   "Bearer AIzaSyDaGm" "WKa4JsXZ-HjGw7ISLn_3namBGewQe "
				   "but sk_test" "_4eC39HqLyjWDarjtT1zdp7dd";
	struct rv_redact_options opts = {.published = true};
	struct rv_redactor *r = rv_redactor_new(&opts);
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	assert_int_equal(rv_redact_count(rv_sv(text)), 1);
	assert_int_equal(rv_redactor_run(r, rv_sv(text), &out, NULL), RV_OK);
	assert_sv(rv_buf_sv(&out), "STRIPE_KEY=<API_KEY> Bearer <TOKEN> "
				   "but <API_KEY_2>");
	rv_redactor_free(r);
	rv_buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redactor__map),
		cmocka_unit_test(test_redactor__fails_closed),
		cmocka_unit_test(test_redactor__options),
		cmocka_unit_test(test_redactor__published),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
