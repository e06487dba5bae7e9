/* SPDX-License-Identifier: MIT */
/* The look at one JSON object. */
#include "config.h"

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "intake/scan.h"
#include "tests/support/cm.h"

static void
test_scan__kinds(void **state)
{
	static const struct {
		const char *line;
		enum rv_scan want;
	} rows[] = {
		{"{}", RV_SCAN_OBJECT},
		{" {\"a\":[1,-2.5e+3,true,null,{\"b\":{}}],\"c\":\"\\u00e9\"} ",
		 RV_SCAN_OBJECT},
		{"", RV_SCAN_BLANK},
		{" \t\r", RV_SCAN_BLANK},
		{"[1]", RV_SCAN_OTHER},
		{"12", RV_SCAN_OTHER},
		{"\"x\"", RV_SCAN_OTHER},
		{"{", RV_SCAN_CUT},
		{"{\"a\"", RV_SCAN_CUT},
		{"{\"a\":\"b", RV_SCAN_CUT},
		{"{\"a\":\"b\\", RV_SCAN_CUT},
		{"{\"a\":\"\\u00", RV_SCAN_CUT},
		{"{\"a\":tr", RV_SCAN_CUT},
		{"{\"a\":1,", RV_SCAN_CUT},
		{"{\"a\":[1", RV_SCAN_CUT},
		{"{\"a\":1}}", RV_SCAN_BAD},
		{"{\"a\":1]", RV_SCAN_BAD},
		{"{\"a\" 1}", RV_SCAN_BAD},
		{"{a:1}", RV_SCAN_BAD},
		{"{\"a\":tru}", RV_SCAN_BAD},
		{"{\"a\":1.}", RV_SCAN_BAD},
		{"{\"a\":\"\\x\"}", RV_SCAN_BAD},
		{"{\"a\":1,}", RV_SCAN_BAD},
		{"{} {}", RV_SCAN_BAD},
		{"hello", RV_SCAN_BAD},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rv_scan(rv_sv(rows[i].line), NULL, 0) != rows[i].want)
			fail_msg("%s", rows[i].line);
}

static void
test_scan__values(void **state)
{
	struct rv_scan_key keys[] = {{.path = "type"},
				     {.path = "message.role"},
				     {.path = "role"},
				     {.path = "message"},
				     {.path = "n"}};
	enum rv_scan r = rv_scan(
		rv_sv("{\"x\":{\"role\":\"no\"},\"message\":{\"content\":"
		      "[{\"role\":\"no\"}],\"role\":\"user\"},\"type\":\"m\","
		      "\"type\":\"second\",\"n\":-1.5}"),
		keys, ARRAY_LEN(keys));

	(void)state;
	assert_int_equal(r, RV_SCAN_OBJECT);
	assert_true(rv_sv_is(rv_scan_str(keys[0].raw), "m"));
	assert_true(rv_sv_is(rv_scan_str(keys[1].raw), "user"));
	assert_null(keys[2].raw.p);
	assert_non_null(keys[3].raw.p);
	assert_true(rv_sv_is(keys[4].raw, "-1.5"));
	assert_int_equal(rv_scan_str(keys[4].raw).n, 0);
}

static void
test_scan__cut_line_gives_what_it_had(void **state)
{
	struct rv_scan_key keys[] = {{.path = "id"}, {.path = "text"}};

	(void)state;
	assert_int_equal(rv_scan(rv_sv("{\"id\":\"a\",\"text\":\"hel"), keys,
				 ARRAY_LEN(keys)),
			 RV_SCAN_CUT);
	assert_true(rv_sv_is(rv_scan_str(keys[0].raw), "a"));
	assert_non_null(keys[1].raw.p);
	assert_int_equal(rv_scan_str(keys[1].raw).n, 0);
}

/* Both readers of JSON draw the same line. */
static void
test_scan__depth(void **state)
{
	(void)state;
	for (int depth = 2; depth < 1000; depth += 31) {
		struct rv_buf b = RV_BUF_INIT;
		struct rv_json_doc doc;
		enum rv_scan r;
		rv_status st;

		rv_buf_adds(&b, "{\"a\":");
		for (int i = 1; i < depth; i++)
			rv_buf_addc(&b, '[');
		for (int i = 1; i < depth; i++)
			rv_buf_addc(&b, ']');
		rv_buf_addc(&b, '}');
		r = rv_scan(rv_buf_sv(&b), NULL, 0);
		st = rv_json_parse(rv_buf_sv(&b), &doc, NULL);
		assert_int_equal(r == RV_SCAN_OBJECT, st == RV_OK);
		if (st == RV_OK)
			rv_json_release(&doc);
		rv_buf_release(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scan__kinds),
		cmocka_unit_test(test_scan__values),
		cmocka_unit_test(test_scan__cut_line_gives_what_it_had),
		cmocka_unit_test(test_scan__depth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
