/* SPDX-License-Identifier: MIT */
/* Events from the files that processes share: inotify says which file, the
 * journal's new lines say which turn. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/engine_priv.h"
#include "files/tail.h"
#include "files/watch.h"

#define FEED_MAX 4096 /* events kept; more than that means "look again" */

struct rv_feed {
	struct rv_arena arena;
	struct rv_watch *watch;
	struct rv_tail journal;
	struct rv_event *events;
	size_t first, n, cap;
};

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
	if (f->n > f->first && ev.kind != RV_EVENT_TURN &&
	    f->events[f->n - 1].kind == ev.kind)
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

/* rv_watch_fn */
static void
changed(const char *path, void *arg)
{
	struct rv_feed *f = arg;
	const char *base = path ? rv_path_base(path) : "";
	bool state = path && strstr(path, "/.reverie/");

	if (!path || !strcmp(base, "subconscious.jsonl"))
		read_journal(f);
	if (!path) {
		push(f, (struct rv_event){RV_EVENT_RECORD, 0, RV_UNDATED, 0, 0});
		push(f, (struct rv_event){RV_EVENT_STORY, 0, RV_UNDATED, 0, 0});
		push(f, (struct rv_event){RV_EVENT_FILES, 0, RV_UNDATED, 0, 0});
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(meanings); i++)
		if (meanings[i].state == state &&
		    !strcmp(base, meanings[i].base)) {
			push(f, (struct rv_event){meanings[i].kind, 0,
						  RV_UNDATED, 0, 0});
			return;
		}
	if (state && !strncmp(base, "job-", 4))
		push(f, (struct rv_event){RV_EVENT_JOB, 0, RV_UNDATED, 0, 0});
	/* The index, locks and temporary files are no news. */
	if (!state && base[0] != '.')
		push(f, (struct rv_event){RV_EVENT_FILES, 0, RV_UNDATED, 0, 0});
}

rv_status
rv_feed_new(const char *workspace, struct rv_feed **out, struct rv_err *err)
{
	static const char *const dirs[] = {
		".reverie", ".",       "sessions",	"memory",
		"raw",	    "wiki",    "wiki/entities", "wiki/concepts",
		"wiki/decisions", "wiki/research", "wiki/sessions",
	};
	struct rv_feed *f = rv_calloc(1, sizeof(*f));
	rv_status st = rv_watch_new(&f->watch, err);

	for (size_t i = 0; st == RV_OK && i < ARRAY_LEN(dirs); i++) {
		const char *dir = !strcmp(dirs[i], ".")
					  ? workspace
					  : rv_path_join_in(&f->arena,
							    workspace, dirs[i]);
		st = rv_watch_add_dir(f->watch, dir, err);
	}
	rv_tail_init(&f->journal,
		     rv_path_join_in(&f->arena, workspace,
				     ".reverie/subconscious.jsonl"),
		     0);
	if (st != RV_OK) {
		rv_feed_free(f);
		return st;
	}
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
		f->first = f->n = 0;
		rv_watch_dispatch(f->watch, changed, f);
	}
	if (f->first == f->n)
		return false;
	*out = f->events[f->first++];
	return true;
}
