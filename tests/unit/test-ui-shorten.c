/* SPDX-License-Identifier: MIT */
/* A path that is too long loses folders before its file's name. */
#include "config.h"

#include "tests/support/cm.h"

#include "base/width.h"
#include "ui/shorten.h"

static void
test_shorten__folders_first(void **state)
{
	static const struct {
		const char *text;
		int w;
		const char *want;
	} rows[] = {
		{"P-4 -> wiki/entities/label.md", 29,
		 "P-4 -> wiki/entities/label.md"},
		{"P-4 -> wiki/entities/label.md", 28,
		 "P-4 -> wiki/…/label.md"},
		{"P-4 -> wiki/entities/label.md", 20, "P-4 -> …/label.md"},
		/* the words behind it are cut by who draws it */
		{"wiki/concepts/umbrella.md written (step 6)", 20,
		 "…/umbrella.md written (step 6)"},
		/* a name that is too long keeps its end */
		{"wiki/concepts/how-to-repair-an-umbrella.md", 14,
		 "…n-umbrella.md"},
		{"P-2 approved -> wiki/concepts/how-to-mend.md", 26,
		 "P-2 approved -> …o-mend.md"},
		/* no room for a name, no path, a path that ends in a slash */
		{"P-2 approved -> wiki/concepts/mend.md", 20,
		 "P-2 approved -> wiki/concepts/mend.md"},
		{"seventy-eight episodes told before", 10,
		 "seventy-eight episodes told before"},
		{"in wiki/concepts/ there", 10, "in wiki/concepts/ there"},
		{"/", 0, "/"},
		{"", 0, ""},
		/* wide letters count as two */
		{"wiki/日記/火曜日のこと.md", 17, "…/火曜日のこと.md"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT;

		ui_shorten(rv_sv(rows[i].text), rows[i].w, "…", &b);
		assert_string_equal(b.p, rows[i].want);
		rv_buf_release(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shorten__folders_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
