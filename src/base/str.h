/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_STR_H
#define RV_BASE_STR_H

/*
 * String views: borrowed bytes for reading and parsing, not NUL-terminated.
 * An empty view is {NULL, 0} or {p, 0}; both compare equal.  Any thread.
 *
 *	struct rv_sv line, rest = text;
 *	while (rv_sv_next_line(&rest, &line))
 *		if (rv_sv_starts(line, RV_SV("### ")))
 *			...
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct rv_arena;

struct rv_sv {
	const char *p;
	size_t n;
};

#define RV_SV(literal) ((struct rv_sv){(literal), sizeof(literal) - 1})
#define RV_SV_NONE ((struct rv_sv){NULL, 0})
/* For printf("%.*s", RV_SV_ARG(v)). */
#define RV_SV_ARG(v) ((int)(v).n), ((v).p ? (v).p : "")

/* View of a C string; NULL gives the empty view. */
struct rv_sv rv_sv(const char *s);
struct rv_sv rv_sv_of(const char *p, size_t n);

bool rv_sv_eq(struct rv_sv a, struct rv_sv b);
bool rv_sv_is(struct rv_sv a, const char *s);
int rv_sv_cmp(struct rv_sv a, struct rv_sv b);
bool rv_sv_starts(struct rv_sv a, struct rv_sv prefix);
bool rv_sv_ends(struct rv_sv a, struct rv_sv suffix);
/* ASCII case folding only. */
bool rv_sv_eq_ascii_nocase(struct rv_sv a, struct rv_sv b);

/* Index of the first occurrence or -1. */
ptrdiff_t rv_sv_find(struct rv_sv a, struct rv_sv needle);
ptrdiff_t rv_sv_find_char(struct rv_sv a, char c);
bool rv_sv_has(struct rv_sv a, struct rv_sv needle);

struct rv_sv rv_sv_slice(struct rv_sv a, size_t from, size_t to);
struct rv_sv rv_sv_trim(struct rv_sv a); /* ASCII white space, both ends */
struct rv_sv rv_sv_trim_end(struct rv_sv a);
/* Without the blank lines before it and white space behind it: the first line
 * keeps its indentation, which means something in Markdown. */
struct rv_sv rv_sv_trim_lines(struct rv_sv a);

/*
 * Cuts the next line off *rest: false when nothing is left.  The line has
 * neither "\n" nor a "\r" before it.
 */
bool rv_sv_next_line(struct rv_sv *rest, struct rv_sv *line);
/* Cuts the part before the next `sep`; the last part may be empty once. */
bool rv_sv_next_part(struct rv_sv *rest, char sep, struct rv_sv *part);

/* Decimal integer, whole view, no sign but '-'; false when it is not one. */
bool rv_sv_to_int(struct rv_sv a, int64_t *out);
bool rv_sv_to_double(struct rv_sv a, double *out);

char *rv_sv_dup(struct rv_sv a) RV_MALLOC;
struct rv_sv rv_sv_dup_in(struct rv_arena *arena, struct rv_sv a);
/* NUL-terminated copy in the arena. */
const char *rv_sv_cstr_in(struct rv_arena *arena, struct rv_sv a) RV_NONNULL;

/* How often the byte stands in it. */
size_t rv_sv_count(struct rv_sv a, char c);
/* 64-bit FNV-1a, for hash tables, not for identity. */
uint64_t rv_sv_hash(struct rv_sv a);

#endif
