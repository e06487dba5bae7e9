/* SPDX-License-Identifier: MIT */
/* Names of secrets in many languages, in each way to join a value to them. */
#include "config.h"

#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "doc/redact.h"
#include "tests/support/cm.h"

enum { PASSWORD, TOKEN, ACCESS, API, SECRET, KINDS };

static const struct {
	const char *code, *names[KINDS], *verb;
} languages[] = {
#define LANGUAGE(code, password, token, access, api, secret, verb) \
	{code, {password, token, access, api, secret}, verb},
#include "tests/support/redact-languages.def"
#undef LANGUAGE
};

static const char *const ordinary[] = {
#define ORDINARY(text) text,
#include "tests/support/redact-languages.def"
#undef ORDINARY
};

/* What stands between name and value, and behind the value. */
static const struct {
	const char *front, *join, *end;
} forms[] = {
	{"", ": ", ""},		 {"", " : ", "\n"},
	{"", "：", "，"},	 {"", " = ", ""},
	{"", "=", "\n"},	 {"- ", ":\t", "."},
	{"**", "**: ", ""},	 {"", ": \"", "\""},
	{"", " : « ", " »"},	 {"", ": „", "“"},
	{"", ": “", "”"},	 {"", "：「", "」"},
	{"\"", "\": \"", "\","}, {"", "\xC2\xA0: ", ""},
};

static const char *const keys[] = {
	"a8f5f167f44f4964" "e6c998dee827110c",
	"k3J9xQ2mPzL4vR7t" "Y8wB5nQ2mPzL4vR7",
	"hunt" "er22x!9Qz", /* of passwords alone */
};

static size_t
count_open(struct rv_sv text, const char *value, const char *code)
{
	struct rv_buf out = RV_BUF_INIT;
	bool open;

	rv_redact(text, &out);
	open = rv_sv_has(rv_buf_sv(&out), rv_sv(value));
	if (open)
		print_message("open, %s: %.*s\n", code, RV_SV_ARG(text));
	rv_buf_release(&out);
	return open;
}

static void
test_languages__forms(void **state)
{
	struct rv_buf b = RV_BUF_INIT;
	size_t open = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(languages); i++)
		for (int k = 0; k < KINDS; k++)
			for (size_t f = 0; f <= ARRAY_LEN(forms); f++)
				for (size_t v = 0; v < ARRAY_LEN(keys); v++) {
					bool verb = f == ARRAY_LEN(forms);

					if (v == 2 && k != PASSWORD)
						continue;
					rv_buf_reset(&b);
					rv_buf_addf(&b, "%s%s%s%s%s",
						    verb ? "" : forms[f].front,
						    languages[i].names[k],
						    verb ? languages[i].verb
							 : forms[f].join,
						    keys[v],
						    verb ? "" : forms[f].end);
					open += count_open(rv_buf_sv(&b), keys[v],
							   languages[i].code);
				}
	assert_int_equal(open, 0);
	rv_buf_release(&b);
}

static void
test_languages__kept(void **state)
{
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ordinary); i++) {
		rv_buf_reset(&out);
		rv_redact(rv_sv(ordinary[i]), &out);
		assert_sv(rv_buf_sv(&out), ordinary[i]);
	}
	rv_buf_release(&out);
}

/* Other letters, endings, words between, and what stands behind the value. */
static void
test_languages__sentences(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{"СЕКРЕТНЫЙ КЛЮЧ: a8f5f167f44f4964" "e6c998dee827110c",
		 "СЕКРЕТНЫЙ КЛЮЧ: <SECRET>"},
		{"Токен для бота: a8f5f167f44f4964" "e6c998dee827110c.",
		 "Токен для бота: <SECRET>."},
		{"с токеном: a8f5f167f44f4964" "e6c998dee827110c",
		 "с токеном: <SECRET>"},
		{"Ключ: a8f5f167f44f4964" "e6c998dee827110c",
		 "Ключ: <SECRET>"},
		{"令牌:a8f5f167f44f4964" "e6c998dee827110c，谢谢",
		 "令牌:<SECRET>，谢谢"},
		{"トークンは「a8f5f167f44f4964" "e6c998dee827110c」です",
		 "トークンは「<SECRET>」です"},
		{"APIキー：a8f5f167f44f4964" "e6c998dee827110cです",
		 "APIキー：<SECRET>です"},
		{"Le mot de passe est : hunt" "er22x, merci",
		 "Le mot de passe est : <PASSWORD>, merci"},
		{"كلمة المرور: hunt" "er22x", "كلمة المرور: <PASSWORD>"},
		{"ПИН-код: 82" "91", "ПИН-код: <PIN>"},
		{"PIN: a8f5f167f44f4964" "e6c998dee827110c", "PIN: <PIN>"},
		{"暗証番号：82" "91", "暗証番号：<PIN>"},
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_languages__forms),
		cmocka_unit_test(test_languages__kept),
		cmocka_unit_test(test_languages__sentences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
