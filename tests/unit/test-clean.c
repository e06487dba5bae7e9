/* SPDX-License-Identifier: MIT */
/* The cleaner: nothing that a terminal obeys gets through. */
#include "config.h"

#include <stdio.h>

#include <unictype.h>

#include "base/arena.h"
#include "base/clean.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "tests/support/cm.h"

#define L RV_CLEAN_LINE
#define T RV_CLEAN_TEXT
#define B(s) s, sizeof(s) - 1

static const struct {
	enum rv_clean_mode mode;
	const char *in;
	size_t n;
	const char *out;
} rows[] = {
	{L, B(""), ""},
	{L, B("plain"), "plain"},
	{L, B("\x1b[31mred\x1b[0m"), "^[[31mred^[[0m"},
	{L, B("\x1b]0;title\x07"), "^[]0;title^G"},
	{L, B("\x1bP+q\x1b\\"), "^[P+q^[\\"},
	{L, B("a\0b"), "a^@b"},
	{L, B("a\x7f"), "a^?"},
	{L, B("a\b\v\f\r."), "a^H^K^L^M."},
	{L, B("\xC2\x9B" "31m"), "<U+009B>31m"},
	{L, B("\x9B" "31m"), "<9B>31m"},
	{L, B("a\xC2\x85" "b"), "a<U+0085>b"},
	{L, B("a\tb"), "a       b"},
	{L, B("1234567\tb"), "1234567 b"},
	{L, B("12345678\tb"), "12345678        b"},
	{L, B("\t\t"), "                "},
	{L, B("\xE6\x97\xA5\tb"), "\xE6\x97\xA5      b"},
	{T, B("abc\n\tb"), "abc\n        b"},
	{L, B("a\nb"), "a b"},
	{L, B("a\r\nb"), "a b"},
	{L, B("a\n\n\r\nb\n"), "a b "},
	{T, B("a\r\nb\n"), "a\nb\n"},
	{T, B("a\rb\r\r\n"), "a^Mb^M\n"},
	{L, B("x\xE2\x80\xAEy"), "x<U+202E>y"},
	{L, B("\xE2\x81\xA6\xE2\x81\xA9"), "<U+2066><U+2069>"},
	{L, B("\xE2\x80\x8B\xEF\xBB\xBF"), "<U+200B><U+FEFF>"},
	{L, B("\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C"), "<U+200E><U+200F><U+061C>"},
	{L, B("\xC2\xAD\xCD\x8F\xE3\x85\xA4"), "<U+00AD><U+034F><U+3164>"},
	{L, B("\xE2\x80\xA8\xE2\x80\xA9"), "<U+2028><U+2029>"},
	{L, B("a\xF3\xA0\x81\xA1"), "a<U+E0061>"},
	{L, B("\xF3\xA0\x84\x80"), "<U+E0100>"},
	{L, B("\xEF\xBF\xBE"), "<U+FFFE>"},
	{L, B("\xC3("), "<C3>("},
	{L, B("\xE2\x82"), "<E2><82>"},
	{L, B("\xED\xA0\x80"), "<ED><A0><80>"},
	{L, B("\xEF\xBF\xBD"), "\xEF\xBF\xBD"},
	{L, B("caf\xC3\xA9 \xD0\x96 \xE6\x97\xA5"), "caf\xC3\xA9 \xD0\x96 \xE6\x97\xA5"},
	{L, B("e\xCC\x81"), "e\xCC\x81"},
	{L, B("\xE2\x9D\xA4\xEF\xB8\x8F"), "\xE2\x9D\xA4\xEF\xB8\x8F"},
	{L, B("1\xEF\xB8\x8F\xE2\x83\xA3"), "1\xEF\xB8\x8F\xE2\x83\xA3"},
	{L, B("a\xEF\xB8\x8F"), "a<U+FE0F>"},
	{L, B("\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9"),
	 "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9"},
	{L, B("\xE2\x9D\xA4\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x94\xA5"),
	 "\xE2\x9D\xA4\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x94\xA5"},
	{L, B("\xF0\x9F\x91\xA8\xE2\x80\x8D" "a"), "\xF0\x9F\x91\xA8<U+200D>a"},
	{L, B("\xF0\x9F\x91\xA8\xE2\x80\x8D"), "\xF0\x9F\x91\xA8<U+200D>"},
	{L, B("\xF0\x9F\x91\xA8\xEF\xB8\x8F\xEF\xB8\x8F\xEF\xB8\x8F"),
	 "\xF0\x9F\x91\xA8\xEF\xB8\x8F<U+FE0F><U+FE0F>"},
	{L, B("a\xE2\x80\x8D" "b"), "a<U+200D>b"},
	/* a Persian word, with a vowel sign too, and a Sinhala one */
	{L, B("\u0645\u06CC\u200C\u062E\u0648"), "\u0645\u06CC\u200C\u062E\u0648"},
	{L, B("\u0645\u06CC\u0650\u200C\u062E"), "\u0645\u06CC\u0650\u200C\u062E"},
	{L, B("\u0DC1\u0DCA\u200D\u0DBB"), "\u0DC1\u0DCA\u200D\u0DBB"},
	{L, B("\u0915\u094D\u200C\u0937"), "\u0915\u094D\u200C\u0937"},
	/* elsewhere it hides */
	{L, B("\u0645\u06CC\u200C"), "\u0645\u06CC<U+200C>"},
	{L, B("\u0645\u06CC\u200C x"), "\u0645\u06CC<U+200C> x"},
	{L, B("\u0627\u200C\u062E"), "\u0627<U+200C>\u062E"},
	{L, B("\u0645\u06CC\u200C\u200C\u062E"), "\u0645\u06CC<U+200C><U+200C>\u062E"},
	{L, B("\u0645\u200B\u200C\u062E"), "\u0645<U+200B><U+200C>\u062E"},
	{L, B("pass\u200Cword"), "pass<U+200C>word"},
};

/* What must never be in clean text; the one LF of text mode excepted. */
static bool
is_bad(struct rv_sv v, bool newlines)
{
	if (!rv_utf8_valid(v))
		return true;
	for (size_t i = 0; i < v.n;) {
		uint32_t cp = rv_utf8_next(v, &i);

		if (cp == '\n' && newlines)
			continue;
		if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0) ||
		    (cp >= 0x202A && cp <= 0x202E) ||
		    (cp >= 0x2066 && cp <= 0x2069) || cp == 0x200B ||
		    cp == 0x2028 || cp == 0x2029 || cp == 0xFEFF ||
		    (cp >= 0xE0000 && cp < 0xE1000))
			return true;
	}
	return false;
}

/* Cleans; says whether the result is clean and stays as it is. */
static void
check(struct rv_sv in, enum rv_clean_mode mode, struct rv_buf *a,
      struct rv_buf *b)
{
	rv_buf_reset(a);
	rv_buf_reset(b);
	rv_text_clean(in, mode, a);
	if (is_bad(rv_buf_sv(a), mode == T))
		fail_msg("a control in \"%s\"", a->p);
	rv_text_clean(rv_buf_sv(a), mode, b);
	assert_sv(rv_buf_sv(b), a->p);
}

static void
test_clean__table(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_sv in = rv_sv_of(rows[i].in, rows[i].n);

		check(in, rows[i].mode, &a, &b);
		assert_sv(rv_buf_sv(&a), rows[i].out);
		assert_sv(rv_text_clean_in(&arena, in, rows[i].mode), rows[i].out);
	}
	rv_buf_release(&a);
	rv_buf_release(&b);
	rv_arena_release(&arena);
}

static void
test_clean__all_pairs_of_bytes(void **state)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	for (unsigned x = 0; x < 0x10000; x++) {
		char pair[2] = {(char)(x >> 8), (char)x};

		check(rv_sv_of(pair, 2), x & 1 ? L : T, &a, &b);
	}
	rv_buf_release(&a);
	rv_buf_release(&b);
}

static void
test_clean__all_code_points(void **state)
{
	struct rv_buf in = RV_BUF_INIT, a = RV_BUF_INIT, b = RV_BUF_INIT;

	(void)state;
	for (uint32_t cp = 0; cp < 0x110000; cp += cp < 0x20000 ? 1 : 13) {
		rv_buf_reset(&in);
		rv_buf_addc(&in, 'x');
		rv_buf_add_utf8(&in, cp);
		check(rv_buf_sv(&in), L, &a, &b);
		/* an invisible one is told by name */
		if (uc_is_property_default_ignorable_code_point(cp))
			assert_true(rv_sv_starts(rv_buf_sv(&a), RV_SV("x<U+")));
	}
	rv_buf_release(&in);
	rv_buf_release(&a);
	rv_buf_release(&b);
}

static void
test_clean__random_text(void **state)
{
	static const char *const atoms[] = {
		"a", "1", "\n", "\r", "\t", "\x1b", "\xE2\x80\x8D",
		"\xEF\xB8\x8F", "\xEF\xB8\x8E", "\xF0\x9F\x98\x80",
		"\xF0\x9F\x87\xA9", "\xE2\x9D\xA4", "\xCC\x81", "\xC2", "\x9B",
		"\xE2\x80\xAE", "\xF0\x9F", "\xC2\xA9", "<", ">",
	};
	struct rv_buf in = RV_BUF_INIT, a = RV_BUF_INIT, b = RV_BUF_INIT;
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 7);
	for (int round = 0; round < 20000; round++) {
		rv_buf_reset(&in);
		for (int i = 0; i < 12; i++)
			rv_buf_adds(&in, atoms[rv_rng_below(&rng,
							    ARRAY_LEN(atoms))]);
		check(rv_buf_sv(&in), round & 1 ? L : T, &a, &b);
	}
	rv_buf_release(&in);
	rv_buf_release(&a);
	rv_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clean__table),
		cmocka_unit_test(test_clean__all_pairs_of_bytes),
		cmocka_unit_test(test_clean__all_code_points),
		cmocka_unit_test(test_clean__random_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
