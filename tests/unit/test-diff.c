/* SPDX-License-Identifier: MIT */
/* Differences: what they say, and that applying them gives the new text. */
#include "config.h"

#include <string.h>

#include "base/arena.h"
#include "base/rng.h"
#include "doc/diff.h"
#include "doc/myers.h"
#include "tests/support/cm.h"

static void
render(const struct rv_diff *d, struct rv_buf *out)
{
	static const char marks[] = {' ', '-', '+', '@'};

	for (size_t i = 0; i < d->n; i++) {
		rv_buf_addc(out, marks[d->lines[i].op]);
		rv_buf_addv(out, d->lines[i].text);
		rv_buf_addc(out, '|');
	}
}

static void
test_lines__table(void **state)
{
	static const struct {
		const char *old, *new;
		int context;
		const char *want;
	} rows[] = {
		{"", "", 3, ""},
		{"a\n", "a\n", 3, ""},
		{"a", "a\n", 3, ""},
		{"", "a\nb\n", 3, "@@@ -0,0 +1,2 @@|+a|+b|"},
		{"a\n", "", 3, "@@@ -1,1 +0,0 @@|-a|"},
		{"a\nb\nc\n", "a\nx\nc\n", 0, "@@@ -2,1 +2,1 @@|-b|+x|"},
		{"a\nb\nc\n", "a\nx\nc\n", -1, " a|-b|+x| c|"},
		{"1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\n4\n5\n6\n7\n8\n", 2,
		 "@@@ -6,2 +6,3 @@| 6| 7|+8|"},
		{"a\n1\n2\n3\nb\n", "x\n1\n2\n3\ny\n", 1,
		 "@@@ -1,2 +1,2 @@|-a|+x| 1|@@@ -4,2 +4,2 @@| 3|-b|+y|"},
		{"a\n1\n2\nb\n", "x\n1\n2\ny\n", 1,
		 "@@@ -1,4 +1,4 @@|-a|+x| 1| 2|-b|+y|"},
		{"a\r\n", "a\n", 3, "@@@ -1,1 +1,1 @@|-a\r|+a|"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		struct rv_diff d;

		rv_diff_lines(rv_sv(rows[i].old), rv_sv(rows[i].new),
			      rows[i].context, &arena, &d);
		render(&d, &b);
		assert_sv(rv_buf_sv(&b), rows[i].want);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
}

static void
test_lines__numbers(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_diff d;

	(void)state;
	rv_diff_lines(RV_SV("a\nb\nc\n"), RV_SV("b\nc\nd\n"), 3, &arena, &d);
	assert_int_equal(d.added, 1);
	assert_int_equal(d.removed, 1);
	assert_int_equal(d.n, 5);
	assert_int_equal(d.lines[1].op, RV_DIFF_DEL);
	assert_int_equal(d.lines[1].old_line, 1);
	assert_int_equal(d.lines[1].new_line, 0);
	assert_int_equal(d.lines[2].old_line, 2);
	assert_int_equal(d.lines[2].new_line, 1);
	assert_int_equal(d.lines[4].new_line, 3);
	rv_arena_release(&arena);
}

static void
test_unified__text(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	rv_diff_unified(RV_SV("same"), RV_SV("same"), "STORY.md", &b);
	assert_int_equal(b.n, 0);
	rv_diff_unified(RV_SV("a\nb"), RV_SV("a\nb\nc"), "STORY.md", &b);
	assert_sv(rv_buf_sv(&b), "--- a/STORY.md\n+++ b/STORY.md\n"
				 "@@ -1,2 +1,3 @@\n a\n-b\n"
				 "\\ No newline at end of file\n+b\n+c\n"
				 "\\ No newline at end of file\n");
	rv_buf_reset(&b);
	rv_diff_unified(RV_SV("a"), RV_SV("a\n"), "x", &b);
	assert_sv(rv_buf_sv(&b), "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n"
				 "\\ No newline at end of file\n+a\n");
	rv_buf_release(&b);
}

static void
test_words__table(void **state)
{
	static const struct {
		const char *old, *new, *want;
	} rows[] = {
		{"", "", ""},
		{"a b", "a b", " a b|"},
		{"we moves to Redis next", "we stays on Redis next",
		 " we |-moves to|+stays on|  Redis next|"},
		{"cafe\xCC\x81 x", "cafe x", "-cafe\xCC\x81|+cafe|  x|"},
		{"\xE6\x9D\xB1\xE4\xBA\xAC", "\xE6\x9D\xB1\xE5\x8C\x97",
		 " \xE6\x9D\xB1|-\xE4\xBA\xAC|+\xE5\x8C\x97|"},
		{"a\xFF b", "a\xFE b", " a|-\xFF|+\xFE|  b|"},
		{"end.", "end!", " end|-.|+!|"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		struct rv_diff d;

		rv_diff_words(rv_sv(rows[i].old), rv_sv(rows[i].new), &arena,
			      &d);
		render(&d, &b);
		assert_sv(rv_buf_sv(&b), rows[i].want);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
}

/* Both sides of a whole diff, put together again. */
static void
sides(const struct rv_diff *d, bool lines, struct rv_buf *old,
      struct rv_buf *new)
{
	for (size_t i = 0; i < d->n; i++) {
		if (d->lines[i].op != RV_DIFF_ADD) {
			rv_buf_addv(old, d->lines[i].text);
			if (lines)
				rv_buf_addc(old, '\n');
		}
		if (d->lines[i].op != RV_DIFF_DEL) {
			rv_buf_addv(new, d->lines[i].text);
			if (lines)
				rv_buf_addc(new, '\n');
		}
	}
}

static void
random_text(struct rv_rng *r, bool lines, struct rv_buf *out)
{
	static const char *const words[] = {"a", "bb", "\xD0\xB6", "x.", "e\xCC\x81",
					    "\xF0\x9F\x99\x82", "\xFF", " "};
	uint64_t n = rv_rng_below(r, 40), kinds = 1 + rv_rng_below(r, 8);

	for (uint64_t i = 0; i < n; i++) {
		rv_buf_adds(out, words[rv_rng_below(r, kinds)]);
		rv_buf_addc(out, lines ? '\n' : ' ');
	}
}

static void
test_random__applies(void **state)
{
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 7);
	for (int round = 0; round < 4000; round++) {
		bool lines = round & 1;
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
		struct rv_buf a2 = RV_BUF_INIT, b2 = RV_BUF_INIT;
		struct rv_diff d;

		random_text(&r, lines, &a);
		random_text(&r, lines, &b);
		if (lines)
			rv_diff_lines(rv_buf_sv(&a), rv_buf_sv(&b), -1, &arena,
				      &d);
		else
			rv_diff_words(rv_buf_sv(&a), rv_buf_sv(&b), &arena, &d);
		sides(&d, lines, &a2, &b2);
		assert_true(rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&a2)));
		assert_true(rv_sv_eq(rv_buf_sv(&b), rv_buf_sv(&b2)));
		rv_buf_release(&a);
		rv_buf_release(&b);
		rv_buf_release(&a2);
		rv_buf_release(&b2);
		rv_arena_release(&arena);
	}
}

#define SMALL 24

/* Length of the longest common subsequence, by the book. */
static size_t
lcs(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t t[SMALL + 1][SMALL + 1] = {{0}};

	for (size_t i = 1; i <= n; i++)
		for (size_t j = 1; j <= m; j++)
			t[i][j] = a[i - 1] == b[j - 1]
					  ? t[i - 1][j - 1] + 1
					  : RV_MAX(t[i - 1][j], t[i][j - 1]);
	return t[n][m];
}

static void
test_myers__shortest(void **state)
{
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 11);
	for (int round = 0; round < 20000; round++) {
		uint32_t a[SMALL], b[SMALL];
		bool del[SMALL] = {0}, add[SMALL] = {0};
		size_t n = rv_rng_below(&r, SMALL + 1), same = 0;
		size_t m = rv_rng_below(&r, SMALL + 1), other = 0;
		uint64_t kinds = 1 + rv_rng_below(&r, 6);

		for (size_t i = 0; i < n; i++)
			a[i] = (uint32_t)rv_rng_below(&r, kinds);
		for (size_t i = 0; i < m; i++)
			b[i] = (uint32_t)rv_rng_below(&r, kinds);
		rv_myers(a, n, b, m, del, add);
		for (size_t i = 0; i < n; i++)
			same += !del[i];
		for (size_t i = 0; i < m; i++)
			other += !add[i];
		assert_int_equal(same, other);
		assert_int_equal(same, lcs(a, n, b, m));
	}
}

/* Two long texts of few kinds of lines: no short way exists, and the work has
 * to stay bounded all the same. */
static void
test_lines__huge(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
	struct rv_buf a2 = RV_BUF_INIT, b2 = RV_BUF_INIT;
	struct rv_diff d;
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 3);
	for (int i = 0; i < 60000; i++) {
		rv_buf_addf(&a, "%d\n", (int)rv_rng_below(&r, 5000));
		rv_buf_addf(&b, "%d\n", (int)rv_rng_below(&r, 5000));
	}
	rv_diff_lines(rv_buf_sv(&a), rv_buf_sv(&b), -1, &arena, &d);
	sides(&d, true, &a2, &b2);
	assert_true(rv_sv_eq(rv_buf_sv(&a), rv_buf_sv(&a2)));
	assert_true(rv_sv_eq(rv_buf_sv(&b), rv_buf_sv(&b2)));
	rv_buf_release(&a);
	rv_buf_release(&b);
	rv_buf_release(&a2);
	rv_buf_release(&b2);
	rv_arena_release(&arena);
}

/* Without each hunk in turn the text has the old lines there. */
static void
test_without__table(void **state)
{
	static const struct {
		const char *old, *new;
		size_t hunk;
		const char *want; /* NULL: there is no such hunk */
	} cases[] = {
		{"a\nb\n", "a\nB\n", 1, "a\nb\n"},
		{"a\nb\n", "a\nB\n", 2, NULL},
		{"a\nb\n", "a\nB\n", 0, NULL},
		{"a\n", "a\n", 1, NULL},
		{"", "x\ny\n", 1, ""},
		{"x\ny\n", "", 1, "x\ny\n"},
		{"a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", 1,
		 "a\nb\nc\nd\nE\n"},
		{"a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", 2,
		 "A\nb\nc\nd\ne\n"},
		{"a\nb\nc\n", "a\nb\nc\nd\n", 1, "a\nb\nc\n"},
		{"b\nc\n", "a\nb\nc\n", 1, "b\nc\n"},
		{"a\nb\nc", "A\nb\nc\nd", 1, "a\nb\nc\nd"},
		{"a\r\nb\r\n", "a\r\nB\r\n", 1, "a\r\nb\r\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_buf b = RV_BUF_INIT;
		bool ok = rv_diff_without(rv_sv(cases[i].old),
					  rv_sv(cases[i].new), 0,
					  cases[i].hunk, &arena, &b);

		assert_int_equal(ok, cases[i].want != NULL);
		if (ok)
			assert_string_equal(b.n ? b.p : "", cases[i].want);
		rv_buf_release(&b);
		rv_arena_release(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines__table),
		cmocka_unit_test(test_lines__numbers),
		cmocka_unit_test(test_unified__text),
		cmocka_unit_test(test_words__table),
		cmocka_unit_test(test_random__applies),
		cmocka_unit_test(test_myers__shortest),
		cmocka_unit_test(test_lines__huge),
		cmocka_unit_test(test_without__table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
