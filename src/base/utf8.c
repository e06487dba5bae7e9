/* SPDX-License-Identifier: MIT */
/* Validity, normal forms and classes of characters. */
#include "config.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* First byte at or behind i that is not ASCII; every message passes here. */
size_t
rv_utf8_skip_ascii(struct rv_sv v, size_t i)
{
	uint64_t w;

	for (; v.n - i >= sizeof(w); i += sizeof(w)) {
		memcpy(&w, v.p + i, sizeof(w));
		if (w & HIGH_BITS)
			break;
	}
	while (i < v.n && (unsigned char)v.p[i] < 0x80)
		i++;
	return i;
}

/*
 * Length of the well-formed sequence at p, or minus the length of the maximal
 * part of a malformed one (Unicode 3.9, table 3-7).
 */
static int
sequence(const unsigned char *p, size_t n)
{
	unsigned lead = p[0], low = 0x80, high = 0xBF;
	int len, i;

	if (lead < 0x80)
		return 1;
	if (lead < 0xC2 || lead > 0xF4)
		return -1;
	len = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
	if (lead == 0xE0)
		low = 0xA0;
	else if (lead == 0xED)
		high = 0x9F;
	else if (lead == 0xF0)
		low = 0x90;
	else if (lead == 0xF4)
		high = 0x8F;
	for (i = 1; i < len; i++) {
		if ((size_t)i >= n || p[i] < low || p[i] > high)
			return -i;
		low = 0x80;
		high = 0xBF;
	}
	return len;
}

uint32_t
rv_utf8_next(struct rv_sv v, size_t *i)
{
	const unsigned char *p = (const unsigned char *)v.p + *i;
	int len;

	if (p[0] < 0x80) {
		(*i)++;
		return p[0];
	}
	len = sequence(p, v.n - *i);
	if (len < 0) {
		*i += (size_t)-len;
		return RV_REPLACEMENT;
	}
	*i += (size_t)len;
	if (len == 2)
		return (uint32_t)(p[0] & 31) << 6 | (p[1] & 63);
	if (len == 3)
		return (uint32_t)(p[0] & 15) << 12 |
		       (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
	return (uint32_t)(p[0] & 7) << 18 | (uint32_t)(p[1] & 63) << 12 |
	       (uint32_t)(p[2] & 63) << 6 | (p[3] & 63);
}

bool
rv_utf8_valid(struct rv_sv v)
{
	size_t i = 0;

	while ((i = rv_utf8_skip_ascii(v, i)) < v.n) {
		int len = sequence((const unsigned char *)v.p + i, v.n - i);

		if (len < 0)
			return false;
		i += (size_t)len;
	}
	return true;
}

size_t
rv_utf8_mend(struct rv_sv v, struct rv_buf *out)
{
	const char *nul = v.n ? memchr(v.p, '\0', v.n) : NULL;
	size_t good = 0, i = 0, count = 0;

	while (i < v.n) {
		int len = 1;

		if (!nul) {
			i = rv_utf8_skip_ascii(v, i);
			if (i == v.n)
				break;
		}
		if (v.p[i] == '\0')
			len = -1;
		else
			len = sequence((const unsigned char *)v.p + i, v.n - i);
		if (len > 0) {
			i += (size_t)len;
			continue;
		}
		rv_buf_add(out, v.p + good, i - good);
		rv_buf_add_utf8(out, RV_REPLACEMENT);
		count++;
		i += (size_t)-len;
		good = i;
	}
	if (v.n > good)
		rv_buf_add(out, v.p + good, v.n - good);
	return count;
}

size_t
rv_utf8_floor(struct rv_sv v, size_t n)
{
	size_t i, start;

	if (n >= v.n)
		return v.n;
	/* the character that holds byte n began at most three bytes before */
	start = n > 3 ? n - 3 : 0;
	for (i = n; i > start && ((unsigned char)v.p[i] & 0xC0) == 0x80;)
		i--;
	if (i < n) {
		int len = sequence((const unsigned char *)v.p + i, v.n - i);

		if (i + (size_t)abs(len) > n)
			return i;
	}
	return n;
}

size_t
rv_utf16_len(struct rv_sv v)
{
	size_t i = 0, n = 0, next;

	while (i < v.n) {
		next = rv_utf8_skip_ascii(v, i);
		n += next - i;
		i = next;
		if (i < v.n)
			n += rv_utf8_next(v, &i) > 0xFFFF ? 2 : 1;
	}
	return n;
}

size_t
rv_utf8_count(struct rv_sv v)
{
	size_t i = 0, n = 0, next;

	while (i < v.n) {
		next = rv_utf8_skip_ascii(v, i);
		n += next - i;
		i = next;
		if (i < v.n) {
			(void)rv_utf8_next(v, &i);
			n++;
		}
	}
	return n;
}

/* U+302A to U+302F and U+3099, U+309A: the marks among U+3000 to U+9FFF. */
static bool
is_kana_mark(const unsigned char *p)
{
	return p[0] == 0xE3 &&
	       ((p[1] == 0x80 && p[2] >= 0xAA && p[2] <= 0xAF) ||
		(p[1] == 0x82 && (p[2] == 0x99 || p[2] == 0x9A)));
}

/*
 * True when valid text is surely in NFC: ASCII, Latin up to U+02FF, Cyrillic
 * letters, dashes and quotes, kana, ideographs, none of which composes.
 */
static bool
surely_nfc(struct rv_sv v)
{
	const unsigned char *p = (const unsigned char *)v.p;
	size_t i = 0;

	while ((i = rv_utf8_skip_ascii(v, i)) < v.n) {
		if (p[i] <= 0xCB || p[i] == 0xD0 || p[i] == 0xD1)
			i += 2;
		else if (p[i] >= 0xE3 && p[i] <= 0xE9 && !is_kana_mark(p + i))
			i += 3;
		else if (p[i] == 0xE2 && p[i + 1] == 0x80 && p[i + 2] > 0x81)
			i += 3;
		else
			return false;
	}
	return true;
}

static void
add_nfc(struct rv_sv v, struct rv_buf *out)
{
	size_t n = 0;
	uint8_t *s;

	if (surely_nfc(v)) {
		rv_buf_addv(out, v);
		return;
	}
	s = u8_normalize(UNINORM_NFC, (const uint8_t *)v.p, v.n, NULL, &n);
	if (s)
		rv_buf_add(out, s, n);
	free(s);
}

/* Folds what surely_nfc lets through, or says 0 where that is not enough. */
static uint32_t
simple_fold(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= 'A' && cp <= 'Z' ? cp + 32 : cp;
	if (cp < 0x100) {
		if (cp == 0xB5 || cp == 0xDF)
			return 0;
		return cp >= 0xC0 && cp <= 0xDE && cp != 0xD7 ? cp + 32 : cp;
	}
	if (cp >= 0x400 && cp < 0x480) {
		if (cp < 0x430)
			return cp < 0x410 ? cp + 80 : cp + 32;
		return cp >= 0x460 && cp % 2 == 0 ? cp + 1 : cp;
	}
	return cp < 0x2000 ? 0 : cp;
}

/* Every simple folding is as long as what it folds. */
static bool
fold_simply(struct rv_sv v, struct rv_buf *out)
{
	char *p;
	size_t i = 0;

	if (!surely_nfc(v) || !(p = rv_buf_room(out, v.n)))
		return false;
	while (i < v.n) {
		size_t at = i;
		uint32_t cp = rv_utf8_next(v, &i), folded;

		folded = cp ? simple_fold(cp) : 0;
		if (!folded && cp)
			return false;
		if (cp < 0x80) {
			p[at] = (char)folded;
		} else if (cp < 0x800) {
			p[at] = (char)(0xC0 | folded >> 6);
			p[at + 1] = (char)(0x80 | (folded & 63));
		} else {
			memcpy(p + at, v.p + at, i - at);
		}
	}
	rv_buf_took(out, v.n);
	return true;
}

static void
add_fold(struct rv_sv v, struct rv_buf *out)
{
	size_t n = 0;
	uint8_t *s;

	if (fold_simply(v, out))
		return;
	s = u8_casefold((const uint8_t *)v.p, v.n, NULL, UNINORM_NFC, NULL, &n);
	if (s)
		rv_buf_add(out, s, n);
	free(s);
}

/* libunistring refuses malformed text as a whole; we mend it. */
static void
with_valid(struct rv_sv v, struct rv_buf *out,
	   void (*add)(struct rv_sv, struct rv_buf *))
{
	struct rv_buf mended = RV_BUF_INIT;

	if (v.n == 0)
		return;
	if (rv_utf8_valid(v)) {
		add(v, out);
		return;
	}
	rv_utf8_mend(v, &mended);
	add(rv_buf_sv(&mended), out);
	rv_buf_release(&mended);
}

void
rv_utf8_nfc(struct rv_sv v, struct rv_buf *out)
{
	with_valid(v, out, add_nfc);
}

void
rv_utf8_fold(struct rv_sv v, struct rv_buf *out)
{
	with_valid(v, out, add_fold);
}

/* Differ already in what both have as plain letters? */
static bool
far_apart(struct rv_sv a, struct rv_sv b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++) {
		unsigned char x = (unsigned char)a.p[i];
		unsigned char y = (unsigned char)b.p[i];

		if ((x | y) & 0x80)
			return false;
		if ((x >= 'A' && x <= 'Z' ? x + 32 : x) !=
		    (y >= 'A' && y <= 'Z' ? y + 32 : y))
			/* the letter before may be half of a composed one */
			return i + 1 < a.n && i + 1 < b.n &&
			       !((a.p[i + 1] | b.p[i + 1]) & 0x80);
	}
	return false;
}

bool
rv_utf8_same_folded(struct rv_sv a, struct rv_sv b)
{
	struct rv_buf x = RV_BUF_INIT, y = RV_BUF_INIT;
	bool same = !far_apart(a, b) && rv_utf8_valid(a) && rv_utf8_valid(b);

	if (same) {
		rv_utf8_fold(a, &x);
		rv_utf8_fold(b, &y);
		same = rv_sv_eq(rv_buf_sv(&x), rv_buf_sv(&y));
	}
	rv_buf_release(&x);
	rv_buf_release(&y);
	return same;
}

/* Bytes of the white space at i: 0 when it is none. */
static size_t
space_len(struct rv_sv v, size_t i)
{
	size_t next = i;
	unsigned char c = (unsigned char)v.p[i];

	if (c < 0x80)
		return rv_is_space(c);
	/* the first bytes of U+0085, U+00A0, U+1680, U+2000 and U+3000 */
	if (c != 0xC2 && (c < 0xE1 || c > 0xE3))
		return 0;
	return rv_is_space(rv_utf8_next(v, &next)) ? next - i : 0;
}

/* ASCII text is NFC as it is. */
static void
collapse_ascii(struct rv_sv v, struct rv_buf *out)
{
	char *to = rv_buf_room(out, v.n + 1);
	size_t n = 0;
	bool gap = false;

	for (size_t i = 0; to && i < v.n; i++) {
		unsigned char c = (unsigned char)v.p[i];

		if (c == ' ' || (c >= '\t' && c <= '\r')) {
			gap = n > 0;
			continue;
		}
		if (gap)
			to[n++] = ' ';
		gap = false;
		to[n++] = (char)c;
	}
	rv_buf_took(out, n);
}

void
rv_utf8_collapse(struct rv_sv v, struct rv_buf *out)
{
	struct rv_buf nfc = RV_BUF_INIT;
	struct rv_sv s;
	size_t i = 0, from, n;
	bool any = false;

	if (rv_utf8_skip_ascii(v, 0) == v.n) {
		collapse_ascii(v, out);
		return;
	}
	rv_utf8_nfc(v, &nfc);
	s = rv_buf_sv(&nfc);
	while (i < s.n) {
		from = i;
		while (i < s.n && !(n = space_len(s, i)))
			i++;
		if (i > from) {
			if (any)
				rv_buf_addc(out, ' ');
			rv_buf_add(out, s.p + from, i - from);
			any = true;
		}
		while (i < s.n && (n = space_len(s, i)))
			i += n;
	}
	rv_buf_release(&nfc);
}

bool
rv_is_space(uint32_t cp)
{
	if (cp < 0x80)
		return cp == ' ' || (cp >= '\t' && cp <= '\r');
	return uc_is_property_white_space(cp);
}

bool
rv_is_letter(uint32_t cp)
{
	if (cp < 0x80)
		return (cp | 32) >= 'a' && (cp | 32) <= 'z';
	return uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_L);
}

bool
rv_is_digit(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= '0' && cp <= '9';
	return uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_Nd);
}

bool
rv_is_number(uint32_t cp)
{
	return rv_is_digit(cp) ||
	       (cp >= 0x80 &&
		uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_N));
}

bool
rv_is_upper(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= 'A' && cp <= 'Z';
	return uc_is_general_category_withtable(
		cp, UC_CATEGORY_MASK_Lu | UC_CATEGORY_MASK_Lt);
}

bool
rv_is_mark(uint32_t cp)
{
	return cp >= 0x300 &&
	       uc_is_general_category_withtable(cp, UC_CATEGORY_MASK_M);
}

bool
rv_is_cjk(uint32_t cp)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {
		{0x1100, 0x11FF},   {0x3005, 0x3007},	{0x3021, 0x3029},
		{0x3031, 0x3035},   {0x3041, 0x3096},	{0x309D, 0x309F},
		{0x30A1, 0x30FA},   {0x30FC, 0x30FF},	{0x3131, 0x318E},
		{0x31F0, 0x31FF},   {0x3400, 0x4DBF},	{0x4E00, 0x9FFF},
		{0xA960, 0xA97C},   {0xAC00, 0xD7FB},	{0xF900, 0xFAD9},
		{0xFF66, 0xFFDC},   {0x1AFF0, 0x1B16F}, {0x20000, 0x3FFFD},
	};

	if (cp < ranges[0].from)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ranges) && cp >= ranges[i].from; i++)
		if (cp <= ranges[i].to)
			return true;
	return false;
}
