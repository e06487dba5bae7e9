/* SPDX-License-Identifier: MIT */
/* Files of the agent: how far each was read. */
#include "config.h"

#include "store/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "store/store_priv.h"

static void
read_row(sqlite3_stmt *st, struct rv_arena *arena, struct rv_source *src)
{
	src->path = rv__column_in(arena, st, 0);
	src->kind = rv__column_in(arena, st, 1);
	src->inode = sqlite3_column_int64(st, 2);
	src->size = sqlite3_column_int64(st, 3);
	src->mtime_ns = sqlite3_column_int64(st, 4);
	src->offset = sqlite3_column_int64(st, 5);
	src->line = sqlite3_column_int64(st, 6);
	src->state = rv__column_in(arena, st, 7);
}

rv_status
rv_source_get(struct rv_store *s, struct rv_sv path, struct rv_arena *arena,
	      struct rv_source *out, struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_SOURCE_GET, err);
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, path);
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK)
		return status;
	if (!row)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("%.*s was not read yet; index it first"),
			       RV_SV_ARG(path));
	read_row(st, arena, out);
	sqlite3_reset(st);
	return RV_OK;
}

rv_status
rv_source_set(struct rv_store *s, const struct rv_source *src,
	      struct rv_err *err)
{
	rv_status status = rv_store_begin(s, err);
	sqlite3_stmt *st;

	if (status != RV_OK)
		return status;
	if ((st = rv__db_stmt(s, RV_SQL_SOURCE_SET, err))) {
		rv__bind(st, 1, src->path);
		rv__bind(st, 2, src->kind);
		sqlite3_bind_int64(st, 3, src->inode);
		sqlite3_bind_int64(st, 4, src->size);
		sqlite3_bind_int64(st, 5, src->mtime_ns);
		sqlite3_bind_int64(st, 6, src->offset);
		sqlite3_bind_int64(st, 7, src->line);
		rv__bind_opt(st, 8, src->state);
	}
	status = rv__db_run(s, st, err);
	if (status == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return status;
}

rv_status
rv_source_drop(struct rv_store *s, struct rv_sv path, struct rv_err *err)
{
	rv_status status = rv_store_begin(s, err);
	sqlite3_stmt *st;

	if (status != RV_OK)
		return status;
	if ((st = rv__db_stmt(s, RV_SQL_SOURCE_DROP, err)))
		rv__bind(st, 1, path);
	status = rv__db_run(s, st, err);
	if (status == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return status;
}

rv_status
rv_source_list(struct rv_store *s, const char *kind, struct rv_arena *arena,
	       struct rv_source **out, size_t *n, struct rv_err *err)
{
	bool few = kind && strcmp(kind, "page") != 0;
	sqlite3_stmt *st = rv__db_stmt(s, few ? RV_SQL_SOURCE_FEW
					      : RV_SQL_SOURCE_LIST, err);
	struct rv_source *items = NULL;
	size_t count = 0, cap = 0;
	rv_status status;
	bool row;

	if (!st)
		return rv__db_fail(s, err);
	rv__bind_opt(st, 1, rv_sv(kind));
	while ((status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		rv_grow(&items, &cap, count + 1);
		read_row(st, arena, &items[count++]);
	}
	if (status == RV_OK) {
		*out = rv_arena_array(arena, struct rv_source, count + 1);
		if (count)
			memcpy(*out, items, count * sizeof(*items));
		*n = count;
	}
	free(items);
	return status;
}

bool
rv_source_unchanged(const struct rv_source *src, const struct stat *st)
{
	int64_t mtime = (int64_t)st->st_mtim.tv_sec * 1000000000 +
			st->st_mtim.tv_nsec;

	return src->inode == (int64_t)st->st_ino &&
	       src->size == (int64_t)st->st_size && src->mtime_ns == mtime;
}
