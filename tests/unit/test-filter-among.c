/* SPDX-License-Identifier: MIT */
/* Which of many candidates stay: one of those that say the same, the most that
 * are wanted, and in which order. */
#include "config.h"

#include <string.h>

#include "base/time.h"
#include "tests/support/candidates.h"
#include "tests/support/cm.h"

static void
test_dup__keeps_the_trusted(void **state)
{
	struct candidates *f = *state;

	cand_add(f, "story", RV_SV("Mara chose Redis, for now."), NULL)
		->item.layer = RV_LAYER_STORY;
	cand_add(f, "raw", RV_SV("mara chose redis: for now"), NULL);
	cand_add(f, "more",
		 RV_SV("mara chose redis: for now, and then it rained"), NULL);
	cand_add(f, "ru1", RV_SV("Она сказала нет"), NULL);
	cand_add(f, "ru2", RV_SV("она сказала «НЕТ»"), NULL);
	cand_add(f, "nfd", RV_SV("cafe\xCC\x81 at noon"), NULL);
	cand_add(f, "nfc", RV_SV("Café at noon"), NULL);
	cand_add(f, "not", RV_SV("mara did not chose redis for now"), NULL);
	f->run.turn.max = 20;
	cand_filter(f);
	cand_is(f, "raw", RV_VERDICT_IN, "");
	cand_is(f, "story", RV_VERDICT_DUP, "same as raw");
	cand_is(f, "more", RV_VERDICT_IN, "");
	cand_is(f, "ru1", RV_VERDICT_IN, "");
	cand_is(f, "ru2", RV_VERDICT_DUP, "100 % alike, 90 % is enough");
	cand_is(f, "nfd", RV_VERDICT_IN, "");
	cand_is(f, "nfc", RV_VERDICT_DUP, "same as nfd");
	cand_is(f, "not", RV_VERDICT_IN, "");
}

/* A chapter that quotes an episode, and that episode: one of them is enough. */
static void
test_dup__quoted_episode(void **state)
{
	struct candidates *f = *state;
	struct rv_candidate *c;

	c = cand_add(f, "chapter",
		     RV_SV("Mara, 13:46: \"We keep FalkorDB until the drill.\" "
			   "Kenji agreed, and the rain did not stop all day."),
		     NULL);
	c->item.layer = RV_LAYER_STORY;
	c->item.episode = false;
	c->fused = 1;
	c->boosted = true;
	c = cand_add(f, "other",
		     RV_SV("Kenji mended the boat and nobody saw it"), NULL);
	c->item.layer = RV_LAYER_STORY;
	c->item.episode = false;
	cand_add(f, "raw", RV_SV("We keep FalkorDB, until the drill!"), NULL);
	cand_add(f, "short", RV_SV("all day"), NULL);
	/* what is too weak to surface takes no chapter with it */
	cand_add(f, "weak", RV_SV("nobody saw it, nobody at all"), NULL);
	c = cand_add(f, "told",
		     RV_SV("Ada: \"I sold the old printer to Timo.\""), NULL);
	c->item.layer = RV_LAYER_STORY;
	c->item.episode = false;
	c = cand_add(f, "source", RV_SV("I sold the old printer to Timo."),
		     NULL);
	c->shared = 0;
	f->run.turn.max = 20;
	cand_filter(f);
	cand_is(f, "chapter", RV_VERDICT_DUP, "quotes raw");
	cand_is(f, "raw", RV_VERDICT_IN, "");
	cand_is(f, "short", RV_VERDICT_IN, "");
	cand_is(f, "other", RV_VERDICT_IN, "");
	cand_is(f, "source", RV_VERDICT_WEAK, "");
	cand_is(f, "told", RV_VERDICT_IN, "");
	/* and it stands where the chapter stood */
	assert_true(f->run.cands[0].boosted);
	assert_true(rv_sv_is(f->run.cands[0].item.id, "raw"));
}

static void
test_dup__stems(void **state)
{
	struct candidates *f = *state;

	cand_add(f, "a",
		 RV_SV("one two three four five six seven eight nine ten"),
		 NULL);
	cand_add(f, "b",
		 RV_SV("ten nine eight seven six five four three two one"),
		 NULL);
	cand_filter(f);
	cand_is(f, "a", RV_VERDICT_IN, "");
	cand_is(f, "b", RV_VERDICT_DUP, "100 % alike, 90 % is enough");
	assert_true(cand_get(f, "b")->number >= 0.9);
}

static void
test_max__chance_is_marginal(void **state)
{
	static char ids[20][4], words[20][8];
	struct candidates *f = *state;

	for (int i = 0; i < 20; i++) {
		char day[] = "2025-12-01";

		day[8] = (char)('0' + i / 10);
		day[9] = (char)('0' + i % 10);
		if (i == 0)
			day[8] = '3';
		ids[i][0] = (char)('a' + i);
		memcpy(words[i], "gorilax", 8);
		words[i][2] = ids[i][0];
		cand_add(f, ids[i], rv_sv(words[i]), day);
	}
	cand_filter(f);
	/* five places and two more: nothing behind the seventh comes in */
	for (int i = 0; i < 5; i++)
		assert_true(f->run.cands[i].item.id.p[0] <= 'g');
}

static void
test_max__and_order(void **state)
{
	static char ids[12][4];
	static const char *const days[] = {"2026-01-01", "2026-01-02",
					   "2026-01-03"};
	static const char *const words[] = {"ash",  "bee", "cat",  "dog",
					    "elk",  "fox", "gnu",  "hen",
					    "ibis", "jay", "kite", "lynx"};
	struct candidates *f = *state;
	int64_t seen[3] = {0};

	for (int i = 0; i < 12; i++) {
		struct rv_candidate *c;

		ids[i][0] = (char)('a' + i);
		c = cand_add(f, ids[i], rv_sv(words[i]), days[i % 3]);
		c->boosted = i == 11;
	}
	cand_filter(f);
	assert_true(rv_sv_is(f->run.cands[0].item.id, "l")); /* boosted */
	/* Then one of each day, the best of that day. */
	for (int i = 1; i < 4; i++) {
		int64_t day = f->run.cands[i].item.time;

		for (int j = 1; j < i; j++)
			assert_true(seen[j - 1] != day);
		seen[i - 1] = day;
		assert_true(f->run.cands[i].item.id.p[0] < 'd');
	}
	cand_is(f, "k", RV_VERDICT_MAX, "5 may surface");
	for (int i = 0; i < 12; i++)
		assert_int_equal(f->run.cands[i].verdict,
				 i < 5 ? RV_VERDICT_IN : RV_VERDICT_MAX);
	assert_true(f->run.cands[5].number == 6);
}

static void
order_with_seed(struct candidates *f, uint64_t seed, char *out)
{
	static const char *const days[] = {"2026-01-01", "2026-01-02",
					   "2026-01-03", "2026-01-04",
					   "2026-01-05", "2026-01-06"};
	static const char *const words[] = {"ash", "bee", "cat",
					    "dog", "elk", "fox"};
	static char ids[6][2];

	f->run.cands = f->cands;
	f->run.n = 0;
	f->run.turn.seed = seed;
	for (int i = 0; i < 6; i++) {
		ids[i][0] = (char)('a' + i);
		cand_add(f, ids[i], rv_sv(words[i]), days[i]);
	}
	cand_filter(f);
	for (int i = 0; i < 6; i++)
		out[i] = f->run.cands[i].item.id.p[0];
	out[6] = '\0';
}

static void
test_order__seeded(void **state)
{
	char first[7], again[7], other[7];
	bool differs = false;

	order_with_seed(*state, 7, first);
	order_with_seed(*state, 7, again);
	assert_string_equal(first, again);
	for (uint64_t seed = 0; seed < 20 && !differs; seed++) {
		order_with_seed(*state, seed, other);
		differs = strcmp(first, other) != 0;
	}
	assert_true(differs);
}

static void
test_nothing__to_filter(void **state)
{
	struct candidates *f = *state;

	f->run.cands = NULL;
	rv_resonance_filter(&f->run, &f->arena);
	assert_int_equal(f->run.n, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, cand_setup, cand_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_dup__keeps_the_trusted),
		TEST(test_dup__quoted_episode),
		TEST(test_dup__stems),
		TEST(test_max__chance_is_marginal),
		TEST(test_max__and_order),
		TEST(test_order__seeded),
		TEST(test_nothing__to_filter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
