/* SPDX-License-Identifier: MIT */
/* Colours of a look on terminals of every depth. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/depth.h"

#define SKY {0x56b4e9, 74, 12}
#define GREY {0x808080, 244, 8}
#define RED {0x000001, 16, 9} /* the smallest that is no palette number */
#define NONE {-1, -1, -1}

static void
test_shade__table(void **state)
{
	static const struct {
		struct ui_look look;
		enum ui_depth depth;
		int colors;
		struct ui_shade want;
	} cases[] = {
		{{SKY, NONE, UI_BOLD, 0}, UI_DEPTH_RGB, 1 << 24,
		 {0x56b4e9, -1, UI_BOLD, true}},
		{{SKY, NONE, UI_BOLD, 0}, UI_DEPTH_256, 256,
		 {74, -1, UI_BOLD, true}},
		{{SKY, NONE, 0, 0}, UI_DEPTH_16, 16, {12, -1, 0, true}},
		{{SKY, NONE, 0, 0}, UI_DEPTH_16, 8, {4, -1, 0, true}},
		/* no grey among eight: dim */
		{{GREY, NONE, 0, 0}, UI_DEPTH_16, 16, {8, -1, 0, true}},
		{{GREY, NONE, 0, 0}, UI_DEPTH_16, 8, {-1, -1, UI_DIM, true}},
		/* no quiet background among sixteen: reverse */
		{{SKY, GREY, 0, 0}, UI_DEPTH_256, 256, {74, 244, 0, true}},
		{{SKY, GREY, 0, 0}, UI_DEPTH_16, 16,
		 {-1, -1, UI_REVERSE, false}},
		/* never one of the eight that people choose themselves */
		{{RED, NONE, 0, 0}, UI_DEPTH_RGB, 1 << 24, {8, -1, 0, true}},
		{{SKY, GREY, UI_BOLD, UI_UNDER}, UI_DEPTH_MONO, 0,
		 {-1, -1, UI_UNDER, false}},
		{{NONE, NONE, UI_BOLD, 0}, UI_DEPTH_256, 256,
		 {-1, -1, UI_BOLD, false}},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct ui_shade s = ui_depth_shade(
			cases[i].look, cases[i].depth, cases[i].colors);

		print_message("row %zu\n", i);
		assert_int_equal(s.fg, cases[i].want.fg);
		assert_int_equal(s.bg, cases[i].want.bg);
		assert_int_equal(s.attr, cases[i].want.attr);
		assert_int_equal(s.coloured, cases[i].want.coloured);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shade__table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
