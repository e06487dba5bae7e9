/* SPDX-License-Identifier: MIT */
/* Matching of what a person types. */
#include "config.h"

#include "ui/fuzzy.h"

#include "base/buf.h"
#include "base/utf8.h"

#define LETTERS_MIN 3 /* fewer are in almost any word */
#define LETTERS_MAX 62

static char
low(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool
is_ascii(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if ((unsigned char)v.p[i] >= 0x80)
			return false;
	return true;
}

static bool
has_ascii(struct rv_sv text, struct rv_sv pattern)
{
	for (size_t i = 0; i + pattern.n <= text.n; i++) {
		size_t k = 0;

		while (k < pattern.n && low(text.p[i + k]) == low(pattern.p[k]))
			k++;
		if (k == pattern.n)
			return true;
	}
	return false;
}

bool
ui_find_has(struct rv_sv text, struct rv_sv pattern)
{
	struct rv_buf a = RV_BUF_INIT, b = RV_BUF_INIT;
	bool has;

	if (pattern.n == 0)
		return false;
	if (is_ascii(pattern))
		return has_ascii(text, pattern);
	if (is_ascii(text))
		return false;
	rv_utf8_fold(text, &a);
	rv_utf8_fold(pattern, &b);
	has = b.n > 0 && rv_sv_has(rv_buf_sv(&a), rv_buf_sv(&b));
	rv_buf_release(&a);
	rv_buf_release(&b);
	return has;
}

static bool
in_a_word(char c)
{
	return (low(c) >= 'a' && low(c) <= 'z') || (c >= '0' && c <= '9') ||
	       (unsigned char)c >= 0x80;
}

/*
 * The letters of the term in their order without a blank between, in parts of
 * two or more that begin where words do: single ones and scattered ones fit
 * almost any path.  Bit k of a set: the first k letters end here; `one` are
 * those whose part has one letter so far, `any` what whole parts reached.  The
 * first letters of words that follow each other are as good: `firsts`.
 */
static bool
in_parts(struct rv_sv text, struct rv_sv term)
{
	uint64_t one = 0, more = 0, any = 0, firsts = 0;
	uint64_t goal = (uint64_t)1 << term.n;

	for (size_t i = 0; i < text.n && !((any | firsts) & goal); i++) {
		bool begins = i == 0 || !in_a_word(text.p[i - 1]);
		uint64_t is = 0;

		for (size_t k = 0; k < term.n; k++)
			is |= (uint64_t)(low(text.p[i]) == low(term.p[k]))
			      << (k + 1);
		more = (one | more) << 1 & is;
		one = begins ? (any | 1) << 1 & is : 0;
		any |= more;
		if (begins && in_a_word(text.p[i]))
			firsts = (firsts | 1) << 1 & is;
		if (text.p[i] == ' ' || text.p[i] == '\n')
			one = more = any = firsts = 0;
	}
	return (any | firsts) & goal;
}

bool
ui_fits(struct rv_sv text, struct rv_sv pattern)
{
	struct rv_sv rest = pattern, term;

	while (rv_sv_next_part(&rest, ' ', &term))
		if (term.n > 0 && !ui_find_has(text, term) &&
		    (term.n < LETTERS_MIN || term.n > LETTERS_MAX ||
		     !in_parts(text, term)))
			return false;
	return true;
}

int
ui_fuzzy(struct rv_sv text, struct rv_sv pattern)
{
	size_t at = 0, gaps = 0;
	bool first = true;

	for (size_t i = 0; i < pattern.n; i++) {
		size_t from = at;

		if (pattern.p[i] == ' ')
			continue;
		while (at < text.n && low(text.p[at]) != low(pattern.p[i]))
			at++;
		if (at == text.n)
			return -1;
		gaps += first ? at / 4 : at - from;
		first = false;
		at++;
	}
	return (int)gaps;
}
