/* SPDX-License-Identifier: MIT */
#ifndef RV_TESTS_SUPPORT_SCRATCH_H
#define RV_TESTS_SUPPORT_SCRATCH_H

/*
 * A directory for one test program below $TMPDIR, made at the first use and
 * removed with all in it at the end.  Failures end the program.
 */

#include "base/str.h"

/* "DIR/name"; borrowed until the 16th call after this one. */
const char *scratch_path(const char *name);
/* Writes a file in it and returns its path. */
const char *scratch_write(const char *name, struct rv_sv bytes);
/* The bytes of a file in it, borrowed until the next call; empty if absent. */
struct rv_sv scratch_read(const char *name);
/* How many entries the directory has. */
int scratch_count(void);

#endif
