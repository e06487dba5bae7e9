/* SPDX-License-Identifier: MIT */
/* Allocations that die together. */
#include "config.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	va_list ap, again;
	char *p;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		n = 0;
	p = rv_arena_alloc(a, (size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	return p;
}

void
rv_arena_release(struct rv_arena *a)
{
	struct rv_arena_block *b = a->head, *next;

	for (; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = RV_ARENA_INIT;
}
