/* SPDX-License-Identifier: MIT */
#ifndef RV_UI_CONSOLE_PRIV_H
#define RV_UI_CONSOLE_PRIV_H

/*
 * The console's own state, shared by console.c (life), events.c, services.c,
 * go.c (where one is), frame.c (drawing), input.c (keys), flow.c (decisions) and
 * script.c.  No pane includes
 * this.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/loop.h"
#include "engine/engine.h"
#include "base/json.h"
#include "ui/console.h"
#include "ui/ctx.h"
#include "ui/guard.h"
#include "ui/keeper.h"
#include "ui/marks.h"
#include "ui/overlay.h"
#include "ui/pane.h"
#include "ui/screens.h"
#include "ui/sizes.h"
#include "ui/term.h"
#include "ui/theme.h"

#define UI_BACK_MAX 32
#define UI_TYPED_MAX 64

struct ui_script;

struct ui_back {
	int screen;
	size_t focus, cand;
	int64_t run, chapter;
	const char *path, *review;
	bool link; /* a link led on from here */
	bool zoom;
};

/* marks.c */
struct ui_mark {
	bool set;
	struct ui_back place;
	uint64_t item; /* under the cursor of a list, or 0 */
	size_t top;    /* first line of a text */
	char *what;    /* its words */
};

struct ui_console {
	const struct rv_env *env;
	const struct rv_console_opts *opts;
	struct rv_loop *loop;
	struct ui_term *term;
	struct ui_grid grid;
	struct ui_theme theme;
	struct ui_backend *backend;
	struct ui_ctx ctx;
	struct rv_feed *feed;
	struct ui_script *script;

	struct pane *panes;
	size_t n_panes;
	int screen;
	size_t focus[UI_SCREENS], shown[UI_SCREENS][2];
	bool zoom;
	struct ui_sizes sizes[UI_SCREENS];
	enum ui_size size;

	struct ui_overlay *overlay;
	char typed[UI_TYPED_MAX]; /* the beginning of a chord */
	int chord_timer;
	bool chord_shown;
	struct rv_buf toast;
	enum rv_level toast_level;

	bool dirty, quit;
	int exit_code;
	int event_timer; /* runs while events are held together */
	bool much; /* was read, or is shown for a moment: UI_VIEW_REST follows */
	int words_timer; /* runs until changed pages are indexed */
	bool event_waiting;
	struct rv_buf changed; /* paths that the feed named, one a line */
	bool changes, change_all; /* something changed; and any file may have */
	int watch_timer; /* runs while directories are added to the feed */
	int job_timer; /* runs while words of jobs are held together */
	struct ui_guard guard;

	int tour;	  /* card that is shown, from 1; 0: none */
	int tour_left;	  /* the one that was put away */
	unsigned tour_did; /* 1 << each act of it that was done */
	bool undecided; /* nobody said whether to write; the card is due */
	bool welcomed, remove; /* the demo is deleted at the end */
	bool demo_asked;       /* whether it shall be */
	int steps; /* that were written since the start */
	int64_t step; /* the last of them; when it leaves: while undo takes it */
	struct rv_buf kept; /* what keep.c wrote last */
	size_t kept_place;  /* from here on it says where one is */
	bool keep_failed;
	struct ui_keeper *keeper;
	struct { /* what the last W was about */
		size_t pages, edited, rejected, deferred;
	} wrote;
	int64_t seen_run, left_run; /* newest turn; the same of last time */
	struct ui_back back[UI_BACK_MAX];
	size_t back_n, back_at; /* entries below back_at lie behind us */
	struct ui_mark marks[UI_MARKS];
	enum ui_act mark_asks; /* the next key names a mark; or UI_ACT_NONE */
};

/* console.c; `quiet`: a missing file is no news, the built-in look does. */
void ui_console_theme(struct ui_console *c, const char *name, bool quiet);

/* services.c, with what ctx.h calls services */
struct pane *ui_console_pane(struct ui_console *c, const char *name);
struct pane *ui_console_focused(struct ui_console *c);
void ui_console_focus(struct ui_console *c, size_t place);

/* events.c: the feed of the workspace, and the worker's snapshots (the loop's
 * wake function). */
void ui_events_wake(void *console);
void ui_console_follow(struct ui_console *c);
/* Nothing is on its way, due or unpainted. */
bool ui_console_idle(const struct ui_console *c);
/* The same, but for the answer of a model. */
bool ui_console_settled(const struct ui_console *c);

/* leave.c: asks before the program ends when something would be lost. */
void ui_console_quit(struct ui_console *c);
/* One line for the shell: what became of the demo (`gone`: it is deleted), or
 * how to take back what was written. */
void ui_leave_say(const struct ui_console *c, bool gone);
/* Before the last snapshot goes: is there still a step that undo takes? */
void ui_leave_look(struct ui_console *c);

/* go.c */
void ui_console_screen(struct ui_console *c, int screen);
void ui_console_back(struct ui_console *c, bool forward);
/* Where one is, and going there again, as a link does. */
struct ui_back ui_place_here(const struct ui_console *c);
void ui_place_go(struct ui_console *c, const struct ui_back *to);
/* Back from what was opened on this screen; false: nothing was. */
bool ui_console_close(struct ui_console *c);
/* " > review P-1 > layers > wiki/a.md > wiki/b.md": from where links led here, at
 * most so many places.  Returns the screen of the last one, -1 without any. */
int ui_console_trail(const struct ui_console *c, size_t most,
		      struct rv_buf *out);

/* feed.c: events of the workspace. */
/* After the open: a new workspace has its .reverie directory by then. */
void ui_feed_start(struct ui_console *c);
void ui_feed_stop(struct ui_console *c);
/* Has the worker take in what changed, when it is not at that already. */
void ui_feed_take(struct ui_console *c);

/* frame.c: lays the panes out and draws everything into the grid. */
void ui_frame_layout(struct ui_console *c);
void ui_frame_draw(struct ui_console *c);
/* Makes the focused pane a step larger (1) or smaller (-1). */
void ui_frame_grow(struct ui_console *c, int dir);
void ui_frame_own_sizes(struct ui_console *c); /* of all panes of the screen */

/* around.c: what stands around the body, on the whole surface. */
#define UI_LINES_ABOVE 2 /* tabs and crumbs */
#define UI_LINES_BELOW 2 /* status and hints */
void ui_around_tabs(struct ui_console *c, struct ui_surface *s);
void ui_around_crumbs(struct ui_console *c, struct ui_surface *s);
void ui_around_status(struct ui_console *c, struct ui_surface *s);
/* It takes two lines. */
bool ui_around_toast_is_long(const struct ui_console *c);

/* hints.c: keys of the scopes that now apply, on the whole surface. */
void ui_hints_line(struct ui_console *c, struct ui_surface *s);
/* Continuations of a chord that was begun, above the status line. */
void ui_hints_chord(struct ui_console *c, struct ui_surface *s);

/* input.c */
void ui_input(struct ui_console *c, const struct ui_input *in);
void ui_input_act(struct ui_console *c, enum ui_act act, int arg);
/* Rows of the scopes that now apply: pane, list or text, global. */
size_t ui_input_scopes(struct ui_console *c, const struct ui_key *out[4]);

/* What an action's answer is for. */
enum ui_tag {
	UI_TAG_PALETTE = 1, /* show it */
	UI_TAG_APPROVE,	    /* the preview is written */
	UI_TAG_APPLY,	    /* what was staged is written */
	UI_TAG_ATTEST,	    /* a stale page holds; one stays where one is */
	UI_TAG_REJECT,
	UI_TAG_DEFER,
	UI_TAG_OPEN,  /* a draft became an open proposal */
	UI_TAG_STAGE, /* the same, and is staged */
	UI_TAG_EDIT,  /* a proposal has another text */
	UI_TAG_PROMOTE, /* :promote; Review goes there */
	UI_TAG_UNDO,
	UI_TAG_REDO,
	UI_TAG_LIVE,
	UI_TAG_CANCEL, /* of a model's call */
};

/* desk.c, desk_write.c: staging and writing of decisions. */
void ui_desk_stage(struct ui_ctx *c);
void ui_desk_reject(struct ui_ctx *c);
void ui_desk_defer(struct ui_ctx *c);
void ui_desk_write(struct ui_ctx *c);
/* true: it was staged and is not any more. */
bool ui_desk_unstage(struct ui_ctx *c);
/* "P-1, P-4 and 2 more" */
void ui_desk_staged_names(const struct ui_ctx *c, struct rv_buf *out);
/* Asks the reason of an approval that has none and needs one, then goes on with
 * W; false: none does. */
bool ui_desk_ask_missing(struct ui_ctx *c);
/* "! staleness: the source is of ...": every open check in a line of its own
 * behind `lead`; what does not fit into so many rows is counted. */
void ui_desk_warnings(const struct rv_view_proposal *p, const char *lead,
		      int rows, struct rv_buf *out);
/* Says why nothing can be written; false: it can. */
bool ui_desk_readonly(struct ui_ctx *c);
/* Why this may not be approved, said as a toast; true: it may. */
bool ui_desk_approvable(struct ui_ctx *c, const struct rv_view_proposal *p);
/* Were these bytes on the screen when the key came?  If not, says so. */
bool ui_desk_seen(struct ui_ctx *c, const struct rv_view_proposal *p);
/* The marked rows, or else the one that is shown; at most `max`. */
#define UI_CHOSEN_MAX 512
size_t ui_desk_chosen(struct ui_ctx *c, const struct rv_view_proposal **out,
		      size_t max);
/* An action of the desk came back well. */
void ui_desk_done(struct ui_ctx *c, enum ui_tag tag, struct rv_sv json);
/* Nothing was written because a check became worse: what waits in the place of
 * it is shown, and not staged. */
void ui_desk_worse(struct ui_ctx *c, struct rv_sv json);
/* The queue was read: what was decided elsewhere is unstaged. */
void ui_desk_sync(struct ui_ctx *c);

/* meanwhile.c: what others decided.  One sentence of a proposal that is gone
 * from the queue, "; " before it where something stands there. */
void ui_meanwhile_tell(struct ui_ctx *c, struct rv_sv id, struct rv_buf *out);
/* All that is staged, for a question to compare; the caller frees it. */
char *ui_meanwhile_staged(const struct ui_ctx *c);
/* Is it other than what the question showed?  Then that was told. */
bool ui_meanwhile_other(struct ui_ctx *c, const char *shown);

/* desk_edit.c: a new text for the one on show, or E: all of them in one file. */
void ui_desk_edit(struct ui_ctx *c);
void ui_desk_edit_list(struct ui_ctx *c);
/* Makes the promotion on show anew from its source; false: none is shown. */
bool ui_desk_again(struct ui_ctx *c);
/* "old", "new" or "both" of the contradiction. */
void ui_desk_settle(struct ui_ctx *c, const char *side);
/* The proposal whose place the one on show took here, as a new one; false: it
 * took none. */
bool ui_desk_bring_back(struct ui_ctx *c);
/* What an undo took back or did again: `step` of its answer. */
void ui_tell_undone(struct ui_ctx *c, const rv_json *step);
void ui_desk_edited(struct ui_ctx *c, const struct rv_args *args,
		    struct rv_sv json);
/* It was refused: the operator's text is kept. True: e opens it. */
bool ui_desk_refused(struct ui_ctx *c, const struct rv_args *args);

/* editor.c: gives the text to $EDITOR.  *kept is the file when it holds another
 * text than `same`, also where the editor failed. */
rv_status ui_editor_run(struct ui_ctx *c, struct rv_sv text, struct rv_sv same,
			struct rv_buf *out, char **kept,
			struct rv_err *err) RV_MUST_CHECK;
/* Keeps a text that came to nothing for the next time; takes the file, NULL:
 * forgets it.  Held: the one of this proposal. */
void ui_editor_hold(struct ui_ctx *c, struct rv_sv id, char *file);
bool ui_editor_held(struct ui_ctx *c, struct rv_sv id, struct rv_buf *out);
/* An edited text stays in its file until it is written or dropped: removes it. */
void ui_editor_forget(struct ui_ctx *c);

/* notes.c: the window of notices (gn), and warnings it shows. */
#define UI_NOTES_NAME "notes"
void ui_notes_open(struct ui_ctx *c);
void ui_notes_warned(struct ui_ctx *c, enum rv_level level, struct rv_sv text);

/* tour.c: the strip of the demo.  `rows` of a body of w x h cells are its own;
 * 0 when it is not shown. */
int ui_tour_rows(const struct ui_console *c, int w, int h);
enum ui_tour_act {
	UI_TOUR_WHY_IN,	 /* why a memory surfaced was read */
	UI_TOUR_WHY_OUT, /* why one did not */
	UI_TOUR_WRITE,
	UI_TOUR_UNDO,
	UI_TOUR_PREVIEW,
	UI_TOUR_ACTS
};
void ui_tour_start(struct ui_console *c);
/* An act was done, whichever card stands. */
void ui_tour_did(struct ui_console *c, enum ui_tour_act act);
/* A key was taken in: what is looked at now may be an act of the tour. */
void ui_tour_look(struct ui_console *c);
void ui_tour_next(struct ui_console *c);
bool ui_tour_end(struct ui_console *c); /* false: it was not shown */
void ui_tour_draw(struct ui_console *c, struct ui_surface *strip);

/* welcome.c: what a new workspace holds; read-only until the operator asks. */
void ui_welcome(struct ui_ctx *c);
void ui_welcome_readonly(struct ui_ctx *c, struct rv_sv word);

/*
 * keep.c: staged decisions, marks, an edited preview, place and look outlive
 * the console in $XDG_STATE_HOME/reverie/NAME-HASH/console.json: ids, reasons
 * and hashes, no text of the memory.
 */
char *ui_keep_dir(const struct ui_console *c); /* the caller frees it */
void ui_keep_load(struct ui_console *c);   /* before the first frame */
void ui_keep_resume(struct ui_console *c); /* when the workspace is open */
void ui_keep_seen(struct ui_console *c);   /* a status came */
/* Writes what changed; where one is only with `place`: nobody waits for that. */
void ui_keep_save(struct ui_console *c, bool place);
void ui_keep_forget(struct ui_console *c); /* the workspace is removed */

/* flow.c: previews, approvals, undo.  True when the act was one of them. */
bool ui_flow_act(struct ui_console *c, enum ui_act act);
/* answer.c: an action came back. */
void ui_flow_done(struct ui_console *c, const struct ui_snap *snap);
/* line.c */
bool ui_flow_run_line(struct ui_ctx *ctx, struct rv_sv line,
		      struct rv_buf *why);

/* script.c: headless input. */
rv_status ui_script_load(const char *path, struct ui_script **out,
			 struct rv_err *err) RV_MUST_CHECK;
void ui_script_free(struct ui_script *s);
/* Runs steps until one has to wait; the console is idle. */
void ui_script_step(struct ui_console *c);
/* Milliseconds until the step that waits fails; -1: none waits. */
void ui_script_late(void *console);

#endif
