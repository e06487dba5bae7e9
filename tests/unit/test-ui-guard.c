/* SPDX-License-Identifier: MIT */
/* Keys that nobody typed at what stands on the screen. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/guard.h"
#include "ui/keymap.h"

#define MS 1000

static void
test_burst__more_than_eight_in_fifty_ms(void **state)
{
	struct ui_guard g = {0};
	int64_t t = 7000 * MS;

	(void)state;
	for (int i = 1; i <= 9; i++) {
		ui_guard_key(&g, t + i * 5 * MS, false);
		assert_int_equal(ui_guard_burst(&g), i == 9);
	}
	/* It goes on as long as keys come like that; then it is over. */
	ui_guard_key(&g, t + 55 * MS, false);
	assert_true(ui_guard_burst(&g));
	ui_guard_key(&g, t + 56 * MS, false);
	assert_false(ui_guard_burst(&g));
}

static void
test_burst__a_person_types(void **state)
{
	struct ui_guard g = {0};

	(void)state;
	for (int i = 0; i < 200; i++) {
		ui_guard_key(&g, i * 30 * MS, false);
		assert_false(ui_guard_burst(&g));
	}
}

/* The clock may begin at 0: no key before is no key just now. */
static void
test_early__three_hundred_ms(void **state)
{
	static const struct {
		int64_t after;
		bool early;
	} cases[] = {{0, true}, {120 * MS, true}, {300 * MS - 1, true},
		     {300 * MS, false}, {5000 * MS, false}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct ui_guard g = {0};

		ui_guard_key(&g, 0, false);
		assert_false(ui_guard_early(&g));
		assert_false(ui_guard_rest(&g));
		ui_guard_asked(&g);
		ui_guard_key(&g, cases[i].after, false);
		assert_int_equal(ui_guard_early(&g), cases[i].early);
		assert_false(ui_guard_rest(&g));
		ui_guard_answered(&g);
		ui_guard_key(&g, 2 * cases[i].after, false);
		assert_int_equal(ui_guard_rest(&g), cases[i].early);
	}
}

/* A burst answers nothing either, however long the question stands. */
static void
test_early__burst(void **state)
{
	struct ui_guard g = {0};

	(void)state;
	ui_guard_key(&g, 0, false);
	ui_guard_asked(&g);
	for (int i = 1; i <= 9; i++)
		ui_guard_key(&g, (9000 + i * 5) * MS, false);
	assert_true(ui_guard_early(&g));
	assert_true(ui_guard_rest(&g));
}

/* A key with a neighbour in the same read, before or behind it, is pasted. */
static void
test_pasted__together(void **state)
{
	struct ui_guard g = {0};

	(void)state;
	ui_guard_key(&g, 0, false);
	assert_false(ui_guard_pasted(&g));
	ui_guard_key(&g, 20 * MS, false);
	assert_false(ui_guard_pasted(&g));
	ui_guard_key(&g, 40 * MS - 1, false);
	assert_true(ui_guard_pasted(&g));
	assert_true(ui_guard_early(&g));
	ui_guard_key(&g, 900 * MS, true);
	assert_true(ui_guard_pasted(&g));
	assert_true(ui_guard_early(&g));
	/* It is no burst: lists are walked that fast. */
	assert_false(ui_guard_rest(&g));
}

static void
test_deeds(void **state)
{
	static const enum ui_act deeds[] = {
		UI_ACT_APPROVE, UI_ACT_REJECT, UI_ACT_EDIT, UI_ACT_DEFER,
		UI_ACT_WRITE, UI_ACT_APPROVE_WRITE, UI_ACT_UNDO, UI_ACT_QUIT,
		UI_ACT_CANCEL, UI_ACT_PREVIEW, UI_ACT_SETTLE_BOTH,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(deeds); i++)
		assert_true(ui_act_is_deed(deeds[i]));
	assert_false(ui_act_is_deed(UI_ACT_DOWN));
	assert_false(ui_act_is_deed(UI_ACT_HELP));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_burst__more_than_eight_in_fifty_ms),
		cmocka_unit_test(test_burst__a_person_types),
		cmocka_unit_test(test_early__three_hundred_ms),
		cmocka_unit_test(test_early__burst),
		cmocka_unit_test(test_pasted__together),
		cmocka_unit_test(test_deeds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
