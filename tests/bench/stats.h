/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_BENCH_STATS_H
#define RV_TESTS_BENCH_STATS_H

/*
 * What the bench programs share: a monotonic clock, samples, and one row of the
 * table that `./dev bench` prints.  The first sample of a row is thrown away.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct samples {
	double ms[4096];
	size_t n;
};

static inline double
clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static inline void
add_sample(struct samples *s, double ms)
{
	if (s->n < sizeof(s->ms) / sizeof(s->ms[0]))
		s->ms[s->n++] = ms;
}

static inline int
compare_ms(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static inline double
percentile(const struct samples *s, double p)
{
	size_t i = (size_t)(p / 100.0 * (double)(s->n - 1) + 0.5);

	return s->ms[i];
}

/* NAME, p50 and p99 in ms, the budget, a note (peer or figure beside it). */
static inline void
print_row(const char *name, struct samples *s, const char *budget,
	  const char *note)
{
	if (s->n < 2) {
		printf("%-46s %21s   %-16s %s\n", name, "no samples", budget,
		       note);
		return;
	}
	s->n--;
	for (size_t i = 0; i < s->n; i++)
		s->ms[i] = s->ms[i + 1];
	qsort(s->ms, s->n, sizeof(s->ms[0]), compare_ms);
	printf("%-46s %9.3f / %9.3f   %-16s %s\n", name, percentile(s, 50),
	       percentile(s, 99), budget, note);
	fflush(stdout);
}

#endif
