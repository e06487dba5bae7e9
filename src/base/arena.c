/* SPDX-License-Identifier: MIT */
/* Allocations that die together. */
#include "config.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/num.h"

#define ALIGN _Alignof(max_align_t)
#define FIRST_BLOCK ((size_t)1024)
#define BLOCK_MAX ((size_t)256 << 10)

struct rv_arena_block {
	struct rv_arena_block *next;
	size_t used, cap;
	_Alignas(max_align_t) unsigned char bytes[];
};

/*
 * A big piece gets a block of its own behind the head, so that the rest of the
 * head is not lost.
 */
static struct rv_arena_block *
add_block(struct rv_arena *a, size_t n)
{
	struct rv_arena_block *b, *head = a->head;
	size_t cap = head ? head->cap * 2 : FIRST_BLOCK;

	if (cap > BLOCK_MAX)
		cap = BLOCK_MAX;
	if (n > cap / 2 && head) {
		b = rv_calloc(1, sizeof(*b) + n);
		b->cap = n;
		b->next = head->next;
		head->next = b;
		return b;
	}
	if (cap < n)
		cap = n;
	b = rv_calloc(1, sizeof(*b) + cap);
	b->cap = cap;
	b->next = head;
	a->head = b;
	return b;
}

void *
rv_arena_alloc(struct rv_arena *a, size_t n)
{
	struct rv_arena_block *b = a->head;
	void *p;

	if (rv_add_overflow(n ? n : 1, ALIGN - 1, &n))
		abort();
	n &= ~(ALIGN - 1);
	if (!b || b->cap - b->used < n)
		b = add_block(a, n);
	p = b->bytes + b->used;
	b->used += n;
	a->used += n;
	return p;
}

void *
rv_arena_calloc(struct rv_arena *a, size_t n, size_t size)
{
	size_t bytes;

	if (rv_mul_overflow(n, size, &bytes))
		abort();
	return rv_arena_alloc(a, bytes);
}

const char *
rv_arena_printf(struct rv_arena *a, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	const char *s;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	s = rv_sv_cstr_in(a, rv_buf_sv(&b));
	rv_buf_release(&b);
	return s;
}

struct rv_arena_end {
	struct rv_arena_end *next;
	void (*fn)(void *arg);
	void *arg;
};

void
rv_arena_at_end(struct rv_arena *a, void (*fn)(void *arg), void *arg)
{
	struct rv_arena_end *end = rv_arena_new(a, struct rv_arena_end);

	*end = (struct rv_arena_end){a->ends, fn, arg};
	a->ends = end;
}

void
rv_arena_release(struct rv_arena *a)
{
	struct rv_arena_block *b = a->head, *next;

	for (struct rv_arena_end *end = a->ends; end; end = end->next)
		end->fn(end->arg);
	for (; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = RV_ARENA_INIT;
}
