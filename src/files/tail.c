/* SPDX-License-Identifier: MIT */
/* Following a file that others append to. */
#include "config.h"

#include "files/tail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/jsonl.h"
#include "base/log.h"

#define CHUNK ((size_t)64 << 10)

/* -1 with errno; what is not a regular file is as good as absent. */
static int
open_file(const char *path, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return -1;
	if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode)) {
		close(fd);
		errno = ENOENT;
		return -1;
	}
	return fd;
}

/* Where the last line begins, so that half a line is given whole later. */
static int64_t
last_line_start(int fd, int64_t size)
{
	char chunk[4096];
	int64_t end = size;

	while (end > 0) {
		int64_t from = end > (int64_t)sizeof(chunk)
				       ? end - (int64_t)sizeof(chunk)
				       : 0;
		ssize_t n = pread(fd, chunk, (size_t)(end - from), from);

		if (n <= 0)
			return size;
		for (ssize_t i = n; i > 0; i--)
			if (chunk[i - 1] == '\n')
				return from + i;
		end = from;
	}
	return 0;
}

void
rv_tail_init(struct rv_tail *t, const char *path, int from_start)
{
	struct stat st;
	int fd;

	*t = (struct rv_tail){0};
	snprintf(t->path, sizeof(t->path), "%s", path);
	rv_buf_init(&t->half, RV_LINE_MAX);
	if (from_start)
		return;
	fd = open_file(path, &st);
	if (fd < 0)
		return;
	t->inode = st.st_ino;
	t->offset = last_line_start(fd, st.st_size);
	close(fd);
}

void
rv_tail_release(struct rv_tail *t)
{
	rv_buf_release(&t->half);
}

static void
give(struct rv_tail *t, rv_tail_fn *fn, void *arg, int64_t start)
{
	struct rv_sv line = rv_buf_sv(&t->half);

	if (t->half.overflow) {
		rv_log(RV_LOG_WARN, "%s: the line at byte %lld is too long",
		       t->path, (long long)start);
	} else {
		if (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		fn(line, start, arg);
	}
	rv_buf_reset(&t->half);
}

/* A line begins where its newline stands, less what is kept of it. */
static void
take(struct rv_tail *t, struct rv_sv bytes, rv_tail_fn *fn, void *arg)
{
	while (bytes.n) {
		ptrdiff_t nl = rv_sv_find_char(bytes, '\n');
		size_t n = nl < 0 ? bytes.n : (size_t)nl;

		rv_buf_add(&t->half, bytes.p, n);
		t->offset += (int64_t)n;
		if (nl < 0)
			return;
		give(t, fn, arg, t->offset - (int64_t)t->half.n);
		t->offset++;
		bytes = rv_sv_slice(bytes, n + 1, bytes.n);
	}
}

rv_status
rv_tail_read(struct rv_tail *t, rv_tail_fn *fn, void *arg, struct rv_err *err)
{
	struct rv_buf chunk = RV_BUF_INIT;
	rv_status s = RV_OK;
	struct stat st;
	ssize_t n;
	int fd;

	fd = open_file(t->path, &st);
	if (fd < 0 && errno == ENOENT)
		return RV_OK;
	if (fd < 0)
		return rv_fail_errno(err, errno, t->path, _("cannot open"));
	if (st.st_ino != t->inode || st.st_size < t->offset) {
		t->inode = st.st_ino;
		t->offset = 0;
		rv_buf_reset(&t->half);
	}
	for (;;) {
		char *room = rv_buf_room(&chunk, CHUNK);

		n = pread(fd, room, CHUNK, t->offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		take(t, rv_sv_of(room, (size_t)n), fn, arg);
	}
	if (n < 0)
		s = rv_fail_errno(err, errno, t->path, _("cannot read"));
	close(fd);
	rv_buf_release(&chunk);
	return s;
}
