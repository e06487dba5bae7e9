/* SPDX-License-Identifier: MIT */
/* The pending log changes hands while the agent goes on appending to it. */
#include "config.h"

#include "engine/slice.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "files/append.h"
#include "files/publish.h"
#include "intake/pending.h"
#include "intake/pending_sync.h"
#include "store/episode.h"

#define LOG_MAX ((size_t)256 << 20)
#define WRITER_WAIT_MS 200

struct places {
	struct rv_arena arena;
	const char *log, *taken, *rest;
};

static struct places
places_of(struct rv_engine *e)
{
	struct places p = {.arena = RV_ARENA_INIT, .log = e->map.pending};

	p.taken = rv_path_join_in(&p.arena, e->dir, "pending.taken");
	p.rest = rv_path_join_in(&p.arena, e->dir, "pending.rest");
	return p;
}

bool
rv_slice_is_torn(struct rv_engine *e)
{
	struct places p = places_of(e);
	bool torn = rv_path_exists(p.taken) || rv_path_exists(p.rest);

	rv_arena_release(&p.arena);
	return torn;
}

/* An absent file is empty. */
static rv_status
read_log(const char *path, struct rv_buf *out, struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status s = rv_path_read(path, LOG_MAX, out, &why);

	if (s == RV_E_NOTFOUND)
		return RV_OK;
	if (s != RV_OK && err)
		*err = why;
	return s;
}

static int
by_id(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
has_id(const char *const *ids, size_t n, const char *id)
{
	return n && bsearch(&id, ids, n, sizeof(*ids), by_id);
}

/* Narrated, excluded or about to be narrated; by itself or by its twin. */
static rv_status
is_covered(struct rv_engine *e, const char *id, const char *const *ids,
	   size_t n, bool *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_episode ep;
	rv_status s = RV_OK;

	*out = !*id || has_id(ids, n, id);
	if (!*out) {
		s = rv_episode_get(e->store, rv_sv(id), &arena, &ep, NULL);
		if (s == RV_OK)
			*out = ep.narrated || ep.baseline || ep.excluded.n ||
			       has_id(ids, n, ep.id);
		else if (s == RV_E_NOTFOUND)
			s = RV_OK; /* not indexed yet: it stays */
		else
			s = rv_fail(err, s, "%s", rv_status_sentence(s));
	}
	rv_arena_release(&arena);
	return s;
}

rv_status
rv_slice_find(struct rv_engine *e, const char *const *ids, size_t n,
	      struct rv_arena *arena, struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf log = RV_BUF_INIT;
	struct rv_pending_record *records;
	const char **of;
	size_t count = 0, end = 0;
	bool covered = true;
	rv_status s = read_log(e->map.pending, &log, err);

	*out = RV_SV_NONE;
	if (s == RV_OK && log.n)
		s = rv_pending_ids(e->store, rv_buf_sv(&log), arena, &records,
				   &of, &count, err);
	for (size_t i = 0; s == RV_OK && covered && i < count; i++) {
		if (!records[i].whole)
			break;
		s = is_covered(e, of[i], ids, n, &covered, err);
		if (s == RV_OK && covered)
			end = (size_t)records[i].end;
	}
	if (s == RV_OK)
		*out = rv_sv_dup_in(arena, rv_sv_of(log.p, end));
	rv_buf_release(&log);
	return s;
}

/*
 * An appender that opened the log before it was renamed may still be writing.
 * A write lease is granted only when nobody else has the file open; where the
 * file system knows no leases the wait is pointless and skipped.
 */
static void
wait_for_writers(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (fd < 0)
		return;
	for (int i = 0; i < WRITER_WAIT_MS / 5; i++) {
		if (fcntl(fd, F_SETLEASE, F_WRLCK) == 0) {
			(void)fcntl(fd, F_SETLEASE, F_UNLCK);
			break;
		}
		if (errno != EAGAIN)
			break;
		(void)poll(NULL, 0, 5);
	}
	close(fd);
}

/* Whole bytes of `rest` behind what an agent's new log holds already. */
static rv_status
append_rest(const struct places *p, struct rv_sv rest, struct rv_err *err)
{
	struct rv_buf now = RV_BUF_INIT;
	rv_status s = read_log(p->log, &now, err);

	/* There already: we were killed between this and the unlink. */
	if (s == RV_OK && !rv_sv_has(rv_buf_sv(&now), rest))
		s = rv_append_line(p->log, rest, true, NULL, err);
	rv_buf_release(&now);
	return s;
}

static rv_status
put_rest(const struct places *p, struct rv_err *err)
{
	struct rv_buf rest = RV_BUF_INIT;
	rv_status s;

	if (!rv_path_exists(p->rest))
		return RV_OK;
	if (link(p->rest, p->log) == 0) {
		s = rv_unpublish(p->rest, err);
		return s;
	}
	if (errno != EEXIST && errno != EXDEV && errno != EPERM)
		return rv_fail_errno(err, errno, p->log,
				     _("cannot put the pending log back"));
	s = read_log(p->rest, &rest, err);
	if (s == RV_OK && rest.n)
		s = append_rest(p, rv_buf_sv(&rest), err);
	if (s == RV_OK)
		s = rv_unpublish(p->rest, err);
	rv_buf_release(&rest);
	return s;
}

/* From pending.taken to the new log: head of bytes, then those of `taken`. */
static rv_status
settle_taken(const struct places *p, struct rv_sv head, struct rv_sv taken,
	     struct rv_err *err)
{
	struct rv_buf rest = RV_BUF_INIT;
	struct stat st;
	rv_status s = RV_OK;

	rv_buf_addv(&rest, head);
	rv_buf_addv(&rest, taken);
	if (rest.n)
		s = rv_publish(p->rest, rv_buf_sv(&rest), err);
	if (s == RV_OK && rest.n && stat(p->taken, &st) == 0 &&
	    chmod(p->rest, st.st_mode & 0777) != 0)
		s = rv_fail_errno(err, errno, p->rest, _("cannot set its mode"));
	if (s == RV_OK)
		s = rv_unpublish(p->taken, err);
	if (s == RV_OK)
		s = put_rest(p, err);
	rv_buf_release(&rest);
	return s;
}

/* Renames the log away unless an earlier try did; RV_E_NOTFOUND without one. */
static rv_status
take_log(const struct places *p, struct rv_err *err)
{
	struct stat st;

	if (rv_path_exists(p->taken))
		return RV_OK;
	if (lstat(p->log, &st) != 0)
		return RV_E_NOTFOUND;
	if (!S_ISREG(st.st_mode))
		return rv_fail_path(err, RV_E_DENIED, p->log,
				    _("%s: it is not a plain file and is not "
				      "replaced; put a plain file there"),
				    p->log);
	return rv_rename_durably(p->log, p->taken, err);
}

static bool
begins_with_slice(const struct places *p, struct rv_sv slice)
{
	struct rv_buf now = RV_BUF_INIT;
	bool yes = read_log(p->log, &now, NULL) == RV_OK &&
		   rv_sv_starts(rv_buf_sv(&now), slice);

	rv_buf_release(&now);
	return yes;
}

rv_status
rv_slice_take(struct rv_engine *e, struct rv_sv slice, bool again, bool *took,
	      struct rv_err *err)
{
	struct places p = places_of(e);
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_sv taken;
	rv_status s = RV_OK;

	if (!rv_path_exists(p.taken)) {
		if (rv_path_exists(p.rest)) {
			*took = true;
			s = put_rest(&p, err);
			goto status;
		}
		if (!begins_with_slice(&p, slice)) {
			*took = again;
			goto out;
		}
	}
	s = take_log(&p, err);
	if (s != RV_OK)
		goto out;
	wait_for_writers(p.taken);
	s = read_log(p.taken, &bytes, err);
	if (s != RV_OK)
		goto out;
	taken = rv_buf_sv(&bytes);
	*took = rv_sv_starts(taken, slice);
	if (*took)
		taken = rv_sv_slice(taken, slice.n, taken.n);
	s = settle_taken(&p, RV_SV_NONE, taken, err);
status:
	if (s == RV_OK)
		s = rv_pending_write_status(p.log, err);
out:
	rv_buf_release(&bytes);
	rv_arena_release(&p.arena);
	return s;
}

rv_status
rv_slice_back(struct rv_engine *e, struct rv_sv slice, struct rv_err *err)
{
	struct places p = places_of(e);
	struct rv_buf bytes = RV_BUF_INIT;
	rv_status s;

	if (!rv_path_exists(p.taken)) {
		if (rv_path_exists(p.rest)) {
			s = put_rest(&p, err);
			goto status;
		}
		s = read_log(p.log, &bytes, err);
		if (s != RV_OK || rv_sv_has(rv_buf_sv(&bytes), slice))
			goto out;
		rv_buf_reset(&bytes);
	}
	s = take_log(&p, err);
	if (s == RV_OK) {
		wait_for_writers(p.taken);
		s = read_log(p.taken, &bytes, err);
	} else if (s == RV_E_NOTFOUND) {
		s = RV_OK;
	}
	if (s == RV_OK)
		s = settle_taken(&p, slice, rv_buf_sv(&bytes), err);
status:
	if (s == RV_OK)
		s = rv_pending_write_status(p.log, err);
out:
	rv_buf_release(&bytes);
	rv_arena_release(&p.arena);
	return s;
}

rv_status
rv_slice_replace(struct rv_engine *e, size_t offset, struct rv_sv old,
		 struct rv_sv with, struct rv_err *err)
{
	struct places p = places_of(e);
	struct rv_buf bytes = RV_BUF_INIT, head = RV_BUF_INIT;
	size_t end = offset + old.n;
	struct rv_sv taken;
	bool same = false;
	rv_status s = take_log(&p, err);

	if (s == RV_OK) {
		wait_for_writers(p.taken);
		s = read_log(p.taken, &bytes, err);
	}
	if (s != RV_OK)
		goto out;
	taken = rv_buf_sv(&bytes);
	same = rv_sv_eq(rv_sv_slice(taken, offset, end), old);
	if (same) {
		rv_buf_addv(&head, rv_sv_slice(taken, 0, offset));
		rv_buf_addv(&head, with);
		taken = rv_sv_slice(taken, end, taken.n);
	}
	s = settle_taken(&p, rv_buf_sv(&head), taken, err);
	if (s == RV_OK)
		s = rv_pending_write_status(p.log, err);
	if (s == RV_OK && !same)
		s = rv_fail_path(err, RV_E_MOVED, p.log,
				 _("%s: it changed just now, nothing was "
				   "written; try again"),
				 p.log);
out:
	rv_buf_release(&head);
	rv_buf_release(&bytes);
	rv_arena_release(&p.arena);
	return s;
}

rv_status
rv_slice_mend(struct rv_engine *e, struct rv_err *err)
{
	struct places p = places_of(e);
	struct rv_buf bytes = RV_BUF_INIT;
	rv_status s = RV_OK;

	rv_log(RV_LOG_WARN, "the pending log was left half moved: it is put "
			    "back");
	if (rv_path_exists(p.taken)) {
		s = read_log(p.taken, &bytes, err);
		if (s == RV_OK)
			s = settle_taken(&p, RV_SV_NONE, rv_buf_sv(&bytes),
					 err);
	} else {
		s = put_rest(&p, err);
	}
	rv_buf_release(&bytes);
	rv_arena_release(&p.arena);
	return s;
}
