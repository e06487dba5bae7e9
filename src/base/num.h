/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_NUM_H
#define RV_BASE_NUM_H

/*
 * Numbers as text in the C locale, whatever the locale of the program is, and
 * arithmetic that says when it overflows.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RV_DOUBLE_MAX_TEXT 40

/* The whole of p[0..n) as a finite decimal number; false when it is not. */
bool rv_num_parse_double(const char *p, size_t n, double *out);
/* "%.6g" with a point; returns the length. */
size_t rv_num_print_double(double d, char out[RV_DOUBLE_MAX_TEXT]);

/* true when the result does not fit; *out is then unspecified. */
#define rv_add_overflow(a, b, out) __builtin_add_overflow((a), (b), (out))
#define rv_mul_overflow(a, b, out) __builtin_mul_overflow((a), (b), (out))

#endif
