/* SPDX-License-Identifier: MIT */
/* Grapheme clusters, words and sentences. */
#include "config.h"

#include "base/segment.h"

#include <string.h>

#include <unictype.h>
#include <unigbrk.h>
#include <uniwbrk.h>

#include "base/utf8.h"

/*
 * Characters that stand alone unless a mark follows: most of what people
 * write.  The break properties of all others are looked up.
 */
static bool
is_simple(uint32_t cp)
{
	return (cp >= 0x20 && cp < 0x7F) || (cp >= 0xAE && cp < 0x300) ||
	       (cp >= 0x400 && cp < 0x480) || (cp >= 0x3041 && cp <= 0x3096) ||
	       (cp >= 0x4E00 && cp <= 0x9FFF);
}

/* GB6 to GB8: syllables of Hangul; GB9, GB9a, GB9b. */
static bool
joins(int before, int after)
{
	switch (after) {
	case GBP_EXTEND:
	case GBP_ZWJ:
	case GBP_SPACINGMARK:
		return true;
	case GBP_L:
	case GBP_LV:
	case GBP_LVT:
		return before == GBP_L || before == GBP_PREPEND;
	case GBP_V:
		return before == GBP_L || before == GBP_V ||
		       before == GBP_LV || before == GBP_PREPEND;
	case GBP_T:
		return before == GBP_V || before == GBP_T ||
		       before == GBP_LV || before == GBP_LVT ||
		       before == GBP_PREPEND;
	default:
		return before == GBP_PREPEND;
	}
}

static bool
is_control(int prop)
{
	return prop == GBP_CONTROL || prop == GBP_CR || prop == GBP_LF;
}

size_t
rv_grapheme_len(struct rv_sv v)
{
	size_t i = 0, next;
	uint32_t cp, after;
	int before, prop, flags;
	bool emoji, joined = false;

	if (!v.n)
		return 0;
	cp = rv_utf8_next(v, &i);
	if (i == v.n)
		return i;
	if (is_simple(cp)) {
		next = i;
		if (is_simple(rv_utf8_next(v, &next)))
			return i;
	}
	before = uc_graphemeclusterbreak_property(cp);
	if (before == GBP_CR && v.p[i] == '\n')
		return i + 1;
	if (is_control(before))
		return i;
	emoji = uc_is_property_extended_pictographic(cp);
	flags = before == GBP_RI;
	while (i < v.n) {
		next = i;
		after = rv_utf8_next(v, &next);
		prop = uc_graphemeclusterbreak_property(after);
		if (is_control(prop))
			break;
		if (prop == GBP_RI && flags == 1 && before == GBP_RI)
			flags = 2;
		else if (!(joined && uc_is_property_extended_pictographic(after)) &&
			 !joins(before, prop))
			break;
		/* GB11: emoji, marks, joiner, emoji */
		joined = emoji && prop == GBP_ZWJ;
		if (prop != GBP_EXTEND && prop != GBP_ZWJ)
			emoji = uc_is_property_extended_pictographic(after);
		if (before == GBP_PREPEND && prop == GBP_RI)
			flags = 1;
		before = prop;
		i = next;
	}
	return i;
}

static int
word_class(uint32_t cp)
{
	if (cp < 0x80) {
		if ((cp | 32) >= 'a' && (cp | 32) <= 'z')
			return WBP_ALETTER;
		if (cp >= '0' && cp <= '9')
			return WBP_NUMERIC;
		if (cp > '_')
			return WBP_OTHER;
	}
	if (cp >= 0x4E00 && cp <= 0x9FFF)
		return WBP_OTHER;
	return uc_wordbreak_property(cp);
}

static bool
is_ignored(int c)
{
	return c == WBP_EXTEND || c == WBP_FORMAT || c == WBP_ZWJ;
}

static bool
is_ahletter(int c)
{
	return c == WBP_ALETTER || c == WBP_HL;
}

/* The next class that counts at or behind *i, which moves behind it. */
static int
next_class(struct rv_sv v, size_t *i, uint32_t *cp)
{
	while (*i < v.n) {
		int c;

		*cp = rv_utf8_next(v, i);
		c = word_class(*cp);
		if (!is_ignored(c))
			return c;
	}
	return WBP_NEWLINE;
}

/* WB5, WB8 to WB10, WB13, WB13a, WB13b. */
static bool
word_joins(int a, int b)
{
	bool left = is_ahletter(a) || a == WBP_NUMERIC, right;

	right = is_ahletter(b) || b == WBP_NUMERIC;
	if (left && right)
		return true;
	if (a == WBP_KATAKANA && b == WBP_KATAKANA)
		return true;
	if (b == WBP_EXTENDNUMLET)
		return left || a == WBP_KATAKANA || a == WBP_EXTENDNUMLET;
	return a == WBP_EXTENDNUMLET && (right || b == WBP_KATAKANA);
}

/* WB6, WB7, WB7b, WB7c, WB11, WB12: one character between two alike. */
static bool
word_bridges(int a, int mid, int b)
{
	bool either = mid == WBP_MIDNUMLET || mid == WBP_SQ;

	if (is_ahletter(a) && is_ahletter(b) && (either || mid == WBP_MIDLETTER))
		return true;
	if (a == WBP_HL && mid == WBP_DQ && b == WBP_HL)
		return true;
	return a == WBP_NUMERIC && b == WBP_NUMERIC &&
	       (either || mid == WBP_MIDNUM);
}

/* End of the word whose first character, of class c, ends at i. */
static size_t
word_end(struct rv_sv v, size_t i, int c, bool *has)
{
	uint32_t cp = 0;

	for (;;) {
		size_t behind = i, beyond;
		int next, third;

		/* marks belong to what stands before them (WB4) */
		while (behind < v.n) {
			i = behind;
			if (!is_ignored(word_class(rv_utf8_next(v, &behind))))
				break;
			i = behind;
		}
		if (c == WBP_OTHER || i >= v.n)
			return i;
		behind = i;
		next = next_class(v, &behind, &cp);
		if (word_joins(c, next)) {
			*has = *has || next != WBP_EXTENDNUMLET;
		} else {
			beyond = behind;
			third = next_class(v, &beyond, &cp);
			if (word_bridges(c, next, third)) {
				behind = beyond;
				next = third;
			} else if (c == WBP_HL && next == WBP_SQ) {
				next = WBP_OTHER; /* WB7a: ends the word */
			} else {
				return i;
			}
		}
		c = next;
		i = behind;
	}
}

/* What a byte means to words: nearly all of nearly every message. */
enum { BREAK, ALNUM, OTHER };

static int
byte_class(char byte)
{
	unsigned char b = (unsigned char)byte;

	if ((b >= '0' && b <= '9') || ((b | 32) >= 'a' && (b | 32) <= 'z'))
		return ALNUM;
	/* these may join, and a byte beyond ASCII may be a mark */
	if (b >= 0x80 || b == '_' || b == '\'' || b == '.' || b == ',' ||
	    b == ':' || b == ';' || b == '"')
		return OTHER;
	return BREAK;
}

/* The word of ASCII letters and digits at `start`, when it is as simple. */
static size_t
ascii_word_end(struct rv_sv v, size_t start)
{
	size_t i = start;

	while (i < v.n && byte_class(v.p[i]) == ALNUM)
		i++;
	if (i < v.n && byte_class(v.p[i]) == OTHER) {
		/* a mark of punctuation and a blank behind it: the usual end */
		if ((unsigned char)v.p[i] >= 0x80 || v.p[i] == '_' ||
		    (i + 1 < v.n && byte_class(v.p[i + 1]) != BREAK))
			return start;
	}
	return i;
}

bool
rv_word_next(struct rv_sv v, size_t *i, struct rv_sv *word)
{
	while (*i < v.n) {
		size_t start = *i, end = ascii_word_end(v, start);
		uint32_t cp;
		bool has;
		int c;

		if (end > start) {
			*i = end;
			*word = rv_sv_slice(v, start, end);
			return true;
		}
		cp = rv_utf8_next(v, i);
		has = rv_is_letter(cp) || rv_is_digit(cp);
		if (!has && cp < 0x80 && cp != '_')
			continue;
		c = word_class(cp);
		if (!has && c != WBP_EXTENDNUMLET && c != WBP_ALETTER &&
		    c != WBP_NUMERIC && c != WBP_KATAKANA)
			continue;
		end = word_end(v, *i, c, &has);
		*i = end;
		if (!has)
			continue;
		*word = rv_sv_slice(v, start, end);
		return true;
	}
	return false;
}

static bool
is_one_of(uint32_t cp, const uint32_t *set)
{
	for (; *set; set++)
		if (*set == cp)
			return true;
	return false;
}

/* Ends a sentence even without a blank behind it. */
static bool
is_cjk_stop(uint32_t cp)
{
	static const uint32_t set[] = {0x3002, 0xFF01, 0xFF0E, 0xFF1F, 0xFF61, 0};

	return is_one_of(cp, set);
}

static bool
is_stop(uint32_t cp)
{
	return cp == '.' || cp == '!' || cp == '?' || cp == 0x2026 ||
	       cp == 0x203D || cp == 0x0964 || cp == 0x061F || is_cjk_stop(cp);
}

static bool
is_closer(uint32_t cp)
{
	static const uint32_t set[] = {'"',    '\'',   ')',    ']',    '*',
				       '_',    '`',    0xBB,   0x2019, 0x201D,
				       0x203A, 0x300D, 0x300F, 0xFF09, 0};

	return is_one_of(cp, set);
}

/* "Dr. Who" and "J. Smith" are one sentence: the word before the stop. */
static bool
is_abbreviation(struct rv_sv v, size_t from, size_t stop)
{
	static const char *const words[] = {
		"mr",  "mrs", "ms", "dr", "prof", "st",	 "sr",	"jr",  "vs",
		"e.g", "i.e", "cf", "al", "approx", "resp", "no", "vol", "fig",
	};
	size_t start = stop;
	struct rv_sv word;

	while (start > from && !rv_is_space((unsigned char)v.p[start - 1]) &&
	       v.p[start - 1] != '(' && stop - start < 8)
		start--;
	word = rv_sv_slice(v, start, stop);
	if (word.n == 1 && rv_is_upper((unsigned char)word.p[0]))
		return word.p[0] != 'I';
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (rv_sv_eq_ascii_nocase(word, rv_sv(words[i])))
			return true;
	return false;
}

static size_t
skip_blanks(struct rv_sv v, size_t i)
{
	while (i < v.n && v.p[i] != '\n') {
		size_t next = i;

		if (!rv_is_space(rv_utf8_next(v, &next)))
			break;
		i = next;
	}
	return i < v.n && v.p[i] == '\n' ? i + 1 : i;
}

/* Does the next sentence begin in lower case?  Then it is none. */
static bool
goes_on(struct rv_sv v, size_t i)
{
	uint32_t cp;

	if (i >= v.n)
		return false;
	cp = rv_utf8_next(v, &i);
	return rv_is_letter(cp) && uc_is_property_lowercase(cp);
}

size_t
rv_sentence_end(struct rv_sv v, size_t from)
{
	size_t i = from, stop, end, next;
	uint32_t cp;
	bool cjk;

	while (i < v.n) {
		stop = i;
		cp = rv_utf8_next(v, &i);
		if (cp == '\n')
			return i;
		if (!is_stop(cp))
			continue;
		cjk = is_cjk_stop(cp);
		for (end = i; end < v.n; end = next) {
			next = end;
			cp = rv_utf8_next(v, &next);
			if (!is_stop(cp) && !is_closer(cp))
				break;
			cjk = cjk || is_cjk_stop(cp);
		}
		next = skip_blanks(v, end);
		if (next >= v.n || cjk || v.p[next - 1] == '\n')
			return next;
		i = end;
		if (next == end)
			continue;
		if (v.p[stop] == '.' && end == stop + 1 &&
		    (goes_on(v, next) || is_abbreviation(v, from, stop)))
			continue;
		return next;
	}
	return v.n;
}
