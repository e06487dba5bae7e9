/* SPDX-License-Identifier: MIT */
#ifndef RV_FILES_LOCK_H
#define RV_FILES_LOCK_H

/*
 * Two locks.  The foreign one, PATH.lock, is the file lock of the agents that
 * share STORY.md with us: created with O_EXCL, body {"pid":N,"createdAt":ISO}
 * with two-space indent; stale when its pid is dead, its time unparsable or
 * older than 120 s, or, without either, its mtime is (spec of the originals,
 * section 1.4).  Ours, .reverie/lock, is flock(2) and never unlinked; its
 * body names the holder's pid and time for messages only.  Both wait up to
 * wait_ms, then RV_E_HELD with pid and age in the message.  Any thread; one
 * holder per handle.
 */

#include <stdint.h>

#include "base/env.h"
#include "base/status.h"

#define RV_LOCK_WAIT_MS 2000

struct rv_lock {
	int fd;
	char path[4096];
};
#define RV_LOCK_INIT ((struct rv_lock){.fd = -1})

/* `target` is the file to protect; the lock is target + ".lock". */
rv_status rv_lock_take(struct rv_lock *l, const char *target, int64_t wait_ms,
		       const struct rv_env *env, struct rv_err *err)
	RV_MUST_CHECK;
rv_status rv_flock_take(struct rv_lock *l, const char *path, int64_t wait_ms,
			const struct rv_env *env, struct rv_err *err)
	RV_MUST_CHECK;
/* Releases either kind; a lock that is not held is fine. */
void rv_lock_release(struct rv_lock *l);
void rv_flock_release(struct rv_lock *l);

struct rv_lock_info {
	int64_t pid; /* 0 when unknown */
	int64_t created; /* RV_UNDATED when unknown */
	int held; /* 1 held by a live process, 0 free or stale */
};
/* Looks without taking: for the status line and `status`. */
void rv_lock_peek(const char *target, const struct rv_env *env,
		  struct rv_lock_info *out);

#endif
