/* SPDX-License-Identifier: MIT */
/* The agent's files by descriptor: every step of a path is looked at. */
#include "config.h"

#include "engine/place.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/path.h"
#include "doc/mask.h"
#include "engine/scan.h"
#include "files/publish.h"

#define FILE_MAX ((size_t)64 << 20)
#define DIR_FLAGS (O_RDONLY | O_DIRECTORY)

struct place {
	int dir;	  /* where the file is or is to be */
	const char *full; /* for messages; its last part is the file */
};

static rv_status
denied(struct rv_sv path, struct rv_err *err)
{
	return rv_fail(err, RV_E_DENIED,
		       _("%.*s: the way there goes through a symbolic link or "
			 "leaves the workspace and is not followed; name a "
			 "plain file of the workspace"),
		       RV_SV_ARG(path));
}

/* What stands behind the directory in the path, or NULL. */
static const char *
below(const char *dir, const char *path)
{
	size_t n = dir ? strlen(dir) : 0;

	return n && !strncmp(dir, path, n) && path[n] == '/' ? path + n + 1
							     : NULL;
}

/* The room that holds the path; *rest is the way from there. */
static const char *
root_of(struct rv_engine *e, const char *full, struct rv_arena *arena,
	const char **rest)
{
	const char *rooms[] = {e->workspace, e->map.raw, e->map.wiki,
			       e->map.memory};
	size_t n;
	const char **vaults = rv_engine_vaults(e, arena, &n);

	for (size_t i = 0; i < ARRAY_LEN(rooms); i++)
		if ((*rest = below(rooms[i], full)))
			return rooms[i];
	for (size_t i = 0; i < n; i++)
		if ((*rest = below(vaults[i], full)))
			return vaults[i];
	if (strcmp(full, e->map.story) != 0)
		return NULL;
	*rest = rv_path_base(full);
	return rv_sv_cstr_in(arena,
			     rv_sv_of(full, (size_t)(*rest - full)));
}

/* Opens the next directory of the way; takes *at. */
static rv_status
step_into(int *at, const char *name, bool make, struct rv_err *err)
{
	struct rv_err why = {0};
	int next = -1;
	rv_status s = rv_path_open_beneath(*at, name, DIR_FLAGS, 0, &next,
					   &why);

	if (s == RV_E_NOTFOUND && make) {
		if (mkdirat(*at, name, 0755) != 0 && errno != EEXIST)
			s = rv_fail_errno(&why, errno, name,
					  _("cannot make the directory"));
		else if (fsync(*at) == 0 || errno == EINVAL)
			s = rv_path_open_beneath(*at, name, DIR_FLAGS, 0,
						 &next, &why);
	}
	if (s != RV_OK && err)
		*err = why;
	close(*at);
	*at = next;
	return s;
}

static rv_status
place_open(struct rv_engine *e, struct rv_sv path, bool make,
	   struct rv_arena *arena, struct place *out, struct rv_err *err)
{
	const char *rest = NULL, *root;
	rv_status s = RV_OK;
	int at = -1;

	out->full = rv_mask_join(arena, e->workspace, path);
	root = root_of(e, out->full, arena, &rest);
	if (!root || memchr(path.p, '\0', path.n))
		return denied(path, err);
	at = open(root, DIR_FLAGS | O_CLOEXEC);
	if (at < 0)
		return rv_fail_errno(err, errno, root, _("cannot open"));
	for (const char *cut; s == RV_OK && (cut = strchr(rest, '/'));
	     rest = cut + 1)
		if (cut > rest)
			s = step_into(&at,
				      rv_sv_cstr_in(arena,
						    rv_sv_of(rest, (size_t)(cut -
									    rest))),
				      make, err);
	if (s == RV_OK && (!*rest || !strcmp(rest, ".") || !strcmp(rest, "..")))
		s = RV_E_DENIED;
	if (s == RV_OK) {
		out->dir = at;
		return RV_OK;
	}
	if (at >= 0)
		close(at);
	return s == RV_E_DENIED ? denied(path, err) : s;
}

rv_status
rv_place_read(struct rv_engine *e, struct rv_sv path, struct rv_buf *out,
	      struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct place p;
	rv_status s = place_open(e, path, false, &arena, &p, err);
	int fd;

	if (s != RV_OK)
		goto out;
	/* NONBLOCK: a FIFO in the place of the file must not hang us */
	fd = openat(p.dir, rv_path_base(p.full),
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ELOOP)
		s = denied(path, err);
	else if (fd < 0)
		s = rv_fail_errno(err, errno, p.full, _("cannot open"));
	else
		s = rv_path_read_fd(fd, p.full, FILE_MAX, out, err);
	if (fd >= 0)
		close(fd);
	close(p.dir);
out:
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_place_check(struct rv_engine *e, struct rv_sv path, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err why = {0};
	struct place p;
	struct stat st;
	rv_status s = place_open(e, path, false, &arena, &p, &why);

	if (s == RV_OK) {
		s = rv_publish_check_at(p.dir, p.full, &st, &why);
		close(p.dir);
	}
	rv_arena_release(&arena);
	if (s == RV_OK || s == RV_E_NOTFOUND)
		return RV_OK;
	if (err)
		*err = why;
	return s;
}

rv_status
rv_place_write(struct rv_engine *e, struct rv_sv path, struct rv_sv bytes,
	       struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct place p;
	rv_status s = place_open(e, path, true, &arena, &p, err);

	if (s == RV_OK) {
		s = rv_publish_at(p.dir, p.full, bytes, err);
		close(p.dir);
	}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_place_remove(struct rv_engine *e, struct rv_sv path, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err why = {0};
	struct place p;
	rv_status s = place_open(e, path, false, &arena, &p, &why);

	if (s == RV_OK) {
		s = rv_unpublish_at(p.dir, p.full, &why);
		close(p.dir);
	}
	rv_arena_release(&arena);
	if (s == RV_OK || s == RV_E_NOTFOUND)
		return RV_OK;
	if (err)
		*err = why;
	return s;
}
