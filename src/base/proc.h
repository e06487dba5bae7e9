/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_PROC_H
#define RV_BASE_PROC_H

/* Child processes: argv, never a shell.  The signal mask is restored in the
 * child and its descriptors are closed on exec. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/status.h"

/* Runs argv on the caller's terminal and waits; *exit_code is 128 + signal
 * when it was killed. */
rv_status rv_proc_run(const char *const *argv, int *exit_code,
		      struct rv_err *err) RV_MUST_CHECK;
/*
 * Runs argv in `dir` without a terminal (standard input is empty) and keeps at
 * most `max` bytes of what it prints (output and errors together).  After
 * timeout_ms it and the processes of its group are killed; then *timed_out.
 */
struct rv_proc_result {
	int exit_code; /* 128 + signal when it was killed */
	bool timed_out;
	bool cut; /* it printed more */
};
rv_status rv_proc_capture(const char *const *argv, const char *dir,
			  int64_t timeout_ms, size_t max, struct rv_buf *out,
			  struct rv_proc_result *result, struct rv_err *err)
	RV_MUST_CHECK;
/*
 * Runs argv without a terminal (no input, its complaints are dropped), at most
 * `ms` long, and reads at most `max` bytes of its output; what comes behind
 * them is dropped.  RV_E_CONFIG when it cannot be run or does not end in time.
 */
rv_status rv_proc_read(const char *const *argv, int ms, char *out, size_t max,
		       size_t *n, int *exit_code, struct rv_err *err)
	RV_MUST_CHECK;
bool rv_proc_alive(int64_t pid);
/* Children do not get this variable; at most 64 names, each copied.  Any
 * thread. */
void rv_proc_hide(const char *name);
/* What a child gets: the environment without what is hidden.  The caller frees
 * the array, not the texts. */
char **rv_proc_environ(void);

#endif
