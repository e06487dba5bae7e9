/* SPDX-License-Identifier: MIT */
/* Changing a page without touching the rest of it. */
#include "config.h"

#include "doc/page_edit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/path.h"
#include "doc/field.h"
#include "tests/support/cm.h"

static void
assert_same(struct rv_sv text)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf out = RV_BUF_INIT;
	struct rv_page_edit e;

	rv_page_edit_init(&e, text, &arena);
	rv_page_edit_write(&e, &out);
	if (!rv_sv_eq(rv_buf_sv(&out), text))
		fail_msg("got\n%.*s\nwant\n%.*s", RV_SV_ARG(rv_buf_sv(&out)),
			 RV_SV_ARG(text));
	rv_buf_release(&out);
	rv_arena_release(&arena);
}

static void
test_write__same_bytes(void **state)
{
	static const char *const pages[] = {
		"",
		"\n",
		"text",
		"---\n---\n",
		"---\na: 1\n---\n",
		"---\na: 1\n",
		"---",
		"---\na: 1\n---\n\n# T\n\nx\n\n## B\n\n\n\ny",
		"\xEF\xBB\xBF---\r\na: 1\r\n---\r\n# T\r\n\r\nx\r\n",
		"T\n=\n\nx\n\nB\n--\ny\n",
		"a b\nc d\n===\nx\n",
		"\n\n# T\n\n\n## A\n## B\n### C\n",
		"---\n\n---\n---\nx\n---\n# T\n",
		"```\n# no\n```\n# yes\n",
		"> # q\n\n# T #\n\tx\n",
		"# \xFF\xFE\n\n\xC0",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pages); i++)
		assert_same(rv_sv(pages[i]));
	assert_same(rv_sv_of("# a\0b\n\nc\0\n## d\n", 16));
}

/* The same for real pages, when they are here. */
static void
test_write__real_pages(void **state)
{
	char dir[4096];
	struct rv_arena arena = RV_ARENA_INIT;
	struct dirent *entry;
	DIR *d;

	(void)state;
	(void)snprintf(dir, sizeof(dir), "%s/../shared/data/wiki/openseed",
		       getenv("SRCDIR") ? getenv("SRCDIR") : ".");
	d = opendir(dir);
	if (!d)
		skip();
	while ((entry = readdir(d))) {
		struct rv_buf text = RV_BUF_INIT;

		if (rv_path_read(rv_path_join_in(&arena, dir, entry->d_name),
				 1 << 24, &text, NULL) == RV_OK)
			assert_same(rv_buf_sv(&text));
		rv_buf_release(&text);
	}
	closedir(d);
	rv_arena_release(&arena);
}

static void
test_set__fields(void **state)
{
	static const struct {
		const char *text, *key, *value, *want;
	} rows[] = {
		{"---\na: 1 # why\nb: 'x'\n---\nt\n", "a", "2",
		 "---\na: 2 # why\nb: 'x'\n---\nt\n"},
		{"---\na: 1 # why\nb: 'x'\n---\nt\n", "c", "[p, q]",
		 "---\na: 1 # why\nb: 'x'\nc: [p, q]\n---\nt\n"},
		{"---\na:\n  - p\n  - q\nb: 1\n---\n", "a", "[r]",
		 "---\na: [r]\nb: 1\n---\n"},
		{"---\na:\n- p\n- q\nb: 1\n---\n", "a", "[r]",
		 "---\na: [r]\nb: 1\n---\n"},
		{"---\nab: 1\n---\n", "a", "2", "---\nab: 1\na: 2\n---\n"},
		{"t\n", "a", "2", "---\na: 2\n---\n\nt\n"},
		{"", "a", "2", "---\na: 2\n---\n"},
		{"---\r\na: 1\r\n---\r\nt\r\n", "a", "2",
		 "---\r\na: 2\r\n---\r\nt\r\n"},
		{"---\na: 1\n---\n", "a", "1", "---\na: 1\n---\n"},
		{"---\n\"a\": 1\n'b' : 2\n---\n", "a", "2",
		 "---\n\"a\": 2\n'b' : 2\n---\n"},
		{"---\nb: 1\na : 2\n---\n", "a", "3",
		 "---\nb: 1\na : 3\n---\n"},
		{"---\na: # why\nb: 1\n---\n", "a", "2",
		 "---\na: 2 # why\nb: 1\n---\n"},
		{"---\na:\n# two\n- p\n# three\n- q\n# of b\nb: 1\n---\n", "a",
		 "[r]", "---\na: [r]\n# of b\nb: 1\n---\n"},
		{"---\na: [p,\nq]\nb: 1\n---\n", "a", "r",
		 "---\na: r\nb: 1\n---\n"},
		{"---\na: \"p\nb: 2\"\nb: 1\n---\n", "a", "r",
		 "---\na: r\nb: 1\n---\n"},
		{"---\na: |\n  p # q\n\n  [r\nb: 1\n---\n", "a", "s",
		 "---\na: s\nb: 1\n---\n"},
		{"---\nt: |\n  a: 1\na: it's [1\n---\n", "a", "2",
		 "---\nt: |\n  a: 1\na: 2\n---\n"},
		{"---\na: 'it''s # no' # yes\n---\n", "a", "2",
		 "---\na: 2 # yes\n---\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf out = RV_BUF_INIT;
		struct rv_page_edit e;

		rv_page_edit_init(&e, rv_sv(rows[i].text), &arena);
		rv_page_edit_set(&e, rows[i].key, rv_sv(rows[i].value));
		assert_sv(rv_page_edit_get(&e, rows[i].key), rows[i].value);
		rv_page_edit_write(&e, &out);
		assert_sv(rv_buf_sv(&out), rows[i].want);
		rv_buf_release(&out);
		rv_arena_release(&arena);
	}
}

/* A list keeps its own style and its comments. */
static void
test_add__items(void **state)
{
	static const struct {
		const char *meta, *item, *want;
	} rows[] = {
		{"", "x", "s: x\n"},
		{"s:\n", "x", "s: x\n"},
		{"s: # why\nb: 1\n", "x", "s: x # why\nb: 1\n"},
		{"s: x\n", "x", "s: x\n"},
		{"s: 'x'\n", "x", "s: 'x'\n"},
		{"s: p # why\n", "x", "s: [p, x] # why\n"},
		{"s: \"p, q\"\n", "x", "s: [\"p, q\", x]\n"},
		{"s: p\n", "a, b", "s: [p, \"a, b\"]\n"},
		{"s: []\n", "x", "s: [x]\n"},
		{"s: [p, 'q' ] # why\n", "x", "s: [p, 'q', x ] # why\n"},
		{"s: [p, q,]\n", "x", "s: [p, q, x]\n"},
		{"s: [p, q]\n", "q", "s: [p, q]\n"},
		{"s: [p, # one\n  q # two\n  ]\nb: 1\n", "x",
		 "s: [p, # one\n  q, x # two\n  ]\nb: 1\n"},
		{"s: [p,\nq]\nb: 1\n", "x", "s: [p,\nq, x]\nb: 1\n"},
		{"s:\n  - p # one\n  # two\n  - q # three\n# of b\nb: 1\n", "x",
		 "s:\n  - p # one\n  # two\n  - q # three\n  - x\n# of b\nb: "
		 "1\n"},
		{"s:\n- p\nb: 1\n", "x", "s:\n- p\n- x\nb: 1\n"},
		{"s:\n- p\n-\tq\n", "q", "s:\n- p\n-\tq\n"},
		{"s:\n    - p\n", "x", "s:\n    - p\n    - x\n"},
		{"s: {p: q}\n", "x", "s: {p: q}\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;

		assert_sv(rv_field_add(rv_sv(rows[i].meta), "s",
				       rv_sv(rows[i].item), "\n", &arena),
			  rows[i].want);
		rv_arena_release(&arena);
	}
}

/* Headings that are added between blocks of one section. */
static void
test_append__in_turn(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf out = RV_BUF_INIT;
	struct rv_page_edit e;

	(void)state;
	rv_page_edit_init(&e, RV_SV("# T\n"), &arena);
	for (int i = 0; i < 3; i++) {
		rv_page_edit_append(&e, RV_SV("A"), RV_SV("one\n"), false);
		rv_page_edit_append(&e, RV_SV("A"), RV_SV("  two"), false);
		rv_page_edit_append(&e, i ? RV_SV("C") : RV_SV("B"),
				    RV_SV("\n \n    code\n"), false);
	}
	rv_page_edit_write(&e, &out);
	assert_sv(rv_buf_sv(&out),
		  "# T\n\n## A\n\none\n\n  two\n\none\n\n  two\n\none\n\n"
		  "  two\n\n## B\n\n    code\n\n## C\n\n    code\n\n"
		  "    code\n");
	rv_buf_release(&out);
	rv_arena_release(&arena);
}

static void
test_append__places(void **state)
{
	static const struct {
		const char *text, *heading, *block;
		bool tight;
		const char *want;
	} rows[] = {
		{"# T\n\n## A\n\nx\n\n## B\n\ny\n", "A", "new\n", false,
		 "# T\n\n## A\n\nx\n\nnew\n\n## B\n\ny\n"},
		{"# T\n\n## A\n\n_pending_\n\n## B\n", "a", "new", false,
		 "# T\n\n## A\n\nnew\n\n## B\n"},
		{"# T\n\n## A\n\n## B\n", "A", "new", false,
		 "# T\n\n## A\n\nnew\n\n## B\n"},
		{"## A\n\n- x\n", "A", "- y", true, "## A\n\n- x\n- y\n"},
		{"## A\n\nx\n\n### S\n\ns\n", "A", "new", false,
		 "## A\n\nx\n\nnew\n\n### S\n\ns\n"},
		{"# T\n", "Sources", "- s", false,
		 "# T\n\n## Sources\n\n- s\n"},
		{"# T\n\n## A", "A", "new", false, "# T\n\n## A\n\nnew\n"},
		{"# T\n\n## A\nx", "A", "new", false,
		 "# T\n\n## A\nx\n\nnew\n"},
		{"", "A", "new", false, "## A\n\nnew\n"},
		{"---\na: 1\n---\n    ", "A", "new", false,
		 "---\na: 1\n---\n    \n\n## A\n\nnew\n"},
		{"x", "A", "new", false, "x\n\n## A\n\nnew\n"},
		{"# T\r\n\r\n## A\r\n\r\nx\r\n", "A", "n1\nn2", false,
		 "# T\r\n\r\n## A\r\n\r\nx\r\n\r\nn1\r\nn2\r\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf out = RV_BUF_INIT;
		struct rv_page_edit e;

		rv_page_edit_init(&e, rv_sv(rows[i].text), &arena);
		rv_page_edit_append(&e, rv_sv(rows[i].heading),
				    rv_sv(rows[i].block), rows[i].tight);
		rv_page_edit_write(&e, &out);
		assert_sv(rv_buf_sv(&out), rows[i].want);
		rv_buf_release(&out);
		rv_arena_release(&arena);
	}
}

static void
test_scalar__quotes(void **state)
{
	static const struct {
		const char *v, *want;
	} rows[] = {
		{"plain words", "plain words"},
		{"", "\"\""},
		{"a: b", "\"a: b\""},
		{"yes", "\"yes\""},
		{"- x", "\"- x\""},
		{"say \"hi\" #x", "\"say \\\"hi\\\" #x\""},
		{"Заметка", "Заметка"},
		{"2026", "\"2026\""},
		{"a, b", "\"a, b\""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_buf out = RV_BUF_INIT;

		rv_yaml_scalar(rv_sv(rows[i].v), &out);
		assert_sv(rv_buf_sv(&out), rows[i].want);
		rv_buf_release(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_write__same_bytes),
		cmocka_unit_test(test_write__real_pages),
		cmocka_unit_test(test_set__fields),
		cmocka_unit_test(test_add__items),
		cmocka_unit_test(test_append__places),
		cmocka_unit_test(test_append__in_turn),
		cmocka_unit_test(test_scalar__quotes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
