/* SPDX-License-Identifier: MIT */
/* Markdown as a flat list of lines. */
#include "config.h"

#include "doc/md_blocks.h"

#include "base/attr.h"
#include "base/buf.h"
#include "tests/support/cm.h"

static const char page[] =
	"# Title &amp; more\n"
	"\n"
	"A **strong _both_** and `code`,\nsecond line  \nhard break [[slug|label]].\n"
	"\n"
	"- one\n"
	"  - nested\n"
	"- [x] done\n"
	"3. third\n"
	"\n"
	"> quoted\n"
	"\n"
	"```c\nint a;\n\nint b;\n```\n"
	"\n"
	"| a | b |\n|---|---|\n| [x](y.md) | |\n"
	"\n"
	"---\n"
	"\n"
	"<div>\nraw\n</div>\n";

static void
test_parse__kinds(void **state)
{
	static const struct {
		enum rv_md_kind kind;
		const char *text, *marker;
		int level, indent, quote, line;
		bool first;
	} want[] = {
		{RV_MD_HEADING, "Title & more", "", 1, 0, 0, 1, true},
		{RV_MD_PARAGRAPH, "A strong both and code, second line", "", 0,
		 0, 0, 3, true},
		{RV_MD_PARAGRAPH, "hard break label.", "", 0, 0, 0, 5, false},
		{RV_MD_ITEM, "one", "-", 0, 1, 0, 7, true},
		{RV_MD_ITEM, "nested", "-", 0, 2, 0, 8, true},
		{RV_MD_ITEM, "done", "[x]", 0, 1, 0, 9, true},
		{RV_MD_ITEM, "third", "3.", 0, 1, 0, 10, true},
		{RV_MD_PARAGRAPH, "quoted", "", 0, 0, 1, 12, true},
		{RV_MD_CODE, "int a;", "c", 0, 0, 0, 15, true},
		{RV_MD_CODE, "", "c", 0, 0, 0, 0, false},
		{RV_MD_CODE, "int b;", "c", 0, 0, 0, 17, false},
		{RV_MD_TABLE_HEAD, "a | b", "", 0, 0, 0, 20, true},
		{RV_MD_TABLE_ROW, "x", "", 0, 0, 0, 22, true},
		{RV_MD_RULE, "", "", 0, 0, 0, 0, true},
		{RV_MD_HTML, "<div>", "", 0, 0, 0, 26, true},
		{RV_MD_HTML, "raw", "", 0, 0, 0, 27, false},
		{RV_MD_HTML, "</div>", "", 0, 0, 0, 28, false},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_md md;

	(void)state;
	rv_md_parse(rv_sv(page), &arena, &md);
	for (size_t i = 0; i < md.n && i < ARRAY_LEN(want); i++) {
		assert_sv(rv_md_plain(&md.lines[i], &arena), want[i].text);
		assert_int_equal(md.lines[i].kind, want[i].kind);
		assert_sv(md.lines[i].marker, want[i].marker);
		assert_int_equal(md.lines[i].level, want[i].level);
		assert_int_equal(md.lines[i].indent, want[i].indent);
		assert_int_equal(md.lines[i].quote, want[i].quote);
		assert_int_equal(md.lines[i].first, want[i].first);
		if (want[i].line)
			assert_int_equal(md.lines[i].line, want[i].line);
	}
	assert_int_equal(md.n, ARRAY_LEN(want));
	rv_arena_release(&arena);
}

static void
test_parse__spans(void **state)
{
	static const struct {
		const char *text;
		unsigned style;
		const char *target;
	} want[] = {
		{"A ", 0, ""},
		{"strong ", RV_MD_STRONG, ""},
		{"both", RV_MD_STRONG | RV_MD_EMPH, ""},
		{" and ", 0, ""},
		{"code", RV_MD_MONO, ""},
		{", ", 0, ""},
		{"second line", 0, ""},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_md md;

	(void)state;
	rv_md_parse(rv_sv(page), &arena, &md);
	assert_int_equal(md.lines[1].n, ARRAY_LEN(want));
	for (size_t i = 0; i < ARRAY_LEN(want); i++) {
		assert_sv(md.lines[1].spans[i].text, want[i].text);
		assert_int_equal(md.lines[1].spans[i].style, want[i].style);
		assert_sv(md.lines[1].spans[i].target, want[i].target);
	}
	assert_sv(md.lines[2].spans[1].target, "slug");
	assert_true(md.lines[2].spans[1].wiki);
	assert_int_equal(md.lines[12].spans[0].style, RV_MD_LINK);
	assert_sv(md.lines[12].spans[0].target, "y.md");
	assert_int_equal(md.lines[11].spans[1].cell, 1);
	rv_arena_release(&arena);
}

/* Nesting beyond every limit, broken UTF-8, NUL: no crash, text stays. */
static void
test_parse__bad_input(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf b = RV_BUF_INIT;
	struct rv_md md;

	(void)state;
	for (int i = 0; i < 300; i++) {
		for (int j = 0; j < i; j++)
			rv_buf_adds(&b, "  ");
		rv_buf_adds(&b, "- x\n");
	}
	for (int i = 0; i < 300; i++)
		rv_buf_adds(&b, "> ");
	rv_buf_adds(&b, "q\n\n");
	for (int i = 0; i < 300; i++)
		rv_buf_adds(&b, "[![");
	rv_buf_add(&b, "\0\xFF\xC0", 3);
	rv_md_parse(rv_buf_sv(&b), &arena, &md);
	assert_true(md.n > 0);
	rv_buf_reset(&b);
	/* one more line than fits */
	for (size_t i = 0; i < RV_MD_LINES; i++)
		rv_buf_adds(&b, "a\n\n");
	rv_md_parse(rv_buf_sv(&b), &arena, &md);
	assert_int_equal(md.n, RV_MD_LINES);
	assert_false(md.cut);
	rv_buf_adds(&b, "b\n\nc\n");
	rv_md_parse(rv_buf_sv(&b), &arena, &md);
	assert_int_equal(md.n, RV_MD_LINES);
	assert_true(md.cut);
	rv_buf_reset(&b);
	rv_md_parse(RV_SV(""), &arena, &md);
	assert_int_equal(md.n, 0);
	rv_md_parse(RV_SV("- \n-\n"), &arena, &md);
	assert_int_equal(md.n, 2);
	rv_buf_release(&b);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse__kinds),
		cmocka_unit_test(test_parse__spans),
		cmocka_unit_test(test_parse__bad_input),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
