/* SPDX-License-Identifier: MIT */
/* The salt of fingerprints. */
#include "config.h"

#include "engine/salt.h"

#include <fcntl.h>
#include <inttypes.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/path.h"
#include "files/publish.h"

#define SALT_BYTES 32
#define MACHINE_MAX ((size_t)256)

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

/*
 * Where none can be kept: what this machine and this directory are called by
 * the kernel, which stands in no answer.  The same at every start, so that a
 * masked name that one command prints is found by the next.
 */
static struct rv_sv
salt_of_place(struct rv_arena *arena, const char *workspace)
{
	struct rv_buf machine = RV_BUF_INIT;
	char hex[RV_SHA256_HEX];
	struct rv_sha256 sha;
	struct statx s;

	if (statx(AT_FDCWD, workspace, 0, STATX_INO | STATX_BTIME, &s) != 0)
		return rv_salt_by_chance(arena);
	if (rv_path_read("/etc/machine-id", MACHINE_MAX, &machine, NULL) !=
	    RV_OK)
		rv_buf_reset(&machine);
	rv_buf_addf(&machine, ":%" PRIu64 ":%" PRId64 ":%u",
		    (uint64_t)s.stx_ino,
		    s.stx_mask & STATX_BTIME ? (int64_t)s.stx_btime.tv_sec : 0,
		    s.stx_mask & STATX_BTIME ? s.stx_btime.tv_nsec : 0);
	rv_sha256_init(&sha);
	rv_sha256_add(&sha, "reverie salt:", 13);
	rv_sha256_add(&sha, machine.p, machine.n);
	rv_sha256_hex(&sha, hex);
	rv_buf_release(&machine);
	return rv_sv_dup_in(arena, rv_sv(hex));
}

struct rv_sv
rv_salt_in(struct rv_arena *arena, const char *workspace, bool readonly)
{
	const char *dir = rv_path_join_in(arena, workspace, ".reverie");
	const char *path = rv_path_join_in(arena, dir, "salt");
	struct rv_err err = {0};
	struct rv_sv salt = read_salt(arena, path);

	if (salt.n)
		return salt;
	if (readonly || !rv_path_is_dir(dir))
		return salt_of_place(arena, workspace);
	salt = rv_salt_by_chance(arena);
	if (!salt.n)
		return salt_of_place(arena, workspace);
	/* What stands there has its mode kept: it must not be an open one. */
	if (rv_unpublish(path, &err) != RV_OK ||
	    rv_publish(path, salt, &err) != RV_OK) {
		rv_log(RV_LOG_WARN, "%s", err.msg);
		return salt_of_place(arena, workspace);
	}
	/* Of two that make it at once the later one counts. */
	salt = read_salt(arena, path);
	return salt.n ? salt : salt_of_place(arena, workspace);
}
