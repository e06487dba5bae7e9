/* SPDX-License-Identifier: MIT */
/* Names of secrets: which part of a text is one. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

#define NAME_MOST 80

static char
small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool
is_name(char c)
{
	return rv__is(c, RV__C_NAME);
}

/* What may follow the word in a name: "token2", "SECRET_VALUE", "keyId". */
static bool
tail_fits(struct rv_sv tail, enum rv__key key)
{
	static const char *const tails[] = {
		"value",  "val",   "str",    "string", "text",
		"base64", "b64",  "prod",  "dev",    "live",   "test",
		"hash",	"id",	  "key",   "token",  "secret", "ref",
		"code",	"env",	  "data",  "staging", "production", "old",
		"new",	"keyid",  "var",   "phrase", "word",   "default",
		"s",
		"root",	"admin",  "user",  "header", "keysecret", "com", "keybase",
	};
	char low[24];
	size_t n = 0;

	if (key == RV__KEY_CN)
		return !tail.n;
	if (key == RV__KEY_PIN)
		return !tail.n || rv_sv_eq_ascii_nocase(tail, RV_SV("_code")) ||
		       rv_sv_eq_ascii_nocase(tail, RV_SV("code"));
	if (key == RV__KEY_SERVICE)
		return !tail.n || !rv__is(tail.p[0], RV__C_LETTER) ||
		       (tail.p[0] >= 'A' && tail.p[0] <= 'Z');
	for (size_t i = 0; i < tail.n; i++) {
		if (rv__one_of(tail.p[i], "_-.") || rv__is(tail.p[i], RV__C_DIGIT))
			continue;
		if (n == sizeof(low))
			return false;
		low[n++] = small(tail.p[i]);
	}
	if (!n)
		return true;
	for (size_t k = 0; k < ARRAY_LEN(tails); k++)
		if (tails[k][0] == low[0] && rv_sv_is(rv_sv_of(low, n), tails[k]))
			return true;
	return false;
}

/* Is [at, at + n) a word of its own in the name? "bypass" has no "pass". */
static bool
word_fits(struct rv_sv v, size_t at, size_t n, size_t from, size_t to,
	  enum rv__key key)
{
	bool upper = rv__is(v.p[at], RV__C_UPPER | RV__C_LETTER) &&
		     v.p[at] >= 'A' && v.p[at] <= 'Z';
	bool brief = n < 5 || (n == 5 && key == RV__KEY_PASSWORD);
	bool all_upper = upper && n > 1 && v.p[at + 1] >= 'A' &&
			 v.p[at + 1] <= 'Z';

	if ((unsigned char)v.p[at] >= 0x80 || (n > 5 && key != RV__KEY_SERVICE))
		return true;
	if (at > from && rv__is(v.p[at - 1], RV__C_LETTER)) {
		bool before_upper = v.p[at - 1] >= 'A' && v.p[at - 1] <= 'Z';

		if (key == RV__KEY_SERVICE)
			return upper && !before_upper;
		/* dbPass and DBPASS, not bypass; tokens of any kind */
		if (brief && !(upper && (!before_upper || all_upper)) && !all_upper)
			return false;
		if (brief && all_upper && before_upper && n != 3)
			return false;
	}
	if (brief && at + n < to && rv__is(v.p[at + n], RV__C_LETTER) &&
	    !(v.p[at + n] >= 'A' && v.p[at + n] <= 'Z'))
		return false;
	return true;
}

/* Names of keys and tokens that are public, and of samples. */
static bool
is_other(struct rv_sv name, enum rv__key key)
{
	static const struct {
		struct rv_sv word;
		bool first; /* only in front */
	} others[] = {
		{RV_SV("csrf"), false},	   {RV_SV("xsrf"), false},
		{RV_SV("nexttoken"), false}, {RV_SV("next_token"), false},
		{RV_SV("pagetoken"), false}, {RV_SV("page_token"), false},
		{RV_SV("continuation"), false}, {RV_SV("credentialid"), false},
		{RV_SV("credential_id"), false}, {RV_SV("credentialsid"), false},
		{RV_SV("tokenid"), false},   {RV_SV("non"), true},
		{RV_SV("dummy"), true},	   {RV_SV("fake"), true},
		{RV_SV("mock"), true},	   {RV_SV("invalid"), true},
		{RV_SV("wrong"), true},
	};
	static const struct rv_sv keys[] = {
		RV_SV("primary"), RV_SV("foreign"), RV_SV("public"),
		RV_SV("pub_"),	  RV_SV("partition"), RV_SV("sort"),
		RV_SV("cache"),	  RV_SV("row"),	    RV_SV("idempotency"),
		RV_SV("object"),  RV_SV("shard"),   RV_SV("routing"),
		RV_SV("unique"),  RV_SV("group"),   RV_SV("storage"),
		RV_SV("react"),	  RV_SV("hot"),	    RV_SV("short"),
		RV_SV("trace"),	  RV_SV("_session_id"), RV_SV("turkey"),
		RV_SV("monkey"),  RV_SV("keyid"),   RV_SV("key_id"),
		RV_SV("key-id"),
	};
	char low[NAME_MOST * 2];
	size_t n = RV_MIN(name.n, sizeof(low));
	struct rv_sv l;

	for (size_t i = 0; i < n; i++)
		low[i] = small(name.p[i]);
	l = rv_sv_of(low, n);
	for (size_t k = 0; key != RV__KEY_PASSWORD && k < ARRAY_LEN(others); k++)
		if (n >= others[k].word.n &&
		    (others[k].first ? rv_sv_starts(l, others[k].word)
				     : rv_sv_has(l, others[k].word)))
			return true;
	for (size_t k = 0; key == RV__KEY_WEAK && k < ARRAY_LEN(keys); k++)
		if (n >= keys[k].n && rv_sv_has(l, keys[k]))
			return true;
	return false;
}

/* "arn:aws:secretsmanager:...:secret:name" */
static bool
is_resource(struct rv_sv v, size_t from)
{
	size_t i = from;

	if (!i || v.p[i - 1] != ':')
		return false;
	while (i && from - i < NAME_MOST &&
	       (is_name(v.p[i - 1]) || rv__one_of(v.p[i - 1], ":/")))
		i--;
	return rv_sv_starts(rv_sv_slice(v, i, from), RV_SV("arn:"));
}

/* The name around the word, and what stands before it. */
bool
rv__name_find(struct rv_sv v, size_t at, size_t n, struct rv__pair *x,
	     size_t *end)
{
	size_t from = at, to = at + n, i;

	if (x->language) {
		if (!rv__word_alone(v, at, &to, x->key))
			return false;
		n = to - at;
	}
	while (from && at - from < NAME_MOST && is_name(v.p[from - 1]))
		from--;
	while (to < v.n && to - at < NAME_MOST && is_name(v.p[to]))
		to++;
	while (to > at + n && rv__one_of(v.p[to - 1], ".-"))
		to--;
	if (!tail_fits(rv_sv_slice(v, at + n, to), x->key) ||
	    !word_fits(v, at, n, from, to, x->key))
		return false;
	x->name = rv_sv_slice(v, from, to);
	x->plural = to == at + n + 1 && (v.p[at + n] | 32) == 's';
	if (is_other(x->name, x->key) || is_resource(v, from))
		return false;
	for (i = from; x->key == RV__KEY_WEAK && i && from - i < 14 &&
		       (rv__is(v.p[i - 1], RV__C_LETTER) ||
			(i == from && v.p[i - 1] == ' '));)
		i--;
	if (i < from && is_other(rv_sv_slice(v, i, from), x->key))
		return false; /* "cache key" in two words */
	i = from;
	x->query = i && rv__one_of(v.p[i - 1], "?&");
	while (i && from - i < 60 && rv__one_of(v.p[i - 1], " \t\"'`-*>$"))
		i--;
	x->line_start = !i || rv__one_of(v.p[i - 1], "\n{,[;|");
	if (x->language && x->key == RV__KEY_WEAK && !x->line_start)
		return false; /* "the public key" in their order of words */
	*end = to;
	return true;
}
