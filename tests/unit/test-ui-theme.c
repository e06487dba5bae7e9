/* SPDX-License-Identifier: MIT */
/* Every theme names every role, can be read, and keeps its contrast. */
#include "config.h"

#include "tests/support/cm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/scratch.h"
#include "ui/theme.h"

static const char *const names[] = {
#define ROLE(id, name, c16, attr, mono) name,
#include "ui/roles.def"
#undef ROLE
};

static const char *
source_dir(void)
{
	const char *dir = getenv("SRCDIR");

	return dir ? dir : ".";
}

static double
channel(int v)
{
	double c = v / 255.0;

	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Relative luminance of WCAG 2. */
static double
luminance(int32_t rgb)
{
	return 0.2126 * channel(rgb >> 16 & 255) +
	       0.7152 * channel(rgb >> 8 & 255) + 0.0722 * channel(rgb & 255);
}

static double
contrast(int32_t a, int32_t b)
{
	double x = luminance(a), y = luminance(b);

	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

/* Of a colour of the 256: 16 stand for themselves, a cube of 6, 24 greys. */
static int32_t
rgb_of_256(int c)
{
	static const int levels[] = {0, 95, 135, 175, 215, 255};

	assert_true(c >= 16 && c < 256);
	if (c >= 232)
		return (8 + 10 * (c - 232)) * 0x010101;
	c -= 16;
	return levels[c / 36] << 16 | levels[c / 6 % 6] << 8 | levels[c % 6];
}

/* What is selected can be read, too, with true colours and with 256. */
static void
check_cursor(const struct ui_theme *t, enum ui_role cursor)
{
	const struct ui_look *bg = &t->roles[cursor];

	for (int i = 0; i < UI_ROLE_N; i++) {
		const struct ui_look *l = &t->roles[i];
		double full, less;

		if (l->fg.rgb < 0 || i == UI_ROLE_BORDER ||
		    i == UI_ROLE_GAUGE_REST)
			continue;
		full = contrast(l->fg.rgb, bg->bg.rgb);
		less = contrast(rgb_of_256(l->fg.c256),
				rgb_of_256(bg->bg.c256));
		if (full < 4.5 || less < 4.5)
			fail_msg("%s: %s on %s has contrast %.2f, %.2f of 256",
				 t->name, names[i], names[cursor], full, less);
	}
}

static void
check_theme(const char *name, int32_t background)
{
	struct ui_theme t;
	struct rv_err err = {0};

	if (ui_theme_load(&t, source_dir(), name, &err) != RV_OK)
		print_message("%s\n", err.msg);
	assert_int_equal(err.status, RV_OK);
	assert_string_equal(t.name, name);
	for (int i = 0; i < UI_ROLE_N; i++) {
		const struct ui_look *l = &t.roles[i];
		bool line = i == UI_ROLE_BORDER || i == UI_ROLE_GAUGE_REST;

		if (!t.named[i])
			print_message("%s: no role %s\n", name, names[i]);
		assert_true(t.named[i]);
		if (t.mono)
			assert_int_equal(ui_theme_look(&t, (ui_style)i).fg.rgb,
					 -1);
		if (t.mono || l->fg.rgb < 0)
			continue;
		/* Lines are seen, not read: 2 : 1 is enough for them. */
		if (contrast(l->fg.rgb, background) < (line ? 2.0 : 4.5))
			print_message("%s: %s has contrast %.2f\n", name,
				      names[i],
				      contrast(l->fg.rgb, background));
		assert_true(contrast(l->fg.rgb, background) >=
			    (line ? 2.0 : 4.5));
	}
	if (!t.mono) {
		check_cursor(&t, UI_ROLE_CURSOR);
		check_cursor(&t, UI_ROLE_CURSOR_DIM);
	}
}

static void
test_themes__lint(void **state)
{
	(void)state;
	check_theme("dark", 0x101418);
	check_theme("light", 0xffffff);
	check_theme("mono", 0);
}

/* Roles that must differ without colour do. */
static void
test_mono__tells_apart(void **state)
{
	struct ui_theme t;

	(void)state;
	ui_theme_builtin(&t, true);
	assert_int_not_equal(ui_theme_look(&t, UI_ROLE_ADD).attr,
			     ui_theme_look(&t, UI_ROLE_DEL).attr);
	assert_int_not_equal(ui_theme_look(&t, UI_ROLE_TAB).attr,
			     ui_theme_look(&t, UI_ROLE_TAB_ACTIVE).attr);
	assert_int_not_equal(ui_theme_look(&t, UI_ROLE_TEXT | UI_SEL).attr,
			     ui_theme_look(&t, UI_ROLE_TEXT).attr);
	assert_int_not_equal(ui_theme_look(&t, UI_ROLE_FOCUS).attr,
			     ui_theme_look(&t, UI_ROLE_BORDER).attr);
}

static void
test_load__errors(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"roles:\n  nosuch: {fg: default}\n", ":2: no role"},
		{"roles:\n  text: {fg: red}\n", ":2: this is no colour"},
		{"roles:\n  text: {fg: \"#12345\"}\n", ":2: this is no colour"},
		{"roles:\n  text: {attr: [blink]}\n", "no attribute"},
		{"roles:\n  text: {c16: pinkish}\n", "no colour"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct ui_theme t;
		struct rv_err err = {0};
		const char *path = scratch_write("theme.yaml",
						 rv_sv(cases[i].text));

		assert_int_equal(ui_theme_load(&t, "", path, &err),
				 RV_E_CONFIG);
		if (!strstr(err.msg, cases[i].says))
			print_message("%s\n", err.msg);
		assert_non_null(strstr(err.msg, cases[i].says));
		assert_non_null(strstr(err.msg, path));
	}
}

static void
test_nearest__table(void **state)
{
	(void)state;
	assert_int_equal(ui_nearest256(0xffffff), 231);
	assert_int_equal(ui_nearest256(0x000000), 16);
	assert_int_equal(ui_nearest256(0x56b4e9), 74);
	assert_int_equal(ui_nearest256(0x808080), 244);
	assert_int_equal(ui_nearest16(0xff0000), 9);
	assert_int_equal(ui_nearest16(0x00cd00), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_themes__lint),
		cmocka_unit_test(test_mono__tells_apart),
		cmocka_unit_test(test_load__errors),
		cmocka_unit_test(test_nearest__table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
