/* SPDX-License-Identifier: MIT */
/* The buffer, statuses and errors. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/utf8.h"
#include "tests/support/cm.h"

static void
test_buf__empty(void **state)
{
	struct rv_buf b = RV_BUF_INIT, zero = {0};
	char *s;

	(void)state;
	assert_string_equal(b.p, "");
	rv_buf_add(&b, NULL, 0);
	rv_buf_truncate(&b, 0);
	rv_buf_erase(&b, 0, 5);
	assert_string_equal(b.p, "");
	s = rv_buf_detach(&b);
	assert_string_equal(s, "");
	free(s);
	rv_buf_release(&b);
	assert_sv(rv_buf_sv(&zero), "");
	rv_buf_adds(&zero, "x");
	assert_string_equal(zero.p, "x");
	rv_buf_release(&zero);
	rv_buf_release(&zero);
}

static void
test_buf__append(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv v;
	char *s;

	(void)state;
	for (int i = 0; i < 1000; i++)
		rv_buf_addf(&b, "%d,", i);
	assert_int_equal(b.n, 3890);
	assert_int_equal(strlen(b.p), 3890);
	rv_buf_reset(&b);
	assert_string_equal(b.p, "");
	rv_buf_adds(&b, "one ");
	rv_buf_addv(&b, RV_SV("two"));
	rv_buf_addc(&b, '!');
	assert_string_equal(b.p, "one two!");
	rv_buf_erase(&b, 3, 4);
	assert_string_equal(b.p, "one!");
	rv_buf_erase(&b, 3, 400);
	assert_string_equal(b.p, "one");
	rv_buf_truncate(&b, 1);
	assert_string_equal(b.p, "o");
	memcpy(rv_buf_room(&b, 3), "xyz", 3);
	rv_buf_took(&b, 3);
	assert_string_equal(b.p, "oxyz");
	s = rv_buf_detach(&b);
	assert_string_equal(s, "oxyz");
	assert_string_equal(b.p, "");
	free(s);
	rv_buf_adds(&b, "abc");
	v = rv_buf_detach_in(&arena, &b);
	assert_string_equal(b.p, "");
	rv_buf_adds(&b, "xyz");
	assert_sv(v, "abc");
	rv_buf_release(&b);
	rv_arena_release(&arena);
}

static void
test_buf__ceiling(void **state)
{
	struct rv_buf b;

	(void)state;
	rv_buf_init(&b, 8);
	rv_buf_adds(&b, "12345678");
	assert_false(b.overflow);
	rv_buf_addc(&b, '9');
	assert_true(b.overflow);
	assert_string_equal(b.p, "12345678");
	rv_buf_reset(&b);
	rv_buf_addf(&b, "%09d", 1);
	assert_true(b.overflow);
	assert_string_equal(b.p, "");
	rv_buf_adds(&b, "x");
	assert_string_equal(b.p, "");
	assert_null(rv_buf_room(&b, 1));
	rv_buf_reset(&b);
	rv_buf_addf(&b, "%08d", 1);
	assert_string_equal(b.p, "00000001");
	rv_buf_release(&b);
}

static void
test_buf__utf8_round_trip(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (uint32_t cp = 0; cp <= 0x10FFFF; cp += cp < 0x900 ? 1 : 61) {
		size_t i = 0;

		rv_buf_reset(&b);
		rv_buf_add_utf8(&b, cp);
		if (cp >= 0xD800 && cp < 0xE000)
			assert_int_equal(rv_utf8_next(rv_buf_sv(&b), &i), 0xFFFD);
		else
			assert_int_equal(rv_utf8_next(rv_buf_sv(&b), &i), cp);
		assert_int_equal(i, b.n);
	}
	rv_buf_reset(&b);
	rv_buf_add_utf8(&b, 0x110000);
	assert_string_equal(b.p, "\xEF\xBF\xBD");
	rv_buf_release(&b);
}

static void
test_status__table(void **state)
{
	(void)state;
	for (int s = 0; s < RV_STATUS_N; s++) {
		assert_true(*rv_status_code((rv_status)s));
		assert_true(*rv_status_sentence((rv_status)s));
		assert_in_range(rv_status_exit((rv_status)s), 0, 127);
	}
	assert_string_equal(rv_status_code(RV_E_HELD), "lock.held");
	assert_int_equal(rv_status_exit(RV_E_HELD), 4);
	assert_string_equal(rv_status_code((rv_status)-1), "bug");
}

static void
test_status__errno(void **state)
{
	static const struct {
		int errnum;
		rv_status status;
	} rows[] = {
		{ENOSPC, RV_E_NOSPACE}, {EDQUOT, RV_E_NOSPACE},
		{EROFS, RV_E_READONLY}, {EACCES, RV_E_READONLY},
		{EPERM, RV_E_READONLY}, {ENOENT, RV_E_NOTFOUND},
		{EIO, RV_E_IO},
	};
	struct rv_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_int_equal(rv_fail_errno(&err, rows[i].errnum, "a/b",
					       "cannot write"),
				 rows[i].status);
		assert_int_equal(err.status, rows[i].status);
		assert_string_equal(err.path, "a/b");
		assert_true(rv_sv_starts(rv_sv(err.msg),
					 RV_SV("a/b: cannot write: ")));
		assert_int_equal(rv_fail_errno(NULL, rows[i].errnum, NULL, "x"),
				 rows[i].status);
	}
}

/* A message that is too long ends in a whole character. */
static void
test_status__cut(void **state)
{
	static const char *const chars[] = {"a", "\xC3\xA4", "\xE2\x82\xAC",
					    "\xF0\x9F\x98\x80"};
	struct rv_err err;

	(void)state;
	for (size_t c = 0; c < ARRAY_LEN(chars); c++)
		for (int shift = 0; shift < 4; shift++) {
			struct rv_buf b = RV_BUF_INIT;

			rv_buf_addf(&b, "%.*s", shift, "....");
			while (b.n < 600)
				rv_buf_adds(&b, chars[c]);
			(void)rv_fail_path(&err, RV_E_IO, b.p, "%s", b.p);
			assert_true(rv_utf8_valid(rv_sv(err.msg)));
			assert_true(rv_utf8_valid(rv_sv(err.path)));
			assert_true(strlen(err.msg) > 507);
			rv_buf_release(&b);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_buf__empty),
		cmocka_unit_test(test_buf__append),
		cmocka_unit_test(test_buf__ceiling),
		cmocka_unit_test(test_buf__utf8_round_trip),
		cmocka_unit_test(test_status__table),
		cmocka_unit_test(test_status__errno),
		cmocka_unit_test(test_status__cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
