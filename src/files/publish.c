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

/* Opens the directory that holds `path`. */
static rv_status
open_dir(const char *path, int *fd, struct rv_err *err)
{
	struct rv_buf dir = RV_BUF_INIT;
	rv_status s = RV_OK;

	add_dir(&dir, path);
	*fd = open(dir.p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		s = rv_fail_errno(err, errno, path,
				  _("cannot open its directory"));
	rv_buf_release(&dir);
	return s;
}

static rv_status
sync_dir(int dir, const char *path, struct rv_err *err)
{
	/* some file systems cannot sync a directory and say EINVAL */
	if (fsync(dir) != 0 && errno != EINVAL)
		return rv_fail_errno(err, errno, path,
				     _("cannot sync the directory"));
	return RV_OK;
}

rv_status
rv_publish_check_at(int dir, const char *path, struct stat *st,
		    struct rv_err *err)
{
	const char *why = NULL;

	*st = (struct stat){.st_mode = 0600, .st_gid = getegid()};
	if (fstatat(dir, rv_path_base(path), st, AT_SYMLINK_NOFOLLOW) != 0) {
		if (errno == ENOENT)
			return RV_OK;
		return rv_fail_errno(err, errno, path, _("cannot look at it"));
	}
	if (S_ISLNK(st->st_mode))
		why = _("it is a symbolic link");
	else if (!S_ISREG(st->st_mode))
		why = _("it is not a regular file");
	else if (st->st_nlink > 1)
		why = _("it has several hard links");
	else if (st->st_uid != geteuid())
		why = _("it belongs to somebody else");
	if (why)
		return rv_fail_path(err, RV_E_DENIED, path,
				    _("%s: %s and is not replaced; put a plain "
				      "file of your own there"),
				    path, why);
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

/* fchmod and not open's mode: the umask has no say in it.  `like` is what the
 * new file replaces. */
static int
fill(int fd, const struct rv_sv *parts, size_t n, const struct stat *like)
{
	mode_t mode = like->st_mode & 07777;

	for (size_t i = 0; i < n; i++)
		if (write_all(fd, parts[i]) != 0)
			return errno;
	/* a shared group is kept where we may; else the mode must not widen */
	if (like->st_gid != getegid() &&
	    fchown(fd, (uid_t)-1, like->st_gid) != 0)
		mode &= ~(mode_t)070;
	return fchmod(fd, mode) != 0 || fsync(fd) != 0 ? errno : 0;
}

/* A new file beside `path`; its name in *temp. */
static int
make_temp(int dir, const char *path, struct rv_buf *temp)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
	struct rv_sv name = rv_sv_slice(rv_sv(rv_path_base(path)), 0,
					NAME_MAX -
						sizeof("." SUFFIX "XXXXXX"));
	int fd = -1;

	for (int tries = 0; fd < 0 && tries < 100; tries++) {
		unsigned char r[RANDOM_LETTERS];

		if (getentropy(r, sizeof(r)) != 0)
			return -1;
		rv_buf_reset(temp);
		rv_buf_addf(temp, ".%.*s" SUFFIX, RV_SV_ARG(name));
		for (size_t i = 0; i < sizeof(r); i++)
			rv_buf_addc(temp, letters[r[i] % 32]);
		fd = openat(dir, temp->p,
			    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
				    O_CLOEXEC,
			    0600);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

/* The temporary file is made in `room`. */
static rv_status
publish_at(int room, int dir, const char *path, const struct rv_sv *parts,
	   size_t n, struct rv_err *err)
{
	struct rv_buf temp = RV_BUF_INIT;
	struct stat like;
	int fd, errnum;
	rv_status s = rv_publish_check_at(dir, path, &like, err);

	if (s != RV_OK)
		return s;
	fd = make_temp(room, path, &temp);
	if (fd < 0) {
		s = rv_fail_errno(err, errno, path, _("cannot write beside it"));
		goto out;
	}
	errnum = fill(fd, parts, n, &like);
	if (close(fd) != 0 && !errnum)
		errnum = errno;
	if (!errnum && renameat(room, temp.p, dir, rv_path_base(path)) != 0)
		errnum = errno;
	if (errnum) {
		unlinkat(room, temp.p, 0);
		s = rv_fail_errno(err, errnum, path, _("cannot write"));
		goto out;
	}
	s = sync_dir(dir, path, err);
out:
	rv_buf_release(&temp);
	return s;
}

rv_status
rv_publish_at(int dir, const char *path, struct rv_sv bytes,
	      struct rv_err *err)
{
	return publish_at(dir, dir, path, &bytes, 1, err);
}

rv_status
rv_publish_parts(const char *path, const struct rv_sv *parts, size_t n,
		 struct rv_err *err)
{
	int dir;
	rv_status s = open_dir(path, &dir, err);

	if (s != RV_OK)
		return s;
	s = publish_at(dir, dir, path, parts, n, err);
	close(dir);
	return s;
}

rv_status
rv_publish(const char *path, struct rv_sv bytes, struct rv_err *err)
{
	return rv_publish_parts(path, &bytes, 1, err);
}

rv_status
rv_publish_from(const char *room, const char *path, struct rv_sv bytes,
		struct rv_err *err)
{
	int from, dir;
	rv_status s = open_dir(path, &dir, err);

	if (s != RV_OK)
		return s;
	from = open(room, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (from < 0) {
		s = rv_fail_errno(err, errno, room, _("cannot write there"));
	} else {
		s = publish_at(from, dir, path, &bytes, 1, err);
		close(from);
	}
	close(dir);
	return s;
}

rv_status
rv_unpublish_at(int dir, const char *path, struct rv_err *err)
{
	if (unlinkat(dir, rv_path_base(path), 0) == 0)
		return sync_dir(dir, path, err);
	if (errno == ENOENT)
		return RV_OK;
	return rv_fail_errno(err, errno, path, _("cannot remove"));
}

rv_status
rv_unpublish(const char *path, struct rv_err *err)
{
	struct rv_err why = {0};
	int dir;
	rv_status s = open_dir(path, &dir, &why);

	if (s == RV_E_NOTFOUND)
		return RV_OK;
	if (s != RV_OK) {
		if (err)
			*err = why;
		return s;
	}
	s = rv_unpublish_at(dir, path, err);
	close(dir);
	return s;
}

static rv_status
sync_dir_of(const char *path, struct rv_err *err)
{
	int dir;
	rv_status s = open_dir(path, &dir, err);

	if (s != RV_OK)
		return s;
	s = sync_dir(dir, path, err);
	close(dir);
	return s;
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
