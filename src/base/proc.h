/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_PROC_H
#define RV_BASE_PROC_H

/* Child processes: argv, never a shell.  The signal mask is restored in the
 * child and its descriptors are closed on exec. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* Runs argv on the caller's terminal and waits; *exit_code is 128 + signal
 * when it was killed. */
rv_status rv_proc_run(const char *const *argv, int *exit_code,
		      struct rv_err *err) RV_MUST_CHECK;
bool rv_proc_alive(int64_t pid);

#endif
