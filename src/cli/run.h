/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_RUN_H
#define RV_CLI_RUN_H

/* Running actions for the command line: what its files share. */

#include "cli/globals.h"
#include "engine/action.h"
#include "engine/engine.h"

struct rv_cli_run {
	struct rv_arena arena;
	struct rv_env env;
	struct rv_globals globals;
	const char *program; /* argv[0] when it names a file, else "reverie" */
	bool json;
	struct rv_engine *engine; /* NULL until it is opened */
};

/* Opens the workspace of the options. */
rv_status rv_cli_open(struct rv_cli_run *r, struct rv_err *err) RV_MUST_CHECK;
/* Brings its index up to date; what fails stops only an action that writes. */
rv_status rv_cli_sync(struct rv_cli_run *r, const struct rv_action *a,
		      struct rv_err *err) RV_MUST_CHECK;
/* Absolute path of the workspace. */
rv_status rv_cli_workspace(struct rv_cli_run *r, const char **out,
			   struct rv_err *err) RV_MUST_CHECK;
/* Runs the action, prints its answer and its error, returns the exit code. */
int rv_cli_do(struct rv_cli_run *r, const struct rv_args *args);
/* The same and keeps the answer. */
int rv_cli_do_keep(struct rv_cli_run *r, const struct rv_args *args,
		   struct rv_buf *answer);

/* batch.c: one line in, one answer out, from a file or "-". */
int rv_cli_batch(struct rv_cli_run *r, const struct rv_args *args);

/* ask.c: approving on a terminal.  False: there is none, or nothing to ask. */
bool rv_cli_must_ask(const struct rv_cli_run *r, const struct rv_args *args);
int rv_cli_ask(struct rv_cli_run *r, const struct rv_args *args);

#endif
