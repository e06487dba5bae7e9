/* SPDX-License-Identifier: MIT */
/* Why a candidate surfaced or not, as a newcomer reads it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/time.h"
#include "engine/explain.h"

#define NOW (INT64_C(100) * RV_DAY)

static void
explain(struct rv_view_candidate *c, size_t n, struct rv_arena *arena)
{
	struct rv_view_trace t = {
		.turn = {.time = NOW},
		.cands = c,
		.n = n,
		.token_budget = 400,
		.limit_max = 2,
		.limit_echo = 25,
	};

	for (size_t i = 0; i < n; i++)
		if (!c[i].injected && c[i].n_against == 0)
			c[i].against[c[i].n_against++] = c[i].verdict;
	rv_explain(&t, arena);
}

static void
assert_says(struct rv_sv text, const char *what)
{
	if (!rv_sv_is(text, what))
		fail_msg("\"%.*s\" instead of \"%s\"", RV_SV_ARG(text), what);
}

static void
test_explain__surfaced(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_candidate c[] = {
		{.verdict = "in",
		 .injected = true,
		 .time = NOW - 12 * RV_DAY,
		 .words = RV_SV("nginx, timeout, deploy"),
		 .n_words = 3,
		 .n_before = 1,
		 .rarest = RV_SV("nginx"),
		 .rarity = 0.015,
		 .knows_words = true},
		{.verdict = "late",
		 .injected = true,
		 .time = RV_UNDATED,
		 .before = RV_SV("nginx"),
		 .n_before = 1,
		 .rarest = RV_SV("nginx"),
		 .rarity = 0.004,
		 .knows_words = true},
		{.verdict = "max",
		 .time = NOW,
		 .words = RV_SV("nginx"),
		 .n_words = 1},
		{.verdict = "horizon", .time = NOW, .knows_words = true},
	};

	(void)state;
	explain(c, 4, &arena);
	assert_says(c[0].answer,
		    "Surfaced: it shares 3 words with what was asked (nginx, "
		    "timeout, deploy), 1 with what was said before it. It is "
		    "number 1 of 3 that no rule stopped; 2 may surface. It was "
		    "12d old.");
	assert_says(c[0].shares,
		    "3 words with what was asked, 1 with what was said before "
		    "it, the rarest: nginx (in 1.5 % of memories). It takes 2 "
		    "of both together, or one in under 1 %.");
	assert_says(c[0].instead, "");
	assert_says(c[1].answer,
		    "Surfaced: it shares no word with what was asked, 1 with "
		    "what was said before it (nginx). It is number 2 of 3 that "
		    "no rule stopped; 2 may surface.");
	assert_says(c[1].shares,
		    "no word with what was asked, 1 with what was said before "
		    "it, the rarest: nginx (in 0.4 % of memories). It takes 2 "
		    "of both together, or one in under 1 %.");
	assert_says(c[2].answer,
		    "Did not surface: it is number 3 of 3 that no other rule "
		    "stopped, and only 2 may surface (rule max).");
	assert_says(c[2].instead,
		    "A near miss: only this rule stopped it. With "
		    "resonance.max at 3 it could have surfaced.");
	assert_says(c[2].shares, "");
	assert_says(c[3].shares,
		    "no word with what was asked, none with what was said "
		    "before it. It takes 2 of both together, or one in under "
		    "1 %.");
	assert_int_equal(c[3].place, 0);
	rv_arena_release(&arena);
}

static const struct {
	struct rv_view_candidate c;
	const char *answer, *instead;
} stopped[] = {
	{{.verdict = "echo", .echo_run = 7, .echo_back = 5},
	 "Did not surface: turn 7 showed it already; the last 25 that "
	 "were shown are not shown again (rule echo).",
	 "A near miss: only this rule stopped it. It can surface again "
	 "once 21 others were shown."},
	{{.verdict = "weak",
	  .words = {"redis", 5},
	  .n_words = 1,
	  .rarity = 0.015,
	  .knows_words = true},
	 "Did not surface: it shares only 1 word with what was asked "
	 "(redis), none with what was said before it; it takes 2 of "
	 "both together, or one in under 1 % of memories (rule weak).",
	 "A near miss: only this rule stopped it. One more word of "
	 "what was asked, or said before it, would let it through."},
	{{.verdict = "weak",
	  .before = {"redis", 5},
	  .n_before = 3,
	  .knows_words = true},
	 "Did not surface: it shares no word with what was asked, "
	 "3 with what was said before it (redis); one of them must be "
	 "of what was asked (rule weak).",
	 "A near miss: only this rule stopped it. One word of what was "
	 "asked would let it through."},
	{{.verdict = "weak", .knows_words = true},
	 "Did not surface: it shares no word with what was asked, or "
	 "said before it (rule weak).",
	 "No other rule stopped it, but it was not near: it takes 2 "
	 "words of what was asked, or a rare one, and it has none."},
	{{.verdict = "weak", .sentence = {"S", 1}},
	 "Did not surface: S (rule weak).",
	 "Only this rule stopped it. What would let it "
	 "through: two words of what was asked in it, or one rare "
	 "word."},
	{{.verdict = "budget"},
	 "Did not surface: the block of 400 tokens had no room left "
	 "for it (rule budget).",
	 "Only this rule stopped it. What would let it "
	 "through: a larger resonance.tokens."},
	{{.verdict = "budget", .number = 431},
	 "Did not surface: with it the block would have 431 tokens, "
	 "and 400 may go into a prompt (rule budget).",
	 "Only this rule stopped it. What would let it "
	 "through: a larger resonance.tokens."},
	{{.verdict = "dup", .number = 0.93, .same = {"e-1", 3}},
	 "Did not surface: e-1 says the same: they are 93 % alike, and "
	 "90 % is enough (rule dup).",
	 "Only this rule stopped it. What would let it "
	 "through: nothing: the other one stands for it."},
	{{.verdict = "horizon", .number = 12, .time = NOW},
	 "Did not surface: it is 12m newer than the oldest message "
	 "that the agent still sees; only what is older may surface "
	 "(rule horizon).",
	 "Only this rule stopped it. What would let it "
	 "through: a conversation that begins later than it."},
	{{.verdict = "horizon", .number = 60, .time = NOW + RV_HOUR},
	 "Did not surface: it is dated 1h after what was asked (rule "
	 "horizon).",
	 "Only this rule stopped it. What would let it "
	 "through: a conversation that begins later than it."},
	{{.verdict = "source", .number = 3},
	 "Did not surface: it is number 3 from the same tool or web "
	 "page, and only 2 of one may surface (rule source).",
	 "Only this rule stopped it. What would let it "
	 "through: fewer from that source before it."},
	{{.verdict = "json", .number = 8},
	 "Did not surface: it is 8 bytes of raw data, not language "
	 "(rule json).",
	 "Only this rule stopped it. What would let it "
	 "through: the same said in words."},
	{{.verdict = "horizon",
	  .sentence = {"S", 1},
	  .against = {"horizon", "echo", "weak"},
	  .n_against = 3},
	 "Did not surface: S (rule horizon).",
	 "3 rules stopped it: horizon, echo, weak."},
};

static void
test_explain__stopped(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(stopped) / sizeof(stopped[0]); i++) {
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_view_candidate c = stopped[i].c;

		explain(&c, 1, &arena);
		assert_says(c.answer, stopped[i].answer);
		assert_says(c.instead, stopped[i].instead);
		rv_arena_release(&arena);
	}
}

/* A trace from before words were recorded says what it said then. */
static void
test_explain__old_trace(void **state)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_view_candidate c = {
		.verdict = "in", .injected = true, .time = RV_UNDATED,
		.why = RV_SV("hit 1 of query 1, shares 2 stems")};

	(void)state;
	explain(&c, 1, &arena);
	assert_says(c.answer,
		    "Surfaced: hit 1 of query 1, shares 2 stems. It is number "
		    "1 of 1 that no rule stopped; 2 may surface.");
	rv_arena_release(&arena);
}

static void
test_explain__legend(void **state)
{
	const char *meaning = NULL, *word;
	size_t n = 0;

	(void)state;
	while ((word = rv_view_verdict(n, &meaning))) {
		assert_true(word[0] && meaning && meaning[0]);
		n++;
	}
	assert_true(n > 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_explain__surfaced),
		cmocka_unit_test(test_explain__stopped),
		cmocka_unit_test(test_explain__old_trace),
		cmocka_unit_test(test_explain__legend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
