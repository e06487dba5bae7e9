/* SPDX-License-Identifier: MIT */
/* Queries keep letters, numbers, "-" and "_". */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "resonance/resonance.h"

static void
test_sanitize__table(void **state)
{
	static const struct {
		struct rv_sv in;
		const char *want;
	} rows[] = {
		{RV_SV("héllo, w🙂rld! foo_bar-baz @x 日本語"),
		 "héllo w rld foo_bar-baz x 日本語"},
		{RV_SV("!!!"), ""},
		{RV_SV(""), ""},
		{RV_SV("  a\t\nb  "), "a b"},
		{RV_SV("he\xCC\x81llo"), "héllo"}, /* NFD comes out as NFC */
		{RV_SV("a\xFF\xFE" "b"), "a b"},
		{RV_SV("a\0b"), "a b"},
		{RV_SV("x2 м² ½"), "x2 м² ½"},
		{RV_SV("Куда, пропал Redis?"), "Куда пропал Redis"},
		{RV_SV("हिन्दी!"), "हिन्दी"}, /* marks stay on their letters */
		{RV_SV("\xCC\x81x"), "x"},
		{RV_SV("@user:(foo|bar)*~\"q\" -x"), "user foo bar q -x"},
		{RV_SV("\x1b[31mred"), "31mred"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT, twice = RV_BUF_INIT;

		rv_query_sanitize(rows[i].in, &b);
		if (strcmp(b.p, rows[i].want))
			fail_msg("row %zu: \"%s\" is not \"%s\"", i, b.p,
				 rows[i].want);
		rv_query_sanitize(rv_buf_sv(&b), &twice);
		assert_string_equal(b.p, twice.p);
		rv_buf_release(&b);
		rv_buf_release(&twice);
	}
}

static void
test_sanitize__appends(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	rv_buf_adds(&b, "q=");
	rv_query_sanitize(RV_SV("?!a"), &b);
	assert_string_equal(b.p, "q=a");
	rv_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sanitize__table),
		cmocka_unit_test(test_sanitize__appends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
