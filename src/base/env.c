/* SPDX-License-Identifier: MIT */
/* The clocks behind struct rv_env. */
#include "config.h"

#include "base/env.h"

#include <time.h>

#include "base/time.h"

int64_t
rv_env_now(const struct rv_env *env)
{
	struct timespec ts;

	if (env->now != RV_UNDATED)
		return env->now;
	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int64_t
rv_env_ticks(const struct rv_env *env)
{
	return env->now != RV_UNDATED ? 0 : rv_monotonic_us();
}

int64_t
rv_monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}
