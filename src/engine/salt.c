/* SPDX-License-Identifier: MIT */
/* The salt of fingerprints. */
#include "config.h"

#include "engine/salt.h"

#include <sys/random.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/path.h"
#include "files/publish.h"

#define SALT_BYTES 32

struct rv_sv
rv_salt_by_chance(struct rv_arena *arena)
{
	char *salt = rv_arena_alloc(arena, SALT_BYTES);

	if (getrandom(salt, SALT_BYTES, 0) != SALT_BYTES)
		return RV_SV_NONE;
	return rv_sv_of(salt, SALT_BYTES);
}

/* A file that others can read, or that was cut, is no salt. */
static struct rv_sv
read_salt(struct rv_arena *arena, const char *path)
{
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_sv salt = RV_SV_NONE;
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    !(st.st_mode & 077) &&
	    rv_path_read(path, SALT_BYTES, &bytes, NULL) == RV_OK &&
	    bytes.n == SALT_BYTES)
		salt = rv_sv_dup_in(arena, rv_buf_sv(&bytes));
	rv_buf_release(&bytes);
	return salt;
}

struct rv_sv
rv_salt_in(struct rv_arena *arena, const char *dir, bool readonly)
{
	struct rv_err err = {0};
	struct rv_sv salt;
	const char *path;

	if (!rv_path_is_dir(dir))
		return RV_SV_NONE;
	path = rv_path_join_in(arena, dir, "salt");
	salt = read_salt(arena, path);
	if (salt.n || readonly)
		return salt;
	salt = rv_salt_by_chance(arena);
	if (!salt.n)
		return salt;
	/* What stands there has its mode kept: it must not be an open one. */
	if (rv_unpublish(path, &err) != RV_OK ||
	    rv_publish(path, salt, &err) != RV_OK) {
		rv_log(RV_LOG_WARN, "%s", err.msg);
		return RV_SV_NONE;
	}
	/* Of two that make it at once the later one counts. */
	return read_salt(arena, path);
}
