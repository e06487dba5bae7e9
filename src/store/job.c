/* SPDX-License-Identifier: MIT */
/* Jobs as rows, and their flags. */
#include "config.h"

#include "store/job.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/flag.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/proc.h"
#include "store/store_priv.h"

#define STEP 2048 /* bytes of an answer between two writes */
#define STEP_MS 1000 /* of a slow one */

static char *
flag_path(const struct rv_store *s, int64_t id)
{
	return rv_asprintf("%s/job-%" PRId64 ".flag", s->dir, id);
}

/* One int, shared with whoever opens the file. */
static volatile int *
map_flag(const char *path, int flags)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
	void *p = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (!(flags & O_CREAT) || ftruncate(fd, sizeof(int)) == 0)
		p = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED,
			 fd, 0);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

static void
unmap_flag(volatile int *flag)
{
	union {
		volatile int *in;
		void *out;
	} p = {.in = flag};

	if (flag)
		munmap(p.out, sizeof(int));
}

/* A row that cannot be written is no reason to stop what it is about. */
static void
forgive(rv_status st, const struct rv_err *why)
{
	if (st != RV_OK)
		rv_log(RV_LOG_DEBUG, "job: %s", why->msg);
}

bool
rv_job_any(struct rv_store *s)
{
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_JOB_ANY, NULL);
	bool row = false;

	if (st && rv__db_step(s, st, &row, NULL) != RV_OK)
		row = false;
	sqlite3_reset(st);
	return row;
}

void
rv_job_start(struct rv_store *s, const char *kind, const char *what,
	     int64_t behind, struct rv_job_run *out)
{
	struct rv_err why = {0};
	sqlite3_stmt *st;
	rv_status status;
	char *path;

	*out = (struct rv_job_run){.store = s};
	if (s->readonly || s->memory)
		return;
	if ((st = rv__db_stmt(s, RV_SQL_JOB_ADD, &why))) {
		sqlite3_bind_int64(st, 1, getpid());
		rv__bind(st, 2, rv_sv(kind));
		rv__bind(st, 3, rv_sv(what));
		sqlite3_bind_int64(st, 4, rv_env_now(s->env));
		sqlite3_bind_int64(st, 5, behind);
	}
	status = rv__db_run(s, st, &why);
	forgive(status, &why);
	if (status != RV_OK)
		return;
	out->id = sqlite3_last_insert_rowid(s->db);
	path = flag_path(s, out->id);
	unlink(path); /* of a database that is no more */
	out->flag = map_flag(path, O_CREAT | O_EXCL);
	free(path);
	if ((st = rv__db_stmt(s, RV_SQL_JOB_PRUNE, &why)))
		sqlite3_bind_int64(st, 1, out->id);
	forgive(rv__db_run(s, st, &why), &why);
}

/* A mapping tells no watcher: a write behind the flag does. */
static void
tell_watchers(const struct rv_job_run *j)
{
	char *path = flag_path(j->store, j->id);
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);

	free(path);
	if (fd < 0)
		return;
	if (pwrite(fd, "", 1, (off_t)sizeof(int)) != 1)
		rv_log(RV_LOG_DEBUG, "job: the flag cannot be written");
	close(fd);
}

void
rv_job_progress(struct rv_job_run *j, int64_t progress, int64_t tokens)
{
	struct rv_err why = {0};
	sqlite3_stmt *st;
	int64_t now;

	if (!j->id)
		return;
	now = rv_env_now(j->store->env);
	if (progress - j->told < STEP && now - j->told_at < STEP_MS)
		return;
	j->told = progress;
	j->told_at = now;
	tell_watchers(j);
	if ((st = rv__db_stmt(j->store, RV_SQL_JOB_SET, &why))) {
		sqlite3_bind_int64(st, 1, j->id);
		sqlite3_bind_int64(st, 2, progress);
		sqlite3_bind_int64(st, 3, tokens);
		sqlite3_bind_int64(st, 4, now);
	}
	forgive(rv__db_run(j->store, st, &why), &why);
}

void
rv_job_name(struct rv_job_run *j, const char *what)
{
	struct rv_err why = {0};
	sqlite3_stmt *st;

	if (!j->id)
		return;
	if ((st = rv__db_stmt(j->store, RV_SQL_JOB_WHAT, &why))) {
		sqlite3_bind_int64(st, 1, j->id);
		rv__bind(st, 2, rv_sv(what));
	}
	forgive(rv__db_run(j->store, st, &why), &why);
}

void
rv_job_end(struct rv_job_run *j, const char *state, const char *message)
{
	struct rv_err why = {0};
	sqlite3_stmt *st;
	char *path;

	if (!j->id)
		return;
	if ((st = rv__db_stmt(j->store, RV_SQL_JOB_END, &why))) {
		sqlite3_bind_int64(st, 1, j->id);
		rv__bind(st, 2, rv_sv(state));
		rv__bind_opt(st, 3, rv_sv(message));
		sqlite3_bind_int64(st, 4, rv_env_now(j->store->env));
	}
	forgive(rv__db_run(j->store, st, &why), &why);
	unmap_flag(j->flag);
	path = flag_path(j->store, j->id);
	unlink(path);
	free(path);
	*j = (struct rv_job_run){0};
}

static bool
is_open(struct rv_sv state)
{
	return rv_sv_is(state, "running") || rv_sv_is(state, "cancelling");
}

rv_status
rv_job_list(struct rv_store *s, int64_t limit, struct rv_arena *arena,
	    struct rv_job **out, size_t *n, struct rv_err *err)
{
	struct rv_job *jobs = rv_arena_array(arena, struct rv_job,
					     (size_t)limit + 1);
	sqlite3_stmt *st = rv__db_stmt(s, RV_SQL_JOB_LIST, err);
	rv_status status = RV_OK;
	size_t count = 0;
	bool row = true;

	if (!st)
		return rv__db_fail(s, err);
	sqlite3_bind_int64(st, 1, limit);
	while (count < (size_t)limit &&
	       (status = rv__db_step(s, st, &row, err)) == RV_OK && row) {
		struct rv_job *j = &jobs[count++];

		j->id = sqlite3_column_int64(st, 0);
		j->pid = sqlite3_column_int64(st, 1);
		j->kind = rv__column_in(arena, st, 2);
		j->what = rv__column_in(arena, st, 3);
		j->state = rv__column_in(arena, st, 4);
		j->progress = sqlite3_column_int64(st, 5);
		j->tokens = sqlite3_column_int64(st, 6);
		j->started = sqlite3_column_int64(st, 7);
		j->updated = sqlite3_column_int64(st, 8);
		j->message = rv__column_in(arena, st, 9);
		if (is_open(j->state) && !rv_proc_alive(j->pid))
			j->state = RV_SV("died");
	}
	sqlite3_reset(st);
	*out = jobs;
	*n = count;
	return status;
}

rv_status
rv_job_cancel(struct rv_store *s, int64_t id, struct rv_err *err)
{
	char *path = flag_path(s, id);
	volatile int *flag = s->readonly ? NULL : map_flag(path, 0);
	sqlite3_stmt *st;

	free(path);
	if (!flag)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("job %lld: it does not run; `reverie jobs` "
				 "lists those that do"),
			       (long long)id);
	rv_flag_raise(flag);
	unmap_flag(flag);
	if ((st = rv__db_stmt(s, RV_SQL_JOB_CANCEL, err)))
		sqlite3_bind_int64(st, 1, id);
	return rv__db_run(s, st, err);
}
