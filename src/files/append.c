/* SPDX-License-Identifier: MIT */
/* One whole line at the end of a log. */
#include "config.h"

#include "files/append.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/i18n.h"

static bool
ends_in_half_line(int fd, off_t size)
{
	char last;

	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

static int
lock(int fd)
{
	int r;

	do
		r = flock(fd, LOCK_EX);
	while (r != 0 && errno == EINTR);
	return r;
}

/*
 * Both parts in one call: with O_APPEND the kernel lets no other writer
 * between them.
 */
static rv_status
write_line(int fd, const char *path, struct rv_sv line, int64_t *offset,
	   struct rv_err *err)
{
	union {
		const char *in;
		void *out;
	} bytes = {.in = line.p};
	struct iovec parts[2] = {{NULL, 0}, {bytes.out, line.n}};
	char newline[1] = {'\n'};
	struct stat st;
	ssize_t n;
	off_t end;

	if (fstat(fd, &st) != 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	if (ends_in_half_line(fd, st.st_size))
		parts[0] = (struct iovec){newline, 1};
	do
		n = writev(fd, parts, 2);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return rv_fail_errno(err, errno, path, _("cannot append"));
	end = lseek(fd, 0, SEEK_CUR);
	if ((size_t)n < parts[0].iov_len + line.n) {
		/* the disk filled up in the middle of the line; where nothing
		 * was written `end` says nothing */
		if (n > 0 && ftruncate(fd, end - n) != 0)
			return rv_fail_errno(err, errno, path,
					     _("cannot cut off half a line"));
		return rv_fail_errno(err, ENOSPC, path, _("cannot append"));
	}
	if (offset)
		*offset = end - (off_t)line.n;
	return RV_OK;
}

rv_status
rv_append_line(const char *path, struct rv_sv line, bool sync, int64_t *offset,
	       struct rv_err *err)
{
	struct stat st;
	rv_status s;
	int fd;

	/* NOFOLLOW: a planted link must not make us write elsewhere */
	fd = open(path,
		  O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW |
			  O_NONBLOCK | O_NOCTTY,
		  0600);
	if (fd < 0 && errno == ELOOP)
		return rv_fail_path(err, RV_E_DENIED, path,
				    _("%s: it is a symbolic link and is not "
				      "followed; put a plain file there"),
				    path);
	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot open"));
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		s = rv_fail_path(err, RV_E_DENIED, path,
				 _("%s: not a regular file; put a plain file "
				   "there"),
				 path);
	else if (lock(fd) != 0)
		s = rv_fail_errno(err, errno, path, _("cannot lock"));
	else
		s = write_line(fd, path, line, offset, err);
	if (s == RV_OK && sync && fdatasync(fd) != 0)
		s = rv_fail_errno(err, errno, path, _("cannot sync"));
	close(fd);
	return s;
}
