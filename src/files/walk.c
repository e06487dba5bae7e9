/* SPDX-License-Identifier: MIT */
/* Walking a tree in the order of names. */
#include "config.h"

#include "files/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"

#define DEPTH_MAX 64

struct walk {
	struct rv_buf path;
	size_t root; /* where `rel` begins in path */
	rv_walk_fn *fn;
	void *arg;
};

struct names {
	char **list;
	size_t n, cap;
};

static int
by_bytes(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

static void
free_names(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->list[i]);
	free(names->list);
}

/* Takes the fd.  The names alone: a directory may be read while it changes. */
static DIR *
read_names(int fd, struct names *names)
{
	const struct dirent *e;
	DIR *d = fdopendir(fd);

	if (!d) {
		close(fd);
		return NULL;
	}
	while ((e = readdir(d))) {
		if (e->d_name[0] == '.')
			continue;
		rv_grow(&names->list, &names->cap, names->n + 1);
		names->list[names->n++] = rv_strdup(e->d_name);
	}
	if (names->n)
		qsort(names->list, names->n, sizeof(*names->list), by_bytes);
	return d;
}

static rv_status walk_dir(struct walk *w, int fd, int depth);

static rv_status
visit(struct walk *w, int dir, const char *name, int depth)
{
	struct stat st;
	int fd;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return RV_OK;
	if (S_ISREG(st.st_mode))
		return w->fn(w->path.p, w->path.p + w->root, &st, w->arg);
	if (!S_ISDIR(st.st_mode))
		return RV_OK;
	if (depth == DEPTH_MAX) {
		rv_log(RV_LOG_WARN, "%s: nested too deep, skipped", w->path.p);
		return RV_OK;
	}
	fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) {
		rv_log(RV_LOG_WARN, "%s: %s, skipped", w->path.p,
		       strerrordesc_np(errno));
		return RV_OK;
	}
	return walk_dir(w, fd, depth + 1);
}

static rv_status
walk_dir(struct walk *w, int fd, int depth)
{
	struct names names = {0};
	size_t before = w->path.n;
	rv_status s = RV_OK;
	DIR *d = read_names(fd, &names);

	for (size_t i = 0; i < names.n && s == RV_OK; i++) {
		if (w->path.n && w->path.p[w->path.n - 1] != '/')
			rv_buf_addc(&w->path, '/');
		if (depth == 1 && !w->root)
			w->root = w->path.n;
		rv_buf_adds(&w->path, names.list[i]);
		s = visit(w, dirfd(d), names.list[i], depth);
		rv_buf_truncate(&w->path, before);
	}
	if (d)
		closedir(d);
	free_names(&names);
	return s;
}

rv_status
rv_walk(const char *root, rv_walk_fn *fn, void *arg, struct rv_err *err)
{
	struct walk w = {.path = RV_BUF_INIT, .fn = fn, .arg = arg};
	rv_status s;
	int fd;

	fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return RV_OK;
	if (fd < 0)
		return rv_fail_errno(err, errno, root,
				     _("cannot read the directory"));
	rv_buf_adds(&w.path, root);
	s = walk_dir(&w, fd, 1);
	rv_buf_release(&w.path);
	return s;
}
