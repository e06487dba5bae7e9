/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_MODEL_H
#define RV_UI_MODEL_H

/*
 * The model: what the screens show, and the worker thread that reads it.  The
 * UI asks (ui_model_want, ui_model_run); the worker serves one request at a time
 * and hands back immutable snapshots; the UI takes them over when the loop
 * wakes.  What may ask a model of the network (a dry run, `consolidate`) has a
 * lane and a thread of its own, made when it is first needed, so that nothing
 * else waits for an answer; so have actions that are RV_ACTION_LONG, which are
 * never waited for.  Views that are asked for while they are being read are
 * read once more, with the newest argument.  All functions from the UI thread;
 * `serve` alone runs in the workers.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/loop.h"
#include "base/status.h"
#include "engine/action.h"
#include "engine/running.h"
#include "engine/view_pages.h"
#include "engine/view_proposal.h"

enum ui_view {
	/* The engine itself; no data.  num 1: anew, and make .reverie where it
	 * is missing; 2: anew and read-only. */
	UI_VIEW_OPEN,
	/* Index what changed; no data.  num 1: of the pages only those of the
	 * text, a line each; 2: go on with what is left to be read. */
	UI_VIEW_SYNC,
	UI_VIEW_STATUS,
	UI_VIEW_OVERVIEW,
	UI_VIEW_STORY,
	UI_VIEW_SOURCES,  /* of a chapter (num) */
	UI_VIEW_TURNS,
	UI_VIEW_TRACE,	  /* of a run (num) */
	UI_VIEW_PENDING,  /* from an episode on (num), -1: all */
	UI_VIEW_LOG,
	UI_VIEW_DRAFT,	  /* num 1: with the late; text: edited */
	UI_VIEW_PROPOSAL, /* by id (text) */
	UI_VIEW_EPISODE,  /* by id (text) */
	UI_VIEW_LAYERS,
	UI_VIEW_ITEM,	  /* by path (text) */
	UI_VIEW_REVIEW,
	UI_VIEW_THREE,	  /* by id (text) */
	UI_VIEW_LIVES,
	UI_VIEW_JOBS,
	UI_VIEW_FOUND,	  /* what a workspace holds that is new */
	UI_VIEW_NOTES,
	UI_VIEW_REST,	  /* much was freed: gives it back; no data */
	UI_VIEW_ACTION,	  /* the answer of an action; never kept */
	UI_VIEW_N
};

enum ui_lane { UI_LANE_READ, UI_LANE_CALL, UI_LANE_LONG, UI_LANES };

struct ui_snap {
	enum ui_view view;
	int64_t num;
	struct rv_sv text; /* of the request, in the arena */
	rv_status status;
	struct rv_err err;
	struct rv_arena arena;
	union {
		struct rv_view_status status_;
		struct rv_view_overview overview;
		struct rv_view_story story;
		struct {
			struct rv_view_episode *items;
			size_t n;
		} sources;
		struct rv_view_turns turns;
		struct rv_view_trace trace;
		struct rv_view_pending pending;
		struct rv_view_log log;
		struct rv_view_proposal proposal;
		struct rv_view_episode episode;
		struct rv_view_layers layers;
		struct rv_view_item item;
		struct rv_view_review review;
		struct rv_view_three three;
		struct rv_view_lives lives;
		struct rv_view_found found;
		struct rv_view_notes notes;
		struct rv_view_jobs jobs;
		struct {
			int64_t done, total; /* pages read so far */
		} sync;
		struct {
			bool undecided; /* nobody said whether to write */
		} open;
		struct {
			struct rv_args args;
			struct rv_sv cli;  /* the command line that does it */
			struct rv_sv json; /* the answer */
		} action;
	} u;
	int tag; /* the UI's own, of an action */
	enum ui_lane lane;
};

/* What a request is served from: the engine, or a test. */
struct ui_backend {
	/* A worker thread, which the snapshot's lane names: fills snap->u,
	 * status and err from view, num, text. */
	void (*serve)(struct ui_backend *b, struct ui_snap *snap);
	void (*close)(struct ui_backend *b); /* when no worker runs any more */
	/* Any thread: stops the lane's call of a model; NULL: there are none. */
	void (*cancel)(struct ui_backend *b, enum ui_lane lane);
	/* Any thread: how far that call is. */
	struct rv_running_now (*look)(struct ui_backend *b);
	struct rv_loop *loop; /* the model's: may be woken by the backend */
	/* Requests that were made and not begun: the model adds, a backend that
	 * looks at it takes off. */
	atomic_int waiting;
};

struct ui_model;

/* `backend` belongs to the model afterwards (closed, not freed). */
struct ui_model *ui_model_new(struct rv_loop *loop, struct ui_backend *backend);
/* Waits for the request that is being served. */
void ui_model_free(struct ui_model *m);

void ui_model_want(struct ui_model *m, enum ui_view v, int64_t num,
		   struct rv_sv text);
/* Runs an action; its snapshot comes with `tag`.  The arguments are copied. */
void ui_model_run(struct ui_model *m, const struct rv_args *args, int tag);
/* Newest good snapshot of a view, or NULL. */
const struct ui_snap *ui_model_get(const struct ui_model *m, enum ui_view v);
/* The last attempt when it failed after the newest good one, else NULL. */
const struct ui_snap *ui_model_failed(const struct ui_model *m,
				      enum ui_view v);
bool ui_model_reading(const struct ui_model *m, enum ui_view v);
bool ui_model_idle(const struct ui_model *m); /* nothing is waited for */
/* Stops the dry run that is on its way; its snapshot says RV_E_CANCELLED. */
void ui_model_cancel(struct ui_model *m);
/* How far the model's answer is; zeros: none is asked. */
struct rv_running_now ui_model_running(const struct ui_model *m);
/* Nothing is on its way but the answer of a model. */
bool ui_model_settled(const struct ui_model *m);
/* Forgets a snapshot (a preview that was dropped). */
void ui_model_drop(struct ui_model *m, enum ui_view v);

/*
 * Takes over what the worker finished; calls fn for each.  Snapshots of actions
 * are valid during the call only.
 */
typedef void ui_model_fn(void *arg, const struct ui_snap *snap);
void ui_model_collect(struct ui_model *m, ui_model_fn *fn, void *arg);

/* The real backend: opens the workspace at the first UI_VIEW_OPEN. */
struct ui_backend *ui_backend_engine_new(const struct rv_env *env,
					 const char *workspace,
					 const char *config, bool readonly);
void ui_backend_engine_free(struct ui_backend *b);

#endif
