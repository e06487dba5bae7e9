/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_ATTR_H
#define RV_BASE_ATTR_H

/*
 * Compiler attributes and tiny macros.  The only place where an extension of
 * the compiler is named.
 */

#define RV_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define RV_SENTINEL __attribute__((sentinel)) /* its arguments end in NULL */
#define RV_FORMAT_ARG(n) __attribute__((format_arg(n)))
#define RV_MUST_CHECK __attribute__((warn_unused_result))
#define RV_MALLOC __attribute__((malloc, returns_nonnull, warn_unused_result))
#define RV_NONNULL __attribute__((returns_nonnull))
#define RV_NORETURN __attribute__((noreturn))
#define RV_UNUSED __attribute__((unused))
/* Seen from outside a shared module. */
#define RV_EXPORT __attribute__((visibility("default")))

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define RV_MIN(a, b) ((a) < (b) ? (a) : (b))
#define RV_MAX(a, b) ((a) > (b) ? (a) : (b))

#endif
