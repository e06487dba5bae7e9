/* SPDX-License-Identifier: MIT */
/* The seeded generator. */
#include "config.h"

#include "base/attr.h"
#include "base/rng.h"
#include "tests/support/cm.h"

/* The first numbers of seed 0, as in the reference of splitmix64. */
static void
test_rng__reference(void **state)
{
	static const uint64_t want[] = {
		UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
		UINT64_C(0x06c45d188009454f), UINT64_C(0xf88bb8a8724c81ec),
	};
	struct rv_rng r;

	(void)state;
	rv_rng_seed(&r, 0);
	for (size_t i = 0; i < ARRAY_LEN(want); i++)
		assert_true(rv_rng_next(&r) == want[i]);
}

static void
test_rng__below(void **state)
{
	struct rv_rng r;
	int seen[6] = {0};

	(void)state;
	rv_rng_seed(&r, 9);
	for (int i = 0; i < 6000; i++) {
		uint64_t x = rv_rng_below(&r, 6);

		assert_true(x < 6);
		seen[x]++;
	}
	for (int i = 0; i < 6; i++)
		assert_in_range(seen[i], 850, 1150);
	assert_true(rv_rng_below(&r, 1) == 0);
	assert_true(rv_rng_below(&r, UINT64_MAX) < UINT64_MAX);
	for (int i = 0; i < 100; i++)
		assert_true(rv_rng_below(&r, (UINT64_C(1) << 63) + 1) <=
			    UINT64_C(1) << 63);
}

static void
test_rng__shuffle(void **state)
{
	int a[50], b[50], seen[50] = {0}, moved = 0;
	struct rv_rng r;

	(void)state;
	for (int i = 0; i < 50; i++)
		a[i] = b[i] = i;
	rv_rng_seed(&r, 3);
	rv_rng_shuffle(&r, a, 50, sizeof(a[0]));
	rv_rng_seed(&r, 3);
	rv_rng_shuffle(&r, b, 50, sizeof(b[0]));
	assert_memory_equal(a, b, sizeof(a));
	for (int i = 0; i < 50; i++) {
		seen[a[i]]++;
		moved += a[i] != i;
	}
	for (int i = 0; i < 50; i++)
		assert_int_equal(seen[i], 1);
	assert_true(moved > 30);
	rv_rng_shuffle(&r, NULL, 0, 4);
	rv_rng_shuffle(&r, a, 1, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rng__reference),
		cmocka_unit_test(test_rng__below),
		cmocka_unit_test(test_rng__shuffle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
