/* SPDX-License-Identifier: MIT */
/* A directory for one test program. */
#include "config.h"

#include "tests/support/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/path.h"

static char dir[256];

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
clean_up(void)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void
need_dir(void)
{
	const char *tmp = getenv("TMPDIR");

	if (dir[0])
		return;
	snprintf(dir, sizeof(dir), "%s/rv-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		abort();
	atexit(clean_up);
}

const char *
scratch_path(const char *name)
{
	static char paths[16][1024];
	static unsigned next;
	char *path = paths[next++ % 16];

	need_dir();
	snprintf(path, sizeof(paths[0]), "%s%s%s", dir, *name ? "/" : "", name);
	return path;
}

const char *
scratch_write(const char *name, struct rv_sv bytes)
{
	const char *path = scratch_path(name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, bytes.n ? bytes.p : "", bytes.n) != (ssize_t)bytes.n)
		abort();
	close(fd);
	return path;
}

struct rv_sv
scratch_read(const char *name)
{
	static struct rv_buf b;

	rv_buf_release(&b);
	b = RV_BUF_INIT;
	if (rv_path_read(scratch_path(name), (size_t)1 << 24, &b, NULL) != RV_OK)
		return RV_SV_NONE;
	return rv_buf_sv(&b);
}

int
scratch_count(void)
{
	DIR *d = opendir(scratch_path(""));
	int n = -2;

	if (!d)
		abort();
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}
