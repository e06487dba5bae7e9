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

static void
test_scripted__faults(void **state)
{
	static const char *const faults[] = {
		"400", "401", "403", "404", "413", "422", "429-ms",
		"429-huge", "429-quota", "500", "529", "html", "html-502",
		"not-http", "close"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		const struct rv_chat_target t = {
			.provider = "openai", .model = faults[i],
			.base_url = services_url(base, "/v1"),
			.key = RV_SV("sk-live-0123456789abcdef")};
		struct rv_embed_call call = call_of(&t);
		struct rv_embed_out out;

		assert_int_equal(rv_embed(&call, texts, 1, &out, &why),
				 RV_E_MODEL);
		assert_non_null(strstr(why.msg, faults[i]));
		assert_null(strstr(why.msg, "0123456789abcdef"));
		printf("%s\n", why.msg);
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
