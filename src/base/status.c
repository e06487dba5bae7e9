/* SPDX-License-Identifier: MIT */
/* The table of statuses and the making of errors. */
#include "config.h"

#include "base/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

static const struct {
	const char *code;
	int exit;
	const char *sentence;
} rows[RV_STATUS_N] = {
#define STATUS(name, code, exit, sentence) [RV_##name] = {code, exit, sentence},
#include "base/status.def"
#undef STATUS
};

#define ROOM N_("free some space")
#define RIGHTS N_("change its permissions or run as its owner")

static const struct {
	int errnum;
	rv_status status;
	const char *advice;
} errnos[] = {
	{ENOSPC, RV_E_NOSPACE, ROOM},	{EDQUOT, RV_E_NOSPACE, ROOM},
	{EACCES, RV_E_READONLY, RIGHTS}, {EPERM, RV_E_READONLY, RIGHTS},
	{EROFS, RV_E_READONLY, N_("mount it for writing")},
	{ENOENT, RV_E_NOTFOUND, N_("check the name")},
};

static rv_status
known(rv_status s)
{
	return (unsigned)s < RV_STATUS_N ? s : RV_E_BUG;
}

const char *
rv_status_code(rv_status s)
{
	return rows[known(s)].code;
}

int
rv_status_exit(rv_status s)
{
	return rows[known(s)].exit;
}

const char *
rv_status_sentence(rv_status s)
{
	return _(rows[known(s)].sentence);
}

/* snprintf cuts at a byte; a half character must not reach a reader. */
static void
cut_at_character(char *s, size_t room, int wanted)
{
	size_t n = room - 1, back = 0;
	unsigned char lead;

	if (wanted >= 0 && (size_t)wanted < room)
		return;
	while (back < 3 && back < n && ((unsigned char)s[n - 1 - back] & 0xC0) == 0x80)
		back++;
	if (back >= n)
		return;
	lead = (unsigned char)s[n - 1 - back];
	if ((lead >= 0xF0 && back < 3) || (lead >= 0xE0 && lead < 0xF0 && back < 2) ||
	    (lead >= 0xC0 && lead < 0xE0 && back < 1))
		s[n - 1 - back] = '\0';
}

static void RV_PRINTF(4, 0)
fill(struct rv_err *err, rv_status s, const char *path, const char *fmt,
     va_list ap)
{
	int n;

	if (!err)
		return;
	err->status = s;
	err->line = 0;
	n = vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	if (n < 0)
		err->msg[0] = '\0';
	cut_at_character(err->msg, sizeof(err->msg), n);
	n = snprintf(err->path, sizeof(err->path), "%s", path ? path : "");
	cut_at_character(err->path, sizeof(err->path), n);
}

rv_status
rv_fail(struct rv_err *err, rv_status s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, s, NULL, fmt, ap);
	va_end(ap);
	return s;
}

rv_status
rv_fail_path(struct rv_err *err, rv_status s, const char *path,
	     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, s, path, fmt, ap);
	va_end(ap);
	return s;
}

rv_status
rv_fail_line(struct rv_err *err, rv_status s, const char *path, int line,
	     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(err, s, path, fmt, ap);
	va_end(ap);
	if (err)
		err->line = line;
	return s;
}

rv_status
rv_fail_errno(struct rv_err *err, int errnum, const char *path,
	      const char *what)
{
	rv_status s = RV_E_IO;
	const char *advice = NULL, *why;
	char text[128];

	for (size_t i = 0; i < ARRAY_LEN(errnos); i++)
		if (errnos[i].errnum == errnum) {
			s = errnos[i].status;
			advice = _(errnos[i].advice);
		}
	/* the GNU one may return a string of its own */
	why = strerror_r(errnum, text, sizeof(text));
	return path && *path
		       ? rv_fail_path(err, s, path, "%s: %s: %s%s%s", path,
				      what, why, advice ? "; " : "",
				      advice ? advice : "")
		       : rv_fail(err, s, "%s: %s%s%s", what, why,
				 advice ? "; " : "", advice ? advice : "");
}
