/* SPDX-License-Identifier: MIT */
/* Brings the index up to date with the record and the agent's files. */
#include "config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/mask.h"
#include "engine/engine_priv.h"
#include "engine/scan.h"
#include "intake/import.h"
#include "intake/pending.h"
#include "store/episode.h"
#include "store/ledger.h"
#include "store/object.h"
#include "store/page_meta.h"
#include "store/rejected.h"
#include "store/source.h"

static bool
is_session_file(const char *name)
{
	/* Archives (NAME.jsonl.reset.TIME and the like) end otherwise. */
	return rv_sv_ends(rv_sv(name), RV_SV(".jsonl")) && name[0] != '.';
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of the session files, sorted, in the arena. */
static const char **
session_names(struct rv_engine *e, struct rv_arena *arena, size_t *n)
{
	const char **names = NULL, **out;
	size_t cap = 0;
	DIR *d = e->map.sessions ? opendir(e->map.sessions) : NULL;
	struct dirent *entry;

	*n = 0;
	while (d && (entry = readdir(d))) {
		if (!is_session_file(entry->d_name))
			continue;
		rv_grow(&names, &cap, *n + 1);
		names[(*n)++] = rv_sv_cstr_in(arena, rv_sv(entry->d_name));
	}
	if (d)
		closedir(d);
	if (*n)
		qsort(names, *n, sizeof(*names), by_name);
	out = rv_arena_array(arena, const char *, *n ? *n : 1);
	if (*n)
		memcpy(out, names, *n * sizeof(*names));
	free(names);
	return out;
}

/* "sessions/x.jsonl" in the workspace, else the absolute path; masked. */
static const char *
rel_of(struct rv_engine *e, const char *path, struct rv_arena *arena)
{
	size_t n = strlen(e->workspace);

	if (!strncmp(path, e->workspace, n) && path[n] == '/')
		path += n + 1;
	return rv_sv_cstr_in(arena, rv_mask_path(arena, rv_sv(path), NULL));
}

static rv_status
drop_gone_sessions(struct rv_engine *e, struct rv_arena *arena,
		   struct rv_err *err)
{
	struct rv_source *list;
	size_t n;
	rv_status st = rv_source_list(e->store, "session", arena, &list, &n,
				      err);

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		const char *path = rv_mask_join(arena, e->workspace,
						list[i].path);
		if (rv_path_exists(path))
			continue;
		st = rv_session_gone(e->store, list[i].path, err);
	}
	return st;
}

/* A session that is there and cannot be read. */
static rv_status
note_unread(struct rv_engine *e, const char *rel, const char *path,
	    const struct rv_err *why, struct rv_err *err)
{
	struct stat now;
	const struct rv_rejected r = {
		.file = rv_sv(rel),
		.offset = -1,
		.reason = rv_sv(why->msg),
		.time = stat(path, &now) == 0
				? (int64_t)now.st_mtim.tv_sec * 1000
				: RV_UNDATED,
	};

	rv_log(RV_LOG_WARN, "%s", why->msg);
	return rv_rejected_note(e->store, &r, err);
}

static rv_status
sync_sessions(struct rv_engine *e, struct rv_arena *arena, struct rv_err *err)
{
	int64_t unread = rv_rejected_count(e->store, RV_SV_NONE), rejected = 0;
	size_t n;
	const char **names = session_names(e, arena, &n);
	rv_status st = RV_OK;

	for (size_t i = 0; st == RV_OK && i < n; i++) {
		const char *path =
			rv_path_join_in(arena, e->map.sessions, names[i]);
		const char *rel = rel_of(e, path, arena);
		/* One for each: it keeps only so many details. */
		struct rv_import_report report = {0};
		struct rv_err why = {0};
		rv_status one = rv_session_sync(e->store, path, rel, &report,
						&why);

		rejected += report.rejected_n;
		rv_import_report_release(&report);
		/* One unreadable file must not hide all the others. */
		if (one == RV_E_BUG || one == RV_E_NOMEM ||
		    one == RV_E_NOSPACE || one == RV_E_DAMAGED)
			st = rv_fail_path(err, one, path, "%s", why.msg);
		else if (one != RV_OK)
			st = note_unread(e, rel, path, &why, err);
		else if (unread)
			st = rv_rejected_opened(e->store, rv_sv(rel), err);
	}
	if (rejected)
		rv_log(RV_LOG_INFO, "sessions: %lld lines were rejected",
		       (long long)rejected);
	if (st == RV_OK)
		st = drop_gone_sessions(e, arena, err);
	return st;
}

/* A byte budget beside the clock: with a fixed time no clock runs. */
#define BYTES_PER_MS 65536
#define PATIENCE 10

void
rv_engine_scan_free(struct rv_engine *e)
{
	if (e->scan)
		rv_scan_release(e->scan);
	free(e->scan);
	e->scan = NULL;
}

/* Everything but the pages. */
static rv_status
sync_front(struct rv_engine *e, struct rv_arena *arena, struct rv_err *err)
{
	struct rv_pending_status pending = {0};
	/* The story first: its anchor decides what is late. */
	rv_status st = rv_sync_story(e, arena, err);

	if (st == RV_OK)
		st = sync_sessions(e, arena, err);
	if (st == RV_OK)
		st = rv_pending_sync(e->store, e->map.pending,
				     e->map.pending_rel, &pending, err);
	return st;
}

/* The list of the pages to read. */
static rv_status
find_pages(struct rv_engine *e, struct rv_err *err)
{
	rv_status st;

	rv_engine_scan_free(e);
	e->scan = rv_calloc(1, sizeof(*e->scan));
	st = rv_scan_run(e, e->scan, err);
	for (size_t i = 0; st == RV_OK && i < e->scan->n_gone; i++)
		st = rv_sync_drop_page(e, e->scan->gone[i], err);
	return st;
}

static bool
somebody_waits(const struct rv_engine *e)
{
	return e->waiting && atomic_load(e->waiting) > 0;
}

/* A commit costs as much as many pages: portions are longer while nobody waits,
 * and of a short one it is half.  Below 0: all that is left. */
static bool
is_enough(const struct rv_engine *e, int64_t budget_ms, int64_t begun,
	  int64_t bytes)
{
	int64_t us = rv_env_ticks(e->env) - begun, most = budget_ms * 1000;

	if (budget_ms < 0)
		return false;
	if (e->waiting && !somebody_waits(e))
		most *= PATIENCE;
	else
		most /= 2;
	return us > most || bytes > most / 1000 * BYTES_PER_MS;
}

/* `ready` or NULL: nobody read ahead. */
static rv_status
sync_item(struct rv_engine *e, const struct rv_scan_item *item,
	  const struct rv_page_ready *ready, int64_t *bytes, struct rv_err *err)
{
	bool known = false;
	rv_status st;

	if (item->gone)
		return rv_sync_drop_page(e, rv_sv(item->rel), err);
	st = rv_sync_has_page(e, item, &known, err);
	if (st != RV_OK || known)
		return st;
	*bytes += item->st.st_size;
	return ready ? rv_sync_put(e, item, ready, err)
		     : rv_sync_page(e, item, err);
}

static rv_status
sync_portion(struct rv_engine *e, int64_t budget_ms, struct rv_err *err)
{
	int64_t begun = rv_env_ticks(e->env), bytes = 0;
	struct rv_scan *scan = e->scan;
	rv_status st = RV_OK;

	if (!scan->ahead && scan->n - scan->next >= RV_AHEAD_LEAST)
		scan->ahead = rv_ahead_begin(scan->items, scan->next, scan->n);
	while (st == RV_OK && scan->next < scan->n) {
		st = sync_item(e, &scan->items[scan->next],
			       scan->ahead ? rv_ahead_next(scan->ahead) : NULL,
			       &bytes, err);
		scan->next += st == RV_OK;
		if (is_enough(e, budget_ms, begun, bytes))
			break;
	}
	return st;
}

rv_status
rv_engine_sync_step(struct rv_engine *e, int64_t budget_ms, int64_t *done,
		    int64_t *total, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st = rv_store_catch_up(e->store, err);
	bool fresh = !e->scan;

	if (st == RV_OK)
		st = rv_store_begin(e->store, err);
	if (st != RV_OK)
		goto out;
	if (fresh)
		st = sync_front(e, &arena, err);
	if (fresh && st == RV_OK)
		st = find_pages(e, err);
	rv_store_hurry(e->store, somebody_waits(e));
	/* The first look costs a walk: it is answered before any reading. */
	if (st == RV_OK && (!fresh || budget_ms < 0))
		st = sync_portion(e, budget_ms, err);
	rv_store_hurry(e->store, somebody_waits(e));
	if (st == RV_OK)
		st = rv_store_commit(e->store, err);
	else
		rv_store_rollback(e->store);
	rv_store_hurry(e->store, false);
	if (st != RV_OK) {
		rv_engine_scan_free(e);
		goto out;
	}
	*done = (int64_t)e->scan->next;
	*total = (int64_t)e->scan->n;
	if (*done == *total)
		rv_engine_scan_free(e);
out:
	rv_arena_release(&arena);
	return st;
}

void
rv_engine_sync_anew(struct rv_engine *e)
{
	rv_engine_scan_free(e);
}

rv_status
rv_engine_sync(struct rv_engine *e, struct rv_err *err)
{
	int64_t done, total;

	rv_engine_scan_free(e);
	return rv_engine_sync_step(e, -1, &done, &total, err);
}

/* The words of it are taken in by the next step. */
static void
leave_words(struct rv_engine *e, struct rv_scan_item *item)
{
	if (!e->scan)
		e->scan = rv_calloc(1, sizeof(*e->scan));
	item->shown = true;
	rv_scan_add(e->scan, item);
}

static rv_status
sync_one(struct rv_engine *e, struct rv_sv rel, struct rv_arena *arena,
	 struct rv_err *err)
{
	struct rv_scan_item item;
	struct rv_page_meta meta;
	rv_status st = rv_scan_one(e, rel, arena, &item, NULL);

	rel = rv_mask_path(arena, rel, NULL); /* as the index has it */
	if (st == RV_E_NOTFOUND) {
		/* any file of the workspace may be named, pages are dropped */
		st = rv_page_meta_get(e->store, rel, arena, &meta, NULL);
		if (st != RV_OK)
			return RV_OK;
		st = rv_page_meta_drop(e->store, rel, err);
		item.gone = true;
		item.rel = rv_sv_cstr_in(arena, rel);
	} else if (st == RV_OK) {
		st = rv_sync_row(e, &item, err);
	} else {
		return RV_OK; /* reached by a link: no page of ours */
	}
	if (st == RV_OK)
		leave_words(e, &item);
	return st;
}

rv_status
rv_engine_sync_changed(struct rv_engine *e, const struct rv_sv *paths, size_t n,
		       int64_t *done, int64_t *total, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	rv_status st = rv_store_catch_up(e->store, err);

	/* what was made ready may be of before */
	if (e->scan)
		rv_ahead_end(&e->scan->ahead);
	if (st == RV_OK)
		st = rv_store_begin(e->store, err);
	if (st != RV_OK)
		goto out;
	st = sync_front(e, &arena, err);
	for (size_t i = 0; st == RV_OK && i < n; i++)
		st = sync_one(e, paths[i], &arena, err);
	rv_store_hurry(e->store, true); /* who changed a file looks at it */
	if (st == RV_OK)
		st = rv_store_commit(e->store, err);
	else
		rv_store_rollback(e->store);
	rv_store_hurry(e->store, false);
	/* rows that were rolled back are found by a look at all */
	if (st != RV_OK)
		rv_engine_scan_free(e);
	*done = e->scan ? (int64_t)e->scan->next : 0;
	*total = e->scan ? (int64_t)e->scan->n : 0;
out:
	rv_arena_release(&arena);
	return st;
}

static rv_status
has_baseline(struct rv_engine *e, struct rv_arena *arena, bool *out,
	     struct rv_err *err)
{
	struct rv_ledger_row *rows;
	size_t n;
	rv_status st = rv_ledger_list(e->store, 0, arena, &rows, &n, err);

	*out = false;
	for (size_t i = 0; st == RV_OK && i < n; i++)
		if (rows[i].kind == RV_LEDGER_BASELINE)
			*out = true;
	return st;
}

/* Ids of the dated episodes at or before the anchor, one a line. */
static rv_status
baseline_ids(struct rv_engine *e, struct rv_arena *arena, struct rv_buf *ids,
	     int64_t *count, struct rv_err *err)
{
	struct rv_episode_query q = {.pending = true,
				     .late = true,
				     .after = RV_UNDATED,
				     .before = RV_UNDATED};
	struct rv_episode_list list;
	rv_status st = rv_episode_list(e->store, &q, arena, &list, err);

	*count = 0;
	for (size_t i = 0; st == RV_OK && i < list.n; i++) {
		if (list.items[i].time == RV_UNDATED)
			continue;
		rv_buf_addf(ids, "%s\n", list.items[i].id);
		++*count;
	}
	return st;
}

rv_status
rv_baseline(struct rv_engine *e, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf ids = RV_BUF_INIT, text = RV_BUF_INIT;
	struct rv_ledger_row row = {
		.kind = RV_LEDGER_BASELINE,
		.action = RV_SV("init"),
		.target = rv_sv(e->map.story_rel),
		.door = RV_SV("cli"),
		.anchor_before = RV_UNDATED,
		.anchor_after = rv_store_anchor(e->store),
	};
	struct rv_ledger_file story = {.path = row.target};
	char sha[RV_SHA256_HEX], told[RV_SHA256_HEX];
	bool done = false;
	rv_status st = has_baseline(e, &arena, &done, err);

	if (st == RV_OK && !done)
		st = baseline_ids(e, &arena, &ids, &row.n_episodes, err);
	if (st == RV_OK && !done && row.n_episodes) {
		st = rv_object_put(e->store, rv_buf_sv(&ids), sha, err);
		if (st == RV_OK)
			row.episodes = rv_sv(sha);
	}
	/* The story as it was found, so that a lost one can be put back. */
	if (st == RV_OK && !done && rv_path_exists(e->map.story)) {
		st = rv_engine_read_story(e, &text, err);
		if (st == RV_OK)
			st = rv_object_put(e->store, rv_buf_sv(&text), told,
					   err);
		story.after = rv_sv(told);
		row.files = &story;
		row.n_files = 1;
	}
	if (st == RV_OK && !done)
		st = rv_ledger_append(e->store, &row, err);
	rv_buf_release(&text);
	rv_buf_release(&ids);
	rv_arena_release(&arena);
	return st;
}
