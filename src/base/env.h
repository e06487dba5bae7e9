/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_ENV_H
#define RV_BASE_ENV_H

/*
 * What a run may know of the world.  The program fills one at its start; tests
 * fill their own.  Nothing below reads argv, the environment or the clock on
 * its own.  Strings are borrowed for the life of the program.  Read-only after
 * start, any thread.
 */

#include <stdbool.h>
#include <stdint.h>

struct rv_env {
	int64_t now;	  /* fixed time in ms, or RV_UNDATED for the real clock */
	uint64_t seed;	  /* for every shuffle; 0 when --seed is not given */
	const char *home; /* absolute, or "" */
	const char *config_home; /* $XDG_CONFIG_HOME/reverie or its default */
	const char *state_home;	 /* $XDG_STATE_HOME/reverie or its default */
	const char *data_dir;	 /* installed data: themes, demo */
	const char *tz;		 /* "" means UTC */
	const char *user;	 /* who decides, for the ledger */
	const char *editor;	 /* $VISUAL, $EDITOR or "" */
	/* Value of a variable of the environment, or NULL; NULL: there are
	 * none.  For keys of models, whose variables the configuration names. */
	const char *(*var)(const char *name);
};

/* Wall clock in ms, or the fixed time. */
int64_t rv_env_now(const struct rv_env *env);
/* Monotonic clock in microseconds; 0 always when the time is fixed. */
int64_t rv_env_ticks(const struct rv_env *env);
/* The same, also then: for how long something takes or how fast keys come,
 * never for an answer. */
int64_t rv_monotonic_us(void);

#endif
