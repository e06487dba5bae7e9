/* SPDX-License-Identifier: MIT */
/* The scanner for secrets and its six rules. */
#include "config.h"

#include "doc/redact.h"

#include <string.h>

#include "base/arena.h"
#include "doc/redact_value.h"

/* Text, the place of the trigger, and the span a rule found. */
struct span {
	size_t from, to;
};

static bool
is_alnum(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static bool
is_upper_or_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

static bool
starts_word(struct rv_sv v, size_t at)
{
	return !at || !(is_alnum(v.p[at - 1]) || v.p[at - 1] == '_');
}

static struct rv_sv
from(struct rv_sv v, size_t at)
{
	return rv_sv_slice(v, at, v.n);
}

static bool
one_of(char c, const char *set)
{
	return c && strchr(set, c) != NULL;
}

/* Moves behind one more line of a key that has no end. */
static bool
key_line(struct rv_sv v, size_t *at)
{
	size_t i = *at, start;

	while (i < v.n && (one_of(v.p[i], " \r\n\t") || v.p[i] == '\\')) {
		i += v.p[i] == '\\' && i + 1 < v.n && one_of(v.p[i + 1], "nr");
		i++;
	}
	start = i;
	while (i < v.n && (is_alnum(v.p[i]) || one_of(v.p[i], "+/=")))
		i++;
	if (i - start < 16)
		return false;
	*at = i;
	return true;
}

/* A PEM block up to its end line, or to the end of what there is of it. */
static bool
match_private_key(struct rv_sv v, size_t at, struct span *s)
{
	struct rv_sv rest = from(v, at), label;
	ptrdiff_t end, tail;

	if (!rv_sv_starts(rest, RV_SV("-----BEGIN ")))
		return false;
	label = from(rest, 11);
	end = rv_sv_find(rv_sv_slice(label, 0, RV_MIN(label.n, (size_t)64)),
			 RV_SV("-----"));
	if (end < 0)
		return false;
	label = rv_sv_slice(label, 0, (size_t)end);
	if (!rv_sv_ends(label, RV_SV("PRIVATE KEY")) &&
	    !rv_sv_ends(label, RV_SV("PRIVATE KEY BLOCK")))
		return false;
	s->from = at;
	s->to = at + 11 + (size_t)end + 5;
	tail = rv_sv_find(from(v, s->to), RV_SV("-----END "));
	if (tail >= 0) {
		s->to += (size_t)tail + 9;
		end = rv_sv_find(from(v, s->to), RV_SV("-----"));
		s->to = end >= 0 && end <= 64 ? s->to + (size_t)end + 5 : s->to;
		return true;
	}
	while (key_line(v, &s->to))
		;
	return true;
}

/* scheme://user:password@host */
static bool
match_url_credentials(struct rv_sv v, size_t at, struct span *s)
{
	size_t i = at + 3, colon = 0;

	if (!at || !is_alnum(v.p[at - 1]) ||
	    !rv_sv_starts(from(v, at), RV_SV("://")))
		return false;
	s->from = i;
	for (; i < v.n && i < at + 512; i++) {
		unsigned char c = (unsigned char)v.p[i];

		if (c <= ' ' || c == '/' || c == '?' || c == '#' ||
		    c == '"' || c == '<' || c == '>' || c == '`')
			return false;
		if (c == ':' && !colon)
			colon = i;
		if (c == '@')
			break;
	}
	if (i >= v.n || v.p[i] != '@')
		return false;
	s->to = i;
	if (colon)
		return i > colon + 1;
	return rv_redact_is_random(rv_sv_slice(v, s->from, i));
}

static bool
match_bearer_token(struct rv_sv v, size_t at, struct span *s)
{
	size_t i = at + 6, gap;

	if (!starts_word(v, at) || v.n - at < 7 ||
	    !rv_sv_eq_ascii_nocase(rv_sv_slice(v, at, i), RV_SV("bearer")))
		return false;
	gap = i;
	while (i < v.n && (v.p[i] == ' ' || v.p[i] == '\t'))
		i++;
	if (i == gap)
		return false;
	s->from = i;
	while (i < v.n && (is_alnum(v.p[i]) || one_of(v.p[i], "-._~+/=")))
		i++;
	s->to = i;
	while (s->to > s->from && v.p[s->to - 1] == '.')
		s->to--;
	return rv_redact_is_random(rv_sv_slice(v, s->from, s->to));
}

static bool
match_aws_key_id(struct rv_sv v, size_t at, struct span *s)
{
	static const char *const prefixes[] = {"AKIA", "ASIA", "ABIA", "ACCA",
					       "AROA", "AIDA"};
	struct rv_sv rest = from(v, at);
	size_t i = at + 4;

	if (!starts_word(v, at) || rest.n < 20)
		return false;
	for (size_t k = 0; k < ARRAY_LEN(prefixes); k++) {
		if (!rv_sv_starts(rest, rv_sv(prefixes[k])))
			continue;
		while (i < v.n && is_upper_or_digit(v.p[i]))
			i++;
		s->from = at;
		s->to = i;
		return i == at + 20 && (i == v.n || !is_alnum(v.p[i]));
	}
	return false;
}

static bool
match_github_token(struct rv_sv v, size_t at, struct span *s)
{
	struct rv_sv rest = from(v, at);
	size_t i = at, least = 30;

	if (rest.n < 24 || !starts_word(v, at))
		return false;
	if (rv_sv_starts(rest, RV_SV("github_pat_")))
		i += 11, least = 22;
	else if (rest.p[1] == 'h' && one_of(rest.p[2], "pousr") &&
		 rest.p[3] == '_')
		i += 4;
	else
		return false;
	s->from = at;
	s->to = i;
	while (s->to < v.n && (is_alnum(v.p[s->to]) || v.p[s->to] == '_'))
		s->to++;
	return s->to - i >= least;
}

static bool
match_secret_value(struct rv_sv v, size_t at, struct span *s)
{
	return rv_redact_value(v, at, &s->from, &s->to);
}

static const struct rule {
	struct rv_sv placeholder;
	const char *triggers;
	bool (*match)(struct rv_sv v, size_t at, struct span *s);
} rules[] = {
#define REDACT(rule, text, chars) {RV_SV(text), chars, match_##rule},
#include "doc/redact.def"
#undef REDACT
};

/* For each byte the set of rules that it triggers. */
struct scan {
	unsigned char set[256];
};

static void
prepare(struct scan *scan)
{
	memset(scan, 0, sizeof(*scan));
	for (size_t k = 0; k < ARRAY_LEN(rules); k++)
		for (const char *c = rules[k].triggers; *c; c++)
			scan->set[(unsigned char)*c] |= (unsigned char)(1 << k);
}

/* First hit at or behind `at`. */
static const struct rule *
next_hit(const struct scan *scan, struct rv_sv v, size_t at, struct span *s)
{
	for (; at < v.n; at++) {
		unsigned set = scan->set[(unsigned char)v.p[at]];

		for (size_t k = 0; set; k++, set >>= 1)
			if ((set & 1) && rules[k].match(v, at, s))
				return &rules[k];
	}
	return NULL;
}

size_t
rv_redact(struct rv_sv text, struct rv_buf *out)
{
	const struct rule *rule;
	struct scan scan;
	struct span s;
	size_t at = 0, hits = 0;

	prepare(&scan);
	while ((rule = next_hit(&scan, text, at, &s))) {
		rv_buf_addv(out, rv_sv_slice(text, at, s.from));
		rv_buf_addv(out, rule->placeholder);
		at = s.to;
		hits++;
	}
	rv_buf_addv(out, from(text, at));
	return hits;
}

struct rv_sv
rv_redact_in(struct rv_arena *arena, struct rv_sv text, size_t *hits)
{
	struct rv_buf out = RV_BUF_INIT;
	struct scan scan;
	struct span s;
	size_t n = 0;

	prepare(&scan);
	if (next_hit(&scan, text, 0, &s)) {
		n = rv_redact(text, &out);
		text = rv_sv_dup_in(arena, rv_buf_sv(&out));
	}
	rv_buf_release(&out);
	if (hits)
		*hits = n;
	return text;
}
