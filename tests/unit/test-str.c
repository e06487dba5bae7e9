/* SPDX-License-Identifier: MIT */
/* String views, numbers as text, memory and arenas. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "tests/support/cm.h"

static void
test_sv__compare(void **state)
{
	(void)state;
	assert_true(rv_sv_eq(RV_SV_NONE, RV_SV("")));
	assert_true(rv_sv_eq(rv_sv(NULL), rv_sv("")));
	assert_false(rv_sv_eq(RV_SV("a"), RV_SV("b")));
	assert_false(rv_sv_eq(RV_SV("a"), RV_SV("ab")));
	assert_true(rv_sv_cmp(RV_SV("a"), RV_SV("ab")) < 0);
	assert_true(rv_sv_cmp(RV_SV("\xFF"), RV_SV("a")) > 0);
	assert_int_equal(rv_sv_cmp(RV_SV_NONE, RV_SV("")), 0);
	assert_true(rv_sv_starts(RV_SV("abc"), RV_SV("ab")));
	assert_false(rv_sv_starts(RV_SV("a"), RV_SV("ab")));
	assert_true(rv_sv_ends(RV_SV("abc"), RV_SV("bc")));
	assert_true(rv_sv_ends(RV_SV("abc"), RV_SV_NONE));
	assert_true(rv_sv_eq_ascii_nocase(RV_SV("AbZ"), RV_SV("aBz")));
	assert_false(rv_sv_eq_ascii_nocase(RV_SV("[a"), RV_SV("{a")));
}

static void
test_sv__find(void **state)
{
	(void)state;
	assert_int_equal(rv_sv_find(RV_SV("hello"), RV_SV("l")), 2);
	assert_int_equal(rv_sv_find(RV_SV("hello"), RV_SV("")), 0);
	assert_int_equal(rv_sv_find(RV_SV("hello"), RV_SV("x")), -1);
	assert_int_equal(rv_sv_find(RV_SV_NONE, RV_SV("x")), -1);
	assert_int_equal(rv_sv_find_char(RV_SV_NONE, 'x'), -1);
	assert_int_equal(rv_sv_find_char(RV_SV("a\0b"), 'b'), 2);
	assert_true(rv_sv_has(RV_SV("abc"), RV_SV("bc")));
}

static void
test_sv__count(void **state)
{
	(void)state;
	assert_int_equal(rv_sv_count(RV_SV_NONE, 'a'), 0);
	assert_int_equal(rv_sv_count(RV_SV("aba"), 'a'), 2);
	assert_int_equal(rv_sv_count(RV_SV("aba"), 'c'), 0);
	assert_int_equal(rv_sv_count(rv_sv_of("a\0\na", 4), '\0'), 1);
}

static void
test_sv__slice_and_trim(void **state)
{
	(void)state;
	assert_sv(rv_sv_slice(RV_SV("hello"), 1, 3), "el");
	assert_sv(rv_sv_slice(RV_SV("hello"), 4, 99), "o");
	assert_sv(rv_sv_slice(RV_SV("hello"), 9, 3), "");
	assert_sv(rv_sv_slice(RV_SV_NONE, 1, 3), "");
	assert_sv(rv_sv_trim(RV_SV(" \t a b\r\n")), "a b");
	assert_sv(rv_sv_trim(RV_SV(" \n ")), "");
	assert_sv(rv_sv_trim_end(RV_SV(" a ")), " a");
}

static void
test_sv__lines(void **state)
{
	static const struct {
		const char *text;
		const char *joined; /* lines between | */
	} rows[] = {
		{"", ""},
		{"a", "a|"},
		{"a\n", "a|"},
		{"a\r\nb", "a|b|"},
		{"\n\n", "||"},
		{"a\rb\n", "a\rb|"},
		{"a\r", "a\r|"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_sv rest = rv_sv(rows[i].text), line;
		char got[64] = "";
		size_t n = 0;

		while (rv_sv_next_line(&rest, &line)) {
			memcpy(got + n, line.p, line.n);
			n += line.n;
			got[n++] = '|';
		}
		got[n] = '\0';
		assert_string_equal(got, rows[i].joined);
	}
}

static void
test_sv__parts(void **state)
{
	struct rv_sv rest = RV_SV("a,,b,"), part;

	(void)state;
	assert_true(rv_sv_next_part(&rest, ',', &part));
	assert_sv(part, "a");
	assert_true(rv_sv_next_part(&rest, ',', &part));
	assert_sv(part, "");
	assert_true(rv_sv_next_part(&rest, ',', &part));
	assert_sv(part, "b");
	assert_true(rv_sv_next_part(&rest, ',', &part));
	assert_sv(part, "");
	assert_false(rv_sv_next_part(&rest, ',', &part));
}

static void
test_sv__to_int(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} rows[] = {
		{"0", true, 0},
		{"-0", true, 0},
		{"42", true, 42},
		{"-7", true, -7},
		{"9223372036854775807", true, INT64_MAX},
		{"-9223372036854775808", true, INT64_MIN},
		{"9223372036854775808", false, 0},
		{"-9223372036854775809", false, 0},
		{"99999999999999999999", false, 0},
		{"", false, 0},
		{"-", false, 0},
		{"+1", false, 0},
		{" 1", false, 0},
		{"1 ", false, 0},
		{"1.0", false, 0},
		{"0x10", false, 0},
		{"--1", false, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		int64_t v = 1234;
		bool ok = rv_sv_to_int(rv_sv(rows[i].text), &v);

		if (ok != rows[i].ok || (ok && v != rows[i].value) ||
		    (!ok && v != 1234))
			fail_msg("\"%s\"", rows[i].text);
	}
}

static void
test_sv__to_double(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		double value;
	} rows[] = {
		{"0.7", true, 0.7},  {"-1e3", true, -1000}, {".5", true, .5},
		{"1e400", false, 0}, {"nan", false, 0},	    {"inf", false, 0},
		{"0x1p3", false, 0}, {" 1", false, 0},	    {"", false, 0},
		{"1,5", false, 0},   {"1.5.", false, 0},    {"-", false, 0},
	};
	char text[RV_DOUBLE_MAX_TEXT];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		double d = 0;

		assert_int_equal(rv_sv_to_double(rv_sv(rows[i].text), &d),
				 rows[i].ok);
		assert_true(fabs(d - rows[i].value) < 1e-9);
	}
	assert_int_equal(rv_num_print_double(0.25, text), 4);
	assert_string_equal(text, "0.25");
}

static void
test_sv__copies(void **state)
{
	struct rv_arena a = RV_ARENA_INIT;
	char *s = rv_sv_dup(RV_SV_NONE);

	(void)state;
	assert_string_equal(s, "");
	free(s);
	assert_string_equal(rv_sv_cstr_in(&a, RV_SV("abc")), "abc");
	assert_sv(rv_sv_dup_in(&a, RV_SV("xyz")), "xyz");
	assert_true(rv_sv_hash(RV_SV("")) == UINT64_C(0xcbf29ce484222325));
	assert_true(rv_sv_hash(RV_SV("a")) == UINT64_C(0xaf63dc4c8601ec8c));
	rv_arena_release(&a);
}

static void
test_arena__many_sizes(void **state)
{
	struct rv_arena a = RV_ARENA_INIT;
	unsigned char *kept[200];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
		size_t n = i % 17 == 0 ? 5000 * i : i;

		kept[i] = rv_arena_alloc(&a, n);
		assert_int_equal((uintptr_t)kept[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < n; k++)
			assert_int_equal(kept[i][k], 0);
		memset(kept[i], (int)i, n);
	}
	for (size_t i = 1; i < ARRAY_LEN(kept); i++)
		assert_int_equal(kept[i][0], i);
	assert_string_equal(rv_arena_printf(&a, "%d-%s", 7, "x"), "7-x");
	rv_arena_release(&a);
	assert_null(a.head);
	rv_arena_release(&a);
}

static void
test_mem__grow(void **state)
{
	int *v = NULL;
	size_t cap = 0;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		rv_grow(&v, &cap, (size_t)i + 1);
		v[i] = i;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(v[i], i);
	assert_true(cap >= 1000);
	free(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sv__compare),
		cmocka_unit_test(test_sv__find),
		cmocka_unit_test(test_sv__count),
		cmocka_unit_test(test_sv__slice_and_trim),
		cmocka_unit_test(test_sv__lines),
		cmocka_unit_test(test_sv__parts),
		cmocka_unit_test(test_sv__to_int),
		cmocka_unit_test(test_sv__to_double),
		cmocka_unit_test(test_sv__copies),
		cmocka_unit_test(test_arena__many_sizes),
		cmocka_unit_test(test_mem__grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
