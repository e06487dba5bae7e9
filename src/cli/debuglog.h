/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_DEBUGLOG_H
#define RV_CLI_DEBUGLOG_H

/*
 * --debug FILE: what the library does with models and its warnings, a line
 * each: when a stream opens and closes, model, address, counts, times, what is
 * asked next.  What was said goes in with --debug-content alone; keys and
 * secrets are masked either way.  The file is appended to, is the user's own
 * and nobody else's to read.  Before it grows over RV_DEBUGLOG_MAX it becomes
 * FILE.1, in the place of the one before; several processes may share it.
 */

#include "base/env.h"
#include "base/log.h"
#include "base/status.h"

#define RV_DEBUGLOG_MAX (8 << 20)
#define RV_DEBUGLOG_TEXT_MAX ((size_t)256 << 10) /* of one text */

/*
 * Before any thread; `env` outlives the log.  RV_E_USAGE for a file that others
 * can read, that is somebody else's or none at all; RV_E_IO.
 */
rv_status rv_debuglog_open(const char *path, bool content,
			   const struct rv_env *env, struct rv_err *err)
	RV_MUST_CHECK;
/* Any thread; nothing happens without an open file. */
void rv_debuglog_line(enum rv_log_level level, const char *msg);
/* Ends the log; what is said after it is dropped. */
void rv_debuglog_close(void);

#endif
