/* SPDX-License-Identifier: MIT */
/* The lock file that others know, and our own flock. */
#include "config.h"

#include "files/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fmt.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/time.h"

#define STALE_MS (120 * RV_SECOND)
#define BODY_MAX ((size_t)4096)
#define DELAY_FIRST 10
#define DELAY_MAX 200

/*
 * Others compare with the clock of the machine, so a fixed time (--now) must
 * not go into a lock file.
 */
static int64_t
machine_now(void)
{
	const struct rv_env machine = {.now = RV_UNDATED};

	return rv_env_now(&machine);
}

/* Old by the clock of the machine and by that of the run, if it has its own. */
static bool
is_old(int64_t created, const struct rv_env *env)
{
	return machine_now() - created > STALE_MS &&
	       rv_env_now(env) - created > STALE_MS;
}

/* A pause without a clock of its own; signals may shorten it. */
static void
pause_ms(int64_t ms)
{
	(void)poll(NULL, 0, (int)ms);
}

static void
read_body(const char *path, struct rv_lock_info *info, bool *bad_time)
{
	struct rv_buf body = RV_BUF_INIT;
	struct rv_json_doc doc = {0};
	const rv_json *created;

	*info = (struct rv_lock_info){.created = RV_UNDATED};
	*bad_time = false;
	if (rv_path_read(path, BODY_MAX, &body, NULL) == RV_OK &&
	    rv_json_parse(rv_buf_sv(&body), &doc, NULL) == RV_OK) {
		info->pid = rv_json_int(rv_json_get(doc.root, "pid"), 0);
		created = rv_json_get(doc.root, "createdAt");
		if (created && !rv_time_parse(rv_json_sv(created), &info->created))
			*bad_time = true;
	}
	rv_json_release(&doc);
	rv_buf_release(&body);
}

/* Dead, unparsable, too old by its body or by its file: each is enough. */
static bool
is_stale(const char *path, const struct rv_env *env, struct rv_lock_info *info,
	 ino_t *inode)
{
	struct stat st;
	bool bad_time;

	*inode = 0;
	*info = (struct rv_lock_info){.created = RV_UNDATED};
	if (lstat(path, &st) != 0)
		return true;
	*inode = st.st_ino;
	read_body(path, info, &bad_time);
	if (info->pid != 0 && !rv_proc_alive(info->pid))
		return true;
	if (bad_time)
		return true;
	if (info->created != RV_UNDATED && is_old(info->created, env))
		return true;
	return machine_now() - st.st_mtime * RV_SECOND > STALE_MS;
}

/*
 * Between our look and the unlink somebody else may have done the same and
 * taken the lock.  So it is moved aside first, and put back if it is another.
 */
static void
remove_stale(const char *path, ino_t inode)
{
	struct rv_buf aside = RV_BUF_INIT;
	struct stat st;

	rv_buf_addf(&aside, "%s.stale-%ld", path, (long)getpid());
	if (rename(path, aside.p) == 0) {
		if (lstat(aside.p, &st) == 0 && st.st_ino != inode)
			(void)!link(aside.p, path);
		unlink(aside.p);
	}
	rv_buf_release(&aside);
}

static bool
write_body(int fd, bool indent)
{
	char body[128], iso[RV_ISO_MAX];
	int n;

	rv_time_iso(machine_now(), iso);
	n = snprintf(body, sizeof(body),
		     indent ? "{\n  \"pid\": %ld,\n  \"createdAt\": \"%s\"\n}"
			    : "{\"pid\":%ld,\"createdAt\":\"%s\"}\n",
		     (long)getpid(), iso);
	return n > 0 && ftruncate(fd, 0) == 0 &&
	       pwrite(fd, body, (size_t)n, 0) == n;
}

/* A file without a name, in the directory of the path; -1 where the file system
 * has none. */
static int
open_nameless(const char *path)
{
	struct rv_buf dir = RV_BUF_INIT;
	int fd;

	rv_buf_add(&dir, path, (size_t)(rv_path_base(path) - path));
	fd = open(dir.p, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	rv_buf_release(&dir);
	return fd;
}

/*
 * Makes the lock file with its body at once: one without a body, left by a
 * process that was killed between the two, would stand in everybody's way until
 * it is old.  -1 with errno: EEXIST when it is there.
 */
static int
make(const char *path)
{
	char link[64];
	int fd = open_nameless(path), why;

	if (fd >= 0) {
		(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		if (write_body(fd, true) &&
		    linkat(AT_FDCWD, link, AT_FDCWD, path,
			   AT_SYMLINK_FOLLOW) == 0)
			return fd;
		why = errno;
		close(fd);
		if (why == EEXIST || why == ENOSPC || why == EDQUOT) {
			errno = why;
			return -1;
		}
	}
	/* No such files here, or no /proc. */
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		  0600);
	if (fd < 0 || write_body(fd, true))
		return fd;
	why = errno;
	unlink(path);
	close(fd);
	errno = why;
	return -1;
}

static rv_status
held(const char *path, const struct rv_lock_info *info, struct rv_err *err)
{
	struct rv_buf age = RV_BUF_INIT;

	struct stat st;

	if (info->created != RV_UNDATED)
		rv_fmt_age(&age, machine_now() - info->created);
	else if (stat(path, &st) == 0)
		rv_fmt_age(&age, machine_now() - st.st_mtime * RV_SECOND);
	else
		rv_buf_adds(&age, _("unknown"));
	if (info->pid > 0)
		rv_fail_path(err, RV_E_HELD, path,
			     _("%s: held by process %ld (age %s); wait for it "
			       "or end it"),
			     path, (long)info->pid, age.p);
	else
		rv_fail_path(err, RV_E_HELD, path,
			     _("%s: held by a process that it does not name "
			       "(age %s); wait, or remove it when nobody "
			       "writes"),
			     path, age.p);
	rv_buf_release(&age);
	return RV_E_HELD;
}

/* realpath of the directory, so that two names of it share one lock. */
static rv_status
lock_path(char *out, size_t room, const char *target, struct rv_err *err)
{
	struct rv_buf dir = RV_BUF_INIT;
	const char *base = rv_path_base(target);
	rv_status s = RV_OK;
	char *real;
	int n;

	rv_buf_add(&dir, target, (size_t)(base - target));
	if (!dir.n)
		rv_buf_adds(&dir, ".");
	real = realpath(dir.p, NULL);
	if (!real) {
		s = rv_path_mkdirs(dir.p, 0700, err);
		real = s == RV_OK ? realpath(dir.p, NULL) : NULL;
	}
	if (s == RV_OK && !real)
		s = rv_fail_errno(err, errno, target, _("cannot lock"));
	if (real) {
		n = snprintf(out, room, "%s%s%s.lock", real,
			     strcmp(real, "/") == 0 ? "" : "/", base);
		if (n < 0 || (size_t)n >= room)
			s = rv_fail_errno(err, ENAMETOOLONG, target,
					  _("cannot lock"));
	}
	free(real);
	rv_buf_release(&dir);
	return s;
}

rv_status
rv_lock_take(struct rv_lock *l, const char *target, int64_t wait_ms,
	     const struct rv_env *env, struct rv_err *err)
{
	struct rv_lock_info info;
	int64_t waited = 0, delay = DELAY_FIRST;
	int steals = 0, fd;
	rv_status s;
	ino_t inode;

	s = lock_path(l->path, sizeof(l->path), target, err);
	if (s != RV_OK)
		return s;
	for (;;) {
		fd = make(l->path);
		if (fd >= 0)
			break;
		if (errno != EEXIST)
			return rv_fail_errno(err, errno, l->path,
					     _("cannot lock"));
		/* a bounded number: two robbers must not chase each other */
		if (is_stale(l->path, env, &info, &inode) && steals++ < 10) {
			if (inode)
				remove_stale(l->path, inode);
			continue;
		}
		if (waited >= wait_ms)
			return held(l->path, &info, err);
		delay = RV_MIN(delay, wait_ms - waited);
		pause_ms(delay);
		waited += delay;
		delay = RV_MIN(delay * 2, DELAY_MAX);
	}
	l->fd = fd;
	return RV_OK;
}

rv_status
rv_flock_take(struct rv_lock *l, const char *path, int64_t wait_ms,
	      const struct rv_env *env, struct rv_err *err)
{
	struct rv_lock_info info;
	int64_t waited = 0, delay = DELAY_FIRST;
	bool bad_time;
	int n, fd;

	(void)env;
	n = snprintf(l->path, sizeof(l->path), "%s", path);
	if (n < 0 || (size_t)n >= sizeof(l->path))
		return rv_fail_errno(err, ENAMETOOLONG, path, _("cannot lock"));
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot lock"));
	while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		int errnum = errno;

		if (errnum == EINTR)
			continue;
		if (errnum != EWOULDBLOCK) {
			close(fd);
			return rv_fail_errno(err, errnum, path, _("cannot lock"));
		}
		if (waited >= wait_ms) {
			close(fd);
			read_body(path, &info, &bad_time);
			return held(path, &info, err);
		}
		delay = RV_MIN(delay, wait_ms - waited);
		pause_ms(delay);
		waited += delay;
		delay = RV_MIN(delay * 2, DELAY_MAX);
	}
	/* the body is for messages alone; a full disk must not stop us */
	(void)write_body(fd, false);
	l->fd = fd;
	return RV_OK;
}

/* Only our own file is removed: it may have been taken for stale. */
void
rv_lock_release(struct rv_lock *l)
{
	struct stat mine, there;

	if (l->fd < 0)
		return;
	if (fstat(l->fd, &mine) == 0 && lstat(l->path, &there) == 0 &&
	    mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
		unlink(l->path);
	close(l->fd);
	l->fd = -1;
}

void
rv_flock_release(struct rv_lock *l)
{
	if (l->fd < 0)
		return;
	close(l->fd);
	l->fd = -1;
}

void
rv_lock_peek(const char *target, const struct rv_env *env,
	     struct rv_lock_info *out)
{
	struct rv_buf path = RV_BUF_INIT;
	ino_t inode;

	*out = (struct rv_lock_info){.created = RV_UNDATED};
	rv_buf_addf(&path, "%s.lock", target);
	out->held = !is_stale(path.p, env, out, &inode);
	rv_buf_release(&path);
}
