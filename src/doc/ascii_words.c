/* SPDX-License-Identifier: MIT */
/* Words of text in ASCII: nearly all that is indexed, so as few steps a byte
 * as can be. */
#include "config.h"

#include "doc/ascii_words.h"

#include <stdint.h>
#include <string.h>

enum { OTHER, SPACE, JOINT, ALPHA = 4, DIGIT };
static const unsigned char class_of[256] = {
	['\t'] = SPACE, ['\n'] = SPACE, ['\v'] = SPACE, ['\f'] = SPACE,
	['\''] = JOINT, [','] = JOINT, ['.'] = JOINT,  [';'] = JOINT,
	['\r'] = SPACE, [' '] = SPACE,	['0'] = DIGIT,	['1'] = DIGIT,
	['2'] = DIGIT,	['3'] = DIGIT,	['4'] = DIGIT,	['5'] = DIGIT,
	['6'] = DIGIT,	['7'] = DIGIT,	['8'] = DIGIT,	['9'] = DIGIT,
	['a'] = ALPHA,	['b'] = ALPHA,	['c'] = ALPHA,	['d'] = ALPHA,
	['e'] = ALPHA,	['f'] = ALPHA,	['g'] = ALPHA,	['h'] = ALPHA,
	['i'] = ALPHA,	['j'] = ALPHA,	['k'] = ALPHA,	['l'] = ALPHA,
	['m'] = ALPHA,	['n'] = ALPHA,	['o'] = ALPHA,	['p'] = ALPHA,
	['q'] = ALPHA,	['r'] = ALPHA,	['s'] = ALPHA,	['t'] = ALPHA,
	['u'] = ALPHA,	['v'] = ALPHA,	['w'] = ALPHA,	['x'] = ALPHA,
	['y'] = ALPHA,	['z'] = ALPHA,	['A'] = ALPHA,	['B'] = ALPHA,
	['C'] = ALPHA,	['D'] = ALPHA,	['E'] = ALPHA,	['F'] = ALPHA,
	['G'] = ALPHA,	['H'] = ALPHA,	['I'] = ALPHA,	['J'] = ALPHA,
	['K'] = ALPHA,	['L'] = ALPHA,	['M'] = ALPHA,	['N'] = ALPHA,
	['O'] = ALPHA,	['P'] = ALPHA,	['Q'] = ALPHA,	['R'] = ALPHA,
	['S'] = ALPHA,	['T'] = ALPHA,	['U'] = ALPHA,	['V'] = ALPHA,
	['W'] = ALPHA,	['X'] = ALPHA,	['Y'] = ALPHA,	['Z'] = ALPHA,
};

/* A byte of each: 0x80 marks what the subtraction carries into. */
#define EACH(c) (UINT64_C(0x0101010101010101) * (uint64_t)(c))
#define STEP sizeof(uint64_t)

static unsigned char
class(const char *p)
{
	return class_of[(unsigned char)*p];
}

bool
rv_ascii_is_digit(char c)
{
	return class_of[(unsigned char)c] == DIGIT;
}

bool
rv_ascii_is_space(char c)
{
	return class_of[(unsigned char)c] == SPACE;
}

/* Between two classes, does `c` belong to the word?  As in UAX 29, but for
 * full stops, colons and low lines between letters: they part the words of a
 * file name, a host or an identifier. */
static bool
joins(char c, unsigned char before, unsigned char after)
{
	if (before == DIGIT && after == DIGIT)
		return c == '.' || c == ',' || c == ';' || c == '\'';
	return c == '\'' && before == ALPHA && after == ALPHA;
}

static bool
has_digit(struct rv_sv v)
{
	bool any = false;

	for (size_t i = 0; i < v.n; i++)
		any |= class(v.p + i) == DIGIT;
	return any;
}

/* The zeros behind the text end every loop. */
static inline bool
next_word(struct rv_sv v, size_t *at, struct rv_sv *word, bool *digits)
{
	const char *p = v.p + *at, *end = v.p + v.n, *from;
	unsigned seen = 0, k;

	if (*at >= v.n)
		return false;
	while ((k = class(p)) < ALPHA && p < end)
		p++;
	if ((from = p) == end)
		return false;
	for (;;) {
		for (; k >= ALPHA; k = class(++p))
			seen |= k;
		if (k != JOINT || !joins(*p, class(p - 1), class(p + 1)))
			break;
		k = class(++p);
	}
	*word = rv_sv_of(from, (size_t)(p - from));
	*digits = (seen & (ALPHA ^ DIGIT)) != 0;
	if (word->n > RV_WORD_MAX) /* what is cut off says nothing */
		*digits = has_digit(rv_sv_slice(*word, 0, RV_WORD_MAX));
	*at = (size_t)(p - v.p);
	return true;
}

bool
rv_ascii_word_next(struct rv_sv low, size_t *at, struct rv_sv *word,
		   bool *digits)
{
	return next_word(low, at, word, digits);
}

/* Eight bytes of ASCII. */
static uint64_t
lower(uint64_t x)
{
	uint64_t at_least = x + EACH(0x80 - 'A');
	uint64_t behind = x + EACH(0x80 - 'Z' - 1);

	return x | (at_least & ~behind & EACH(0x80)) >> 2;
}

struct rv_sv
rv_ascii_lower(struct rv_sv v, struct rv_buf *low)
{
	char *to = rv_buf_room(low, v.n + RV_STEM_ROOM);
	uint64_t x;
	size_t i = 0;

	if (!to)
		return RV_SV_NONE;
	for (; v.n - i >= STEP; i += STEP) {
		memcpy(&x, v.p + i, STEP);
		x = lower(x);
		memcpy(to + i, &x, STEP);
	}
	memset(to + i, 0, v.n - i + RV_STEM_ROOM);
	x = 0;
	if (v.n > i)
		memcpy(&x, v.p + i, v.n - i);
	x = lower(x);
	memcpy(to + i, &x, STEP);
	return rv_sv_of(to, v.n);
}

/* Puts a word's stem at `to` and returns its length. */
static size_t
put_stem(struct rv_stem *stem, struct rv_sv word, bool digits, char *to)
{
	struct rv_sv v;

	if (!digits && word.n <= RV_STEM_FAST)
		return rv_stem_put(stem, word, to);
	word.n = RV_MIN(word.n, RV_WORD_MAX);
	v = digits ? word : rv_stem_of(stem, word);
	v.n = RV_MIN(v.n, RV_WORD_MAX);
	memcpy(to, v.p, v.n);
	return v.n;
}

void
rv_ascii_index(struct rv_stem *stem, struct rv_sv v, struct rv_buf *low,
	       struct rv_buf *out)
{
	size_t at = 0, n = 0, room = 0;
	struct rv_sv word;
	char *to = NULL;
	bool digits;

	v = rv_ascii_lower(v, low);
	while (next_word(v, &at, &word, &digits)) {
		if (room - n < RV_WORD_MAX + RV_STEM_ROOM) {
			rv_buf_took(out, n);
			n = 0;
			room = v.n - at + 2 * (RV_WORD_MAX + RV_STEM_ROOM);
			if (!(to = rv_buf_room(out, room)))
				return;
		}
		to[n] = ' ';
		n += out->n + n > 0;
		n += put_stem(stem, word, digits, to + n);
	}
	rv_buf_took(out, n);
}
