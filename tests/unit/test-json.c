/* SPDX-License-Identifier: MIT */
/* JSON: what is mended, what is refused, what is written. */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/time.h"
#include "tests/support/cm.h"

#define B(s) s, sizeof(s) - 1
#define R "\xEF\xBF\xBD"

static void
test_json__mended(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		const char *value;
		size_t mended;
	} rows[] = {
		{B("\"plain\""), "plain", 0},
		{B("\"\\u00e9\\n\\ud83d\\ude00\""), "\xC3\xA9\n\xF0\x9F\x98\x80", 0},
		{B("\"a\\ud83d\""), "a" R, 1},
		{B("\"a\\ud83dxyz\""), "a" R "xyz", 1},
		{B("\"\\ud83d\\ud83d\\ude00\""), R "\xF0\x9F\x98\x80", 1},
		{B("\"\\ude00\\ud83d\""), R R, 2},
		{B("\"\\uD83D\\u0041\""), R "A", 1},
		{B("\"a\\u0000b\""), "a" R "b", 1},
		{B("\"a\0b\""), "a" R "b", 1},
		{B("\"a\xFF\xC3(b\""), "a" R R "(b", 2},
		{B("\"\xED\xA0\xBD\""), R R R, 3},
		{B("\"" R "\""), R, 0},
		{B("\"\\\\u0000\""), "\\u0000", 0},
		{B("\"\\\\\\u0000\""), "\\" R, 1},
		{B("\"a\nb\""), "a\nb", 0},
		{B("\xEF\xBB\xBF \"bom\" \r\n\t"), "bom", 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_json_doc doc;
		struct rv_err err;

		if (rv_json_parse(rv_sv_of(rows[i].text, rows[i].n), &doc,
				  &err) != RV_OK)
			fail_msg("row %zu: %s", i, err.msg);
		assert_sv(rv_json_sv(doc.root), rows[i].value);
		assert_int_equal(doc.mended, rows[i].mended);
		rv_json_release(&doc);
		assert_null(doc.root);
	}
}

static void
test_json__refused(void **state)
{
	static const struct {
		const char *text;
		size_t n;
	} rows[] = {
		{B("")},	    {B("  ")},		{B("{")},
		{B("{} x")},	    {B("{}{}")},	{B("{}\0")},
		{B("[1,]")},	    {B("\"open")},	{B("\"\\u12\"")},
		{B("\"\\")},	    {B("\"\\ud83d\\")}, {B("nul")},
		{B("{\"a\":1,}")},  {B("'a'")},		{B("\xFF")},
		{B("{\"a\" 1}")},   {B("]")},		{B("\"\\u00zz\"")},
		{B("\"\\ud83d\\uzzzz\"")}, {B("\"\\x\"")},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_json_doc doc = {0};
		struct rv_err err = {0};

		/* a copy of the exact size, so that reading beyond is found */
		char *copy = malloc(rows[i].n + 1);

		memcpy(copy + 1, rows[i].text, rows[i].n);
		if (rv_json_parse(rv_sv_of(copy + 1, rows[i].n), &doc, &err) !=
		    RV_E_PARSE)
			fail_msg("row %zu is taken", i);
		assert_null(doc.root);
		assert_true(*err.msg);
		free(copy);
	}
}

static void
test_json__depth(void **state)
{
	(void)state;
	for (size_t depth = 60; depth < 70; depth++) {
		struct rv_buf b = RV_BUF_INIT;
		struct rv_json_doc doc = {0};

		for (size_t i = 0; i < depth; i++)
			rv_buf_addc(&b, '[');
		rv_buf_adds(&b, "\"[[[\"");
		for (size_t i = 0; i < depth; i++)
			rv_buf_addc(&b, ']');
		assert_int_equal(rv_json_parse(rv_buf_sv(&b), &doc, NULL),
				 depth <= 64 ? RV_OK : RV_E_TOOBIG);
		rv_json_release(&doc);
		rv_buf_release(&b);
	}
}

static void
test_json__numbers(void **state)
{
	static const struct {
		const char *text;
		int64_t i;
		double d;
	} rows[] = {
		{"0", 0, 0},
		{"-12.75", -12, -12.75},
		{"1769607900123", 1769607900123, 1769607900123.0},
		{"1e400", -1, -1},
		{"-1e400", -1, -1},
		{"1e19", -1, 1e19},
		{"9223372036854775808", -1, 9223372036854775808.0},
		{"-9223372036854775808", INT64_MIN, -9223372036854775808.0},
		{"\"1\"", -1, -1},
		{"null", -1, -1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_json_doc doc;

		assert_int_equal(rv_json_parse(rv_sv(rows[i].text), &doc, NULL),
				 RV_OK);
		assert_true(rv_json_int(doc.root, -1) == rows[i].i);
		assert_true(rv_json_double(doc.root, -1) == rows[i].d);
		rv_json_release(&doc);
	}
}

static void
test_json__walk(void **state)
{
	struct rv_json_doc doc;
	const rv_json *n;

	(void)state;
	assert_int_equal(
		rv_json_parse(RV_SV("{\"a\":1,\"b\":[true,null,{}],\"a\":2,"
				    "\"A\":3,\"s\":\"\"}"),
			      &doc, NULL),
		RV_OK);
	/* the last of two counts, and case does */
	assert_int_equal(rv_json_int(rv_json_get(doc.root, "a"), 0), 2);
	assert_int_equal(rv_json_int(rv_json_get(doc.root, "A"), 0), 3);
	assert_int_equal(rv_json_size(doc.root), 5);
	assert_null(rv_json_get(doc.root, "x"));
	assert_null(rv_json_get(NULL, "x"));
	n = rv_json_get(doc.root, "b");
	assert_true(rv_json_is_array(n));
	assert_null(rv_json_get(n, "0"));
	n = rv_json_first(n);
	assert_true(rv_json_is_bool(n) && rv_json_bool(n, false));
	assert_string_equal(rv_json_key(n), "");
	n = rv_json_next(n);
	assert_true(rv_json_is_null(n));
	assert_false(rv_json_is_null(NULL));
	n = rv_json_next(n);
	assert_true(rv_json_is_object(n));
	assert_null(rv_json_first(n));
	assert_null(rv_json_next(n));
	assert_null(rv_json_next(NULL));
	assert_string_equal(rv_json_key(rv_json_first(doc.root)), "a");
	assert_true(rv_json_is_string(rv_json_get(doc.root, "s")));
	assert_int_equal(rv_json_get_sv(doc.root, "s").n, 0);
	assert_true(rv_json_bool(rv_json_get(doc.root, "s"), true));
	assert_true(rv_json_is_number(rv_json_get(doc.root, "a")));
	rv_json_release(&doc);
}

static void
test_json__write(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	(void)state;
	rv_jw_init(&w, &b);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "i", INT64_MIN);
	rv_jw_double(&w, "d", 0.5);
	rv_jw_double(&w, "nan", NAN);
	rv_jw_array(&w, "list");
	rv_jw_object(&w, NULL);
	rv_jw_end_object(&w);
	rv_jw_bool(&w, NULL, true);
	rv_jw_null(&w, NULL);
	rv_jw_array(&w, NULL);
	rv_jw_end_array(&w);
	rv_jw_end_array(&w);
	rv_jw_str(&w, "s", "x");
	rv_jw_str(&w, "none", NULL);
	rv_jw_time(&w, "t", 0);
	rv_jw_time(&w, "u", RV_UNDATED);
	rv_jw_raw(&w, "raw", RV_SV("[1]"));
	rv_jw_end_object(&w);
	assert_string_equal(b.p,
			    "{\"i\":-9223372036854775808,\"d\":0.5,\"nan\":null,"
			    "\"list\":[{},true,null,[]],\"s\":\"x\","
			    "\"none\":null,\"t\":\"1970-01-01T00:00:00.000Z\","
			    "\"u\":null,\"raw\":[1]}");
	rv_buf_release(&b);
}

static void
test_json__write_too_deep(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	(void)state;
	rv_jw_init(&w, &b);
	for (int i = 0; i < 100; i++)
		rv_jw_array(&w, NULL);
	assert_true(b.overflow);
	rv_buf_release(&b);
}

static void
test_json__quote(void **state)
{
	static const struct {
		const char *in;
		size_t n;
		const char *out;
	} rows[] = {
		{B(""), "\"\""},
		{B("a\"b\\c/"), "\"a\\\"b\\\\c/\""},
		{B("\b\f\n\r\t\x01\x1f"), "\"\\b\\f\\n\\r\\t\\u0001\\u001f\""},
		{B("a\0b"), "\"a" R "b\""},
		{B("\xFF\xC3\xA9"), "\"" R "\xC3\xA9\""},
		{B("\x7f\xC2\x9B\xE2\x80\xA8"), "\"\\u007f\\u009b\\u2028\""},
		{B("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\""},
	};
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&b);
		rv_json_quote(rv_sv_of(rows[i].in, rows[i].n), &b);
		assert_sv(rv_buf_sv(&b), rows[i].out);
	}
	rv_buf_release(&b);
}

/* What is written is read back, for every byte. */
static void
test_json__round_trip(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (unsigned c = 0; c < 0x10000; c++) {
		struct rv_json_doc doc;
		char text[2] = {(char)(c >> 8), (char)c};

		rv_buf_reset(&b);
		rv_json_quote(rv_sv_of(text, 2), &b);
		assert_int_equal(rv_json_parse(rv_buf_sv(&b), &doc, NULL), RV_OK);
		assert_int_equal(doc.mended, 0);
		if (text[0] > 0 && text[1] > 0)
			assert_true(rv_sv_eq(rv_json_sv(doc.root),
					     rv_sv_of(text, 2)));
		rv_json_release(&doc);
	}
	rv_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json__mended),
		cmocka_unit_test(test_json__refused),
		cmocka_unit_test(test_json__depth),
		cmocka_unit_test(test_json__numbers),
		cmocka_unit_test(test_json__walk),
		cmocka_unit_test(test_json__write),
		cmocka_unit_test(test_json__write_too_deep),
		cmocka_unit_test(test_json__quote),
		cmocka_unit_test(test_json__round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
