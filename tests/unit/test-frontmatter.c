/* SPDX-License-Identifier: MIT */
/* Markdown pages: frontmatter, sections, titles, times. */
#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "base/time.h"
#include "doc/frontmatter.h"
#include "tests/support/cm.h"

static void
test_meta__forms(void **state)
{
	static const struct {
		const char *text;
		bool meta, broken;
		const char *body, *title;
	} rows[] = {
		{"", false, false, "", ""},
		{"# A\nx", false, false, "# A\nx", "A"},
		{"---\ntitle: T\n---\nbody", true, false, "body", "T"},
		{"---\ntitle: T\nname: N\n---\n# A\n", true, false, "# A\n",
		 "N"},
		{"\xEF\xBB\xBF---\r\ntitle: T\r\n---\r\nbody", true, false,
		 "body", "T"},
		{"---\ntitle: T\n...\nbody", true, false, "body", "T"},
		{"---\n---\n# A", true, false, "# A", "A"},
		{"---\ntitle: T\nno end", false, true,
		 "---\ntitle: T\nno end", ""},
		{"---\na: [1\n---\n# A", false, true, "# A", "A"},
		{"---\n- a\n- b\n---\nx", false, true, "x", ""},
		{"\n---\ntitle: T\n---\n", false, false,
		 "\n---\ntitle: T\n---\n", ""},
		/* a part of the page is no title of it */
		{"## Part\n\nx", false, false, "## Part\n\nx", ""},
		{"## Part\n\n# A", false, false, "## Part\n\n# A", "A"},
		{"--- \ntitle: T\n---\t\nx", true, false, "x", "T"},
		/* a rule at the start is none */
		{"---\n\nText.\n\n---\n\nMore.", false, false,
		 "---\n\nText.\n\n---\n\nMore.", ""},
		{"---\nText and no field.\n", false, false,
		 "---\nText and no field.\n", ""},
		{"---\n**Note**: text\n", false, false,
		 "---\n**Note**: text\n", ""},
		{"---", false, false, "---", ""},
		{"---\n\ntitle: T\n---\nx", true, false, "x", "T"},
		{"---\na: &x 1\nb: *x\n---\nx", false, true, "x", ""},
		{"---\na:\n\t- b\n---\nx", false, true, "x", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_page_doc d;

		rv_page_parse(rv_sv(rows[i].text), &arena, &d);
		if ((d.meta != NULL) != rows[i].meta ||
		    d.meta_broken != rows[i].broken)
			fail_msg("row %zu: meta %d broken %d", i,
				 d.meta != NULL, d.meta_broken);
		assert_sv(d.body, rows[i].body);
		assert_sv(d.title, rows[i].title);
		rv_arena_release(&arena);
	}
}

static void
test_updated__forms(void **state)
{
	static const struct {
		const char *text;
		int64_t want;
	} rows[] = {
		{"---\nupdated: 2026-01-28T13:45:00Z\n---\n", 1769607900000},
		{"---\ndate: 2026-01-28\n---\n", 1769558400000},
		{"---\ndate: 2020-01-01\nupdated: '2026-01-28'\n---\n",
		 1769558400000},
		{"---\nupdated: soon\ndate: 2026-01-28\n---\n", 1769558400000},
		{"---\nupdated: soon\n---\n", RV_UNDATED},
		{"date: 2026-01-28\n", RV_UNDATED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_page_doc d;

		rv_page_parse(rv_sv(rows[i].text), &arena, &d);
		assert_true(d.updated == rows[i].want);
		rv_arena_release(&arena);
	}
}

static void
test_sections__what_md4c_says(void **state)
{
	static const char text[] =
		"---\ntitle: T\n---\nBefore.\n\n# One *two* `three`\nbody\n"
		"Setext\nheading\n=======\n```\n# code\n```\n> # quoted\n"
		"- # listed\n\n#hashtag\n\n## Four ##\n\n<!-- x\n# comment\n"
		"-->\n#\n### &amp; last";
	static const struct {
		const char *heading, *body;
		int level, line;
	} want[] = {
		{"", "Before.", 0, 4},
		{"One two three", "", 1, 6},
		{"body Setext heading",
		 "```\n# code\n```\n> # quoted\n- # listed\n\n#hashtag", 1, 7},
		{"Four", "<!-- x\n# comment\n-->\n#", 2, 19},
		{"&amp; last", "", 3, 25},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_page_doc d;

	(void)state;
	rv_page_parse(rv_sv(text), &arena, &d);
	assert_int_equal(d.n, ARRAY_LEN(want));
	for (size_t i = 0; i < d.n; i++) {
		assert_sv(d.sections[i].heading, want[i].heading);
		assert_sv(d.sections[i].body, want[i].body);
		assert_int_equal(d.sections[i].level, want[i].level);
		assert_int_equal(d.sections[i].line, want[i].line);
	}
	rv_arena_release(&arena);
}

static void
test_bad__bytes(void **state)
{
	static const char text[] = "---\na: \xFF\n---\n# A\0B\xC3\n\0\n## \xFF";
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf deep = RV_BUF_INIT;
	struct rv_page_doc d;

	(void)state;
	rv_page_parse(rv_sv_of(text, sizeof(text) - 1), &arena, &d);
	assert_int_equal(d.n, 2);
	for (int i = 0; i < 20000; i++)
		rv_buf_adds(&deep, i % 2 ? "> " : "[");
	rv_page_parse(rv_buf_sv(&deep), &arena, &d);
	assert_true(d.n <= 1);
	rv_buf_release(&deep);
	rv_arena_release(&arena);
}

/* One run of md4c for sections and links finds what a run for links does. */
static void
test_links__as_by_themselves(void **state)
{
	static const char *const texts[] = {
		"", "no link", "[[a]] and [b](c.md)\n",
		"# A [[first]]\n\nSee [[second|The *label*]] and [*t* `u`](x.md)"
		"\n`[[code]]` [site](/b/x) <https://a.example/> www.a.example\n"
		"\n```\n[[fenced]]\n```\n1. [[d#h]]\n2. and\n   [[ e ]]\n"
		"- [ ] [x](y)\n\n| a | b |\n|---|---|\n| [[f\\|g]] | [p](q) |\n"
		"> quote [[h]]\n\n<div>[[html]]</div>\n\n[![alt](i.png)](j.md)\n"
		"![x ![y](z) w](v)  \n[two  \nlines](k.md) [soft\nbreak](l.md)\n"
		"    [[indented]]\n\nSetext [[m]]\n===\n[ref]\n\n[ref]: n.md\n"
		"**[[o]]** *x [r](s)*\n&amp;[[&amp;]]",
	};
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct rv_page_doc d;
		struct rv_link *want;
		size_t n;

		rv_page_parse(rv_sv(texts[i]), &arena, &d);
		assert_true(rv_links_find(rv_sv(texts[i]), &arena, &want, &n));
		assert_false(d.links_cut);
		assert_int_equal(d.n_links, n);
		for (size_t k = 0; k < n; k++) {
			assert_int_equal(d.links[k].kind, want[k].kind);
			assert_int_equal(d.links[k].line, want[k].line);
			assert_true(rv_sv_eq(d.links[k].target,
					     want[k].target));
			assert_true(rv_sv_eq(d.links[k].label, want[k].label));
		}
	}
	rv_arena_release(&arena);
}

/* Where the links of a long page are given up, its sections are not. */
static void
test_links__cut(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT;
	struct rv_page_doc d;

	(void)state;
	rv_buf_adds(&text, "[[first]]\n\n");
	for (int i = 0; i < 200000; i++)
		rv_buf_adds(&text, "-\n");
	rv_buf_adds(&text, "\n# Last\n\n[[late]]\n");
	rv_page_parse(rv_buf_sv(&text), &arena, &d);
	assert_true(d.links_cut);
	assert_int_equal(d.n_links, 1);
	assert_int_equal(d.n, 2);
	assert_sv(d.sections[1].heading, "Last");
	rv_buf_release(&text);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_meta__forms),
		cmocka_unit_test(test_updated__forms),
		cmocka_unit_test(test_sections__what_md4c_says),
		cmocka_unit_test(test_bad__bytes),
		cmocka_unit_test(test_links__as_by_themselves),
		cmocka_unit_test(test_links__cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
