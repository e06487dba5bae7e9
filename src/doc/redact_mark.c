/* SPDX-License-Identifier: MIT */
/* Looks at 64 bytes at once. */
#include "config.h"

#include "doc/redact_mark.h"

#include "doc/redact_priv.h"

#ifdef __SSE2__

#include <emmintrin.h>

static inline __m128i
is(__m128i x, char c)
{
	return _mm_cmpeq_epi8(x, _mm_set1_epi8(c));
}

/* from <= byte <= from + n, without signs */
static inline __m128i
within(__m128i x, char from, char n)
{
	__m128i d = _mm_sub_epi8(x, _mm_set1_epi8(from));

	return _mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8(n)), d);
}

static inline uint64_t
bits(__m128i x)
{
	return (uint64_t)(uint32_t)_mm_movemask_epi8(x);
}

#define OR(a, b) _mm_or_si128(a, b)

struct masks {
	uint64_t digit, letter, upper, dash, joint, sign, high;
	uint64_t x80, x81, xa0, hidden80, hidden81, hidden_a0;
};

static inline void
look(const unsigned char *p, unsigned shift, struct masks *m)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i low = OR(x, _mm_set1_epi8(0x20));
	__m128i sign = OR(OR(OR(is(x, '='), is(x, ':')),
			     OR(is(x, '_'), is(x, '@'))),
			  OR(OR(is(low, '|'), is(x, '%')),
			     OR(is(x, '+'), is(x, '<'))));

	m->digit |= bits(within(x, '0', 9)) << shift;
	m->letter |= bits(OR(within(low, 'a', 25), x)) << shift;
	m->upper |= bits(within(x, 'A', 25)) << shift;
	m->dash |= bits(OR(is(x, '-'), is(x, '#'))) << shift; /* "&#1" */
	m->joint |= bits(OR(is(x, '.'), OR(is(x, ' '), is(x, '-')))) << shift;
	m->sign |= bits(sign) << shift;
	m->high |= bits(x) << shift;
}

/* Only where there are bytes beyond ASCII. */
static inline void
look_high(const unsigned char *p, unsigned shift, struct masks *m)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);

	m->x80 |= bits(is(x, (char)0x80)) << shift;
	m->x81 |= bits(is(x, (char)0x81)) << shift;
	m->xa0 |= bits(is(x, (char)0xA0)) << shift;
	m->hidden80 |= bits(within(x, (char)0x8B, 4)) << shift;
	m->hidden81 |= bits(within(x, (char)0xA0, 4)) << shift;
	m->hidden_a0 |= bits(is(x, (char)0x8E)) << shift;
	m->sign |= bits(OR(is(x, (char)0xEF),
			   OR(is(x, (char)0xC2), is(x, (char)0xCD))))
		   << shift;
}

/* Bit i says what byte i - 1 is. */
#define BEFORE(mask) ((m.mask) << 1 | s->mask >> 63)
#define BEFORE2(mask) ((m.mask) << 2 | s->mask >> 62)

uint64_t
rv__mark(const unsigned char *p, struct rv__mark_state *s)
{
	struct masks m = {0};
	uint64_t out, row;

	for (unsigned k = 0; k < 64; k += 16)
		look(p + k, k, &m);
	if (m.high)
		for (unsigned k = 0; k < 64; k += 16)
			look_high(p + k, k, &m);
	out = m.sign;
	out |= m.digit & BEFORE(letter);
	out |= m.letter & BEFORE(digit);
	out |= m.digit & BEFORE(joint) & BEFORE2(digit);
	out |= m.digit & BEFORE(dash);
	row = m.digit & BEFORE(digit);
	out |= row & BEFORE2(digit) & (m.digit << 3 | s->digit >> 61) &
	       (m.digit << 4 | s->digit >> 60);
	out |= m.upper & BEFORE(upper) & BEFORE2(upper);
	out |= m.dash & BEFORE(dash);
	out |= m.hidden80 & BEFORE(x80);
	out |= m.hidden81 & BEFORE(x81);
	out |= m.hidden_a0 & BEFORE(xa0);
	*s = (struct rv__mark_state){
		m.digit, m.letter, m.upper, m.dash, m.joint, m.x80, m.x81, m.xa0,
	};
	return out;
}

bool
rv__mark_base64(const unsigned char *p)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i low = OR(x, _mm_set1_epi8(0x20));

	return bits(OR(OR(within(low, 'a', 25), within(x, '/', 10)),
		       OR(is(x, '+'), OR(is(x, '-'), is(x, '_'))))) == 0xFFFF;
}

#else

uint64_t
rv__mark(const unsigned char *p, struct rv__mark_state *s)
{
	(void)p;
	(void)s;
	return UINT64_MAX;
}

bool
rv__mark_base64(const unsigned char *p)
{
	for (int i = 0; i < 16; i++)
		if (!rv__is((char)p[i], RV__C_BASE64 | RV__C_BASE64URL))
			return false;
	return true;
}

#endif
