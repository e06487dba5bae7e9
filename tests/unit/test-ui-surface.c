/* SPDX-License-Identifier: MIT */
/* Cells, clipping, wide and hostile text. */
#include "config.h"

#include "tests/support/cm.h"

#include <string.h>

#include "base/width.h"
#include "ui/surface.h"
#include "ui/textview.h"

static struct ui_grid grid;

static int
setup(void **state)
{
	(void)state;
	ui_grid_init(&grid, 12, 3, false);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	ui_grid_release(&grid);
	return 0;
}

static void
assert_row(int y, const char *want)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv rest, line = RV_SV_NONE;

	ui_grid_dump(&grid, &b);
	rest = rv_buf_sv(&b);
	for (int i = 0; i <= y; i++)
		assert_true(rv_sv_next_line(&rest, &line));
	if (!rv_sv_is(line, want))
		print_message("row %d is \"%.*s\"\n", y, RV_SV_ARG(line));
	assert_true(rv_sv_is(line, want));
	rv_buf_release(&b);
}

/* Every row has exactly w cells, and halves stand beside their whole. */
static void
assert_whole(void)
{
	for (int y = 0; y < grid.h; y++) {
		int cells = 0;

		for (int x = 0; x < grid.w; x++) {
			const struct ui_cell *c = ui_grid_cell(&grid, x, y);

			cells += c->width;
			if (c->width == 2) {
				assert_true(x + 1 < grid.w);
				assert_int_equal(
					ui_grid_cell(&grid, x + 1, y)->width,
					0);
			}
		}
		assert_int_equal(cells, grid.w);
	}
}

static void
test_put__table(void **state)
{
	static const struct {
		const char *text, *row;
		int used;
	} cases[] = {
		{"hello", "hello", 5},
		{"123456789012", "123456789012", 12},
		{"1234567890123", "12345678901…", 12},
		{"123456789012\u0301", "123456789012\u0301", 12},
		{"1234567890123\u0301", "12345678901…", 12},
		{"e\u0301234567890123", "e\u03012345678901…", 12},
		{"\x1b[31mred", "^[[31mred", 9},
		{"a\x80z", "a<80>z", 6},
		{"十二時", "十二時", 6},
		{"十二時十二時十", "十二時十二…", 11},
		{"e\u0301a", "e\u0301a", 2},
		{"👩‍🌾x", "👩+x", 4},
		{"👍🏽x", "👍+x", 4},
		{"❤️x", "❤x", 2},
		{"1️⃣x", "1x", 2},
		{"🇯🇵x", "🇯🇵x", 3},
		{"각x", "각x", 3},
		{"a\u0301\u0302\u0303\u0304\u0305\u0306x",
		 "a\u0301\u0302\u0303\u0304+x", 3},
		{"a\nb", "a b", 3},
		{"\u202eevil", "<U+202E>evil", 12},
	};
	struct ui_surface s = ui_grid_surface(&grid);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		ui_grid_clear(&grid);
		assert_int_equal(ui_puts(&s, 0, 0, UI_ROLE_TEXT,
					 cases[i].text),
				 cases[i].used);
		assert_row(0, cases[i].row);
		assert_whole();
	}
}

/* The terminal compares the bytes of cells, from frame to frame. */
static void
test_grid__equal_texts_are_equal_cells(void **state)
{
	struct ui_surface s = ui_grid_surface(&grid);
	struct ui_cell was, now;

	(void)state;
	ui_puts(&s, 0, 0, UI_ROLE_TEXT, "e\u0301");
	was = *ui_grid_cell(&grid, 0, 0);
	ui_grid_clear(&grid);
	ui_puts(&s, 3, 1, UI_ROLE_TEXT, "a\u0301e\u0301");
	now = *ui_grid_cell(&grid, 4, 1);
	assert_memory_equal(&was, &now, sizeof(was));
	now = *ui_grid_cell(&grid, 3, 1);
	assert_memory_not_equal(&was, &now, sizeof(was));
	assert_int_equal(sizeof(struct ui_cell), 8);
}

/* However many letters with marks there are, the memory of them has an end; who
 * kept cells sees by the age that they mean others. */
static void
test_grid__forgets_clusters_and_says_so(void **state)
{
	struct ui_surface s = ui_grid_surface(&grid);
	unsigned age = grid.age;

	(void)state;
	for (uint32_t i = 0; i < 5000; i++) {
		struct rv_buf b = RV_BUF_INIT;

		rv_buf_add_utf8(&b, 0x4E00 + i);
		rv_buf_adds(&b, "\u0301");
		ui_put(&s, 0, 0, UI_ROLE_TEXT, rv_buf_sv(&b));
		assert_row(0, b.p);
		rv_buf_release(&b);
	}
	assert_int_equal(grid.age, age);
	ui_grid_clear(&grid);
	assert_int_not_equal(grid.age, age);
	ui_puts(&s, 0, 0, UI_ROLE_TEXT, "e\u0301");
	assert_row(0, "e\u0301");
}

static void
test_put__half_a_wide_cell_is_blank(void **state)
{
	struct ui_surface s = ui_grid_surface(&grid);
	struct ui_surface in = ui_sub(&s, 2, 1, 3, 1);

	(void)state;
	ui_puts(&s, 0, 0, UI_ROLE_TEXT, "十二時");
	ui_puts(&s, 1, 0, UI_ROLE_TEXT, "x"); /* over a right half */
	assert_row(0, " x二時");
	ui_puts(&s, 2, 0, UI_ROLE_TEXT, "y"); /* over a left half */
	assert_row(0, " xy 時");
	ui_putw(&in, -1, 0, 6, UI_ROLE_TEXT, RV_SV("十二時"));
	assert_whole();
	assert_row(1, "   二");
}

static void
test_sub__clips(void **state)
{
	struct ui_surface s = ui_grid_surface(&grid);
	struct ui_surface in = ui_sub(&s, 8, 1, 100, 100);

	(void)state;
	assert_int_equal(in.r.w, 4);
	assert_int_equal(in.r.h, 2);
	ui_puts(&in, 0, 0, UI_ROLE_TEXT, "abcdef");
	ui_puts(&in, 0, 5, UI_ROLE_TEXT, "below");
	ui_puts(&in, 0, -1, UI_ROLE_TEXT, "above");
	assert_row(1, "        abc…");
	assert_row(0, "");
	in = ui_sub(&s, 20, 20, 5, 5);
	assert_int_equal(in.r.w, 0);
	ui_puts(&in, 0, 0, UI_ROLE_TEXT, "nowhere");
	ui_fill(&in, 0, 0, 9, 9, UI_ROLE_DIM);
}

static void
test_put_right__and_styles(void **state)
{
	struct ui_surface s = ui_grid_surface(&grid);
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	assert_int_equal(ui_put_right(&s, 12, 0, 5, UI_ROLE_DIM, RV_SV("42")),
			 10);
	ui_mark(&s, 0, 1, 3, UI_SEL);
	ui_grid_dump_styles(&grid, &b);
	assert_string_equal(b.p, "0: 10+2 text.dim\n1: 0+3 text,selected\n2:\n");
	rv_buf_release(&b);
}

static void
test_box__ascii(void **state)
{
	struct ui_surface s;

	(void)state;
	grid.ascii = true;
	s = ui_grid_surface(&grid);
	s = ui_sub(&s, 0, 0, 4, 3);
	ui_box(&s, UI_ROLE_BORDER);
	assert_row(0, "+--+");
	assert_row(1, "|  |");
	ui_putw(&s, 1, 1, 2, UI_ROLE_TEXT, RV_SV("long"));
	assert_row(1, "|lo|");
	grid.ascii = false;
}

static void
test_textview__wraps(void **state)
{
	struct ui_textview t = {0};

	(void)state;
	ui_textview_begin(&t, 10);
	ui_textview_add(&t, UI_ROLE_TEXT, 0,
			RV_SV("one two three\n\n十二時に着きました\nabcdefghijklm"));
	for (size_t i = 0; i < t.n; i++)
		assert_true(rv_width(t.lines[i].text) <= 10);
	assert_true(rv_sv_is(t.lines[0].text, "one two"));
	assert_true(rv_sv_is(t.lines[1].text, "three"));
	assert_int_equal(t.lines[2].text.n, 0);
	assert_true(rv_sv_is(t.lines[3].text, "十二時に着"));
	assert_true(rv_sv_is(t.lines[4].text, "きました"));
	assert_true(rv_sv_is(t.lines[5].text, "abcdefghij"));
	assert_int_equal(t.n, 7);
	/* One cell for a wide character: it goes on, it does not hang. */
	ui_textview_begin(&t, 1);
	ui_textview_add(&t, UI_ROLE_TEXT, 0, RV_SV("十二\x1b"));
	assert_int_equal(t.n, 4);
	ui_textview_release(&t);
}

static void
test_textview__scrolls_within(void **state)
{
	struct ui_textview t = {0};

	(void)state;
	ui_textview_begin(&t, 10);
	for (int i = 0; i < 20; i++)
		ui_textview_addf(&t, UI_ROLE_TEXT, 0, "%d", i);
	ui_textview_fit(&t, 5);
	ui_textview_act(&t, UI_ACT_BOTTOM);
	assert_int_equal(t.top, 15);
	ui_textview_act(&t, UI_ACT_DOWN);
	assert_int_equal(t.top, 15);
	ui_textview_act(&t, UI_ACT_PAGE_UP);
	assert_int_equal(t.top, 13);
	ui_textview_fit(&t, 50);
	assert_int_equal(t.top, 0);
	assert_false(ui_textview_act(&t, UI_ACT_OPEN));
	ui_textview_release(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			test_grid__equal_texts_are_equal_cells, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			test_grid__forgets_clusters_and_says_so, setup,
			teardown),
		cmocka_unit_test_setup_teardown(test_put__table, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			test_put__half_a_wide_cell_is_blank, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sub__clips, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_put_right__and_styles,
						setup, teardown),
		cmocka_unit_test_setup_teardown(test_box__ascii, setup,
						teardown),
		cmocka_unit_test(test_textview__wraps),
		cmocka_unit_test(test_textview__scrolls_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
