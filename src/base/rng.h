/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_RNG_H
#define RV_BASE_RNG_H

/* Seeded generator (splitmix64).  Same seed, same numbers, on any machine. */

#include <stddef.h>
#include <stdint.h>

struct rv_rng {
	uint64_t state;
};

void rv_rng_seed(struct rv_rng *r, uint64_t seed);
uint64_t rv_rng_next(struct rv_rng *r);
/* Unbiased number in [0, n); n > 0. */
uint64_t rv_rng_below(struct rv_rng *r, uint64_t n);
/* Fisher-Yates over n elements of `size` bytes. */
void rv_rng_shuffle(struct rv_rng *r, void *base, size_t n, size_t size);

#endif
