/* SPDX-License-Identifier: MIT */
/*
 * A disk that fills up, for one process and without a right to mount one:
 * loaded before the C library (LD_PRELOAD), it counts the pages by which files
 * below FULL_DISK_DIR grow, and after FULL_DISK_PAGES of them a write ends with
 * ENOSPC, as on a real one after the part that still fits.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define HERE __attribute__((visibility("default")))

static atomic_long left = -1;

static const char *
disk(void)
{
	const char *dir = getenv("FULL_DISK_DIR");
	const char *pages = getenv("FULL_DISK_PAGES");
	long unknown = -1;

	if (!dir || !pages)
		return NULL;
	atomic_compare_exchange_strong(&left, &unknown, strtol(pages, NULL, 10));
	return dir;
}

static bool
is_on_disk(int fd, off_t *size)
{
	const char *dir = disk();
	char link[64], path[4096];
	struct stat st;
	ssize_t n;

	if (!dir || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	if (n < 0)
		return false;
	path[n] = '\0';
	*size = st.st_size;
	return strncmp(path, dir, strlen(dir)) == 0 && path[strlen(dir)] == '/';
}

static long
pages_of(off_t size)
{
	return (long)((size + PAGE - 1) / PAGE);
}

/* How many of n bytes at `at` find room; -1: none of them. */
static ssize_t
room(int fd, off_t at, size_t n)
{
	long want, have;
	off_t size;

	if (!n || !is_on_disk(fd, &size))
		return (ssize_t)n;
	if (at < 0)
		at = size;
	want = pages_of(at + (off_t)n) - pages_of(size);
	have = atomic_load(&left);
	if (want <= 0)
		return (ssize_t)n;
	if (want <= have) {
		atomic_fetch_sub(&left, want);
		return (ssize_t)n;
	}
	atomic_store(&left, 0);
	size = (off_t)(pages_of(size) + have) * PAGE;
	if (size > at)
		return (ssize_t)(size - at);
	errno = ENOSPC;
	return -1;
}

static off_t
place(int fd)
{
	off_t size;

	/* where it does not count, lseek has nothing to do */
	return is_on_disk(fd, &size) ? lseek(fd, 0, SEEK_CUR) : 0;
}

static void *
real(const char *name)
{
	void *fn = dlsym(RTLD_NEXT, name);

	if (!fn)
		abort();
	return fn;
}

static ssize_t
write_now(int fd, const void *p, size_t n)
{
	static ssize_t (*next)(int, const void *, size_t);

	if (!next)
		*(void **)&next = real("write");
	return next(fd, p, n);
}

HERE ssize_t
write(int fd, const void *p, size_t n)
{
	ssize_t fits = room(fd, place(fd), n);

	return fits < 0 ? -1 : write_now(fd, p, (size_t)fits);
}

HERE ssize_t
pwrite64(int fd, const void *p, size_t n, off64_t at)
{
	static ssize_t (*next)(int, const void *, size_t, off64_t);
	ssize_t fits = room(fd, at, n);

	if (!next)
		*(void **)&next = real("pwrite64");
	return fits < 0 ? -1 : next(fd, p, (size_t)fits, at);
}

/* The first bytes of it, which have room. */
static ssize_t
write_some(int fd, const struct iovec *parts, size_t n)
{
	size_t done = 0;

	for (; done < n; parts++) {
		size_t part = n - done < parts->iov_len ? n - done
							: parts->iov_len;

		if (part && write_now(fd, parts->iov_base, part) < 0)
			break;
		done += part;
	}
	return (ssize_t)done;
}

/* Of appenders: at the end. */
HERE ssize_t
writev(int fd, const struct iovec *parts, int n)
{
	static ssize_t (*next)(int, const struct iovec *, int);
	size_t all = 0;
	ssize_t fits;

	for (int i = 0; i < n; i++)
		all += parts[i].iov_len;
	fits = room(fd, -1, all);
	if (!next)
		*(void **)&next = real("writev");
	if (fits >= 0 && (size_t)fits < all)
		return write_some(fd, parts, (size_t)fits);
	return fits < 0 ? -1 : next(fd, parts, n);
}
