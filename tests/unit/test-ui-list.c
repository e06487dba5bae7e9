/* SPDX-License-Identifier: MIT */
/* Lists stay where the reader is; screens fit at every size. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/list.h"
#include "ui/pane.h"
#include "ui/screens.h"

/* Newest first: item i of n is number n - i. */
static uint64_t
id(const void *ctx, size_t i)
{
	return *(const size_t *)ctx - i;
}

static void
test_list__anchor(void **state)
{
	struct ui_list l = {0};
	size_t n = 50;

	(void)state;
	ui_list_sync(&l, n, id, &n, true);
	ui_list_fit(&l, 10);
	ui_list_go(&l, 5, id, &n);
	assert_int_equal(l.anchor, 45);
	n = 53;
	ui_list_sync(&l, n, id, &n, true);
	assert_int_equal(l.cursor, 8);
	assert_int_equal(l.anchor, 45);
	assert_int_equal(l.newer, 3);
	assert_int_equal(l.top, 3); /* it did not move on the screen */
	ui_list_act(&l, UI_ACT_TOP, id, &n);
	assert_int_equal(l.newer, 0);
	n = 54;
	ui_list_sync(&l, n, id, &n, true);
	assert_int_equal(l.cursor, 0);
	assert_int_equal(l.anchor, 54);
	n = 55;
	ui_list_sync(&l, n, id, &n, false); /* held: the old one stays */
	assert_int_equal(l.anchor, 54);
	assert_int_equal(l.cursor, 1);
	assert_int_equal(l.newer, 1);
}

/* Rows that were hidden and are shown again did not come. */
static void
test_list__newer_came_above(void **state)
{
	struct ui_list l = {0};
	size_t n = 20, all = 50;

	(void)state;
	ui_list_sync(&l, n, id, &n, true);
	ui_list_fit(&l, 10);
	ui_list_go(&l, 15, id, &n);
	ui_list_rechosen(&l);
	ui_list_sync(&l, all, id, &all, true);
	assert_int_equal(l.newer, 0);
	all = 52;
	ui_list_sync(&l, all, id, &all, true);
	assert_int_equal(l.newer, 2);
	/* the newest is seen without being chosen */
	ui_list_go(&l, 5, id, &all);
	ui_list_fit(&l, 52);
	assert_int_equal(l.newer, 0);
}

static void
test_list__shrinks_and_empties(void **state)
{
	struct ui_list l = {0};
	size_t n = 20, few = 3, none = 0;

	(void)state;
	ui_list_sync(&l, n, id, &n, false);
	ui_list_fit(&l, 5);
	ui_list_act(&l, UI_ACT_BOTTOM, id, &n);
	assert_int_equal(l.cursor, 19);
	assert_int_equal(l.top, 15);
	ui_list_sync(&l, few, id, &few, false);
	assert_true(l.cursor < few);
	assert_int_equal(l.top, 0);
	ui_list_sync(&l, none, id, &none, false);
	assert_int_equal(l.cursor, 0);
	assert_true(ui_list_act(&l, UI_ACT_DOWN, id, &none));
	assert_int_equal(l.cursor, 0);
	assert_false(ui_list_act(&l, UI_ACT_OPEN, id, &none));
}

static void
test_screens__name_panes_that_exist(void **state)
{
	size_t n, found;
	const struct pane_ops *const *panes = ui_panes(&n);

	(void)state;
	for (int i = 0; i < UI_SCREENS; i++)
		for (size_t k = 0; k < ui_screen_places(&ui_screens[i]); k++) {
			found = 0;
			for (size_t p = 0; p < n; p++)
				found += !strcmp(panes[p]->name,
						 ui_screens[i].places[k].pane);
			assert_int_equal(found, 1);
		}
}

static void
check_layout(const struct ui_screen *s, int w, int h)
{
	enum ui_size size = ui_size_class(s, w, h);
	size_t n = ui_screen_places(s);

	for (size_t focus = 0; focus < n; focus++) {
		size_t shown[2] = {0, 0}, seen = 0;
		struct ui_rect r[UI_PLACES];

		for (size_t k = n; k > 0; k--)
			shown[s->places[k - 1].group] = k - 1;
		shown[s->places[focus].group] = focus;
		ui_screen_layout(s, size, w, h - 4, focus, shown, false, r);
		for (size_t k = 0; k < n; k++) {
			seen += r[k].w > 0;
			assert_true(r[k].x >= 0 && r[k].x + r[k].w <= w);
			assert_true(r[k].y >= 0 && r[k].y + r[k].h <= h - 4);
			/* room for a frame and something in it */
			if (r[k].w > 0)
				assert_true(r[k].w >= 20 && r[k].h >= 4);
		}
		if (size != UI_SIZE_CARD)
			assert_true(r[focus].w > 0);
		/* below each other two, or three where it is high */
		if (size == UI_SIZE_TWO)
			assert_true(seen == 2 || (seen == 3 && h >= 32));
		else
			assert_int_equal(seen, size == UI_SIZE_CARD  ? 0
					       : size == UI_SIZE_ONE ? 1
								     : n);
	}
}

static void
test_screens__fit_at_every_size(void **state)
{
	(void)state;
	for (int i = 0; i < UI_SCREENS; i++) {
		const struct ui_screen *s = &ui_screens[i];

		assert_int_equal(ui_size_class(s, 120, 36), UI_SIZE_FULL);
		assert_int_equal(ui_size_class(s, 120, 30), UI_SIZE_FULL);
		assert_int_equal(ui_size_class(s, 99, 36), UI_SIZE_TWO);
		assert_int_equal(ui_size_class(s, 80, 24), UI_SIZE_TWO);
		assert_int_equal(ui_size_class(s, 80, 23), UI_SIZE_ONE);
		assert_int_equal(ui_size_class(s, 60, 16), UI_SIZE_ONE);
		assert_int_equal(ui_size_class(s, 59, 16), UI_SIZE_CARD);
		assert_int_equal(ui_size_class(s, 1, 1), UI_SIZE_CARD);
	}
	for (int i = 0; i < UI_SCREENS; i++)
		for (int w = 60; w < 260; w += 7)
			for (int h = 16; h < 90; h += 5)
				check_layout(&ui_screens[i], w, h);
}

static void
test_screens__a_place_yields(void **state)
{
	struct ui_rect r[UI_PLACES] = {
		{0, 0, 100, 5},
		{0, 4, 46, 20},
		{45, 4, 55, 20},
		{45, 23, 55, 9},
	};

	(void)state;
	ui_screen_yield(2, r);
	assert_int_equal(r[2].w, 0);
	assert_true(r[1].x == 0 && r[1].w == 100 && r[1].h == 20);
	/* nobody on the left is as high */
	ui_screen_yield(3, r);
	assert_int_equal(r[3].w, 55);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list__anchor),
		cmocka_unit_test(test_list__newer_came_above),
		cmocka_unit_test(test_list__shrinks_and_empties),
		cmocka_unit_test(test_screens__name_panes_that_exist),
		cmocka_unit_test(test_screens__fit_at_every_size),
		cmocka_unit_test(test_screens__a_place_yields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
