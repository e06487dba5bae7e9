/* SPDX-License-Identifier: MIT */
/* Links between pages. */
#include "config.h"

#include "doc/wikilink.h"

#include "base/attr.h"
#include "base/buf.h"
#include "tests/support/cm.h"

static void
test_find__kinds(void **state)
{
	static const char text[] =
		"# A [[first]]\n\n"
		"See [[second|The *label*]] and [third](../x/third.md#part).\n"
		"`[[code]]` [site](/blog/x) [web](https://a.example/) [a](#b)\n\n"
		"```\n[[fenced]]\n```\n\n"
		"- [[fourth#heading]] and [[ five ]]\n\n"
		"| a | b |\n|---|---|\n| [[six\\|label]] | x |\n";
	static const struct {
		enum rv_link_kind kind;
		const char *target;
		int line;
	} want[] = {
		{RV_LINK_WIKI, "first", 1},
		{RV_LINK_FILE, "../x/third.md", 3},
		{RV_LINK_SITE, "/blog/x", 3},
		{RV_LINK_OUTSIDE, "https://a.example/", 3},
		{RV_LINK_OUTSIDE, "#b", 3},
		{RV_LINK_WIKI, "fourth", 10},
		{RV_LINK_WIKI, "five", 10},
		{RV_LINK_WIKI, "six", 14},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_link *list;
	size_t n, j = 0;

	(void)state;
	rv_links_find(rv_sv(text), &arena, &list, &n);
	for (size_t i = 0; i < n; i++) {
		/* a label with styles is allowed to split its link */
		if (rv_sv_is(list[i].target, "second"))
			continue;
		assert_true(j < ARRAY_LEN(want));
		assert_sv(list[i].target, want[j].target);
		assert_int_equal(list[i].kind, want[j].kind);
		j++;
	}
	assert_int_equal(j, ARRAY_LEN(want));
	rv_arena_release(&arena);
}

static void
test_next__forms(void **state)
{
	static const struct {
		const char *text, *slug, *label;
	} rows[] = {
		{"[[a]]", "a", "a"},	    {"x [[ a | b ]] y", "a", "b"},
		{"[[a|]]", "a", "a"},	    {"[[[a]]]", "a", "a"},
		{"[[#x]] [[b]]", "b", "b"}, {"[[a\nb]] [[c]]", "c", "c"},
		{"[[a#b|c]]", "a", "c"},    {"[[заметка]]", "заметка", "заметка"},
	};
	static const char *const none[] = {"", "[[", "[[]]", "[[ ]]", "[a]",
					   "[[a", "]] [["};
	struct rv_wikilink link;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t at = 0;

		assert_true(rv_wikilink_next(rv_sv(rows[i].text), &at, &link));
		assert_sv(link.slug, rows[i].slug);
		assert_sv(link.label, rows[i].label);
	}
	for (size_t i = 0; i < ARRAY_LEN(none); i++) {
		size_t at = 0;

		assert_false(rv_wikilink_next(rv_sv(none[i]), &at, &link));
	}
}

static void
test_resolve__stays_inside(void **state)
{
	static const struct {
		const char *page, *target, *want; /* NULL: leaves the root */
	} rows[] = {
		{"wiki/a/p.md", "q.md", "wiki/a/q.md"},
		{"wiki/a/p.md", "./q.md", "wiki/a/q.md"},
		{"wiki/a/p.md", "../../raw/x.md", "raw/x.md"},
		{"p.md", "x/../y.md", "y.md"},
		{"wiki/p.md", "../../x.md", NULL},
		{"p.md", "../x.md", NULL},
		{"p.md", "..", NULL},
	};
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		bool in;

		rv_buf_reset(&b);
		in = rv_link_resolve(rv_sv(rows[i].page),
				     rv_sv(rows[i].target), &b);
		assert_int_equal(in, rows[i].want != NULL);
		if (in)
			assert_sv(rv_buf_sv(&b), rows[i].want);
	}
	rv_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_find__kinds),
		cmocka_unit_test(test_next__forms),
		cmocka_unit_test(test_resolve__stays_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
