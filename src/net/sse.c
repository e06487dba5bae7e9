/* SPDX-License-Identifier: MIT */
/* Stream framings: server-sent events and lines of JSON. */
#include "config.h"

#include "net/sse.h"

#include <string.h>

#include "base/i18n.h"

void
rv_frames_init(struct rv_frames *f, enum rv_framing framing, size_t max,
	       rv_frame_fn *fn, void *arg)
{
	*f = (struct rv_frames){.framing = framing, .max = max, .fn = fn,
				.arg = arg};
	rv_buf_init(&f->line, max);
	rv_buf_init(&f->data, max);
	rv_buf_init(&f->event, max);
}

void
rv_frames_release(struct rv_frames *f)
{
	rv_buf_release(&f->line);
	rv_buf_release(&f->data);
	rv_buf_release(&f->event);
}

static rv_status
toobig(const struct rv_frames *f, struct rv_err *err)
{
	return rv_fail(err, RV_E_TOOBIG,
		       /* TRANSLATORS: %zu is a number of bytes. */
		       _("answer of the model: one event of it is longer than "
			 "%zu bytes; it was given up"),
		       f->max);
}

static rv_status
dispatch(struct rv_frames *f, struct rv_err *err)
{
	struct rv_sv event = rv_buf_sv(&f->event), data = rv_buf_sv(&f->data);
	rv_status s = RV_OK;

	if (f->any)
		s = f->fn(event.n > 0 ? event : RV_SV("message"), data, f->arg,
			  err);
	f->any = false;
	rv_buf_reset(&f->event);
	rv_buf_reset(&f->data);
	return s;
}

static rv_status
sse_line(struct rv_frames *f, struct rv_sv line, struct rv_err *err)
{
	struct rv_sv name = line, value = RV_SV_NONE;
	ptrdiff_t colon;

	if (line.n == 0)
		return dispatch(f, err);
	colon = rv_sv_find_char(line, ':');
	if (colon >= 0) {
		name = rv_sv_slice(line, 0, (size_t)colon);
		value = rv_sv_slice(line, (size_t)colon + 1, line.n);
		if (value.n > 0 && value.p[0] == ' ')
			value = rv_sv_slice(value, 1, value.n);
	}
	if (rv_sv_is(name, "data")) {
		if (f->any)
			rv_buf_addc(&f->data, '\n');
		rv_buf_addv(&f->data, value);
		f->any = true;
	} else if (rv_sv_is(name, "event")) {
		rv_buf_reset(&f->event);
		rv_buf_addv(&f->event, value);
	}
	return f->data.overflow ? toobig(f, err) : RV_OK;
}

/* A whole line without its end. */
static rv_status
take_line(struct rv_frames *f, struct rv_sv line, struct rv_err *err)
{
	if (line.n > f->max)
		return toobig(f, err);
	if (!f->begun) {
		f->begun = true;
		if (rv_sv_starts(line, RV_SV("\xef\xbb\xbf")))
			line = rv_sv_slice(line, 3, line.n);
	}
	if (f->framing == RV_FRAMING_SSE)
		return sse_line(f, line, err);
	line = rv_sv_trim(line);
	return line.n > 0 ? f->fn(RV_SV(""), line, f->arg, err) : RV_OK;
}

/* Where the first end of a line stands, or n. */
static size_t
line_end(const struct rv_frames *f, const char *p, size_t n)
{
	const char *lf = memchr(p, '\n', n), *cr;
	size_t end = lf ? (size_t)(lf - p) : n;

	if (f->framing != RV_FRAMING_SSE)
		return end;
	cr = memchr(p, '\r', end);
	return cr ? (size_t)(cr - p) : end;
}

rv_status
rv_frames_feed(struct rv_frames *f, struct rv_sv chunk, struct rv_err *err)
{
	rv_status s = RV_OK;

	while (chunk.n > 0 && s == RV_OK) {
		size_t end;

		if (f->cr) {
			f->cr = false;
			if (chunk.p[0] == '\n') {
				chunk = rv_sv_slice(chunk, 1, chunk.n);
				continue;
			}
		}
		end = line_end(f, chunk.p, chunk.n);
		if (end == chunk.n) {
			rv_buf_addv(&f->line, chunk);
			return f->line.overflow ? toobig(f, err) : RV_OK;
		}
		f->cr = chunk.p[end] == '\r';
		if (f->line.n == 0) {
			s = take_line(f, rv_sv_slice(chunk, 0, end), err);
		} else {
			rv_buf_add(&f->line, chunk.p, end);
			s = f->line.overflow ?
				    toobig(f, err) :
				    take_line(f, rv_buf_sv(&f->line), err);
			rv_buf_reset(&f->line);
		}
		chunk = rv_sv_slice(chunk, end + 1, chunk.n);
	}
	return s;
}

rv_status
rv_frames_end(struct rv_frames *f, bool *half, struct rv_err *err)
{
	rv_status s = RV_OK;
	bool left = f->line.n > 0 || f->any;

	if (f->framing == RV_FRAMING_NDJSON && f->line.n > 0) {
		s = take_line(f, rv_buf_sv(&f->line), err);
		left = false;
	}
	f->any = f->cr = false;
	rv_buf_reset(&f->line);
	rv_buf_reset(&f->event);
	rv_buf_reset(&f->data);
	if (half)
		*half = left;
	return s;
}
