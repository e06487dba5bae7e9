/* SPDX-License-Identifier: MIT */
/* Finding by vectors: what is compared, in which order, and what is left out. */
#include "config.h"

#include <string.h>
#include <unistd.h>

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
	(void)unlink(scratch_path("semantic.bin"));
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

/* The best portion of a long text speaks for it, and it is found once. */
static void
test_search__by_the_best_portion(void **state)
{
	struct rv_sv texts[RV_SEMANTIC_PORTIONS];
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_semantic_seen seen;
	struct rv_embed_call call;
	struct rv_store *s = fill(&call);
	char *big = rv_arena_alloc(&arena, 4001);
	struct rv_document d = {.text = rv_sv_of(big, 4000)};
	struct rv_recall_query q = {.as_of = RV_UNDATED};
	struct rv_episode e;
	struct rv_item *items;
	size_t n;

	(void)state;
	for (int i = 0; i < 4000; i++)
		big[i] = i % 6 == 5 ? ' ' : (char)('a' + i / 200);
	big[4000] = '\0';
	e = test_episode("s", "long", "user", big, 90);
	test_put(s, &e);
	assert_int_equal(rv_semantic_texts(&d, &arena, texts), 3);
	know(&call, "about tax", 1, 1);
	know(&call, rv_sv_cstr_in(&arena, texts[0]), 0, 1);
	know(&call, rv_sv_cstr_in(&arena, texts[2]), 9, 1);
	assert_int_equal(rv_semantic_search(s, &call, &q, (float[]){1, 0}, 2,
					    &arena, &items, &n, &seen, &why),
			 RV_OK);
	assert_int_equal(n, 2);
	assert_true(rv_sv_starts(items[0].text, RV_SV("aaaaa ")));
	assert_true(items[0].score > 0.9 && items[1].score < 0.8);
	/* One portion is missing yet. */
	assert_int_equal(seen.documents, 5);
	assert_int_equal(seen.vectors, 1);
	know(&call, rv_sv_cstr_in(&arena, texts[1]), 0, 1);
	assert_int_equal(rv_semantic_count(s, &call, &seen, &why), RV_OK);
	assert_int_equal(seen.vectors, 2);
	rv_embed_cache_free(call.cache);
	rv_store_free(s);
	rv_arena_release(&arena);
}

/* Every byte of the text is in a portion, and none is too long. */
static void
test_texts__cover_the_whole(void **state)
{
	static const size_t titles[] = {0, 4, 300, 1590, 1700, 5000};

	(void)state;
	for (size_t t = 0; t < ARRAY_LEN(titles); t++) {
		struct rv_sv texts[RV_SEMANTIC_PORTIONS];
		struct rv_arena arena = RV_ARENA_INIT;
		char *big = rv_arena_alloc(&arena, 20000);
		char *title = rv_arena_alloc(&arena, 5001);
		struct rv_document d = {.text = rv_sv_of(big, 20000),
					.title = rv_sv_of(title, titles[t])};
		size_t n, at = 0;

		memset(title, 'T', 5001);
		/* numbers that tell where they stand */
		for (int i = 0; i < 20000; i += 8)
			memcpy(big + i,
			       rv_arena_printf(&arena, "%7d ", i), 8);
		n = rv_semantic_texts(&d, &arena, texts);
		assert_in_range(n, 14, RV_SEMANTIC_PORTIONS);
		for (size_t i = 0; i < n; i++) {
			struct rv_sv rest = texts[i], word, last = RV_SV_NONE;
			size_t head = RV_MIN(titles[t],
					     (size_t)(i ? RV_SEMANTIC_OVERLAP
							: RV_SEMANTIC_BYTES));
			int64_t from = -1, to = -1;

			assert_true(texts[i].n <= RV_SEMANTIC_BYTES);
			assert_true(rv_sv_starts(rest,
						 rv_sv_of(title, head)));
			rest = rv_sv_slice(rest, head, rest.n);
			/* the last one may be cut */
			while (rv_sv_next_part(&rest, ' ', &word)) {
				word = rv_sv_trim(word);
				if (!word.n)
					continue;
				if (last.n && rv_sv_to_int(last, &to) &&
				    from < 0)
					from = to;
				last = word;
			}
			if (i && from > 0)
				assert_true((size_t)from <= at);
			if (to > 0)
				at = (size_t)to + 8;
		}
		assert_true(at + 16 >= 20000);
		rv_arena_release(&arena);
	}
}

static void
test_texts__edges(void **state)
{
	struct rv_sv texts[RV_SEMANTIC_PORTIONS];
	struct rv_arena arena = RV_ARENA_INIT;
	char *big = rv_arena_alloc(&arena, 200000);
	struct rv_document d = {.text = rv_sv_of(big, 5000)};
	size_t n;

	(void)state;
	/* two bytes a letter: the cuts are between letters */
	for (int i = 0; i < 200000; i += 2)
		memcpy(big + i, "\xd0\xb6", 2);
	d.title = RV_SV(" T ");
	n = rv_semantic_texts(&d, &arena, texts);
	assert_int_equal(n, 4);
	for (size_t i = 0; i < n; i++) {
		assert_true(rv_sv_starts(texts[i], RV_SV("T\n\xd0\xb6")));
		assert_true(texts[i].n <= RV_SEMANTIC_BYTES);
		assert_int_equal(texts[i].n % 2, 0);
	}
	assert_true(texts[0].n > 1590);
	/* a text without end has a last portion */
	d.text.n = 200000;
	assert_int_equal(rv_semantic_texts(&d, &arena, texts),
			 RV_SEMANTIC_PORTIONS);
	/* as long as one is, and blanks behind it: one */
	memset(big + 1000, ' ', 2000);
	d = (struct rv_document){.text = rv_sv_of(big, 3000)};
	assert_int_equal(rv_semantic_texts(&d, &arena, texts), 1);
	assert_int_equal(texts[0].n, 1000);
	d = (struct rv_document){.text = RV_SV(" \n\t ")};
	assert_int_equal(rv_semantic_texts(&d, &arena, texts), 0);
	rv_arena_release(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_search__by_cosine),
		cmocka_unit_test(test_search__by_the_best_portion),
		cmocka_unit_test(test_texts__cover_the_whole),
		cmocka_unit_test(test_texts__edges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
