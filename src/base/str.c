/* SPDX-License-Identifier: MIT */
/* String views. */
#include "config.h"

#include "base/str.h"

#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/num.h"

static bool
is_blank_byte(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

struct rv_sv
rv_sv(const char *s)
{
	return (struct rv_sv){s, s ? strlen(s) : 0};
}

struct rv_sv
rv_sv_of(const char *p, size_t n)
{
	return (struct rv_sv){p, n};
}

bool
rv_sv_eq(struct rv_sv a, struct rv_sv b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool
rv_sv_is(struct rv_sv a, const char *s)
{
	return rv_sv_eq(a, rv_sv(s));
}

int
rv_sv_cmp(struct rv_sv a, struct rv_sv b)
{
	size_t n = RV_MIN(a.n, b.n);
	int c = n ? memcmp(a.p, b.p, n) : 0;

	if (c)
		return c;
	return (a.n > b.n) - (a.n < b.n);
}

bool
rv_sv_starts(struct rv_sv a, struct rv_sv prefix)
{
	return a.n >= prefix.n && rv_sv_eq(rv_sv_of(a.p, prefix.n), prefix);
}

bool
rv_sv_ends(struct rv_sv a, struct rv_sv suffix)
{
	return a.n >= suffix.n &&
	       rv_sv_eq(rv_sv_slice(a, a.n - suffix.n, a.n), suffix);
}

bool
rv_sv_eq_ascii_nocase(struct rv_sv a, struct rv_sv b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return false;
	return true;
}

ptrdiff_t
rv_sv_find(struct rv_sv a, struct rv_sv needle)
{
	const char *p;

	if (needle.n == 0)
		return 0;
	if (a.n < needle.n)
		return -1;
	p = memmem(a.p, a.n, needle.p, needle.n);
	return p ? p - a.p : -1;
}

ptrdiff_t
rv_sv_find_char(struct rv_sv a, char c)
{
	const char *p = a.n ? memchr(a.p, c, a.n) : NULL;

	return p ? p - a.p : -1;
}

bool
rv_sv_has(struct rv_sv a, struct rv_sv needle)
{
	return rv_sv_find(a, needle) >= 0;
}

struct rv_sv
rv_sv_slice(struct rv_sv a, size_t from, size_t to)
{
	to = RV_MIN(to, a.n);
	from = RV_MIN(from, to);
	return rv_sv_of(a.p ? a.p + from : NULL, to - from);
}

struct rv_sv
rv_sv_trim(struct rv_sv a)
{
	size_t i = 0;

	while (i < a.n && is_blank_byte(a.p[i]))
		i++;
	return rv_sv_trim_end(rv_sv_slice(a, i, a.n));
}

struct rv_sv
rv_sv_trim_end(struct rv_sv a)
{
	while (a.n && is_blank_byte(a.p[a.n - 1]))
		a.n--;
	return a;
}

struct rv_sv
rv_sv_trim_lines(struct rv_sv a)
{
	struct rv_sv text = rv_sv_trim(a);
	size_t from = text.n ? (size_t)(text.p - a.p) : 0;

	while (from > 0 && a.p[from - 1] != '\n')
		from--;
	return rv_sv_trim_end(rv_sv_slice(a, from, a.n));
}

bool
rv_sv_next_line(struct rv_sv *rest, struct rv_sv *line)
{
	ptrdiff_t at;

	if (rest->n == 0)
		return false;
	at = rv_sv_find_char(*rest, '\n');
	if (at < 0) {
		*line = *rest;
		*rest = rv_sv_slice(*rest, rest->n, rest->n);
	} else {
		*line = rv_sv_slice(*rest, 0, (size_t)at);
		*rest = rv_sv_slice(*rest, (size_t)at + 1, rest->n);
		if (line->n && line->p[line->n - 1] == '\r')
			line->n--;
	}
	return true;
}

bool
rv_sv_next_part(struct rv_sv *rest, char sep, struct rv_sv *part)
{
	ptrdiff_t at;

	/* A NULL pointer marks the end, so that "a," has an empty last part. */
	if (!rest->p)
		return false;
	at = rv_sv_find_char(*rest, sep);
	if (at < 0) {
		*part = *rest;
		*rest = RV_SV_NONE;
	} else {
		*part = rv_sv_slice(*rest, 0, (size_t)at);
		*rest = rv_sv_slice(*rest, (size_t)at + 1, rest->n);
	}
	return true;
}

bool
rv_sv_to_int(struct rv_sv a, int64_t *out)
{
	bool negative = a.n && a.p[0] == '-';
	int64_t v = 0;

	if (a.n == (size_t)negative)
		return false;
	for (size_t i = negative; i < a.n; i++) {
		int digit = a.p[i] - '0';

		if (digit < 0 || digit > 9)
			return false;
		/* negative throughout: INT64_MIN has no positive twin */
		if (rv_mul_overflow(v, (int64_t)10, &v) ||
		    rv_add_overflow(v, (int64_t)-digit, &v))
			return false;
	}
	if (!negative && v == INT64_MIN)
		return false;
	*out = negative ? v : -v;
	return true;
}

bool
rv_sv_to_double(struct rv_sv a, double *out)
{
	return rv_num_parse_double(a.p, a.n, out);
}

char *
rv_sv_dup(struct rv_sv a)
{
	char *p = rv_malloc(a.n + 1);

	if (a.n)
		memcpy(p, a.p, a.n);
	p[a.n] = '\0';
	return p;
}

struct rv_sv
rv_sv_dup_in(struct rv_arena *arena, struct rv_sv a)
{
	return rv_sv_of(rv_sv_cstr_in(arena, a), a.n);
}

const char *
rv_sv_cstr_in(struct rv_arena *arena, struct rv_sv a)
{
	char *p = rv_arena_alloc(arena, a.n + 1);

	if (a.n)
		memcpy(p, a.p, a.n);
	p[a.n] = '\0';
	return p;
}

size_t
rv_sv_count(struct rv_sv a, char c)
{
	size_t n = 0;

	while (a.n) {
		const char *p = memchr(a.p, c, a.n);

		if (!p)
			break;
		a = rv_sv_of(p + 1, a.n - (size_t)(p + 1 - a.p));
		n++;
	}
	return n;
}

uint64_t
rv_sv_hash(struct rv_sv a)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < a.n; i++) {
		h ^= (unsigned char)a.p[i];
		h *= UINT64_C(0x100000001b3);
	}
	return h;
}
