/* SPDX-License-Identifier: MIT */
/* Allocation that cannot fail. */
#include "config.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/num.h"

static void RV_NORETURN
out_of_memory(void)
{
	abort();
}

void *
rv_malloc(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *
rv_calloc(size_t n, size_t size)
{
	void *p = n && size ? calloc(n, size) : calloc(1, 1);

	if (!p)
		out_of_memory();
	return p;
}

void *
rv_realloc(void *p, size_t n)
{
	p = realloc(p, n ? n : 1);
	if (!p)
		out_of_memory();
	return p;
}

char *
rv_strdup(const char *s)
{
	return rv_strndup(s, strlen(s));
}

char *
rv_strndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *p = rv_malloc(len + 1);

	memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

char *
rv_asprintf(const char *fmt, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&p, fmt, ap);
	va_end(ap);
	if (n < 0)
		out_of_memory();
	return p;
}

void
rv__grow(void **arr, size_t *cap, size_t need, size_t size)
{
	size_t want = *cap ? *cap : 8, bytes;
	void *p;

	if (need <= *cap)
		return;
	while (want < need)
		if (rv_mul_overflow(want, (size_t)2, &want))
			out_of_memory();
	if (rv_mul_overflow(want, size, &bytes))
		out_of_memory();
	/* *arr is a pointer of another type: copied, not aliased */
	memcpy(&p, arr, sizeof(p));
	p = rv_realloc(p, bytes);
	memcpy(arr, &p, sizeof(p));
	*cap = want;
}

void
rv_mem_rest(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
#endif
}
