/* SPDX-License-Identifier: MIT */
/* Lines of a file in bounded memory. */
#include "config.h"

#include "base/jsonl.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"

#define CHUNK ((size_t)64 << 10)

void
rv_lines_init(struct rv_lines *l, int fd, int64_t offset, int64_t number,
	      size_t max)
{
	*l = (struct rv_lines){.fd = fd, .max = max};
	l->offset = offset;
	l->number = number;
	rv_buf_init(&l->buf, max + 2 * CHUNK);
	/* a pipe cannot seek and is read from where it stands */
	(void)lseek(fd, (off_t)offset, SEEK_SET);
}

void
rv_lines_release(struct rv_lines *l)
{
	rv_buf_release(&l->buf);
	l->fd = -1;
}

/* One more piece of the file behind what is there. */
static rv_status
fill(struct rv_lines *l, struct rv_err *err)
{
	char *room = rv_buf_room(&l->buf, CHUNK);
	ssize_t n;

	if (!room)
		return rv_fail(err, RV_E_BUG, "%s", rv_status_sentence(RV_E_BUG));
	do
		n = read(l->fd, room, CHUNK);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return rv_fail_errno(err, errno, NULL, _("cannot read the lines"));
	l->eof = n == 0;
	rv_buf_took(&l->buf, (size_t)n);
	return RV_OK;
}

static void
compact(struct rv_lines *l)
{
	if (l->pos == 0)
		return;
	rv_buf_erase(&l->buf, 0, l->pos);
	l->pos = 0;
}

static void
skip_bom(struct rv_lines *l)
{
	if (l->offset == 0 && l->pos == 0 &&
	    rv_sv_starts(rv_buf_sv(&l->buf), RV_SV("\xEF\xBB\xBF"))) {
		l->pos = 3;
		l->offset = 3;
	}
}

/* The rest of a line that is too long: read and thrown away. */
static rv_status
skip_rest(struct rv_lines *l, struct rv_line *line, struct rv_err *err)
{
	size_t keep = l->pos + l->max;
	int64_t dropped = 0;
	rv_status s;

	for (;;) {
		const char *nl = memchr(l->buf.p + keep, '\n', l->buf.n - keep);

		if (nl) {
			size_t behind = (size_t)(nl - l->buf.p) + 1;

			line->end = l->offset + dropped +
				    (int64_t)(behind - l->pos);
			l->pos = behind;
			break;
		}
		dropped += (int64_t)(l->buf.n - keep);
		rv_buf_truncate(&l->buf, keep);
		if (l->eof) {
			line->end = l->offset + dropped + (int64_t)l->max;
			l->pos = l->buf.n;
			break;
		}
		s = fill(l, err);
		if (s != RV_OK)
			return s;
	}
	line->kind = RV_LINE_TOOLONG;
	line->text = rv_sv_of(l->buf.p + keep - l->max, l->max);
	l->offset = line->end;
	l->number++;
	return RV_OK;
}

static void
give(struct rv_lines *l, struct rv_line *line, size_t n, bool newline)
{
	line->kind = newline ? RV_LINE_FULL : RV_LINE_PARTIAL;
	line->text = rv_sv_of(l->buf.p + l->pos, n);
	if (newline && n && line->text.p[n - 1] == '\r')
		line->text.n--;
	line->end = l->offset + (int64_t)n + newline;
	l->pos += n + newline;
	l->offset = line->end;
	l->number++;
}

/* A CR that the newline swallows, or may yet, does not count. */
static size_t
ends_in_cr(const struct rv_lines *l, size_t n, bool newline)
{
	return n && (newline || !l->eof) && l->buf.p[l->pos + n - 1] == '\r';
}

rv_status
rv_lines_next(struct rv_lines *l, struct rv_line *line, struct rv_err *err)
{
	size_t searched = 0, n;
	const char *nl;
	rv_status s;

	if (l->buf.n == 0 && !l->eof) {
		s = fill(l, err);
		while (s == RV_OK && !l->eof && l->buf.n < 3)
			s = fill(l, err);
		if (s != RV_OK)
			return s;
		skip_bom(l);
	}
	for (;;) {
		n = l->buf.n - l->pos;
		line->number = l->number;
		line->offset = l->offset;
		nl = n > searched ? memchr(l->buf.p + l->pos + searched, '\n',
					   n - searched)
				  : NULL;
		if (nl)
			n = (size_t)(nl - l->buf.p) - l->pos;
		if (n > l->max + ends_in_cr(l, n, nl != NULL))
			return skip_rest(l, line, err);
		if (nl || (l->eof && n)) {
			give(l, line, n, nl != NULL);
			return RV_OK;
		}
		if (l->eof) {
			line->kind = RV_LINE_END;
			line->text = RV_SV_NONE;
			line->end = l->offset;
			return RV_OK;
		}
		searched = n;
		compact(l);
		s = fill(l, err);
		if (s != RV_OK)
			return s;
	}
}
