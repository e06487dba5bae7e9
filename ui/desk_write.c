/* SPDX-License-Identifier: MIT */
/* The review desk: W shows all that is staged and writes it as one step. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/json.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"

#define WARNING_ROWS 6 /* for the warnings of one row */
#define LISTED_MAX 12 /* rows of the summary; further ones are counted */

/* What an approval of these bytes is about: hash, size, and what is wrong. */
static void
describe(const struct ui_staged *it, const struct rv_view_proposal *p,
	 struct rv_buf *b)
{
	size_t ok = 0;

	rv_buf_addf(b, "%s%s%s  %.*s\n", ui_level_sign(p->worst),
		    p->is_new ? _(" new ") : " ", ui_tmp_words(p),
		    RV_SV_ARG(p->target));
	for (size_t i = 0; i < p->n_checks; i++)
		ok += p->checks[i].level < RV_LEVEL_WARN;
	rv_buf_addf(b, _("         sha256 %.12s  %+d tokens  %d ok\n"),
		    it->sha, (int)(p->size_after - p->size_before), (int)ok);
	if (it->edited)
		rv_buf_adds(b, _("         changed here, then approved\n"));
	ui_desk_warnings(p, "         ", WARNING_ROWS, b);
	if (it->why[0])
		rv_buf_addf(b, _("         because: %s\n"), it->why);
}

static void
list_staged(struct ui_ctx *c, enum ui_decided what, struct rv_buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		const struct rv_view_proposal *p;

		if (it->what != what || ++n > LISTED_MAX)
			continue;
		p = ui_ctx_queued(c, rv_sv(it->id));
		rv_buf_addf(b, "  %-6s \t", it->id);
		if (p && what == UI_APPROVED)
			describe(it, p, b);
		else if (p)
			rv_buf_addf(b, "%-9s %.*s\n", _(it->why),
				    RV_SV_ARG(p->target));
		else
			rv_buf_addc(b, '\n');
	}
	if (n > LISTED_MAX)
		rv_buf_addf(b, _("  and %d more\n"), (int)(n - LISTED_MAX));
}

static void
summary(struct ui_ctx *c, struct rv_buf *b)
{
	size_t a = ui_stage_count(&c->stage, UI_APPROVED);
	size_t x = ui_stage_count(&c->stage, UI_REJECTED);
	size_t d = ui_stage_count(&c->stage, UI_DEFERRED);
	int64_t more = 0, less = 0, tokens = 0;

	if (a > 0)
		rv_buf_addf(b, P_("Write %d page as ONE undo step\n",
				  "Write %d pages as ONE undo step\n", a),
			    (int)a);
	list_staged(c, UI_APPROVED, b);
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		const struct rv_view_proposal *p =
			ui_ctx_queued(c, rv_sv(it->id));

		if (p && it->what == UI_APPROVED) {
			more += p->words_added;
			less += p->words_removed;
			tokens += p->size_after - p->size_before;
		}
	}
	if (x > 0)
		rv_buf_addf(b, _("Reject %d\n"), (int)x);
	list_staged(c, UI_REJECTED, b);
	if (d > 0)
		rv_buf_addf(b, _("Defer %d\n"), (int)d);
	list_staged(c, UI_DEFERRED, b);
	if (x + d > 0 && a + x + d > 1)
		rv_buf_adds(b, _("All of this is one step: u takes it back.\n"));
	if (a > 0)
		rv_buf_addf(b,
			    _("\nEvery future turn can draw on it: +%d -%d "
			      "words, %+d tokens. Exactly the bytes that were "
			      "shown are written; a file that changed "
			      "meanwhile stops all of it."),
			    (int)more, (int)less, (int)tokens);
}

/* Every staged row is still there with the bytes that were shown. */
static bool
still_true(struct ui_ctx *c)
{
	const struct ui_snap *s = ui_model_get(c->model, UI_VIEW_REVIEW);

	for (size_t i = 0; s && i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		const struct rv_view_proposal *p;

		if (it->what != UI_APPROVED)
			continue;
		p = ui_ctx_queued(c, rv_sv(it->id));
		if (p && rv_sv_is(p->sha, it->sha) && !p->base_moved)
			continue;
		ui_toast(c, RV_LEVEL_WARN,
			 _("%s changed after you staged it: look at it again; "
			   "nothing was written"),
			 it->id);
		return false;
	}
	return true;
}

/* One decision that writes no page is run as what it is. */
static void
run_single(struct ui_ctx *c, const struct ui_staged *it)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;

	if (it->what == UI_REJECTED) {
		rv_args_make("review.reject", &arena, &args, "", it->id,
			     "reason", it->why, NULL);
		ui_model_run(c->model, &args, UI_TAG_REJECT);
	} else {
		rv_args_make("review.defer", &arena, &args, "", it->id, "for",
			     it->why, NULL);
		ui_model_run(c->model, &args, UI_TAG_DEFER);
	}
	rv_arena_release(&arena);
}

static struct rv_arg
arg_of(struct rv_arena *arena, const char *name, const char *id,
       const char *value)
{
	return (struct rv_arg){name,
			       rv_arena_printf(arena, "%s=%s", id, value)};
}

/* All that is staged: one step. */
static void
run_all(struct ui_ctx *c)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	size_t n = 0;

	rv_args_make("review.apply", &arena, &args, NULL);
	args.items = rv_arena_array(&arena, struct rv_arg, c->stage.n * 2 + 1);
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];

		switch (it->what) {
		case UI_APPROVED:
			args.items[n++] = arg_of(&arena, "", it->id, it->sha);
			if (it->why[0])
				args.items[n++] = arg_of(&arena, "reason",
							 it->id, it->why);
			break;
		case UI_REJECTED:
			args.items[n++] = arg_of(&arena, "reject", it->id,
						 it->why);
			break;
		case UI_DEFERRED:
			args.items[n++] = arg_of(&arena, "defer", it->id,
						 it->why);
			break;
		case UI_UNDECIDED:
			break;
		}
	}
	args.n = n;
	ui_model_run(c->model, &args, UI_TAG_APPLY);
	rv_arena_release(&arena);
}

static void
run_staged(struct ui_ctx *c)
{
	const struct ui_staged *one = NULL;

	for (size_t i = 0; i < c->stage.n; i++)
		if (c->stage.items[i].what != UI_UNDECIDED)
			one = &c->stage.items[i];
	if (ui_stage_total(&c->stage) == 1 && one->what != UI_APPROVED)
		run_single(c, one);
	else
		run_all(c);
}

static void
note_wrote(struct ui_ctx *c)
{
	struct ui_console *con = c->console;

	con->wrote.pages = ui_stage_count(&c->stage, UI_APPROVED);
	con->wrote.rejected = ui_stage_count(&c->stage, UI_REJECTED);
	con->wrote.deferred = ui_stage_count(&c->stage, UI_DEFERRED);
	con->wrote.edited = 0;
	for (size_t i = 0; i < c->stage.n; i++)
		con->wrote.edited += c->stage.items[i].edited &&
				     c->stage.items[i].what == UI_APPROVED;
}

/* More than one kind of decision: each with its number. */
static void
count_wrote(const struct ui_console *con, struct rv_buf *b)
{
	size_t n = con->wrote.pages;

	if (n > 0)
		rv_buf_addf(b, P_("%d page written", "%d pages written", n),
			    (int)n);
	if (con->wrote.edited > 0)
		rv_buf_addf(b, _(" (%d edited)"), (int)con->wrote.edited);
	if (con->wrote.rejected > 0)
		rv_buf_addf(b, _("%s%d rejected"), b->n > 0 ? ", " : "",
			    (int)con->wrote.rejected);
	if (con->wrote.deferred > 0)
		rv_buf_addf(b, _("%s%d deferred"), b->n > 0 ? ", " : "",
			    (int)con->wrote.deferred);
	rv_buf_adds(b, n > 0 ? _("; u takes all of it back")
			     : _("; no page was written, u takes it back"));
}

static void
say_wrote(struct ui_ctx *c)
{
	struct ui_console *con = c->console;
	size_t n = con->wrote.pages;
	size_t others = con->wrote.rejected + con->wrote.deferred;
	struct rv_buf b = RV_BUF_INIT;

	if (n + others > 1 && (others > 0 || con->wrote.edited > 0))
		count_wrote(con, &b);
	else if (n == 1 && c->path)
		rv_buf_addf(&b, _("1 page written, u to undo; 5 shows %s"),
			    c->path);
	else if (n > 0)
		rv_buf_addf(&b,
			    P_("%d page written, u to undo",
			       "%d pages written, u to undo all of them", n),
			    (int)n);
	else if (con->wrote.rejected > 0)
		rv_buf_adds(&b, _("rejected: nothing of it was written; u brings "
				   "it back"));
	else
		rv_buf_adds(&b, _("deferred: it comes back when it is due; u "
				   "brings it back now"));
	ui_toast(c, RV_LEVEL_OK, "%s", b.p);
	rv_buf_release(&b);
}

static void
on_write(struct ui_ctx *c, int choice, const char *arg)
{
	if (choice != 0) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was written"));
		return;
	}
	if (ui_meanwhile_other(c, arg) || !still_true(c))
		return;
	ui_toast(c, RV_LEVEL_OK, _("writing"));
	note_wrote(c);
	run_staged(c);
}

void
ui_desk_write(struct ui_ctx *c)
{
	struct rv_buf b = RV_BUF_INIT;
	char *staged;

	if (ui_stage_total(&c->stage) == 0) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is staged: a stages what is shown"));
		return;
	}
	if (ui_desk_readonly(c) || !still_true(c) || ui_desk_ask_missing(c))
		return;
	summary(c, &b);
	staged = ui_meanwhile_staged(c);
	ui_dialog_confirm(c, UI_DIALOG_WRITE, rv_buf_sv(&b), on_write, staged);
	free(staged);
	rv_buf_release(&b);
}

static void
drop_all(struct ui_ctx *c)
{
	for (size_t i = c->stage.n; i > 0; i--)
		if (c->stage.items[i - 1].what != UI_UNDECIDED)
			ui_stage_drop(&c->stage,
				      rv_sv(c->stage.items[i - 1].id));
}

/* The one page that was written is what Layers shows next. */
static void
select_written(struct ui_ctx *c)
{
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		const struct rv_view_proposal *p;

		if (it->what != UI_APPROVED)
			continue;
		p = ui_ctx_queued(c, rv_sv(it->id));
		if (p)
			ui_ctx_select_path(c, p->target);
	}
}

void
ui_desk_done(struct ui_ctx *c, enum ui_tag tag, struct rv_sv json)
{
	size_t n = ui_stage_count(&c->stage, UI_APPROVED);

	switch ((int)tag) {
	case UI_TAG_APPLY:
		if (n == 1)
			select_written(c);
		drop_all(c);
		if (c->show == UI_SHOW_PROPOSAL)
			c->show = UI_SHOW_NONE;
		say_wrote(c);
		break;
	case UI_TAG_REJECT:
	case UI_TAG_DEFER: {
		struct rv_json_doc doc;

		if (rv_json_parse(json, &doc, NULL) != RV_OK)
			break;
		ui_stage_drop(&c->stage, rv_json_get_sv(doc.root, "id"));
		rv_json_release(&doc);
		if (c->show == UI_SHOW_PROPOSAL)
			c->show = UI_SHOW_NONE;
		say_wrote(c);
		break;
	}
	default:
		break;
	}
}

void
ui_desk_worse(struct ui_ctx *c, struct rv_sv json)
{
	struct rv_json_doc doc;
	const rv_json *again;

	if (json.n == 0 || rv_json_parse(json, &doc, NULL) != RV_OK)
		return;
	again = rv_json_first(rv_json_get(doc.root, "again"));
	/* What it takes to approve them was not shown yet. */
	if (again)
		ui_ctx_select_review(c, rv_json_get_sv(again, "proposal"));
	for (; again; again = rv_json_next(again))
		ui_stage_drop(&c->stage, rv_json_get_sv(again, "id"));
	rv_json_release(&doc);
}

/* What of the queue is another, or gone, is not staged any more. */
void
ui_desk_sync(struct ui_ctx *c)
{
	struct rv_buf gone = RV_BUF_INIT, other = RV_BUF_INIT;

	for (size_t i = c->stage.n; i > 0; i--) {
		struct ui_staged *it = &c->stage.items[i - 1];
		const struct rv_view_proposal *p =
			ui_ctx_queued(c, rv_sv(it->id));
		bool same = !it->kept || it->what == UI_UNDECIDED ||
			    (p && rv_sv_is(p->sha, it->sha));

		it->kept = false;
		if (p && same)
			continue;
		if (it->what != UI_UNDECIDED && p)
			rv_buf_addf(&other, " %s", it->id);
		else if (it->what != UI_UNDECIDED)
			ui_meanwhile_tell(c, rv_sv(it->id), &gone);
		ui_stage_drop(&c->stage, rv_sv(it->id));
	}
	if (other.n > 0)
		ui_toast(c, RV_LEVEL_WARN,
			 _("not staged any more, the text is another one than "
			   "you saw:%s"),
			 other.p);
	if (gone.n > 0)
		ui_toast(c, RV_LEVEL_WARN,
			 _("%s: unstaged, nothing of it was written here"),
			 gone.p);
	rv_buf_release(&gone);
	rv_buf_release(&other);
}
