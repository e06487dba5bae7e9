/* SPDX-License-Identifier: MIT */
/* Searching, counting words, pages and sources. */
#include "config.h"

#include <stdio.h>

#include "base/time.h"
#include "doc/tokens.h"
#include "store/page_meta.h"
#include "store/search.h"
#include "store/source.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/store.h"

#define TOKYO "\xe6\x9d\xb1\xe4\xba\xac"
#define RU_CAT "\xd0\xba\xd0\xbe\xd1\x88\xd0\xba"

/* What a query finds, as entries and page paths, best first. */
static void
expect(struct rv_store *s, const char *query, bool episodes, bool pages,
       int64_t limit, const char *want)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf got = RV_BUF_INIT;
	struct rv_token *k;
	struct rv_sv stems[32];
	struct rv_search_query q = {stems, 0, episodes, pages, limit};
	struct rv_hit *hits;
	size_t n;

	k = rv_tokens_of(t, rv_sv(query), &arena, &q.n);
	for (size_t i = 0; i < q.n; i++)
		stems[i] = k[i].stem;
	assert_int_equal(rv_store_search(s, &q, &arena, &hits, &n, NULL),
			 RV_OK);
	for (size_t i = 0; i < n; i++) {
		struct rv_episode e;
		struct rv_page p;

		assert_true(hits[i].score > 0);
		if (i)
			rv_buf_addc(&got, ' ');
		if (hits[i].episode) {
			assert_int_equal(rv_episode_by_rowid(s, hits[i].rowid,
							     &arena, &e, NULL),
					 RV_OK);
			rv_buf_addv(&got, e.entry);
		} else {
			assert_int_equal(rv_page_by_rowid(s, hits[i].rowid,
							  &arena, &p, NULL),
					 RV_OK);
			rv_buf_addf(&got, "%.*s:%lld", RV_SV_ARG(p.path),
				    (long long)p.line);
		}
	}
	assert_sv(rv_buf_sv(&got), want);
	rv_buf_release(&got);
	rv_arena_release(&arena);
	rv_tokens_free(t);
}

static void
fill(struct rv_store *s)
{
	static const char *const texts[][2] = {
		{"falcon", "The falcon flew over the lake"},
		{"lake", "We swam in a lake, a cold lake"},
		{"tokyo", TOKYO "\xe3\x81\xab\xe8\xa1\x8c\xe3\x81\xa3"
				"\xe3\x81\x9f"},
		{"cat", RU_CAT "\xd0\xb0 \xd1\x81\xd0\xbf\xd0\xb8\xd1\x82"},
		{"quote", "don't say \"AND\" OR NEAR(x) * - ^ col:x"},
		{"boat", "A boat on the water of a river, quite far away"},
	};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct rv_episode e = test_episode("s", texts[i][0], "user",
						   texts[i][1], (int64_t)i);

		test_put(s, &e);
	}
}

static int64_t
frequency(struct rv_store *s, const char *stem)
{
	int64_t n = -1;

	assert_int_equal(rv_store_frequency(s, rv_sv(stem), &n, NULL), RV_OK);
	return n;
}

static void
test_search__languages(void **state)
{
	struct rv_store *s = test_store_open("languages");
	int64_t n;

	(void)state;
	fill(s);
	expect(s, "falcons", true, true, 10, "falcon");
	expect(s, "lakes", true, true, 10, "lake falcon");
	expect(s, "lakes", true, true, 1, "lake");
	expect(s, "swimming falcon boat lakes", true, true, 2, "falcon boat");
	expect(s, TOKYO, true, true, 10, "tokyo");
	expect(s, "\xe4\xba\xac\xe6\x9d\xb1", true, true, 10, "");
	expect(s, RU_CAT "\xd1\x83", true, true, 10, "cat");
	expect(s, "don't", true, true, 10, "quote");
	expect(s, "NEAR(", true, true, 10, "quote");
	expect(s, "\"*", true, true, 10, "");
	expect(s, "falcon", false, true, 10, "");
	assert_int_equal(frequency(s, "lake"), 2);
	assert_int_equal(frequency(s, TOKYO), 1);
	assert_int_equal(frequency(s, "zebra"), 0);
	assert_int_equal(rv_store_documents(s, &n, NULL), RV_OK);
	assert_int_equal(n, 6);
	rv_store_free(s);
}

/* What is excluded or counted elsewhere is neither found nor counted. */
static void
test_search__hidden_rows(void **state)
{
	struct rv_store *s = test_store_open("hidden");
	struct rv_episode e = test_episode("s", "falcon", "user",
					   "The falcon flew over the lake", 0);
	struct rv_episode p = e;
	int64_t n;

	(void)state;
	fill(s);
	p.session = RV_SV("log");
	p.class = RV_SOURCE_PENDING;
	p.source = RV_SV("pending-episodes.log");
	rv_episode_identify(&p);
	assert_int_equal(test_put(s, &p), RV_PUT_SEEN);
	expect(s, "falcon", true, true, 10, "falcon");
	assert_int_equal(frequency(s, "falcon"), 1);
	assert_int_equal(rv_episode_exclude(s, e.id, RV_SV("noise"), NULL),
			 RV_OK);
	assert_int_equal(rv_episode_exclude(s, p.id, RV_SV("noise"), NULL),
			 RV_OK);
	expect(s, "falcon", true, true, 10, "");
	assert_int_equal(frequency(s, "falcon"), 0);
	assert_int_equal(rv_store_documents(s, &n, NULL), RV_OK);
	assert_int_equal(n, 5);
	assert_int_equal(rv_episode_exclude(s, e.id, RV_SV_NONE, NULL), RV_OK);
	expect(s, "falcon", true, true, 10, "falcon");
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	rv_store_free(s);
}

static void
test_page__replace(void **state)
{
	struct rv_store *s = test_store_open("page");
	const struct rv_page pages[] = {
		{.layer = RV_LAYER_WIKI, .line = 1, .title = RV_SV("Birds"),
		 .text = RV_SV("about a falcon"), .time = NOON, .bytes = 90},
		{.layer = RV_LAYER_WIKI, .line = 9, .title = RV_SV("Birds"),
		 .heading = RV_SV("Owls"), .text = RV_SV("at night"),
		 .time = NOON, .bytes = 90},
	};
	const struct rv_page undated = {.layer = RV_LAYER_WIKI,
					.text = RV_SV("x"),
					.time = RV_UNDATED,
					.bytes = 10};
	struct rv_layer_count c;
	enum rv_layer layer;

	(void)state;
	fill(s);
	assert_int_equal(rv_page_replace(s, RV_SV("wiki/birds.md"), pages, 2,
					 NULL),
			 RV_OK);
	assert_int_equal(rv_page_replace(s, RV_SV("wiki/x.md"), &undated, 1,
					 NULL),
			 RV_OK);
	expect(s, "owl", true, true, 10, "wiki/birds.md:9");
	expect(s, "birds", true, true, 10, "wiki/birds.md:1 wiki/birds.md:9");
	expect(s, "falcon", false, true, 10, "wiki/birds.md:1");
	expect(s, "falcon", true, false, 10, "falcon");
	assert_int_equal(rv_page_count(s, RV_LAYER_WIKI, &c, NULL), RV_OK);
	assert_int_equal(c.files, 2);
	assert_int_equal(c.sections, 3);
	assert_int_equal(c.bytes, 100);
	assert_true(c.newest == NOON);
	assert_int_equal(rv_page_count(s, RV_LAYER_RAW, &c, NULL), RV_OK);
	assert_int_equal(c.files, 0);
	assert_true(c.newest == RV_UNDATED);
	assert_int_equal(rv_page_replace(s, RV_SV("wiki/birds.md"), NULL, 0,
					 NULL),
			 RV_OK);
	expect(s, "owl birds", true, true, 10, "");
	assert_int_equal(rv_store_check(s, NULL), RV_OK);
	test_store_recount(s);
	assert_true(rv_layer_parse(rv_sv(rv_layer_name(RV_LAYER_STORY)),
				   &layer));
	assert_int_equal(layer, RV_LAYER_STORY);
	assert_false(rv_layer_parse(RV_SV("nowhere"), &layer));
	rv_store_free(s);
}

/* "path:line>target=label" of each, as a reader gets them. */
static void
expect_links(const struct rv_page_link *l, size_t n, const char *want)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < n; i++)
		rv_buf_addf(&b, "%.*s:%d>%.*s=%.*s ", RV_SV_ARG(l[i].path),
			    (int)l[i].line, RV_SV_ARG(l[i].target),
			    RV_SV_ARG(l[i].label));
	assert_sv(rv_buf_sv(&b), want);
	rv_buf_release(&b);
}

static void
test_page__links(void **state)
{
	struct rv_store *s = test_store_open("links");
	const struct rv_page_meta a = {.path = RV_SV("wiki/a.md"),
				       .updated = RV_UNDATED,
				       .reviewed = RV_UNDATED};
	const struct rv_page_meta b = {.path = RV_SV("wiki/b.md"),
				       .updated = RV_UNDATED,
				       .reviewed = RV_UNDATED};
	const struct rv_page_link of_a[] = {
		{RV_SV("wiki/a.md"), RV_SV("owl"), RV_SV("2"),
		 RV_PAGE_LINK_WIKI, 9},
		{RV_SV("wiki/a.md"), RV_SV("wiki/owl.md"), RV_SV("1"),
		 RV_PAGE_LINK_FILE, 4},
		/* a name that looks like the path; a part of another name */
		{RV_SV("wiki/a.md"), RV_SV("wiki/owl.md"), RV_SV("no"),
		 RV_PAGE_LINK_WIKI, 5},
		{RV_SV("wiki/a.md"), RV_SV("howling"), RV_SV_NONE,
		 RV_PAGE_LINK_WIKI, 5},
	};
	const struct rv_page_link of_b[] = {
		{RV_SV("wiki/b.md"), RV_SV("../owl"), RV_SV("owl"),
		 RV_PAGE_LINK_OUT, 1},
		{RV_SV("wiki/b.md"), RV_SV("owl"), RV_SV("\x01\n"),
		 RV_PAGE_LINK_WIKI, 2},
	};
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_page_link *l;
	size_t n;

	(void)state;
	assert_int_equal(rv_page_meta_set(s, &b, of_b, 2, NULL), RV_OK);
	assert_int_equal(rv_page_meta_set(s, &a, of_a, 4, NULL), RV_OK);
	assert_int_equal(rv_page_links(s, RV_SV_NONE, &arena, &l, &n, NULL),
			 RV_OK);
	expect_links(l, n,
		     "wiki/a.md:4>wiki/owl.md=1 wiki/a.md:5>howling= "
		     "wiki/a.md:5>wiki/owl.md=no wiki/a.md:9>owl=2 "
		     "wiki/b.md:1>../owl=owl wiki/b.md:2>owl=\x01\n ");
	assert_int_equal(rv_page_links(s, b.path, &arena, &l, &n, NULL), RV_OK);
	expect_links(l, n, "wiki/b.md:1>../owl=owl wiki/b.md:2>owl=\x01\n ");
	assert_int_equal(rv_page_meta_set(s, &b, NULL, 0, NULL), RV_OK);
	assert_int_equal(rv_page_meta_drop(s, a.path, NULL), RV_OK);
	assert_int_equal(rv_page_links(s, RV_SV_NONE, &arena, &l, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 0);
	rv_arena_release(&arena);
	rv_store_free(s);
}

static void
test_source__state(void **state)
{
	struct rv_store *s = test_store_open("source");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_source src = {.path = RV_SV("sessions/b.jsonl"),
				.kind = RV_SV("session"),
				.inode = 5,
				.size = 7,
				.mtime_ns = 2000000009,
				.offset = 6,
				.line = 2,
				.state = RV_SV("leaf")},
			 got, *list;
	struct stat st = {.st_ino = 5, .st_size = 7};
	size_t n;

	(void)state;
	assert_int_equal(rv_source_get(s, src.path, &arena, &got, NULL),
			 RV_E_NOTFOUND);
	assert_int_equal(rv_source_set(s, &src, NULL), RV_OK);
	src.path = RV_SV("a.md");
	src.kind = RV_SV("page");
	assert_int_equal(rv_source_set(s, &src, NULL), RV_OK);
	assert_int_equal(rv_source_list(s, NULL, &arena, &list, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 2);
	assert_sv(list[0].path, "a.md");
	assert_int_equal(rv_source_list(s, "session", &arena, &list, &n, NULL),
			 RV_OK);
	assert_int_equal(n, 1);
	assert_sv(list[0].state, "leaf");
	st.st_mtim.tv_sec = 2;
	st.st_mtim.tv_nsec = 9;
	assert_true(rv_source_unchanged(&list[0], &st));
	st.st_mtim.tv_nsec = 8;
	assert_false(rv_source_unchanged(&list[0], &st));
	assert_int_equal(rv_source_drop(s, src.path, NULL), RV_OK);
	assert_int_equal(rv_source_get(s, src.path, &arena, &got, NULL),
			 RV_E_NOTFOUND);
	rv_arena_release(&arena);
	rv_store_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_search__languages),
		cmocka_unit_test(test_search__hidden_rows),
		cmocka_unit_test(test_page__replace),
		cmocka_unit_test(test_page__links),
		cmocka_unit_test(test_source__state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
