/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_ENGINE_PRIV_H
#define RV_ENGINE_ENGINE_PRIV_H

/*
 * What the engine's own files share: the handle, the map of the agent's files
 * and the configuration.  No front end includes this.
 */

#include <stdbool.h>

#include "base/arena.h"
#include "base/env.h"
#include "base/status.h"
#include "base/yaml.h"
#include "doc/tokens.h"
#include "engine/access.h"
#include "engine/action.h"
#include "engine/engine.h"
#include "llm/model.h"
#include "store/ledger.h"
#include "store/store.h"

/* Where the agent keeps what: the map of ARCHITECTURE.md, resolved. */
struct rv_map {
	const char *story;	/* absolute path, exists or is to be made */
	const char *story_rel;	/* as proposals and pages name it */
	const char *pending;	/* absolute */
	const char *pending_rel;
	const char *sessions;	/* directory, or NULL */
	const char *soul, *identity; /* absolute, or NULL */
	const char *raw, *wiki, *memory; /* directories, may not exist */
	const char *memory_md;
};

/* A place of the map as `init` reports it. */
struct rv_found {
	const char *key;  /* story, pending, sessions, ... */
	const char *path; /* relative to the workspace, or absolute */
	int64_t count;	  /* chapters, records, files ... */
	bool taken;	  /* false: outside the workspace, only reported */
};

struct rv_config {
	struct rv_arena arena;
	struct rv_yaml *user, *own, *extra; /* lowest to highest; may be NULL */
	const char *user_file, *own_file, *extra_file;
};

struct rv_engine {
	const struct rv_env *env;
	struct rv_arena arena;
	const char *workspace;	/* absolute, no final slash */
	const char *dir;	/* WORKSPACE/.reverie */
	bool readonly, demo;
	bool undecided; /* access.h */
	const char *agent;
	struct rv_config config;
	struct rv_config config_kept; /* vault.c: what config.own points into */
	struct rv_map map;
	struct rv_store *store;
	struct rv_tokens *tokens;
	struct rv_turn_cache *turns;	  /* turn_cache.c */
	struct rv_support_cache *support; /* view_story.c */
	struct rv_tree_cache *tree; /* tree_cache.c */
	bool looked; /* view_layers.c: the quick answer was given */
	struct rv_story_known *known;	  /* story_known.c */
	struct rv_usage_cache *usage;	  /* usage.c */
	struct rv_kept_draft *kept;	  /* consolidate.c: shown last */
	struct rv_running *running;	  /* the owner's, or NULL */
	const atomic_int *waiting;	  /* the same */
	struct rv_scan *scan; /* sync.c: pages not read yet, or NULL */
};

/* config.c: built-in defaults (config.def), user file, workspace file, --config.
 * RV_E_CONFIG names file and line. */
rv_status rv_config_load(struct rv_config *c, const struct rv_env *env,
			 const char *workspace, const char *extra,
			 struct rv_err *err) RV_MUST_CHECK;
void rv_config_release(struct rv_config *c);
/* config_check.c: a warning for each key that config.def does not know, with
 * its line and what may be meant.  A .json file is shared with the agent: what
 * is not ours in it is passed over. */
void rv_config_check(const struct rv_config *c);
const char *rv_config_get(const struct rv_config *c, const char *key)
	RV_NONNULL; /* in c's arena; the default when not set */
/* A list, or a scalar as a list of one; in the arena. */
const char **rv_config_list(const struct rv_config *c, const char *key,
			    struct rv_arena *arena, size_t *n);
/* The node of the highest file that sets the key, or NULL. */
const struct rv_yaml *rv_config_node(const struct rv_config *c,
				     const char *key);
/* The node of a key of any kind, or NULL; *own: the workspace's file has it. */
const struct rv_yaml *rv_config_from(const struct rv_config *c,
				     const char *key, bool *own);
int64_t rv_config_int(const struct rv_config *c, const char *key);
bool rv_config_bool(const struct rv_config *c, const char *key);

void rv_engine_scan_free(struct rv_engine *e); /* sync.c */
void rv_tree_cache_free(struct rv_tree_cache *c);
void rv_support_cache_free(struct rv_support_cache *c);

/* engine.c: how a console would find the workspace. */
enum rv_access rv_engine_access(const struct rv_engine *e);

/* map.c */
void rv_map_find(struct rv_engine *e);
bool rv_map_any(const struct rv_engine *e); /* something of it is there */
/* Everything `init` names, with counts, in the order of the map. */
rv_status rv_map_report(struct rv_engine *e, struct rv_arena *arena,
			struct rv_found **out, size_t *n, struct rv_err *err)
	RV_MUST_CHECK;

/* sync.c: what rv_engine_sync does for one room of the map. */
/* Writes the BASELINE row once: everything at or before the anchor that is
 * known now was narrated before us.  A second call does nothing. */
rv_status rv_baseline(struct rv_engine *e, struct rv_err *err) RV_MUST_CHECK;

/* journal.c: one line of .reverie/subconscious.jsonl for a resonance turn. */
rv_status rv_journal_turn(struct rv_engine *e, int64_t t, int64_t run,
			  struct rv_sv session, int64_t unique, int64_t in,
			  struct rv_sv verdicts_json, double ms,
			  struct rv_sv skipped, struct rv_err *err)
	RV_MUST_CHECK;

/* decide.c: the only place that publishes. */
/*
 * Opens a proposal: object of `bytes`, PROPOSE row.  When an open proposal of
 * the same action and target has the same result, that one is returned; other
 * open ones of the same action and target are superseded.
 */
struct rv_proposal_new {
	char letter;	     /* 'C' or 'P' */
	struct rv_sv action; /* "consolidate" */
	struct rv_sv target; /* relative path */
	struct rv_sv base;   /* sha256 of the file now, or empty */
	struct rv_sv bytes;
	int64_t anchor_before, anchor_after;
	const char *const *episodes; /* ids */
	size_t n_episodes;
	struct rv_sv checks, batches; /* JSON arrays */
	bool approvable;
	/* Proposals of one target with different keys (a part of `batches`)
	 * stand side by side; empty: all are one. */
	struct rv_sv key;
	struct rv_sv replaces; /* id that this one takes the place of, or "" */
	bool anew; /* even when these bytes wait already, with other checks */
	bool *already; /* set when an open one is returned; NULL: nobody asks */
};
rv_status rv_propose(struct rv_engine *e, const struct rv_proposal_new *p,
		     enum rv_door door, char id[24], struct rv_err *err)
	RV_MUST_CHECK;
/*
 * Publishes a proposal whose result has exactly this sha256: intent, files by
 * compare-and-swap under the story's lock, pending slice, DONE.  RV_E_MOVED when
 * the file is not the proposal's base, RV_E_HELD, RV_E_UNDECIDED when sha
 * differs or is NULL, or when a promotion has an open warning and no reason is
 * given (NULL or empty); RV_E_REJECTED when a check failed.  A promotion is
 * checked once more before: see engine/recheck.h.
 */
struct rv_worse_list;
rv_status rv_decide_approve(struct rv_engine *e, struct rv_sv id,
			    const char *sha, const char *reason,
			    enum rv_door door, int64_t *ledger,
			    struct rv_worse_list *worse,
			    struct rv_err *err) RV_MUST_CHECK;
/* Several at once: one step in the ledger, one undo.  All files are checked
 * before the first one is written; what is rejected and deferred with them
 * is a part of that step. */
#define RV_BATCH_MAX 64 /* pages */
struct rv_decision {
	struct rv_sv id;
	enum rv_ledger_kind kind; /* APPROVE, REJECT or DEFER */
	const char *sha;	  /* of APPROVE */
	const char *reason; /* of REJECT; why in spite of a warning, or NULL */
	int64_t due;	    /* of DEFER, as rv_defer takes it */
};
rv_status rv_decide_apply(struct rv_engine *e, const struct rv_decision *list,
			  size_t n, enum rv_door door, int64_t *ledger,
			  struct rv_worse_list *worse,
			  struct rv_err *err) RV_MUST_CHECK;
rv_status rv_decide_reject(struct rv_engine *e, struct rv_sv id,
			   struct rv_sv reason, enum rv_door door,
			   int64_t *ledger, struct rv_err *err) RV_MUST_CHECK;
/* undo.c: id 0 is the newest applied step of this person that is no undo. */
rv_status rv_undo(struct rv_engine *e, int64_t id, enum rv_door door,
		  int64_t *ledger, struct rv_err *err) RV_MUST_CHECK;
/* recover.c: finishes or drops what a killed process left. */
rv_status rv_recover(struct rv_engine *e, struct rv_err *err) RV_MUST_CHECK;

/* consolidate.c: a draft of what is pending, from the engine's configuration. */
struct rv_draft;
rv_status rv_engine_draft(struct rv_engine *e, bool pending_only, bool late,
			  struct rv_sv edited, struct rv_arena *arena,
			  struct rv_draft *out, struct rv_err *err)
	RV_MUST_CHECK;
/*
 * The same for a screen: the draft stays with the handle, so that what is
 * approved is what was shown, also when a model would answer differently the
 * next time.  An edited text is checked against the kept draft; no model is
 * asked again.  Borrowed until the next call.
 */
rv_status rv_engine_preview(struct rv_engine *e, bool late, struct rv_sv edited,
			    const struct rv_draft **out, struct rv_err *err)
	RV_MUST_CHECK;
/* The draft that was shown last when it has this result, else NULL. */
const struct rv_draft *rv_engine_kept(const struct rv_engine *e,
				      const char *sha);
void rv_engine_kept_drop(struct rv_engine *e);
/* Reads STORY.md; an absent one is empty. */
rv_status rv_engine_read_story(struct rv_engine *e, struct rv_buf *out,
			       struct rv_err *err) RV_MUST_CHECK;

#endif
