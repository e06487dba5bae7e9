/* SPDX-License-Identifier: MIT */
/* Durable replacement of whole files. */
#include "config.h"

#include "files/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/env.h"
#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"

#define SUFFIX ".rv-"
#define RANDOM_LETTERS 6

/* "a/b" is in "a", "b" in "." and "/b" in "/". */
static void
add_dir(struct rv_buf *b, const char *path)
{
	size_t n = (size_t)(rv_path_base(path) - path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	if (n == 0)
		rv_buf_adds(b, ".");
	else
		rv_buf_add(b, path, n);
}

static rv_status
sync_dir_of(const char *path, struct rv_err *err)
{
	struct rv_buf dir = RV_BUF_INIT;
	rv_status s = RV_OK;
	int fd;

	add_dir(&dir, path);
	fd = open(dir.p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* some file systems cannot sync a directory and say EINVAL */
	if (fd < 0 || (fsync(fd) != 0 && errno != EINVAL))
		s = rv_fail_errno(err, errno, dir.p,
				  _("cannot sync the directory"));
	if (fd >= 0)
		close(fd);
	rv_buf_release(&dir);
	return s;
}

/* What stands in the way; *mode is what the new file shall have. */
static rv_status
check_target(const char *path, mode_t *mode, gid_t *group, struct rv_err *err)
{
	const char *why = NULL;
	struct stat st;

	*mode = 0600;
	*group = (gid_t)-1;
	if (lstat(path, &st) != 0) {
		if (errno == ENOENT)
			return RV_OK;
		return rv_fail_errno(err, errno, path, _("cannot look at it"));
	}
	if (S_ISLNK(st.st_mode))
		why = _("it is a symbolic link");
	else if (!S_ISREG(st.st_mode))
		why = _("it is not a regular file");
	else if (st.st_nlink > 1)
		why = _("it has several hard links");
	else if (st.st_uid != geteuid())
		why = _("it belongs to somebody else");
	if (why)
		return rv_fail_path(err, RV_E_DENIED, path,
				    _("%s: %s and is not replaced; put a plain "
				      "file of your own there"),
				    path, why);
	*mode = st.st_mode & 07777;
	if (st.st_gid != getegid())
		*group = st.st_gid;
	return RV_OK;
}

static int
write_all(int fd, struct rv_sv bytes)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		bytes = rv_sv_slice(bytes, (size_t)n, bytes.n);
	}
	return 0;
}

/* fchmod and not open's mode: the umask has no say in it. */
static int
fill(int fd, struct rv_sv bytes, mode_t mode, gid_t group)
{
	int errnum;

	if (write_all(fd, bytes) != 0)
		return errno;
	/* a shared group is kept where we may; else the mode must not widen */
	if (group != (gid_t)-1 && fchown(fd, (uid_t)-1, group) != 0)
		mode &= ~(mode_t)070;
	if (fchmod(fd, mode) != 0 || fsync(fd) != 0) {
		errnum = errno;
		return errnum;
	}
	return 0;
}

rv_status
rv_publish(const char *path, struct rv_sv bytes, struct rv_err *err)
{
	struct rv_buf temp = RV_BUF_INIT;
	struct rv_sv name;
	rv_status s;
	mode_t mode;
	gid_t group;
	int fd, errnum;

	s = check_target(path, &mode, &group, err);
	if (s != RV_OK)
		return s;
	add_dir(&temp, path);
	name = rv_sv_slice(rv_sv(rv_path_base(path)), 0,
			   NAME_MAX - sizeof("." SUFFIX "XXXXXX"));
	rv_buf_addf(&temp, "/.%.*s" SUFFIX "XXXXXX", RV_SV_ARG(name));
	fd = mkostemp(temp.p, O_CLOEXEC);
	if (fd < 0) {
		s = rv_fail_errno(err, errno, path, _("cannot write beside it"));
		goto out;
	}
	errnum = fill(fd, bytes, mode, group);
	if (close(fd) != 0 && !errnum)
		errnum = errno;
	if (!errnum && rename(temp.p, path) != 0)
		errnum = errno;
	if (errnum) {
		unlink(temp.p);
		s = rv_fail_errno(err, errnum, path, _("cannot write"));
		goto out;
	}
	s = sync_dir_of(path, err);
out:
	rv_buf_release(&temp);
	return s;
}

rv_status
rv_unpublish(const char *path, struct rv_err *err)
{
	if (unlink(path) == 0)
		return sync_dir_of(path, err);
	if (errno == ENOENT)
		return RV_OK;
	return rv_fail_errno(err, errno, path, _("cannot remove"));
}

rv_status
rv_rename_durably(const char *from, const char *to, struct rv_err *err)
{
	rv_status s;

	if (rename(from, to) != 0)
		return rv_fail_errno(err, errno, from, _("cannot rename"));
	s = sync_dir_of(to, err);
	return s == RV_OK ? sync_dir_of(from, err) : s;
}

static bool
is_temp_name(struct rv_sv name)
{
	size_t tail = sizeof(SUFFIX) - 1 + RANDOM_LETTERS;

	if (name.n < tail + 2 || name.p[0] != '.')
		return false;
	for (size_t i = name.n - RANDOM_LETTERS; i < name.n; i++) {
		char c = name.p[i];

		if (!((c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z')))
			return false;
	}
	return rv_sv_starts(rv_sv_slice(name, name.n - tail, name.n), RV_SV(SUFFIX));
}

int
rv_publish_sweep(const char *dir)
{
	/* file times are those of the machine, whatever --now says */
	const struct rv_env machine = {.now = RV_UNDATED};
	int64_t limit = rv_env_now(&machine) - RV_MINUTE;
	const struct dirent *e;
	struct stat st;
	int removed = 0;
	DIR *d = opendir(dir);

	if (!d)
		return 0;
	while ((e = readdir(d))) {
		if (!is_temp_name(rv_sv(e->d_name)) ||
		    fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(st.st_mode) || st.st_mtime * RV_SECOND > limit)
			continue;
		if (unlinkat(dirfd(d), e->d_name, 0) == 0)
			removed++;
	}
	closedir(d);
	return removed;
}

int
rv_publish_sweep_of(const char *path)
{
	struct rv_buf dir = RV_BUF_INIT, prefix = RV_BUF_INIT;
	const struct dirent *e;
	int removed = 0;
	DIR *d;

	add_dir(&dir, path);
	rv_buf_addf(&prefix, ".%.*s" SUFFIX,
		    (int)RV_MIN(strlen(rv_path_base(path)),
				NAME_MAX - sizeof("." SUFFIX "XXXXXX")),
		    rv_path_base(path));
	d = opendir(dir.p);
	while (d && (e = readdir(d)))
		if (is_temp_name(rv_sv(e->d_name)) &&
		    rv_sv_starts(rv_sv(e->d_name), rv_buf_sv(&prefix)) &&
		    strlen(e->d_name) == prefix.n + RANDOM_LETTERS &&
		    unlinkat(dirfd(d), e->d_name, 0) == 0)
			removed++;
	if (d)
		closedir(d);
	rv_buf_release(&dir);
	rv_buf_release(&prefix);
	return removed;
}
