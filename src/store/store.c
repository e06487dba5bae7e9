/* SPDX-License-Identifier: MIT */
/* The handle: directory, lock, transactions. */
#include "config.h"

#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "files/append.h"
#include "store/store_priv.h"

#define MANY_CHANGES 1000

char *
rv__store_path(const struct rv_store *s, const char *name)
{
	return rv_asprintf("%s/%s", s->dir, name);
}

rv_status
rv__store_writable(struct rv_store *s, struct rv_err *err)
{
	if (!s->readonly)
		return RV_OK;
	return rv_fail_path(err, RV_E_READONLY, s->dir,
			    _("cannot write to the memory: %s is read-only; "
			      "open it with write permission"),
			    s->dir);
}

/* Opens a file of the directory for writing, with mode 0600 when it is new. */
static int
open_private(const struct rv_store *s, const char *name, int flags)
{
	char *path = rv__store_path(s, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);

	free(path);
	return fd;
}

/* The directory is ours: not for others, and not for git. */
static void
prepare_dir(struct rv_store *s)
{
	int fd;

	if (rv_path_mkdirs(s->dir, 0700, NULL) == RV_OK &&
	    (fd = open_private(s, "lock", 0)) >= 0) {
		(void)close(fd);
	} else {
		s->readonly = s->memory = true;
		return;
	}
	if ((fd = open_private(s, ".gitignore", O_EXCL)) < 0)
		return;
	if (write(fd, "*\n", 2) != 2)
		rv_log(RV_LOG_WARN, "%s/.gitignore: cannot write", s->dir);
	(void)close(fd);
}

static void
set_aside(struct rv_store *s)
{
	static const char *const with[] = {RV_DB_NAME "-wal",
					   RV_DB_NAME "-shm"};
	char *from = rv__store_path(s, RV_DB_NAME), *to;

	rv__db_close(s);
	s->damaged = false;
	to = rv__store_path(s, RV_DB_NAME ".corrupt");
	if (rename(from, to) < 0)
		rv_log(RV_LOG_WARN, "%s: cannot set it aside", from);
	else
		rv_log(RV_LOG_WARN, "%s was damaged, is now %s", from, to);
	free(from);
	free(to);
	for (size_t i = 0; i < ARRAY_LEN(with); i++) {
		from = rv__store_path(s, with[i]);
		(void)unlink(from);
		free(from);
	}
}

static rv_status
open_index(struct rv_store *s, struct rv_err *err)
{
	struct rv_err held = {0};
	rv_status st = rv__db_open(s, err);

	if (st == RV_OK)
		st = rv__db_migrate(s, err);
	if (st != RV_OK)
		return st;
	st = rv__redact_refresh(s, &held);
	if (st == RV_OK)
		st = rv__fts_refresh(s, &held);
	if (st == RV_OK)
		st = rv_store_catch_up(s, &held);
	/* Whoever holds it is indexing the same lines. */
	if (st == RV_E_HELD) {
		rv_log(RV_LOG_INFO, "%s", held.msg);
		return RV_OK;
	}
	if (st != RV_OK && err)
		*err = held;
	return st;
}

static bool
is_new(const struct rv_store *s)
{
	char *path = rv__store_path(s, RV_DB_NAME);
	struct stat st;
	bool yes = stat(path, &st) != 0 || !st.st_size;

	free(path);
	return yes;
}

/* One process makes the database, the others wait: SQLite does not, while the
 * journal changes to WAL. */
static rv_status
open_first(struct rv_store *s, struct rv_err *err)
{
	bool locked = !s->memory && is_new(s);
	rv_status st = locked ? rv_store_lock(s, err) : RV_OK;

	if (st == RV_E_HELD && !is_new(s))
		locked = false; /* whoever has the lock has made it */
	else if (st != RV_OK)
		return st;
	st = open_index(s, err);
	if (locked)
		rv_store_unlock(s);
	return st;
}

static rv_status
open_or_rebuild(struct rv_store *s, struct rv_err *err)
{
	struct rv_err first = {0};
	rv_status st = open_first(s, &first);

	if (st == RV_E_DAMAGED && s->damaged && !s->memory) {
		if ((st = rv_store_lock(s, err)) != RV_OK)
			return st;
		set_aside(s);
		st = open_index(s, err);
		rv_store_unlock(s);
		return st;
	}
	/* A full disk must not hide what is on it. */
	if ((st == RV_E_READONLY || st == RV_E_NOSPACE) && !s->memory) {
		rv__db_close(s);
		s->memory = true;
		return open_index(s, err);
	}
	if (st != RV_OK && err)
		*err = first;
	return st;
}

rv_status
rv_store_open(const struct rv_store_opts *opts, struct rv_store **out,
	      struct rv_err *err)
{
	struct rv_store *s = rv_calloc(1, sizeof(*s));
	rv_status st;

	s->env = opts->env;
	s->dir = rv_strdup(opts->dir);
	s->readonly = s->memory = opts->readonly;
	s->lock = RV_LOCK_INIT;
	s->tokens = rv_tokens_new();
	s->scratch = RV_BUF_INIT;
	for (size_t i = 0; i < ARRAY_LEN(s->interned); i++)
		s->interned[i].text = s->unmasked[i] = RV_BUF_INIT;
	if (!s->readonly)
		prepare_dir(s);
	st = open_or_rebuild(s, err);
	if (st != RV_OK) {
		rv_store_free(s);
		return st;
	}
	*out = s;
	return RV_OK;
}

void
rv_store_free(struct rv_store *s)
{
	if (!s)
		return;
	rv_store_rollback(s);
	if (s->damaged && !s->memory && rv_store_lock(s, NULL) == RV_OK) {
		set_aside(s);
		rv_store_unlock(s);
	}
	rv__db_close(s);
	if (s->locks)
		rv_flock_release(&s->lock);
	rv__chain_free(s);
	rv_tokens_free(s->tokens);
	rv_buf_release(&s->scratch);
	for (size_t i = 0; i < ARRAY_LEN(s->interned); i++) {
		rv_buf_release(&s->interned[i].text);
		rv_buf_release(&s->unmasked[i]);
	}
	free(s->dir);
	free(s);
}

bool
rv_store_readonly(const struct rv_store *s)
{
	return s->readonly;
}

rv_status
rv_store_begin(struct rv_store *s, struct rv_err *err)
{
	rv_status st = RV_OK;

	if (!s->depth) {
		st = rv__db_exec(s, "BEGIN IMMEDIATE", err);
		s->narrations = -1;
	}
	if (st == RV_OK)
		s->depth++;
	return st;
}

rv_status
rv_store_commit(struct rv_store *s, struct rv_err *err)
{
	rv_status st;

	if (!s->depth)
		return rv_fail(err, RV_E_BUG,
			       _("cannot finish a change of the index: it "
				 "was rolled back; report this"));
	if (s->depth > 1) {
		s->depth--;
		return RV_OK;
	}
	st = rv__tally_flush(s, err);
	if (st == RV_OK)
		st = rv__db_exec(s, "COMMIT", err);
	if (st != RV_OK) {
		rv_store_rollback(s);
		return st;
	}
	s->depth = 0;
	/* A long import leaves a full cache behind. */
	if (sqlite3_total_changes(s->db) - s->changes > MANY_CHANGES)
		sqlite3_db_release_memory(s->db);
	s->changes = sqlite3_total_changes(s->db);
	return RV_OK;
}

void
rv_store_rollback(struct rv_store *s)
{
	if (!s->depth)
		return;
	s->depth = 0;
	rv__tally_forget(s);
	for (size_t i = 0; i < RV_SQL_N; i++)
		if (s->stmt[i])
			sqlite3_reset(s->stmt[i]);
	for (size_t i = 0; i < ARRAY_LEN(s->interned); i++)
		s->interned[i].id = 0;
	(void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

rv_status
rv_store_lock(struct rv_store *s, struct rv_err *err)
{
	char *path;
	rv_status st = rv__store_writable(s, err);

	if (st != RV_OK)
		return st;
	if (!s->locks) {
		path = rv__store_path(s, "lock");
		st = rv_flock_take(&s->lock, path, RV_LOCK_WAIT_MS, s->env,
				   err);
		free(path);
	}
	if (st == RV_OK)
		s->locks++;
	return st;
}

void
rv_store_unlock(struct rv_store *s)
{
	if (s->locks && !--s->locks)
		rv_flock_release(&s->lock);
}

rv_status
rv__store_append(struct rv_store *s, const char *name, struct rv_sv lines,
		 bool sync, int64_t *offset, struct rv_err *err)
{
	rv_status st = rv__store_writable(s, err);
	char *path;

	if (st != RV_OK)
		return st;
	path = rv__store_path(s, name);
	st = rv_append_line(path, lines, sync, offset, err);
	free(path);
	return st;
}

rv_status
rv__store_read(struct rv_store *s, const char *name, int64_t offset, size_t n,
	       struct rv_buf *out, struct rv_err *err)
{
	char *path = rv__store_path(s, name), *p;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	rv_status st = RV_OK;
	ssize_t got = 0;
	size_t have = 0;

	if (fd < 0)
		st = rv_fail_errno(err, errno, path, _("cannot read"));
	p = fd < 0 ? NULL : rv_buf_room(out, n);
	while (fd >= 0 && have < n) {
		got = pread(fd, p + have, n - have,
			    (off_t)(offset + (int64_t)have));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	if (got < 0)
		st = rv_fail_errno(err, errno, path, _("cannot read"));
	else if (fd >= 0 && have < n)
		st = rv_fail_path(err, RV_E_DAMAGED, path,
				  _("cannot read %s: it is shorter than the "
				    "index says; start again"),
				  path);
	else if (fd >= 0)
		rv_buf_took(out, n);
	if (fd >= 0)
		(void)close(fd);
	free(path);
	return st;
}

rv_status
rv_store_check(struct rv_store *s, struct rv_err *err)
{
	sqlite3_stmt *st = NULL;
	rv_status status = RV_OK;
	const char *answer;

	if (sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1, &st,
			       NULL) != SQLITE_OK ||
	    sqlite3_step(st) != SQLITE_ROW) {
		status = rv__db_fail(s, err);
	} else {
		answer = (const char *)sqlite3_column_text(st, 0);
		if (!answer || strcmp(answer, "ok") != 0) {
			s->damaged = true;
			status = rv_fail(err, RV_E_DAMAGED,
					 _("the index is damaged: %s; it is "
					   "built anew at the next start"),
					 answer ? answer : "?");
		}
	}
	sqlite3_finalize(st);
	if (status == RV_OK)
		status = rv__db_exec(
			s, "INSERT INTO fts(fts) VALUES('integrity-check')",
			err);
	return status;
}
