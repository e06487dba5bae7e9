/* SPDX-License-Identifier: MIT */
/* Values that nothing joins to their name but the place where they stand. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

/* --- words ------------------------------------------------------------------ */

static size_t
longest(struct rv_sv v, size_t i, const char *const *list, size_t n)
{
	size_t best = 0;

	for (size_t k = 0; k < n; k++)
		if (rv__at(v, i) == list[k][0] &&
		    rv_sv_starts(rv__behind(v, i), rv_sv(list[k])) &&
		    strlen(list[k]) > best)
			best = strlen(list[k]);
	return best;
}

/* "le mot de passe est : x", "密码是：x" */
static size_t
behind_colon(struct rv_sv v, size_t i)
{
	size_t k = rv__wide_blanks(v, i, 8);

	if (rv__at(v, k) == ':')
		return k + 1;
	return rv_sv_starts(rv__behind(v, k), RV_SV("：")) ? k + 3 : i;
}

/* "password is hunter2" */
static size_t
verb(struct rv_sv v, size_t i, bool language)
{
	static const char *const verbs[] = {
		" is ", " is: ", " was ", " ist ", " lautet ", " это ",
		" is now ", " - ", " — ", " – ", " - это ", " is set to ",
		" to ", " was set to ", " est ", " es ", " è ", "是", "は",
		" и это ", " = ", "为", "為",
	};
	/* words of other languages, which mean other things in English */
	static const char *const others[] = {
		" on ", " er ", " je ", " to ", " jest ", " är ", " é ",
		" este ", " e ", " là ", " adalah ", " és ", " yra ", " ir ",
		" είναι ", " је", " це ", " е ", " — это ", " — це ", " - це ", " هو ", " هي ",
		" है ", " हैं ", " זה ", " היא ", " הוא ", " คือ ", "คือ", "은 ",
		"는 ", "이 ", "가 ", "は、", " az ",
	};
	size_t best = longest(v, i, verbs, ARRAY_LEN(verbs));

	if (language)
		best = RV_MAX(best, longest(v, i, others, ARRAY_LEN(others)));
	return best ? behind_colon(v, i + best) : i;
}

/* Behind a blank and a word of letters; `at` when there is none. */
static size_t
word(struct rv_sv v, size_t at)
{
	size_t i = at + 1;

	if (rv__at(v, at) != ' ')
		return at;
	while (i < v.n && i - at < 31 &&
	       (rv__is(v.p[i], RV__C_LETTER) || (unsigned char)v.p[i] >= 0x80))
		i++;
	return i == at + 1 ? at : i;
}

/* "password manager is KeePass": what is told of is another thing. */
static bool
is_thing(struct rv_sv word)
{
	static const char *const things[] = {
		"manager", "generator", "policy", "hash", "field", "file",
		"store", "vault", "prompt", "reset", "length", "strength",
		"hint", "form", "type", "protection", "algorithm", "column",
		"encryption", "checker", "rule", "rules", "entry", "format",
	};

	for (size_t k = 0; k < ARRAY_LEN(things); k++)
		if (rv_sv_eq_ascii_nocase(word, rv_sv(things[k])))
			return true;
	return false;
}

/* "password for the server: ", "password on the box is " */
static size_t
words_between(struct rv_sv v, size_t at, bool language)
{
	size_t i = at, next, k;

	for (int n = 0; n < 4 && (next = word(v, i)) > i; n++) {
		if (is_thing(rv_sv_slice(v, i + 1, next)))
			return at;
		i = next;
		if (n < 3 && rv__at(v, i) == ':' && rv__at(v, i + 1) == ' ')
			return i + 2;
		if (n < 3 && language && (k = behind_colon(v, i)) > i)
			return k;
		if ((k = verb(v, i, language)) > i &&
		    (language || rv__at(v, i + 1) == 'i'))
			return k;
	}
	return at;
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

	while (to && rv__one_of(v.p[to - 1], " \t"))
		to--;
	from = to;
	while (from && to - from < 10 && rv__is(v.p[from - 1], RV__C_NAME))
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

/* "--name value", and "-storepass value" where the name is a long one. */
static bool
is_option(struct rv_sv name)
{
	return name.n > 2 && name.p[0] == '-' &&
	       (unsigned char)name.p[1] < 0x80 &&
	       (name.p[1] == '-' || name.n > 6);
}

size_t
rv__join_by_place(struct rv_sv v, size_t i, bool closed, struct rv__pair *x)
{
	size_t k;

	if (!closed && rv__one_of(rv__at(v, i), "({") &&
	    rv__one_of(rv__at(v, rv__skip(v, i, "({ \t\r\n", 40)), "\"'`")) {
		x->join = RV__JOIN_CALL;
		x->literal = true;
		return rv__skip(v, i, "({ \t\r\n", 40);
	}
	if (x->key != RV__KEY_SERVICE && (k = verb(v, i, x->language)) > i) {
		x->join = RV__JOIN_WORDS;
		return k;
	}
	if ((x->key == RV__KEY_PASSWORD ||
	     (x->key == RV__KEY_SECRET && x->language)) &&
	    !closed && (k = words_between(v, i, x->language)) > i) {
		/* so far away only a key is one */
		x->join = x->key == RV__KEY_SECRET ? RV__JOIN_BLANK
						   : RV__JOIN_WORDS;
		return k;
	}
	if ((x->key == RV__KEY_PASSWORD || x->key == RV__KEY_SECRET) &&
	    (rv_sv_starts(rv__behind(v, i), RV_SV("「")) ||
	     (x->language && rv_sv_starts(rv__behind(v, i), RV_SV("“"))))) {
		x->join = RV__JOIN_COLON;
		return i;
	}
	if (closed || (k = rv__blanks(v, i, 40)) == i)
		return 0;
	if (is_option(x->name)) {
		x->join = RV__JOIN_OPTION;
		return k;
	}
	if (is_command(v, x) || is_directive(x->name)) {
		x->join = RV__JOIN_COMMAND;
		return k;
	}
	x->join = RV__JOIN_BLANK;
	return x->key == RV__KEY_PASSWORD || x->key == RV__KEY_PIN ||
			       x->key == RV__KEY_SECRET || x->key == RV__KEY_ID
		       ? k
		       : 0;
}

/* --- what words tell --------------------------------------------------------- */

bool
rv__is_phrase(const struct rv__pair *x)
{
	static const char *const telling[] = {
		"a", "and", "are", "at", "attempts", "be", "change", "character",
		"characters", "chars", "confirm", "days", "digits", "enter",
		"expires", "field", "for", "forgot", "has", "have", "hours",
		"in", "invalid", "is", "it", "key", "least", "minimum",
		"minutes", "must", "new", "not", "of", "optional", "or",
		"passphrase", "password", "password:", "passwords", "please",
		"required", "reset", "this", "to", "use", "with", "wrong",
		"your",
	};
	struct rv_sv rest = x->text, word;
	size_t words = 0;

	while (rv_sv_next_part(&rest, ' ', &word)) {
		words += word.n > 0;
		for (size_t k = 0; k < ARRAY_LEN(telling); k++)
			if (rv_sv_eq_ascii_nocase(word, rv_sv(telling[k])))
				return false;
	}
	return rv__digits(x->text) ||
	       (words >= 3 && rv_sv_ends(x->name, RV_SV("phrase")));
}

bool
rv__has_user(const struct rv__pair *x)
{
	static const char *const words[] = {
		"user", "User", "login", "Login", "account", "admin", "root",
		" as ", "ssh ", "connect", "логин", "Логин", "Benutzer",
		"usuario", "sign in", "log in",
	};
	size_t n = RV_MIN((size_t)(x->name.p - x->start), (size_t)60);
	struct rv_sv before = rv_sv_of(x->name.p - n, n);

	for (size_t i = n; i > 0; i--)
		if (before.p[i - 1] == '\n') {
			before = rv_sv_slice(before, i, n);
			break;
		}
	for (size_t k = 0; k < ARRAY_LEN(words); k++)
		if (rv_sv_has(before, rv_sv(words[k])))
			return true;
	return false;
}

/* --- lines ------------------------------------------------------------------- */

/* Past the line breaks before the next line that has something. */
static size_t
next_line(struct rv_sv v, size_t at)
{
	size_t i = rv__skip(v, at, " \t\r", 8), lines = 0;

	for (; i < v.n && i - at < 80 && rv__one_of(v.p[i], " \t\r\n>"); i++)
		lines += v.p[i] == '\n';
	return lines && lines < 4 ? i : at;
}

static size_t
list_sign(struct rv_sv v, size_t at)
{
	return rv__one_of(rv__at(v, at), "-*") && rv__at(v, at + 1) == ' '
		       ? rv__blanks(v, at + 1, 8)
		       : at;
}

/* Is what begins here one word, and all of the line? */
static bool
is_alone(struct rv_sv v, size_t at)
{
	size_t i = at;
	char close = rv__one_of(rv__at(v, at), "\"'`") ? v.p[at] : 0;

	for (i += close != 0; i < v.n && i - at < 600 && v.p[i] != '\n'; i++)
		if (close ? v.p[i] == close : rv__one_of(v.p[i], " \t\r"))
			break;
	if (i == at || (!close && rv__one_of(v.p[i - 1], ":{[(,;>|")))
		return false;
	i = rv__skip(v, i + (close && i < v.n), " \t\r,;", 8);
	return i >= v.n || v.p[i] == '\n';
}

size_t
rv__join_below(struct rv_sv v, size_t at, struct rv__pair *x)
{
	size_t i = next_line(v, at), k;

	if (i == at ||
	    (x->key != RV__KEY_PASSWORD && x->key != RV__KEY_SECRET))
		return at;
	if (rv_sv_starts(rv__behind(v, i), RV_SV("```"))) { /* a fence */
		for (k = i + 3; rv__is(rv__at(v, k), RV__C_LETTER) && k - i < 16;)
			k++;
		if ((i = next_line(v, k)) == k)
			return at;
	}
	i = list_sign(v, i);
	if (!is_alone(v, i))
		return at;
	x->join = RV__JOIN_BELOW;
	return i;
}

size_t
rv__join_next(struct rv_sv v, size_t at)
{
	size_t i = next_line(v, rv__skip(v, at, "\"'`", 1)), k;

	k = i > at ? list_sign(v, i) : i;
	return k > i && is_alone(v, k) ? k : 0;
}
