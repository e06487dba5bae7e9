/* SPDX-License-Identifier: MIT */
/* Machines and persons: addresses, certificate names, cards, mail, phone. */
#include "config.h"

#include <arpa/inet.h>
#include <string.h>

#include "doc/redact_priv.h"

static bool
digit_at(struct rv_sv v, size_t at)
{
	return at < v.n && rv__is(v.p[at], RV__C_DIGIT);
}

/* Loopback, "any", the nets of documentation, masks, and broadcast. */
static bool
is_public_ipv4(const unsigned char b[4])
{
	return b[0] == 127 || b[0] == 0 || b[0] == 255 ||
	       (b[0] == 192 && b[1] == 0 && b[2] == 2) ||
	       (b[0] == 198 && b[1] == 51 && b[2] == 100) ||
	       (b[0] == 203 && b[1] == 0 && b[2] == 113) ||
	       (b[0] == 169 && b[1] == 254 && b[2] == 169 && b[3] == 254);
}

#define NEAR 48 /* bytes of the line that say what a number is */

static bool
has_word(struct rv_sv v, const char *const *words, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (rv_sv_has(v, rv_sv(words[k])))
			return true;
	return false;
}

/* In small letters, and only what is of the line that begins or ends there. */
static struct rv_sv
near(struct rv_sv v, bool before, char *low)
{
	size_t from = 0, n = 0;

	if (before) /* a word begins behind a blank */
		low[n++] = ' ';
	for (size_t i = v.n; before && i > 0 && !from; i--)
		from = v.p[i - 1] == '\n' ? i : 0;
	for (size_t i = from; i < v.n && v.p[i] != '\n'; i++)
		low[n++] = v.p[i] >= 'A' && v.p[i] <= 'Z' ? (char)(v.p[i] + 32)
							  : v.p[i];
	return rv_sv_of(low, n);
}

/*
 * "RFC 5280, 4.2.2.1", "2.34.113.7 of the driver": what the words say, unless
 * they speak of a machine.  "The release to 10.2.3.4" says nothing.
 */
static bool
is_told_version(struct rv_sv v, size_t from, size_t to)
{
	static const char *const machines[] = {
		"server", "host", " ip", "address", "addr", "node", "machine",
		"gateway", "dns", "ping", "ssh", "router", "peer", "endpoint",
		"listen", "connect", "proxy", "firewall", "cluster", "subnet",
		"network", "://", "@", "port ", "vpn", "url", "сервер", "box",
	};
	static const char *const parts[] = {
		"section", "rfc ", "rfc5", "oid", "§", "objectidentifier",
		"chapter", "clause", "dwarf", "standards-version",
		"__version__", "revision",
	};
	char left[NEAR + 1], right[NEAR];
	struct rv_sv before = near(
		rv_sv_slice(v, from > NEAR ? from - NEAR : 0, from), true, left);
	struct rv_sv after = near(
		rv_sv_slice(v, to, RV_MIN(v.n, to + NEAR)), false, right);

	if (has_word(before, parts, ARRAY_LEN(parts)) ||
	    rv_sv_has(after, RV_SV("; urgency=")))
		return !has_word(before, machines, ARRAY_LEN(machines));
	return rv_sv_starts(after, RV_SV(" of the ")) &&
	       !has_word(before, machines, ARRAY_LEN(machines)) &&
	       !has_word(after, machines, ARRAY_LEN(machines));
}

/* "2.5.4.3" and "1.2.840": names of things, by a registry */
static bool
is_oid(const unsigned char b[4])
{
	return (b[0] == 2 && b[1] == 5 && (b[2] == 4 || b[2] == 29)) ||
	       (b[0] == 1 && b[1] == 3 && b[2] == 6 && b[3] == 1);
}

/* "version 1.2.3.4", "v1.2.3.4", "Chrome/120.0.6099.109" */
static bool
is_version(struct rv_sv v, size_t at)
{
	static const char *const before[] = {
		"version", "Version", "ver.", "release", "Release", "build",
		"rev", "§", "section", "Section", "chapter", "OID", "firmware",
		"Firmware", "driver", "Driver", "upgraded to", "updated to",
		"upgrade to", "update to",
	};
	size_t i = at;
	struct rv_sv head;

	if (i && (v.p[i - 1] | 32) == 'v')
		return true;
	if (i > 1 && v.p[i - 1] == '/' && rv__is(v.p[i - 2], RV__C_LETTER))
		for (size_t k = i - 1; k && rv__is(v.p[k - 1], RV__C_NAME); k--)
			if (k > 2 && v.p[k - 2] == '/' && v.p[k - 3] == '/')
				return false;
	if (i > 1 && v.p[i - 1] == '/' && rv__is(v.p[i - 2], RV__C_LETTER))
		return !(i > 2 && v.p[i - 2] == ':');
	while (i && at - i < 4 && rv__one_of(v.p[i - 1], " :=\"'"))
		i--;
	head = rv_sv_slice(v, 0, i);
	for (size_t k = 0; k < ARRAY_LEN(before); k++)
		if (rv_sv_ends(head, rv_sv(before[k])))
			return true;
	/* ">= 1.2.3.4", "==1.2.3.4"; the "=" was passed over */
	if (i < at && rv_sv_find_char(rv_sv_slice(v, i, at), '=') >= 0 && i &&
	    rv__one_of(v.p[i - 1], "<>~!="))
		return true;
	return rv_sv_ends(rv_sv_slice(v, 0, at), RV_SV("==")) ||
	       rv_sv_ends(head, RV_SV("^"));
}

/* "10.0.0.0/8": no machine, as nothing is left of it behind the prefix. */
static bool
is_net(struct rv_sv v, size_t at, const unsigned char b[4])
{
	uint32_t bits = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
			(uint32_t)b[2] << 8 | b[3];
	unsigned n = 0;
	size_t i = at + 1;

	if (at >= v.n || v.p[at] != '/' || !digit_at(v, i))
		return false;
	for (; i < at + 3 && digit_at(v, i); i++)
		n = n * 10 + (unsigned)(v.p[i] - '0');
	return n > 0 && n < 32 && !(bits & (UINT32_MAX >> n));
}

/* "10.0.0.1-10.0.0.9", "10.0.0.1-254" */
static bool
is_range(struct rv_sv v, size_t at)
{
	size_t i = at;

	while (i - at < 16 && (digit_at(v, i) || (i < v.n && v.p[i] == '.')))
		i++;
	return i - at >= 2;
}

bool
rv__rule_ipv4(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	unsigned char b[4];
	size_t i = at;

	while (i && at - i < 3 && rv__is(v.p[i - 1], RV__C_DIGIT))
		i--;
	if (i && (rv__is(v.p[i - 1], RV__C_DIGIT) || v.p[i - 1] == '.' ||
		  !rv__starts(v, i, 0)) &&
	    (v.p[i - 1] | 32) != 'v')
		return false;
	hit->from = i;
	for (int k = 0; k < 4; k++) {
		unsigned n = 0;
		size_t from = i;

		if (k && (i >= v.n || v.p[i++] != '.'))
			return false;
		for (from = i; i - from < 4 && digit_at(v, i); i++)
			n = n * 10 + (unsigned)(v.p[i] - '0');
		if (i == from || n > 255 || (v.p[from] == '0' && i - from > 1))
			return false;
		b[k] = (unsigned char)n;
	}
	hit->to = i;
	/* Neither a longer number nor a part of a name. */
	if (i < v.n && (rv__is(v.p[i], RV__C_WORD) ||
			(v.p[i] == '.' && digit_at(v, i + 1)) ||
			(v.p[i] == '-' && i + 1 < v.n &&
			 rv__is(v.p[i + 1], RV__C_LETTER))))
		return false;
	if (is_public_ipv4(b) || is_oid(b) || is_version(v, hit->from) ||
	    is_net(v, i, b))
		return false;
	if (i + 1 < v.n && v.p[i] == '-' && digit_at(v, i + 1) &&
	    !rv__is(v.p[hit->from ? hit->from - 1 : 0], RV__C_DIGIT) &&
	    !is_range(v, i + 1))
		return false; /* "1.2.7.2-1": a revision */
	return !is_told_version(v, hit->from, i);
}

/* Loopback, "any", documentation (2001:db8::/32), link-local and multicast. */
static bool
is_public_ipv6(const unsigned char b[16])
{
	static const unsigned char zero[15];

	if (!memcmp(b, zero, 15) && b[15] <= 1)
		return true;
	return (b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0D && b[3] == 0xB8) ||
	       b[0] == 0xFF || (b[0] == 0 && b[1] == 0);
}

bool
rv__rule_ipv6(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	const unsigned set = RV__C_ANYHEX;
	unsigned char b[16];
	char text[48];
	size_t from = at, to = at, colons = 0;
	bool letters = false, gap = false;

	while (from && at - from < 40 &&
	       (rv__is(v.p[from - 1], set) || v.p[from - 1] == ':'))
		from--;
	while (to < v.n && to - from < 46 &&
	       (rv__is(v.p[to], set) || v.p[to] == ':' ||
		(v.p[to] == '.' && digit_at(v, to + 1)))) {
		colons += v.p[to] == ':';
		gap |= v.p[to] == ':' && to > from && v.p[to - 1] == ':';
		letters |= rv__is(v.p[to], RV__C_LETTER);
		to++;
	}
	/* Times, ratios and C++ names have no such form. */
	if (colons < 2 || (!gap && colons != 7) || to - from < 4)
		return false;
	if (from && (rv__is(v.p[from - 1], RV__C_NAME) &&
		     !rv__starts(v, from, 0)))
		return false;
	if (to < v.n && rv__is(v.p[to], RV__C_WORD))
		return false;
	while (to > from && (v.p[to - 1] == '.' ||
			     (v.p[to - 1] == ':' && v.p[to - 2] != ':')))
		to--;
	if (to - from >= sizeof(text))
		return false;
	memcpy(text, v.p + from, to - from);
	text[to - from] = 0;
	if (inet_pton(AF_INET6, text, b) != 1 || is_public_ipv6(b))
		return false;
	if (gap && !letters && colons < 4) /* "12::30" */
		return false;
	hit->from = from;
	hit->to = to;
	return colons >= 3 || rv__digits(rv_sv_slice(v, from, to)) >= 2;
}

bool
rv__rule_cn(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	static const char *const issuers[] = { /* of anybody's certificates */
		"Let's Encrypt", "GTS CA", "GTS Root", "ISRG Root", "DigiCert",
		"GlobalSign", "Sectigo", "Amazon RSA", "Amazon Root",
	};
	size_t i = at + 2;
	struct rv_sv s;
	char quote = 0;

	if (!rv__starts(v, at, RV__REDACT_STRICT) && v.p[at - 1] != '/')
		return false;
	if (rv__seen_in(&hit->seen->name, at))
		return false; /* in a name that is masked */
	while (i < v.n && rv__one_of(v.p[i], " ="))
		i++;
	if (i < v.n && rv__one_of(v.p[i], "\"'"))
		quote = v.p[i++];
	hit->from = i;
	for (size_t k = 0; k < ARRAY_LEN(issuers); k++)
		if (rv_sv_starts(rv_sv_slice(v, i, v.n), rv_sv(issuers[k])))
			return false;
	while (i < v.n && i < hit->from + 64 &&
	       (quote ? v.p[i] != quote && v.p[i] != '\n'
		      : !rv__one_of(v.p[i], ",/\n\r\t;\"'`<>()[]{}|+&\\")))
		i++;
	while (i > hit->from && rv__one_of(v.p[i - 1], " ."))
		i--;
	/* Of a sentence only the first word. */
	s = rv_sv_slice(v, hit->from, i);
	if (!quote && (i >= v.n || !rv__one_of(v.p[i], ",/+"))) {
		ptrdiff_t blank = rv_sv_find_char(s, ' ');

		if (blank > 0)
			s.n = (size_t)blank;
	}
	hit->to = hit->from + s.n;
	if (s.n < 2 || rv__stand_in(s) || rv_sv_is(s, "localhost"))
		return false;
	hit->seen->name = (struct rv__span){hit->from, hit->to};
	return true;
}

/* --- cards ------------------------------------------------------------------ */

static bool
luhn(const char *digits, size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned d = (unsigned)(digits[n - 1 - i] - '0');

		if (i % 2 && (d *= 2) > 9)
			d -= 9;
		sum += d;
	}
	return sum % 10 == 0;
}

static bool
is_issuer(const char *d, size_t n)
{
	int two = (d[0] - '0') * 10 + d[1] - '0';
	int four = two * 100 + (d[2] - '0') * 10 + d[3] - '0';

	if (d[0] == '4')
		return n == 13 || n == 16 || n == 19;
	if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) ||
	    (four >= 2200 && four <= 2204))
		return n == 16;
	if (two == 34 || two == 37)
		return n == 15;
	if (two == 36 || two == 38 || (four >= 3000 && four <= 3059))
		return n == 14;
	return (four == 6011 || two == 65 || two == 62 || two == 35) &&
	       n >= 16 && n <= 19;
}

bool
rv__rule_card(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	char digits[20], sep = 0;
	size_t i = at, n = 0, group = 0, groups = 0;

	if (at && (rv__is(v.p[at - 1], RV__C_WORD) ||
		   rv__one_of(v.p[at - 1], ".-+/")))
		return false;
	for (; i < v.n && n < sizeof(digits); i++) {
		if (rv__is(v.p[i], RV__C_DIGIT)) {
			digits[n++] = v.p[i];
			group++;
			continue;
		}
		if ((v.p[i] != ' ' && v.p[i] != '-') || !digit_at(v, i + 1) ||
		    (sep && v.p[i] != sep) || group < 4 || group > 6)
			break;
		sep = v.p[i];
		groups++;
		group = 0;
	}
	if (n < 13 || n > 19 || groups > 4 || (n > 16 && !groups) ||
	    (i < v.n && (rv__is(v.p[i], RV__C_WORD) ||
			 (v.p[i] == '.' && digit_at(v, i + 1)))))
		return false;
	hit->from = at;
	hit->to = i;
	return is_issuer(digits, n) && luhn(digits, n);
}

/* --- by option --------------------------------------------------------------- */

bool
rv__rule_email(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t from = at, to = at + 2, dot = 0;

	while (from && at - from < 80 &&
	       (rv__is(v.p[from - 1], RV__C_NAME) ||
		rv__one_of(v.p[from - 1], "+%") ||
		(unsigned char)v.p[from - 1] >= 0x80))
		from--;
	for (; to < v.n && to - at < 255 &&
	       (rv__is(v.p[to], RV__C_NAME) || (unsigned char)v.p[to] >= 0x80);
	     to++)
		if (v.p[to] == '.')
			dot = to;
	while (to > at && rv__one_of(v.p[to - 1], ".-_"))
		to--;
	if (!dot || dot + 2 >= to || !rv__is(v.p[dot + 1], RV__C_LETTER))
		return false;
	/* 0x80..: only whole characters are taken, as both ends are none. */
	hit->from = from;
	hit->to = to;
	return true;
}

bool
rv__rule_phone(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 1, digits = 0, last = at;

	if (at && rv__is(v.p[at - 1], RV__C_WORD))
		return false;
	for (; i < v.n && i - at < 24; i++) {
		if (rv__is(v.p[i], RV__C_DIGIT)) {
			digits++;
			last = i;
		} else if (!rv__one_of(v.p[i], " -().")) {
			break;
		}
	}
	hit->from = at;
	hit->to = last + 1;
	return digits >= 8 && digits <= 15 &&
	       !(hit->to < v.n && rv__is(v.p[hit->to], RV__C_WORD));
}
