/* SPDX-License-Identifier: MIT */
/* Decisions: dry run, approval of exactly the bytes shown, reject, undo. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"
#include "ui/help.h"
#include "ui/palette.h"

/* The edited text stays in a file until it is written or dropped. */
static void
forget_edit(struct ui_ctx *c)
{
	if (c->edited)
		unlink(c->edited);
	free(c->edited);
	c->edited = NULL;
}

void
ui_start_draft(struct ui_ctx *c, bool late, struct rv_sv edited)
{
	c->show = UI_SHOW_DRAFT;
	c->late = late;
	if (edited.n == 0)
		forget_edit(c);
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
			 _("nothing is shown to decide: c on Pending makes a "
			   "preview, enter opens a waiting proposal"));
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
	rv_buf_addf(b, _("lines     +%d -%d\n"), (int)p->added,
		    (int)p->removed);
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
	describe(p, &b);
	sha = rv_sv_dup(p->sha);
	ui_dialog_confirm(c, _("Approve and write?"), rv_buf_sv(&b), on_approve,
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
		forget_edit(c);
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
on_undo(struct ui_ctx *c, int choice, const char *step)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (choice != 0)
		return;
	if (step[0])
		rv_args_make("undo", &arena, &args, "", step, NULL);
	else
		rv_args_make("undo", &arena, &args, NULL);
	ui_model_run(c->model, &args, UI_TAG_UNDO);
	rv_arena_release(&arena);
}

void
ui_start_undo(struct ui_ctx *c, int64_t step, struct rv_sv what)
{
	struct rv_buf b = RV_BUF_INIT;

	if (ui_desk_readonly(c))
		return;
	rv_buf_addf(&b,
		    _("Step %d: %.*s. Taking it back restores what the files "
		      "were before it, as a new step that can be taken back "
		      "itself."),
		    (int)step, RV_SV_ARG(what));
	ui_dialog_confirm(c, _("Undo?"), rv_buf_sv(&b), on_undo,
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
	ui_dialog_confirm(c, _("Cancel the call?"), rv_buf_sv(&b), on_cancel,
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
	forget_edit(c);
	ui_toast(c, RV_LEVEL_OK,
		 _("preview cancelled: nothing was written"));
	return true;
}

void
ui_start_verify(struct ui_ctx *c, int64_t newest)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (c->chain.asked || c->chain.row == newest)
		return;
	rv_args_make("log", &arena, &args, NULL);
	args.items = rv_arena_array(&arena, struct rv_arg, 1);
	args.items[0] = (struct rv_arg){"verify", NULL};
	args.n = 1;
	c->chain.asked = true;
	c->chain.row = newest;
	ui_model_run(c->model, &args, UI_TAG_VERIFY);
	rv_arena_release(&arena);
}

static void
undo(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);
	struct rv_buf b = RV_BUF_INIT;

	if (ui_desk_unstage(c) || ui_desk_readonly(c))
		return;
	if (!s || s->undo_steps == 0) {
		ui_toast(c, RV_LEVEL_NOTE, _("there is no step to take back"));
		return;
	}
	rv_buf_addf(&b,
		    rv_sv_starts(s->undo_what, RV_SV("consolidate"))
			    ? _("The newest step is %.*s. Taking it back "
				"restores the text, the anchor and the pending "
				"episodes, as a new step that can be taken "
				"back itself.")
			    : _("The newest step is %.*s. Taking it back makes "
				"the pages what they were before it, as a new "
				"step that can be taken back itself."),
		    RV_SV_ARG(s->undo_what));
	ui_dialog_confirm(c, _("Undo?"), rv_buf_sv(&b), on_undo, NULL);
	rv_buf_release(&b);
}

/* --- editing ---------------------------------------------------------------- */

static void
edit(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_buf out = RV_BUF_INIT;
	struct rv_err err = {0};
	char *kept = NULL;

	if (!p)
		return;
	if (p->id.n > 0) {
		ui_desk_edit(c);
		return;
	}
	if (ui_editor_run(c, p->bytes, &out, &kept, &err) != RV_OK)
		ui_toast(c, RV_LEVEL_WARN, "%s", err.msg);
	else if (out.n == 0)
		ui_toast(c, RV_LEVEL_WARN,
			 _("the editor left nothing: the preview is as it "
			   "was"));
	else if (!kept)
		ui_toast(c, RV_LEVEL_OK, _("nothing was changed"));
	if (kept) {
		forget_edit(c);
		c->edited = kept;
		ui_start_draft(c, c->late, rv_buf_sv(&out));
	}
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
	case UI_ACT_UNDO:
		undo(c);
		return true;
	default:
		return false;
	}
}

/* --- answers ---------------------------------------------------------------- */

static void
show_answer(struct ui_ctx *c, const struct ui_snap *s)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_addf(&b, "$ %.*s\n\n", RV_SV_ARG(s->u.action.cli));
	if (s->status != RV_OK)
		rv_buf_addf(&b, "%s\n\n",
			    s->err.msg[0] ? s->err.msg
					  : rv_status_sentence(s->status));
	if (s->u.action.json.n > 0)
		ui_answer_text(s->u.action.json, &b);
	ui_show_text(c, s->u.action.args.action->verb, rv_buf_sv(&b));
	rv_buf_release(&b);
}

static void
after_success(struct ui_ctx *c, const struct ui_snap *s)
{
	struct rv_json_doc doc = {0};
	struct rv_sv id = RV_SV_NONE, sha = RV_SV_NONE;
	enum ui_tag tag = (enum ui_tag)s->tag;

	if (s->u.action.json.n > 0 &&
	    rv_json_parse(s->u.action.json, &doc, NULL) == RV_OK) {
		id = rv_json_get_sv(doc.root, "proposal");
		sha = rv_json_get_sv(doc.root, "sha256");
	}
	switch (tag) {
	case UI_TAG_APPROVE:
		if (c->proposal)
			ui_stage_drop(&c->stage, rv_sv(c->proposal));
		forget_edit(c);
		c->show = UI_SHOW_NONE;
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		ui_toast(c, RV_LEVEL_OK, _("written as one step: u takes it "
					   "back"));
		break;
	case UI_TAG_OPEN:
	case UI_TAG_STAGE:
		forget_edit(c);
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		if (id.n > 0)
			ui_ctx_show_proposal(c, id);
		if (tag == UI_TAG_STAGE)
			ui_stage_set(&c->stage, id, sha, UI_APPROVED, NULL);
		ui_toast(c, RV_LEVEL_OK,
			 tag == UI_TAG_STAGE
				 ? _("%.*s is staged, nothing is written yet: "
				     "W writes, u unstages")
				 : _("%.*s waits in the queue; nothing is "
				     "written"),
			 RV_SV_ARG(id));
		break;
	case UI_TAG_UNDO:
		ui_toast(c, RV_LEVEL_OK,
			 _("taken back; 8 lists it, and u on that row brings "
			   "it back"));
		break;
	case UI_TAG_APPLY:
	case UI_TAG_REJECT:
	case UI_TAG_DEFER:
	case UI_TAG_EDIT:
		ui_desk_done(c, tag, s->u.action.json);
		break;
	case UI_TAG_LIVE:
		ui_toast(c, RV_LEVEL_OK, _("checked just now; nothing of it "
					   "is written to memory"));
		break;
	case UI_TAG_CANCEL:
		ui_toast(c, RV_LEVEL_OK, _("cancelling: it ends within a "
					   "moment, nothing is changed"));
		break;
	case UI_TAG_PALETTE:
	case UI_TAG_VERIFY:
		break;
	}
	rv_json_release(&doc);
}

static void
chain_checked(struct ui_ctx *c, const struct ui_snap *s)
{
	struct rv_json_doc doc = {0};

	c->chain.asked = false;
	c->chain.ok = s->status == RV_OK;
	if (s->u.action.json.n > 0 &&
	    rv_json_parse(s->u.action.json, &doc, NULL) == RV_OK) {
		c->chain.first_bad =
			rv_json_int(rv_json_get(doc.root, "first_bad"), 0);
		rv_json_release(&doc);
	}
	ui_dirty(c);
}

void
ui_flow_done(struct ui_console *con, const struct ui_snap *s)
{
	struct ui_ctx *c = &con->ctx;

	if (s->tag == UI_TAG_VERIFY) {
		chain_checked(c, s);
		return;
	}
	ui_say(c, s->status == RV_OK ? RV_LEVEL_OK : RV_LEVEL_WARN,
	       s->u.action.cli, rv_sv(s->err.msg));
	if (s->tag == UI_TAG_PALETTE)
		show_answer(c, s);
	else if (s->status == RV_OK)
		after_success(c, s);
	else
		ui_toast(c, RV_LEVEL_ERROR, "%s",
			 s->err.msg[0] ? s->err.msg
				       : rv_status_sentence(s->status));
	/* It may have changed anything: look again, also while held. */
	ui_refresh(c);
}

/* --- the palette ------------------------------------------------------------ */

static void
on_help_key(struct ui_ctx *c, const struct ui_key *k)
{
	ui_input_act(c->console, k->act, k->arg);
}

/* "overview", or "story view" where a verb has the same name. */
static int
screen_of(struct rv_sv line)
{
	for (int i = 0; i < UI_SCREENS; i++) {
		struct rv_sv name = rv_sv(ui_screens[i].name);

		if (rv_sv_starts(line, name) &&
		    (rv_sv_is(rv_sv_slice(line, name.n, line.n), " view") ||
		     (rv_sv_eq(line, name) &&
		      (i == ui_screen_by_name("overview") ||
		       i == ui_screen_by_name("resonance") ||
		       i == ui_screen_by_name("pending")))))
			return i;
	}
	return -1;
}

static bool
run_word(struct ui_ctx *c, struct rv_sv line)
{
	struct ui_console *con = c->console;

	if (rv_sv_is(line, "quit") || rv_sv_is(line, "q"))
		ui_console_quit(con);
	else if (rv_sv_is(line, "follow"))
		ui_console_follow(con);
	else if (rv_sv_is(line, "refresh"))
		ui_input_act(con, UI_ACT_REFRESH, 0);
	else if (rv_sv_is(line, "help"))
		ui_help_open(ui_console_focused(con), on_help_key);
	else if (screen_of(line) >= 0)
		ui_console_screen(con, screen_of(line));
	else if (rv_sv_is(line, "tour"))
		ui_tour_start(con);
	else if (rv_sv_starts(line, RV_SV("readonly")))
		ui_welcome_readonly(c, rv_sv_trim(rv_sv_slice(line, 8,
							      line.n)));
	else if (rv_sv_starts(line, RV_SV("goto ")))
		ui_ctx_open(c, rv_sv_slice(line, 5, line.n));
	else if (rv_sv_starts(line, RV_SV("theme "))) {
		char *name = rv_sv_dup(rv_sv_trim(
			rv_sv_slice(line, 6, line.n)));

		ui_console_theme(con, name, false);
		free(name);
	} else {
		return false;
	}
	return true;
}

static void
on_line(struct ui_ctx *c, int choice, const char *line)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	struct rv_err err = {0};

	if (choice == 0 && rv_args_parse_line(rv_sv(line), &arena, &args,
					      &err) == RV_OK)
		ui_model_run(c->model, &args, UI_TAG_PALETTE);
	rv_arena_release(&arena);
}

void
ui_flow_run_line(struct ui_ctx *c, struct rv_sv line)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	struct rv_err err = {0};
	char *copy = rv_sv_dup(line);

	if (run_word(c, line)) {
		/* done */
	} else if (rv_args_parse_line(line, &arena, &args, &err) != RV_OK) {
		ui_toast(c, RV_LEVEL_WARN, "%s", err.msg);
	} else if (!(args.action->flags & RV_ACTION_PALETTE)) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%s runs on the command line only"),
			 args.action->verb);
	} else if (args.action->class == RV_CLASS_DECIDE) {
		struct rv_buf b = RV_BUF_INIT;

		rv_args_cli_twin(&args, &b);
		rv_buf_adds(&b, _("\n\nThis is a decision. Run it?"));
		ui_dialog_confirm(c, _("Run?"), rv_buf_sv(&b), on_line, copy);
		rv_buf_release(&b);
	} else {
		ui_model_run(c->model, &args, UI_TAG_PALETTE);
	}
	free(copy);
	rv_arena_release(&arena);
}
