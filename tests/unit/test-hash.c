/* SPDX-License-Identifier: MIT */
/* SHA-256 against the examples of FIPS 180-4 and its pieces. */
#include "config.h"

#include "base/buf.h"
#include "base/hash.h"
#include "tests/support/cm.h"

static void
test_sha256__vectors(void **state)
{
	static const struct {
		const char *text, *hex;
	} rows[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc",
		 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
		{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
		 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
		 "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
	};
	char hex[RV_SHA256_HEX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		rv_sha256_of(rv_sv(rows[i].text), hex);
		assert_string_equal(hex, rows[i].hex);
		assert_true(rv_is_sha256_hex(rv_sv(hex)));
	}
	rv_sha256_of(RV_SV_NONE, hex);
	assert_string_equal(hex, rows[0].hex);
}

static void
test_sha256__a_million(void **state)
{
	struct rv_sha256 s;
	char part[1000], hex[RV_SHA256_HEX];

	(void)state;
	memset(part, 'a', sizeof(part));
	rv_sha256_init(&s);
	for (int i = 0; i < 1000; i++)
		rv_sha256_add(&s, part, sizeof(part));
	rv_sha256_hex(&s, hex);
	assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67"
				 "f1809a48a497200e046d39ccc7112cd0");
}

/* In pieces of any size it is the same as at once. */
static void
test_sha256__pieces(void **state)
{
	char text[300], whole[RV_SHA256_HEX], parts[RV_SHA256_HEX];

	(void)state;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)(i * 7);
	for (size_t n = 0; n <= sizeof(text); n++) {
		struct rv_sha256 s;
		size_t step = n % 67 + 1;

		rv_sha256_of(rv_sv_of(text, n), whole);
		rv_sha256_init(&s);
		for (size_t i = 0; i < n; i += step)
			rv_sha256_add(&s, text + i, RV_MIN(step, n - i));
		rv_sha256_hex(&s, parts);
		assert_string_equal(whole, parts);
	}
}

static void
test_sha256__is_hex(void **state)
{
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	for (int i = 0; i < 64; i++)
		rv_buf_addc(&b, "0123456789abcdef"[i % 16]);
	assert_true(rv_is_sha256_hex(rv_buf_sv(&b)));
	assert_false(rv_is_sha256_hex(rv_sv_slice(rv_buf_sv(&b), 0, 63)));
	b.p[10] = 'A';
	assert_false(rv_is_sha256_hex(rv_buf_sv(&b)));
	b.p[10] = '\0';
	assert_false(rv_is_sha256_hex(rv_buf_sv(&b)));
	assert_false(rv_is_sha256_hex(RV_SV_NONE));
	rv_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sha256__vectors),
		cmocka_unit_test(test_sha256__a_million),
		cmocka_unit_test(test_sha256__pieces),
		cmocka_unit_test(test_sha256__is_hex),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
