/* SPDX-License-Identifier: MIT */
/* Is the value behind a name a secret? */
#include "config.h"

#include "doc/redact_value.h"

#include <string.h>

#define LONG 512

static bool
at_most_number(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (!rv__is(v.p[i], RV__C_DIGIT) &&
		    !rv__one_of(v.p[i], ".,_-+eE:/ "))
			return false;
	return true;
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

/* "certs[0", "parts[i]": an element of a list */
static bool
is_element(struct rv_sv v)
{
	size_t i = 0;

	while (i < v.n && (rv__is(v.p[i], RV__C_LETTER) ||
			   rv__one_of(v.p[i], "_.")))
		i++;
	return i && i + 1 < v.n && v.p[i] == '[' &&
	       (rv__is(v.p[i + 1], RV__C_WORD) || rv__one_of(v.p[i + 1], "\"'-"));
}

/* "gpt-4o-mini-2024": three parts and more, two of them words */
static bool
is_kebab(struct rv_sv v)
{
	size_t parts = 0, words = 0, letters = 0;

	for (size_t i = 0; i <= v.n; i++) {
		if (i < v.n && !rv__one_of(v.p[i], "-_")) {
			if (v.p[i] >= 'A' && v.p[i] <= 'Z')
				return false;
			letters = rv__is(v.p[i], RV__C_LETTER) && letters != SIZE_MAX
					  ? letters + 1
					  : SIZE_MAX;
			continue;
		}
		parts++;
		words += letters >= 3 && letters < 16;
		letters = 0;
	}
	return parts >= 3 && words >= 2;
}

static bool
has_separator(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (rv__one_of(v.p[i], "-_./:"))
			return true;
	return false;
}

/* "message:account:921519": each part letters, or a number. */
static bool
is_words(struct rv_sv v)
{
	unsigned kind = 0;

	for (size_t i = 0; i < v.n; i++) {
		unsigned is = rv__class(v.p[i]) & (RV__C_LETTER | RV__C_DIGIT);

		if (kind && is && kind != is)
			return false;
		kind = is;
	}
	return has_separator(v);
}

/* "int32/Elem=int32": a name and a value again, and not padding */
static bool
has_pair(struct rv_sv v)
{
	ptrdiff_t at = rv_sv_find_char(v, '=');

	return at > 0 && (size_t)at + 2 < v.n && v.p[at + 1] != '=';
}

static bool
has_sign(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if (rv__one_of(v.p[i], "!@#$%^*~"))
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
	struct rv_sv rest = rv_sv_slice(v, 1, v.n), first;

	/* base64 may begin with a slash, too */
	return rv_sv_has(v, RV_SV("://")) ||
	       (rv_sv_starts(v, RV_SV("/")) &&
		rv_sv_next_part(&rest, '/', &first) &&
		!(first.n >= 12 && (rv__random(first) || rv__jumble(first)))) ||
	       rv_sv_starts(v, RV_SV("./")) || rv_sv_starts(v, RV_SV("~/")) ||
	       rv_sv_has(v, RV_SV(".com")) || rv_sv_has(v, RV_SV(".org"));
}

static bool
has_capital(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++)
		if ((v.p[i] >= 'A' && v.p[i] <= 'Z') || v.p[i] == '_')
			return true;
	return false;
}

/* Between them stands more than a sign: a call, an alternative, a sentence. */
static bool
is_loose(const struct rv__pair *x)
{
	return x->join > RV__JOIN_OPTION;
}

static size_t
letters_of(struct rv_sv v)
{
	size_t n = 0;

	for (size_t i = 0; i < v.n; i++)
		n += rv__is(v.p[i], RV__C_LETTER);
	return n;
}

/* "password hunter22": a blank says little, so the value has to say more. */
static bool
blank_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;
	size_t digits = rv__digits(v);

	if (v.n < 6 || !digits || !letters_of(v) || has_blank(v) ||
	    is_words(v) || has_version(v) || rv__one_of(x->next, "([=:"))
		return false;
	for (size_t i = 0; i < v.n; i++)
		if (rv__one_of(v.p[i], "=/<>()[]:"))
			return false;
	if (!x->quoted && !has_sign(v) && rv_sv_find_char(v, '.') >= 0)
		return false;
	return rv__has_user(x) ||
	       (digits >= 2 && v.n >= 8 && x->name.n != 4);
}

/* In their languages more is told about passwords than said: what is one has
 * quotes, or is written as no word is. */
static bool
language_fits(const struct rv__pair *x)
{
	if (x->quoted)
		return true;
	for (size_t i = 0; i < x->text.n; i++)
		if ((unsigned char)x->text.p[i] >= 0x80)
			return false;
	return x->text.p[0] != '%' &&
	       (x->join != RV__JOIN_BLANK || rv__has_user(x));
}

static bool
password_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;
	size_t digits = rv__digits(v), letters = letters_of(v);

	if (x->language && !language_fits(x))
		return false;
	if (x->join == RV__JOIN_BLANK)
		return blank_fits(x);
	if (v.n < 4 || (has_blank(v) && !x->quoted))
		return false;
	if (is_place(v) && rv_sv_eq_ascii_nocase(
				   rv_sv_slice(x->name, RV_MAX(x->name.n, 3) - 3,
					       x->name.n), RV_SV("pwd")))
		return false; /* where one works, not what one types */
	if (!x->quoted && is_element(v))
		return false;
	if (x->quoted && !is_loose(x))
		return !has_blank(v) || rv__is_phrase(x);
	if (rv__one_of(x->next, "([") || is_identifier(v) || has_blank(v))
		return false;
	if (x->tight && x->join == RV__JOIN_EQUALS)
		return true;
	if ((v.n >= 6 && letters && digits) || rv__jumble(v) ||
	    (v.n >= 20 && rv__entropy(v) > 3.0 && letters < v.n) ||
	    (v.n >= 6 && has_sign(v) && letters))
		return true;
	return !is_loose(x) &&
	       (digits ||
		(x->line_start && !x->language && rv__one_of(x->next, "\r\n,}") && v.n >= 6));
}

/* Of a key alone, when nothing but a blank joins it to its name. */
static bool
is_key(struct rv_sv v)
{
	return v.n >= 16 && rv__digits(v) >= 3 && rv__random(v) &&
	       !rv__uuid(v) && !is_words(v) && !is_kebab(v) && !is_place(v) &&
	       !has_pair(v);
}

static bool
secret_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;
	size_t digits = rv__digits(v);

	if (v.n < 8 || has_blank(v) || is_place(v))
		return false;
	if (x->join == RV__JOIN_WORDS && v.n < 12)
		return false;
	if (x->join == RV__JOIN_BLANK)
		return is_key(v);
	if (!x->quoted && rv__one_of(x->next, "(["))
		return false;
	if (digits == v.n)
		return v.n >= 16 && !is_loose(x);
	if (rv__uuid(v) || rv__random(v) || rv__jumble(v))
		return true;
	if (x->join >= RV__JOIN_WORDS || is_identifier(v) ||
	    x->join == RV__JOIN_CALL || x->join == RV__JOIN_COMMAND)
		return false;
	if (x->join == RV__JOIN_EQUALS && digits && v.n >= 16 &&
	    rv__entropy(v) >= 3.3 && !has_separator(v))
		return true;
	return (x->tight || x->quoted) && digits && v.n >= 10 &&
	       rv__entropy(v) >= 3.0;
}

static bool
id_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;

	if (v.n < 6 || has_blank(v))
		return false;
	if (x->join == RV__JOIN_BLANK)
		return is_key(v);
	if (!rv__digits(v))
		return rv__jumble(v);
	return rv__random(v) || (v.n >= 15 && rv__digits(v) == v.n) || rv__uuid(v) ||
	       (!is_loose(x) && (x->quoted || x->tight));
}

/* "key", "auth" and names of services: much else is called so. */
static bool
weak_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;

	if (has_blank(v) || is_place(v) || x->join == RV__JOIN_TEST ||
	    rv__one_of(x->next, "(["))
		return false;
	if (x->join == RV__JOIN_WORDS && rv__digits(v) < 3)
		return false;
	if (rv__uuid(v))
		return x->key == RV__KEY_SERVICE;
	if (x->key == RV__KEY_SERVICE && v.n < 12)
		return false;
	if (x->key == RV__KEY_WEAK && v.n < 16)
		return false;
	if (is_words(v) || is_kebab(v) || has_pair(v) ||
	    (rv_sv_find_char(v, '.') >= 0 && rv__digits(v) * 5 < v.n))
		return false;
	return (rv__random(v) && rv__digits(v) >= 2 &&
		rv__entropy(v) >= 3.2) ||
	       (x->quoted && rv__jumble(v));
}

/* Some digits, and no day. */
static bool
pin_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text, name = x->name;
	bool card = rv_sv_eq_ascii_nocase(rv_sv_slice(name, 0, 2), RV_SV("cv"));

	if (rv__digits(v) < v.n && is_key(v)) /* called so, and a key */
		return x->join <= RV__JOIN_COLON || x->join == RV__JOIN_WORDS;
	if (rv__digits(v) < v.n || v.n > 8 || v.n < (card ? 3 : 4) ||
	    (v.n == 8 && (rv_sv_starts(v, RV_SV("19")) ||
			  rv_sv_starts(v, RV_SV("20")))))
		return false;
	if (rv__is(x->next, RV__C_WORD) || rv__one_of(x->next, "(["))
		return false;
	if (x->join == RV__JOIN_BLANK) /* "PIN 4711" */
		return v.n <= 6 && rv__is(name.p[0], RV__C_UPPER) &&
		       rv__is(name.p[1], RV__C_UPPER);
	return x->join != RV__JOIN_TEST && x->join != RV__JOIN_CALL &&
	       !(x->join == RV__JOIN_WORDS && v.p[-2] == 'o'); /* "pin to" */
}

/* A name that a person or a machine has: with a sign or a number in it. */
static bool
cn_fits(const struct rv__pair *x)
{
	struct rv_sv v = x->text;

	return v.n >= 3 && v.n <= 64 && !has_blank(v) && !is_loose(x) &&
	       !rv__one_of(x->next, "([") && !rv_sv_is(v, "localhost") &&
	       (rv__digits(v) || has_separator(v)) && !at_most_number(v) &&
	       !(!x->quoted && is_identifier(v) && has_capital(v));
}

static bool
looks_secret(const struct rv__pair *x)
{
	struct rv_sv v = x->text;

	if (x->key == RV__KEY_PIN)
		return !rv__stand_in(v) && pin_fits(x);
	if (x->key == RV__KEY_CN)
		return !rv__stand_in(v) && cn_fits(x);
	if (x->plural && x->join != RV__JOIN_BELOW)
		return false;

	if (v.n < 4 ||
	    (x->key == RV__KEY_SECRET && (v.n < 8 || has_blank(v))) ||
	    (x->key == RV__KEY_WEAK && v.n < 16) || rv__stand_in(v) ||
	    (rv__sequence(v) && !rv__uuid(v)))
		return false;
	if (x->key != RV__KEY_PASSWORD &&
	    ((at_most_number(v) && (v.n < 16 || rv__digits(v) < v.n)) ||
	     x->elided || has_version(v) || rv__camel(v) ||
	     (v.n < 30 && is_identifier(v))))
		return false;
	switch (x->key) {
	case RV__KEY_PASSWORD:
		return password_fits(x);
	case RV__KEY_SECRET:
		return secret_fits(x);
	case RV__KEY_ID:
		return id_fits(x);
	case RV__KEY_SERVICE:
	case RV__KEY_WEAK:
		return weak_fits(x);
	case RV__KEY_PIN:
	case RV__KEY_CN:
		break;
	}
	return false;
}

bool
rv__value_fits(struct rv_sv value, enum rv__key key, enum rv__join join,
	       bool quoted, char next)
{
	const struct rv__pair x = {.text = value, .key = key, .join = join,
				   .quoted = quoted, .next = next};

	return looks_secret(&x);
}

/*
 * A value longer than any secret is judged by how it begins, and names in it
 * add nothing: in what is masked it is masked to its end, and in what is not
 * the next judgement is some way behind the last.
 */
static bool
long_value(struct rv__pair *x, size_t at, struct rv__hit *hit)
{
	struct rv__seen *seen = hit->seen;
	size_t to = hit->to;
	bool found;

	if (rv__seen_in(&seen->masked, at)) {
		hit->from = RV_MIN(seen->masked.to, to) - 1;
		seen->masked.to = RV_MAX(to, seen->masked.to);
		return true;
	}
	if (rv__seen_in(&seen->clear[x->key], at))
		return false;
	x->text.n = hit->cost = LONG;
	found = looks_secret(x);
	if (found)
		seen->masked = (struct rv__span){hit->from, hit->to};
	else
		seen->clear[x->key] = (struct rv__span){at, at + LONG / 2};
	return found;
}

/* A value of several lines is judged without its breaks. */
static void
join_lines(struct rv_sv v, size_t from, char *whole, struct rv__pair *x)
{
	size_t n = 0;

	for (size_t i = from; i < x->end && n < LONG; i++)
		if (rv__is(v.p[i], RV__C_TOKEN))
			whole[n++] = v.p[i];
	x->text = rv_sv_of(whole, n);
	x->quoted |= x->end < v.n && rv__one_of(v.p[x->end], "\"'`");
}

#define ITEMS 64

/* What follows the first item of a list below the name. */
static void
add_items(struct rv_sv v, const struct rv__pair *first, struct rv__hit hit)
{
	struct rv__pair x = *first;
	size_t at;

	for (int n = 0; n < ITEMS && (at = rv__join_next(v, x.end)); n++) {
		if (!rv__join_value(v, at, &x) || !looks_secret(&x))
			break;
		hit.from = (size_t)(x.text.p - v.p);
		hit.to = x.end = hit.from + x.text.n;
		rv__hits_add(hit.more, hit);
	}
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
		[RV__KEY_PIN] = {"pin", "<PIN>"},
		[RV__KEY_CN] = {"client_cert_name", "<CLIENT_CERT_CN>"},
	};
	struct rv__pair x = {.key = key, .start = v.p, .seen = hit->seen,
			     .language = hit->flags & RV__REDACT_LANGUAGE};
	char whole[LONG];
	size_t end;

	if (!rv__name_find(v, at, n, &x, &end) || !rv__join_find(v, end, &x))
		return false;
	hit->from = (size_t)(x.text.p - v.p);
	hit->to = x.end;
	if (x.end > hit->from + x.text.n)
		join_lines(v, hit->from, whole, &x);
	hit->cost = x.text.n > LONG ? 0 : x.text.n;
	if (x.text.n > LONG ? !long_value(&x, at, hit) : !looks_secret(&x))
		return false;
	hit->rule = names[key].rule;
	hit->placeholder = names[key].placeholder;
	if (key == RV__KEY_CN)
		hit->flags |= RV__REDACT_PERSON;
	if (x.join == RV__JOIN_BELOW)
		add_items(v, &x, *hit);
	return true;
}
