/* SPDX-License-Identifier: MIT */
/* The published decoding of mu-law, WAV files, and sound in messages. */
#include "config.h"

#include <stdlib.h>

#include "llm/mulaw.h"
#include "tests/support/cm.h"
#include "tests/support/collect.h"

/*
 * ITU-T G.711 (11/88), table 2b: decoder output of the 8 segments at their
 * first and last interval, positive values (character signals 1...), in 14 bits.
 */
static const struct {
	uint8_t byte;
	int value;
} table[] = {
	{0x80, 8031}, {0x8F, 4191}, {0x90, 3999}, {0x9F, 2079}, {0xA0, 1983},
	{0xAF, 1023}, {0xB0, 975},  {0xBF, 495},  {0xC0, 471},	{0xCF, 231},
	{0xD0, 219},  {0xDF, 99},   {0xE0, 93},	  {0xEF, 33},	{0xF0, 30},
	{0xFE, 2},    {0xFF, 0},
};

static void
test_sample__published_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		assert_int_equal(rv_mulaw_sample(table[i].byte),
				 table[i].value * 4);
		assert_int_equal(rv_mulaw_sample(table[i].byte & 0x7F),
				 -table[i].value * 4);
	}
	/* Each byte is one step of 2^segment from the next. */
	for (int b = 0x80; b < 0xFF; b++)
		assert_int_equal(rv_mulaw_sample((uint8_t)b) -
					 rv_mulaw_sample((uint8_t)(b + 1)),
				 (b & 15) == 15
					 ? 6 << (7 - ((b >> 4) & 7))
					 : 8 << (7 - ((b >> 4) & 7)));
}

static void
test_wav__header_and_samples(void **state)
{
	static const char want[] =
		"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1F\0\0"
		"\x80\x3E\0\0\2\0\x10\0data\4\0\0\0\x7C\x7D\x84\x82";
	struct rv_buf b = RV_BUF_INIT;

	(void)state;
	assert_true(rv_mulaw_wav(rv_sv_of("\x80\0", 2), 8000, &b));
	assert_int_equal(b.n, sizeof(want) - 1);
	assert_memory_equal(b.p, want, b.n);
	rv_buf_release(&b);
}

static void
test_mime__kinds_and_rates(void **state)
{
	unsigned rate = 0;

	(void)state;
	assert_true(rv_mulaw_mime(RV_SV("audio/x-mulaw;rate=8000"), &rate));
	assert_int_equal(rate, 8000);
	assert_true(rv_mulaw_mime(RV_SV("Audio/X-MuLaw; rate=16000"), &rate));
	assert_int_equal(rate, 16000);
	assert_true(rv_mulaw_mime(RV_SV("audio/basic"), &rate));
	assert_int_equal(rate, 8000);
	assert_true(rv_mulaw_mime(RV_SV("audio/x-mulaw; rate=\"8000\""), &rate));
	assert_int_equal(rate, 8000);
	assert_false(rv_mulaw_mime(RV_SV("audio/x-mulaw;rate=\""), &rate));
	assert_false(rv_mulaw_mime(RV_SV("audio/x-mulaw;rate=0"), &rate));
	assert_false(rv_mulaw_mime(RV_SV("audio/x-mulaw;rate=x"), &rate));
	assert_false(rv_mulaw_mime(RV_SV("audio/ogg"), &rate));
	assert_false(rv_mulaw_mime(RV_SV_NONE, &rate));
}

static const struct {
	const char *text, *bytes; /* NULL: refused */
} base64[] = {
	{"", ""},	   {"Zg==", "f"},     {"Zm8=", "fo"},
	{"Zm9v", "foo"},   {"Zm9vYg", "foob"}, {"Zm9v\nYmFy", "foobar"},
	{"-_-_", "\xFB\xFF\xBF"}, {"+/+/", "\xFB\xFF\xBF"},
	{"Z", NULL},	   {"Zg=", NULL},     {"Z===", NULL},
	{"Zm9v!", NULL},   {"Zg==Zg==", NULL},
};

static void
test_base64__forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(base64); i++) {
		struct rv_buf b = RV_BUF_INIT;
		bool ok = rv_base64_decode(rv_sv(base64[i].text), &b);

		assert_int_equal(ok, base64[i].bytes != NULL);
		assert_sv(rv_buf_sv(&b), ok ? base64[i].bytes : "");
		rv_buf_release(&b);
	}
}

#define SESSION "{\"type\":\"session\",\"version\":3,\"id\":\"s1\"," \
	"\"timestamp\":\"2026-01-28T13:00:00Z\"}\n"
#define MESSAGE(id, parent, part)                                            \
	"{\"type\":\"message\",\"id\":\"" id "\",\"parentId\":" parent       \
	",\"timestamp\":\"2026-01-28T13:45:00Z\",\"message\":{\"role\":"     \
	"\"user\",\"content\":[" part "]}}\n"
#define AUDIO(mime, data) "{\"type\":\"audio\",\"mimeType\":\"" mime \
	"\",\"data\":\"" data "\"}"

static void
test_message__says_how_long(void **state)
{
	static const char text[] = SESSION MESSAGE(
		"a", "null",
		"{\"type\":\"text\",\"text\":\"Listen:\"}," AUDIO(
			"audio/x-mulaw;rate=8000", "gICAgICAgIA="))
		MESSAGE("b", "\"a\"", AUDIO("audio/x-mulaw;rate=8000", "!!"))
		MESSAGE("c", "\"b\"", AUDIO("audio/ogg", "AAAA"))
		MESSAGE("d", "\"c\"", AUDIO("audio/x-mulaw;rate=8000", ""));
	struct collect c = {0};

	(void)state;
	collect_text(&c, "pi", text);
	assert_int_equal(c.n, 4);
	assert_true(rv_sv_starts(c.eps[0].text,
				 RV_SV("Listen:\naudio of 0 seconds [")));
	assert_sv(c.eps[1].text, "audio that could not be decoded");
	assert_sv(c.eps[2].text, "audio of another kind, not kept");
	assert_sv(c.eps[3].text, "audio that could not be decoded");
	collect_release(&c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sample__published_table),
		cmocka_unit_test(test_wav__header_and_samples),
		cmocka_unit_test(test_mime__kinds_and_rates),
		cmocka_unit_test(test_base64__forms),
		cmocka_unit_test(test_message__says_how_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
