/* SPDX-License-Identifier: MIT */
/* Placeholders of the demo tree. */
#include "config.h"

#include "base/attr.h"
#include "base/time.h"
#include "engine/demo.h"
#include "tests/support/cm.h"

/* 2026-03-01T12:00:00Z */
#define NOW INT64_C(1772366400000)

static void
test_expand__table(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"", ""},
		{"plain { } @ text", "plain { } @ text"},
		{"@{-12d 09:30}", "2026-02-17T09:30:00.000Z"},
		{"[@{-0d 00:05}] x", "[2026-03-01T00:05:00.000Z] x"},
		{"@{-1d}", "2026-02-28T00:00:00.000Z"},
		{"@{-3h20m}", "2026-03-01T08:40:00.000Z"},
		{"@{-2h05m}", "2026-03-01T09:55:00.000Z"},
		{"@{-3h}", "2026-03-01T09:00:00.000Z"},
		{"@{-20m}", "2026-03-01T11:40:00.000Z"},
		{"@{date -12d}@{date -1d}", "2026-02-172026-02-28"},
		{"@{hm -12d 09:30} a", "2026-02-17 09:30 a"},
		/* What only looks like one. */
		{"@{", "@{"},
		{"@{}", "@{}"},
		{"@{-d}", "@{-d}"},
		{"@{12d}", "@{12d}"},
		{"@{-1d 25:00}", "@{-1d 25:00}"},
		{"@{-1d 09:30 }", "@{-1d 09:30 }"},
		{"@{x @{-1d}", "@{x 2026-02-28T00:00:00.000Z"},
		{"@{-99999999999999999d}", "@{-99999999999999999d}"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rv_buf out = RV_BUF_INIT;

		rv_demo_expand(rv_sv(cases[i].in), NOW, &out);
		assert_string_equal(out.p, cases[i].out);
		rv_buf_release(&out);
	}
}

static void
test_name__table(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"memory/day-5.md", "memory/2026-02-24.md"},
		{"day-0.md", "2026-03-01.md"},
		{"config.yaml", ".reverie/config.yaml"},
		{"wiki/config.yaml", "wiki/config.yaml"},
		{"memory/day-one.md", "memory/day-one.md"},
		{"memory/day-5", "memory/day-5"},
		{"STORY.md", "STORY.md"},
	};
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_string_equal(rv_demo_name(cases[i].in, NOW, &arena),
				    cases[i].out);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_expand__table),
		cmocka_unit_test(test_name__table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
