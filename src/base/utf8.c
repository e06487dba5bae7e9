/* SPDX-License-Identifier: MIT */
/* Validity, lengths and classes of characters. */
#include "config.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

#include <unictype.h>

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
