/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ENGINE_H
#define RV_ENGINE_ENGINE_H

/*
 * The engine: what every front end drives.  A handle is one agent's workspace,
 * opened by one thread; a second thread (the console's worker) opens its own.
 * Everything an operator or an agent can do is an action (engine/action.h);
 * what a screen shows is a view (engine/view.h); what happens meanwhile, here
 * or in another process, is a feed of events (below).  This header and those
 * two are all that front ends see.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/env.h"
#include "base/status.h"
#include "base/time.h"
#include "base/str.h"

/* No text is taken that is more: a page of that size would not be read. */
#define RV_TEXT_MAX ((size_t)16 << 20)

struct rv_engine;
struct rv_running; /* engine/running.h */

struct rv_engine_opts {
	const struct rv_env *env;
	const char *workspace; /* absolute directory */
	const char *config;    /* extra config file of --config, or NULL */
	bool readonly;
	/* A console's look: read-only too where :readonly says so, or where
	 * nobody said anything and no person decided anything yet. */
	bool look;
	/* Make .reverie (and record the baseline) where it is missing; without
	 * it such a workspace is read through an index in memory. */
	bool create;
	struct rv_running *running; /* told of a model's call; or NULL */
	/* How many wait for the handle's thread, set by others; or NULL. */
	const atomic_int *waiting;
};

/*
 * The workspace by the rule of the command line: `given` (--workspace or
 * REVERIE_WORKSPACE), else the nearest directory at or above `cwd` that holds
 * .reverie/, else the configured default.  Absolute path into *out.
 * RV_E_NOWORKSPACE.
 */
rv_status rv_workspace_find(const struct rv_env *env, const char *given,
			    const char *cwd, struct rv_buf *out,
			    struct rv_err *err) RV_MUST_CHECK;

/*
 * Loads the configuration, finds the agent's files by the map, opens the store,
 * finishes or drops decisions that a killed process left half done, removes
 * stray temporary files.  A workspace whose directory cannot be written is
 * opened read-only.  Does not index: see rv_engine_sync.
 */
rv_status rv_engine_open(const struct rv_engine_opts *opts,
			 struct rv_engine **out, struct rv_err *err)
	RV_MUST_CHECK;
void rv_engine_free(struct rv_engine *e);

/*
 * Takes over what the workspace masks (redact.email, redact.phone, its salt)
 * and opens nothing: for an action that runs without a handle.
 */
rv_status rv_workspace_settle(const struct rv_env *env, const char *workspace,
			      const char *config, struct rv_err *err)
	RV_MUST_CHECK;

/*
 * An error or a warning as it may be shown and kept: with placeholders for
 * credentials, such as a token in the name of a file.
 */
void rv_message_mask(struct rv_sv message, struct rv_buf *out);
/* A typed reason as the ledger keeps it: with placeholders for all secrets. */
void rv_reason_mask(struct rv_sv reason, struct rv_buf *out);

/* Indexes what changed in the agent's files and in the record.  Cheap when
 * nothing did (one stat a file). */
rv_status rv_engine_sync(struct rv_engine *e, struct rv_err *err) RV_MUST_CHECK;
/*
 * The same in portions, for a thread that has more to do: the first call takes
 * in story, sessions and pending log and finds which pages changed (one stat a
 * file), each call takes in pages for about budget_ms, the commit included, ten
 * times as long while rv_engine_opts.waiting says that nobody waits, and leaves
 * the index consistent.  *done of *total pages are read; equal: finished, and
 * the next call looks anew.  Views in between show the pages that are not read
 * yet by name and size.
 */
rv_status rv_engine_sync_step(struct rv_engine *e, int64_t budget_ms,
			      int64_t *done, int64_t *total,
			      struct rv_err *err) RV_MUST_CHECK;
/* The next step looks at all files again; what it knew to be unread is found
 * once more. */
void rv_engine_sync_anew(struct rv_engine *e);
/*
 * Takes in what a feed named: record, story, sessions and pending log, and of
 * the pages only these ("wiki/a.md"; changed, new or gone; others are passed
 * over).  Costs what changed, not what is there.  Views show the pages at once;
 * their words are found after the next rv_engine_sync_step, for the index may
 * have much to merge by then.  *done and *total as above: that step, and a scan
 * that is under way, are still to come.
 */
rv_status rv_engine_sync_changed(struct rv_engine *e, const struct rv_sv *paths,
				 size_t n, int64_t *done, int64_t *total,
				 struct rv_err *err) RV_MUST_CHECK;

/* Looks at the chain of the ledger, for views to tell of it; a broken one is no
 * error here.  Cheap when nothing was written. */
rv_status rv_engine_verify(struct rv_engine *e, struct rv_err *err)
	RV_MUST_CHECK;

/* Gives back memory that was needed for once: after a full index, a first tree
 * of very many pages. */
void rv_engine_rest(struct rv_engine *e);

const char *rv_engine_workspace(const struct rv_engine *e) RV_NONNULL;
bool rv_engine_readonly(const struct rv_engine *e);
/* Nobody said yet whether a console may write here; it is read-only. */
bool rv_engine_undecided(const struct rv_engine *e);
/* A person said `:readonly on` here. */
bool rv_engine_held(const struct rv_engine *e);
/* Keeps for the next console what a person said, in .reverie where it is. */
rv_status rv_engine_keep_readonly(const char *workspace, bool readonly,
				  struct rv_err *err) RV_MUST_CHECK;
/* A configured value as text ("ui.theme"), or its default; "" when none. */
const char *rv_engine_config(const struct rv_engine *e, const char *key)
	RV_NONNULL;

/* When something deferred shall come back, as a person wrote it: a time to
 * come (base/when.h), or "until-event".  RV_E_USAGE says what is taken. */
#define RV_DEFER_AT_EVENT INT64_MAX
rv_status rv_defer_when(struct rv_sv text, const struct rv_env *env,
			int64_t *due, struct rv_err *err) RV_MUST_CHECK;
/* A date to come, to show how one is written. */
void rv_defer_example(int64_t now, char out[RV_ISO_MAX]);

/* What happened, seen from the files that processes share. */
enum rv_event_kind {
	RV_EVENT_TURN,	  /* a resonance run was journaled */
	RV_EVENT_WONDER,  /* a wonder step was journaled */
	RV_EVENT_RECORD,  /* episodes or ledger rows were appended */
	RV_EVENT_STORY,	  /* STORY.md changed */
	RV_EVENT_PENDING, /* the pending log changed */
	RV_EVENT_JOB,	  /* a model's call began, went on or ended */
	RV_EVENT_FILES	  /* some other file of the workspace changed */
};
struct rv_event {
	enum rv_event_kind kind;
	int64_t run;  /* of a turn */
	int64_t time; /* of a journal line, or RV_UNDATED */
	int64_t in, unique; /* of a turn */
	/* Of RV_EVENT_FILES: the one that came, changed or went, below the
	 * workspace; empty: any may have.  Until the next event is asked for. */
	struct rv_sv path;
};

/*
 * The feed watches the workspace (inotify) and reads the journal's new lines.
 * It needs no engine handle and may live in another thread (the console's UI).
 * Of raw, wiki and memory every directory is watched, `max` at the most (0: as
 * many as the system lets us).  The first portion is there when rv_feed_new
 * returns, the others are added by rv_feed_more, so that a start does not wait
 * for thousands of them; with the last one an event says to look again.  So it
 * is when a tree of directories came at once, and when the system lost events.
 */
struct rv_feed;
rv_status rv_feed_new(const char *workspace, size_t max, struct rv_feed **out,
		      struct rv_err *err) RV_MUST_CHECK;
void rv_feed_free(struct rv_feed *f);
int rv_feed_fd(const struct rv_feed *f);
/* Adds some more directories; false when all are watched. */
bool rv_feed_more(struct rv_feed *f);
bool rv_feed_behind(const struct rv_feed *f); /* there are some to be added */
/* Some directories could not be watched: changes there are seen by a look at
 * everything only, and events name no path. */
bool rv_feed_limited(const struct rv_feed *f);
/* Next event of what is there; false when there is none.  Never blocks. */
bool rv_feed_next(struct rv_feed *f, struct rv_event *out);

#endif
