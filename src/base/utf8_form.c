/* SPDX-License-Identifier: MIT */
/* Normal forms: NFC, full case folding, white space as one blank. */
#include "config.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include <unicase.h>
#include <uninorm.h>

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
