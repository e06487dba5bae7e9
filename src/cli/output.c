/* SPDX-License-Identifier: MIT */
/* Standard output and standard error. */
#include "config.h"

#include "cli/output.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/utf8.h"
#include "base/width.h"
#include "cli/debuglog.h"
#include "engine/engine.h"

/* Characters that hide or turn text around; JSON may name them instead. */
static bool
is_hidden(uint32_t cp)
{
	return (cp >= 0x200B && cp <= 0x200F) ||
	       (cp >= 0x202A && cp <= 0x202E) ||
	       (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF ||
	       cp == 0x061C || (cp >= 0xE0000 && cp <= 0xE0FFF);
}

static void
add_escape(struct rv_buf *out, uint32_t cp)
{
	if (cp < 0x10000) {
		rv_buf_addf(out, "\\u%04x", (unsigned)cp);
		return;
	}
	cp -= 0x10000;
	rv_buf_addf(out, "\\u%04x\\u%04x", (unsigned)(0xD800 + (cp >> 10)),
		    (unsigned)(0xDC00 + (cp & 0x3FF)));
}

void
rv_out_json(struct rv_sv json)
{
	struct rv_buf out = RV_BUF_INIT;
	size_t from = 0, i = 0;

	while (i < json.n) {
		size_t at = i;
		uint32_t cp;

		if ((unsigned char)json.p[i] < 0x80) {
			i++;
			continue;
		}
		cp = rv_utf8_next(json, &i);
		if (!is_hidden(cp))
			continue;
		rv_buf_add(&out, json.p + from, at - from);
		add_escape(&out, cp);
		from = i;
	}
	rv_buf_add(&out, json.p + from, json.n - from);
	if (!json.n || json.p[json.n - 1] != '\n')
		rv_buf_addc(&out, '\n');
	rv_out_text(rv_buf_sv(&out));
	rv_buf_release(&out);
}

void
rv_out_text(struct rv_sv text)
{
	if (text.n)
		(void)fwrite(text.p, 1, text.n, stdout);
}

bool
rv_out_flush(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	/* A reader that has seen enough is no failure. */
	if (errno != EPIPE)
		fprintf(stderr,
			_("reverie: standard output: it could not be written; "
			  "look at the disk or the pipe\n"));
	return false;
}

/* Columns of the terminal that messages go to; 0: they go to none, and are
 * lines for whoever reads them. */
static int
message_width(void)
{
	struct winsize size = {0};

	if (!isatty(STDERR_FILENO) ||
	    ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
		return 0;
	return size.ws_col;
}

static void
add_wrapped(struct rv_sv line, int width, struct rv_buf *out)
{
	struct rv_sv word;
	int x = 0;

	while (rv_sv_next_part(&line, ' ', &word)) {
		int w = rv_width(word);

		if (x > 0 && width > 0 && x + 1 + w > width) {
			rv_buf_addc(out, '\n');
			x = 0;
		} else if (x > 0) {
			rv_buf_addc(out, ' ');
			x++;
		}
		rv_buf_addv(out, word);
		x += w;
	}
	rv_buf_addc(out, '\n');
}

static void
say(const char *head, const char *msg)
{
	struct rv_buf line = RV_BUF_INIT, masked = RV_BUF_INIT;
	struct rv_buf out = RV_BUF_INIT;

	rv_message_mask(rv_sv(msg), &masked);
	rv_buf_adds(&line, head);
	rv_text_clean(rv_buf_sv(&masked), RV_CLEAN_LINE, &line);
	add_wrapped(rv_buf_sv(&line), message_width(), &out);
	(void)fwrite(out.p, 1, out.n, stderr);
	rv_buf_release(&out);
	rv_buf_release(&masked);
	rv_buf_release(&line);
}

static void
add_masked(struct rv_jw *w, const char *key, const char *text)
{
	struct rv_buf masked = RV_BUF_INIT;

	rv_message_mask(rv_sv(text), &masked);
	rv_jw_sv(w, key, rv_buf_sv(&masked));
	rv_buf_release(&masked);
}

void
rv_out_error(const struct rv_err *err)
{
	say("reverie: ", err->msg[0] ? err->msg
				     : rv_status_sentence(err->status));
}

void
rv_out_error_json(const struct rv_err *err, struct rv_sv id,
		  struct rv_buf *out)
{
	struct rv_jw w;

	rv_jw_init(&w, out);
	rv_jw_object(&w, NULL);
	rv_jw_int(&w, "v", 1);
	if (id.n)
		rv_jw_raw(&w, "id", id);
	rv_jw_object(&w, "error");
	rv_jw_str(&w, "code", rv_status_code(err->status));
	add_masked(&w, "message",
		   err->msg[0] ? err->msg : rv_status_sentence(err->status));
	if (err->path[0])
		add_masked(&w, "path", err->path);
	rv_jw_end_object(&w);
	rv_jw_end_object(&w);
	rv_buf_addc(out, '\n');
}

int
rv_out_fail(const struct rv_err *err, bool json)
{
	struct rv_buf out = RV_BUF_INIT;

	rv_out_error(err);
	if (json) {
		rv_out_error_json(err, RV_SV_NONE, &out);
		rv_out_json(rv_buf_sv(&out));
	}
	rv_buf_release(&out);
	return rv_status_exit(err->status);
}

/* rv_log_sink */
static void
sink(enum rv_log_level level, const char *msg, void *arg)
{
	(void)arg;
	rv_debuglog_line(level, msg);
	if (level >= RV_LOG_WARN)
		say("reverie: warning: ", msg);
}

void
rv_out_install_log(void)
{
	rv_log_set_sink(sink, NULL);
}
