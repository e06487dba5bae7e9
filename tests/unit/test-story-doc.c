/* SPDX-License-Identifier: MIT */
/* STORY.md: anchors, chapters, the written form. */
#include "config.h"

#include <string.h>

#include "base/time.h"
#include "doc/story_doc.h"
#include "tests/support/cm.h"

#define A1 "<!-- LAST_PROCESSED: 2026-01-28T13:45:00.000Z -->"
#define T1 INT64_C(1769607900000)

static void
test_anchor__forms(void **state)
{
	static const struct {
		const char *text;
		int anchors;
		int64_t anchor;
		bool broken;
		const char *stripped;
	} rows[] = {
		{"", 0, RV_UNDATED, false, ""},
		{"no anchor", 0, RV_UNDATED, false, "no anchor"},
		{A1 "\n\ntext", 1, T1, false, "text"},
		{"x\n" A1 "\ny", 1, T1, false, "x\ny"},
		{A1 "\r\n\r\ntext\r\n", 1, T1, false, "text\r\n"},
		{"\xEF\xBB\xBF" A1 "\n\nt", 1, T1, false, "\xEF\xBB\xBFt"},
		{"a " A1 " b " A1 "\nc", 2, T1, false, "a  b c"},
		{"<!-- LAST_PROCESSED: soon -->\nt", 1, RV_UNDATED, true, "t"},
		{"<!-- LAST_PROCESSED: soon -->\n" A1 "\nt", 2, T1, true, "t"},
		{"<!-- LAST_PROCESSED:2026-01-28T14:45:00+01:00-->t", 1, T1,
		 false, "t"},
		{"<!-- LAST_PROCESSED: 2026-01-28T13:45\nt", 1, RV_UNDATED,
		 true, "t"},
		{"<!-- LAST_PROCESSED: 2026 words stay\nt", 1, RV_UNDATED, true,
		 "words stay\nt"},
		{"<!-- LAST_PROCESSED:  -->", 1, RV_UNDATED, true, ""},
		{"<!-- last_processed: x -->", 0, RV_UNDATED, false,
		 "<!-- last_processed: x -->"},
		{"<!-- LAST_" A1 "PROCESSED: 2026-01-28 -->", 1, T1, false,
		 "<!- LAST_PROCESSED: 2026-01-28 -->"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		struct rv_story_doc d;

		rv_story_parse(rv_sv(rows[i].text), &arena, &d);
		assert_int_equal(d.anchors, rows[i].anchors);
		assert_true(d.anchor == rows[i].anchor);
		assert_int_equal(d.anchor_broken, rows[i].broken);
		rv_story_strip_anchor(rv_sv(rows[i].text), &b);
		assert_sv(rv_buf_sv(&b), rows[i].stripped);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
}

static void
test_heading__forms(void **state)
{
	static const struct {
		const char *line;
		bool is;
		int64_t time;
		bool clock;
		const char *title;
	} rows[] = {
		{"### [2026-01-28 13:45] A title", true, T1, true, "A title"},
		{"## [2026-01-28 13:45]A title  ", true, T1, true, "A title"},
		{"### [2026-01-28] Day", true, T1 - 49500000, false, "Day"},
		{"###[2026-01-28 13:45] x", true, T1, true, "x"},
		{"### [2026-01-28 13:45 - 14:20] x", true, T1, true, "x"},
		{"### [2026-01-28 - 2026-02-03] x", true, T1 - 49500000, false,
		 "x"},
		{"### [2026-01-28T13:45] x", true, T1, true, "x"},
		{"### [undated] Lost, found", true, RV_UNDATED, false,
		 "Lost, found"},
		{"### [2026-01-28 13:45]", true, T1, true, ""},
		{"### [2026-13-45 13:45] x", true, RV_UNDATED, false, "x"},
		{"# [2026-01-28 13:45] x", false, 0, false, ""},
		{"#### [2026-01-28 13:45] x", false, 0, false, ""},
		{" ### [2026-01-28 13:45] x", false, 0, false, ""},
		{"### 2026-01-28 13:45 x", false, 0, false, ""},
		{"### [2026-01-28 13:45 x", false, 0, false, ""},
		{"### [a link](x)", false, 0, false, ""},
		{"###", false, 0, false, ""},
		{"", false, 0, false, ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_chapter c = {0};

		if (rv_story_heading(rv_sv(rows[i].line), &c) != rows[i].is)
			fail_msg("%s", rows[i].line);
		if (!rows[i].is)
			continue;
		assert_true(c.time == rows[i].time);
		assert_int_equal(c.clock, rows[i].clock);
		assert_sv(c.title, rows[i].title);
	}
}

static void
test_parse__chapters(void **state)
{
	static const char text[] = "\xEF\xBB\xBF" A1 "\r\n\r\nBefore all.\r\n"
				   "\r\n### [2026-01-01 10:00] One\r\n\r\n"
				   "First body.\r\n\r\n## [undated] Two\r\n"
				   "# no chapter\r\n" A1 "\r\ntail";
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_story_doc d;

	(void)state;
	rv_story_parse(rv_sv(text), &arena, &d);
	assert_int_equal(d.n, 3);
	assert_int_equal(d.anchors, 2);
	assert_sv(d.chapters[0].body, "Before all.");
	assert_int_equal(d.chapters[0].heading.n, 0);
	assert_int_equal(d.chapters[0].words, 2);
	assert_int_equal(d.chapters[0].line, 1);
	assert_sv(d.chapters[1].heading, "### [2026-01-01 10:00] One");
	assert_sv(d.chapters[1].title, "One");
	assert_sv(d.chapters[1].body, "First body.");
	assert_int_equal(d.chapters[1].line, 5);
	assert_int_equal(d.chapters[1].words, 3);
	assert_int_equal(text[d.chapters[1].offset], '#');
	assert_int_equal(d.chapters[1].end, d.chapters[2].offset);
	assert_sv(d.chapters[2].body, "# no chapter\r\ntail");
	assert_int_equal(d.chapters[2].end, strlen(text));
	assert_int_equal(d.words, 2 + 3 + 5);
	rv_arena_release(&arena);
}

static void
test_parse__empty(void **state)
{
	static const char *const rows[] = {"", "\n\n", A1, A1 "\n\n",
					   "\xEF\xBB\xBF"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_story_doc d;

		rv_story_parse(rv_sv(rows[i]), &arena, &d);
		assert_int_equal(d.n, 0);
		assert_int_equal(d.words, 0);
		rv_arena_release(&arena);
	}
}

static void
test_parse__bad_bytes(void **state)
{
	static const char text[] = "a\0b\xFF\n### [2026-01-01] \xC3\n\0";
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_story_doc d;

	(void)state;
	rv_story_parse(rv_sv_of(text, sizeof(text) - 1), &arena, &d);
	assert_int_equal(d.n, 2);
	assert_sv(d.chapters[1].title, "\xC3");
	rv_arena_release(&arena);
}

static void
test_write__form(void **state)
{
	static const struct {
		const char *text;
		int64_t anchor;
		const char *want;
	} rows[] = {
		{"\n text \n\n", T1, A1 "\n\ntext"},
		{"text", RV_UNDATED, "text"},
		{"x\n" A1 "\ny\n", T1 + 1000,
		 "<!-- LAST_PROCESSED: 2026-01-28T13:45:01.000Z -->\n\nx\ny"},
		{"\xEF\xBB\xBF" A1 "\r\n\r\nx\r\ny\r\n", T1,
		 A1 "\n\nx\r\ny"},
		{"", T1, A1 "\n\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf b = RV_BUF_INIT, again = RV_BUF_INIT;

		rv_story_write(rv_sv(rows[i].text), rows[i].anchor, &b);
		assert_sv(rv_buf_sv(&b), rows[i].want);
		rv_story_write(rv_buf_sv(&b), rows[i].anchor, &again);
		assert_sv(rv_buf_sv(&again), rows[i].want);
		rv_buf_release(&b);
		rv_buf_release(&again);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_anchor__forms),
		cmocka_unit_test(test_heading__forms),
		cmocka_unit_test(test_parse__chapters),
		cmocka_unit_test(test_parse__empty),
		cmocka_unit_test(test_parse__bad_bytes),
		cmocka_unit_test(test_write__form),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
