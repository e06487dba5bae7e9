/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_ENVIRON_H
#define RV_CLI_ENVIRON_H

/* The one reader of the process' environment. */

#include "base/arena.h"
#include "base/env.h"
#include "base/status.h"
#include "cli/globals.h"

/* Fills `env`; strings live in the arena.  RV_E_USAGE for a --now or --seed
 * that is none. */
rv_status rv_environ_read(const struct rv_globals *g, struct rv_arena *arena,
			  struct rv_env *env, struct rv_err *err)
	RV_MUST_CHECK;
/* $NAME, or NULL when it is empty. */
const char *rv_environ_get(const char *name);
/* The working directory in the arena; "/" when it cannot be told. */
const char *rv_environ_cwd(struct rv_arena *arena) RV_NONNULL;
/* Directory for temporary files. */
const char *rv_environ_tmp(void) RV_NONNULL;
/* Where the catalogues are, in the arena: `locale` beside a program that was
 * only built, ../share/locale of an installed one wherever its tree stands
 * now, else where they were to be installed. */
const char *rv_environ_locale_dir(struct rv_arena *arena) RV_NONNULL;

#endif
