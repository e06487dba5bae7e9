/* SPDX-License-Identifier: MIT */
/* Names and values of secrets. */
#include "config.h"

#include "doc/redact_value.h"

#include <string.h>

#define KEY_MAX 64
#define VALUE_MAX 1024

enum key_class { KEY_NONE, KEY_PASSWORD, KEY_OTHER };

/* The end of a name, in small letters and without separators. */
static const struct name {
	const char *end;
	enum key_class class;
	bool alone; /* only as a whole word of the name */
} names[] = {
	{"password", KEY_PASSWORD, false},  {"passwd", KEY_PASSWORD, false},
	{"passphrase", KEY_PASSWORD, false}, {"passcode", KEY_PASSWORD, false},
	{"pwd", KEY_PASSWORD, true},	    {"pass", KEY_PASSWORD, true},
	{"secret", KEY_OTHER, false},	    {"token", KEY_OTHER, false},
	{"apikey", KEY_OTHER, false},	    {"secretkey", KEY_OTHER, false},
	{"accesskey", KEY_OTHER, false},    {"privatekey", KEY_OTHER, false},
	{"authkey", KEY_OTHER, false},	    {"signingkey", KEY_OTHER, false},
	{"encryptionkey", KEY_OTHER, false}, {"masterkey", KEY_OTHER, false},
	{"accountkey", KEY_OTHER, false},   {"credential", KEY_OTHER, true},
	{"credentials", KEY_OTHER, true},
};

/* What people write where a secret would stand. */
static const char *const not_values[] = {
	"null",	    "none",	"nil",	    "true",	"false",
	"undefined", "required", "optional", "string",	"password",
	"secret",   "token",	"expired",  "invalid",	"missing",
	"unknown",  "changed",	"reset",    "done",	"empty",
	"redacted", "hidden",	"masked",   "value",	"wrong",
	"correct",  "here",	"example",  "text",	"bearer",
};

struct value {
	struct rv_sv text;
	bool equals; /* '=' and no blank beside it */
	bool quoted;
	bool line_start; /* nothing but blanks and quotes before the name */
	char next;	 /* the character behind */
	enum key_class key;
};

static bool
is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
one_of(char c, const char *set)
{
	return c && strchr(set, c) != NULL;
}

bool
rv_redact_is_random(struct rv_sv v)
{
	size_t letters = 0, digits = 0;

	for (size_t i = 0; i < v.n; i++) {
		letters += is_letter(v.p[i]);
		digits += is_digit(v.p[i]);
	}
	return v.n >= 20 || (v.n >= 8 && letters && digits);
}

/* Small letters of the name without separators; *word is where the last word
 * of it begins. */
static size_t
normalise(struct rv_sv name, char plain[KEY_MAX], size_t *word)
{
	size_t n = 0;

	*word = 0;
	for (size_t i = 0; i < name.n && n < KEY_MAX; i++) {
		char c = name.p[i];
		bool upper = c >= 'A' && c <= 'Z';

		if (one_of(c, "_-. ")) {
			*word = n;
			continue;
		}
		if (upper && i && name.p[i - 1] >= 'a' && name.p[i - 1] <= 'z')
			*word = n;
		plain[n++] = (char)(upper ? c + 32 : c);
	}
	return n;
}

static enum key_class
classify(struct rv_sv name)
{
	char plain[KEY_MAX];
	size_t word, n = normalise(name, plain, &word);
	struct rv_sv v = rv_sv_of(plain, n);

	for (size_t k = 0; k < ARRAY_LEN(names); k++)
		if (rv_sv_ends(v, rv_sv(names[k].end)) &&
		    (!names[k].alone || word + strlen(names[k].end) == n))
			return names[k].class;
	return KEY_NONE;
}

static bool
is_name(char c)
{
	return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
}

/* The name that ends before `at`; "API key" are two words and one name. */
static enum key_class
key_before(struct rv_sv v, size_t at, bool *line_start, bool *blank)
{
	size_t end = at, from;
	enum key_class class;

	if (end && v.p[end - 1] == ':' && v.p[at] == '=')
		end--;
	*blank = end && v.p[end - 1] == ' ';
	while (end && end + 3 > at && v.p[end - 1] == ' ')
		end--;
	while (end && at - end < 6 && one_of(v.p[end - 1], "\"'`\\]*"))
		end--;
	for (from = end; from && end - from < KEY_MAX && is_name(v.p[from - 1]);)
		from--;
	if (from == end)
		return KEY_NONE;
	class = classify(rv_sv_slice(v, from, end));
	if (class == KEY_NONE && from > 7 && v.p[from - 1] == ' ') {
		size_t k = --from;

		while (k && end - k < KEY_MAX && is_letter(v.p[k - 1]))
			k--;
		class = classify(rv_sv_slice(v, k, end));
		from = k;
	}
	while (from && one_of(v.p[from - 1], " \t\"'`-*"))
		from--;
	*line_start = !from || one_of(v.p[from - 1], "\n{,[");
	return class;
}

/* Finds the value behind the sign; false when there is none. */
static bool
value_after(struct rv_sv v, size_t at, struct value *out, bool blank)
{
	size_t i = at + 1, from;
	char quote = 0;

	if (i < v.n && v.p[at] == '=' && v.p[i] == '>')
		i++;
	from = i;
	while (i < v.n && i < from + 8 && (v.p[i] == ' ' || v.p[i] == '\t'))
		i++;
	out->equals = v.p[at] == '=' && i == at + 1 && !blank;
	if (i + 1 < v.n && v.p[i] == '\\' && one_of(v.p[i + 1], "\"'"))
		i++;
	if (i < v.n && one_of(v.p[i], "\"'`"))
		quote = v.p[i++];
	for (from = i; i < v.n && i < from + VALUE_MAX; i++) {
		char c = v.p[i];

		if (c == '\n' || c == '\r' || c == quote)
			break;
		if (!quote && one_of(c, " \t\"'`,;&<>(){}[]|\\"))
			break;
	}
	out->quoted = quote && i < v.n && v.p[i] == quote;
	if (out->quoted && i > from && v.p[i - 1] == '\\')
		i--;
	out->next = '\n';
	if (i < v.n)
		out->next = v.p[i];
	if (!quote)
		while (i > from && one_of(v.p[i - 1], ".!?:"))
			i--;
	out->text = rv_sv_slice(v, from, i);
	return i > from;
}

static bool
is_stand_in(struct rv_sv v)
{
	bool same = true;

	for (size_t i = 1; i < v.n; i++)
		same &= v.p[i] == v.p[0];
	if (same || one_of(v.p[0], "<*") || rv_sv_starts(v, RV_SV("${")) ||
	    rv_sv_starts(v, RV_SV("{{")) || rv_sv_starts(v, RV_SV("%(")) ||
	    rv_sv_starts(v, RV_SV("...")))
		return true;
	for (size_t k = 0; k < ARRAY_LEN(not_values); k++)
		if (rv_sv_eq_ascii_nocase(v, rv_sv(not_values[k])))
			return true;
	return v.p[0] == '$' && !rv_redact_is_random(v);
}

/* A name of a variable or a path of such: words of small or of large letters
 * joined by dots and low lines. */
static bool
is_identifier(struct rv_sv v)
{
	bool joined = false;

	for (size_t i = 0; i < v.n; i++) {
		if (v.p[i] == '.' || v.p[i] == '_')
			joined = true;
		else if (!is_letter(v.p[i]))
			return false;
	}
	return joined;
}

static bool
has_symbol(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (one_of(v.p[i], "!@#$%^*~"))
			return true;
	return false;
}

static bool
looks_secret(const struct value *x)
{
	struct rv_sv v = x->text;
	size_t letters = 0, digits = 0;

	if (v.n < 4 || is_stand_in(v))
		return false;
	for (size_t i = 0; i < v.n; i++) {
		letters += is_letter(v.p[i]);
		digits += is_digit(v.p[i]);
	}
	if (x->key == KEY_OTHER && digits == v.n && v.n < 16)
		return false;
	if (x->quoted)
		return v.n >= 8 || digits || x->key == KEY_PASSWORD;
	if (one_of(x->next, "([") || is_identifier(v))
		return false;
	if (x->equals)
		return true;
	if ((v.n >= 6 && letters && digits) || v.n >= 20 ||
	    (v.n >= 6 && has_symbol(v)))
		return true;
	return x->key == KEY_PASSWORD &&
	       (digits || (x->line_start && one_of(x->next, "\r\n,}")));
}

bool
rv_redact_value(struct rv_sv v, size_t at, size_t *from, size_t *to)
{
	struct value x = {0};
	char after = at + 1 < v.n ? v.p[at + 1] : '\n';
	bool blank = false;

	if (!at || after == '\n' || one_of(after, v.p[at] == ':' ? ":=" : "="))
		return false;
	if (v.p[at] == ':' && after == '/')
		return false;
	if (v.p[at] == '=' && one_of(v.p[at - 1], "=!<>"))
		return false;
	x.key = key_before(v, at, &x.line_start, &blank);
	if (x.key == KEY_NONE || !value_after(v, at, &x, blank) ||
	    !looks_secret(&x))
		return false;
	*from = (size_t)(x.text.p - v.p);
	*to = *from + x.text.n;
	return true;
}
