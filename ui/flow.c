/* SPDX-License-Identifier: MIT */
/* Decisions: dry run, approval of exactly the bytes shown, reject, undo. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "ui/batch.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"

void
ui_start_draft(struct ui_ctx *c, bool late, struct rv_sv edited)
{
	c->show = UI_SHOW_DRAFT;
	c->late = late;
	if (edited.n == 0)
		ui_editor_forget(c);
	ui_model_drop(c->model, UI_VIEW_DRAFT);
	ui_model_want(c->model, UI_VIEW_DRAFT, late, edited);
	ui_goto(c, "pending", "preview");
}

static const struct rv_view_proposal *
need_shown(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);

	if (!p)
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is shown to decide: 6 lists what waits, 4 "
			   "and then c previews the story"));
	return p;
}

/* --- approval -------------------------------------------------------------- */

/* The draft that is shown as arguments of `consolidate`; flags have no value. */
static void
consolidate_args(struct ui_ctx *c, const char *sha, bool approve,
		 struct rv_arena *arena, struct rv_args *args)
{
	size_t n = 0;

	rv_args_make("consolidate", arena, args, NULL);
	args->items = rv_arena_array(arena, struct rv_arg, 4);
	if (c->late)
		args->items[n++] = (struct rv_arg){"late", NULL};
	if (c->edited)
		args->items[n++] = (struct rv_arg){"edited", c->edited};
	if (approve)
		args->items[n++] = (struct rv_arg){"approve", NULL};
	args->items[n++] = (struct rv_arg){"sha256", sha};
	args->n = n;
}

static void
run_approve(struct ui_ctx *c, struct rv_sv id, const char *sha)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (id.n > 0)
		rv_args_make("review.approve", &arena, &args, "",
			     rv_sv_cstr_in(&arena, id), "sha256", sha, NULL);
	else
		consolidate_args(c, sha, true, &arena, &args);
	ui_model_run(c->model, &args, UI_TAG_APPROVE);
	ui_toast(c, RV_LEVEL_OK, _("writing"));
	rv_arena_release(&arena);
}

static void
on_approve(struct ui_ctx *c, int choice, const char *sha)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);

	if (choice != 0) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was written"));
		return;
	}
	/* What is shown may have changed while the question stood. */
	if (!p || !rv_sv_is(p->sha, sha)) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("the preview changed meanwhile: look at it and "
			   "press A again"));
		return;
	}
	run_approve(c, p->id, sha);
}

static void
describe(const struct rv_view_proposal *p, struct rv_buf *b)
{
	rv_buf_addf(b, _("target    %.*s\n"), RV_SV_ARG(p->target));
	rv_buf_addf(b, _("words     +%d -%d\n"), (int)p->words_added,
		    (int)p->words_removed);
	rv_buf_addf(b, _("episodes  %d become narrated\n"), (int)p->episodes);
	rv_buf_addf(b, _("bytes     sha256 %.12s..., %d bytes\n"),
		    p->sha.n >= 12 ? p->sha.p : "------------",
		    (int)p->bytes.n);
	for (size_t i = 0; i < p->n_checks; i++)
		if (p->checks[i].level >= RV_LEVEL_WARN)
			rv_buf_addf(b, "%s %.*s\n",
				    ui_level_sign(p->checks[i].level),
				    RV_SV_ARG(p->checks[i].message));
	rv_buf_adds(b, _("\nThis changes what every future turn can draw on. "
			 "Exactly the bytes shown are written, as one step "
			 "that u takes back."));
}

static void
ask_approve(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_buf b = RV_BUF_INIT;
	char *sha;

	if (!p || ui_desk_readonly(c) || !ui_desk_approvable(c, p))
		return;
	if (ui_needs_reason(p)) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s has an open warning: a asks for the reason, "
			   "then W writes"),
			 RV_SV_ARG(p->id));
		return;
	}
	describe(p, &b);
	sha = rv_sv_dup(p->sha);
	ui_dialog_confirm(c, UI_DIALOG_APPROVE_WRITE, rv_buf_sv(&b), on_approve,
			  sha);
	free(sha);
	rv_buf_release(&b);
}

static void
open_draft(struct ui_ctx *c, const struct rv_view_proposal *p, enum ui_tag tag)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	consolidate_args(c, rv_sv_cstr_in(&arena, p->sha), false, &arena,
			 &args);
	ui_model_run(c->model, &args, tag);
	rv_arena_release(&arena);
}

static void
stage(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);

	if (!p || ui_desk_readonly(c))
		return;
	if (p->id.n > 0)
		ui_desk_stage(c);
	else if (ui_desk_approvable(c, p))
		open_draft(c, p, UI_TAG_STAGE);
}

/* --- reject, defer, undo ---------------------------------------------------- */

static void
reject(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);

	if (ui_cancel_draft(c))
		return;
	if (p && p->id.n > 0) {
		ui_desk_reject(c);
	} else if (c->show == UI_SHOW_DRAFT) {
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		c->show = UI_SHOW_NONE;
		ui_editor_forget(c);
		/* On an empty preview nothing is left to do. */
		if (!strcmp(ui_screens[c->console->screen].name, "pending"))
			ui_goto(c, "pending", "episodes");
		ui_toast(c, RV_LEVEL_OK,
			 _("preview dropped: nothing was written"));
	} else {
		(void)need_shown(c);
	}
}

static void
defer(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);

	if (!p || ui_desk_readonly(c))
		return;
	if (p->id.n == 0)
		open_draft(c, p, UI_TAG_OPEN);
	else
		ui_desk_defer(c);
}

static void
run_undo(struct ui_ctx *c, int choice, const char *step, enum ui_tag tag)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (choice != 0)
		return;
	if (step[0])
		rv_args_make("undo", &arena, &args, "", step, NULL);
	else
		rv_args_make("undo", &arena, &args, NULL);
	ui_model_run(c->model, &args, tag);
	rv_arena_release(&arena);
}

static void
on_undo(struct ui_ctx *c, int choice, const char *step)
{
	run_undo(c, choice, step, UI_TAG_UNDO);
}

/* The undo of an undo. */
static void
on_redo(struct ui_ctx *c, int choice, const char *step)
{
	run_undo(c, choice, step, UI_TAG_REDO);
}

void
ui_start_undo(struct ui_ctx *c, int64_t step, struct rv_sv what,
	      enum ui_undone of)
{
	static const char *const questions[] = {
		[UI_UNDONE_DECISION] = N_(". Taken back, it waits for a "
					  "decision again and no file changes; "
					  "U does it again."),
		[UI_UNDONE_FILES] = N_(". Taking it back restores what the "
				       "files were before it; U does it "
				       "again."),
		[UI_UNDONE_UNDO] = N_(". Turning that round writes again what "
				      "it took back; u takes it back once "
				      "more."),
	};
	struct rv_buf b = RV_BUF_INIT;

	if (ui_desk_readonly(c))
		return;
	rv_buf_addf(&b, _("Step %d: %.*s"), (int)step, RV_SV_ARG(what));
	rv_buf_adds(&b, _(questions[of]));
	ui_dialog_confirm(c, UI_DIALOG_UNDO_STEP, rv_buf_sv(&b), on_undo,
			  ui_tmp("%d", (int)step));
	rv_buf_release(&b);
}

void
ui_start_live(struct ui_ctx *c, struct rv_sv name)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	rv_args_make("live", &arena, &args, "", rv_sv_cstr_in(&arena, name),
		     NULL);
	ui_model_run(c->model, &args, UI_TAG_LIVE);
	ui_toast(c, RV_LEVEL_OK, _("checking %.*s"), RV_SV_ARG(name));
	rv_arena_release(&arena);
}

static void
on_cancel(struct ui_ctx *c, int choice, const char *job)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (choice != 0)
		return;
	rv_args_make("jobs.cancel", &arena, &args, "", job, NULL);
	ui_model_run(c->model, &args, UI_TAG_CANCEL);
	rv_arena_release(&arena);
}

void
ui_start_cancel(struct ui_ctx *c, int64_t job, struct rv_sv what)
{
	struct rv_buf b = RV_BUF_INIT;

	if (ui_desk_readonly(c))
		return;
	rv_buf_addf(&b,
		    _("Job %d: %.*s. What it has answered so far is thrown "
		      "away; the story and what is pending stay as they are."),
		    (int)job, RV_SV_ARG(what));
	ui_dialog_confirm(c, UI_DIALOG_CANCEL, rv_buf_sv(&b), on_cancel,
			  ui_tmp("%d", (int)job));
	rv_buf_release(&b);
}

/* x or esc while a dry run is on its way. */
bool
ui_cancel_draft(struct ui_ctx *c)
{
	if (c->show != UI_SHOW_DRAFT ||
	    !ui_model_reading(c->model, UI_VIEW_DRAFT))
		return false;
	ui_model_cancel(c->model);
	ui_model_drop(c->model, UI_VIEW_DRAFT);
	c->show = UI_SHOW_NONE;
	ui_editor_forget(c);
	ui_toast(c, RV_LEVEL_OK,
		 _("preview cancelled: nothing was written"));
	return true;
}

static void
undo(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv rest, part;

	if (ui_desk_unstage(c) || ui_desk_readonly(c) || ui_desk_bring_back(c))
		return;
	if (!s || s->undo_step == 0) {
		ui_toast(c, RV_LEVEL_NOTE,
			 ui_stage_total(&c->stage) > 0
				 ? _("there is no step to take back; u "
				     "unstages on the row of what is staged")
			 : s && s->redo_step
				 ? _("there is no step to take back; U does "
				     "again what was taken back")
				 : _("there is no step to take back"));
		return;
	}
	if (ui_stage_total(&c->stage) > 0) {
		struct rv_buf staged = RV_BUF_INIT;

		ui_desk_staged_names(c, &staged);
		rv_buf_addf(&b,
			    _("Staged, not written: %s; u on its row unstages "
			      "it.\n\nYour newest written step is %d:\n"),
			    staged.p, (int)s->undo_step);
		rv_buf_release(&staged);
	} else {
		rv_buf_addf(&b, _("Your newest step is %d:\n"),
			    (int)s->undo_step);
	}
	rest = s->undo_what;
	while (rv_sv_next_part(&rest, ';', &part))
		rv_buf_addf(&b, "  %.*s\n", RV_SV_ARG(rv_sv_trim(part)));
	rv_buf_addc(&b, '\n');
	if (s->undo_files == 0)
		rv_buf_adds(&b, _("Taken back, what it decided waits for a "
				  "decision again and no file changes; U does "
				  "it again."));
	else
		rv_buf_adds(
			&b,
			rv_sv_starts(s->undo_what, RV_SV("consolidate"))
				? _("Taking it back restores the text, the "
				    "anchor and the pending episodes; U does it "
				    "again.")
				: _("Taking it back makes the pages what they "
				    "were before it, and what it decided waits "
				    "again; U does it again."));
	/* exactly this one, whatever comes while the question stands */
	ui_dialog_confirm(c, UI_DIALOG_UNDO, rv_buf_sv(&b), on_undo,
			  ui_tmp("%d", (int)s->undo_step));
	rv_buf_release(&b);
}

static void
redo(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);
	struct rv_buf b = RV_BUF_INIT;

	if (ui_desk_readonly(c))
		return;
	if (!s || s->redo_step == 0) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("no undo is there to take back: U does again what u "
			   "took back"));
		return;
	}
	rv_buf_addf(&b,
		    s->redo_wrote
			    ? _("Step %d took back: %.*s. This writes it "
				"again; u takes it back.")
			    : _("Step %d took back: %.*s. This decides it "
				"that way again, no file changes; u takes it "
				"back."),
		    (int)s->redo_step, RV_SV_ARG(s->redo_what));
	ui_dialog_confirm(c, UI_DIALOG_REDO, rv_buf_sv(&b), on_redo,
			  ui_tmp("%d", (int)s->redo_step));
	rv_buf_release(&b);
}

/* --- editing ---------------------------------------------------------------- */

static void
edit(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_buf held = RV_BUF_INIT, out = RV_BUF_INIT;
	struct rv_err err = {0};
	char *kept = NULL;
	rv_status st;

	if (!p)
		return;
	if (p->id.n > 0) {
		ui_desk_edit(c);
		return;
	}
	/* an editor needs a file */
	if (c->console->opts->readonly) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("this console was started with --readonly: start it "
			   "without to write"));
		return;
	}
	(void)ui_editor_held(c, RV_SV_NONE, &held);
	st = ui_editor_run(c, held.n ? rv_buf_sv(&held) : p->bytes, p->bytes,
			   &out, &kept, &err);
	if (st != RV_OK)
		ui_toast(c, RV_LEVEL_WARN,
			 kept ? _("e opens your text; %s") : "%s", err.msg);
	else if (rv_sv_trim(rv_buf_sv(&out)).n == 0)
		ui_toast(c, RV_LEVEL_WARN,
			 _("the editor left nothing: the preview is as it "
			   "was"));
	else if (!kept)
		ui_toast(c, RV_LEVEL_OK, _("nothing was changed"));
	if (st != RV_OK && kept) {
		ui_editor_hold(c, RV_SV_NONE, kept);
	} else if (kept) {
		ui_editor_hold(c, RV_SV_NONE, NULL);
		ui_editor_forget(c);
		c->edited = kept;
		ui_start_draft(c, c->late, rv_buf_sv(&out));
	}
	rv_buf_release(&held);
	rv_buf_release(&out);
}

bool
ui_flow_act(struct ui_console *con, enum ui_act act)
{
	struct ui_ctx *c = &con->ctx;

	switch ((int)act) {
	case UI_ACT_PREVIEW:
		ui_start_draft(c, false, RV_SV_NONE);
		return true;
	case UI_ACT_LATE:
		ui_start_draft(c, true, RV_SV_NONE);
		return true;
	case UI_ACT_RETRY:
		if (ui_desk_again(c))
			return true;
		ui_start_draft(c, c->late, RV_SV_NONE);
		return true;
	case UI_ACT_APPROVE:
		stage(c);
		return true;
	case UI_ACT_WRITE:
		ui_desk_write(c);
		return true;
	case UI_ACT_APPROVE_WRITE:
		ask_approve(c);
		return true;
	case UI_ACT_REJECT:
		reject(c);
		return true;
	case UI_ACT_DEFER:
		defer(c);
		return true;
	case UI_ACT_EDIT:
		edit(c);
		return true;
	case UI_ACT_EDIT_LIST:
		ui_desk_edit_list(c);
		return true;
	case UI_ACT_SETTLE_OLD:
		ui_desk_settle(c, "old");
		return true;
	case UI_ACT_SETTLE_NEW:
		ui_desk_settle(c, "new");
		return true;
	case UI_ACT_SETTLE_BOTH:
		ui_desk_settle(c, "both");
		return true;
	case UI_ACT_UNDO:
		undo(c);
		return true;
	case UI_ACT_REDO:
		redo(c);
		return true;
	default:
		return false;
	}
}
