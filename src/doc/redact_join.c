/* SPDX-License-Identifier: MIT */
/* What joins a name to its value, and where the value ends. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

#define VALUE_MOST 4096

static bool
is_name(char c)
{
	return rv__is(c, RV__C_NAME);
}

/* --- what joins ------------------------------------------------------------ */

/* `name: X, value: "..."`, `key="X" value="..."` */
static size_t
value_link(struct rv_sv v, size_t i)
{
	size_t k = rv__skip(v, i, " \t\r\n,\"'\\", 40);
	struct rv_sv word = rv_sv_slice(v, k, k + 5);

	if (k == i || !rv_sv_eq_ascii_nocase(word, RV_SV("value")))
		return i;
	k = rv__skip(v, k + 5, " \t\"'\\", 4);
	return rv__one_of(rv__at(v, k), ":=") ? k + 1 : i;
}

static size_t
operator(struct rv_sv v, size_t i, struct rv__pair *x)
{
	static const char *const signs[] = {"：", "→", "➜", "⇒", "＝", "﹕"};
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
		{"|", RV__JOIN_COLON},	  {"=:", RV__JOIN_COLON},
		{":::", RV__JOIN_COLON},	  {":::=", RV__JOIN_EQUALS},  {"||", RV__JOIN_OR},
		{"?:", RV__JOIN_OR},	  {"??", RV__JOIN_OR},
		{"\?\?=", RV__JOIN_OR}, {"||:=", RV__JOIN_EQUALS},
		{"<<-", RV__JOIN_EQUALS},
	};
	size_t k = rv__wide_blanks(v, i, 40), to = rv__skip(v, k, ":=?>|~<-+!", 4);
	struct rv_sv op;

	if (rv__at(v, k) == '.' && rv__at(v, k + 1) == '=') {
		x->join = RV__JOIN_EQUALS;
		return k + 2;
	}
	for (size_t q = 0; to == k && q < ARRAY_LEN(signs); q++)
		if (rv_sv_starts(rv__behind(v, k), rv_sv(signs[q]))) {
			x->join = RV__JOIN_COLON;
			return k + 3;
		}

	/* "name=-Ab1" and "name:+/Ab": the sign is the value's */
	if (to == k + 2 && rv__one_of(v.p[k], "=:") &&
	    rv__one_of(v.p[k + 1], "-+") &&
	    rv__is(rv__at(v, to), RV__C_BASE64 | RV__C_BASE64URL))
		to--;
	if (to > k + 1 && v.p[to - 1] == '<' && rv__at(v, to) == '/')
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
	if (!op.n && rv_sv_starts(rv__behind(v, i), RV_SV(" or "))) {
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
		i = rv__skip(v, i, "&*", 2);
		if (rv__at(v, i) == '\'' && i > from) {
			while (rv__is(rv__at(v, ++i), RV__C_LETTER))
				;
			i = rv__blanks(v, i, 1);
		}
		if (rv_sv_starts(rv__behind(v, i), RV_SV("mut ")))
			i += 4;
		from = i;
		while (is_name(rv__at(v, i)) ||
		       rv_sv_starts(rv__behind(v, i), RV_SV("::")))
			i += v.p[i] == ':' ? 2 : 1;
		if (i - from > 40 || (i == from && rv__at(v, i) != '['))
			return at;
		if (rv__one_of(rv__at(v, i), "<[")) {
			for (close = i + 1; close < v.n && close - i < 40 &&
					    !rv__one_of(v.p[close], "\n\"=");
			     close++)
				if (rv__one_of(v.p[close], ">]"))
					i = close + 1;
		}
		i = rv__skip(v, i, "?*!", 2);
		from = rv__blanks(v, i, 8);
		if (rv__at(v, from) != '|' || rv__at(v, from + 1) == '|')
			return i;
		i = rv__blanks(v, from + 1, 8);
	}
	return at;
}

/* `var token string = "..."`, `token: &str = "..."`: behind the '='. */
static size_t
behind_type(struct rv_sv v, size_t i, struct rv__pair *x)
{
	size_t from = rv__blanks(v, i, 8), to = type_end(v, from), k;

	k = rv__blanks(v, to, 8);
	if (to == from || rv__at(v, k) != '=' ||
	    rv__one_of(rv__at(v, k + 1), "=>~"))
		return i;
	/* "name: aGVsbG8=" is padded, and no type. */
	if (k == to && !rv__one_of(rv__at(v, k + 1), "\"'`"))
		return i;
	for (size_t q = from; q < to; q++)
		x->literal |= !is_name(v.p[q]);
	x->join = RV__JOIN_EQUALS;
	return k + 1;
}

/* Behind the signs of a mark-up: "**", "</b>", and what sets a colour. */
static size_t
markup(struct rv_sv v, size_t at)
{
	size_t i = at, k = at;

	if (rv__at(v, i) == '*' && rv__at(v, i + 1) == '*')
		return i + 2;
	if (rv__at(v, i) == '<' && rv__at(v, i + 1) == '/') {
		for (k = i + 2; rv__is(rv__at(v, k), RV__C_LETTER) && k - i < 10;)
			k++;
		return rv__at(v, k) == '>' ? k + 1 : at;
	}
	if (rv__at(v, i) == 27 && rv__at(v, i + 1) == '[') {
		for (k = i + 2; k - i < 12 && (rv__is(rv__at(v, k), RV__C_DIGIT) ||
					       rv__at(v, k) == ';');)
			k++;
		return rv__at(v, k) == 'm' ? k + 1 : at;
	}
	return at;
}

/*
 * `<name>value</name>`, `<key name="name">value</key>`, and the next element:
 * `<key>name</key><string>value</string>`.
 */
static size_t
element(struct rv_sv v, size_t at, bool closed, struct rv__pair *x)
{
	size_t i = at, k;

	if (x->name.p == v.p)
		return at;
	if (rv__at(v, i) == '>' && (closed || x->name.p[-1] == '<')) {
		x->join = closed ? RV__JOIN_TAG : RV__JOIN_ELEMENT;
		return rv__skip(v, i + 1, " \t\r\n", 64);
	}
	if (x->name.p[-1] != '>' || rv__at(v, i) != '<' ||
	    (i = markup(v, i)) == at)
		return at;
	i = rv__skip(v, i, " \t\r\n", 40);
	if (rv__at(v, i) != '<' || !rv__is(rv__at(v, i + 1), RV__C_LETTER))
		return at;
	for (k = i + 2; rv__is(rv__at(v, k), RV__C_LETTER) && k - i < 12;)
		k++;
	if (rv__at(v, k) != '>')
		return at;
	x->join = RV__JOIN_TAG;
	return rv__skip(v, k + 1, " \t\r\n", 64);
}

/* Behind quotes around the name, as no keyboard of ASCII has them. */
static size_t
behind_wide_quote(struct rv_sv v, size_t i)
{
	size_t n = rv__wide_closer(v, i);

	return n && (rv__one_of(rv__at(v, i + n), ": =*|") ||
		     rv_sv_starts(rv__behind(v, i + n), RV_SV("：")) ||
		     rv__wide_blank(v, i + n))
		       ? i + n
		       : i;
}

/* Moves behind what joins them. */
static bool
find_join(struct rv_sv v, size_t *at, struct rv__pair *x)
{
	size_t i = *at, k;
	bool closed;

	if (rv__at(v, i) == '[') { /* char name[32] */
		k = i + 1;
		while (is_name(rv__at(v, k)) && k - i < 24)
			k++;
		if (rv__at(v, k) == ']')
			i = k + 1;
	}
	k = i;
	i = behind_wide_quote(v, rv__skip(v, i, "\"'`\\]*)", 6));
	closed = i > k;
	if ((k = element(v, i, closed, x)) > i) {
		*at = k;
		return true;
	}
	if (x->name.p > v.p && x->name.p[-1] != '<')
		i = markup(v, i);
	if ((k = value_link(v, i)) > i) {
		x->join = RV__JOIN_EQUALS;
		*at = k;
		return true;
	}
	k = rv__blanks(v, i, 40);
	if (rv__at(v, k) == ',' && closed) {
		x->join = RV__JOIN_PAIR;
		x->literal = true;
		*at = k + 1;
		return true;
	}
	if ((k = operator(v, i, x)) > i) {
		*at = x->join == RV__JOIN_COLON ? behind_type(v, k, x) : k;
		*at = markup(v, *at);
		if (x->join == RV__JOIN_COLON)
			*at = rv__join_below(v, *at, x);
		return true;
	}
	*at = rv__join_by_place(v, i, closed, x);
	if (x->join == RV__JOIN_BLANK) {
		struct rv__pair typed = *x;

		typed.literal = true;
		if ((k = behind_type(v, i, &typed)) > i) {
			*x = typed;
			*at = k;
		}
	}
	return *at > 0;
}

/* --- the value -------------------------------------------------------------- */

/* Where a value without quotes ends. */
static bool
ends_value(struct rv_sv v, size_t i, const struct rv__pair *x)
{
	char c = v.p[i];

	if ((unsigned char)c >= 0x80) /* no key has letters beyond ASCII */
		return rv__wide_stop(v, i) ||
		       (x->language && x->key != RV__KEY_PASSWORD &&
			!rv_sv_starts(rv__behind(v, i), RV_SV("…")));
	if (!rv__is(c, RV__C_STOP))
		return false;
	if (c == '&') {
		size_t k = i + 1;

		if (x->query)
			return true;
		while (is_name(rv__at(v, k)))
			k++;
		return k > i + 1 && rv__at(v, k) == '=';
	}
	if ((x->join == RV__JOIN_ELEMENT || x->join == RV__JOIN_TAG) && c == '<')
		return true;
	if (rv__one_of(c, "(){}[]|,;<>") && x->key == RV__KEY_PASSWORD &&
	    x->tight && rv__is(rv__at(v, i + 1), RV__C_ALNUM) &&
	    !rv__one_of(c, ",;<>"))
		return false;
	return rv__one_of(c, " \t\"'`,;<>(){}[]|\\");
}

/* "</name>": an element, and not a placeholder in brackets. */
static bool
closes(struct rv_sv v, size_t i, const struct rv__pair *x)
{
	struct rv_sv name = x->join == RV__JOIN_ELEMENT ? x->name : RV_SV_NONE;

	i = rv__skip(v, i, " \t\r\n\"'", 64);
	return rv_sv_starts(rv__behind(v, i), RV_SV("</")) &&
	       rv_sv_starts(rv__behind(v, i + 2), name);
}

/* `["...`, `String::from("...`, `>-` and a line below, a line that goes on */
static size_t
unwrap(struct rv_sv v, size_t i, struct rv__pair *x)
{
	size_t k = i;

	if (x->join == RV__JOIN_COLON && rv__one_of(rv__at(v, i), "|>")) {
		k = rv__skip(v, rv__skip(v, i + 1, "+-", 1), " \t\r", 8);
		if (rv__at(v, k) == '\n')
			return rv__skip(v, k, " \t\n", 64);
		return i;
	}
	if (x->join == RV__JOIN_EQUALS && rv__one_of(rv__at(v, i), "\r\n")) {
		k = rv__skip(v, i, " \t\r\n", 64);
		return rv__one_of(rv__at(v, k), "\"'`") ? k : i;
	}
	while (k - i < 40 && (is_name(rv__at(v, k)) ||
			      rv__one_of(rv__at(v, k), ":!&")))
		k++;
	if (k > i && rv__at(v, k) == ' ' && k - i == 3 &&
	    rv_sv_starts(rv__behind(v, i), RV_SV("new")))
		for (k++; k - i < 40 && is_name(rv__at(v, k));)
			k++;
	if (rv__one_of(rv__at(v, k), "([{") && (k > i || v.p[k] != '{') &&
	    rv__one_of(rv__at(v, rv__skip(v, k + 1, " \t\r\n", 40)), "\"'`")) {
		if (k > i)
			x->join = RV__JOIN_CALL;
		x->literal = true;
		return rv__skip(v, k + 1, " \t\r\n", 40);
	}
	return i;
}

/* Of the signs that may close a quote the one that comes first. */
static const char *
first_closing(struct rv_sv v, size_t from, const char *a, const char *b)
{
	struct rv_sv line = rv_sv_slice(v, from, RV_MIN(v.n, from + 600));
	ptrdiff_t x = rv_sv_find(line, rv_sv(a));
	ptrdiff_t y = a == b ? -1 : rv_sv_find(line, rv_sv(b));

	return x < 0 || (y >= 0 && y < x) ? b : a;
}

/* Moves behind an opening quote and returns the closing one. */
static const char *
open_quote(struct rv_sv v, size_t *at)
{
	static const char *const quotes[] = {"\"", "'", "`", "“", "«", "‘",
					   "「", "『", "„", "‚", "”", "»",
					   "‹", "《", "【", "＂"};
	static const char *const closing[] = {"\"", "'", "`", "”", "»", "’",
					    "」", "』", "“", "‘", "”", "«",
					    "›", "》", "】", "＂"};
	static const char *const other = "”"; /* of „ */
	size_t i = *at, k = rv__skip(v, i, "brufLBRU8@$#", 3);

	if (rv__one_of(rv__at(v, k), "\"'"))
		i = k;
	if (rv__at(v, i) == '\\' && rv__one_of(rv__at(v, i + 1), "\"'`"))
		i++;
	for (k = 0; k < ARRAY_LEN(quotes); k++) {
		if (rv__at(v, i) != quotes[k][0] ||
		    !rv_sv_starts(rv__behind(v, i), rv_sv(quotes[k])))
			continue;
		i += strlen(quotes[k]);
		/* three of them, or none between two */
		if (k < 2 && rv__at(v, i) == quotes[k][0] &&
		    rv__at(v, i + 1) == quotes[k][0])
			i += 2;
		*at = k < 3 ? i : rv__wide_blanks(v, i, 4); /* « x » */
		return k == 8 ? first_closing(v, i, closing[k], other)
			      : closing[k];
	}
	*at = i;
	return NULL;
}

/* Where a value ends that begins at `from`: a long one is walked over once. */
static size_t
value_end(struct rv_sv v, size_t from, const char *close, struct rv__pair *x)
{
	struct rv__seen *seen = x->seen;
	bool element = x->join == RV__JOIN_ELEMENT || x->join == RV__JOIN_TAG;
	unsigned ends = (unsigned)x->query | element * 2u |
			(x->key == RV__KEY_PASSWORD && x->tight) * 4u |
			(x->language && x->key != RV__KEY_PASSWORD) * 8u;
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
		if (close ? rv_sv_starts(rv__behind(v, i), rv_sv(close))
			  : ends_value(v, i, x))
			break;
	}
	seen->value.to = RV_MAX(i, seen->value.to);
	return i;
}

/* Of a password only one sign is the sentence's, and never a "!". */
static size_t
drop_stop(struct rv_sv v, size_t from, size_t to, const struct rv__pair *x)
{
	size_t i = to;

	if (x->join == RV__JOIN_ELEMENT || x->join == RV__JOIN_TAG)
		return to;
	if (x->key == RV__KEY_PASSWORD && i > from + 1 &&
	    (v.p[i - 1] == '!' || !rv__is(v.p[i - 2], RV__C_ALNUM)))
		return x->elided ? i - 3 : to;
	while (i > from && rv__one_of(v.p[i - 1], ".!?:"))
		i--;
	return i;
}

bool
rv__join_value(struct rv_sv v, size_t i, struct rv__pair *x)
{
	const char *close = open_quote(v, &i);
	size_t from = i;

	if (x->literal && !close)
		return false;
	i = value_end(v, from, close, x);
	x->next = i < v.n ? v.p[i] : '\n';
	x->quoted = close && i < v.n && v.p[i] == close[0];
	if (x->quoted && i > from && v.p[i - 1] == '\\')
		i--;
	if (x->quoted && (unsigned char)close[0] >= 0x80)
		while (i > from && (rv__one_of(v.p[i - 1], " \t") ||
				    (i > from + 1 && rv__wide_blank(v, i - 2))))
			i -= v.p[i - 1] == ' ' || v.p[i - 1] == '\t' ? 1 : 2;
	x->elided = i > from + 3 && rv_sv_is(rv_sv_slice(v, i - 3, i), "...");
	if (!close)
		i = drop_stop(v, from, i, x);
	x->text = rv_sv_slice(v, from, i);
	x->end = i;
	if (i > from && !x->quoted && i - from < VALUE_MOST)
		x->end = rv__wrap_end(v, from, i, close);
	if ((x->join == RV__JOIN_ELEMENT || x->join == RV__JOIN_TAG) &&
	    !closes(v, i, x))
		return false;
	return i > from;
}

bool
rv__join_find(struct rv_sv v, size_t at, struct rv__pair *x)
{
	size_t i = at, from;

	if (!find_join(v, &i, x))
		return false;
	from = i;
	i = rv__wide_blanks(v, i, x->join == RV__JOIN_ELEMENT ? 64 : 40);
	x->tight &= i == from;
	if (x->join != RV__JOIN_WORDS)
		i = unwrap(v, i, x);
	return rv__join_value(v, i, x);
}
