/* SPDX-License-Identifier: MIT */
/* Warnings to the one sink. */
#include "config.h"

#include "base/log.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

static rv_log_sink *the_sink;
static void *the_arg;

void
rv_log_set_sink(rv_log_sink *sink, void *arg)
{
	the_sink = sink;
	the_arg = arg;
}

void
rv_log(enum rv_log_level level, const char *fmt, ...)
{
	char msg[1024];
	va_list ap;

	if (!the_sink)
		return;
	va_start(ap, fmt);
	if (vsnprintf(msg, sizeof(msg), fmt, ap) >= 0)
		the_sink(level, msg, the_arg);
	va_end(ap);
}
