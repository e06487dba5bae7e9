/* SPDX-License-Identifier: MIT */
/* Character references. */
#include "config.h"

#include "doc/entity.h"

#include "base/utf8.h"

static const struct {
	const char *name;
	uint32_t cp;
} names[] = {
	{"amp", '&'},	    {"lt", '<'},	{"gt", '>'},
	{"quot", '"'},	    {"apos", '\''},	{"nbsp", 0xA0},
	{"copy", 0xA9},	    {"reg", 0xAE},	{"deg", 0xB0},
	{"middot", 0xB7},   {"times", 0xD7},	{"ndash", 0x2013},
	{"mdash", 0x2014},  {"lsquo", 0x2018},	{"rsquo", 0x2019},
	{"ldquo", 0x201C},  {"rdquo", 0x201D},	{"bull", 0x2022},
	{"hellip", 0x2026}, {"euro", 0x20AC},	{"trade", 0x2122},
	{"larr", 0x2190},   {"uarr", 0x2191},	{"rarr", 0x2192},
	{"darr", 0x2193},
};

static uint32_t
number(struct rv_sv v)
{
	uint32_t base = 10, cp = 0;

	if (v.n && (v.p[0] | 32) == 'x') {
		base = 16;
		v = rv_sv_slice(v, 1, v.n);
	}
	for (size_t i = 0; i < v.n; i++) {
		uint32_t c = (unsigned char)v.p[i];
		uint32_t digit = c <= '9' ? c - '0' : (c | 32) - 'a' + 10;

		if (digit >= base || cp > 0x10FFFF)
			return RV_REPLACEMENT;
		cp = cp * base + digit;
	}
	if (!v.n || cp == 0 || cp > 0x10FFFF || (cp >= 0xD800 && cp < 0xE000))
		return RV_REPLACEMENT;
	return cp;
}

void
rv_entity_decode(struct rv_sv text, struct rv_buf *out)
{
	struct rv_sv name = text;

	if (name.n > 2 && name.p[0] == '&' && name.p[name.n - 1] == ';') {
		name = rv_sv_slice(name, 1, name.n - 1);
		if (name.p[0] == '#') {
			rv_buf_add_utf8(out,
					number(rv_sv_slice(name, 1, name.n)));
			return;
		}
		for (size_t i = 0; i < ARRAY_LEN(names); i++)
			if (rv_sv_is(name, names[i].name)) {
				rv_buf_add_utf8(out, names[i].cp);
				return;
			}
	}
	rv_buf_addv(out, text);
}
