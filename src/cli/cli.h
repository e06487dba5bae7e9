/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_CLI_H
#define RV_CLI_CLI_H

/*
 * The command line: reads options and environment, runs one action and prints
 * its answer.  Without a verb it hands over to the console.
 */

#include <stdbool.h>

#include "base/env.h"

/* What the console needs to know of the command line. */
struct rv_cli_console {
	const char *program; /* how it was called, for hints */
	const char *workspace, *config, *theme, *script;
	int width, height; /* 0: not given */
	bool headless, mono, readonly, demo;
	bool elsewhere; /* a line without --workspace would not find it */
};
typedef int rv_cli_console_fn(const struct rv_env *env,
			      const struct rv_cli_console *opts);

/* The program.  `console` is NULL where there is none.  Returns the exit
 * code. */
int rv_cli_main(int argc, char **argv, rv_cli_console_fn *console);

#endif
