/* SPDX-License-Identifier: MIT */
/* Masking: the six forms, and ordinary text that has none of them. */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/rng.h"
#include "doc/redact.h"
#include "tests/support/cm.h"

/* Literals are in pieces, so that no scanner takes this file for a leak. */
#define PEM "-----BEGIN RSA PRIVATE" " KEY-----"
#define PEM_END "-----END RSA PRIVATE" " KEY-----"
#define LINE64                                                            \
	"MIIEowIBAAKCAQEAx4sgh5sSd8eQ" "abcdefghijklmnopqrstuvwxyz0123456789"
#define GH "ghp" "_16C7e42F292c6912E7710c838347Ae178B4a"

static const struct {
	const char *text, *want;
	int hits;
} cases[] = {
	{"key:\n" PEM "\n" LINE64 "\n" PEM_END "\nafter",
	 "key:\n<PRIVATE_KEY>\nafter", 1},
	{PEM "\\n" LINE64 "\\n" PEM_END "\\n", "<PRIVATE_KEY>\\n", 1},
	{"cut: " PEM "\n" LINE64 "\n" LINE64, "cut: <PRIVATE_KEY>", 1},
	{"cut: " PEM "\n" LINE64 "\nand then", "cut: <PRIVATE_KEY>\nand then",
	 1},
	{"Authorization: Bearer abcDEF123." "ghi_456",
	 "Authorization: Bearer <BEARER_TOKEN>", 1},
	{"bearer  aaaaaaaaaabbbbbbbbbbcccc.", "bearer  <BEARER_TOKEN>.", 1},
	{"API_KEY=sk-live" "-12345", "API_KEY=<SECRET>", 1},
	{"export DB_PASSWORD='hunter" "2!'", "export DB_PASSWORD='<SECRET>'", 1},
	{"\"client_secret\": \"s3cr" "3t-value\"",
	 "\"client_secret\": \"<SECRET>\"", 1},
	{"{\\\"password\\\":\\\"hun" "ter22\\\"}",
	 "{\\\"password\\\":\\\"<SECRET>\\\"}", 1},
	{"password: hunter" "2", "password: <SECRET>", 1},
	{"The API key = abc" "123def", "The API key = <SECRET>", 1},
	{"?token=a1b2c3d4&user=x&accessToken=zz" "9yy8xx",
	 "?token=<SECRET>&user=x&accessToken=<SECRET>", 2},
	{"Server=db;Password=ab" "cd99;Port=1", "Server=db;Password=<SECRET>;"
						 "Port=1", 1},
	{"postgres://ada:pa" "ss@db.local/x", "postgres://<URL_CREDENTIALS>"
					       "@db.local/x", 1},
	{"https://x-token:abc" "def@example.org", "https://<URL_CREDENTIALS>"
						   "@example.org", 1},
	{"id AKIA" "IOSFODNN7EXAMPLE.", "id <AWS_KEY_ID>.", 1},
	{"push with " GH " now", "push with <GITHUB_TOKEN> now", 1},
	{"github" "_pat_11ABCDEFG0123456789_abcdefghijklmnop",
	 "<GITHUB_TOKEN>", 1},
};

static const char *const ordinary[] = {
	"",
	"I forgot my password: can you reset it?",
	"the password = the thing you type",
	"password: required",
	"password:",
	"token: expired",
	"max_tokens=4096 and tokens: 5000",
	"token = next_token(stream)",
	"secret = settings.secret_key",
	"password=${DB_PASSWORD}",
	"password=<SECRET> token=***",
	"if (token == other_token) return;",
	"key=value a=b x: y",
	"monkey=banana12345",
	"the bearer of bad news, bearer bonds, Bearer token",
	"see https://example.org:8080/a@b and mailto:ada@example.org",
	"ssh://git@example.org/repo.git",
	"https://example.org/?a=1&b=2",
	"-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----",
	"AKIA is a prefix; MAKIAIOSFODNN7EXAMPLE1",
	"ghp_short and sightseeing",
	"The secret: never give up. It was 12:30.",
	"e-0123456789abcdef 2026-01-28T13:45:00.000Z",
	"bypass=true compass=north passport: A12",
};

static void
test_redact__forms(void **state)
{
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t hits;

		rv_buf_reset(&out);
		hits = rv_redact(rv_sv(cases[i].text), &out);
		assert_sv(rv_buf_sv(&out), cases[i].want);
		assert_int_equal(hits, cases[i].hits);
	}
	rv_buf_release(&out);
}

static void
test_redact__ordinary_text(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ordinary); i++) {
		struct rv_sv in = rv_sv(ordinary[i]), out;
		size_t hits = 9;

		out = rv_redact_in(&arena, in, &hits);
		assert_sv(out, ordinary[i]);
		assert_ptr_equal(out.p, in.p);
		assert_int_equal(hits, 0);
	}
	rv_arena_release(&arena);
}

/* Masking twice is masking once, whatever stands beside what. */
static void
test_redact__idempotent(void **state)
{
	struct rv_buf in = RV_BUF_INIT, once = RV_BUF_INIT, twice = RV_BUF_INIT;
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 7);
	for (int round = 0; round < 3000; round++) {
		rv_buf_reset(&in);
		rv_buf_reset(&once);
		rv_buf_reset(&twice);
		for (int k = 0; k < 6; k++) {
			size_t i = rv_rng_below(&rng, ARRAY_LEN(cases) +
							      ARRAY_LEN(ordinary));
			struct rv_sv v = rv_sv(
				i < ARRAY_LEN(cases)
					? cases[i].text
					: ordinary[i - ARRAY_LEN(cases)]);
			size_t cut = rv_rng_below(&rng, v.n + 1);

			rv_buf_addv(&in, rng.state & 64 ? v
							: rv_sv_slice(v, 0, cut));
			rv_buf_add(&in, " \n&:=,", rv_rng_below(&rng, 2));
		}
		rv_redact(rv_buf_sv(&in), &once);
		rv_redact(rv_buf_sv(&once), &twice);
		if (!rv_sv_eq(rv_buf_sv(&once), rv_buf_sv(&twice)))
			fail_msg("%s\n---\n%s\n---\n%s", in.p, once.p, twice.p);
	}
	rv_buf_release(&in);
	rv_buf_release(&once);
	rv_buf_release(&twice);
}

/* Any bytes, also NUL and broken UTF-8, and what lies beside them is kept. */
static void
test_redact__any_bytes(void **state)
{
	struct rv_buf out = RV_BUF_INIT;
	char in[64];
	struct rv_rng rng;

	(void)state;
	rv_rng_seed(&rng, 3);
	for (int round = 0; round < 20000; round++) {
		size_t n = rv_rng_below(&rng, sizeof(in));
		static const char set[] = "=:-Abg/@\"'\\ \n<>&p\0\xff_1";

		for (size_t i = 0; i < n; i++)
			in[i] = set[rv_rng_below(&rng, sizeof(set))];
		rv_buf_reset(&out);
		if (!rv_redact(rv_sv_of(in, n), &out)) {
			assert_int_equal(out.n, n);
			assert_memory_equal(out.p, in, n);
		}
	}
	rv_buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_redact__forms),
		cmocka_unit_test(test_redact__ordinary_text),
		cmocka_unit_test(test_redact__idempotent),
		cmocka_unit_test(test_redact__any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
