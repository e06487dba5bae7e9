/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_SECRET_H
#define RV_LLM_SECRET_H

/*
 * A key, from where the operator keeps it: a variable of the environment, a
 * file that nobody else can read, or the first line that a command prints.  It
 * lives in memory of its own that is wiped when it is released.  As long as a
 * program may hold one it leaves no core.  Any thread.
 */

#include <stdint.h>

#include "base/env.h"
#include "base/status.h"
#include "base/str.h"

#define RV_SECRET_MAX 8192

struct rv_secret {
	char *p; /* NUL behind it */
	size_t n;
};

/* The first that is given: command, file, variable. */
struct rv_secret_source {
	const char *var;  /* name of a variable, or NULL */
	const char *file; /* absolute path, or NULL */
	const char *const *command; /* argv, no shell; or NULL */
	int command_ms; /* how long it may take; 0: 30 s */
};

/*
 * RV_E_NOTFOUND when the variable is not set, RV_E_CONFIG when the file is
 * missing, can be read by others or is not the user's, or the command fails;
 * also when what was found is no key (empty, several words, over
 * RV_SECRET_MAX).  Messages name the source, never what it held.
 */
rv_status rv_secret_read(const struct rv_secret_source *from,
			 const struct rv_env *env, struct rv_secret *out,
			 struct rv_err *err) RV_MUST_CHECK;
void rv_secret_release(struct rv_secret *s); /* wipes */
struct rv_sv rv_secret_sv(const struct rv_secret *s);

/* No core dump, no reading by other processes of the user, from now on. */
void rv_secret_guard(void);

#endif
