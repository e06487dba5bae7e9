/* SPDX-License-Identifier: MIT */
/* Finding by vectors: what is compared, in which order, and what is left out. */
#include "config.h"

#include "base/time.h"
#include "recall/semantic.h"
#include "tests/support/cm.h"
#include "tests/support/fakehttp.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

static const struct rv_chat_target target = {.provider = "openai",
					     .model = "m"};
static struct rv_err why;

/* A store of three episodes and one page, and a cache. */
static struct rv_store *
fill(struct rv_embed_call *call)
{
	static const char *const said[] = {"about cats", "about tax", "about tea"};
	struct rv_store *s = test_store_open("semantic");
	const struct rv_page page = {
		.layer = RV_LAYER_WIKI, .path = RV_SV("wiki/a.md"), .line = 1,
		.title = RV_SV("Dogs"), .text = RV_SV("bark"),
		.time = MINUTES(50)};

	for (size_t i = 0; i < ARRAY_LEN(said); i++) {
		const char *id = i == 0 ? "a" : i == 1 ? "b" : "c";
		struct rv_episode e = test_episode("s", id, "user", said[i],
						   (int64_t)i * 10);

		test_put(s, &e);
	}
	assert_int_equal(rv_page_replace(s, page.path, &page, 1, &why), RV_OK);
	*call = (struct rv_embed_call){
		.target = &target, .env = &fake_env,
		.cache = rv_embed_cache_new(scratch_path("semantic.bin"),
					    false)};
	return s;
}

static void
know(struct rv_embed_call *call, const char *text, float x, float y)
{
	const float v[] = {x, y};
	struct rv_embed_record r = {.v = v};

	rv_embed_key_of("openai/m", rv_sv(text), &r.key);
	assert_int_equal(rv_embed_cache_add(call->cache, "openai/m", &r, 1, 2,
					    &why),
			 RV_OK);
}

/* The texts found, best first. */
static void
expect(struct rv_store *s, const struct rv_embed_call *call,
       struct rv_recall_query q, size_t dim, const char *want, int64_t vectors)
{
	static const float query[] = {1, 0, 0};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf got = RV_BUF_INIT;
	struct rv_semantic_seen seen;
	struct rv_item *items;
	size_t n;

	if (rv_semantic_search(s, call, &q, query, dim, &arena, &items, &n,
			       &seen, &why) != RV_OK)
		fail_msg("%s", why.msg);
	for (size_t i = 0; i < n; i++)
		rv_buf_addf(&got, "%s%.*s", i ? ", " : "",
			    RV_SV_ARG(items[i].text));
	assert_sv(rv_buf_sv(&got), want);
	assert_int_equal(seen.documents, 4);
	assert_int_equal(seen.vectors, vectors);
	rv_buf_release(&got);
	rv_arena_release(&arena);
}

static void
test_search__by_cosine(void **state)
{
	struct rv_recall_query q = {.as_of = RV_UNDATED};
	struct rv_embed_call call;
	struct rv_store *s = fill(&call);

	(void)state;
	expect(s, &call, q, 2, "", 0);
	know(&call, "about tax", 0, 1);
	know(&call, "about cats", 3, 4);
	know(&call, "Dogs\nbark", 4, 3);
	expect(s, &call, q, 2, "bark, about cats, about tax", 3);
	q.k = 2;
	expect(s, &call, q, 2, "bark, about cats", 3);
	q.layers = 1u << RV_LAYER_RAW;
	expect(s, &call, q, 2, "about cats, about tax", 3);
	q = (struct rv_recall_query){.as_of = MINUTES(5)};
	expect(s, &call, q, 2, "about cats", 3);
	/* vectors of another length say nothing */
	expect(s, &call, q, 3, "", 3);
	rv_embed_cache_free(call.cache);
	rv_store_free(s);
}

static void
test_text__title_and_beginning(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	char *big = rv_arena_alloc(&arena, 5000);
	struct rv_document d = {.text = rv_sv_of(big, 5000)};
	struct rv_sv got;

	(void)state;
	/* two bytes a letter: the cut is between letters */
	for (int i = 0; i < 5000; i += 2)
		memcpy(big + i, "\xd0\xb6", 2);
	d.title = RV_SV(" T ");
	got = rv_semantic_text(&d, &arena);
	assert_true(rv_sv_starts(got, RV_SV("T\n\xd0\xb6")));
	assert_true(got.n <= RV_SEMANTIC_BYTES && got.n > 1590);
	assert_int_equal(got.n % 2, 0);
	d = (struct rv_document){.text = RV_SV(" \n\t ")};
	assert_int_equal(rv_semantic_text(&d, &arena).n, 0);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_search__by_cosine),
		cmocka_unit_test(test_text__title_and_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
