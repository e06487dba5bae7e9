/* SPDX-License-Identifier: MIT */
/* A name and its password in one: in addresses, files, calls and sentences. */
#include "config.h"

#include <string.h>

#include "doc/redact_value.h"

/* "name:password@tcp(": nothing stands before the name */
bool
rv__rule_dsn(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, colon = 0;

	while (i && at - i < 200 && (unsigned char)v.p[i - 1] > ' ' &&
	       !rv__one_of(v.p[i - 1], "\"'`=/<>"))
		if (v.p[--i] == ':')
			colon = i;
	hit->from = i;
	hit->to = at;
	return colon > i && colon + 1 < at &&
	       !rv__stand_in(rv_sv_slice(v, colon + 1, at));
}

static size_t
field(struct rv_sv v, size_t i)
{
	while (i < v.n && (unsigned char)v.p[i] > ' ' &&
	       !rv__one_of(v.p[i], ":/\"'"))
		i++;
	return i;
}

/* "host:port:base:user:password", all of a line */
bool
rv__rule_pgpass(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, line = at;

	while (line && at - line < 100 && (unsigned char)v.p[line - 1] > ' ')
		if (v.p[--line] == ':')
			return false;
	if (line == at || (line && v.p[line - 1] != '\n') ||
	    rv__digits(rv_sv_slice(v, line, at)) == at - line)
		return false;
	for (int k = 0; k < 3; k++) {
		size_t from = i + 1;

		i = field(v, from);
		if (i == from || i >= v.n || v.p[i] != ':' ||
		    (k && rv__is(v.p[from], RV__C_DIGIT)))
			return false;
	}
	hit->from = i + 1;
	hit->to = field(v, i + 1);
	return hit->to - hit->from >= 6 &&
	       (hit->to == v.n || rv__one_of(v.p[hit->to], "\r\n")) &&
	       !rv__stand_in(rv_sv_slice(v, hit->from, hit->to));
}

/* "thin:NAME/VALUE@", "sqlplus NAME/VALUE@base" */
bool
rv__rule_oracle(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	bool address = v.p[at] == 't';
	size_t i = at + (address ? 5 : 8), from;

	while (!address && rv__at(v, i) == '-') { /* -S -L */
		while (i < v.n && (unsigned char)v.p[i] > ' ')
			i++;
		i = rv__blanks(v, i, 8);
	}
	for (from = i; rv__is(rv__at(v, i), RV__C_NAME) && i - from < 64;)
		i++;
	if (i == from || rv__at(v, i) != '/')
		return false;
	for (hit->from = ++i; i < v.n && i - hit->from < 128; i++)
		if ((unsigned char)v.p[i] <= ' ' || rv__one_of(v.p[i], "@\"'/"))
			break;
	hit->to = i;
	return i - hit->from >= 4 && (!address || rv__at(v, i) == '@') &&
	       !rv__stand_in(rv_sv_slice(v, hit->from, i));
}

/* "WIFI:S:net;T:WPA;P:VALUE;;" of a code to scan */
bool
rv__rule_wifi(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 4;

	for (; i < v.n && i - at < 200 && (unsigned char)v.p[i] >= ' '; i++)
		if (rv__one_of(v.p[i], ":;") && rv__at(v, i + 1) == 'P' &&
		    rv__at(v, i + 2) == ':')
			break;
	if (rv__at(v, i + 1) != 'P' || rv__at(v, i + 2) != ':')
		return false;
	for (hit->from = i += 3; i < v.n && i - hit->from < 128; i++)
		if (v.p[i] == '\n' || (v.p[i] == ';' && v.p[i - 1] != '\\'))
			break;
	hit->to = i;
	return rv__at(v, i) == ';' && i - hit->from >= 4 &&
	       !rv__stand_in(rv_sv_slice(v, hit->from, i));
}

/* --- in words and calls --------------------------------------------------------- */

/* Of several kinds, as a password is, and a word or a version is not. */
static bool
is_mixed(struct rv_sv v)
{
	bool upper = false, lower = false, sign = false;
	size_t digits = rv__digits(v);

	for (size_t i = 0; i < v.n; i++) {
		upper |= v.p[i] >= 'A' && v.p[i] <= 'Z';
		lower |= v.p[i] >= 'a' && v.p[i] <= 'z';
		sign |= rv__one_of(v.p[i], "!@#$%^&*~?+");
	}
	return (upper || lower) &&
	       (digits >= 2 || (digits && upper && lower) || (sign && digits));
}

static bool
password_fits(struct rv_sv v, char next, bool quoted)
{
	return v.n >= 6 && is_mixed(v) &&
	       rv__value_fits(v, RV__KEY_PASSWORD, RV__JOIN_WORDS, quoted, next);
}

/* "login: ada / VALUE", "creds: ada/VALUE", "log in as ada:VALUE" */
bool
rv__rule_login(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, from, sign;
	struct rv_sv word;

	if (!rv__starts(v, at, 0))
		return false;
	while (rv__is(rv__at(v, i), RV__C_LETTER) && i - at < 12)
		i++;
	if (rv_sv_starts(rv__behind(v, i), RV_SV(" in as ")))
		i += 6;
	sign = i = rv__skip(v, i, ":", 1);
	i = rv__blanks(v, i, 4);
	for (from = i; rv__is(rv__at(v, i), RV__C_NAME) || rv__at(v, i) == '@';)
		if (++i - from > 64)
			return false;
	if (i == from || i - from < 2 || from == sign)
		return false;
	sign = i;
	i = rv__blanks(v, i, 1);
	if (!rv__one_of(rv__at(v, i), "/:|,"))
		return false;
	/* "a/b" and "a / b", "a, b", but not "a: b" or "a /b" */
	if (v.p[i] == ',' ? rv__at(v, i + 1) != ' '
			  : (i > sign) != (rv__at(v, i + 1) == ' '))
		return false;
	i = rv__blanks(v, i + 1, 1);
	for (from = i; i < v.n && i - from < 128 && (unsigned char)v.p[i] > ' ';)
		if (rv__one_of(v.p[i], "/;\"'`<>()|,:\\"))
			break;
		else
			i++;
	while (i > from && rv__one_of(v.p[i - 1], ".?"))
		i--;
	word = rv_sv_slice(v, from, i);
	hit->from = from;
	hit->to = i;
	return !rv__one_of(rv__at(v, i), "/(:") &&
	       password_fits(word, rv__at(v, i), false);
}

/* A text in quotes; the end is behind them. */
static bool
text_at(struct rv_sv v, size_t *at, struct rv_sv *text)
{
	size_t i = *at;
	char quote = rv__at(v, i);

	if (!rv__one_of(quote, "\"'`"))
		return false;
	while (++i < v.n && i - *at < 128 && v.p[i] != quote)
		if (v.p[i] == '\n')
			return false;
	if (rv__at(v, i) != quote)
		return false;
	*text = rv_sv_slice(v, *at + 1, i);
	*at = i + 1;
	return true;
}

/* `auth=("ada", "VALUE")`, `HTTPBasicAuth('ada', 'VALUE')` */
bool
rv__rule_call(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at;
	struct rv_sv text;

	while (rv__at(v, i) != '(')
		i++;
	i = rv__skip(v, i + 1, " \t\r\n", 40);
	if (!text_at(v, &i, &text))
		return false;
	i = rv__blanks(v, i, 4);
	if (rv__at(v, i) != ',')
		return false;
	i = rv__skip(v, i + 1, " \t\r\n", 40);
	if (!text_at(v, &i, &text))
		return false;
	hit->from = (size_t)(text.p - v.p);
	hit->to = hit->from + text.n;
	return password_fits(text, '"', true);
}

/* "--auth NAME:VALUE" */
bool
rv__rule_auth_option(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 6, from;

	if (!rv__one_of(rv__at(v, i), " ="))
		return false;
	i = rv__skip(v, i + 1, "\"'", 1);
	for (from = i; rv__is(rv__at(v, i), RV__C_NAME) || rv__at(v, i) == '@';)
		if (++i - from > 64)
			return false;
	if (i == from || rv__at(v, i) != ':')
		return false;
	for (hit->from = ++i; i < v.n && i - hit->from < 128; i++)
		if ((unsigned char)v.p[i] <= ' ' || rv__one_of(v.p[i], "\"'`"))
			break;
	hit->to = i;
	return password_fits(rv_sv_slice(v, hit->from, i), rv__at(v, i), false);
}

/* "seed phrase: witch collapse practice ...": twelve words or more */
bool
rv__rule_phrase(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at, words = 0, from;

	while (rv__is(rv__at(v, i), RV__C_LETTER) || rv__one_of(rv__at(v, i), " _"))
		if (++i - at > 40)
			return false;
	i = rv__skip(v, i, ":=\"' \t\r\n", 12);
	for (hit->from = from = i; i < v.n && i - from < 400;) {
		size_t start = i;

		while (i < v.n && v.p[i] >= 'a' && v.p[i] <= 'z')
			i++;
		if (i - start < 3 || i - start > 8)
			break;
		words++;
		hit->to = i;
		if (!rv__one_of(rv__at(v, i), " ,\n"))
			break;
		i = rv__skip(v, i, " ,\n", 2);
	}
	hit->cost = i - from;
	return words >= 12 && !rv_sv_has(rv_sv_slice(v, from, hit->to),
					 RV_SV(" the "));
}
