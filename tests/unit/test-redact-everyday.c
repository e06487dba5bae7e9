/* SPDX-License-Identifier: MIT */
/*
 * Passwords and keys as people write them down, one row a form, and what only
 * looks alike; then the same in every way of writing that hides it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "doc/redact.h"
#include "tests/support/base64.h"
#include "tests/support/cm.h"

static const char *const hits[] = {
#define HIT(text) text,
#include "tests/support/redact-everyday.def"
#undef HIT
};

static const char *const stays[] = {
#define STAYS(text) text,
#include "tests/support/redact-everyday.def"
#undef STAYS
};

/* The text without the brackets "[[" and "]]" around what is secret in it. */
static void
plain(const char *marked, struct rv_buf *out)
{
	rv_buf_reset(out);
	for (; *marked; marked++)
		if (!strncmp(marked, "[[", 2) || !strncmp(marked, "]]", 2))
			marked++;
		else
			rv_buf_addc(out, *marked);
}

/* "<PASSWORD_2>": its length, or 0. */
static size_t
placeholder(struct rv_sv v)
{
	size_t i = 1;

	if (!v.n || v.p[0] != '<')
		return 0;
	while (i < v.n && ((v.p[i] >= 'A' && v.p[i] <= 'Z') || v.p[i] == '_' ||
			   (v.p[i] >= '0' && v.p[i] <= '9')))
		i++;
	return i < v.n && v.p[i] == '>' ? i + 1 : 0;
}

/* Only what is in brackets became a placeholder, and all of it. */
static bool
is_masked(const char *marked, struct rv_sv out)
{
	while (*marked) {
		if (!strncmp(marked, "[[", 2)) {
			size_t n = placeholder(out);

			if (!n)
				return false;
			out = rv_sv_slice(out, n, out.n);
			marked = strstr(marked, "]]") + 2;
			continue;
		}
		if (!out.n || out.p[0] != *marked++)
			return false;
		out = rv_sv_slice(out, 1, out.n);
	}
	return out.n == 0;
}

static void
test_redact__everyday_forms(void **state)
{
	struct rv_buf in = RV_BUF_INIT, out = RV_BUF_INIT, twice = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(hits); i++) {
		plain(hits[i], &in);
		rv_buf_reset(&out);
		rv_buf_reset(&twice);
		rv_redact(rv_buf_sv(&in), &out);
		if (!is_masked(hits[i], rv_buf_sv(&out)))
			fail_msg("%s\nbecame\n%s", hits[i], out.p);
		rv_redact(rv_buf_sv(&out), &twice);
		assert_sv(rv_buf_sv(&twice), out.p);
	}
	rv_buf_release(&in);
	rv_buf_release(&out);
	rv_buf_release(&twice);
}

static void
test_redact__what_looks_alike(void **state)
{
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(stays); i++) {
		rv_buf_reset(&out);
		rv_redact(rv_sv(stays[i]), &out);
		assert_sv(rv_buf_sv(&out), stays[i]);
	}
	rv_buf_release(&out);
}

/* --- ways of writing ----------------------------------------------------------- */

/* One text for each kind of rule: its secret and what stands around it. */
static const struct kind {
	const char *name, *text, *secret;
} kinds[] = {
	{"form", "push with ghp" "_16C7e42F292c6912E7710c838347Ae178B4a now",
	 "16C7e42F292c6912"},
	{"strict form", "the id AKIA" "IOSFODNN7XB3MPLQ here", "IOSFODNN7XB3"},
	{"two parts", "bot 1234567890:AAH" "dqTcvCH1vGWJxfSeofSAs0K5PALDsawx now",
	 "dqTcvCH1vGWJxf"},
	{"name", "the API_KEY=k3J9xQ2m" "PzL4vR7tY8wB5n is it", "k3J9xQ2mPzL4"},
	{"service", "twilio_auth = \"0f3a9c7e5b1d2486" "af90c3e7d5b1a246\"",
	 "0f3a9c7e5b1d"},
	{"password", "db password: hunt" "er22x end", "hunter22x"},
	{"object", "{\"client_secret\":\"s3cr3t" "value99Zq\"}", "s3cr3tvalue99"},
	{"address", "postgres://ada:hunt" "er22x@db.local/x", "hunter22x"},
	{"header", "Authorization: Bearer k3J9xQ2m" "PzL4vR7tY8wB5n",
	 "k3J9xQ2mPzL4"},
	{"web token", "my eyJhbGciOiJIUzI1NiJ9." "eyJzdWIiOiIxMjM0NTY3ODkwIn0."
		      "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U it is",
	 "dozjgNryP4J3"},
	{"netrc", "machine x login ada password hunt" "er22x", "hunter22x"},
	{"command", "sshpass -p hunt" "er22x ssh root@box", "hunter22x"},
	{"curl", "curl -u ada:hunt" "er22x https://x.example.org/", "hunter22x"},
	{"key block", "-----BEGIN RSA PRIVATE" " KEY-----\nMIIEowIBAAKCAQEAx4sgh5s"
		      "Sd8eQabcdefghijklmnopqrstuvwxyz0123456789\n-----END RSA "
		      "PRIVATE KEY-----", "MIIEowIBAAKCAQ"},
	{"webhook", "https://hooks.slack.com/services/T0123ABCD/B0123ABCD/" "k3J9x"
		    "Q2mPzL4vR7tY8wB5nQ2", "k3J9xQ2mPzL4"},
};

static bool
is_letter(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* By its number, all characters or signs alone. */
static void
each(struct rv_sv v, const char *front, char base, const char *back, bool all,
     struct rv_buf *out)
{
	for (size_t i = 0; i < v.n; i++) {
		unsigned c = (unsigned char)v.p[i];

		if (!all && is_letter(v.p[i])) {
			rv_buf_addc(out, v.p[i]);
			continue;
		}
		rv_buf_adds(out, front);
		if (base == 'X')
			rv_buf_addf(out, "%02X", c);
		else if (base == 'x')
			rv_buf_addf(out, "%02x", c);
		else
			rv_buf_addf(out, "%u", c);
		rv_buf_adds(out, back);
	}
}

static void
invisible(struct rv_sv v, struct rv_buf *out)
{
	for (size_t i = 0; i < v.n; i++) {
		rv_buf_addc(out, v.p[i]);
		if (i % 3 == 2)
			rv_buf_adds(out, "\xE2\x80\x8B");
	}
}

/* A text in a text: quotes and line breaks behind backslashes, `deep` times. */
static void
quoted(struct rv_sv v, int deep, struct rv_buf *out)
{
	struct rv_buf once = RV_BUF_INIT;

	for (size_t i = 0; i < v.n; i++) {
		if (v.p[i] == '"' || v.p[i] == '\\' || v.p[i] == '\n')
			rv_buf_addc(&once, '\\');
		rv_buf_addc(&once, v.p[i] == '\n' ? 'n' : v.p[i]);
	}
	if (deep > 1)
		quoted(rv_buf_sv(&once), deep - 1, out);
	else
		rv_buf_addv(out, rv_buf_sv(&once));
	rv_buf_release(&once);
}

static void
named(struct rv_sv v, struct rv_buf *out)
{
	for (size_t i = 0; i < v.n; i++) {
		if (v.p[i] == '"')
			rv_buf_adds(out, "&quot;");
		else if (v.p[i] == '&')
			rv_buf_adds(out, "&amp;");
		else
			rv_buf_addc(out, v.p[i]);
	}
}

#define WRITINGS 15

static const char *
write_as(int way, struct rv_sv v, struct rv_buf *out)
{
	switch (way) {
	case 0: each(v, "\\u00", 'x', "", false, out); return "JSON, signs";
	case 1: each(v, "\\u00", 'X', "", true, out); return "JSON, all";
	case 2: each(v, "%", 'X', "", false, out); return "percent, signs";
	case 3: each(v, "%", 'x', "", true, out); return "percent, all";
	case 4: each(v, "\\x", 'x', "", true, out); return "C";
	case 5: each(v, "&#", 'd', ";", false, out); return "entities, signs";
	case 6: each(v, "&#", 'd', ";", true, out); return "entities, all";
	case 7: each(v, "&#x", 'x', ";", true, out); return "entities, hex";
	case 8: each(v, "", 'x', "", true, out); return "hexadecimal";
	case 9: each(v, "", 'X', "", true, out); return "hexadecimal, large";
	case 10: base64_encode(v, "+/", out); return "base64";
	case 11: invisible(v, out); return "invisible characters";
	case 12: named(v, out); return "named entities";
	case 13: quoted(v, 1, out); return "a text in a text";
	default: quoted(v, 2, out); return "a text in a text in a text";
	}
}

static void
test_redact__each_kind_in_each_writing(void **state)
{
	struct rv_buf in = RV_BUF_INIT, secret = RV_BUF_INIT, out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		for (int way = 0; way < WRITINGS; way++) {
			const struct kind *k = &kinds[i];
			const char *name;

			rv_buf_reset(&in);
			rv_buf_reset(&out);
			rv_buf_reset(&secret);
			rv_buf_adds(&in, "say \"");
			name = write_as(way, rv_sv(k->text), &in);
			rv_buf_adds(&in, "\" end");
			if (way != 10) /* base64 is cut elsewhere */
				(void)write_as(way, rv_sv(k->secret), &secret);
			rv_redact(rv_buf_sv(&in), &out);
			if (rv_sv_eq(rv_buf_sv(&in), rv_buf_sv(&out)) ||
			    (secret.n && rv_sv_has(rv_buf_sv(&out),
						   rv_buf_sv(&secret))))
				fail_msg("%s in %s: %s", k->name, name, out.p);
			assert_true(rv_sv_starts(rv_buf_sv(&out),
						 RV_SV("say \"")));
			assert_true(rv_sv_ends(rv_buf_sv(&out), RV_SV("end")));
		}
	rv_buf_release(&in);
	rv_buf_release(&secret);
	rv_buf_release(&out);
}

/* A line of a block begins nothing; a token on a line of its own does. */
static void
test_redact__block_of_base64(void **state)
{
	static const char line[] = "hsKvkvfq9DXgogYP3xoCm4M3mqfg/J1SwcZPHrA7sM2Yn"
				   "g9eCBuy8XtJCNoxQ2mPzL4vR7tY8wB5\n";
	static const char odd[] = "AKIA" "IOSFODNN7XB3MPLQ+QbarjtT1zdp7dc4eC39HqLyjW"
				  "DarjtT1zdpabcQ2mPzL4vR7tY8wB5n\n";
	struct rv_buf in = RV_BUF_INIT, out = RV_BUF_INIT;

	(void)state;
	assert_int_equal(strlen(line), strlen(odd));
	rv_buf_adds(&in, line);
	rv_buf_adds(&in, odd);
	rv_buf_adds(&in, line);
	rv_redact(rv_buf_sv(&in), &out);
	assert_sv(rv_buf_sv(&out), in.p);
	rv_buf_reset(&in);
	rv_buf_reset(&out);
	rv_buf_adds(&in, line);
	rv_buf_adds(&in, "AKIA" "IOSFODNN7XB3MPLQ\n");
	rv_redact(rv_buf_sv(&in), &out);
	assert_true(rv_sv_ends(rv_buf_sv(&out), RV_SV("\n<AWS_KEY_ID>\n")));
	rv_buf_release(&in);
	rv_buf_release(&out);
}

/* Lines that were broken to fit a width, and lines that were not. */
static void
test_redact__soft_wraps(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{"{\"client_secret\":\"s3cr3t" "v\nalue99Zq\"}",
		 "{\"client_secret\":\"<SECRET>\"}"},
		{"x_token = \"0f3a9c7e5b1d2486\n   af90c3e7d5b1a246\" # x",
		 "x_token = \"<SECRET>\" # x"},
		{"password: hunt" "=\ner22x end", "password: <PASSWORD> end"},
		{"API_KEY=k3J9xQ2m" "PzL\\\n4vR7tY8wB5n next",
		 "API_KEY=<SECRET> next"},
		{"Authorization: Bearer k3J9xQ2m" "PzL\\\n4vR7tY8wB5n",
		 "Authorization: Bearer <TOKEN>"},
		{"the line that a window broke has the key api_key=k3J9x" "Q2mPzL4v\n"
		 "R7tY8wB5nQ2m and more",
		 "the line that a window broke has the key api_key=<SECRET> and "
		 "more"},
		{"eyJhbGciOiJIUzI1NiJ9." "eyJzdWIiOiIxMjM0\nNTY3ODkwIn0.dozjgNryP4J3\n"
		 "jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U\nend",
		 "<JWT>\nend"},
		/* two lines, and no wrap */
		{"API_KEY=k3J9xQ2m" "PzL4vR7\nOTHER1=no2",
		 "API_KEY=<SECRET>\nOTHER1=no2"},
		{"API_KEY=aGVsbG8g" "d29ybGQx=\nOTHER1=no2",
		 "API_KEY=<SECRET>\nOTHER1=no2"},
		{"password=\"hunt" "er22\nline2 of it", "password=\"<PASSWORD>\n"
							 "line2 of it"},
		{"the line that a window broke has the key api_key=k3J9x" "Q2mPzL4v\n"
		 "name2: other\n",
		 "the line that a window broke has the key api_key=<SECRET>\n"
		 "name2: other\n"},
	};
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_buf_reset(&out);
		rv_redact(rv_sv(rows[i].text), &out);
		assert_sv(rv_buf_sv(&out), rows[i].want);
	}
	rv_buf_release(&out);
}

/* The names of a long table may stand before what a stream gave out. */
static void
test_redact__table_in_a_stream(void **state)
{
	struct rv_redact_stream *s = rv_redact_stream_new(NULL);
	struct rv_buf in = RV_BUF_INIT, whole = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_sv rest;

	(void)state;
	while (in.n < (size_t)52 << 10)
		rv_buf_adds(&in, "a line of prose that says nothing\n");
	rv_buf_adds(&in, "| user | password | what it is for, in some words |\n"
			 "|---|---|---|\n");
	for (int i = 0; i < 180; i++)
		rv_buf_addf(&in, "| user%d | hunt" "er%dx | it is for this and "
				 "for that, and some more of it |\n", i, i + 100);
	while (in.n < (size_t)200 << 10)
		rv_buf_adds(&in, "a line of prose that says nothing\n");
	rv_redact(rv_buf_sv(&in), &whole);
	assert_false(rv_sv_has(rv_buf_sv(&whole), RV_SV("hunter")));
	for (rest = rv_buf_sv(&in); rest.n;) {
		struct rv_sv piece = rv_sv_slice(rest, 0, 1000);

		assert_int_equal(rv_redact_stream_feed(s, piece, &out, NULL),
				 RV_OK);
		rest = rv_sv_slice(rest, piece.n, rest.n);
	}
	assert_int_equal(rv_redact_stream_end(s, &out, NULL), RV_OK);
	assert_true(rv_sv_eq(rv_buf_sv(&out), rv_buf_sv(&whole)));
	rv_redact_stream_free(s);
	rv_buf_release(&in);
	rv_buf_release(&whole);
	rv_buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redact__everyday_forms),
		cmocka_unit_test(test_redact__what_looks_alike),
		cmocka_unit_test(test_redact__each_kind_in_each_writing),
		cmocka_unit_test(test_redact__block_of_base64),
		cmocka_unit_test(test_redact__soft_wraps),
		cmocka_unit_test(test_redact__table_in_a_stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
