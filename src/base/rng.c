/* SPDX-License-Identifier: MIT */
/* splitmix64 (Steele, Lea, Flood 2014). */
#include "config.h"

#include "base/rng.h"

#include "base/attr.h"

void
rv_rng_seed(struct rv_rng *r, uint64_t seed)
{
	r->state = seed;
}

uint64_t
rv_rng_next(struct rv_rng *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint64_t
rv_rng_below(struct rv_rng *r, uint64_t n)
{
	uint64_t x, uneven;

	if (n < 2)
		return 0;
	/* 2^64 mod n numbers at the start would make small results likelier */
	uneven = (UINT64_MAX - n + 1) % n;
	do
		x = rv_rng_next(r);
	while (x < uneven);
	return x % n;
}

void
rv_rng_shuffle(struct rv_rng *r, void *base, size_t n, size_t size)
{
	unsigned char *p = base;

	for (size_t i = n; i > 1; i--) {
		unsigned char *a = p + (i - 1) * size;
		unsigned char *b = p + rv_rng_below(r, i) * size;

		for (size_t j = 0; j < size; j++) {
			unsigned char t = a[j];

			a[j] = b[j];
			b[j] = t;
		}
	}
}
