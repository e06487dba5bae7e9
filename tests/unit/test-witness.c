/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "story/witness.h"

static struct rv_episode said[] = {
	{.name = RV_SV("Mara"),
	 .text = RV_SV("The booking form loses requests. Redis?")},
	{.name = RV_SV("Juno"),
	 .text = RV_SV("It lost 3 of 50 test jobs when I killed it. FalkorDB "
		       "on Fennel kept all 50.")},
	{.name = RV_SV("Mara"), .text = RV_SV("We chose FalkorDB then.")},
	{.name = RV_SV("Lena"), .text = RV_SV("The radio plays again.")},
	{.name = RV_SV("Kenji"), .text = RV_SV("棚の上に置かないでください。")},
	{.name = RV_SV("Lena"), .text = RV_SV("The orchard needs water.")},
};

static const struct {
	const char *sentence;
	bool borne;
} rows[] = {
	{"Mara's booking form was losing requests.", true},
	/* Two messages that follow each other. */
	{"Mara thought of Redis, but it lost 3 of 50 jobs when killed.", true},
	/* A number nobody said. */
	{"Mara thought of Redis, but it lost 7 of 50 jobs when killed.", false},
	/* The words were said, but far from each other. */
	{"The booking orchard.", false},
	{"She sounded relieved and the room smelled of dust.", false},
	{"FalkorDB kept all test jobs.", true},
	/* Too little to be judged by its words. */
	{"Redis.", false},
	{"And so it was.", false},
	{"", false},
	{"棚の上に置かない。", true},
};

static void
words_bear_out_what_was_said(void **state)
{
	struct rv_episode_list list = {.items = said, .n = ARRAY_LEN(said)};
	struct rv_tokens *t = rv_tokens_new();
	struct rv_witness *w = rv_witness_new(t, &list);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rv_witness_bears(w, rv_sv(rows[i].sentence)) !=
		    rows[i].borne)
			fail_msg("%s", rows[i].sentence);
	rv_witness_free(w);
	rv_tokens_free(t);
}

static void
nobody_said_anything(void **state)
{
	struct rv_episode_list none = {0};
	struct rv_tokens *t = rv_tokens_new();
	struct rv_witness *w = rv_witness_new(t, &none);

	(void)state;
	assert_false(rv_witness_bears(w, RV_SV("Mara chose FalkorDB.")));
	rv_witness_free(w);
	rv_witness_free(NULL);
	rv_tokens_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_bear_out_what_was_said),
		cmocka_unit_test(nobody_said_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
