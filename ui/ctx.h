/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_CTX_H
#define RV_UI_CTX_H

/*
 * What the panes share: the model, what is selected, and the services of the
 * console (toasts, going to a screen).  A pane changes the selection through
 * the functions here, so that its neighbours hear of it.  UI thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/env.h"
#include "ui/model.h"
#include "ui/stage.h"
#include "ui/style.h"

struct ui_console;

enum ui_show { UI_SHOW_NONE, UI_SHOW_DRAFT, UI_SHOW_PROPOSAL };

/* A line of this session's own log: what was pressed and what came of it. */
struct ui_said {
	int64_t time;
	char *cli, *text;
	enum rv_level level;
	int64_t row; /* of the record that it wrote, or 0 */
};
#define UI_SAID_MAX 64
#define UI_WARNED_MAX 32
/* A row of the log: one of these, or one of the record; both, where this session
 * did what the record tells. */
struct ui_logrow {
	const struct ui_said *said;
	const struct rv_view_activity *act;
};

struct ui_ctx {
	struct ui_console *console;
	const struct rv_env *env;
	struct ui_model *model;
	bool opened; /* the engine answered once */
	enum ui_view status_from;

	bool follow;
	int64_t held; /* turns that came while not following */
	int64_t newer; /* turns above the one that is being read */
	const char *focus; /* name of the focused pane */

	int64_t run;	    /* selected turn, 0: none */
	size_t cand;	    /* selected candidate of its trace */
	int phase;	    /* selected phase, 0 to 5 */
	int64_t pending_from; /* first of the episodes that are read; -1: all */
	int64_t chapter;    /* selected chapter in file order, -1: none */
	enum ui_show show;  /* what the preview pane shows */
	char *proposal;	    /* id of the proposal that is shown */
	bool late;	    /* of the draft that is shown */
	char *edited;	    /* file with its edited text, or NULL */
	char *list; /* a file of E that could not be understood, or NULL */
	char *own, *own_of; /* a text that came to nothing and the proposal it
			       is for, or NULL */
	struct ui_stage stage; /* what was decided and is not written */
	const char *path;   /* page on Layers, or NULL; lives for ever */
	int64_t path_line;  /* line of it to be shown once it is read, or 0 */
	const char *review; /* proposal on Review, or NULL; the same */
	struct rv_arena kept; /* what those two point to */
	struct ui_logrow log; /* chosen on Log; of the newest snapshot */
	/* Row that Log shall go to: by its number, or the newest one of this
	 * proposal; 0 and NULL: none. */
	int64_t log_row;
	const char *log_of;
	bool log_newest; /* somebody came to Log and named no row */
	bool log_steps; /* Log shows the steps of undo only */
	const char *opening; /* id that waits for this snapshot, or NULL */
	enum ui_view opening_view;
	bool small; /* not all panes of a screen are seen */
	int64_t job; /* chosen on Jobs, 0: none */
	int diff_mode; /* enum ui_diff_mode of the review */
	bool oldest; /* the queue shall go to its oldest row */
	bool landed; /* its cursor stands where a decided row was: an approval
		      * that comes next only says so */
	/* Id and hash of the proposal that the last frame showed. */
	char seen_id[24], seen_sha[72];
	struct rv_buf find; /* what is searched for, or empty */

	struct ui_said said[UI_SAID_MAX]; /* ring, newest at said_n - 1 */
	size_t said_n;
	uint64_t said_all; /* also those that fell out of the ring */
	struct ui_said warned[UI_WARNED_MAX]; /* the same, of toasts */
	size_t warned_n;
};

/* The newest status of any view, or NULL before the first. */
const struct rv_view_status *ui_ctx_status(const struct ui_ctx *c);
/* Now, as the last view saw it. */
int64_t ui_ctx_now(const struct ui_ctx *c);
/* The trace of the selected turn, or NULL while it is read. */
const struct rv_view_trace *ui_ctx_trace(const struct ui_ctx *c);
/* The draft or proposal on show, or NULL. */
const struct rv_view_proposal *ui_ctx_shown(const struct ui_ctx *c);

void ui_ctx_select_run(struct ui_ctx *c, int64_t run);
void ui_ctx_select_cand(struct ui_ctx *c, size_t i);
void ui_ctx_select_chapter(struct ui_ctx *c, int64_t i);
/* The page under the cursor; `open` also remembers where one was. */
void ui_ctx_select_path(struct ui_ctx *c, struct rv_sv path);
void ui_ctx_open_path(struct ui_ctx *c, struct rv_sv path);
void ui_ctx_select_review(struct ui_ctx *c, struct rv_sv id);
/* The next one of the queue, or the one before. */
void ui_ctx_step_review(struct ui_ctx *c, int by);
/* Row of an id in the review's queue, or NULL. */
const struct rv_view_proposal *ui_ctx_queued(const struct ui_ctx *c,
					     struct rv_sv id);
/* Opens whatever an id of ui/ref.h or a path stands for; [ leads back. */
struct ui_ref;
void ui_ctx_open_ref(struct ui_ctx *c, const struct ui_ref *r);
void ui_ctx_open(struct ui_ctx *c, struct rv_sv what);
void ui_ctx_open_run(struct ui_ctx *c, int64_t run);
/* A row of the log by its number, or (0) the newest one of a proposal. */
void ui_ctx_open_row(struct ui_ctx *c, int64_t row, struct rv_sv proposal);
/* For the core: a snapshot came that somebody may wait for. */
void ui_ctx_opened(struct ui_ctx *c, const struct ui_snap *s);
/* The selection changed: every pane hears of it. */
void ui_ctx_tell(struct ui_ctx *c);
void ui_ctx_show_proposal(struct ui_ctx *c, struct rv_sv id);

/* Services of the console. */
/* The key at hand came too soon to answer the question on the screen, or was
 * pasted: says so, drops what came with it, and it is to do nothing. */
bool ui_key_is_early(struct ui_ctx *c);
bool ui_key_is_pasted(struct ui_ctx *c);
/* The first one without a word: the key may still be text. */
bool ui_key_may_be_early(const struct ui_ctx *c);
void ui_toast(struct ui_ctx *c, enum rv_level level, const char *fmt, ...)
	RV_PRINTF(3, 4);
/* `row` of the record is what came of it, 0: none. */
void ui_say(struct ui_ctx *c, enum rv_level level, struct rv_sv cli,
	    struct rv_sv text, int64_t row);
/* Opens a screen by name ("story") and, when given, focuses a pane of it. */
void ui_goto(struct ui_ctx *c, const char *screen, const char *pane);
/* The same, and it is a step on the trail: also within a screen. */
void ui_step_into(struct ui_ctx *c, const char *screen, const char *pane);
void ui_dirty(struct ui_ctx *c);
void ui_copy(struct ui_ctx *c, struct rv_sv text, const char *what);
/* Proposes that a stale page holds as it is. */
void ui_attest(struct ui_ctx *c, struct rv_sv path);
/* Reads the views of the visible screen again. */
void ui_refresh(struct ui_ctx *c);
/* Shows text in a closable window. */
void ui_show_text(struct ui_ctx *c, const char *title, struct rv_sv text);
/* Starts a dry run. */
void ui_start_draft(struct ui_ctx *c, bool late, struct rv_sv edited);

/* Stops a dry run that is on its way; false: none is. */
bool ui_cancel_draft(struct ui_ctx *c);
/* Leaves hunk number `hunk` of `of` out of the proposal on show. */
void ui_skip_hunk(struct ui_ctx *c, int hunk, int of);
/* Does an open warning say that it contradicts something? */
bool ui_desk_contradicts(const struct rv_view_proposal *p);
/* Runs a live check now. */
void ui_start_live(struct ui_ctx *c, struct rv_sv name);
/* Asks, then takes this step of the log back: one that changed no file, one that
 * did, or one that took such a step back. */
enum ui_undone { UI_UNDONE_DECISION, UI_UNDONE_FILES, UI_UNDONE_UNDO };
void ui_start_undo(struct ui_ctx *c, int64_t step, struct rv_sv what,
		   enum ui_undone of);
/* Asks, then stops a call of a model. */
void ui_start_cancel(struct ui_ctx *c, int64_t job, struct rv_sv what);

enum ui_role ui_level_role(enum rv_level level);
const char *ui_level_sign(enum rv_level level); /* " ", "i", "!", "x" */
enum ui_role ui_layer_role(char letter);

#endif
