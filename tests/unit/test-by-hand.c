/* SPDX-License-Identifier: MIT */
/* What a person wrote that the source does not say. */
#include "config.h"

#include "tests/support/cm.h"
#include "trust/by_hand.h"

static void
test_by_hand__sentences(void **state)
{
	static const char source[] = "# Queue\n\nRedis lost 3 of 50 jobs. We\n"
				     "keep **FalkorDB** until the drill.\n";
	static const struct {
		const char *page;
		size_t n, facts;
	} rows[] = {
		{"---\ntype: decision\n---\n# Queue engine\n\n## Decision\n\n"
		 "Redis lost 3 of 50 jobs. We keep FalkorDB until the drill.\n",
		 0, 0},
		/* other marks, breaks and case */
		{"- redis lost\n- 3 of 50 jobs\n\n_pending_\n", 0, 0},
		{"- raw/queue.md, a line of sources\n", 0, 0},
		{"Redis lost 4 of 50 jobs.\n", 1, 1},
		{"Redis lost 3 of 50 jobs. Nobody was sad.\n", 1, 0},
		/* another sentence, with a number that was said */
		{"It was 50 of them.\n", 1, 0},
		{"What the page had. And more in 2031! Mara said so.\n", 2, 1},
		{"", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct rv_sv said[] = {rv_sv(source),
					     RV_SV("What the page had.")};
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_by_hand got;

		rv_by_hand(rv_sv(rows[i].page), RV_SV("raw/queue.md"), said, 2,
			   &arena, &got);
		if (got.n != rows[i].n || got.facts != rows[i].facts)
			fail_msg("row %zu: %zu and %zu, not %zu and %zu", i,
				 got.n, got.facts, rows[i].n, rows[i].facts);
		rv_arena_release(&arena);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_hand__sentences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
