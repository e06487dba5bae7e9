/* SPDX-License-Identifier: MIT */
/* The grammar of JSON, walked once, with a path of at most two names. */

#include "config.h"

#include "intake/scan.h"

#include <string.h>

struct scanner {
	const char *p, *end;
	struct rv_scan_key *keys;
	size_t n_keys;
};

static void
blanks(struct scanner *s)
{
	while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' ||
				 *s->p == '\n' || *s->p == '\r'))
		s->p++;
}

static bool
is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

static enum rv_scan
escape(struct scanner *s)
{
	if (++s->p >= s->end)
		return RV_SCAN_CUT;
	if (*s->p == 'u') {
		for (int i = 0; i < 4; i++) {
			if (++s->p >= s->end)
				return RV_SCAN_CUT;
			if (!is_hex(*s->p))
				return RV_SCAN_BAD;
		}
	} else if (!*s->p || !strchr("\"\\/bfnrt", *s->p)) {
		return RV_SCAN_BAD;
	}
	s->p++;
	return RV_SCAN_OBJECT;
}

static enum rv_scan
string(struct scanner *s)
{
	s->p++;
	while (s->p < s->end) {
		enum rv_scan r;

		if (*s->p == '"') {
			s->p++;
			return RV_SCAN_OBJECT;
		}
		if (*s->p != '\\') {
			s->p++;
			continue;
		}
		r = escape(s);
		if (r != RV_SCAN_OBJECT)
			return r;
	}
	return RV_SCAN_CUT;
}

static enum rv_scan
literal(struct scanner *s, const char *word)
{
	for (; *word; word++, s->p++) {
		if (s->p >= s->end)
			return RV_SCAN_CUT;
		if (*s->p != *word)
			return RV_SCAN_BAD;
	}
	return RV_SCAN_OBJECT;
}

static size_t
digits(struct scanner *s)
{
	const char *from = s->p;

	while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
		s->p++;
	return (size_t)(s->p - from);
}

static enum rv_scan
number(struct scanner *s)
{
	if (*s->p == '-')
		s->p++;
	if (!digits(s))
		goto none;
	if (s->p < s->end && *s->p == '.') {
		s->p++;
		if (!digits(s))
			goto none;
	}
	if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
		s->p++;
		if (s->p < s->end && (*s->p == '+' || *s->p == '-'))
			s->p++;
		if (!digits(s))
			goto none;
	}
	return RV_SCAN_OBJECT;
none:
	return s->p >= s->end ? RV_SCAN_CUT : RV_SCAN_BAD;
}

static enum rv_scan
scalar(struct scanner *s)
{
	switch (*s->p) {
	case '"':
		return string(s);
	case 't':
		return literal(s, "true");
	case 'f':
		return literal(s, "false");
	case 'n':
		return literal(s, "null");
	default:
		if (*s->p == '-' || (*s->p >= '0' && *s->p <= '9'))
			return number(s);
		return RV_SCAN_BAD;
	}
}

/* The key that `outer`.`inner` (or `inner` alone) asks for, if any. */
static struct rv_scan_key *
wanted(struct scanner *s, struct rv_sv outer, struct rv_sv inner)
{
	for (size_t i = 0; i < s->n_keys; i++) {
		struct rv_sv path = rv_sv(s->keys[i].path);

		if (s->keys[i].raw.p)
			continue;
		if (outer.p) {
			if (path.n != outer.n + 1 + inner.n ||
			    path.p[outer.n] != '.' ||
			    !rv_sv_starts(path, outer))
				continue;
			path = rv_sv_slice(path, outer.n + 1, path.n);
		}
		if (rv_sv_eq(path, inner))
			return &s->keys[i];
	}
	return NULL;
}

/* State of one open container. */
struct level {
	bool object;
	bool named; /* this object is a member of the top one */
	struct rv_sv name;
};

/* Reads `"name" :` and leaves the value next. */
static enum rv_scan
member(struct scanner *s, struct rv_sv *name)
{
	const char *from;
	enum rv_scan r;

	blanks(s);
	if (s->p >= s->end)
		return RV_SCAN_CUT;
	if (*s->p != '"')
		return RV_SCAN_BAD;
	from = s->p + 1;
	r = string(s);
	if (r != RV_SCAN_OBJECT)
		return r;
	*name = rv_sv_of(from, (size_t)(s->p - 1 - from));
	blanks(s);
	if (s->p >= s->end)
		return RV_SCAN_CUT;
	if (*s->p != ':')
		return RV_SCAN_BAD;
	s->p++;
	return RV_SCAN_OBJECT;
}

/* Behind a value: closes what ends here; false when a comma goes on. */
static enum rv_scan
after_value(struct scanner *s, struct level *stack, int *depth, bool *more)
{
	*more = false;
	while (*depth > 0) {
		blanks(s);
		if (s->p >= s->end)
			return RV_SCAN_CUT;
		if (*s->p == ',') {
			s->p++;
			*more = true;
			return RV_SCAN_OBJECT;
		}
		if (*s->p != (stack[*depth - 1].object ? '}' : ']'))
			return RV_SCAN_BAD;
		s->p++;
		(*depth)--;
	}
	return RV_SCAN_OBJECT;
}

/* Opens a container; *empty when it closes at once. */
static enum rv_scan
open_level(struct scanner *s, struct level *stack, int *depth, bool *empty)
{
	char close = *s->p == '{' ? '}' : ']';

	if (*depth == RV_SCAN_DEPTH)
		return RV_SCAN_BAD;
	stack[*depth] = (struct level){.object = *s->p == '{'};
	s->p++;
	blanks(s);
	if (s->p >= s->end)
		return RV_SCAN_CUT;
	*empty = *s->p == close;
	if (*empty)
		s->p++;
	else
		(*depth)++;
	return RV_SCAN_OBJECT;
}

static enum rv_scan
walk(struct scanner *s)
{
	struct level stack[RV_SCAN_DEPTH];
	int depth = 0;

	for (;;) {
		struct rv_sv name = RV_SV_NONE;
		struct rv_scan_key *key = NULL;
		const char *from;
		bool more = false, empty = true;
		enum rv_scan r;

		if (depth && stack[depth - 1].object) {
			r = member(s, &name);
			if (r != RV_SCAN_OBJECT)
				return r;
			if (depth == 1)
				key = wanted(s, RV_SV_NONE, name);
			else if (depth == 2 && stack[1].named)
				key = wanted(s, stack[1].name, name);
		}
		blanks(s);
		if (s->p >= s->end)
			return RV_SCAN_CUT;
		from = s->p;
		if (*s->p == '{' || *s->p == '[') {
			int outer = depth;

			r = open_level(s, stack, &depth, &empty);
			if (r == RV_SCAN_OBJECT && !empty && outer == 1 &&
			    stack[0].object && stack[1].object) {
				stack[1].named = true;
				stack[1].name = name;
			}
		} else {
			r = scalar(s);
		}
		/* Of a container, or when cut, it is only the beginning. */
		if (key && r != RV_SCAN_BAD)
			key->raw = rv_sv_of(from, (size_t)(s->p - from));
		if (r != RV_SCAN_OBJECT)
			return r;
		if (!empty)
			continue;
		r = after_value(s, stack, &depth, &more);
		if (r != RV_SCAN_OBJECT)
			return r;
		if (!more)
			return RV_SCAN_OBJECT;
	}
}

enum rv_scan
rv_scan(struct rv_sv line, struct rv_scan_key *keys, size_t n)
{
	struct scanner s = {line.p, line.p + line.n, keys, n};
	bool object;
	enum rv_scan r;

	for (size_t i = 0; i < n; i++)
		keys[i].raw = RV_SV_NONE;
	if (!line.n)
		return RV_SCAN_BLANK;
	blanks(&s);
	if (s.p >= s.end)
		return RV_SCAN_BLANK;
	object = *s.p == '{';
	r = walk(&s);
	if (r != RV_SCAN_OBJECT)
		return r;
	blanks(&s);
	if (s.p < s.end)
		return RV_SCAN_BAD;
	return object ? RV_SCAN_OBJECT : RV_SCAN_OTHER;
}

struct rv_sv
rv_scan_str(struct rv_sv raw)
{
	if (raw.n < 2 || raw.p[0] != '"' || raw.p[raw.n - 1] != '"')
		return RV_SV_NONE;
	return rv_sv_slice(raw, 1, raw.n - 1);
}
