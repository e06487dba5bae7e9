/* SPDX-License-Identifier: MIT */
/* What looks like a secret and is none. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "doc/redact_priv.h"

/* Whole values, in small letters. */
static const char *const words[] = {
	"null",	    "none",	"nil",	    "true",	"false",
	"undefined", "required", "optional", "string",	"password",
	"secret",   "token",	"expired",  "invalid",	"missing",
	"unknown",  "changed",	"reset",    "done",	"empty",
	"redacted", "hidden",	"masked",   "value",	"wrong",
	"correct",  "here",	"example",  "text",	"bearer",
	"placeholder", "changeme", "todo",  "n/a",	"nan",
	"default",  "disabled", "enabled",  "yes",	"no",
	"deprecated", "public", "private",  "int",	"integer",
	"varchar",  "boolean",	"object",   "number",	"binary",
	"user_provided", "pass", "test", "admin", "root", "username", "apikey",
	"api_key", "your_token", "md5", "sha1", "sha256", "sha-256", "sha512",
	"sha-512", "bcrypt", "argon2", "argon2id", "scrypt", "pbkdf2", "base64",
	"base64url", "scram-sha-256", "oauth2", "utf8mb4", "kerberos5",
	"passwd", "credentials", "compat", "files", "systemd",
	"passwort", "kennwort", "contraseña", "пароль", "senha", "hasło",
	"wachtwoord", "passphrase", "geheim",
};

/* Anywhere in it, in small letters. */
static const char *const parts[] = {
	"your_",  "your-",	"yourtoken", "yourkey",	 "yourapi",
	"xxxx",	  "my_secret_", "insert_",   "insert-",	 "replace_",
	"_here",  "-here",	"placeholder", "changeme", "change_me",
	"****",	  "...",	"…",	     "<redacted", "[redacted",
	"########", "example_",	"_example", "dummy",
};

/* First 12 digits of sha256 of keys that their owners print in manuals. */
static const char *const published[] = {
#define PUBLISHED(fingerprint) fingerprint,
#include "doc/redact_published.def"
#undef PUBLISHED
};

double
rv__entropy(struct rv_sv v)
{
	unsigned count[256] = {0};
	double bits = 0;

	for (size_t i = 0; i < v.n; i++)
		count[(unsigned char)v.p[i]]++;
	for (size_t i = 0; i < ARRAY_LEN(count); i++)
		if (count[i]) {
			double f = (double)count[i] / (double)v.n;

			bits -= f * log2(f);
		}
	return bits;
}

size_t
rv__digits(struct rv_sv v)
{
	size_t n = 0;

	for (size_t i = 0; i < v.n; i++)
		n += rv__is(v.p[i], RV__C_DIGIT);
	return n;
}

bool
rv__uuid(struct rv_sv v)
{
	if (v.n != 36)
		return false;
	for (size_t i = 0; i < v.n; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? v.p[i] != '-' : !rv__is(v.p[i], RV__C_ANYHEX))
			return false;
	}
	return true;
}

static bool
one_character(struct rv_sv v)
{
	size_t run = 1;

	for (size_t i = 1; i < v.n; i++) {
		run = v.p[i] == v.p[i - 1] ? run + 1 : 1;
		if (run >= 16 && run * 2 > v.n && v.p[i] != 'A')
			return true;
	}
	return run == v.n;
}

/* A place that something is put into later, in one of the usual notations. */
static bool
is_template(struct rv_sv v)
{
	static const char *const starts[] = {
		"<", "*", "${", "{{", "{%", "%(", "#{", "$(", "$[", "%{",
		"@(", "[[", "{", "[", "ENC[", "!vault", "&#", "vault:", "op://",
		"process.env.", "os.environ", "import.meta.env", "System.getenv",
		"settings.", "config.", "self.", "this.", "env.", "secrets.",
		"props.", "params.", "options.", "request.", "os.getenv",
	};

	for (size_t k = 0; k < ARRAY_LEN(starts); k++)
		if (starts[k][0] == v.p[0] && rv_sv_starts(v, rv_sv(starts[k])))
			return true;
	if (v.p[0] == '$') {
		size_t i = 1;

		while (i < v.n && rv__is(v.p[i], RV__C_WORD))
			i++;
		/* $NAME, and not the password "$ecret!1" */
		return i > 1 && !rv__digits(rv_sv_slice(v, 0, i));
	}
	if (v.p[0] == '%' && v.n >= 2)
		return v.n == 2 || v.p[v.n - 1] == '%';
	return rv_sv_has(v, RV_SV("${")) || rv_sv_has(v, RV_SV("{{"));
}

static char
small(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* "1234-1234-1234": three times the same. */
static bool
repeats_group(struct rv_sv v)
{
	struct rv_sv part, last = RV_SV_NONE;
	size_t same = 1;

	while (rv_sv_next_part(&v, '-', &part)) {
		same = part.n && rv_sv_eq(part, last) ? same + 1 : 1;
		if (same == 3)
			return true;
		last = part;
	}
	return false;
}

bool
rv__stand_in(struct rv_sv v)
{
	char low[96];
	size_t n = RV_MIN(v.n, sizeof(low));
	struct rv_sv l;
	uint64_t has = 0; /* characters, six bits of each */

	if (!v.n || one_character(v) || is_template(v))
		return true;
	low[0] = 0;
	for (size_t i = 0; i < n; i++) {
		low[i] = small(v.p[i]);
		has |= (uint64_t)1 << (low[i] & 63);
	}
	l = rv_sv_of(low, n);
	if ((has >> ('-' & 63) & 1) && repeats_group(v) && !rv__uuid(v))
		return true;
	for (size_t k = 0; v.n == n && k < ARRAY_LEN(words); k++)
		if (words[k][0] == low[0] && rv_sv_is(l, words[k]))
			return true;
	for (size_t k = 0; k < ARRAY_LEN(parts); k++)
		if ((has >> (parts[k][0] & 63) & 1) &&
		    memchr(low, parts[k][0], n) && rv_sv_has(l, rv_sv(parts[k])))
			return true;
	return false;
}

bool
rv__random(struct rv_sv v)
{
	size_t digits = 0, letters = 0, upper = 0, turns = 0;
	int kind = -1;

	for (size_t i = 0; i < v.n; i++) {
		unsigned c = rv__class(v.p[i]);
		int k = c & RV__C_DIGIT	   ? 0
			: !(c & RV__C_LETTER) ? 3
			: c & RV__C_LOWER	   ? 1
						   : 2;

		digits += k == 0;
		letters += k == 1 || k == 2;
		upper += k == 2;
		turns += kind >= 0 && k != kind && k != 3 && kind != 3;
		kind = k;
	}
	if (v.n < 8 || !letters || letters + digits < v.n / 2)
		return false;
	if (!digits) /* "aBcDeF...": large letters where no word has them */
		return v.n >= 20 && upper && turns * 4 >= v.n &&
		       rv__entropy(v) >= 3.5;
	if (v.n < 16)
		return turns >= 2 || digits >= 4;
	return rv__entropy(v) >= 2.9 && (turns >= 3 || digits * 4 >= v.n);
}

/* Large and small in turns, and five consonants in a row. */
bool
rv__jumble(struct rv_sv v)
{
	size_t turns = 0, row = 0, most = 0;

	for (size_t i = 0; i < v.n; i++) {
		bool upper = v.p[i] >= 'A' && v.p[i] <= 'Z';

		if (!rv__is(v.p[i], RV__C_ALNUM))
			return false;
		turns += i && upper != (v.p[i - 1] >= 'A' && v.p[i - 1] <= 'Z');
		row = rv__one_of(small(v.p[i]), "aeiouy") ? 0 : row + 1;
		most = RV_MAX(most, row);
	}
	return v.n >= 12 && turns * 3 >= v.n && most >= 5 &&
	       rv__entropy(v) >= 2.9;
}

bool
rv__camel(struct rv_sv v)
{
	size_t i = 0, pieces = 0, letters = 0;

	while (i < v.n) {
		size_t from = i, upper, low;

		while (i < v.n && v.p[i] >= 'A' && v.p[i] <= 'Z')
			i++;
		upper = i - from;
		for (low = i; i < v.n && v.p[i] >= 'a' && v.p[i] <= 'z';)
			i++;
		low = i - low;
		if ((from && !upper) || upper > 4 || low < 2)
			return false;
		letters += upper + low;
		pieces++;
		for (from = i; i < v.n && rv__is(v.p[i], RV__C_DIGIT);)
			i++;
		if (i - from > 2)
			return false;
	}
	return pieces >= 2 && letters >= pieces * 4;
}

/* Characters that follow the one before, also from alphabet to alphabet. */
static size_t
steps(struct rv_sv v)
{
	size_t n = 0;

	for (size_t i = 1; i < v.n; i++) {
		char a = v.p[i - 1], b = v.p[i];

		n += b == a + 1 || (b == '0' && rv__one_of(a, "9fFzZ")) ||
		     (rv__one_of(b, "aA") && rv__one_of(a, "9zZ"));
	}
	return n;
}

bool
rv__few(struct rv_sv v)
{
	bool seen[256] = {false};
	size_t distinct = 0;

	for (size_t i = 0; i < v.n; i++) {
		distinct += !seen[(unsigned char)v.p[i]];
		seen[(unsigned char)v.p[i]] = true;
	}
	return v.n >= 16 && distinct * 5 <= RV_MIN(v.n, (size_t)30);
}

bool
rv__sequence(struct rv_sv v)
{
	bool whole = v.n == 32 || v.n == 40 || v.n == 64;

	return v.n >= 16 && (rv__few(v) || steps(v) * 20 >=
						   v.n * (whole ? 17 : 12));
}

bool
rv__published(struct rv_sv v)
{
	char hex[RV_SHA256_HEX];

	if (v.n < 16 || v.n > 256)
		return false;
	for (size_t i = 0; i < v.n; i++)
		if (!rv__is(v.p[i], RV__C_TOKEN))
			return false;
	rv_sha256_of(v, hex);
	for (size_t k = 0; k < ARRAY_LEN(published); k++)
		if (!strncmp(hex, published[k], 12))
			return true;
	return false;
}
