/* SPDX-License-Identifier: MIT */
/* A file that is replaced behind the keys: the newest text, whole, or a word that
 * it could not be. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/path.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "ui/keeper.h"

static void
expect(const char *rel, const char *want)
{
	struct rv_buf got = RV_BUF_INIT;

	assert_int_equal(rv_path_read(scratch_path(rel), 100, &got, NULL),
			 RV_OK);
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
}

static int
count_in(const char *rel)
{
	DIR *d = opendir(scratch_path(rel));
	int n = 0;

	for (struct dirent *e; d && (e = readdir(d));)
		n += e->d_name[0] != '.';
	if (d)
		closedir(d);
	return n;
}

static void
test_keeper__newest_wins(void **state)
{
	struct ui_keeper *k = ui_keeper_new(scratch_path("kept/deep"), "it");
	char text[16];

	(void)state;
	assert_true(ui_keeper_flush(k)); /* nothing was given */
	assert_false(rv_path_exists(scratch_path("kept")));
	for (int i = 0; i < 500; i++) {
		snprintf(text, sizeof(text), "%d", i);
		ui_keeper_put(k, rv_sv(text));
		memset(text, 'x', sizeof(text));
	}
	assert_true(ui_keeper_flush(k));
	expect("kept/deep/it", "499");
	/* what was given last is written, also without a flush */
	ui_keeper_put(k, RV_SV("the end"));
	ui_keeper_free(k);
	expect("kept/deep/it", "the end");
	assert_int_equal(count_in("kept/deep"), 1);
	ui_keeper_free(NULL);
}

static void
test_keeper__says_that_it_failed(void **state)
{
	struct ui_keeper *k;

	(void)state;
	scratch_write("file", RV_SV("no directory"));
	k = ui_keeper_new(scratch_path("file"), "it");
	assert_false(ui_keeper_failed(k));
	ui_keeper_put(k, RV_SV("1"));
	assert_false(ui_keeper_flush(k));
	assert_true(ui_keeper_failed(k));
	remove(scratch_path("file"));
	ui_keeper_put(k, RV_SV("2"));
	assert_true(ui_keeper_flush(k));
	assert_false(ui_keeper_failed(k));
	expect("file/it", "2");
	ui_keeper_free(k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keeper__newest_wins),
		cmocka_unit_test(test_keeper__says_that_it_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
