/* SPDX-License-Identifier: MIT */
/* The debug log: lines in a file that is turned over. */
#include "config.h"

#include "cli/debuglog.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clean.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/redact.h"

#define FLAGS (O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The directory is kept: the file is found again wherever we go. */
static struct {
	int dir, fd;
	char *name, *old;
	const struct rv_env *env;
} the_log = {.dir = -1, .fd = -1};

static rv_status
check(int fd, const char *path, struct rv_err *err)
{
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid() || st.st_nlink > 1)
		return rv_fail_path(err, RV_E_USAGE, path,
				    _("--debug %s: it is no file of yours; "
				      "name another"),
				    path);
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		return rv_fail_path(err, RV_E_USAGE, path,
				    _("--debug %s: others can read or write "
				      "it; run chmod 600 on it, or name "
				      "another"),
				    path);
	return RV_OK;
}

static rv_status
open_file(const char *path, struct rv_err *err)
{
	int fd = openat(the_log.dir, the_log.name, FLAGS | O_CREAT, 0600);
	rv_status s;

	if (fd < 0)
		return rv_fail_errno(err, errno, path, _("cannot open"));
	s = check(fd, path, err);
	if (s != RV_OK) {
		close(fd);
		return s;
	}
	if (the_log.fd >= 0)
		close(the_log.fd);
	the_log.fd = fd;
	return RV_OK;
}

/*
 * With the lock of the file that is full: whoever waited for it finds that it
 * has another name now, and only opens the new one.
 */
static bool
turn_over(void)
{
	struct stat ours, there;
	int full = the_log.fd;
	bool ok;

	if (flock(full, LOCK_EX) != 0)
		return false;
	ok = fstat(full, &ours) == 0;
	if (ok && fstatat(the_log.dir, the_log.name, &there,
			  AT_SYMLINK_NOFOLLOW) == 0 &&
	    there.st_ino == ours.st_ino && there.st_dev == ours.st_dev)
		ok = renameat(the_log.dir, the_log.name, the_log.dir,
			      the_log.old) == 0;
	/* The lock goes with the descriptor. */
	if (ok && open_file(the_log.name, NULL) == RV_OK)
		return true;
	(void)flock(full, LOCK_UN);
	return false;
}

static bool
fits(size_t n)
{
	struct stat st;

	return fstat(the_log.fd, &st) == 0 &&
	       (st.st_size == 0 ||
		st.st_size + (off_t)n <= (off_t)RV_DEBUGLOG_MAX);
}

static void
put(const char *head, struct rv_sv text)
{
	struct rv_buf line = RV_BUF_INIT;

	rv_buf_add_iso(&line, rv_env_now(the_log.env));
	rv_buf_addf(&line, " %s ", head);
	rv_text_clean(text, RV_CLEAN_LINE, &line);
	rv_buf_addc(&line, '\n');
	(void)pthread_mutex_lock(&lock);
	/* A log that cannot be written is no reason to stop, nor to grow. */
	if (the_log.fd >= 0 && (fits(line.n) || turn_over()))
		(void)!write(the_log.fd, line.p, line.n);
	(void)pthread_mutex_unlock(&lock);
	rv_buf_release(&line);
}

/* rv_log_text_sink */
static void
put_text(const char *what, struct rv_sv text, void *arg)
{
	struct rv_buf masked = RV_BUF_INIT, head = RV_BUF_INIT;

	(void)arg;
	/* Masked as a whole: half a secret is known by no rule. */
	(void)rv_redact(text, &masked);
	rv_buf_addf(&head, "content %s bytes=%zu:", what, text.n);
	if (masked.n > RV_DEBUGLOG_TEXT_MAX)
		rv_buf_truncate(&masked, RV_DEBUGLOG_TEXT_MAX);
	put(head.p, rv_buf_sv(&masked));
	rv_buf_release(&masked);
	rv_buf_release(&head);
}

rv_status
rv_debuglog_open(const char *path, bool content, const struct rv_env *env,
		 struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const char *base = rv_path_base(path);
	const char *dir = rv_sv_cstr_in(
		&arena, rv_sv_of(path, (size_t)(base - path)));
	rv_status s;

	rv_debuglog_close();
	the_log.dir = open(*dir ? dir : ".",
			   O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (the_log.dir < 0) {
		s = rv_fail_errno(err, errno, path, _("cannot open"));
		goto out;
	}
	the_log.name = rv_strdup(base);
	the_log.old = rv_asprintf("%s.1", base);
	the_log.env = env;
	s = open_file(path, err);
	if (s != RV_OK)
		rv_debuglog_close();
	else if (content)
		rv_log_set_text_sink(put_text, NULL);
out:
	rv_arena_release(&arena);
	return s;
}

void
rv_debuglog_line(enum rv_log_level level, const char *msg)
{
	static const char *const names[] = {
		[RV_LOG_DEBUG] = "debug", [RV_LOG_INFO] = "info",
		[RV_LOG_WARN] = "warning", [RV_LOG_ERROR] = "error"};
	struct rv_buf masked = RV_BUF_INIT;

	if (the_log.fd < 0)
		return;
	rv_redact(rv_sv(msg), &masked);
	put(names[level], rv_buf_sv(&masked));
	rv_buf_release(&masked);
}

void
rv_debuglog_close(void)
{
	rv_log_set_text_sink(NULL, NULL);
	if (the_log.fd >= 0)
		close(the_log.fd);
	if (the_log.dir >= 0)
		close(the_log.dir);
	free(the_log.name);
	free(the_log.old);
	the_log.fd = the_log.dir = -1;
	the_log.name = the_log.old = NULL;
}
