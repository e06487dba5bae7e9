/* SPDX-License-Identifier: MIT */
/* Names of secrets and their values. */
#include "config.h"

#include <string.h>

#include "doc/redact_priv.h"

#define NAME_MOST 80
#define VALUE_MOST 4096

struct value {
	struct rv_sv name, text;
	enum rv__key key;
	char op;	 /* '=', ':', '>' (an element), ',' (a call), 'w' (word) */
	bool tight;	 /* '=' and no blank beside it */
	bool quoted;
	bool line_start; /* nothing but blanks and quotes before the name */
	bool query;	 /* of an address: '&' ends the value */
	bool elided;	 /* "abc...": only the beginning of it */
	char next;	 /* the character behind */
};

static char
small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_name(char c)
{
	return rv__is(c, RV__C_NAME);
}

static bool
at_most_number(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (!rv__is(v.p[i], RV__C_DIGIT) &&
		    !rv__one_of(v.p[i], ".,_-+eE:/ "))
			return false;
	return true;
}

/* What may follow the word in a name: "token2", "SECRET_VALUE", "keyId". */
static bool
tail_fits(struct rv_sv tail, enum rv__key key)
{
	static const char *const tails[] = {
		"",	"value",  "val",   "str",    "string", "text",
		"base64", "b64",  "prod",  "dev",    "live",   "test",
		"hash",	"id",	  "key",   "token",  "secret", "ref",
		"code",	"env",	  "data",  "staging", "production", "old",
		"new",	"keyid",  "var",   "phrase", "word",   "default",
		"root",	"admin",  "user",  "header", "keysecret", "com",
	};
	char low[24];
	size_t n = 0;

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
	for (size_t k = 0; k < ARRAY_LEN(tails); k++)
		if (rv_sv_is(rv_sv_of(low, n), tails[k]))
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
	bool all_upper = upper && n > 1 && v.p[at + 1] >= 'A' &&
			 v.p[at + 1] <= 'Z';

	if ((unsigned char)v.p[at] >= 0x80 || (n > 5 && key != RV__KEY_SERVICE))
		return true;
	if (at > from && rv__is(v.p[at - 1], RV__C_LETTER)) {
		bool before_upper = v.p[at - 1] >= 'A' && v.p[at - 1] <= 'Z';

		if (key == RV__KEY_SERVICE)
			return upper && !before_upper;
		/* dbPass and DBPASS, not bypass; tokens of any kind */
		if (n < 5 && !(upper && (!before_upper || all_upper)) && !all_upper)
			return false;
		if (n < 5 && all_upper && before_upper && n != 3)
			return false;
	}
	if (n < 5 && at + n < to && rv__is(v.p[at + n], RV__C_LETTER) &&
	    !(v.p[at + n] >= 'A' && v.p[at + n] <= 'Z'))
		return false;
	return true;
}

/* Names of keys and tokens that are public, and of samples. */
static bool
is_other(struct rv_sv name, enum rv__key key)
{
	static const struct {
		const char *word;
		bool first; /* only in front */
	} others[] = {
		{"csrf", false},     {"xsrf", false},	 {"nexttoken", false},
		{"next_token", false}, {"pagetoken", false}, {"page_token", false},
		{"continuation", false}, {"credentialid", false},
		{"credential_id", false}, {"credentialsid", false},
		{"tokenid", false},
		{"non", true},	     {"dummy", true},	 {"fake", true},
		{"mock", true},	     {"invalid", true}, {"wrong", true},
	};
	static const char *const keys[] = {
		"primary", "foreign", "public", "pub_",	 "partition", "sort",
		"cache",   "row",     "idempotency", "object", "shard", "routing",
		"unique",  "group",   "storage", "react",	 "hot",	  "short",
		"trace",   "_session_id", "turkey", "monkey",
	};
	char low[NAME_MOST * 2];
	size_t n = RV_MIN(name.n, sizeof(low));
	struct rv_sv l = rv_sv_of(low, n);

	for (size_t i = 0; i < n; i++)
		low[i] = small(name.p[i]);
	for (size_t k = 0; k < ARRAY_LEN(others); k++)
		if (others[k].first ? rv_sv_starts(l, rv_sv(others[k].word))
				    : rv_sv_has(l, rv_sv(others[k].word)))
			return key != RV__KEY_PASSWORD;
	for (size_t k = 0; key == RV__KEY_WEAK && k < ARRAY_LEN(keys); k++)
		if (rv_sv_has(l, rv_sv(keys[k])))
			return true;
	return false;
}

/* The name around the word, and what stands before it. */
static bool
find_name(struct rv_sv v, size_t at, size_t n, struct value *x, size_t *end)
{
	size_t from = at, to = at + n, i;

	while (from && at - from < NAME_MOST && is_name(v.p[from - 1]))
		from--;
	while (to < v.n && to - at < NAME_MOST && is_name(v.p[to]))
		to++;
	while (to > at + n && rv__one_of(v.p[to - 1], ".-"))
		to--;
	if (!tail_fits(rv_sv_slice(v, at + n, to), x->key) ||
	    !word_fits(v, at, n, from, to, x->key))
		return false;
	/* "tokens", "keys": several of them, or a number of them */
	x->name = rv_sv_slice(v, from, to);
	if (is_other(x->name, x->key))
		return false;
	i = from;
	x->query = i && rv__one_of(v.p[i - 1], "?&");
	while (i && from - i < 60 && rv__one_of(v.p[i - 1], " \t\"'`-*>$"))
		i--;
	x->line_start = !i || rv__one_of(v.p[i - 1], "\n{,[;|");
	*end = to;
	return true;
}

static size_t
blanks(struct rv_sv v, size_t i, size_t most)
{
	size_t from = i;

	while (i < v.n && i - from < most && is_blank(v.p[i]))
		i++;
	return i;
}

static size_t
skip(struct rv_sv v, size_t i, const char *set, size_t most)
{
	size_t from = i;

	while (i < v.n && i - from < most && rv__one_of(v.p[i], set))
		i++;
	return i;
}

/* `name: X, value: "..."`, `key="X" value="..."` */
static size_t
value_link(struct rv_sv v, size_t i)
{
	size_t k = skip(v, i, " \t\r\n,\"'\\", 40);
	struct rv_sv word = rv_sv_slice(v, k, k + 5);

	if (k == i || !rv_sv_eq_ascii_nocase(word, RV_SV("value")))
		return i;
	k = skip(v, k + 5, " \t\"'\\", 4);
	return k < v.n && rv__one_of(v.p[k], ":=") ? k : i;
}

/* "password is hunter2" */
static size_t
verb(struct rv_sv v, size_t i)
{
	static const char *const verbs[] = {
		" is ", " is: ", " was ", " ist ", " lautet ", " это ",
		" is now ", " - ", " — ", " - это ", " is set to ", " to ",
	};
	size_t best = 0;

	for (size_t k = 0; k < ARRAY_LEN(verbs); k++)
		if (rv_sv_starts(rv_sv_slice(v, i, v.n), rv_sv(verbs[k])) &&
		    strlen(verbs[k]) > best)
			best = strlen(verbs[k]);
	return i + best;
}

/* Finds what joins name and value; moves behind it. */
static bool
find_operator(struct rv_sv v, size_t *at, struct value *x)
{
	size_t i = skip(v, *at, "\"'`\\]*)", 6), k, next;
	bool closed = i > *at;

	if ((k = value_link(v, i)) > i) {
		x->op = '=';
		*at = k + 1;
		return true;
	}
	if (x->name.p > v.p && x->name.p[-1] == '<' && i < v.n &&
	    v.p[i] == '>') {
		x->op = '>';
		*at = skip(v, i + 1, " \t\r\n", 64);
		return true;
	}
	if (x->name.p > v.p + 1 && x->name.p[-1] == '-' && i < v.n &&
	    is_blank(v.p[i]) && !closed) {
		x->op = '-'; /* --password VALUE: a name takes its dashes */
	}
	k = blanks(v, i, 40);
	if (k < v.n && v.p[k] == ',' && closed) {
		x->op = ',';
		*at = k + 1;
		return true;
	}
	next = k;
	while (next < v.n && next - k < 4 && rv__one_of(v.p[next], ":=?>|~<-+!"))
		next++;
	if (next > k) {
		struct rv_sv op = rv_sv_slice(v, k, next);
		static const char *const ops[] = {
			"=", ":", ":=", "::=", "?=", "=>", "->", "==", "===",
			"||=", "+=", ":=>", ":==", "<-", "|", "=:", ":::",
		};

		for (size_t q = 0; q < ARRAY_LEN(ops); q++)
			if (rv_sv_is(op, ops[q])) {
				x->op = op.p[op.n - 1] == ':' ? ':' : '=';
				x->tight = k == i && op.n == 1;
				if (op.n > 1 && op.p[0] == '=' &&
				    op.p[1] == '=')
					x->op = '?';
				*at = next;
				return true;
			}
		return false;
	}
	if (x->key <= RV__KEY_SECRET && (k = verb(v, i)) > i) {
		x->op = 'w';
		*at = k;
		return true;
	}
	if (x->name.n > 2 && x->name.p[0] == '-' && x->name.p[1] == '-' &&
	    blanks(v, i, 4) > i && !closed) {
		x->op = '-';
		*at = blanks(v, i, 4);
		return true;
	}
	return false;
}

/* Where a value without quotes ends. */
static bool
ends_value(struct rv_sv v, size_t i, const struct value *x)
{
	char c = v.p[i];

	if (c == '&') {
		size_t k = i + 1;

		if (x->query)
			return true;
		while (k < v.n && is_name(v.p[k]))
			k++;
		return k > i + 1 && k < v.n && v.p[k] == '=';
	}
	if (x->op == '>' && c == '<')
		return true;
	if (rv__one_of(c, "(){}[]|,;<>") && x->key == RV__KEY_PASSWORD &&
	    x->tight && i + 1 < v.n && rv__is(v.p[i + 1], RV__C_ALNUM) &&
	    !rv__one_of(c, ",;<>"))
		return false;
	return rv__one_of(c, " \t\"'`,;<>(){}[]|\\");
}

/* "</name>": an element, and not a placeholder in brackets. */
static bool
closes(struct rv_sv v, size_t i, struct rv_sv name)
{
	i = skip(v, i, " \t\r\n\"'", 64);
	return rv_sv_starts(rv_sv_slice(v, i, v.n), RV_SV("</")) &&
	       rv_sv_starts(rv_sv_slice(v, i + 2, v.n), name);
}

static bool
find_value(struct rv_sv v, size_t at, struct value *x)
{
	static const char *const quotes[] = {"\"", "'", "`", "“", "«", "‘"};
	static const char *const closing[] = {"\"", "'", "`", "”", "»", "’"};
	size_t i = blanks(v, at, x->op == '>' ? 64 : 40), from;
	const char *close = NULL;

	x->tight &= i == at;
	if (i + 1 < v.n && rv__one_of(v.p[i], "brufLB@$") &&
	    rv__one_of(v.p[i + 1], "\"'"))
		i++;
	if (i + 1 < v.n && v.p[i] == '\\' && rv__one_of(v.p[i + 1], "\"'`"))
		i++;
	for (size_t k = 0; k < ARRAY_LEN(quotes) && !close; k++)
		if (rv_sv_starts(rv_sv_slice(v, i, v.n), rv_sv(quotes[k]))) {
			close = closing[k];
			i += strlen(quotes[k]);
			/* three of them, or none between two */
			if (k < 2 && i + 1 < v.n && v.p[i] == quotes[k][0] &&
			    v.p[i + 1] == quotes[k][0])
				i += 2;
		}
	for (from = i; i < v.n && i - from < VALUE_MOST; i++) {
		char c = v.p[i];

		if (c == '\n' || c == '\r')
			break;
		if (close ? rv_sv_starts(rv_sv_slice(v, i, v.n), rv_sv(close))
			  : ends_value(v, i, x))
			break;
	}
	x->next = i < v.n ? v.p[i] : '\n';
	x->quoted = close && i < v.n && v.p[i] == close[0];
	if (x->quoted && i > from && v.p[i - 1] == '\\')
		i--;
	x->elided = i > from + 3 && rv_sv_is(rv_sv_slice(v, i - 3, i), "...");
	if (!close)
		while (i > from && rv__one_of(v.p[i - 1], ".!?:"))
			i--;
	x->text = rv_sv_slice(v, from, i);
	if (x->op == '>' && !closes(v, i, x->name))
		return false;
	return i > from;
}

/* A name of a variable, a type, or a path of such. */
static bool
is_identifier(struct rv_sv v)
{
	bool joined = false;

	for (size_t i = 0; i < v.n; i++) {
		if (rv__one_of(v.p[i], "._-/"))
			joined = true;
		else if (!rv__is(v.p[i], RV__C_LETTER))
			return false;
	}
	return joined;
}

static bool
has_sign(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (rv__one_of(v.p[i], "!@#$%^*~"))
			return true;
	return false;
}

static bool
has_separator(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (rv__one_of(v.p[i], "-_./:"))
			return true;
	return false;
}

/* "jackson-0.11.2", "rc0.15.0_2023" */
static bool
has_version(struct rv_sv v)
{
	for (size_t i = 0; i + 4 < v.n; i++) {
		size_t k = i, dots = 0;

		while (k < v.n && (rv__is(v.p[k], RV__C_DIGIT) ||
				   (v.p[k] == '.' && k > i &&
				    v.p[k - 1] != '.'))) {
			dots += v.p[k] == '.';
			k++;
		}
		if (dots >= 2 && k - i < 12)
			return true;
		i = k > i ? k : i;
	}
	return false;
}

static bool
has_blank(struct rv_sv v)
{
	return rv_sv_find_char(v, ' ') >= 0;
}

static bool
is_place(struct rv_sv v)
{
	return rv_sv_has(v, RV_SV("://")) || rv_sv_starts(v, RV_SV("/")) ||
	       rv_sv_starts(v, RV_SV("./")) || rv_sv_starts(v, RV_SV("~/")) ||
	       rv_sv_has(v, RV_SV(".com")) || rv_sv_has(v, RV_SV(".org"));
}

static bool
password_fits(const struct value *x)
{
	struct rv_sv v = x->text;
	size_t digits = rv__digits(v), letters = 0;

	for (size_t i = 0; i < v.n; i++)
		letters += rv__is(v.p[i], RV__C_LETTER);
	if (v.n < 4 || (has_blank(v) && !x->quoted))
		return false;
	if (x->quoted && x->op != ',' && x->op != '?' && x->op != 'w')
		return !has_blank(v) || (digits && has_sign(v));
	if (rv__one_of(x->next, "([") || is_identifier(v))
		return false;
	if (x->tight && x->op == '=')
		return true;
	if ((v.n >= 6 && letters && digits) ||
	    (v.n >= 20 && rv__entropy(v) > 3.0 && letters < v.n) ||
	    (v.n >= 6 && has_sign(v) && letters))
		return true;
	return (x->op == ':' || x->op == '=' || x->op == '-') &&
	       (digits ||
		(x->line_start && rv__one_of(x->next, "\r\n,}") && v.n >= 6));
}

static bool
secret_fits(const struct value *x)
{
	struct rv_sv v = x->text;
	size_t digits = rv__digits(v);

	if (v.n < 8 || has_blank(v) || is_place(v))
		return false;
	if (x->op == 'w' && v.n < 12)
		return false;
	if (!x->quoted && rv__one_of(x->next, "(["))
		return false;
	if (digits == v.n)
		return v.n >= 16 && x->op != 'w';
	if (rv__uuid(v) || rv__random(v))
		return true;
	if (is_identifier(v) || x->op == 'w')
		return false;
	if (x->op == '=' && digits && v.n >= 16 && rv__entropy(v) >= 3.3 &&
	    !has_separator(v))
		return true;
	return (x->tight || x->quoted) && digits && v.n >= 10 &&
	       rv__entropy(v) >= 3.0;
}

/* "key", "auth" and names of services: much else is called so. */
static bool
weak_fits(const struct value *x)
{
	struct rv_sv v = x->text;

	if (has_blank(v) || is_place(v) || x->op == '?' || x->op == 'w' ||
	    rv__one_of(x->next, "(["))
		return false;
	if (rv__uuid(v))
		return x->key == RV__KEY_SERVICE;
	if (x->key == RV__KEY_SERVICE && v.n < 12)
		return false;
	if (x->key == RV__KEY_WEAK && v.n < 16)
		return false;
	if (rv_sv_find_char(v, '.') >= 0 && rv__digits(v) * 5 < v.n)
		return false;
	return rv__random(v) && rv__digits(v) >= 2 && rv__entropy(v) >= 3.2;
}

static bool
looks_secret(const struct value *x)
{
	struct rv_sv v = x->text;

	if (v.n < 4 || rv__stand_in(v))
		return false;
	if (x->key != RV__KEY_PASSWORD &&
	    ((at_most_number(v) && (v.n < 16 || rv__digits(v) < v.n)) ||
	     x->elided || has_version(v) ||
	     (rv__sequence(v) && !rv__uuid(v))))
		return false;
	switch (x->key) {
	case RV__KEY_PASSWORD:
		return password_fits(x);
	case RV__KEY_SECRET:
		return secret_fits(x);
	case RV__KEY_ID:
		return v.n >= 6 && !has_blank(v) && rv__digits(v) &&
		       (rv__random(v) || rv__uuid(v) || x->quoted || x->tight);
	case RV__KEY_SERVICE:
	case RV__KEY_WEAK:
		return weak_fits(x);
	}
	return false;
}

/* "const token: string = '...'": the type is no value. */
static bool
after_type(struct rv_sv v, size_t *at, const struct value *x)
{
	size_t i = (size_t)(x->text.p - v.p), k;

	for (k = 0; k < x->text.n; k++)
		if (!rv__is(x->text.p[k], RV__C_NAME))
			return false;
	k = skip(v, i + x->text.n, "[]<>?|", 6);
	k = blanks(v, k, 8);
	if (x->op != ':' || k >= v.n || v.p[k] != '=' ||
	    (k + 1 < v.n && v.p[k + 1] == '='))
		return false;
	*at = k + 1;
	return true;
}

bool
rv__value(struct rv_sv v, size_t at, size_t n, enum rv__key key,
	  struct rv__hit *hit)
{
	static const struct {
		const char *rule, *placeholder;
	} names[] = {
		[RV__KEY_PASSWORD] = {"password", "<PASSWORD>"},
		[RV__KEY_SECRET] = {"secret_value", "<SECRET>"},
		[RV__KEY_ID] = {"client_id", "<CLIENT_ID>"},
		[RV__KEY_SERVICE] = {"service_key", "<API_KEY>"},
		[RV__KEY_WEAK] = {"key_value", "<SECRET>"},
	};
	struct value x = {.key = key};
	size_t i;

	if (!find_name(v, at, n, &x, &i) || !find_operator(v, &i, &x) ||
	    !find_value(v, i, &x))
		return false;
	if (x.op == ':' && after_type(v, &i, &x)) {
		x.op = '=';
		if (!find_value(v, i, &x))
			return false;
	}
	if (!looks_secret(&x))
		return false;
	hit->from = (size_t)(x.text.p - v.p);
	hit->to = hit->from + x.text.n;
	hit->rule = names[key].rule;
	hit->placeholder = names[key].placeholder;
	return true;
}
