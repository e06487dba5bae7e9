/* SPDX-License-Identifier: MIT */
#ifndef RV_BASE_LOG_H
#define RV_BASE_LOG_H

/*
 * Warnings that no caller can act on (a skipped line, a file that went away).
 * The program installs one sink; the library never prints.  Without a sink
 * they are dropped.  Messages are English and cleaned by the sink.  Any thread.
 */

#include <stdbool.h>

#include "base/attr.h"
#include "base/str.h"

enum rv_log_level { RV_LOG_DEBUG, RV_LOG_INFO, RV_LOG_WARN, RV_LOG_ERROR };

typedef void rv_log_sink(enum rv_log_level level, const char *msg, void *arg);

void rv_log_set_sink(rv_log_sink *sink, void *arg); /* before any thread */
void rv_log(enum rv_log_level level, const char *fmt, ...) RV_PRINTF(2, 3);

/*
 * What is said to models and by them: a second sink, installed by nobody who
 * was not asked to.  `what` is English and one line; `text` comes as it is, but
 * for `secret` (a key that a server repeats; may be empty), which is blotted
 * out.
 */
typedef void rv_log_text_sink(const char *what, struct rv_sv text, void *arg);

void rv_log_set_text_sink(rv_log_text_sink *sink, void *arg); /* as above */
bool rv_log_wants_text(void);
void rv_log_text(const char *what, struct rv_sv text, struct rv_sv secret);

#endif
