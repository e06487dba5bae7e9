/* SPDX-License-Identifier: MIT */
/* A text with its escapes undone, and the way back. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "doc/redact_priv.h"

static int
hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Signs that tokens have, as quoted-printable writes them. */
static bool
is_quoted_printable(struct rv_sv v, size_t at)
{
	static const char *const codes[] = {"5F", "2D", "2E", "2F", "3D"};
	struct rv_sv code = rv_sv_slice(v, at + 1, at + 3);

	for (size_t k = 0; k < ARRAY_LEN(codes); k++)
		if (rv_sv_is(code, codes[k]))
			return true;
	return false;
}

/*
 * "\u0041": 6, "%41", "\x41", "=5F": the bytes it takes; 0: none.  A text in a
 * text has more than one backslash.
 */
static size_t
number_escape(struct rv_sv v, size_t at, char *c)
{
	size_t digits = 2, i = at + 1;
	int value = 0;

	if (v.p[at] == '=') {
		if (!is_quoted_printable(v, at))
			return 0;
	} else if (v.p[at] == '\\') {
		while (i < v.n && i < at + 4 && v.p[i] == '\\')
			i++;
		if (i >= v.n || (v.p[i] != 'u' && v.p[i] != 'x'))
			return 0;
		digits = v.p[i] == 'u' ? 4 : 2;
		i++;
	} else if (v.p[at] != '%') {
		return 0;
	}
	if (v.n - i < digits)
		return 0;
	for (size_t k = 0; k < digits; k++) {
		int d = hex(v.p[i + k]);

		if (d < 0)
			return 0;
		value = value << 4 | d;
	}
	if (value < 0x20 || value >= 0x7F)
		return 0;
	*c = (char)value;
	return i + digits - at;
}

/* "&#95;", "&#x5f;", "&quot;": the bytes it takes; 0: none. */
static size_t
entity(struct rv_sv v, size_t at, char *c)
{
	static const struct {
		struct rv_sv text;
		char c;
	} names[] = {
		{RV_SV("&quot;"), '"'}, {RV_SV("&apos;"), '\''},
		{RV_SV("&amp;"), '&'},  {RV_SV("&lt;"), '<'},
		{RV_SV("&gt;"), '>'},   {RV_SV("&nbsp;"), ' '},
	};
	struct rv_sv rest = rv_sv_slice(v, at, v.n);
	size_t i = at + 2, from;
	int value = 0, base = 10;

	for (size_t k = 0; k < ARRAY_LEN(names); k++)
		if (rv_sv_starts(rest, names[k].text)) {
			*c = names[k].c;
			return names[k].text.n;
		}
	if (rest.n < 4 || rest.p[1] != '#')
		return 0;
	if ((v.p[i] | 32) == 'x') {
		base = 16;
		i++;
	}
	for (from = i; i < v.n && i - from < 7; i++) {
		int d = hex(v.p[i]);

		if (d < 0 || d >= base)
			break;
		value = RV_MIN(value * base + d, 0xFFFF);
	}
	if (i == from || i >= v.n || v.p[i] != ';' || value >= 0x7F ||
	    (value < 0x20 && value != '\n'))
		return 0;
	*c = (char)value;
	return i + 1 - at;
}

/* A quote, slash or break behind the backslashes of a text in a text. */
static size_t
deep_escape(struct rv_sv v, size_t at, char *c)
{
	static const char from[] = "/\"'nrt", to[] = "/\"'\n\r\t";
	const char *p;
	size_t i = at;

	while (i < v.n && i - at < 7 && v.p[i] == '\\')
		i++;
	if (i == at || i >= v.n || !v.p[i] || !(p = strchr(from, v.p[i])))
		return 0;
	*c = to[p - from];
	return i + 1 - at;
}

/* Length of a character that is not seen. */
static size_t
invisible(struct rv_sv v, size_t at)
{
	static const char *const marks[] = {
		"\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\x8E",
		"\xE2\x80\x8F", "\xE2\x81\xA0", "\xE2\x81\xA1", "\xE2\x81\xA2",
		"\xE2\x81\xA3", "\xE2\x81\xA4", "\xEF\xBB\xBF", "\xC2\xAD",
		"\xE1\xA0\x8E", "\xCD\x8F",
	};

	for (size_t k = 0; k < ARRAY_LEN(marks); k++)
		if (rv_sv_starts(rv_sv_slice(v, at, v.n), rv_sv(marks[k])))
			return strlen(marks[k]);
	return 0;
}

/* Bytes of the escape at `at`, and the character it stands for (0: none). */
static size_t
escape(struct rv_sv v, size_t at, char *c)
{
	size_t n;

	*c = 0;
	if ((unsigned char)v.p[at] >= 0x80)
		return invisible(v, at);
	if (v.p[at] == '&')
		return entity(v, at, c);
	return (n = deep_escape(v, at, c)) ? n : number_escape(v, at, c);
}

static size_t
next_special(struct rv_sv v, size_t at)
{
	for (; at < v.n; at++) {
		unsigned char c = (unsigned char)v.p[at];

		if (c == '\\' || c == '%' || c == '=' || c == '&' || c == 0xE2 || c == 0xEF ||
		    c == 0xC2 || c == 0xE1 || c == 0xCD)
			break;
	}
	return at;
}

/* Only these can hide a token; "\n" and "\"" are met everywhere. */
bool
rv__rule_escape(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	char c;
	size_t n = escape(v, at, &c);

	hit->from = at;
	hit->to = at + n;
	/* In the middle of a pictogram it hides nothing. */
	if ((unsigned char)v.p[at] >= 0x80 &&
	    !(at && rv__is(v.p[at - 1], RV__C_TOKEN)) &&
	    !(at + n < v.n && rv__is(v.p[at + n], RV__C_TOKEN)))
		return false;
	return n && !(v.p[at] == '\\' && n == 2 && v.p[at + 1] != '/');
}

void
rv__view_make(struct rv_sv v, struct rv__view *out)
{
	size_t at = 0;

	*out = (struct rv__view){.text = RV_BUF_INIT};
	while (at < v.n) {
		size_t next = next_special(v, at), n;
		char c;

		rv_buf_addv(&out->text, rv_sv_slice(v, at, next));
		if ((at = next) >= v.n)
			break;
		n = escape(v, at, &c);
		if (!n) {
			rv_buf_addc(&out->text, v.p[at++]);
			continue;
		}
		if (c)
			rv_buf_addc(&out->text, c);
		at += n;
		rv_grow(&out->edits, &out->cap, out->n + 1);
		out->edits[out->n++] =
			(struct rv__edit){out->text.n, at};
	}
}

/* Place in the text of a place in the view; `edge`: before the escape whose
 * character stands there. */
static size_t
place(const struct rv__view *view, size_t at, bool end)
{
	size_t low = 0, high = view->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (view->edits[mid].view <= at)
			low = mid + 1;
		else
			high = mid;
	}
	/* An end lies before what is dropped behind it. */
	while (end && low && view->edits[low - 1].view == at && low > 1 &&
	       view->edits[low - 2].view == at)
		low--;
	if (!low)
		return at;
	return view->edits[low - 1].raw + (at - view->edits[low - 1].view);
}

void
rv__view_map(const struct rv__view *view, struct rv__hit *hit)
{
	hit->from = place(view, hit->from, false);
	/* Behind the last character of it, which may be an escape. */
	hit->to = place(view, hit->to, true);
}

void
rv__view_release(struct rv__view *view)
{
	rv_buf_release(&view->text);
	free(view->edits);
	*view = (struct rv__view){.text = RV_BUF_INIT};
}
