/* SPDX-License-Identifier: MIT */
/* Warnings to the one sink. */
#include "config.h"

#include "base/log.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buf.h"

static rv_log_sink *the_sink;
static void *the_arg;
static rv_log_text_sink *text_sink;
static void *text_arg;

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

void
rv_log_set_text_sink(rv_log_text_sink *sink, void *arg)
{
	text_sink = sink;
	text_arg = arg;
}

bool
rv_log_wants_text(void)
{
	return text_sink != NULL;
}

void
rv_log_text(const char *what, struct rv_sv text, struct rv_sv secret)
{
	struct rv_buf b = RV_BUF_INIT;
	ptrdiff_t at;

	if (!text_sink)
		return;
	while (secret.n && (at = rv_sv_find(text, secret)) >= 0) {
		rv_buf_addv(&b, rv_sv_slice(text, 0, (size_t)at));
		rv_buf_adds(&b, "***");
		text = rv_sv_slice(text, (size_t)at + secret.n, text.n);
	}
	rv_buf_addv(&b, text);
	text_sink(what, rv_buf_sv(&b), text_arg);
	rv_buf_release(&b);
}
