/* SPDX-License-Identifier: MIT */
/* The output of programs among the lines of a page. */
#include "config.h"

#include "trust/junk.h"

#include <string.h>

#include "base/attr.h"

bool
rv_junk_is_code(struct rv_sv line, char *fence)
{
	line = rv_sv_trim(line);
	if (!rv_sv_starts(line, RV_SV("```")) &&
	    !rv_sv_starts(line, RV_SV("~~~")))
		return *fence != 0;
	if (!*fence)
		*fence = line.p[0];
	else if (*fence == line.p[0])
		*fence = '\0';
	return true;
}

static bool
is_any(struct rv_sv v, size_t i, const char *set)
{
	return i < v.n && v.p[i] && strchr(set, v.p[i]);
}

static size_t
skip(struct rv_sv v, size_t i, const char *set)
{
	while (is_any(v, i, set))
		i++;
	return i;
}

#define DIGITS "0123456789"

/* "0.83", "12.734", behind '=' also "7"; not "1 out of 5", "4.5/5", "21 %". */
static bool
is_measure(struct rv_sv v, size_t from, bool assigned)
{
	size_t i = skip(v, from, "-["), dot = skip(v, i, DIGITS), to = dot;
	struct rv_sv behind;

	if (is_any(v, dot, "."))
		to = skip(v, dot + 1, DIGITS);
	if (to == i || to == dot + 1)
		return false; /* no number, or it ends a sentence */
	behind = rv_sv_slice(v, skip(v, to, " \t"), v.n);
	if (rv_sv_starts(behind, RV_SV("out of ")) ||
	    rv_sv_starts(behind, RV_SV("of ")) || is_any(behind, 0, "/%"))
		return false;
	return assigned || to > dot + 2 ||
	       (to > dot && (i == dot || v.p[i] == '0'));
}

/* Inside of a pair of the sign. */
static bool
is_between(struct rv_sv line, size_t at, char sign)
{
	return rv_sv_count(rv_sv_slice(line, 0, at), sign) % 2 &&
	       rv_sv_find_char(rv_sv_slice(line, at, line.n), sign) >= 0;
}

static bool
is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* A name, its sign and a number that only a program writes. */
static size_t
measure_end(struct rv_sv line, size_t at)
{
	static const char *const names[] = {"score", "similarity", "relevance",
					    "cosine", "embedding"};
	size_t i;

	if (at && is_letter(line.p[at - 1]))
		return 0;
	for (size_t k = 0; k < ARRAY_LEN(names); k++) {
		size_t n = strlen(names[k]);

		if (!rv_sv_eq_ascii_nocase(rv_sv_slice(line, at, at + n),
					   rv_sv(names[k])))
			continue;
		i = skip(line, skip(line, at + n, "\"'"), " \t");
		if (is_any(line, i, ":=") &&
		    is_measure(line, skip(line, i + 1, " \t"),
			       line.p[i] == '='))
			return i + 1;
	}
	return 0;
}

struct rv_sv
rv_junk_noise(struct rv_sv line)
{
	static const char *const whole = "HEARTBEAT_OK";
	static const char *const within = "[object Object]";
	ptrdiff_t at = rv_sv_find(line, rv_sv(within));
	struct rv_sv bare = rv_sv_trim(line);
	size_t to;

	bare = rv_sv_slice(bare, skip(bare, 0, "-*> \t"), bare.n);
	if (rv_sv_is(bare, whole))
		return bare;
	if (at >= 0 && !is_between(line, (size_t)at, '`') &&
	    !is_between(line, (size_t)at, '"'))
		return rv_sv(within);
	for (size_t i = 0; i < line.n; i++)
		if ((to = measure_end(line, i)) && !is_between(line, i, '`'))
			return rv_sv_slice(line, i, to);
	return RV_SV_NONE;
}
