/* SPDX-License-Identifier: MIT */
/* Decisions: dry run, approval of exactly the bytes shown, reject, undo. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/proc.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"
#include "ui/help.h"
#include "ui/palette.h"

/* What an action's answer is for. */
enum tag {
	TAG_PALETTE = 1, /* show it */
	TAG_APPROVE,	 /* the preview is written */
	TAG_REJECT,
	TAG_DEFER,
	TAG_OPEN, /* a draft became an open proposal */
	TAG_STAGE, /* the same, and is staged */
	TAG_UNDO,
};

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

static bool
refuse_readonly(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);

	if (!s || !s->readonly)
		return false;
	ui_toast(c, RV_LEVEL_WARN,
		 _("the workspace is read-only: nothing is written; previews "
		   "work"));
	return true;
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
consolidate_args(struct ui_ctx *c, const char *sha, struct rv_arena *arena,
		 struct rv_args *args)
{
	size_t n = 0;

	rv_args_make("consolidate", arena, args, NULL);
	args->items = rv_arena_array(arena, struct rv_arg, 4);
	if (c->late)
		args->items[n++] = (struct rv_arg){"late", NULL};
	if (c->edited)
		args->items[n++] = (struct rv_arg){"edited", c->edited};
	if (sha) {
		args->items[n++] = (struct rv_arg){"approve", NULL};
		args->items[n++] = (struct rv_arg){"sha256", sha};
	}
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
		consolidate_args(c, sha, &arena, &args);
	ui_model_run(c->model, &args, TAG_APPROVE);
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

static bool
approvable(struct ui_ctx *c, const struct rv_view_proposal *p)
{
	if (p->base_moved) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s changed since this was made: r runs it again"),
			 RV_SV_ARG(p->target));
		return false;
	}
	if (!p->approvable) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("a check failed: it cannot be approved as it is; e "
			   "edits, x drops"));
		return false;
	}
	return true;
}

static void
ask_approve(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_buf b = RV_BUF_INIT;
	char *sha;

	if (!p || refuse_readonly(c) || !approvable(c, p))
		return;
	describe(p, &b);
	sha = rv_sv_dup(p->sha);
	ui_dialog_confirm(c, _("Approve and write?"), rv_buf_sv(&b), on_approve,
			  sha);
	free(sha);
	rv_buf_release(&b);
}

static void
open_draft(struct ui_ctx *c, enum tag tag)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	consolidate_args(c, NULL, &arena, &args);
	ui_model_run(c->model, &args, tag);
	rv_arena_release(&arena);
}

static void
set_staged(struct ui_ctx *c, struct rv_sv id, struct rv_sv sha)
{
	free(c->staged);
	free(c->staged_sha);
	c->staged = id.n > 0 ? rv_sv_dup(id) : NULL;
	c->staged_sha = id.n > 0 ? rv_sv_dup(sha) : NULL;
}

static void
stage(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);

	if (!p || refuse_readonly(c) || !approvable(c, p))
		return;
	if (p->id.n == 0) {
		open_draft(c, TAG_STAGE);
		return;
	}
	set_staged(c, p->id, p->sha);
	ui_toast(c, RV_LEVEL_OK,
		 _("staged, nothing is written yet: W writes, u unstages"));
}

static void
on_write(struct ui_ctx *c, int choice, const char *arg)
{
	(void)arg;
	if (choice != 0 || !c->staged) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was written"));
		return;
	}
	run_approve(c, rv_sv(c->staged), c->staged_sha);
}

static void
ask_write(struct ui_ctx *c)
{
	struct rv_buf b = RV_BUF_INIT;

	if (!c->staged) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is staged: a stages what is shown"));
		return;
	}
	rv_buf_addf(&b,
		    _("approve   %s\nbytes     sha256 %.12s...\n\nIt is "
		      "written as one step that u takes back."),
		    c->staged, c->staged_sha);
	ui_dialog_confirm(c, _("Write what is staged?"), rv_buf_sv(&b),
			  on_write, NULL);
	rv_buf_release(&b);
}

/* --- reject, defer, undo ---------------------------------------------------- */

static const struct ui_choice reasons[] = {
	{"w", N_("wrong")},	{"p", N_("private")}, {"j", N_("junk")},
	{"2", N_("duplicate")}, {"l", N_("not now")}, {"n", N_("keep it")},
};
static const char *const reason_names[] = {"wrong", "private", "junk",
					   "duplicate", "not now"};

static void
on_reject(struct ui_ctx *c, int choice, const char *id)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (choice < 0 || (size_t)choice >= ARRAY_LEN(reason_names))
		return;
	rv_args_make("review.reject", &arena, &args, "", id, "reason",
		     reason_names[choice], NULL);
	ui_model_run(c->model, &args, TAG_REJECT);
	rv_arena_release(&arena);
}

static void
reject(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	struct rv_buf b = RV_BUF_INIT;
	char *id;

	if (c->show == UI_SHOW_DRAFT) {
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		c->show = UI_SHOW_NONE;
		forget_edit(c);
		ui_toast(c, RV_LEVEL_OK,
			 _("preview dropped: nothing was written"));
		return;
	}
	if (!p) {
		(void)need_shown(c);
		return;
	}
	if (refuse_readonly(c))
		return;
	id = rv_sv_dup(p->id);
	rv_buf_addf(&b, _("%s is closed and its episodes stay pending. Why?"),
		    id);
	ui_dialog_ask(c, _("Reject?"), rv_buf_sv(&b), reasons,
		      (int)ARRAY_LEN(reasons), on_reject, id);
	rv_buf_release(&b);
	free(id);
}

static void
defer(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (!p || refuse_readonly(c))
		return;
	if (p->id.n == 0) {
		open_draft(c, TAG_OPEN);
		return;
	}
	rv_args_make("review.defer", &arena, &args, "",
		     rv_sv_cstr_in(&arena, p->id), NULL);
	ui_model_run(c->model, &args, TAG_DEFER);
	rv_arena_release(&arena);
}

static void
on_undo(struct ui_ctx *c, int choice, const char *arg)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	(void)arg;
	if (choice != 0)
		return;
	rv_args_make("undo", &arena, &args, NULL);
	ui_model_run(c->model, &args, TAG_UNDO);
	rv_arena_release(&arena);
}

static void
undo(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);
	struct rv_buf b = RV_BUF_INIT;

	if (c->staged) {
		ui_toast(c, RV_LEVEL_OK, _("unstaged %s"), c->staged);
		set_staged(c, RV_SV_NONE, RV_SV_NONE);
		return;
	}
	if (refuse_readonly(c))
		return;
	if (!s || s->undo_steps == 0) {
		ui_toast(c, RV_LEVEL_NOTE, _("there is no step to take back"));
		return;
	}
	rv_buf_addf(&b,
		    _("The newest step is %.*s. Taking it back restores the "
		      "text, the anchor and the pending episodes, as a new "
		      "step that can be taken back itself."),
		    RV_SV_ARG(s->undo_what));
	ui_dialog_confirm(c, _("Undo?"), rv_buf_sv(&b), on_undo, NULL);
	rv_buf_release(&b);
}

/* --- editing ---------------------------------------------------------------- */

static rv_status
edit_file(struct ui_ctx *c, const char *path, struct rv_err *err)
{
	struct ui_term *t = c->console->term;
	const char *editor = c->env->editor;
	struct rv_arena arena = RV_ARENA_INIT;
	const char *argv[8];
	struct rv_sv rest = rv_sv(editor && editor[0] ? editor : "vi"), word;
	rv_status st;
	size_t n = 0;
	int code = 0;

	while (n < 6 && rv_sv_next_part(&rest, ' ', &word))
		if (word.n > 0)
			argv[n++] = rv_sv_cstr_in(&arena, word);
	argv[n++] = path;
	argv[n] = NULL;
	t->ops->leave(t);
	st = rv_proc_run(argv, &code, err);
	t->ops->enter(t);
	if (st == RV_OK && code != 0)
		st = rv_fail(err, RV_E_CANCELLED,
			     _("edit: %s ended with %d; the preview is as it "
			       "was"),
			     argv[0], code);
	rv_arena_release(&arena);
	return st;
}

static rv_status
edit_text(struct ui_ctx *c, struct rv_sv text, struct rv_buf *out,
	  char **kept, struct rv_err *err)
{
	char *path;
	rv_status st;
	int fd;

	st = rv_path_mkdirs(c->env->state_home, 0700, err);
	path = rv_asprintf("%s/edit-XXXXXX.md", c->env->state_home);
	fd = st == RV_OK ? mkostemps(path, 3, O_CLOEXEC) : -1;
	if (st == RV_OK && fd < 0)
		st = rv_fail(err, RV_E_IO,
			     _("edit: no temporary file can be made in %s"),
			     c->env->state_home);
	for (size_t i = 0; st == RV_OK && i < text.n;) {
		ssize_t w = write(fd, text.p + i, text.n - i);

		if (w <= 0)
			st = rv_fail(err, RV_E_IO,
				     _("edit: the temporary file cannot be "
				       "written; free some space"));
		else
			i += (size_t)w;
	}
	if (fd >= 0)
		close(fd);
	if (st == RV_OK)
		st = edit_file(c, path, err);
	if (st == RV_OK)
		st = rv_path_read(path, (size_t)64 << 20, out, err);
	if (st == RV_OK && out->n > 0 && !rv_sv_eq(rv_buf_sv(out), text)) {
		*kept = path;
		return st;
	}
	if (fd >= 0)
		unlink(path);
	free(path);
	return st;
}

static void
edit(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = need_shown(c);
	struct rv_buf out = RV_BUF_INIT;
	struct rv_err err = {0};
	char *kept = NULL;

	if (!p)
		return;
	/* Without a terminal only an editor that was named can run. */
	if (c->console->opts->headless && !c->env->editor[0]) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("no editor without a terminal: set EDITOR"));
		return;
	}
	if (edit_text(c, p->bytes, &out, &kept, &err) != RV_OK)
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
		ask_write(c);
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

	if (s->u.action.json.n > 0 &&
	    rv_json_parse(s->u.action.json, &doc, NULL) == RV_OK) {
		id = rv_json_get_sv(doc.root, "proposal");
		sha = rv_json_get_sv(doc.root, "sha256");
	}
	switch ((enum tag)s->tag) {
	case TAG_APPROVE:
		set_staged(c, RV_SV_NONE, RV_SV_NONE);
		forget_edit(c);
		c->show = UI_SHOW_NONE;
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		ui_toast(c, RV_LEVEL_OK, _("written as one step: u takes it "
					   "back"));
		break;
	case TAG_REJECT:
		c->show = UI_SHOW_NONE;
		ui_toast(c, RV_LEVEL_OK,
			 _("rejected: its episodes stay pending"));
		break;
	case TAG_DEFER:
		c->show = UI_SHOW_NONE;
		ui_toast(c, RV_LEVEL_OK, _("deferred: it stays in the queue"));
		break;
	case TAG_OPEN:
	case TAG_STAGE:
		forget_edit(c);
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		if (id.n > 0)
			ui_ctx_show_proposal(c, id);
		if (s->tag == TAG_STAGE)
			set_staged(c, id, sha);
		ui_toast(c, RV_LEVEL_OK,
			 s->tag == TAG_STAGE
				 ? _("%.*s is staged, nothing is written yet: "
				     "W writes, u unstages")
				 : _("%.*s waits in the queue; nothing is "
				     "written"),
			 RV_SV_ARG(id));
		break;
	case TAG_UNDO:
		ui_toast(c, RV_LEVEL_OK,
			 _("taken back; the step before it is the newest "
			   "now"));
		break;
	case TAG_PALETTE:
		break;
	}
	rv_json_release(&doc);
}

void
ui_flow_done(struct ui_console *con, const struct ui_snap *s)
{
	struct ui_ctx *c = &con->ctx;

	ui_say(c, s->status == RV_OK ? RV_LEVEL_OK : RV_LEVEL_WARN,
	       s->u.action.cli, rv_sv(s->err.msg));
	if (s->tag == TAG_PALETTE)
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
	else if (rv_sv_is(line, "story view"))
		ui_goto(c, "story", NULL);
	else if (rv_sv_is(line, "overview"))
		ui_goto(c, "overview", NULL);
	else if (rv_sv_is(line, "resonance"))
		ui_goto(c, "resonance", NULL);
	else if (rv_sv_is(line, "pending"))
		ui_goto(c, "pending", NULL);
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
		ui_model_run(c->model, &args, TAG_PALETTE);
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
		ui_model_run(c->model, &args, TAG_PALETTE);
	}
	free(copy);
	rv_arena_release(&arena);
}
