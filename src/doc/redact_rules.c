/* SPDX-License-Identifier: MIT */
/* Credentials whose form needs more than a pattern. */
#include "config.h"

#include <string.h>

#include "doc/redact_priv.h"

#define PEM_MOST ((size_t)256 << 10)

static struct rv_sv
behind(struct rv_sv v, size_t at)
{
	return rv_sv_slice(v, at, v.n);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* --- keys in blocks -------------------------------------------------------- */

/* Moves behind one more line of a key that has no end. */
static bool
key_line(struct rv_sv v, size_t *at)
{
	size_t i = *at, start;

	while (i < v.n && (rv__one_of(v.p[i], " \r\n\t>|\"'+") ||
			   v.p[i] == '\\')) {
		i += v.p[i] == '\\' && i + 1 < v.n &&
		     rv__one_of(v.p[i + 1], "nr");
		i++;
	}
	start = i;
	while (i < v.n && rv__is(v.p[i], RV__C_PADDED))
		i++;
	if (i - start < 16)
		return false;
	*at = i;
	return true;
}

bool
rv__rule_pem(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct rv_sv label = behind(v, at + 10), key;
	size_t body, tail;
	ptrdiff_t end;

	if (v.p[at] == 'P') { /* PuTTY: to the MAC, or all lines like it */
		size_t lines = rv__seen_find(hit->seen, RV__SPOT_PUTTY, v, at,
					     at + PEM_MOST);

		if (lines == SIZE_MAX)
			return false;
		hit->from = at;
		hit->to = lines + 14;
		while (hit->to < v.n && rv__is(v.p[hit->to],
					       RV__C_DIGIT | RV__C_NAME))
			hit->to++;
		while (hit->to < v.n && is_blank(v.p[hit->to]))
			hit->to++;
		while (hit->to < v.n && rv__is(v.p[hit->to], RV__C_DIGIT))
			hit->to++;
		while (key_line(v, &hit->to))
			;
		return true;
	}
	end = rv_sv_find(rv_sv_slice(label, 0, RV_MIN(label.n, (size_t)64)),
			 RV_SV("-----"));
	if (end < 0)
		return false;
	key = rv_sv_slice(label, 0, (size_t)end);
	if (!rv_sv_has(key, RV_SV("PRIVATE KEY")) &&
	    !rv_sv_has(key, RV_SV("Static key")) &&
	    !rv_sv_has(key, RV_SV("SECRET KEY")))
		return false;
	hit->from = at;
	hit->to = body = at + 10 + (size_t)end + 5;
	tail = rv__seen_find(hit->seen, RV__SPOT_PEM_END, v, body,
			     body + PEM_MOST);
	if (tail == body)
		return false; /* an empty one */
	if (tail != SIZE_MAX) {
		hit->to = tail + 8;
		end = rv_sv_find(behind(v, hit->to), RV_SV("-----"));
		hit->to = end >= 0 && end <= 64 ? hit->to + (size_t)end + 5
						: hit->to;
		return true;
	}
	while (key_line(v, &hit->to))
		;
	return true;
}

/* The body of a key whose first line was left out. */
bool
rv__rule_openssh(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	hit->from = hit->to = at;
	while (key_line(v, &hit->to))
		;
	return rv__starts(v, at, 0) && hit->to - at >= 64;
}

/* "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", with blanks */
bool
rv__rule_ssh2(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct rv_sv label = rv_sv_slice(v, at + 10, RV_MIN(v.n, at + 64)), line;
	size_t end;

	(void)rv_sv_next_line(&label, &line);
	if (!rv_sv_has(line, RV_SV("PRIVATE KEY")))
		return false;
	end = rv__seen_find(hit->seen, RV__SPOT_SSH2_END, v, at + 10,
			    at + PEM_MOST);
	if (end == SIZE_MAX)
		return false;
	label = rv_sv_slice(v, end, RV_MIN(v.n, end + 64));
	(void)rv_sv_next_line(&label, &line);
	hit->from = at;
	hit->to = end + line.n;
	return true;
}

/* The private part of a key in JSON: "d" beside "kty". */
bool
rv__rule_jwk(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	struct rv_sv around = rv_sv_slice(v, at > 1024 ? at - 1024 : 0,
					  RV_MIN(v.n, at + 2048));
	size_t i = at + 3;

	while (i < v.n && rv__one_of(v.p[i], ": \t\"") && i - at < 12)
		i++;
	for (hit->from = i; i < v.n && rv__is(v.p[i], RV__C_BASE64URL);)
		i++;
	hit->to = i;
	hit->cost = i - hit->from > 20 ? around.n / 8 : 0;
	return i - hit->from >= 32 && v.p[hit->from - 1] == '"' &&
	       rv_sv_has(around, RV_SV("\"kty\"")) &&
	       rv__random(rv_sv_slice(v, hit->from, i));
}

/* --- addresses with a name and a password ---------------------------------- */

bool
rv__rule_url(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 3, colon = 0, end = 0;
	struct rv_sv pass;

	if (!at || !rv__is(v.p[at - 1], RV__C_ALNUM))
		return false;
	hit->from = i;
	for (; i < v.n && i < at + 1024; i++) {
		unsigned char c = (unsigned char)v.p[i];

		if (c <= ' ' || rv__one_of((char)c, "/?#\"<>`\\"))
			break;
		if (c == ':' && !colon)
			colon = i;
		if (c == '@') /* a password may hold one as well */
			end = i;
	}
	if (!end)
		return false;
	hit->to = end;
	if (!colon || colon > end)
		return rv__random(rv_sv_slice(v, hit->from, end)) &&
		       end - hit->from >= 16;
	pass = rv_sv_slice(v, colon + 1, end);
	return pass.n && !rv__stand_in(pass);
}

/* --- Authorization --------------------------------------------------------- */

static size_t
skip_word(struct rv_sv v, size_t at, const char *word)
{
	size_t n = strlen(word);

	if (v.n - at > n &&
	    rv_sv_eq_ascii_nocase(rv_sv_slice(v, at, at + n), rv_sv(word)) &&
	    is_blank(v.p[at + n]))
		return at + n + 1;
	return at;
}

static bool
header_value(struct rv_sv v, size_t i, bool header, struct rv__hit *hit)
{
	struct rv_sv s;

	while (i < v.n && (is_blank(v.p[i]) || v.p[i] == '"'))
		i++;
	hit->from = i;
	while (i < v.n && rv__is(v.p[i], RV__C_TOKEN))
		i++;
	while (i > hit->from && rv__one_of(v.p[i - 1], ".,:!"))
		i--;
	hit->to = rv__wrap_end(v, hit->from, i, NULL);
	s = rv_sv_slice(v, hit->from, i);
	if (s.n < 8 || rv__stand_in(s) || rv__sequence(s))
		return false;
	if (i < v.n && rv__one_of(v.p[i], header ? "(" : "({<["))
		return false; /* code */
	if (rv__random(s))
		return true;
	/* A header of one word: nobody writes prose there. */
	return header ? rv__digits(s) > 0 || rv__entropy(s) >= 3.5
		      : s.n >= 20 && rv__digits(s) > 1;
}

bool
rv__rule_authorization(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	static const char *const schemes[] = {
		"bearer", "basic", "token", "apikey", "api-key", "api-token",
		"ssws", "digest", "oauth", "key", "bot", "negotiate", "klaviyo-api-key",
		"apitoken", "access-token", "jwt", "splunk", "discogs",
	};
	bool header = (v.p[at] | 32) == 'a';
	size_t i = at, next;

	if (!rv__starts(v, at, 0))
		return false;
	if (!header) {
		next = skip_word(v, at, (v.p[at + 1] | 32) == 'e' ? "bearer"
								    : "basic");
		return next > at && header_value(v, next, false, hit);
	}
	i += 13;
	while (i < v.n && i < at + 20 && rv__one_of(v.p[i], "\"'\\] \t"))
		i++;
	if (i >= v.n || !rv__one_of(v.p[i], ":=,"))
		return false;
	for (i++; i < v.n && rv__one_of(v.p[i], " \t\"'`\\>");)
		i++;
	for (size_t k = 0; k < ARRAY_LEN(schemes); k++)
		if (i < v.n && (v.p[i] | 32) == schemes[k][0] &&
		    (next = skip_word(v, i, schemes[k])) > i)
			return header_value(v, next, true, hit);
	return header_value(v, i, true, hit);
}

/* --- JSON web tokens -------------------------------------------------------- */

#define SIGNATURE 43 /* characters of the shortest */

/* Behind a line break in a part of it; 0: the part ends here. */
static size_t
jwt_break(struct rv_sv v, size_t from, size_t at, size_t part)
{
	size_t next, i;

	if ((at < v.n && v.p[at] == '.') || at - from >= SIGNATURE * 8 ||
	    (part >= 2 && at - from >= SIGNATURE) ||
	    !(next = rv__soft_break(v, at, RV__C_BASE64URL)))
		return 0;
	for (i = next; i < v.n && rv__is(v.p[i], RV__C_BASE64URL);)
		i++;
	return part >= 2 || (i < v.n && v.p[i] == '.') ? next : 0;
}

bool
rv__rule_jwt(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	const unsigned set = RV__C_BASE64URL;
	size_t i = at, part, parts = 0, next;

	if (!rv__starts(v, at, RV__REDACT_STRICT) && at &&
	    v.p[at - 1] != '-' && v.p[at - 1] != '_')
		return false;
	for (; parts < 5; parts++) {
		part = i;
		if (rv__seen_in(&hit->seen->token, i))
			i = hit->seen->token.to;
		while (i < v.n && (rv__is(v.p[i], set) || v.p[i] == '/' ||
				   (v.p[i] == '\\' && i + 1 < v.n &&
				    v.p[i + 1] == '/')))
			i++;
		hit->seen->token = (struct rv__span){part, i};
		hit->cost = i - at;
		if ((next = jwt_break(v, part, i, parts))) {
			for (i = next; i < v.n && rv__is(v.p[i], set);)
				i++;
			hit->cost = i - at;
		}
		if (parts < 2 && (i - part < 16 || v.p[part] != 'e' ||
				  v.p[part + 1] != 'y'))
			return false;
		if (i < v.n && v.p[i] == '.' && parts < 4)
			i++;
		else
			break;
	}
	hit->cost = i - at;
	if (parts < 1)
		return false;
	while (i < v.n && v.p[i] == '=')
		i++;
	if (parts == 1 && rv__digits(rv_sv_slice(v, at, i)) < 3)
		return false;
	hit->from = at;
	hit->to = i;
	return rv__entropy(rv_sv_slice(v, at, i)) >= 3.0;
}

/* --- command lines ---------------------------------------------------------- */

/* curl -u name:password, also -uname:password and in quotes */
bool
rv__rule_curl_user(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 1, line, colon;
	struct rv_sv head, pass;
	char quote = 0;

	line = at > 400 ? at - 400 : 0;
	if (rv__seen_find(hit->seen, RV__SPOT_CURL, v, line, at) == SIZE_MAX &&
	    rv__seen_find(hit->seen, RV__SPOT_WGET, v, line, at) == SIZE_MAX)
		return false;
	line = at;
	while (line && at - line < 400 &&
	       (v.p[line - 1] != '\n' || (line > 1 && v.p[line - 2] == '\\')))
		line--;
	head = rv_sv_slice(v, line, at);
	if (!rv_sv_has(head, RV_SV("curl")) && !rv_sv_has(head, RV_SV("wget")))
		return false;
	while (i < v.n && v.p[i] == '-')
		i++;
	if (v.p[i] == 'u' && i == at + 2)
		i++;
	else
		while (i < v.n && (rv__is(v.p[i], RV__C_LETTER) || v.p[i] == '-'))
			i++;
	while (i < v.n && (is_blank(v.p[i]) || v.p[i] == '='))
		i++;
	if (i < v.n && v.p[i] == '\\')
		i++;
	if (i < v.n && rv__one_of(v.p[i], "\"'"))
		quote = v.p[i++];
	hit->from = i;
	for (colon = 0; i < v.n && i < hit->from + 512; i++) {
		char c = v.p[i];

		if (c == '\n' || (!quote && is_blank(c)))
			break;
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c; /* a"b"c is one word */
		if (c == ':' && !colon)
			colon = i;
	}
	while (i > hit->from && rv__one_of(v.p[i - 1], "\"'\\`"))
		i--;
	hit->to = i;
	if (!colon || colon >= i)
		return false;
	pass = rv_sv_slice(v, colon + 1, i);
	if (pass.n > 1 && rv__one_of(pass.p[0], "\"'"))
		pass = rv_sv_slice(pass, 1, pass.n);
	if (pass.n > 12 && pass.p[0] == '{' && rv__random(pass))
		return true;
	if (rv_sv_eq(pass, rv_sv_slice(v, hit->from, colon)))
		return false;
	if (pass.n == 0) /* "KEY:" */
		return rv__random(rv_sv_slice(v, hit->from, colon));
	return pass.n >= 3 && !rv__stand_in(pass) && pass.p[0] != '$';
}

/* "login NAME password VALUE" */
bool
rv__rule_netrc(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 6;

	if (!rv__starts(v, at, 0))
		return false;
	while (i < v.n && i < at + 100 && (unsigned char)v.p[i] > ' ')
		i++;
	while (i < v.n && i < at + 140 && rv__one_of(v.p[i], " \t\n\r"))
		i++;
	if (!rv_sv_starts(behind(v, i), RV_SV("password ")))
		return false;
	for (i += 9; i < v.n && is_blank(v.p[i]);)
		i++;
	hit->from = i;
	while (i < v.n && (unsigned char)v.p[i] > ' ')
		i++;
	hit->to = i;
	return i > hit->from && !rv__stand_in(rv_sv_slice(v, hit->from, i));
}

/* "123456789012345|abc...": the secret of an app, or its access token */
bool
rv__rule_facebook(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t from = at + 1, to = at + 2;
	struct rv_sv s;

	while (from && rv__is(v.p[from - 1], RV__C_DIGIT))
		from--;
	while (to < v.n && rv__is(v.p[to], RV__C_BASE64URL))
		to++;
	s = rv_sv_slice(v, at + 2, to);
	if (at + 1 - from < 14 || at + 1 - from > 17 || s.n < 27 || s.n > 40 ||
	    !rv__starts(v, from, 0) || rv__entropy(s) < 3.0)
		return false;
	hit->from = from;
	hit->to = to;
	return true;
}

/* --- kind: Secret ----------------------------------------------------------- */

/* The values of "data" in a manifest of this kind; one hit up to the last. */
bool
rv__rule_kubernetes(struct rv_sv v, size_t at, struct rv__hit *hit)
{
	size_t i = at + 4, from, stop;
	struct rv_sv doc, rest, line;
	ptrdiff_t end, data;

	while (i < v.n && i < at + 12 && rv__one_of(v.p[i], "\"': \t"))
		i++;
	if (!rv_sv_eq_ascii_nocase(rv_sv_slice(v, i, i + 6), RV_SV("Secret")) ||
	    (i + 6 < v.n && rv__is(v.p[i + 6], RV__C_NAME)) ||
	    rv__seen_in(&hit->seen->manifest, at))
		return false; /* another one, or looked at as a whole */
	stop = RV_MIN(v.n, i + 16384);
	from = at > 4096 ? at - 4096 : 0;
	if (rv__seen_find(hit->seen, RV__SPOT_DATA, v, from, stop) == SIZE_MAX &&
	    rv__seen_find(hit->seen, RV__SPOT_STRING_DATA, v, from, stop) ==
		    SIZE_MAX)
		return false;
	for (from = at; from && at - from < 4096; from--)
		if (rv_sv_starts(behind(v, from), RV_SV("\n---")))
			break;
	hit->cost = (stop - from) / 2;
	end = rv_sv_find(rv_sv_slice(v, i, stop), RV_SV("\n---"));
	doc = rv_sv_slice(v, from, end >= 0 ? i + (size_t)end : stop);
	hit->seen->manifest = (struct rv__span){from, from + doc.n};
	if ((data = rv_sv_find(doc, RV_SV("\ndata:"))) < 0 &&
	    (data = rv_sv_find(doc, RV_SV("\nstringData:"))) < 0)
		return false;
	rest = behind(doc, (size_t)data + 1);
	(void)rv_sv_next_line(&rest, &line);
	hit->from = hit->to = 0;
	while (rv_sv_next_line(&rest, &line)) {
		ptrdiff_t colon = rv_sv_find(line, RV_SV(": "));
		struct rv_sv value;

		if (line.n && !rv__one_of(line.p[0], " \t"))
			break;
		if (colon < 0)
			continue;
		value = rv_sv_trim(behind(line, (size_t)colon + 2));
		if (value.n > 1 && rv__one_of(value.p[0], "\"'"))
			value = rv_sv_slice(value, 1, value.n - 1);
		if (value.n < 8 || rv__stand_in(value))
			continue;
		if (!hit->to)
			hit->from = (size_t)(value.p - v.p);
		hit->to = (size_t)(value.p - v.p) + value.n;
	}
	return hit->to > hit->from;
}
