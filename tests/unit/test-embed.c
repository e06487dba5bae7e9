/* SPDX-License-Identifier: MIT */
/* Vectors from every form of answer, and what is refused. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "llm/embed.h"
#include "llm/embed_batch_job.h"
#include "tests/support/cm.h"
#include "tests/support/fakehttp.h"
#include "tests/support/scratch.h"

#define KEY "sk-test-1234567890abcdef"
#define OPENAI(rows) "{\"data\":[" rows "],\"usage\":{\"prompt_tokens\":7}}"

static const struct rv_chat_target openai = {
	.provider = "openai", .model = "m", .key = RV_SV(KEY)};
static const struct rv_chat_target gemini = {
	.provider = "gemini", .model = "models/g", .key = RV_SV(KEY)};
static const struct rv_chat_target ollama = {.provider = "ollama",
					     .model = "o"};

static struct rv_err why;

static struct rv_embed_call
call_of(const struct rv_chat_target *t)
{
	return (struct rv_embed_call){
		.target = t, .env = &fake_env, .http = fake_http_perform,
		.wait = fake_http_wait};
}

static rv_status
embed(const struct rv_embed_call *call, const char *const *words, size_t n,
      struct rv_embed_out *out)
{
	struct rv_sv texts[8];

	for (size_t i = 0; i < n; i++)
		texts[i] = rv_sv(words[i]);
	why = (struct rv_err){0};
	return rv_embed(call, texts, n, out, &why);
}

static const char *const two[] = {"first", "second"};

/* Answers to two texts: vectors (3, 4) and (0, 5), in what form whatever. */
static void
test_forms__same_vectors(void **state)
{
	static const struct {
		const struct rv_chat_target *target;
		const char *body;
	} rows[] = {
		{&openai, OPENAI("{\"index\":0,\"embedding\":[3,4]},"
				 "{\"index\":1,\"embedding\":[0,5]}")},
		/* the index counts, not the order */
		{&openai, OPENAI("{\"index\":1,\"embedding\":[0,5]},"
				 "{\"index\":0,\"embedding\":[3,4.0]}")},
		{&openai, OPENAI("{\"index\":0,\"embedding\":\"AABAQAAAgEA=\"},"
				 "{\"index\":1,\"embedding\":\"AAAAAAAAoEA=\"}")},
		/* no index: as they come */
		{&openai, OPENAI("{\"embedding\":[3,4]},"
				 "{\"embedding\":[0,5]}")},
		{&gemini, "{\"embeddings\":[{\"values\":[3,4]},"
			  "{\"values\":[0,5]}]}"},
		{&ollama, "{\"embeddings\":[[3,4],[0,5]],"
			  "\"prompt_eval_count\":7}"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct fake_reply reply = {.status = 200,
						 .body = rows[i].body,
						 .piece = 7};
		struct rv_embed_call call = call_of(rows[i].target);
		struct rv_embed_out out;

		fake_http_set(&reply, 1);
		if (embed(&call, two, 2, &out) != RV_OK)
			fail_msg("row %zu: %s", i, why.msg);
		assert_int_equal(out.dim, 2);
		assert_true(fabs((double)out.v[0][0] - 0.6) < 1e-6);
		assert_true(fabs((double)out.v[0][1] - 0.8) < 1e-6);
		assert_true(fabs((double)out.v[1][1] - 1.0) < 1e-6);
		assert_true(out.usage.input > 0);
		rv_embed_release(&out);
	}
}

static void
test_bad__one_sentence(void **state)
{
	static const struct {
		const char *body, *says;
	} rows[] = {
		{OPENAI("{\"index\":0,\"embedding\":[3,4]}"),
		 "1 vectors for 2 texts"},
		{OPENAI("{\"index\":0,\"embedding\":[3,4]},"
			"{\"index\":0,\"embedding\":[3,4]}"),
		 "two vectors for one text"},
		{OPENAI("{\"index\":0,\"embedding\":[3,4]},"
			"{\"index\":2,\"embedding\":[3,4]}"),
		 "more vectors"},
		{OPENAI("{\"index\":-1,\"embedding\":[3,4]}"), "more vectors"},
		{OPENAI("{\"index\":0,\"embedding\":[3,4]},"
			"{\"index\":1,\"embedding\":[3,4,5]}"),
		 "3 numbers where the others have 2"},
		{OPENAI("{\"index\":0,\"embedding\":[3,null]}"), "no number"},
		{OPENAI("{\"index\":0,\"embedding\":[3,1e999]}"), "no number"},
		{OPENAI("{\"index\":0,\"embedding\":[3,\"4\"]}"), "no number"},
		/* a NaN and an infinity in base64 */
		{OPENAI("{\"index\":0,\"embedding\":\"AADAfw==\"}"),
		 "no number"},
		{OPENAI("{\"index\":0,\"embedding\":\"AACAfw==\"}"),
		 "no number"},
		{OPENAI("{\"index\":0,\"embedding\":\"AAA=\"}"), "neither"},
		{OPENAI("{\"index\":0,\"embedding\":\"!!\"}"), "neither"},
		{OPENAI("{\"index\":0,\"embedding\":[]}"), "without numbers"},
		{OPENAI("{\"index\":0,\"embedding\":7}"), "no vector"},
		{OPENAI("{\"index\":0}"), "no vector"},
		{OPENAI(""), "0 vectors for 2 texts"},
		{"{}", "holds no vectors"},
		{"null", "no answer"},
		{"[object Object]", "no JSON"},
		{"<html>", "web page"},
		{"{\"error\":{\"message\":\"out of order\"}}", "out of order"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct fake_reply reply = {.status = 200,
						 .body = rows[i].body};
		struct rv_embed_call call = call_of(&openai);
		struct rv_embed_out out;

		fake_http_set(&reply, 1);
		assert_int_equal(embed(&call, two, 2, &out), RV_E_MODEL);
		if (!strstr(why.msg, rows[i].says) ||
		    !strstr(why.msg, "openai/m: "))
			fail_msg("row %zu: %s", i, why.msg);
		assert_null(out.v[0]);
		rv_embed_release(&out);
	}
}

static void
test_requests__what_leaves(void **state)
{
	static const char *const texts[] = {
		"", "log in: password=Tr0ub4dor-and-3", " \n"};
	static const struct fake_reply one[] = {
		{.status = 200,
		 .body = OPENAI("{\"index\":0,\"embedding\":[1]}")},
		{.status = 200, .body = "{\"embeddings\":[{\"values\":[1]}]}"},
	};
	struct rv_embed_call call = call_of(&openai);
	struct rv_embed_out out;

	(void)state;
	call.dimensions = 1;
	fake_http_set(one, 1);
	assert_int_equal(embed(&call, texts, 3, &out), RV_OK);
	assert_int_equal(out.skipped, 2);
	assert_null(out.v[0]);
	assert_non_null(out.v[1]);
	assert_null(out.v[2]);
	rv_embed_release(&out);
	assert_null(strstr(fake_http.body.p, "Tr0ub4dor"));
	assert_non_null(strstr(fake_http.body.p, "\"dimensions\":1"));
	assert_non_null(strstr(fake_http.body.p, "base64"));
	assert_sv(rv_buf_sv(&fake_http.url),
		  "https://api.openai.com/v1/embeddings");
	assert_non_null(strstr(fake_http.headers.p,
			       "!Authorization: Bearer " KEY));
	call.target = &gemini;
	call.purpose = RV_EMBED_QUERY;
	fake_http_set(one + 1, 1);
	assert_int_equal(embed(&call, texts, 3, &out), RV_OK);
	rv_embed_release(&out);
	assert_non_null(strstr(fake_http.url.p,
			       "/v1beta/models/g:batchEmbedContents"));
	assert_non_null(strstr(fake_http.body.p, "\"RETRIEVAL_QUERY\""));
	assert_non_null(strstr(fake_http.body.p,
			       "\"outputDimensionality\":1"));
	assert_non_null(strstr(fake_http.body.p, "\"models/g\""));
	/* nothing to ask: no request */
	fake_http_set(NULL, 0);
	assert_int_equal(embed(&call, texts, 1, &out), RV_OK);
	assert_int_equal(out.requests, 0);
	rv_embed_release(&out);
}

static void
test_retry__and_refusal(void **state)
{
	static const struct fake_reply replies[] = {
		{.status = 503},
		{.status = 429, .retry_after = "2"},
		{.status = 200,
		 .body = OPENAI("{\"index\":0,\"embedding\":[1]}")},
		{.status = 401,
		 .body = "{\"error\":{\"message\":\"bad " KEY "\"}}"},
	};
	struct rv_embed_call call = call_of(&openai);
	struct rv_embed_out out;

	(void)state;
	fake_http_set(replies, 3);
	assert_int_equal(embed(&call, two, 1, &out), RV_OK);
	assert_int_equal(out.attempts, 3);
	assert_int_equal(fake_http.waits, 2);
	assert_true(fake_http.waited[1] >= 2000);
	rv_embed_release(&out);
	fake_http_set(replies + 3, 1);
	assert_int_equal(embed(&call, two, 1, &out), RV_E_MODEL);
	assert_non_null(strstr(why.msg, "it answered 401"));
	assert_non_null(strstr(why.msg, "keyEnv"));
	assert_null(strstr(why.msg, KEY));
	rv_embed_release(&out);
}

static void
test_ollama__old_way(void **state)
{
	static const struct fake_reply old[] = {
		{.status = 404, .body = "404 page not found"},
		{.status = 200, .body = "{\"embedding\":[3,4]}"},
		{.status = 200, .body = "{\"embedding\":[0,5]}"},
	};
	static const struct fake_reply none[] = {
		{.status = 404, .body = "{\"error\":\"model 'o' not found\"}"},
	};
	struct rv_embed_call call = call_of(&ollama);
	struct rv_embed_out out;

	(void)state;
	fake_http_set(old, 3);
	assert_int_equal(embed(&call, two, 2, &out), RV_OK);
	assert_int_equal(fake_http.used, 3);
	assert_non_null(strstr(fake_http.url.p, "/api/embeddings"));
	assert_non_null(strstr(fake_http.body.p, "\"prompt\":\"second\""));
	assert_true((double)out.v[1][1] > 0.99);
	rv_embed_release(&out);
	fake_http_set(none, 1);
	assert_int_equal(embed(&call, two, 2, &out), RV_E_MODEL);
	assert_non_null(strstr(why.msg, "model 'o' not found"));
	rv_embed_release(&out);
}

static void
test_batches__count_and_bytes(void **state)
{
	static const char *const five[] = {"aaaa", "bbbb", "cccc", "dddd",
					   "eeee"};
	static const struct fake_reply pair = {
		.status = 200,
		.body = "{\"embeddings\":[[1,0],[0,1]]}"};
	static const struct fake_reply single = {
		.status = 200, .body = "{\"embeddings\":[[1,0]]}"};
	const struct fake_reply replies[] = {pair, pair, single};
	struct rv_embed_call call = call_of(&ollama);
	struct rv_embed_out out;
	char *big = rv_malloc(RV_EMBED_TEXT_MAX + 2);

	(void)state;
	call.batch_texts = 2;
	fake_http_set(replies, 3);
	assert_int_equal(embed(&call, five, 5, &out), RV_OK);
	assert_int_equal(out.requests, 3);
	assert_true((double)out.v[3][1] > 0.99);
	rv_embed_release(&out);
	call.batch_texts = 0;
	call.batch_bytes = 9;
	fake_http_set(replies, 3);
	assert_int_equal(embed(&call, five, 5, &out), RV_OK);
	assert_int_equal(out.requests, 3);
	rv_embed_release(&out);
	memset(big, 'x', RV_EMBED_TEXT_MAX + 1);
	big[RV_EMBED_TEXT_MAX + 1] = '\0';
	fake_http_set(NULL, 0);
	assert_int_equal(embed(&call, (const char *const[]){big}, 1, &out),
			 RV_E_MODEL);
	rv_embed_release(&out);
	free(big);
}

static void
test_cache__asked_once(void **state)
{
	static const struct fake_reply first[] = {
		{.status = 200, .body = "{\"embeddings\":[[3,4],[0,5]]}"}};
	static const struct fake_reply third[] = {
		{.status = 200, .body = "{\"embeddings\":[[1,0,0]]}"}};
	static const char *const three[] = {"second", "first", "third"};
	struct rv_embed_call call = call_of(&ollama);
	struct rv_embed_out out;
	const char *path = scratch_path("embeddings.bin");

	(void)state;
	call.cache = rv_embed_cache_new(path, false);
	fake_http_set(first, 1);
	assert_int_equal(embed(&call, two, 2, &out), RV_OK);
	rv_embed_release(&out);
	rv_embed_cache_free(call.cache);
	call.cache = rv_embed_cache_new(path, false);
	fake_http_set(NULL, 0);
	assert_int_equal(embed(&call, three, 2, &out), RV_OK);
	assert_int_equal(out.cached, 2);
	assert_true(fabs((double)out.v[1][0] - 0.6) < 1e-6);
	rv_embed_release(&out);
	/* another length under the same name */
	fake_http_set(third, 1);
	assert_int_equal(embed(&call, three + 2, 1, &out), RV_E_MODEL);
	assert_non_null(strstr(why.msg, "3 numbers and had 2 before"));
	rv_embed_release(&out);
	/* that many numbers were asked for: a space of its own */
	call.dimensions = 3;
	fake_http_set(third, 1);
	assert_int_equal(embed(&call, three + 2, 1, &out), RV_OK);
	rv_embed_release(&out);
	rv_embed_cache_free(call.cache);
}

static void
put(struct rv_embed_cache *c, const char *text, float x)
{
	const float v[2] = {x, 1};
	struct rv_embed_record r = {.v = v};
	struct rv_err err = {0};

	rv_embed_key_of("m", rv_sv(text), &r.key);
	if (rv_embed_cache_add(c, "m", &r, 1, 2, &err) != RV_OK)
		fail_msg("%s", err.msg);
}

/* The first number of a text's vector, or -1. */
static double
get(struct rv_embed_cache *c, const char *text)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_embed_key key;
	size_t dim = 0;
	const float *v;
	double x;

	rv_embed_key_of("m", rv_sv(text), &key);
	v = rv_embed_cache_get(c, &key, &arena, &dim);
	x = v && dim == 2 ? (double)v[0] : -1;
	rv_arena_release(&arena);
	return x;
}

static void
test_cache__broken_tail_and_two_writers(void **state)
{
	const char *path = scratch_path("tail.bin");
	struct rv_embed_cache *a = rv_embed_cache_new(path, false);
	struct rv_embed_cache *b = rv_embed_cache_new(path, false);
	struct rv_buf bytes = RV_BUF_INIT;

	(void)state;
	assert_true(get(a, "x") < 0);
	put(a, "x", 7);
	put(b, "y", 8);
	assert_true(get(a, "y") == 8 && get(b, "x") == 7);
	/* every half of the second record */
	rv_buf_addv(&bytes, scratch_read("tail.bin"));
	for (size_t cut = 8 + 64 + 1; cut < bytes.n; cut += 5) {
		scratch_write("tail.bin", rv_sv_of(bytes.p, cut));
		assert_true(get(a, "x") == 7);
		assert_true(get(a, "y") < 0);
		put(b, "z", 9);
		assert_true(get(a, "z") == 9 && get(a, "x") == 7);
		assert_int_equal(rv_embed_cache_count(a), 2);
	}
	/* a flipped bit in a vector: computed again */
	bytes.p[8 + 56] ^= 1;
	scratch_write("tail.bin", rv_buf_sv(&bytes));
	rv_embed_cache_free(a);
	a = rv_embed_cache_new(path, false);
	assert_true(get(a, "x") < 0);
	assert_true(get(a, "y") == 8);
	put(a, "x", 5);
	assert_true(get(a, "x") == 5);
	assert_int_equal(rv_embed_cache_dim(a, "m"), 2);
	assert_int_equal(rv_embed_cache_dim(a, "n"), 0);
	rv_buf_release(&bytes);
	rv_embed_cache_free(a);
	rv_embed_cache_free(b);
}

static void
test_cache__none_of_ours(void **state)
{
	const char *path = scratch_write("alien.bin", RV_SV("my own notes\n"));
	struct rv_embed_cache *c = rv_embed_cache_new(path, false);
	const float v[1] = {1};
	struct rv_embed_record r = {.v = v};

	(void)state;
	rv_embed_key_of("m", RV_SV("x"), &r.key);
	assert_int_equal(rv_embed_cache_add(c, "m", &r, 1, 1, &why),
			 RV_E_DENIED);
	assert_sv(scratch_read("alien.bin"), "my own notes\n");
	rv_embed_cache_free(c);
}

static void
test_job__one_at_a_time(void **state)
{
	static const struct fake_reply replies[] = {
		{.status = 200, .body = "{\"name\":\"batches/b-1\"}"},
		{.status = 200, .body = "{\"name\":\"batches/b-1\",\"metadata\":"
		      "{\"state\":\"BATCH_STATE_RUNNING\"}}"},
		{.status = 200, .body = "{\"done\":true,\"response\":{"
		      "\"inlinedResponses\":{\"inlinedResponses\":[{\"response\":"
		      "{\"embedding\":{\"values\":[3,4]}}},{\"error\":"
		      "{\"code\":3}}]}}}"},
		{.status = 200, .body = "{\"name\":\"../evil\"}"},
	};
	const struct rv_sv texts[] = {RV_SV("first"), RV_SV("second")};
	struct rv_embed_call call = call_of(&gemini);
	const char *path = scratch_path("job.json");
	struct rv_embed_out out, sent;
	size_t added = 9;

	(void)state;
	call.cache = rv_embed_cache_new(scratch_path("job.bin"), false);
	fake_http_set(replies, ARRAY_LEN(replies));
	assert_int_equal(rv_embed_job_poll(&call, path, &added, &why),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_embed_job_submit(&call, path, texts, 2, &sent,
					     &why),
			 RV_OK);
	assert_int_equal(sent.attempts, 1);
	assert_true(sent.usage.input > 0 && sent.usage.estimated);
	assert_int_equal(rv_embed_job_submit(&call, path, texts, 2, &sent,
					     &why),
			 RV_E_HELD);
	assert_int_equal(rv_embed_job_poll(&call, path, &added, &why),
			 RV_E_NO);
	assert_non_null(strstr(fake_http.url.p, "/v1beta/batches/b-1"));
	if (rv_embed_job_poll(&call, path, &added, &why) != RV_OK)
		fail_msg("%s", why.msg);
	assert_int_equal(added, 1);
	assert_int_equal(embed(&call, two, 1, &out), RV_OK);
	assert_int_equal(out.cached, 1);
	assert_true(fabs((double)out.v[0][0] - 0.6) < 1e-6);
	rv_embed_release(&out);
	/* a name that would leave the path is none, and leaves no job */
	assert_int_equal(rv_embed_job_submit(&call, path, texts, 2, &sent,
					     &why),
			 RV_E_MODEL);
	assert_int_equal(rv_embed_job_poll(&call, path, &added, &why),
			 RV_E_NOTFOUND);
	rv_embed_cache_free(call.cache);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms__same_vectors),
		cmocka_unit_test(test_bad__one_sentence),
		cmocka_unit_test(test_requests__what_leaves),
		cmocka_unit_test(test_retry__and_refusal),
		cmocka_unit_test(test_ollama__old_way),
		cmocka_unit_test(test_batches__count_and_bytes),
		cmocka_unit_test(test_cache__asked_once),
		cmocka_unit_test(test_cache__broken_tail_and_two_writers),
		cmocka_unit_test(test_cache__none_of_ours),
		cmocka_unit_test(test_job__one_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
