/* SPDX-License-Identifier: MIT */
/* Validity, normal forms, clusters, words, sentences and widths. */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include <unicase.h>
#include <uninorm.h>
#include <uniwbrk.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "tests/support/cm.h"

/* Unicode 3.9, table 3-8 and others: bytes and what mending makes of them. */
static const struct {
	const char *bytes;
	size_t n;
	const char *mended; /* ? stands for U+FFFD */
	size_t count;
} malformed[] = {
#define B(s) s, sizeof(s) - 1
	{B("abc"), "abc", 0},
	{B(""), "", 0},
	{B("a\0b"), "a?b", 1},
	{B("\x80"), "?", 1},
	{B("\xC0\xAF"), "??", 2},
	{B("\xE0\x80\xBF"), "???", 3},
	{B("\xF4\x91\x92\x93"), "????", 4},
	{B("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF" "A"), "????A", 4},
	{B("\xED\xA0\x80"), "???", 3},
	{B("\xF5\x80"), "??", 2},
	{B("ab\xE2\x82"), "ab?", 1},
	{B("12345678\xFF""12345678"), "12345678?12345678", 1},
#undef B
};

static void
test_utf8__mend(void **state)
{
	struct rv_buf got = RV_BUF_INIT, want = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(malformed); i++) {
		struct rv_sv v = rv_sv_of(malformed[i].bytes, malformed[i].n);

		rv_buf_reset(&got);
		rv_buf_reset(&want);
		for (const char *p = malformed[i].mended; *p; p++)
			rv_buf_add_utf8(&want, *p == '?' ? RV_REPLACEMENT
							 : (uint32_t)*p);
		assert_int_equal(rv_utf8_mend(v, &got), malformed[i].count);
		assert_sv(rv_buf_sv(&got), want.p);
		assert_true(rv_utf8_valid(rv_buf_sv(&got)));
		if (!memchr(v.p, 0, v.n))
			assert_int_equal(rv_utf8_valid(v),
					 malformed[i].count == 0);
	}
	rv_buf_release(&got);
	rv_buf_release(&want);
}

static void
test_utf8__lengths(void **state)
{
	struct rv_sv v = RV_SV("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80z");
	static const size_t floors[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};

	(void)state;
	assert_int_equal(rv_utf16_len(v), 6);
	assert_int_equal(rv_utf8_count(v), 5);
	for (size_t n = 0; n < ARRAY_LEN(floors); n++)
		assert_int_equal(rv_utf8_floor(v, n), floors[n]);
	assert_int_equal(rv_utf16_len(RV_SV("0123456789abcdef")), 16);
	assert_int_equal(rv_utf8_floor(RV_SV("\x80\x80\x80\x80\x80"), 3), 3);
}

static void
test_utf8__forms(void **state)
{
	static const struct {
		void (*fn)(struct rv_sv, struct rv_buf *);
		const char *in, *out;
	} rows[] = {
		{rv_utf8_nfc, "e\xCC\x81t", "\xC3\xA9t"},
		{rv_utf8_nfc, "plain", "plain"},
		{rv_utf8_nfc, "\xE2\x84\xAB", "\xC3\x85"}, /* Angstrom */
		{rv_utf8_nfc, "\xE1\x84\x80\xE1\x85\xA1", "\xEA\xB0\x80"},
		{rv_utf8_nfc, "\xE2\x80\x80x", "\xE2\x80\x82x"},
		{rv_utf8_nfc, "\xD0\xB8\xCC\x86", "\xD0\xB9"},
		{rv_utf8_nfc, "\xE6\x97\xA5\xE2\x80\x94\xD0\xAF",
		 "\xE6\x97\xA5\xE2\x80\x94\xD0\xAF"},
		{rv_utf8_nfc, "a\xFF", "a\xEF\xBF\xBD"},
		{rv_utf8_fold, "HeLLo", "hello"},
		{rv_utf8_fold, "Stra\xC3\x9F" "e", "strasse"},
		{rv_utf8_fold, "\xD0\x96\xD0\xA3\xD0\x9A", "\xD0\xB6\xD1\x83\xD0\xBA"},
		{rv_utf8_fold, "\xCE\xA3\xCF\x82", "\xCF\x83\xCF\x83"},
		{rv_utf8_collapse, "  a \t\r\n b  ", "a b"},
		{rv_utf8_collapse, "a\xC2\xA0\xE3\x80\x80" "b", "a b"},
		{rv_utf8_collapse, " \n ", ""},
		{rv_utf8_collapse, "", ""},
		{rv_utf8_collapse, "e\xCC\x81  x", "\xC3\xA9 x"},
	};
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&b);
		rows[i].fn(rv_sv(rows[i].in), &b);
		assert_sv(rv_buf_sv(&b), rows[i].out);
	}
	rv_buf_release(&b);
}

/* The short cuts for common letters do as the library does. */
static void
test_utf8__forms_like_the_library(void **state)
{
	struct rv_buf in = RV_BUF_INIT, got = RV_BUF_INIT;

	(void)state;
	for (uint32_t cp = 1; cp < 0xFFFF; cp++) {
		size_t n = 0;
		uint8_t *want;

		if (cp >= 0xD800 && cp < 0xE000)
			continue;
		rv_buf_reset(&in);
		rv_buf_reset(&got);
		rv_buf_add_utf8(&in, cp);
		want = u8_casefold((const uint8_t *)in.p, in.n, NULL, UNINORM_NFC,
				   NULL, &n);
		rv_utf8_fold(rv_buf_sv(&in), &got);
		if (got.n != n || memcmp(got.p, want, n) != 0)
			fail_msg("fold U+%04X", (unsigned)cp);
		free(want);
		/* a mark before it must not be reordered, nor composed behind */
		rv_buf_reset(&got);
		rv_buf_adds(&in, "\xCC\x81\xE3\x82\x99");
		want = u8_normalize(UNINORM_NFC, (const uint8_t *)in.p, in.n, NULL,
				    &n);
		rv_utf8_nfc(rv_buf_sv(&in), &got);
		if (got.n != n || memcmp(got.p, want, n) != 0)
			fail_msg("NFC U+%04X", (unsigned)cp);
		free(want);
		rv_buf_truncate(&in, in.n - 5);
		rv_buf_reset(&got);
		want = u8_normalize(UNINORM_NFC, (const uint8_t *)in.p, in.n, NULL,
				    &n);
		rv_utf8_nfc(rv_buf_sv(&in), &got);
		if (got.n != n || memcmp(got.p, want, n) != 0)
			fail_msg("NFC U+%04X alone", (unsigned)cp);
		free(want);
	}
	rv_buf_release(&in);
	rv_buf_release(&got);
}

static void
test_utf8__classes(void **state)
{
	(void)state;
	assert_true(rv_is_space(' ') && rv_is_space(0x3000) && rv_is_space(0x85));
	assert_false(rv_is_space(0x200B));
	assert_true(rv_is_letter('z') && rv_is_letter(0x416) && rv_is_letter(0x65E5));
	assert_false(rv_is_letter('1') || rv_is_letter('_') || rv_is_letter('@'));
	assert_true(rv_is_digit('7') && rv_is_digit(0x663));
	assert_true(rv_is_upper('Q') && rv_is_upper(0x416) && !rv_is_upper(0x436));
	assert_true(rv_is_mark(0x301) && !rv_is_mark('a'));
	assert_true(rv_is_cjk(0x65E5) && rv_is_cjk(0x3042) && rv_is_cjk(0x30AB));
	assert_true(rv_is_cjk(0xD55C) && rv_is_cjk(0x20000));
	assert_false(rv_is_cjk('a') || rv_is_cjk(0x416) || rv_is_cjk(0x3001));
}

/* Clusters separated by | in the first string. */
static void
test_grapheme__table(void **state)
{
	static const char *const rows[] = {
		"a|b|c",
		"e\xCC\x81\xCC\x82|x",
		"\r\n|a|\n",
		"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA|\xF0\x9F\x87\xAB\xF0\x9F\x87\xB7|x",
		("\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D"
		 "\xF0\x9F\x91\xA7|\xF0\x9F\x98\x80"),
		"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD|a",
		"\xE2\x9D\xA4\xEF\xB8\x8F|x",
		"\xE2\x9D\xA4\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x94\xA5|x",
		"a\xE2\x80\x8D|\xF0\x9F\x98\x80",
		"\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8|\xE1\x84\x80",
		"\xEA\xB0\x80\xE1\x86\xA8|\xEA\xB0\x80",
		"\xE0\xA4\x95\xE0\xA4\xBF|\xE0\xA4\x95",
		"\xE6\x97\xA5|\xE6\x9C\xAC|\xE3\x81\x8B\xE3\x82\x99",
		"\x01|\xCC\x81",
		"\x80|\x80|a",
	};

	(void)state;
	for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
		struct rv_buf plain = RV_BUF_INIT;
		struct rv_sv rest, want = rv_sv(rows[r]), part;

		for (const char *p = rows[r]; *p; p++)
			if (*p != '|')
				rv_buf_addc(&plain, *p);
		rest = rv_buf_sv(&plain);
		while (rv_sv_next_part(&want, '|', &part)) {
			if (rv_grapheme_len(rest) != part.n)
				fail_msg("row %zu: %zu bytes, want %zu", r,
					 rv_grapheme_len(rest), part.n);
			rest = rv_sv_slice(rest, part.n, rest.n);
		}
		assert_int_equal(rest.n, 0);
		rv_buf_release(&plain);
	}
	assert_int_equal(rv_grapheme_len(RV_SV_NONE), 0);
}

static void
test_word__table(void **state)
{
	static const struct {
		const char *text, *words;
	} rows[] = {
		{"", ""},
		{"  ... !", ""},
		{"Hello, world!", "Hello|world|"},
		{"can't 3.14 1,000 e.g. a:b x_y __z", "can't|3.14|1,000|e.g|a:b|x_y|__z|"},
		{"___ a_", "a_|"},
		{"a'b' '5' 1. 2,", "a'b|5|1|2|"},
		{"\xE6\x97\xA5\xE6\x9C\xAC", "\xE6\x97\xA5|\xE6\x9C\xAC|"},
		{"\xE3\x82\xAB\xE3\x83\xAA x", "\xE3\x82\xAB\xE3\x83\xAA|x|"},
		{"cafe\xCC\x81 \xD0\xB6\xD1\x83\xD0\xBA",
		 "cafe\xCC\x81|\xD0\xB6\xD1\x83\xD0\xBA|"},
		{"\xE2\x80\x99twas o\xE2\x80\x99" "clock", "twas|o\xE2\x80\x99" "clock|"},
		{"\xED\x95\x9C\xEA\xB8\x80 x", "\xED\x95\x9C\xEA\xB8\x80|x|"},
		{"\xF0\x9F\x98\x80 ok\xFFno", "ok|no|"},
	};

	(void)state;
	for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
		struct rv_buf got = RV_BUF_INIT;
		struct rv_sv word;
		size_t i = 0;

		while (rv_word_next(rv_sv(rows[r].text), &i, &word)) {
			rv_buf_addv(&got, word);
			rv_buf_addc(&got, '|');
		}
		assert_sv(rv_buf_sv(&got), rows[r].words);
		rv_buf_release(&got);
	}
}

/*
 * Our linear walk gives the words of libunistring; but for WB3c, which would
 * hang an emoji behind a joiner onto a word.
 */
static void
test_word__same_as_library(void **state)
{
	static const char *const atoms[] = {
		"a", "B", "7", "0", ".", ",", "'", "\"", ":", ";", "_", " ", "-",
		"\n", "\xC3\xA9", "\xCC\x81", "\xD7\x90", "\xE2\x80\x99",
		"\xE3\x82\xAB", "\xE6\x97\xA5", "\xC2\xAD",
		"\xD9\xA3", "\xE0\xB8\x81", "\xF0\x9F\x98\x80", "\xC2\xB7",
	};
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 1);
	for (int round = 0; round < 20000; round++) {
		struct rv_buf b = RV_BUF_INIT;
		char breaks[128];
		struct rv_sv v, got;
		size_t i = 0, from = 0;

		while (b.n < 24)
			rv_buf_adds(&b, atoms[rv_rng_below(&rng, ARRAY_LEN(atoms))]);
		v = rv_buf_sv(&b);
		u8_wordbreaks((const uint8_t *)v.p, v.n, breaks);
		for (size_t to = 1; to <= v.n; to++) {
			struct rv_sv want;
			bool has = false;

			if (to < v.n && !breaks[to])
				continue;
			want = rv_sv_slice(v, from, to);
			for (size_t k = 0; k < want.n;) {
				uint32_t cp = rv_utf8_next(want, &k);

				has = has || rv_is_letter(cp) || rv_is_digit(cp);
			}
			from = to;
			if (!has)
				continue;
			if (!rv_word_next(v, &i, &got) || got.p != want.p ||
			    got.n != want.n)
				fail_msg("in \"%s\": got \"%.*s\", want \"%.*s\"",
					 b.p, RV_SV_ARG(got), RV_SV_ARG(want));
		}
		assert_false(rv_word_next(v, &i, &got));
		rv_buf_release(&b);
	}
}

static void
test_sentence__table(void **state)
{
	static const char *const rows[] = {
		"One. |Two! |Three?",
		"Dr. Who came. |He left.",
		"J. Smith said so. |Yes.",
		"It costs 3.14 today. |Fine.",
		"\"Stop!\" |She ran.",
		"Wait... |What?! |No.",
		"see e.g. this one. |Next",
		"line one\n|line two\n|",
		"\xE6\x97\xA5\xE6\x9C\xAC\xE3\x80\x82|\xE6\x97\xA5\xE3\x80\x82|",
		"It was me, I. |Then he. |Ok",
		"end of it. \n|next",
	};

	(void)state;
	for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
		struct rv_buf plain = RV_BUF_INIT, got = RV_BUF_INIT;
		struct rv_sv v, want = rv_sv(rows[r]);
		size_t i = 0;

		for (const char *p = rows[r]; *p; p++)
			if (*p != '|')
				rv_buf_addc(&plain, *p);
		v = rv_buf_sv(&plain);
		while (i < v.n) {
			size_t end = rv_sentence_end(v, i);

			assert_true(end > i && end <= v.n);
			rv_buf_addv(&got, rv_sv_slice(v, i, end));
			if (end < v.n || rv_sv_ends(want, RV_SV("|")))
				rv_buf_addc(&got, '|');
			i = end;
		}
		assert_sv(rv_buf_sv(&got), rows[r]);
		rv_buf_release(&plain);
		rv_buf_release(&got);
	}
	assert_int_equal(rv_sentence_end(RV_SV_NONE, 0), 0);
}

static void
test_width__table(void **state)
{
	static const struct {
		const char *text;
		int cells;
	} rows[] = {
		{"", 0},
		{"abc", 3},
		{"e\xCC\x81", 1},
		{"\xE6\x97\xA5\xE6\x9C\xAC", 4},
		{"\xF0\x9F\x98\x80", 2},
		/* The base, and a sign that there is more. */
		{"\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9", 3},
		{"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 3},
		{"\xE2\x9D\xA4\xEF\xB8\x8F", 1},
		{"1\xEF\xB8\x8F\xE2\x83\xA3", 1},
		{"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 2},
		{"\xC2\xA7\xE2\x80\xA6\xE2\x94\x82", 3},
		{"\xEF\xBF\xBD", 1},
		{"\xE4\xB7\x80", 2},
		/* Spacing marks have cells: ka + u, ma + o, ka + e + aa. */
		{"\u0915\u093F", 2},
		{"\u0915\u0941", 1},
		{"\u0BAE\u0BCA\u0BB4\u0BBF", 4},
		{"\u0E19\u0E49\u0E33", 2},
		{"\u1000\u103C\u1031\u102C", 4},
		{"\u0645\u06CC\u200C\u062E", 3},
		{"\u1112\u1161\u11AB", 2},
		/* Of a heap of marks four are drawn, and a sign. */
		{"e\u0301\u0301\u0301\u0301\u0301\u0301", 2},
		{"\u0301", 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rv_width(rv_sv(rows[i].text)) != rows[i].cells)
			fail_msg("\"%s\": %d", rows[i].text,
				 rv_width(rv_sv(rows[i].text)));
	assert_int_equal(rv_width_floor(RV_SV("abc"), 2), 2);
	assert_int_equal(rv_width_floor(RV_SV("\xE6\x97\xA5\xE6\x9C\xAC"), 3), 3);
	assert_int_equal(rv_width_floor(RV_SV("e\xCC\x81x"), 1), 3);
	assert_int_equal(rv_width_floor(RV_SV("x"), 0), 0);
	assert_int_equal(rv_width_floor(RV_SV("x"), -1), 0);
}

/*
 * What curses will count.  Libraries differ by their version of Unicode: a few
 * hundred code points more or less are no fault, a whole block would be.
 */
static void
test_width__like_the_c_library(void **state)
{
	int differ = 0;

	(void)state;
	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		skip();
	for (uint32_t cp = 0x20; cp < 0x110000; cp++) {
		int libc = wcwidth((wchar_t)cp);

		if (libc >= 0 && libc != rv_cp_width(cp))
			differ++;
	}
	setlocale(LC_CTYPE, "C");
	assert_in_range(differ, 0, 600);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_utf8__mend),
		cmocka_unit_test(test_utf8__lengths),
		cmocka_unit_test(test_utf8__forms),
		cmocka_unit_test(test_utf8__forms_like_the_library),
		cmocka_unit_test(test_utf8__classes),
		cmocka_unit_test(test_grapheme__table),
		cmocka_unit_test(test_word__table),
		cmocka_unit_test(test_word__same_as_library),
		cmocka_unit_test(test_sentence__table),
		cmocka_unit_test(test_width__table),
		cmocka_unit_test(test_width__like_the_c_library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
