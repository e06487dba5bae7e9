/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_GLOBALS_H
#define RV_CLI_GLOBALS_H

/*
 * Options that every verb understands, wherever they stand on the command line
 * before a "--".  Rows of globals.def.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/status.h"

enum rv_global {
#define GLOBAL(symbol, name, arg, help) RV_GLOBAL_##symbol,
#include "cli/globals.def"
#undef GLOBAL
	RV_GLOBAL_N
};

struct rv_global_row {
	const char *name, *arg, *help; /* help is N_() */
};
const struct rv_global_row *rv_global_row(enum rv_global g) RV_NONNULL;

struct rv_globals {
	bool given[RV_GLOBAL_N];
	const char *value[RV_GLOBAL_N]; /* borrowed from argv */
	const char **rest; /* the other words, without the program's name */
	int n_rest;
};

/* RV_E_USAGE. */
rv_status rv_globals_parse(int argc, char **argv, struct rv_arena *arena,
			   struct rv_globals *out, struct rv_err *err)
	RV_MUST_CHECK;

#endif
