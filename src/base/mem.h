/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_MEM_H
#define RV_BASE_MEM_H

/*
 * Small allocations abort through one hook when memory is gone: nobody
 * recovers a 40-byte failure honestly.  Sizes that come from outside are
 * bounded before they reach this file.  Any thread.
 */

#include <stddef.h>

#include "base/attr.h"

void *rv_malloc(size_t n) RV_MALLOC;
void *rv_calloc(size_t n, size_t size) RV_MALLOC;
void *rv_realloc(void *p, size_t n) RV_NONNULL RV_MUST_CHECK;
char *rv_strdup(const char *s) RV_MALLOC;
char *rv_strndup(const char *s, size_t n) RV_MALLOC;

/* Gives freed memory back to the system, where the C library keeps it. */
void rv_mem_rest(void);

/* printf into a new string that the caller frees. */
char *rv_asprintf(const char *fmt, ...) RV_PRINTF(1, 2) RV_MUST_CHECK;

/*
 * Grows `*arr` (elements of `size` bytes) so that it holds at least `need`;
 * doubles, checks overflow.  Use the macro: rv_grow(&arr, &cap, need).
 */
void rv__grow(void **arr, size_t *cap, size_t need, size_t size);
#define rv_grow(arr, cap, need) \
	rv__grow((void **)(arr), (cap), (need), sizeof(**(arr)))

#endif
