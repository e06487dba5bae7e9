/* SPDX-License-Identifier: MIT */
/* Paths and the few questions one asks of a file. */
#include "config.h"

#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"

const char *
rv_path_join_in(struct rv_arena *arena, const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	char *path;

	if (n == 0 || b[0] == '/')
		return rv_sv_cstr_in(arena, rv_sv_of(b, m));
	if (m == 0)
		return rv_sv_cstr_in(arena, rv_sv_of(a, n));
	path = rv_arena_alloc(arena, n + m + 2);
	memcpy(path, a, n);
	if (a[n - 1] != '/')
		path[n++] = '/';
	memcpy(path + n, b, m + 1);
	return path;
}

const char *
rv_path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool
rv_path_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

bool
rv_path_is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

rv_status
rv_path_mkdirs(const char *path, unsigned mode, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status s = RV_OK;
	int errnum;

	if (rv_path_is_dir(path))
		return RV_OK;
	rv_buf_adds(&b, path);
	for (size_t i = 1; i <= b.n && s == RV_OK; i++) {
		if (i < b.n && b.p[i] != '/')
			continue;
		b.p[i] = '\0';
		if (mkdir(b.p, mode) != 0) {
			errnum = errno;
			if (!rv_path_is_dir(b.p))
				s = rv_fail_errno(err, errnum, b.p,
						  _("cannot make the directory"));
		}
		if (i < b.n)
			b.p[i] = '/';
	}
	rv_buf_release(&b);
	return s;
}

static rv_status
read_all(int fd, const char *path, size_t max, struct rv_buf *out,
	 struct rv_err *err)
{
	size_t before = out->n;

	for (;;) {
		size_t left = max - (out->n - before);
		/* one byte beyond the limit tells "too big" from "just fits" */
		size_t step = RV_MIN(left + 1, (size_t)1 << 16);
		char *room = rv_buf_room(out, step);
		ssize_t n = room ? read(fd, room, step) : 0;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return rv_fail_errno(err, errno, path, _("cannot read"));
		if (!room || (size_t)n > left) {
			rv_buf_truncate(out, before);
			out->overflow = false;
			return rv_fail_path(err, RV_E_TOOBIG, path,
					    _("%s: the file has more than %zu bytes; "
					      "give a smaller one"),
					    path, max);
		}
		if (n == 0)
			return RV_OK;
		rv_buf_took(out, (size_t)n);
	}
}

rv_status
rv_path_read_fd(int fd, const char *path, size_t max, struct rv_buf *out,
		struct rv_err *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return rv_fail_errno(err, errno, path, _("cannot read"));
	if (!S_ISREG(st.st_mode))
		return rv_fail_path(err, RV_E_IO, path,
				    _("%s: not a regular file; name a file"),
				    path);
	/* the usual file is read into memory of the right size */
	if (st.st_size > 0 && (uint64_t)st.st_size <= max)
		(void)rv_buf_room(out, (size_t)st.st_size + 1);
	return read_all(fd, path, max, out, err);
}

rv_status
rv_path_read(const char *path, size_t max, struct rv_buf *out,
	     struct rv_err *err)
{
	rv_status s;
	int fd;

	/* NONBLOCK: a FIFO in the place of the file must not hang us */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot open"));
	s = rv_path_read_fd(fd, path, max, out, err);
	close(fd);
	return s;
}

rv_status
rv_path_read_stream(const char *path, size_t max, struct rv_buf *out,
		    struct rv_err *err)
{
	bool standard = !strcmp(path, "-");
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	rv_status s;

	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot open"));
	s = read_all(fd, path, max, out, err);
	if (!standard)
		close(fd);
	return s;
}

static rv_status
leaves(const char *rel, struct rv_err *err)
{
	return rv_fail_path(err, RV_E_DENIED, rel,
			    _("%s: leads out of the directory; give a path "
			      "below it without links"),
			    rel);
}

/* Without openat2: every step by itself, no link and no ".." on the way. */
static int
open_stepwise(int dirfd, const char *rel, int flags, unsigned mode)
{
	int at = dirfd, next;
	size_t n;

	for (;; rel += n + 1) {
		char name[256];

		n = strcspn(rel, "/");
		if (n == 0 && *rel)
			continue;
		if (n >= sizeof(name)) {
			errno = ENAMETOOLONG;
			next = -1;
			break;
		}
		memcpy(name, rel, n);
		name[n] = '\0';
		if (strcmp(name, "..") == 0) {
			errno = EXDEV;
			next = -1;
			break;
		}
		if (!rel[n]) {
			next = openat(at, n ? name : ".", flags | O_NOFOLLOW, mode);
			break;
		}
		next = openat(at, name,
			      O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (next < 0) {
			/* a link is no directory to O_NOFOLLOW */
			if (errno == ENOTDIR)
				errno = ELOOP;
			break;
		}
		if (at != dirfd)
			close(at);
		at = next;
	}
	if (at != dirfd) {
		int errnum = errno;

		close(at);
		errno = errnum;
	}
	return next;
}

rv_status
rv_path_open_beneath(int dirfd, const char *rel, int flags, unsigned mode,
		     int *fd, struct rv_err *err)
{
	struct open_how how = {
		.flags = (unsigned)(flags | O_CLOEXEC),
		.mode = flags & O_CREAT ? mode : 0,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
			   RESOLVE_NO_MAGICLINKS,
	};
	long got;

	if (rel[0] == '/')
		return leaves(rel, err);
	do
		got = syscall(SYS_openat2, dirfd, rel, &how, sizeof(how));
	while (got < 0 && (errno == EINTR || errno == EAGAIN));
	/* EPERM: container sandboxes refuse calls they do not know */
	if (got < 0 && (errno == ENOSYS || errno == EPERM || errno == EINVAL))
		got = open_stepwise(dirfd, rel, flags | O_CLOEXEC, mode);
	if (got < 0 && (errno == EXDEV || errno == ELOOP))
		return leaves(rel, err);
	if (got < 0)
		return rv_fail_errno(err, errno, rel, _("cannot open"));
	*fd = (int)got;
	return RV_OK;
}

bool
rv_path_match(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, FNM_PERIOD) == 0;
}
