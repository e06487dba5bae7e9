/* SPDX-License-Identifier: MIT */
/* Proposals as one file, and what an editor may make of it. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/batch.h"

#define SHA_A "aaaaaaaa00000000000000000000000000000000000000000000000000000000"
#define SHA_B "bbbbbbbb00000000000000000000000000000000000000000000000000000000"

static const struct rv_env env = {.now = 0, .tz = ""};

static struct rv_view_check warning = {
	.code = {"staleness", 9}, .message = {"old", 3},
	.level = RV_LEVEL_WARN};

static void
make(struct rv_view_proposal p[2])
{
	p[0] = (struct rv_view_proposal){
		.id = RV_SV("P-1"), .kind = RV_SV("promote"),
		.sha = RV_SV(SHA_A), .bytes = RV_SV("# A\n\ntext\n"),
		.approvable = true};
	p[1] = (struct rv_view_proposal){
		.id = RV_SV("P-2"), .kind = RV_SV("promote"),
		.sha = RV_SV(SHA_B), .bytes = RV_SV("# B\n\n=== no head\nend"),
		.approvable = true, .worst = RV_LEVEL_WARN,
		.checks = &warning, .n_checks = 1};
}

static rv_status
read_back(const char *text, struct ui_batch_row rows[2], struct rv_err *err)
{
	static struct rv_view_proposal p[2];
	const struct rv_view_proposal *list[2] = {&p[0], &p[1]};

	make(p);
	return ui_batch_read(rv_sv(text), list, 2, &env, rows, err);
}

/* What is written comes back as it was: nothing is edited, nothing decided. */
static void
test_batch__round_trip(void **state)
{
	struct rv_view_proposal p[2];
	const struct rv_view_proposal *list[2] = {&p[0], &p[1]};
	struct ui_stage stage = {0};
	struct ui_batch_row rows[2];
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err err = {0};

	(void)state;
	make(p);
	ui_stage_set(&stage, RV_SV("P-2"), RV_SV(SHA_B), UI_REJECTED, "junk");
	ui_batch_write(list, 2, &stage, &b);
	assert_int_equal(ui_batch_read(rv_buf_sv(&b), list, 2, &env, rows, &err),
			 RV_OK);
	assert_int_equal(rows[0].what, UI_UNDECIDED);
	assert_int_equal(rows[1].what, UI_REJECTED);
	assert_true(rv_sv_is(rows[1].why, "junk"));
	assert_int_equal(rows[0].text.n + rows[1].text.n, 0);
	ui_stage_release(&stage);
	rv_buf_release(&b);
}

static void
test_batch__decisions(void **state)
{
	struct ui_batch_row rows[2];
	struct rv_err err = {0};

	(void)state;
	assert_int_equal(read_back("# note\n\n=== P-2 bbbbbbbb approve it is so\n"
				   "# B\n\n=== no head\nanother end\n",
				   rows, &err),
			 RV_OK);
	/* the first block is gone, the second one is another text */
	assert_int_equal(rows[0].what, UI_REJECTED);
	assert_int_equal(rows[0].line, 0);
	assert_int_equal(rows[1].what, UI_APPROVED);
	assert_true(rv_sv_is(rows[1].why, "it is so"));
	assert_true(rv_sv_has(rows[1].text, RV_SV("another end")));
}

/* Each is refused, and its line named. */
static void
test_batch__broken(void **state)
{
	static const struct {
		const char *text, *line;
	} cases[] = {
		{"", "line 0"},
		{"# only notes\n", "line 1"},
		{"words\n", "line 1"},
		{"=== P-1 aaaaaaaa\n# A\n", "line 1"},
		{"=== P-1 aaaaaaaa yes\n# A\n", "line 1"},
		{"=== P-1 aaaaaaaa reject\n# A\n", "line 1"},
		{"=== P-1 aaaaaaaa defer\n# A\n", "line 1"},
		{"=== P-1 aaaaaaaa defer 7\n# A\n", "line 1"},
		{"=== P-1 aaaaaaaa keep\n=== P-2 bbbbbbbb keep\nb\n", "line 1"},
		{"=== P-1 aaaaaaaa keep\nA\n=== P-2 bbbbbbbb approve\n"
		 "# B\n\n=== no head\nend",
		 "line 3"},
		{"=== P-1 aaaaaaaa keep\nA\n=== P-2 aaaaaaaa keep\nb\n",
		 "line 3"},
		{"=== P-1 aaaaaaaa keep\nA\n=== P-1 aaaaaaaa keep\nb\n",
		 "line 3"},
		{"=== P-1 aaaaaa keep\nA\n", "line 1"},
		{"=== C-9 aaaaaaaa keep\nA\n", "line 1"},
		{"=== P-1 aaaaaaaa keep\n \n", "line 1"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct ui_batch_row rows[2];
		struct rv_err err = {0};

		assert_int_equal(read_back(cases[i].text, rows, &err),
				 RV_E_PARSE);
		if (!strstr(err.msg, cases[i].line))
			print_message("case %zu: %s\n", i, err.msg);
		assert_non_null(strstr(err.msg, cases[i].line));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_batch__round_trip),
		cmocka_unit_test(test_batch__decisions),
		cmocka_unit_test(test_batch__broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
