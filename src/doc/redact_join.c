/* SPDX-License-Identifier: MIT */
/* What joins a name to its value, and where the value ends. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

#define VALUE_MOST 4096

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

static struct rv_sv
behind(struct rv_sv v, size_t at)
{
	return rv_sv_slice(v, at, v.n);
}

static char
char_at(struct rv_sv v, size_t at)
{
	return at < v.n ? v.p[at] : 0;
}

static size_t
skip(struct rv_sv v, size_t i, const char *set, size_t most)
{
	size_t from = i;

	while (i < v.n && i - from < most && rv__one_of(v.p[i], set))
		i++;
	return i;
}

static size_t
blanks(struct rv_sv v, size_t i, size_t most)
{
	return skip(v, i, " \t", most);
}

/* --- what joins ------------------------------------------------------------ */

/* `name: X, value: "..."`, `key="X" value="..."` */
static size_t
value_link(struct rv_sv v, size_t i)
{
	size_t k = skip(v, i, " \t\r\n,\"'\\", 40);
	struct rv_sv word = rv_sv_slice(v, k, k + 5);

	if (k == i || !rv_sv_eq_ascii_nocase(word, RV_SV("value")))
		return i;
	k = skip(v, k + 5, " \t\"'\\", 4);
	return rv__one_of(char_at(v, k), ":=") ? k + 1 : i;
}

/* "password is hunter2" */
static size_t
verb(struct rv_sv v, size_t i)
{
	static const char *const verbs[] = {
		" is ", " is: ", " was ", " ist ", " lautet ", " это ",
		" is now ", " - ", " — ", " - это ", " is set to ", " to ",
		" was set to ", " est ", " es ",
	};
	size_t best = 0;

	for (size_t k = 0; char_at(v, i) == ' ' && k < ARRAY_LEN(verbs); k++)
		if (rv_sv_starts(behind(v, i), rv_sv(verbs[k])) &&
		    strlen(verbs[k]) > best)
			best = strlen(verbs[k]);
	return i + best;
}

static size_t
operator(struct rv_sv v, size_t i, struct rv__pair *x)
{
	static const struct {
		const char *text;
		enum rv__join join;
	} ops[] = {
		{"=", RV__JOIN_EQUALS},	  {":", RV__JOIN_COLON},
		{":=", RV__JOIN_EQUALS},  {"::=", RV__JOIN_EQUALS},
		{"?=", RV__JOIN_EQUALS},  {"=>", RV__JOIN_EQUALS},
		{"->", RV__JOIN_EQUALS},  {"==", RV__JOIN_TEST},
		{"===", RV__JOIN_TEST},	  {"||=", RV__JOIN_EQUALS},
		{"+=", RV__JOIN_EQUALS},  {":=>", RV__JOIN_EQUALS},
		{":==", RV__JOIN_EQUALS}, {"<-", RV__JOIN_EQUALS},
		{"|", RV__JOIN_EQUALS},	  {"=:", RV__JOIN_COLON},
		{":::", RV__JOIN_COLON},	  {":::=", RV__JOIN_EQUALS},  {"||", RV__JOIN_OR},
		{"?:", RV__JOIN_OR},	  {"??", RV__JOIN_OR},
		{"\?\?=", RV__JOIN_OR},
	};
	size_t k = blanks(v, i, 40), to = skip(v, k, ":=?>|~<-+!", 4);
	struct rv_sv op;

	/* "name=-Ab1" and "name:+/Ab": the sign is the value's */
	if (to == k + 2 && rv__one_of(v.p[k], "=:") &&
	    rv__one_of(v.p[k + 1], "-+") &&
	    rv__is(char_at(v, to), RV__C_BASE64 | RV__C_BASE64URL))
		to--;
	if (to > k + 1 && v.p[to - 1] == '<' && char_at(v, to) == '/')
		to--; /* "name:</b>" */
	op = rv_sv_slice(v, k, to);
	for (size_t q = 0; q < ARRAY_LEN(ops); q++)
		if (op.n && op.p[0] == ops[q].text[0] &&
		    rv_sv_is(op, ops[q].text)) {
			x->join = ops[q].join;
			x->literal = x->join == RV__JOIN_OR;
			x->tight = k == i && op.n == 1;
			return to;
		}
	if (!op.n && rv_sv_starts(behind(v, i), RV_SV(" or "))) {
		x->join = RV__JOIN_OR;
		x->literal = true;
		return i + 4;
	}
	return i;
}

/* "string", "&'static str", "Option<String>", "string | null", "char[32]" */
static size_t
type_end(struct rv_sv v, size_t at)
{
	size_t i = at, from, close;

	for (int part = 0; part < 4; part++) {
		from = i;
		i = skip(v, i, "&*", 2);
		if (char_at(v, i) == '\'' && i > from) {
			while (rv__is(char_at(v, ++i), RV__C_LETTER))
				;
			i = blanks(v, i, 1);
		}
		if (rv_sv_starts(behind(v, i), RV_SV("mut ")))
			i += 4;
		from = i;
		while (is_name(char_at(v, i)) ||
		       rv_sv_starts(behind(v, i), RV_SV("::")))
			i += v.p[i] == ':' ? 2 : 1;
		if (i - from > 40 || (i == from && char_at(v, i) != '['))
			return at;
		if (rv__one_of(char_at(v, i), "<[")) {
			for (close = i + 1; close < v.n && close - i < 40 &&
					    !rv__one_of(v.p[close], "\n\"=");
			     close++)
				if (rv__one_of(v.p[close], ">]"))
					i = close + 1;
		}
		i = skip(v, i, "?*!", 2);
		from = blanks(v, i, 8);
		if (char_at(v, from) != '|' || char_at(v, from + 1) == '|')
			return i;
		i = blanks(v, from + 1, 8);
	}
	return at;
}

/* `var token string = "..."`, `token: &str = "..."`: behind the '='. */
static size_t
behind_type(struct rv_sv v, size_t i, struct rv__pair *x)
{
	size_t from = blanks(v, i, 8), to = type_end(v, from), k;

	k = blanks(v, to, 8);
	if (to == from || char_at(v, k) != '=' ||
	    rv__one_of(char_at(v, k + 1), "=>~"))
		return i;
	/* "name: aGVsbG8=" is padded, and no type. */
	if (k == to && !rv__one_of(char_at(v, k + 1), "\"'`"))
		return i;
	for (size_t q = from; q < to; q++)
		x->literal |= !is_name(v.p[q]);
	x->join = RV__JOIN_EQUALS;
	return k + 1;
}

/* `#define NAME value`, `ENV NAME value`, `set -x NAME value` */
static bool
is_command(struct rv_sv v, const struct rv__pair *x)
{
	static const char *const words[] = {
		"define", "ENV", "ARG", "set", "setenv", "-x", "-gx", "-Ux",
		"config", "setx", "SET", "Env", "add", "put", "WITH", "with",
	};
	size_t to = (size_t)(x->name.p - v.p), from;

	while (to && is_blank(v.p[to - 1]))
		to--;
	from = to;
	while (from && to - from < 10 && is_name(v.p[from - 1]))
		from--;
	for (size_t k = 0; k < ARRAY_LEN(words); k++)
		if (rv_sv_is(rv_sv_slice(v, from, to), words[k]))
			return true;
	return false;
}

/* Names that a blank alone joins to their value. */
static bool
is_directive(struct rv_sv name)
{
	static const char *const words[] = {
		"requirepass", "masterauth", "bindpw", "identified by",
	};

	for (size_t k = 0; k < ARRAY_LEN(words); k++)
		if (rv_sv_eq_ascii_nocase(name, rv_sv(words[k])))
			return true;
	return false;
}

/* Behind the signs of a mark-up: "**", "</b>", and what sets a colour. */
static size_t
markup(struct rv_sv v, size_t at)
{
	size_t i = at, k = at;

	if (char_at(v, i) == '*' && char_at(v, i + 1) == '*')
		return i + 2;
	if (char_at(v, i) == '<' && char_at(v, i + 1) == '/') {
		for (k = i + 2; rv__is(char_at(v, k), RV__C_LETTER) && k - i < 10;)
			k++;
		return char_at(v, k) == '>' ? k + 1 : at;
	}
	if (char_at(v, i) == 27 && char_at(v, i + 1) == '[') {
		for (k = i + 2; k - i < 12 && (rv__is(char_at(v, k), RV__C_DIGIT) ||
					       char_at(v, k) == ';');)
			k++;
		return char_at(v, k) == 'm' ? k + 1 : at;
	}
	return at;
}

/* "password for the server: ": up to three words before the colon. */
static size_t
words_and_colon(struct rv_sv v, size_t at)
{
	size_t i = at;

	for (int k = 0; k < 3 && char_at(v, i) == ' '; k++) {
		size_t from = ++i;

		while (i < v.n && i - from < 30 &&
		       (rv__is(v.p[i], RV__C_LETTER) ||
			(unsigned char)v.p[i] >= 0x80))
			i++;
		if (i == from)
			return at;
		if (char_at(v, i) == ':' && char_at(v, i + 1) == ' ')
			return i + 2;
	}
	return at;
}

/* Without an operator; 0: nothing joins them. */
static size_t
joined_by_place(struct rv_sv v, size_t i, bool closed, struct rv__pair *x)
{
	size_t k;

	if (!closed && rv__one_of(char_at(v, i), "({") &&
	    rv__one_of(char_at(v, skip(v, i, "({ \t\r\n", 40)), "\"'`")) {
		x->join = RV__JOIN_CALL;
		x->literal = true;
		return skip(v, i, "({ \t\r\n", 40);
	}
	if (x->key == RV__KEY_PASSWORD && !closed &&
	    (k = words_and_colon(v, i)) > i) {
		x->join = RV__JOIN_WORDS;
		return k;
	}
	if (x->key != RV__KEY_SERVICE && (k = verb(v, i)) > i) {
		x->join = RV__JOIN_WORDS;
		return k;
	}
	if (closed || (k = blanks(v, i, 40)) == i)
		return 0;
	if (x->name.n > 2 && rv_sv_starts(x->name, RV_SV("--"))) {
		x->join = RV__JOIN_OPTION;
		return k;
	}
	if (is_command(v, x) || is_directive(x->name)) {
		x->join = RV__JOIN_COMMAND;
		return k;
	}
	x->literal = true;
	k = behind_type(v, i, x);
	return k > i ? k : 0;
}

/* Moves behind what joins them. */
static bool
find_join(struct rv_sv v, size_t *at, struct rv__pair *x)
{
	size_t i = *at, k;
	bool closed;

	if (char_at(v, i) == '[') { /* char name[32] */
		k = i + 1;
		while (is_name(char_at(v, k)) && k - i < 24)
			k++;
		if (char_at(v, k) == ']')
			i = k + 1;
	}
	k = i;
	i = skip(v, i, "\"'`\\]*)", 6);
	closed = i > k;
	if (x->name.p > v.p && x->name.p[-1] != '<')
		i = markup(v, i);
	if ((k = value_link(v, i)) > i) {
		x->join = RV__JOIN_EQUALS;
		*at = k;
		return true;
	}
	if (x->name.p > v.p && x->name.p[-1] == '<' && char_at(v, i) == '>') {
		x->join = RV__JOIN_ELEMENT;
		*at = skip(v, i + 1, " \t\r\n", 64);
		return true;
	}
	k = blanks(v, i, 40);
	if (char_at(v, k) == ',' && closed) {
		x->join = RV__JOIN_PAIR;
		*at = k + 1;
		return true;
	}
	if ((k = operator(v, i, x)) > i) {
		*at = x->join == RV__JOIN_COLON ? behind_type(v, k, x) : k;
		*at = markup(v, *at);
		return true;
	}
	*at = joined_by_place(v, i, closed, x);
	return *at > 0;
}

/* --- the value -------------------------------------------------------------- */

/* Where a value without quotes ends. */
static bool
ends_value(struct rv_sv v, size_t i, const struct rv__pair *x)
{
	char c = v.p[i];

	if (c == '&') {
		size_t k = i + 1;

		if (x->query)
			return true;
		while (is_name(char_at(v, k)))
			k++;
		return k > i + 1 && char_at(v, k) == '=';
	}
	if (x->join == RV__JOIN_ELEMENT && c == '<')
		return true;
	if (rv__one_of(c, "(){}[]|,;<>") && x->key == RV__KEY_PASSWORD &&
	    x->tight && rv__is(char_at(v, i + 1), RV__C_ALNUM) &&
	    !rv__one_of(c, ",;<>"))
		return false;
	return rv__one_of(c, " \t\"'`,;<>(){}[]|\\");
}

/* "</name>": an element, and not a placeholder in brackets. */
static bool
closes(struct rv_sv v, size_t i, struct rv_sv name)
{
	i = skip(v, i, " \t\r\n\"'", 64);
	return rv_sv_starts(behind(v, i), RV_SV("</")) &&
	       rv_sv_starts(behind(v, i + 2), name);
}

/* `["...`, `String::from("...`, `>-` and a line below, a line that goes on */
static size_t
unwrap(struct rv_sv v, size_t i, struct rv__pair *x)
{
	size_t k = i;

	if (x->join == RV__JOIN_COLON && rv__one_of(char_at(v, i), "|>")) {
		k = skip(v, skip(v, i + 1, "+-", 1), " \t\r", 8);
		if (char_at(v, k) == '\n')
			return skip(v, k, " \t\n", 64);
		return i;
	}
	if (x->join == RV__JOIN_EQUALS && rv__one_of(char_at(v, i), "\r\n")) {
		k = skip(v, i, " \t\r\n", 64);
		return rv__one_of(char_at(v, k), "\"'`") ? k : i;
	}
	while (k - i < 40 && (is_name(char_at(v, k)) ||
			      rv__one_of(char_at(v, k), ":!&")))
		k++;
	if (k > i && char_at(v, k) == ' ' && k - i == 3 &&
	    rv_sv_starts(behind(v, i), RV_SV("new")))
		for (k++; k - i < 40 && is_name(char_at(v, k));)
			k++;
	if (rv__one_of(char_at(v, k), "([{") && (k > i || v.p[k] != '{') &&
	    rv__one_of(char_at(v, skip(v, k + 1, " \t\r\n", 40)), "\"'`")) {
		if (k > i)
			x->join = RV__JOIN_CALL;
		x->literal = true;
		return skip(v, k + 1, " \t\r\n", 40);
	}
	return i;
}

/* Moves behind an opening quote and returns the closing one. */
static const char *
open_quote(struct rv_sv v, size_t *at)
{
	static const char *const quotes[] = {"\"", "'", "`", "“", "«", "‘"};
	static const char *const closing[] = {"\"", "'", "`", "”", "»", "’"};
	size_t i = *at, k = skip(v, i, "brufLBRU8@$#", 3);

	if (rv__one_of(char_at(v, k), "\"'"))
		i = k;
	if (char_at(v, i) == '\\' && rv__one_of(char_at(v, i + 1), "\"'`"))
		i++;
	for (k = 0; k < ARRAY_LEN(quotes); k++) {
		if (char_at(v, i) != quotes[k][0] ||
		    !rv_sv_starts(behind(v, i), rv_sv(quotes[k])))
			continue;
		i += strlen(quotes[k]);
		/* three of them, or none between two */
		if (k < 2 && char_at(v, i) == quotes[k][0] &&
		    char_at(v, i + 1) == quotes[k][0])
			i += 2;
		*at = i;
		return closing[k];
	}
	*at = i;
	return NULL;
}

/* Where a value ends that begins at `from`: a long one is walked over once. */
static size_t
value_end(struct rv_sv v, size_t from, const char *close, struct rv__pair *x)
{
	struct rv__seen *seen = x->seen;
	unsigned ends = (unsigned)x->query | (x->join == RV__JOIN_ELEMENT) * 2u |
			(x->key == RV__KEY_PASSWORD && x->tight) * 4u;
	size_t i = from;

	if (seen->close != close || seen->ends != ends ||
	    !rv__seen_in(&seen->value, from))
		seen->value = (struct rv__span){from, from};
	seen->close = close;
	seen->ends = ends;
	i = RV_MIN(seen->value.to, from + VALUE_MOST);
	for (; i < v.n && i - from < VALUE_MOST; i++) {
		if (rv__one_of(v.p[i], "\r\n"))
			break;
		if (close ? rv_sv_starts(behind(v, i), rv_sv(close))
			  : ends_value(v, i, x))
			break;
	}
	seen->value.to = RV_MAX(i, seen->value.to);
	return i;
}

bool
rv__join_find(struct rv_sv v, size_t at, struct rv__pair *x)
{
	size_t i = at, from;
	const char *close;

	if (!find_join(v, &i, x))
		return false;
	from = i;
	i = blanks(v, i, x->join == RV__JOIN_ELEMENT ? 64 : 40);
	x->tight &= i == from;
	if (x->join != RV__JOIN_WORDS)
		i = unwrap(v, i, x);
	close = open_quote(v, &i);
	if (x->literal && !close)
		return false;
	from = i;
	i = value_end(v, from, close, x);
	x->next = i < v.n ? v.p[i] : '\n';
	x->quoted = close && i < v.n && v.p[i] == close[0];
	if (x->quoted && i > from && v.p[i - 1] == '\\')
		i--;
	x->elided = i > from + 3 && rv_sv_is(rv_sv_slice(v, i - 3, i), "...");
	if (!close)
		while (i > from && rv__one_of(v.p[i - 1], ".!?:"))
			i--;
	x->text = rv_sv_slice(v, from, i);
	if (x->join == RV__JOIN_ELEMENT && !closes(v, i, x->name))
		return false;
	return i > from;
}
