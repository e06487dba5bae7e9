/* SPDX-License-Identifier: MIT */
/* Vectors over the wire: the scripted model, and the real MiniLM. */
#include "config.h"

#include <stdio.h>

#include "llm/embed.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/services.h"

static const char *base;
static const struct rv_env env = {.now = 1769608800000, .seed = 7};
static struct rv_err why;

/* rv_embed_call.wait: not here */
static void
no_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)ms;
	(void)cancel;
	(void)arg;
}

static struct rv_embed_call
call_of(const struct rv_chat_target *t)
{
	return (struct rv_embed_call){.target = t, .env = &env,
				      .wait = no_wait, .total_ms = 280000,
				      .idle_ms = 240000};
}

static const struct rv_sv texts[] = {
	{"The cat sleeps.", 15}, {"", 0}, {"A cat sleeps.", 13},
	{"Quarterly tax forms.", 20}};

static void
test_scripted__each_protocol(void **state)
{
	static const char *const names[] = {"openai", "local", "gemini",
					    "ollama"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names) * 2; i++) {
		const char *name = names[i / 2];
		const struct rv_chat_target t = {
			.provider = name, .model = "m",
			.base_url = services_url(base, i / 2 < 2 ? "/v1" : ""),
			.key = RV_SV("sk-live-0123456789abcdef")};
		struct rv_embed_call call = call_of(&t);
		struct rv_embed_out out;

		call.floats = i % 2;
		call.dimensions = i % 2 ? 32 : 0;
		call.batch_texts = 2;
		if (rv_embed(&call, texts, 4, &out, &why) != RV_OK)
			fail_msg("%s: %s", name, why.msg);
		assert_int_equal(out.requests, 2);
		assert_null(out.v[1]);
		if (call.dimensions)
			assert_int_equal(out.dim, 32);
		/* three words in common, two words in common, none */
		assert_true(rv_embed_cosine(out.v[0], out.v[0], out.dim) > .99);
		assert_true(rv_embed_cosine(out.v[0], out.v[2], out.dim) >
			    rv_embed_cosine(out.v[0], out.v[3], out.dim));
		rv_embed_release(&out);
	}
}

/* Each server that makes vectors and each fault that is a whole answer: which
 * sentence, and is it asked again. */
static const struct {
	const char *fault, *says;
	int attempts;
} faults[] = {
	{"400", "answered 400", 1}, {"401", "keyEnv", 1},
	{"403", "answered 403", 1}, {"404", "answered 404", 1},
	{"413", "set memorySearch.model", 1}, {"422", "answered 422", 1},
	{"429-ms", "answered 429", 3}, {"429-date", "answered 429", 3},
	{"429-negative", "answered 429", 3},
	{"429-rubbish", "answered 429", 3},
	{"429-huge", "asks to wait 86400 s", 1},
	{"429-quota", "answered 429", 1}, {"500", "answered 500", 3},
	{"529", "Overloaded", 3}, {"html", "web page", 1},
	{"html-502", "502 with a web page", 3}, {"empty", "is empty", 3},
	{"null", "", 1}, {"object", "holds no vectors", 1},
	{"object-object", "no JSON", 1}, {"wrong-json", "no JSON", 1},
	{"long-error", "answered 500", 3}, {"not-http", "HTTP", 1},
	{"close", "without an answer", 3}, {"echo-key", "", 1},
	{"echo-key-401", "answered 401", 1},
};

static void
test_scripted__faults(void **state)
{
	static const char *const names[] = {"openai", "gemini", "ollama"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults) * 3; i++) {
		const char *name = names[i % 3], *fault = faults[i / 3].fault;
		const struct rv_chat_target t = {
			.provider = name, .model = fault,
			.base_url = services_url(base, i % 3 ? "" : "/v1"),
			.key = RV_SV("sk-live-0123456789abcdef")};
		struct rv_embed_call call = call_of(&t);
		struct rv_embed_out out;
		rv_status st = rv_embed(&call, texts, 1, &out, &why);

		printf("%-7s x%d %s\n", name, out.attempts, why.msg);
		if (st != RV_E_MODEL || out.attempts != faults[i / 3].attempts ||
		    !strstr(why.msg, faults[i / 3].says) ||
		    !strstr(why.msg, fault) || strchr(why.msg, '\n') ||
		    strstr(why.msg, "0123456789abcdef"))
			fail_msg("%s/%s: %s, %d times, %s", name, fault,
				 rv_status_code(st), out.attempts, why.msg);
		rv_embed_release(&out);
	}
}

static void
test_real__near_and_far(void **state)
{
	static const struct rv_sv said[] = {
		{"The cat sleeps.", 15}, {"A kitten takes a nap.", 21},
		{"Quarterly tax forms.", 20}};
	struct rv_chat_target t = {.provider = "local", .model = "minilm",
				   .base_url = services_real("embed")};
	struct rv_embed_call call = call_of(&t);
	struct rv_embed_out out;

	(void)state;
	if (!t.base_url)
		skip();
	call.cache = rv_embed_cache_new(scratch_path("embeddings.bin"), false);
	if (rv_embed(&call, said, 3, &out, &why) != RV_OK)
		fail_msg("%s", why.msg);
	assert_int_equal(out.dim, 384);
	assert_true(rv_embed_cosine(out.v[0], out.v[1], out.dim) > .4);
	assert_true(rv_embed_cosine(out.v[0], out.v[2], out.dim) < .2);
	rv_embed_release(&out);
	/* the second time nobody is asked; and numbers as text say the same */
	assert_int_equal(rv_embed(&call, said, 3, &out, &why), RV_OK);
	assert_int_equal(out.requests, 0);
	rv_embed_cache_free(call.cache);
	call.cache = NULL;
	call.floats = true;
	{
		struct rv_embed_out again;

		assert_int_equal(rv_embed(&call, said, 3, &again, &why), RV_OK);
		assert_true(rv_embed_cosine(out.v[1], again.v[1], out.dim) >
			    .9999);
		rv_embed_release(&again);
	}
	rv_embed_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scripted__each_protocol),
		cmocka_unit_test(test_scripted__faults),
		cmocka_unit_test(test_real__near_and_far),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
