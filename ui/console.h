/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_CONSOLE_H
#define RV_UI_CONSOLE_H

/*
 * The console: `reverie` without a verb.  Paints its first frame before the
 * workspace is opened, then reads in a worker thread; the calling thread is the
 * UI thread.  With `headless` it needs no terminal: input is the script's, and
 * what the script dumps goes to standard output.
 */

#include <stdbool.h>

#include "base/env.h"

struct rv_console_opts {
	const char *program;   /* how it was called, for hints */
	const char *workspace; /* absolute directory */
	const char *config;    /* of --config, or NULL */
	const char *theme;     /* of --theme, or NULL */
	const char *script;    /* file of --script; NULL: none */
	int width, height;     /* of --size; 0: 80x24 */
	bool headless, mono, readonly, demo;
	bool elsewhere; /* a line without --workspace would not find it */
};

/* Returns the exit code of the program; failures were said on standard error
 * by then. */
int rv_console_main(const struct rv_env *env,
		    const struct rv_console_opts *opts);

#endif
