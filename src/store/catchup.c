/* SPDX-License-Identifier: MIT */
/* Fills the index with what was appended to the files of the record. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/log.h"
#include "store/rejected.h"
#include "store/store_priv.h"

#define MARK_BYTES 64

/* The ledger comes first: it says what is narrated. */
static const struct log_file {
	const char *name;
	rv_status (*index)(struct rv_store *s, const struct rv_line *line,
			   struct rv_err *err);
} files[] = {
	{RV_LEDGER_NAME, rv__ledger_index},
	{RV_RECORD_NAME, rv__record_index},
	{RV_TRACES_NAME, rv__trace_index},
};

/* How far a file was read; `mark` is a hash of the bytes before that. */
struct log_state {
	int64_t offset, line, broken, mark;
	int64_t time; /* of the file as it is; not kept */
};

enum news { NOTHING, APPENDED, REPLACED };

static rv_status
load_state(struct rv_store *s, const char *name, struct log_state *out,
	   struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LOG_GET, err);
	rv_status status;
	bool row;

	*out = (struct log_state){0};
	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(name));
	status = rv__db_step(s, st, &row, err);
	if (status != RV_OK || !row)
		return status;
	out->offset = sqlite3_column_int64(st, 0);
	out->line = sqlite3_column_int64(st, 1);
	out->broken = sqlite3_column_int64(st, 2);
	out->mark = sqlite3_column_int64(st, 3);
	sqlite3_reset(st);
	return RV_OK;
}

static rv_status
save_state(struct rv_store *s, const char *name, const struct log_state *state,
	   struct rv_err *err)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LOG_SET, err);

	if (!st)
		return rv__db_fail(s, err);
	rv__bind(st, 1, rv_sv(name));
	sqlite3_bind_int64(st, 2, state->offset);
	sqlite3_bind_int64(st, 3, state->line);
	sqlite3_bind_int64(st, 4, state->broken);
	sqlite3_bind_int64(st, 5, state->mark);
	return rv__db_run(s, st, err);
}

/* Hash of the last bytes before an offset: tells a replaced file. */
static int64_t
mark_at(int fd, int64_t offset)
{
	char bytes[MARK_BYTES];
	int64_t from = offset > MARK_BYTES ? offset - MARK_BYTES : 0;
	ssize_t n = pread(fd, bytes, (size_t)(offset - from), (off_t)from);

	return (int64_t)rv_sv_hash(rv_sv_of(bytes, n > 0 ? (size_t)n : 0));
}

/* *fd is -1 when there is none. */
static rv_status
open_file(struct rv_store *s, const char *name, int *fd, int64_t *size,
	  struct rv_err *err)
{
	char *path = rv__store_path(s, name);
	rv_status status = RV_OK;
	struct stat st;

	*size = 0;
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (*fd < 0 && errno != ENOENT)
		status = rv_fail_errno(err, errno, path, _("cannot read"));
	if (*fd >= 0 && fstat(*fd, &st) == 0 && S_ISREG(st.st_mode))
		*size = st.st_size;
	free(path);
	return status;
}

static rv_status
look(struct rv_store *s, const struct log_file *f, enum news *news,
     struct rv_err *err)
{
	struct log_state state;
	int64_t size;
	rv_status st = load_state(s, f->name, &state, err);
	int fd = -1;

	if (st == RV_OK)
		st = open_file(s, f->name, &fd, &size, err);
	if (st != RV_OK)
		return st;
	if (size < state.offset ||
	    (state.offset && mark_at(fd, state.offset) != state.mark))
		*news = REPLACED;
	else if (size > state.offset && *news == NOTHING)
		*news = APPENDED;
	if (fd >= 0)
		(void)close(fd);
	return RV_OK;
}

static rv_status
look_at_all(struct rv_store *s, enum news *news, struct rv_err *err)
{
	rv_status st = RV_OK;

	*news = NOTHING;
	for (size_t i = 0; i < ARRAY_LEN(files) && st == RV_OK; i++)
		st = look(s, &files[i], news, err);
	return st;
}

/* A broken line, and where it is: below the workspace, as a person sees it. */
static rv_status
note_broken(struct rv_store *s, const struct log_file *f,
	    const struct rv_line *line, const struct rv_err *why,
	    struct log_state *state, struct rv_err *err)
{
	char name[64];
	const struct rv_rejected r = {
		.file = rv_sv_of(name, (size_t)snprintf(name, sizeof(name),
							".reverie/%s",
							f->name)),
		.line = line->number,
		.offset = line->offset,
		.reason = rv_sv(why->msg),
		.time = state->time,
	};

	rv_log(RV_LOG_WARN, "%s:%lld: skipped: %s", f->name,
	       (long long)line->number, why->msg);
	return state->broken++ < RV_REJECTED_MAX
		       ? rv_rejected_note(s, &r, err)
		       : rv_rejected_more(s, r.file, 1, r.time, err);
}

/* Broken lines are counted and skipped: only the index failing is an error. */
static rv_status
index_line(struct rv_store *s, const struct log_file *f,
	   const struct rv_line *line, struct log_state *state,
	   struct rv_err *err)
{
	struct rv_err why = {0};
	rv_status st;

	if (line->kind == RV_LINE_TOOLONG)
		st = rv_fail(&why, RV_E_PARSE, "the line is too long");
	else if (!rv_sv_trim(line->text).n)
		st = RV_OK;
	else
		st = f->index(s, line, &why);
	if (st == RV_E_PARSE || st == RV_E_TOOBIG)
		st = note_broken(s, f, line, &why, state, err);
	else if (st != RV_OK && err)
		*err = why;
	state->offset = line->end;
	state->line = line->number;
	return st;
}

static rv_status
index_file(struct rv_store *s, const struct log_file *f, struct rv_err *err)
{
	struct log_state state;
	struct rv_lines lines;
	struct rv_line line;
	struct stat now;
	int64_t size;
	int fd = -1;
	rv_status st = load_state(s, f->name, &state, err);

	if (st == RV_OK)
		st = open_file(s, f->name, &fd, &size, err);
	if (st != RV_OK || fd < 0)
		return st;
	if (fstat(fd, &now) == 0)
		state.time = (int64_t)now.st_mtim.tv_sec * 1000;
	rv_lines_init(&lines, fd, state.offset, state.line + 1, RV_LINE_MAX);
	while (size > state.offset &&
	       (st = rv_lines_next(&lines, &line, err)) == RV_OK &&
	       line.kind != RV_LINE_END && line.kind != RV_LINE_PARTIAL) {
		/* Too long and without its newline yet: wait for it. */
		if (line.kind == RV_LINE_TOOLONG && line.end == size) {
			char last = 0;

			if (pread(fd, &last, 1, (off_t)(size - 1)) != 1 ||
			    last != '\n')
				break;
		}
		if ((st = index_line(s, f, &line, &state, err)) != RV_OK)
			break;
	}
	rv_lines_release(&lines);
	if (st == RV_OK && state.offset) {
		state.mark = mark_at(fd, state.offset);
		st = save_state(s, f->name, &state, err);
	}
	(void)close(fd);
	return st;
}

/* Ends the transaction. */
static rv_status
fill(struct rv_store *s, bool anew, struct rv_err *err)
{
	rv_status st = anew ? rv__db_wipe(s, err) : RV_OK;

	for (size_t i = 0; i < ARRAY_LEN(files) && st == RV_OK; i++)
		st = index_file(s, &files[i], err);
	if (st == RV_OK)
		return rv_store_commit(s, err);
	rv_store_rollback(s);
	return st;
}

rv_status
rv__store_reindex(struct rv_store *s, struct rv_err *err)
{
	rv_status st = rv_store_begin(s, err);

	return st == RV_OK ? fill(s, true, err) : st;
}

rv_status
rv_store_catch_up(struct rv_store *s, struct rv_err *err)
{
	enum news news;
	rv_status st = look_at_all(s, &news, err);

	if (st != RV_OK || news == NOTHING)
		return st;
	if ((st = rv_store_begin(s, err)) != RV_OK)
		return st;
	/* Another process may have indexed it while we waited. */
	st = look_at_all(s, &news, err);
	if (st != RV_OK) {
		rv_store_rollback(s);
		return st;
	}
	if (news == REPLACED)
		rv_log(RV_LOG_WARN, "%s: the record changed: indexing anew",
		       s->dir);
	return fill(s, news == REPLACED, err);
}

rv_status
rv__log_end(struct rv_store *s, const char *name, struct rv__log_place *at,
	    bool *all, struct rv_err *err)
{
	struct log_state state;
	int64_t size;
	rv_status st = load_state(s, name, &state, err);
	int fd = -1;

	if (st == RV_OK)
		st = open_file(s, name, &fd, &size, err);
	if (st != RV_OK)
		return st;
	if (fd >= 0)
		(void)close(fd);
	*all = size == state.offset;
	*at = (struct rv__log_place){state.offset, state.line};
	return RV_OK;
}

rv_status
rv__log_move(struct rv_store *s, const char *name,
	     const struct rv__log_place *at, struct rv_err *err)
{
	struct log_state state;
	int64_t size;
	rv_status st = load_state(s, name, &state, err);
	int fd = -1;

	if (st == RV_OK)
		st = open_file(s, name, &fd, &size, err);
	if (st != RV_OK || fd < 0)
		return st;
	state.offset = at->offset;
	state.line = at->line;
	state.mark = mark_at(fd, state.offset);
	(void)close(fd);
	return save_state(s, name, &state, err);
}

int64_t
rv_store_broken_lines(struct rv_store *s)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_LOG_BROKEN, NULL);
	int64_t n = 0;
	bool row;

	if (st && rv__db_step(s, st, &row, NULL) == RV_OK && row)
		n = sqlite3_column_int64(st, 0);
	if (st)
		sqlite3_reset(st);
	return n;
}
