/* SPDX-License-Identifier: MIT */
/*
 * Every provider and every way to misbehave, streamed and in one piece: which
 * status, which sentence, asked again or not, and after how long.  The log of
 * this test is the table.
 */
#include "config.h"

#include <stdio.h>

#include "base/utf8.h"
#include "llm/narrator.h"
#include "tests/support/cm.h"
#include "tests/support/services.h"

#define KEY "sk-live-7f3Kq9ZxW2mB8vTnR4"
#define SAID "I kept the book."

static const char *base;
static const struct rv_env env = {.now = 1769608800000, .seed = 7};
static int64_t waited;

static const struct {
	const char *name, *path;
} providers[] = {
	{"openai", "/v1"}, {"anthropic", ""}, {"gemini", ""}, {"ollama", ""}};

/* What a fault means, whoever has it. */
struct row {
	const char *fault;
	rv_status status;
	const char *says;     /* a part of the sentence */
	bool again;	      /* it is asked a second time */
	int64_t least, most;  /* ms waited before that */
	const char *whole;    /* in one piece: another sentence, or NULL */
};
#define LATER 0, 5000
#define M RV_E_MODEL
static const struct row rows[] = {
	{"400", M, "answered 400, \"bad field\"", false, 0, 0, NULL},
	{"401", M, "answered 401, \"wrong key\"", false, 0, 0, NULL},
	{"403", M, "answered 403", false, 0, 0, NULL},
	{"404", M, "answered 404", false, 0, 0, NULL},
	{"408", M, "answered 408", true, LATER, NULL},
	{"413", M, "narrative.contextTokens", false, 0, 0, NULL},
	{"vllm-400", M, "answered 400, \"too long\"", false, 0, 0, NULL},
	{"422", M, "answered 422, \"no\"", false, 0, 0, NULL},
	{"429", M, "answered 429", true, LATER, NULL},
	{"429-seconds", M, "answered 429", true, 2000, 2200, NULL},
	{"429-fraction", M, "answered 429", true, 250, 275, NULL},
	{"429-date", M, "answered 429", true, 1000, 3300, NULL},
	{"429-past", M, "answered 429", true, 0, 0, NULL},
	{"429-ms", M, "answered 429", true, 120, 132, NULL},
	{"429-negative", M, "answered 429", true, LATER, NULL},
	{"429-rubbish", M, "answered 429", true, LATER, NULL},
	{"429-huge", M, "asks to wait 86400 s", false, 0, 0, NULL},
	{"429-info", M, "answered 429, \"slow down\"", true, 34000, 37400, NULL},
	{"429-reset", M, "answered 429", true, 20, 22, NULL},
	{"429-reset-long", M, "asks to wait 360 s", false, 0, 0, NULL},
	{"429-quota", M, "answered 429, \"no money\"", false, 0, 0, NULL},
	{"500", M, "answered 500, \"broken inside\"", true, LATER, NULL},
	{"503", M, "answered 503, \"server busy\"", true, LATER, NULL},
	{"504", M, "answered 504", true, LATER, NULL},
	{"529", M, "answered 529, \"Overloaded\"", true, LATER, NULL},
	{"html-502", M, "answered 502 with a web page", true, LATER, NULL},
	{"long-error", M, "answered 500", true, LATER, NULL},
	{"echo-key-401", M, "answered 401", false, 0, 0, NULL},
	{"empty", M, "before it said anything", true, LATER, NULL},
	{"null", M, "", true, LATER, NULL},
	{"object", M, "", true, LATER, NULL},
	{"object-object", M, "", true, LATER, NULL},
	{"html", M, "web page instead of an answer", true, LATER, NULL},
	{"wrong-json", M, "", true, LATER, NULL},
	{"echo-key", M, "", true, LATER, NULL},
	{"close", M, "closed the connection without an answer", true, LATER, NULL},
	{"not-http", M, "does not speak HTTP", false, 0, 0, NULL},
	{"many-headers", M, "over 256 KiB", false, 0, 0, NULL},
	{"truncated", M, "broke off", false, 0, 0, "broke before"},
	{"half-event", M, "broke off", false, 0, 0, "broke before"},
	{"reset", M, "broke before the answer was whole", false, 0, 0, NULL},
	{"error-in-stream", M, "", false, 0, 0, "the model fell over"},
	{"null-content", M, "is empty", false, 0, 0, NULL},
	{"length", M, "cut at its limit", false, 0, 0, NULL},
	{"filter", M, "refused", false, 0, 0, NULL},
	{"echo-prompt", M, "gave the prompt back", false, 0, 0, NULL},
	{"gigabyte", RV_E_MODEL, "is over 512 KiB", false, 0, 0, ""},
	{"long-line", RV_E_MODEL, "", false, 0, 0, ""},
	{"bomb", RV_E_MODEL, "is over 512 KiB", false, 0, 0, ""},
	{"slow", M, "took longer than is allowed", false, 0, 0, NULL},
	{"never-ends", M, "took longer than is allowed", false, 0, 0, NULL},
	{"silent", M, "fell silent", false, 0, 0, NULL},
	{"bad-utf8", RV_OK, "", false, 0, 0, NULL},
	{"no-usage", RV_OK, "", false, 0, 0, NULL},
	{"cr", RV_OK, "", false, 0, 0, NULL},
	{"crlf", RV_OK, "", false, 0, 0, NULL},
	{"bom", RV_OK, "", false, 0, 0, NULL},
	{"comments", RV_OK, "", false, 0, 0, NULL},
	{"bytewise", RV_OK, "", false, 0, 0, NULL},
};

/* rv_chat_call.wait */
static void
note_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)cancel;
	(void)arg;
	waited = ms;
}

struct result {
	rv_status st;
	int attempts;
	struct rv_err err;
};

/* Ollama's lines of JSON cannot have it. */
static bool
is_sse(const char *fault)
{
	return !strcmp(fault, "cr") || !strcmp(fault, "comments") ||
	       !strcmp(fault, "filter");
}

static bool
is_slow(const char *fault)
{
	return !strcmp(fault, "slow") || !strcmp(fault, "never-ends");
}

/* One question, and what the narrator makes of the answer. */
static struct result
ask(const char *provider, const char *url, const char *model,
    const char *fault, size_t *told)
{
	static const struct rv_chat_message prompt[] = {
		{"system", RV_SV("=== STORY SO FAR ===")},
		{"user", RV_SV("say: " SAID)}};
	const struct rv_chat_target t = {.provider = provider, .model = model,
					 .base_url = url, .key = RV_SV(KEY)};
	const struct rv_chat_call call = {
		.targets = &t, .n_targets = 1, .env = &env, .attempts = 2,
		.connect_ms = 400, .idle_ms = !strcmp(fault, "silent") ? 300 : 20000,
		.total_ms = is_slow(fault) ? 900 : 20000,
		.wait = note_wait};
	const struct rv_chat_in in = {.messages = prompt, .n = 2,
				      .temperature = -1};
	struct rv_buf text = RV_BUF_INIT;
	struct result r = {.st = RV_OK};
	struct rv_chat_out out;

	waited = -1;
	r.st = rv_chat(&call, &in, &out, &r.err);
	r.attempts = out.attempts;
	if (r.st == RV_OK)
		r.st = rv_narrator_reply(&out, &text, &r.err);
	assert_true(rv_utf8_valid(rv_buf_sv(&text)));
	*told = text.n;
	rv_buf_release(&text);
	rv_chat_release(&out);
	return r;
}

/* One line, with the model's name, without the key; nothing but ASCII tricks. */
static bool
is_sentence(const struct result *r, const char *name)
{
	return strstr(r->err.msg, name) && !strchr(r->err.msg, '\n') &&
	       !strstr(r->err.msg, "7f3Kq9ZxW2mB8vTnR4") &&
	       strstr(r->err.msg, "; ");
}

static bool
check(const char *provider, const char *url, const struct row *row, bool whole)
{
	rv_status want = row->status;
	const char *says = whole && row->whole ? row->whole : row->says;
	char model[64], name[96];
	struct result r;
	size_t told;
	bool good;

	snprintf(model, sizeof(model), "%s%s", whole ? "whole:" : "",
		 row->fault);
	snprintf(name, sizeof(name), "%s/%s", provider, model);
	r = ask(provider, url, model, row->fault, &told);
	good = r.st == want;
	if (want == RV_OK)
		good &= told > 0;
	else
		good &= told == 0 && is_sentence(&r, name) &&
			strstr(r.err.msg, says) != NULL;
	if (!whole && want != RV_OK)
		good &= (r.attempts == 2) == row->again &&
			(!row->again ||
			 (waited >= row->least && waited <= row->most));
	printf("%s %-9s %-22s %-11s x%d %5lld %s\n", good ? "  " : "NO",
	       provider, model, rv_status_code(r.st), r.attempts,
	       (long long)waited, r.err.msg);
	return good;
}

static void
test_chat__every_provider_and_fault(void **state)
{
	int bad = 0;

	(void)state;
	for (size_t p = 0; p < ARRAY_LEN(providers); p++)
		for (size_t i = 0; i < ARRAY_LEN(rows) * 2; i++)
			bad += !(p == 3 && is_sse(rows[i / 2].fault)) &&
			       !check(providers[p].name,
				      services_url(base, providers[p].path),
				      &rows[i / 2], i % 2);
	if (bad)
		fail_msg("%d rows", bad);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chat__every_provider_and_fault),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
