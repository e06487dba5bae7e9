/* SPDX-License-Identifier: MIT */
#ifndef RV_CLI_DEBUGLOG_H
#define RV_CLI_DEBUGLOG_H

/*
 * --debug FILE: what the library does with models and its warnings, a line
 * each: when a stream opens and closes, model, address, counts, times, what is
 * asked next.  Never what was said; keys and secrets are masked once more.  The
 * file is appended to, and the user's own.
 */

#include "base/env.h"
#include "base/log.h"
#include "base/status.h"

/* Before any thread; `env` outlives the log.  RV_E_CONFIG, RV_E_IO. */
rv_status rv_debuglog_open(const char *path, const struct rv_env *env,
			   struct rv_err *err) RV_MUST_CHECK;
/* Any thread; nothing happens without an open file. */
void rv_debuglog_line(enum rv_log_level level, const char *msg);

#endif
