/* SPDX-License-Identifier: MIT */
/* A growing byte buffer with a ceiling. */
#include "config.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* What an empty buffer points to; never written. */
char rv__buf_slop[1];

/* A zeroed struct is a valid empty buffer too. */
static void
settle(struct rv_buf *b)
{
	if (!b->p)
		b->p = rv__buf_slop;
	if (!b->limit)
		b->limit = RV_LIMIT_DEFAULT;
}

static bool
reserve(struct rv_buf *b, size_t n)
{
	size_t want;

	settle(b);
	if (b->overflow || n > b->limit || b->n > b->limit - n) {
		b->overflow = true;
		return false;
	}
	if (b->n + n < b->cap)
		return true;
	want = b->cap ? b->cap : 64;
	while (want <= b->n + n)
		want *= 2;
	b->p = rv_realloc(b->p == rv__buf_slop ? NULL : b->p, want);
	b->cap = want;
	b->p[b->n] = '\0';
	return true;
}

void
rv_buf_init(struct rv_buf *b, size_t limit)
{
	*b = RV_BUF_INIT;
	b->limit = limit;
}

void
rv_buf_release(struct rv_buf *b)
{
	size_t limit = b->limit;

	if (b->p != rv__buf_slop)
		free(b->p);
	rv_buf_init(b, limit);
	settle(b);
}

void
rv_buf_reset(struct rv_buf *b)
{
	settle(b);
	rv_buf_truncate(b, 0);
	b->overflow = false;
}

void
rv_buf_add(struct rv_buf *b, const void *p, size_t n)
{
	if (n == 0 || !reserve(b, n))
		return;
	memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

void
rv_buf_adds(struct rv_buf *b, const char *s)
{
	rv_buf_add(b, s, strlen(s));
}

void
rv_buf_addv(struct rv_buf *b, struct rv_sv v)
{
	rv_buf_add(b, v.p, v.n);
}

void
rv_buf_addc(struct rv_buf *b, char c)
{
	if (!reserve(b, 1))
		return;
	b->p[b->n++] = c;
	b->p[b->n] = '\0';
}

void
rv_buf_addf(struct rv_buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(b, fmt, ap);
	va_end(ap);
}

void
rv_buf_vaddf(struct rv_buf *b, const char *fmt, va_list ap)
{
	va_list again;
	size_t room;
	int n;

	if (!reserve(b, 0))
		return;
	room = b->cap > b->n ? b->cap - b->n : 0;
	va_copy(again, ap);
	n = vsnprintf(room ? b->p + b->n : NULL, room, fmt, ap);
	if (n > 0 && (size_t)n < room && (size_t)n <= b->limit - b->n) {
		b->n += (size_t)n;
	} else if (n > 0) {
		if (room)
			b->p[b->n] = '\0';
		if (reserve(b, (size_t)n)) {
			vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
			b->n += (size_t)n;
		}
	}
	va_end(again);
}

void
rv_buf_add_utf8(struct rv_buf *b, uint32_t cp)
{
	char s[4];
	size_t n;

	if (cp > 0x10FFFF || (cp >= 0xD800 && cp < 0xE000))
		cp = 0xFFFD;
	if (cp < 0x80) {
		s[0] = (char)cp;
		n = 1;
	} else if (cp < 0x800) {
		s[0] = (char)(0xC0 | cp >> 6);
		s[1] = (char)(0x80 | (cp & 63));
		n = 2;
	} else if (cp < 0x10000) {
		s[0] = (char)(0xE0 | cp >> 12);
		s[1] = (char)(0x80 | (cp >> 6 & 63));
		s[2] = (char)(0x80 | (cp & 63));
		n = 3;
	} else {
		s[0] = (char)(0xF0 | cp >> 18);
		s[1] = (char)(0x80 | (cp >> 12 & 63));
		s[2] = (char)(0x80 | (cp >> 6 & 63));
		s[3] = (char)(0x80 | (cp & 63));
		n = 4;
	}
	rv_buf_add(b, s, n);
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void
rv_buf_add_unescaped(struct rv_buf *b, struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++) {
		bool has = v.p[i] == '%' && i + 2 < v.n;
		int hi = has ? hex_digit(v.p[i + 1]) : -1;
		int lo = hi >= 0 ? hex_digit(v.p[i + 2]) : -1;

		rv_buf_addc(b, lo >= 0 ? (char)(hi * 16 + lo) : v.p[i]);
		i += lo >= 0 ? 2 : 0;
	}
}

char *
rv_buf_room(struct rv_buf *b, size_t n)
{
	return reserve(b, n) ? b->p + b->n : NULL;
}

void
rv_buf_took(struct rv_buf *b, size_t n)
{
	if (n == 0)
		return;
	b->n += n;
	b->p[b->n] = '\0';
}

void
rv_buf_truncate(struct rv_buf *b, size_t n)
{
	if (n > b->n || !b->cap)
		return;
	/* also at the same length: bytes from rv_buf_room may stand there */
	b->n = n;
	b->p[n] = '\0';
}

void
rv_buf_erase(struct rv_buf *b, size_t from, size_t n)
{
	if (from >= b->n || n == 0)
		return;
	n = RV_MIN(n, b->n - from);
	memmove(b->p + from, b->p + from + n, b->n - from - n + 1);
	b->n -= n;
}

struct rv_sv
rv_buf_sv(const struct rv_buf *b)
{
	return rv_sv_of(b->p ? b->p : rv__buf_slop, b->n);
}

char *
rv_buf_detach(struct rv_buf *b)
{
	char *p;

	settle(b);
	p = b->p == rv__buf_slop ? rv_strdup("") : b->p;
	rv_buf_init(b, b->limit);
	return p;
}

struct rv_sv
rv_buf_detach_in(struct rv_arena *arena, struct rv_buf *b)
{
	struct rv_sv v = rv_sv_dup_in(arena, rv_buf_sv(b));

	rv_buf_release(b);
	return v;
}
