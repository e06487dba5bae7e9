/* SPDX-License-Identifier: MIT */
/* Words, stems and bigrams. */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/estimate.h"
#include "doc/stem.h"
#include "doc/stopwords.h"
#include "doc/tokens.h"
#include "tests/support/cm.h"

static const struct {
	const char *text, *stems;
} cases[] = {
	{"", ""},
	{" \t\n", ""},
	{"The cats were running", "the cat were run"},
	{"don't Mara's don\xe2\x80\x99t", "don't mara don't"},
	{"STORY.md raw/a_b-c", "stori md raw a b c"},
	{"3.14 and 1,000 at 13:46", "3.14 and 1,000 at 13 46"},
	{"e-mail: x@example.org!", "e mail x exampl org"},
	{"abc123 4th", "abc123 4th"},
	/* Russian: the stems of the forms of a word agree */
	{"\xd0\x9a\xd0\xbe\xd1\x88\xd0\xba\xd0\xb8 "
	 "\xd0\xba\xd0\xbe\xd1\x88\xd0\xba\xd1\x83",
	 "\xd0\xba\xd0\xbe\xd1\x88\xd0\xba "
	 "\xd0\xba\xd0\xbe\xd1\x88\xd0\xba"},
	/* Japanese: bigrams, a single character alone */
	{"\xe6\x9d\xb1\xe4\xba\xac\xe9\x83\xbd",
	 "\xe6\x9d\xb1\xe4\xba\xac \xe4\xba\xac\xe9\x83\xbd"},
	{"\xe7\x8c\xab", "\xe7\x8c\xab"},
	{"GPU\xe3\x82\x92" "buy", "gpu \xe3\x82\x92 buy"},
	/* composed and decomposed e with acute */
	{"Caf\xc3\xa9 cafe\xcc\x81", "caf\xc3\xa9 caf\xc3\xa9"},
	{"(\xe2\x80\x9cquoted\xe2\x80\x9d)", "quot"},
	{"a\xff" "b", "a b"},
};

static void
test_tokens__stems(void **state)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf out = RV_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		rv_buf_reset(&out);
		rv_tokens_index(t, rv_sv(cases[i].text), &out);
		assert_sv(rv_buf_sv(&out), cases[i].stems);
	}
	rv_buf_release(&out);
	rv_tokens_free(t);
}

/* The index and the query see the same words. */
static void
test_tokens__both_ways_agree(void **state)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf index = RV_BUF_INIT, query = RV_BUF_INIT;
	struct rv_token *k;
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		rv_buf_reset(&index);
		rv_buf_reset(&query);
		rv_tokens_index(t, rv_sv(cases[i].text), &index);
		k = rv_tokens_of(t, rv_sv(cases[i].text), &arena, &n);
		for (size_t j = 0; j < n; j++) {
			if (j)
				rv_buf_addc(&query, ' ');
			rv_buf_addv(&query, k[j].stem);
		}
		assert_sv(rv_buf_sv(&query), index.p);
	}
	rv_buf_release(&index);
	rv_buf_release(&query);
	rv_arena_release(&arena);
	rv_tokens_free(t);
}

/* The fast way for ASCII cuts as the way for all scripts does. */
static void
test_tokens__fast_way_agrees(void **state)
{
	static const char *const pieces[] = {
		"don't", "a.b", "1.5", "1,2", "x_y", "a:b", "12:30", "'quoted'",
		"4;5", "a;b", "end.", "it's,", "a'1", "1'2", "..", "A-B", "1a.2",
	};
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf fast = RV_BUF_INIT, slow = RV_BUF_INIT, text;

	(void)state;
	rv_buf_init(&text, RV_LIMIT_DEFAULT);
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		rv_buf_reset(&fast);
		rv_buf_reset(&slow);
		rv_buf_reset(&text);
		rv_tokens_index(t, rv_sv(pieces[i]), &fast);
		/* A dash that is no ASCII sends the chunk the other way. */
		rv_buf_addf(&text, "%s\xe2\x80\x94", pieces[i]);
		rv_tokens_index(t, rv_buf_sv(&text), &slow);
		assert_sv(rv_buf_sv(&slow), fast.p);
	}
	rv_buf_release(&fast);
	rv_buf_release(&slow);
	rv_buf_release(&text);
	rv_tokens_free(t);
}

/* Words of every length, again and again, as one look at each gives them. */
static void
test_tokens__any_length(void **state)
{
	static const char letters[] = "runnings'1hopefulnesseslyx";
	struct rv_tokens *t = rv_tokens_new();
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf text = RV_BUF_INIT, want = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_token *k;
	size_t n;

	(void)state;
	for (size_t len = 1; len < 300; len++) {
		for (size_t i = 0; i < len; i++)
			rv_buf_addc(&text, letters[(i * len + i / 7) %
						   (sizeof(letters) - 1)]);
		rv_buf_addc(&text, len % 3 ? ' ' : '\n');
	}
	for (int round = 0; round < 2; round++) {
		rv_buf_reset(&want);
		k = rv_tokens_of(t, rv_buf_sv(&text), &arena, &n);
		for (size_t j = 0; j < n; j++) {
			if (j)
				rv_buf_addc(&want, ' ');
			rv_buf_addv(&want, k[j].stem);
			assert_true(k[j].text.p >= text.p &&
				    k[j].text.p < text.p + text.n);
		}
		rv_buf_reset(&out);
		rv_tokens_index(t, rv_buf_sv(&text), &out);
		assert_sv(rv_buf_sv(&out), want.p);
	}
	rv_buf_release(&text);
	rv_buf_release(&want);
	rv_buf_release(&out);
	rv_arena_release(&arena);
	rv_tokens_free(t);
}

/* What libstemmer says, whether the word was met before or not. */
static void
test_stem__put(void **state)
{
	static const struct {
		const char *word, *stem;
	} rows[] = {
		{"running", "run"},	{"hopefulness", "hope"},
		{"a", "a"},		{"wings", "wing"},
		{"internationalization", "internation"},
		{"hoping", "hope"},	{"skies", "sky"},
		{"abcdefgh", "abcdefgh"}, {"abcdefghabcdefgh", "abcdefghabcdefgh"},
		{"abcdefghabcdefghabcdefgh", "abcdefghabcdefghabcdefgh"},
	};
	struct rv_stem *s = rv_stem_new();
	char word[RV_STEM_FAST + RV_STEM_ROOM];
	char to[RV_STEM_FAST + RV_STEM_ROOM];

	(void)state;
	for (size_t i = 0; i < 3 * ARRAY_LEN(rows); i++) {
		struct rv_sv v = rv_sv(rows[i % ARRAY_LEN(rows)].word);
		const char *want = rows[i % ARRAY_LEN(rows)].stem;

		/* what stands behind a word is none of its business */
		memset(word, i % 2 ? 'z' : 0, sizeof(word));
		memcpy(word, v.p, v.n);
		assert_sv(rv_sv_of(to, rv_stem_put(s, rv_sv_of(word, v.n), to)),
			  want);
		assert_sv(rv_stem_of(s, v), want);
	}
	rv_stem_free(s);
}

static void
test_tokens__marks(void **state)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_sv text = RV_SV("Yesterday I met Mara. The Falcon has 42 "
				  "wings");
	struct rv_token *k;
	size_t n;

	(void)state;
	k = rv_tokens_of(t, text, &arena, &n);
	assert_int_equal(n, 9);
	assert_false(k[0].name); /* begins the sentence */
	assert_true(k[1].stop && !k[1].name);
	assert_sv(k[3].word, "mara");
	assert_sv(k[3].text, "Mara");
	assert_ptr_equal(k[3].text.p, text.p + 16);
	assert_true(k[3].name && !k[3].stop);
	assert_true(k[4].stop && !k[4].name);
	assert_true(k[5].name);
	assert_true(k[7].number && !k[5].number);
	assert_sv(k[8].stem, "wing");
	rv_arena_release(&arena);
	rv_tokens_free(t);
}

static void
test_tokens__long_word(void **state)
{
	struct rv_tokens *t = rv_tokens_new();
	struct rv_buf text = RV_BUF_INIT, out = RV_BUF_INIT;

	(void)state;
	for (int i = 0; i < 100000; i++)
		rv_buf_addc(&text, 'Q');
	rv_tokens_index(t, rv_buf_sv(&text), &out);
	assert_in_range(out.n, 1, 200);
	rv_buf_release(&text);
	rv_buf_release(&out);
	rv_tokens_free(t);
}

static void
test_tokens__stop_words(void **state)
{
	static const char *const stop[] = {"a", "the", "yourselves", "i'm",
					   "\xd0\xb8",
					   "\xd1\x8d\xd1\x82\xd0\xbe"};
	static const char *const other[] = {"", "falcon", "story", "zebra",
					    "\xd0\xba\xd0\xbe\xd1\x82"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(stop); i++)
		assert_true(rv_is_stopword(rv_sv(stop[i])));
	for (size_t i = 0; i < ARRAY_LEN(other); i++)
		assert_false(rv_is_stopword(rv_sv(other[i])));
}

static void
test_estimate__units(void **state)
{
	(void)state;
	assert_int_equal(rv_estimate_tokens(RV_SV("")), 0);
	assert_int_equal(rv_estimate_tokens(RV_SV("a")), 1);
	assert_int_equal(rv_estimate_tokens(RV_SV("abcd")), 1);
	assert_int_equal(rv_estimate_tokens(RV_SV("abcde")), 2);
	/* An emoji is two units of UTF-16. */
	assert_int_equal(rv_estimate_tokens(
				 RV_SV("\xf0\x9f\x98\x80\xf0\x9f\x98\x80")),
			 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tokens__stems),
		cmocka_unit_test(test_tokens__both_ways_agree),
		cmocka_unit_test(test_tokens__fast_way_agrees),
		cmocka_unit_test(test_tokens__any_length),
		cmocka_unit_test(test_stem__put),
		cmocka_unit_test(test_tokens__marks),
		cmocka_unit_test(test_tokens__long_word),
		cmocka_unit_test(test_tokens__stop_words),
		cmocka_unit_test(test_estimate__units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
