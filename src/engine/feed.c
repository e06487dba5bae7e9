/* SPDX-License-Identifier: MIT */
/* Events from the files that processes share: inotify says which file, the
 * journal's new lines say which turn. */
#include "config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/engine_priv.h"
#include "files/tail.h"
#include "files/watch.h"

#define FEED_MAX 4096 /* events kept; more than that means "look again" */
#define PATHS_MAX 256 /* more changed files at once are a look at all */
#define PORTION 64    /* directories that are added in one go */
#define DEPTH_MAX 64  /* as of a walk */

struct todo {
	char *dir;
	bool new; /* it came while we looked on: its files are news */
};

struct rv_feed {
	struct rv_arena arena;
	struct rv_arena names; /* paths of the events */
	const char *workspace;
	struct rv_watch *watch;
	struct rv_tail journal;
	struct rv_event *events;
	size_t first, n, cap;
	size_t paths; /* of the events, those with a path */
	bool all;     /* one of the events is: look at everything */
	bool limited; /* not every directory is watched */
	bool behind;  /* directories were added after the first portion */
	struct todo *todo;
	size_t n_todo, cap_todo;
};

/* Directories whose whole tree is watched; of others only themselves; of the
 * state, beside which the index is written, these files. */
static const char *const rooms[] = {"raw", "wiki", "memory"};
static const char *const singles[] = {".reverie", "sessions"};
static const char *const appended[] = {"subconscious.jsonl", "ledger.jsonl",
				       "episodes.jsonl"};

/* Which file of which directory means what. */
static const struct {
	const char *base;
	bool state; /* in .reverie */
	enum rv_event_kind kind;
} meanings[] = {
	{"ledger.jsonl", true, RV_EVENT_RECORD},
	{"episodes.jsonl", true, RV_EVENT_RECORD},
	{"STORY.md", false, RV_EVENT_STORY},
	{"STORY.md.lock", false, RV_EVENT_STORY},
	{"pending-episodes.log", false, RV_EVENT_PENDING},
};

static void
push(struct rv_feed *f, struct rv_event ev)
{
	/* The same plain event twice in a row says nothing new. */
	if (f->n > f->first && ev.kind != RV_EVENT_TURN && !ev.path.n &&
	    f->events[f->n - 1].kind == ev.kind &&
	    !f->events[f->n - 1].path.n)
		return;
	if (f->n - f->first >= FEED_MAX)
		return;
	rv_grow(&f->events, &f->cap, f->n + 1);
	f->events[f->n++] = ev;
}

/* rv_tail_fn */
static void
journal_line(struct rv_sv line, int64_t offset, void *arg)
{
	struct rv_feed *f = arg;
	struct rv_event ev = {.kind = RV_EVENT_WONDER, .time = RV_UNDATED};
	struct rv_json_doc doc;

	(void)offset;
	if (rv_json_parse(line, &doc, NULL) != RV_OK)
		return;
	if (rv_sv_is(rv_json_get_sv(doc.root, "step"), "turn"))
		ev.kind = RV_EVENT_TURN;
	ev.run = rv_json_int(rv_json_get(doc.root, "run"), 0);
	ev.in = rv_json_int(rv_json_get(doc.root, "in"), 0);
	ev.unique = rv_json_int(rv_json_get(doc.root, "unique"), 0);
	(void)rv_time_parse(rv_json_get_sv(doc.root, "t"), &ev.time);
	rv_json_release(&doc);
	push(f, ev);
}

static void
read_journal(struct rv_feed *f)
{
	struct rv_err err = {0};

	if (rv_tail_read(&f->journal, journal_line, f, &err) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", err.msg);
}

static void
push_all(struct rv_feed *f)
{
	if (f->all)
		return;
	f->all = true;
	push(f, (struct rv_event){.kind = RV_EVENT_FILES, .time = RV_UNDATED});
}

/* Below the workspace, or NULL. */
static const char *
rel_of(const struct rv_feed *f, const char *path)
{
	size_t n = strlen(f->workspace);

	return !strncmp(path, f->workspace, n) && path[n] == '/' ? path + n + 1
								 : NULL;
}

static void
push_path(struct rv_feed *f, const char *path)
{
	const char *rel = rel_of(f, path);
	struct rv_event ev = {.kind = RV_EVENT_FILES, .time = RV_UNDATED};

	if (!rel || f->limited || f->paths == PATHS_MAX) {
		push_all(f);
		return;
	}
	for (size_t i = f->first; i < f->n; i++)
		if (rv_sv_is(f->events[i].path, rel))
			return;
	ev.path = rv_sv_dup_in(&f->names, rv_sv(rel));
	f->paths++;
	push(f, ev);
}

static bool
in_room(const struct rv_feed *f, const char *path)
{
	const char *rel = rel_of(f, path);

	for (size_t i = 0; rel && i < ARRAY_LEN(rooms); i++) {
		size_t n = strlen(rooms[i]);

		if (!strncmp(rel, rooms[i], n) &&
		    (rel[n] == '/' || rel[n] == '\0'))
			return true;
	}
	return false;
}

static void
add_todo(struct rv_feed *f, const char *dir, bool new)
{
	rv_grow(&f->todo, &f->cap_todo, f->n_todo + 1);
	f->todo[f->n_todo++] = (struct todo){rv_strdup(dir), new};
}

static void
watched(struct rv_feed *f, rv_status st, const struct rv_err *err)
{
	if (st == RV_OK)
		return;
	if (!f->limited)
		rv_log(RV_LOG_WARN, "%s", err->msg);
	f->limited = true;
}

static bool
is_state(const char *dir)
{
	return !strcmp(rv_path_base(dir), ".reverie");
}

static void
watch_appended(struct rv_feed *f, const char *path)
{
	struct rv_err err = {0};

	watched(f, rv_watch_add_file(f->watch, path, &err), &err);
}

static void
watch_dir(struct rv_feed *f, const char *dir)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err err = {0};

	if (!is_state(dir)) {
		watched(f, rv_watch_add_dir(f->watch, dir, &err), &err);
		return;
	}
	watched(f, rv_watch_add_busy_dir(f->watch, dir, &err), &err);
	for (size_t i = 0; i < ARRAY_LEN(appended); i++)
		watch_appended(f, rv_path_join_in(&arena, dir, appended[i]));
	rv_arena_release(&arena);
}

/* The watch comes before the look, so that what is made meanwhile is seen by
 * one of the two. */
static void
add_tree(struct rv_feed *f, const struct todo *t)
{
	struct dirent *e;
	struct stat st;
	DIR *d;

	watch_dir(f, t->dir);
	d = opendir(t->dir);
	while (d && (e = readdir(d))) {
		char *path;
		bool dir = e->d_type == DT_DIR;

		if (e->d_name[0] == '.')
			continue;
		path = rv_asprintf("%s/%s", t->dir, e->d_name);
		if (e->d_type == DT_UNKNOWN)
			dir = lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
		if (dir && rv_sv_count(rv_sv(path + strlen(f->workspace)),
				       '/') <= DEPTH_MAX)
			add_todo(f, path, t->new);
		else if (!dir && t->new)
			push_path(f, path);
		free(path);
	}
	if (d)
		closedir(d);
}

bool
rv_feed_more(struct rv_feed *f)
{
	for (size_t i = 0; i < PORTION && f->n_todo; i++) {
		struct todo t = f->todo[--f->n_todo];

		add_tree(f, &t);
		free(t.dir);
	}
	if (!f->n_todo && f->behind) {
		/* what changed before its watch was there */
		push_all(f);
		f->behind = false;
	}
	return f->n_todo > 0;
}

bool
rv_feed_behind(const struct rv_feed *f)
{
	return f->n_todo > 0;
}

bool
rv_feed_limited(const struct rv_feed *f)
{
	return f->limited;
}

/* At the start, and when events were lost: directories may have come that
 * nobody named. */
static void
watch_again(struct rv_feed *f)
{
	struct rv_arena arena = RV_ARENA_INIT;

	watch_dir(f, f->workspace);
	for (size_t i = 0; i < ARRAY_LEN(singles); i++)
		watch_dir(f, rv_path_join_in(&arena, f->workspace, singles[i]));
	for (size_t i = 0; i < ARRAY_LEN(rooms); i++)
		add_todo(f, rv_path_join_in(&arena, f->workspace, rooms[i]),
			 false);
	rv_arena_release(&arena);
	f->behind = rv_feed_more(f);
}

static void
dir_came(struct rv_feed *f, const char *path)
{
	const char *rel = rel_of(f, path);

	if (in_room(f, path) && rv_path_base(path)[0] != '.') {
		add_todo(f, path, true);
		(void)rv_feed_more(f);
		f->behind |= f->n_todo > 0;
		return;
	}
	for (size_t i = 0; rel && i < ARRAY_LEN(singles); i++)
		if (!strcmp(rel, singles[i])) {
			watch_dir(f, path);
			push_all(f);
		}
}

/* rv_watch_fn */
static void
changed(enum rv_watch_what what, const char *path, void *arg)
{
	struct rv_feed *f = arg;
	const char *base = path ? rv_path_base(path) : "";
	bool state = path && strstr(path, "/.reverie/");

	for (size_t i = 0; state && i < ARRAY_LEN(appended); i++)
		if (!strcmp(base, appended[i]))
			watch_appended(f, path); /* it may be a new one */
	if (!path || !strcmp(base, "subconscious.jsonl"))
		read_journal(f);
	if (what == RV_WATCH_ALL) {
		push(f, (struct rv_event){.kind = RV_EVENT_RECORD,
					  .time = RV_UNDATED});
		push(f, (struct rv_event){.kind = RV_EVENT_STORY,
					  .time = RV_UNDATED});
		watch_again(f);
		push_all(f);
		return;
	}
	if (what == RV_WATCH_DIR)
		dir_came(f, path);
	else if (what == RV_WATCH_DIR_GONE && in_room(f, path))
		push_all(f);
	if (what != RV_WATCH_FILE)
		return;
	for (size_t i = 0; i < ARRAY_LEN(meanings); i++)
		if (meanings[i].state == state &&
		    !strcmp(base, meanings[i].base)) {
			push(f, (struct rv_event){.kind = meanings[i].kind,
						  .time = RV_UNDATED});
			return;
		}
	if (state && !strncmp(base, "job-", 4))
		push(f, (struct rv_event){.kind = RV_EVENT_JOB,
					  .time = RV_UNDATED});
	/* The index, locks and temporary files are no news. */
	if (!state && base[0] != '.')
		push_path(f, path);
}

rv_status
rv_feed_new(const char *workspace, size_t max, struct rv_feed **out,
	    struct rv_err *err)
{
	struct rv_feed *f = rv_calloc(1, sizeof(*f));
	rv_status st = rv_watch_new(max, &f->watch, err);

	f->workspace = rv_sv_cstr_in(&f->arena, rv_sv(workspace));
	rv_tail_init(&f->journal,
		     rv_path_join_in(&f->arena, workspace,
				     ".reverie/subconscious.jsonl"),
		     0);
	if (st != RV_OK) {
		rv_feed_free(f);
		return st;
	}
	watch_again(f);
	*out = f;
	return RV_OK;
}

void
rv_feed_free(struct rv_feed *f)
{
	if (!f)
		return;
	rv_watch_free(f->watch);
	rv_tail_release(&f->journal);
	free(f->events);
	for (size_t i = 0; i < f->n_todo; i++)
		free(f->todo[i].dir);
	free(f->todo);
	rv_arena_release(&f->names);
	rv_arena_release(&f->arena);
	free(f);
}

int
rv_feed_fd(const struct rv_feed *f)
{
	return rv_watch_fd(f->watch);
}

bool
rv_feed_next(struct rv_feed *f, struct rv_event *out)
{
	if (f->first == f->n) {
		f->first = f->n = f->paths = 0;
		f->all = false;
		rv_arena_release(&f->names);
		rv_watch_dispatch(f->watch, changed, f);
	}
	if (f->first == f->n)
		return false;
	*out = f->events[f->first++];
	return true;
}
