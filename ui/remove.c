/* SPDX-License-Identifier: MIT */
/* Deleting a directory tree. */
#include "config.h"

#include "ui/remove.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 32

static bool
empty(int dir, int depth)
{
	DIR *d = fdopendir(dir);
	const struct dirent *e;
	bool ok = d != NULL;

	while (d && (e = readdir(d))) {
		struct stat st;

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW)) {
			ok = false;
		} else if (S_ISDIR(st.st_mode) && depth < DEPTH_MAX) {
			int sub = openat(dirfd(d), e->d_name,
					 O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
						 O_CLOEXEC);

			ok = sub >= 0 && empty(sub, depth + 1) && ok;
			ok = !unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR) && ok;
		} else {
			ok = !unlinkat(dirfd(d), e->d_name, 0) && ok;
		}
	}
	if (d)
		closedir(d);
	else
		close(dir);
	return ok;
}

bool
ui_remove_tree(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (faccessat(fd, ".reverie", F_OK, AT_SYMLINK_NOFOLLOW)) {
		close(fd);
		return false;
	}
	return empty(fd, 0) && !rmdir(dir);
}
