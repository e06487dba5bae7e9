/* SPDX-License-Identifier: MIT */
/* inotify over a set of directories. */
#include "config.h"

#include "files/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"

#define BUSY                                                             \
	(IN_ONLYDIR | IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO |         \
	 IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
#define WHOLE (BUSY | IN_MODIFY)

struct dir {
	int wd;
	char *path; /* also of a single file: its events have no name */
};

struct rv_watch {
	int fd;
	struct dir *dirs; /* by wd: the kernel counts them upwards */
	size_t n, cap, max;
};

rv_status
rv_watch_new(size_t max, struct rv_watch **out, struct rv_err *err)
{
	struct rv_watch *w;
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (fd < 0)
		return rv_fail(err, RV_E_IO,
			       _("watching files: %s; changes are seen at the "
				 "next start"),
			       strerrordesc_np(errno));
	w = rv_calloc(1, sizeof(*w));
	w->fd = fd;
	w->max = max;
	*out = w;
	return RV_OK;
}

void
rv_watch_free(struct rv_watch *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->n; i++)
		free(w->dirs[i].path);
	free(w->dirs);
	close(w->fd);
	free(w);
}

/* Where it stands, or would. */
static size_t
place_of(const struct rv_watch *w, int wd)
{
	size_t lo = 0, hi = w->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (w->dirs[mid].wd < wd)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct dir *
find(struct rv_watch *w, int wd)
{
	size_t i = place_of(w, wd);

	return i < w->n && w->dirs[i].wd == wd ? &w->dirs[i] : NULL;
}

static void
forget(struct rv_watch *w, int wd)
{
	struct dir *d = find(w, wd);

	if (!d)
		return;
	free(d->path);
	w->n--;
	memmove(d, d + 1, (size_t)(w->dirs + w->n - d) * sizeof(*d));
}

static rv_status
add(struct rv_watch *w, const char *dir, uint32_t events, struct rv_err *err)
{
	bool full = w->max && w->n >= w->max;
	struct dir *known;
	size_t at;
	int wd = full ? -1 : inotify_add_watch(w->fd, dir, events);

	if (!full && wd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return RV_OK;
	/* ENOSPC would be told as a full disk */
	if (full || (wd < 0 && errno == ENOSPC))
		return rv_fail_path(err, RV_E_TOOBIG, dir,
				    _("%s: there are too many directories to "
				      "watch; raise "
				      "fs.inotify.max_user_watches"),
				    dir);
	if (wd < 0)
		return rv_fail_path(err, RV_E_IO, dir,
				    _("%s: cannot watch the directory (%s); "
				      "F5 reads again"),
				    dir, strerrordesc_np(errno));
	known = find(w, wd);
	if (known) {
		/* the same directory, perhaps under a new name */
		free(known->path);
		known->path = rv_strdup(dir);
		return RV_OK;
	}
	rv_grow(&w->dirs, &w->cap, w->n + 1);
	at = place_of(w, wd);
	memmove(&w->dirs[at + 1], &w->dirs[at],
		(w->n++ - at) * sizeof(*w->dirs));
	w->dirs[at] = (struct dir){wd, rv_strdup(dir)};
	return RV_OK;
}

rv_status
rv_watch_add_dir(struct rv_watch *w, const char *dir, struct rv_err *err)
{
	return add(w, dir, WHOLE, err);
}

rv_status
rv_watch_add_busy_dir(struct rv_watch *w, const char *dir, struct rv_err *err)
{
	return add(w, dir, BUSY, err);
}

rv_status
rv_watch_add_file(struct rv_watch *w, const char *path, struct rv_err *err)
{
	return add(w, path, IN_MODIFY, err);
}

int
rv_watch_fd(const struct rv_watch *w)
{
	return w->fd;
}

static enum rv_watch_what
what_of(const struct inotify_event *e)
{
	if (e->mask & (IN_DELETE_SELF | IN_MOVE_SELF))
		return RV_WATCH_DIR_GONE;
	if (!(e->mask & IN_ISDIR))
		return RV_WATCH_FILE;
	return e->mask & (IN_CREATE | IN_MOVED_TO) ? RV_WATCH_DIR
						   : RV_WATCH_DIR_GONE;
}

/* A burst of writes to one file is one change. */
static bool
is_told(const struct dir *d, const struct inotify_event *e,
	const struct rv_buf *path)
{
	size_t n = strlen(d->path), name = e->len ? 1 + strlen(e->name) : 0;

	return (e->mask & (IN_MODIFY | IN_CLOSE_WRITE)) &&
	       path->n == n + name && !strncmp(path->p, d->path, n) &&
	       (!name || !strcmp(path->p + n + 1, e->name));
}

/* `path` is our copy: fn may add directories and so move the table. */
static void
tell(struct rv_watch *w, const struct inotify_event *e, struct rv_buf *path,
     rv_watch_fn *fn, void *arg)
{
	const struct dir *d = find(w, e->wd);

	if (e->mask & IN_Q_OVERFLOW) {
		rv_buf_reset(path);
		fn(RV_WATCH_ALL, NULL, arg);
		return;
	}
	if (e->mask & IN_IGNORED) {
		forget(w, e->wd);
		return;
	}
	if (!d || is_told(d, e, path))
		return;
	rv_buf_reset(path);
	rv_buf_adds(path, d->path);
	if (e->len) {
		rv_buf_addc(path, '/');
		rv_buf_adds(path, e->name);
	}
	fn(what_of(e), path->p, arg);
}

void
rv_watch_dispatch(struct rv_watch *w, rv_watch_fn *fn, void *arg)
{
	_Alignas(struct inotify_event) char events[16384];
	struct rv_buf path = RV_BUF_INIT;
	int left = 0;
	ssize_t n;

	if (ioctl(w->fd, FIONREAD, &left) < 0)
		left = 1;
	for (; left > 0 && (n = read(w->fd, events, sizeof(events))) > 0;
	     left -= (int)n) {
		const char *p = events;

		/* what changed between two reads is told again */
		rv_buf_reset(&path);
		while (p < events + n) {
			const struct inotify_event *e = (const void *)p;

			tell(w, e, &path, fn, arg);
			p += sizeof(*e) + e->len;
		}
	}
	rv_buf_release(&path);
}
