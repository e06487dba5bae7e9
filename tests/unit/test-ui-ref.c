/* SPDX-License-Identifier: MIT */
/* Ids in text, and the links that a text view makes of them. */
#include "config.h"

#include "tests/support/cm.h"

#include "ui/textlink.h"

static void
test_ref__finds_ids(void **state)
{
	static const struct {
		const char *text;
		enum ui_ref_kind kind;
		const char *id; /* as it stands in the text; NULL: none */
		int64_t num;
	} cases[] = {
		{"see e-0123456789abcdef.", UI_REF_EPISODE,
		 "e-0123456789abcdef", 0},
		{"e-0123456789abcde", 0, NULL, 0},
		{"xe-0123456789abcdef", 0, NULL, 0},
		{"approved P-12, then", UI_REF_PROPOSAL, "P-12", 0},
		{"(C-3)", UI_REF_PROPOSAL, "C-3", 0},
		{"UTP-12 or P-1a", 0, NULL, 0},
		{"P-", 0, NULL, 0},
		{"turn #10 surfaced", UI_REF_RUN, "#10", 10},
		{"# heading, a#1, #12a", 0, NULL, 0},
		{"#", 0, NULL, 0},
		{"told in ch-4", UI_REF_CHAPTER, "ch-4", 4},
		{"row-7.", UI_REF_ROW, "row-7", 7},
		{"in wiki/a-b/c.md.", UI_REF_PAGE, "wiki/a-b/c.md", 0},
		{"[W] wiki/c.md:22, and", UI_REF_PAGE, "wiki/c.md:22", 22},
		{"wiki/c.md#7", UI_REF_PAGE, "wiki/c.md#7", 7},
		{"wiki/c.md#top", UI_REF_PAGE, "wiki/c.md", 0},
		{"wiki/зонт.md", UI_REF_PAGE, "wiki/зонт.md", 0},
		{"/etc/passwd.md", 0, NULL, 0},
		{".md and wiki/.md", 0, NULL, 0},
		{"wiki/a.mdx", 0, NULL, 0},
		{"", 0, NULL, 0},
		{"#99999999999999999999", 0, NULL, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rv_sv v = rv_sv(cases[i].text);
		struct ui_ref r;
		bool has = ui_ref_next(v, 0, &r);

		if (has != (cases[i].id != NULL))
			fail_msg("\"%s\": %s", cases[i].text,
				 has ? "a link" : "no link");
		if (!has)
			continue;
		if (!rv_sv_is(rv_sv_slice(v, r.a, r.b), cases[i].id))
			fail_msg("\"%s\": %.*s", cases[i].text,
				 (int)(r.b - r.a), v.p + r.a);
		assert_int_equal(r.kind, cases[i].kind);
		assert_int_equal(r.num, cases[i].num);
	}
}

static void
test_ref__one_after_another(void **state)
{
	struct rv_sv v = RV_SV("P-1 of wiki/a.md:3#4 and #5");
	static const char *const ids[] = {"P-1", "wiki/a.md:3", "#5"};
	struct ui_ref r = {0};
	size_t n = 0;

	(void)state;
	while (ui_ref_next(v, r.b, &r)) {
		assert_true(n < ARRAY_LEN(ids));
		assert_true(rv_sv_is(rv_sv_slice(v, r.a, r.b), ids[n++]));
	}
	assert_int_equal(n, ARRAY_LEN(ids));
}

static void
test_ref__as_it_is_typed(void **state)
{
	struct ui_ref r;

	(void)state;
	assert_true(ui_ref_parse(RV_SV(" chapter 4 "), &r));
	assert_int_equal(r.kind, UI_REF_CHAPTER);
	assert_int_equal(r.num, 4);
	assert_true(ui_ref_parse(RV_SV("step 7"), &r));
	assert_int_equal(r.kind, UI_REF_ROW);
	assert_true(ui_ref_parse(RV_SV("turn 3"), &r));
	assert_int_equal(r.kind, UI_REF_RUN);
	assert_true(ui_ref_parse(RV_SV("P-1"), &r));
	assert_false(ui_ref_parse(RV_SV("P-1 P-2"), &r));
	assert_false(ui_ref_parse(RV_SV("raw/a.jsonl"), &r));
	assert_false(ui_ref_parse(RV_SV_NONE, &r));
}

static struct rv_sv
chosen(struct ui_textview *t)
{
	struct ui_textlink l;

	return ui_textlink_chosen(t, &l) ? l.ref.id : RV_SV_NONE;
}

/* l and h go around; a path that the wrapping broke is one link. */
static void
test_textlink__cycles(void **state)
{
	struct ui_textview t = {0};

	(void)state;
	ui_textview_begin(&t, 20);
	ui_textview_lead(&t, UI_ROLE_TEXT, RV_SV("P-1"), 5, UI_ROLE_TEXT,
			 RV_SV("says P-2 here"));
	ui_textview_add(&t, UI_ROLE_TEXT, 0,
			RV_SV("wiki/decisions/the-database-engine.md:12"));
	ui_textview_add(&t, UI_ROLE_TEXT, 0, RV_SV("no id at all"));
	ui_textview_fit(&t, 10);
	assert_true(t.n > 4);
	assert_true(ui_textlink_any(&t));
	assert_true(rv_sv_is(chosen(&t), ""));
	assert_true(ui_textlink_step(&t, 1));
	assert_true(rv_sv_is(chosen(&t), "P-1"));
	assert_true(ui_textlink_step(&t, 1));
	assert_true(rv_sv_is(chosen(&t), "P-2"));
	assert_true(ui_textlink_step(&t, 1));
	assert_true(rv_sv_is(chosen(&t),
			     "wiki/decisions/the-database-engine.md"));
	assert_true(ui_textlink_step(&t, 1));
	assert_true(rv_sv_is(chosen(&t), "P-1"));
	assert_true(ui_textlink_step(&t, -1));
	assert_true(rv_sv_is(chosen(&t),
			     "wiki/decisions/the-database-engine.md"));
	/* Made anew with the same text it stays chosen, with another not. */
	ui_textview_begin(&t, 20);
	ui_textview_add(&t, UI_ROLE_TEXT, 0, RV_SV("other text"));
	assert_true(rv_sv_is(chosen(&t), ""));
	assert_false(ui_textlink_step(&t, 1));
	assert_false(ui_textlink_any(&t));
	ui_textview_release(&t);
}

/* All cells of a broken link are marked. */
static void
test_textlink__draws(void **state)
{
	struct ui_textview t = {0};
	struct ui_grid g;
	struct ui_surface s;
	int under = 0;

	(void)state;
	ui_grid_init(&g, 20, 6, false);
	s = ui_grid_surface(&g);
	ui_textview_begin(&t, 20);
	ui_textview_add(&t, UI_ROLE_TEXT, 0,
			RV_SV("a wiki/decisions/the-database-engine.md"));
	ui_textview_fit(&t, 6);
	ui_textview_draw(&t, &s);
	for (int y = 0; y < 6; y++)
		for (int x = 0; x < 20; x++)
			under += (ui_grid_cell(&g, x, y)->style & UI_UNDER) !=
				 0;
	assert_int_equal(under, strlen("wiki/decisions/"
				       "the-database-engine.md"));
	ui_textview_release(&t);
	ui_grid_release(&g);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ref__finds_ids),
		cmocka_unit_test(test_ref__one_after_another),
		cmocka_unit_test(test_ref__as_it_is_typed),
		cmocka_unit_test(test_textlink__cycles),
		cmocka_unit_test(test_textlink__draws),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
