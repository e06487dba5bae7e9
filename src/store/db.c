/* SPDX-License-Identifier: MIT */
/* SQLite behind a few helpers: one connection, statements prepared once. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/fts_words.h"
#include "store/store_priv.h"

#define BUSY_MS 2000
/* So long may the write-ahead log be at a commit, and while somebody waits. */
#define LOG_PAGES 8000
#define LOG_PAGES_MOST 32000

static const char *const sql_text[RV_SQL_N] = {
#define SQL(name, text) [RV_SQL_##name] = text,
#include "store/sql.def"
#undef SQL
};

#define MAPPED "PRAGMA mmap_size = 268435456;"

static const char setup[] = "PRAGMA trusted_schema = OFF;"
			    "PRAGMA foreign_keys = ON;"
			    "PRAGMA temp_store = MEMORY;"
			    "PRAGMA cache_size = -16384;"
			    "PRAGMA synchronous = NORMAL;";

rv_status
rv__db_fail(struct rv_store *s, struct rv_err *err)
{
	int code = s->db ? sqlite3_errcode(s->db) & 0xFF : SQLITE_CANTOPEN;
	const char *why = s->db ? sqlite3_errmsg(s->db) : "";
	char *path = rv__store_path(s, RV_DB_NAME);
	rv_status st = RV_E_IO;

	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		st = rv_fail_path(err, RV_E_HELD, path,
				  _("cannot use the index: another process "
				    "is writing to it; try again"));
	else if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
		s->damaged = true;
		st = rv_fail_path(err, RV_E_DAMAGED, path,
				  _("cannot use the index: it is damaged "
				    "(%s); it is built anew at the next start"),
				  why);
	} else if (code == SQLITE_FULL ||
		   (code == SQLITE_IOERR && s->db &&
		    sqlite3_system_errno(s->db) == ENOSPC))
		st = rv_fail_path(err, RV_E_NOSPACE, path,
				  _("cannot write the index: the disk is full; "
				    "free some space"));
	else if (code == SQLITE_READONLY || code == SQLITE_CANTOPEN ||
		 code == SQLITE_PERM || code == SQLITE_AUTH)
		st = rv_fail_path(err, RV_E_READONLY, path,
				  _("cannot write the index: %s; check who "
				    "owns the directory"),
				  why);
	else if (code == SQLITE_NOMEM)
		st = rv_fail_path(err, RV_E_NOMEM, path,
				  _("cannot use the index: there is not "
				    "enough memory; close something"));
	else
		st = rv_fail_path(err, RV_E_IO, path,
				  _("cannot use the index: %s; try again"),
				  why);
	free(path);
	return st;
}

rv_status
rv__db_exec(struct rv_store *s, const char *sql, struct rv_err *err)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return rv__db_fail(s, err);
	return RV_OK;
}

/* SQLite would give the file the mode of the umask. */
static void
create_private(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		(void)close(fd);
}

/*
 * No connection is shared by threads, and nobody asks how much memory SQLite
 * has: without the count malloc takes no lock of its own.  Where SQLite was used
 * before, it stays as it was.
 */
static void
configure(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

rv_status
rv__db_open(struct rv_store *s, struct rv_err *err)
{
	char *path = s->memory ? rv_strdup(":memory:")
			       : rv__store_path(s, RV_DB_NAME);
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
		    SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	rv_status st;

	(void)pthread_once(&once, configure);
	if (!s->memory)
		create_private(path);
	if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK) {
		st = rv__db_fail(s, err);
		free(path);
		return st;
	}
	free(path);
	sqlite3_extended_result_codes(s->db, 1);
	sqlite3_busy_timeout(s->db, BUSY_MS);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	(void)rv__fts_words_register(s->db); /* its own does, more slowly */
	st = rv__db_exec(s, setup, err);
	if (st == RV_OK && !s->memory)
		st = rv__db_exec(s,
				 "PRAGMA journal_mode = WAL;"
				 MAPPED,
				 err);
	if (st == RV_OK)
		rv_store_hurry(s, false);
	return st;
}

void
rv_store_hurry(struct rv_store *s, bool hurry)
{
	s->hurry = hurry;
	if (!s->memory)
		(void)sqlite3_wal_autocheckpoint(s->db, hurry ? LOG_PAGES_MOST
							      : LOG_PAGES);
}

/* What is mapped counts as ours as long as it is mapped, whoever needs it. */
void
rv_store_rest(struct rv_store *s)
{
	sqlite3_db_release_memory(s->db);
	if (!s->memory)
		(void)sqlite3_exec(s->db, "PRAGMA mmap_size = 0;" MAPPED, NULL,
				   NULL, NULL);
}

void
rv__db_close(struct rv_store *s)
{
	for (size_t i = 0; i < RV_SQL_N; i++) {
		sqlite3_finalize(s->stmt[i]);
		s->stmt[i] = NULL;
	}
	sqlite3_close(s->db);
	s->db = NULL;
	s->depth = 0;
	for (size_t i = 0; i < ARRAY_LEN(s->interned); i++)
		s->interned[i].id = 0;
}

sqlite3_stmt *
rv__db_stmt(struct rv_store *s, enum rv__sql which, struct rv_err *err)
{
	sqlite3_stmt **st = &s->stmt[which];

	if (*st) {
		sqlite3_reset(*st);
		return *st;
	}
	if (sqlite3_prepare_v3(s->db, sql_text[which], -1,
			       SQLITE_PREPARE_PERSISTENT, st,
			       NULL) != SQLITE_OK) {
		(void)rv__db_fail(s, err);
		*st = NULL;
	}
	return *st;
}

rv_status
rv__db_step(struct rv_store *s, sqlite3_stmt *st, bool *row,
	    struct rv_err *err)
{
	rv_status status = RV_OK;
	int rc = sqlite3_step(st);

	if (row)
		*row = rc == SQLITE_ROW;
	if (rc == SQLITE_ROW)
		return RV_OK;
	if (rc != SQLITE_DONE)
		status = rv__db_fail(s, err);
	sqlite3_reset(st);
	return status;
}

rv_status
rv__db_run(struct rv_store *s, sqlite3_stmt *st, struct rv_err *err)
{
	rv_status status;

	if (!st)
		return rv__db_fail(s, err);
	status = rv__db_step(s, st, NULL, err);
	sqlite3_reset(st);
	return status;
}

void
rv__bind(sqlite3_stmt *st, int i, struct rv_sv v)
{
	sqlite3_bind_text64(st, i, v.n ? v.p : "", v.n, SQLITE_STATIC,
			    SQLITE_UTF8);
}

void
rv__bind_opt(sqlite3_stmt *st, int i, struct rv_sv v)
{
	if (v.n)
		rv__bind(st, i, v);
	else
		sqlite3_bind_null(st, i);
}

struct rv_sv
rv__column(sqlite3_stmt *st, int i)
{
	const char *p = (const char *)sqlite3_column_text(st, i);

	return rv_sv_of(p, p ? (size_t)sqlite3_column_bytes(st, i) : 0);
}

struct rv_sv
rv__blob(sqlite3_stmt *st, int i)
{
	const char *p = sqlite3_column_blob(st, i);

	return rv_sv_of(p, p ? (size_t)sqlite3_column_bytes(st, i) : 0);
}

struct rv_sv
rv__column_in(struct rv_arena *arena, sqlite3_stmt *st, int i)
{
	return rv_sv_dup_in(arena, rv__column(st, i));
}

rv_status
rv__meta_get(struct rv_store *s, const char *key, int64_t otherwise,
	     int64_t *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_GET, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(key));
	status = rv__db_step(s, st, &row, err);
	if (status == RV_OK)
		*out = row ? sqlite3_column_int64(st, 0) : otherwise;
	sqlite3_reset(st);
	return status;
}

rv_status
rv__meta_set(struct rv_store *s, const char *key, int64_t value,
	     struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_META_SET, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(key));
	sqlite3_bind_int64(st, 2, value);
	return rv__db_run(s, st, err);
}

rv_status
rv__intern(struct rv_store *s, int slot, struct rv_sv text, int64_t *id,
	   struct rv_err *err)
{
	sqlite3_stmt *st;
	rv_status status;
	bool row;

	if (s->interned[slot].id &&
	    rv_sv_eq(rv_buf_sv(&s->interned[slot].text), text)) {
		*id = s->interned[slot].id;
		return RV_OK;
	}
	if (!(st = rv__db_stmt(s, RV_SQL_STRING_GET, err)))
		return rv__db_fail(s, err);
	rv__bind(st, 1, text);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (row) {
		*id = sqlite3_column_int64(st, 0);
		sqlite3_reset(st);
	} else {
		if (!(st = rv__db_stmt(s, RV_SQL_STRING_ADD, err)))
			return rv__db_fail(s, err);
		rv__bind(st, 1, text);
		if ((status = rv__db_run(s, st, err)) != RV_OK)
			return status;
		*id = sqlite3_last_insert_rowid(s->db);
	}
	s->interned[slot].id = *id;
	rv_buf_reset(&s->interned[slot].text);
	rv_buf_addv(&s->interned[slot].text, text);
	return RV_OK;
}
