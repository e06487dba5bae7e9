/* SPDX-License-Identifier: MIT */
/* The review desk: decisions are staged, W writes all of them as one step. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/json.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"

#define LISTED_MAX 12 /* rows of the summary; further ones are counted */

bool
ui_desk_readonly(struct ui_ctx *c)
{
	const struct rv_view_status *s = ui_ctx_status(c);

	if (!s || !s->readonly)
		return false;
	ui_toast(c, RV_LEVEL_WARN,
		 _("the workspace is read-only: nothing is written; previews "
		   "work, :readonly off changes it"));
	return true;
}

bool
ui_desk_approvable(struct ui_ctx *c, const struct rv_view_proposal *p)
{
	if (p->base_moved && p->id.n == 0) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s changed since this was made: r runs it again"),
			 RV_SV_ARG(p->target));
		return false;
	}
	if (p->base_moved) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s changed after %.*s was made: approving would "
			   "lose that; e edits it onto the new text, x rejects"),
			 RV_SV_ARG(p->target), RV_SV_ARG(p->id));
		return false;
	}
	for (size_t i = 0; !p->approvable && i < p->n_checks; i++)
		if (p->checks[i].level == RV_LEVEL_ERROR) {
			ui_toast(c, RV_LEVEL_WARN,
				 _("%.*s cannot be approved as it is: %.*s"),
				 RV_SV_ARG(p->id),
				 RV_SV_ARG(p->checks[i].message));
			return false;
		}
	return p->approvable;
}

/* Keys that were typed before the proposal was drawn decide nothing. */
static bool
was_seen(struct ui_ctx *c, const struct rv_view_proposal *p)
{
	if (rv_sv_is(p->id, c->seen_id) && rv_sv_is(p->sha, c->seen_sha))
		return true;
	ui_toast(c, RV_LEVEL_WARN,
		 _("%.*s was not on the screen yet when that was typed: look "
		   "at it and press again"),
		 RV_SV_ARG(p->id));
	return false;
}

/* The marked rows, or else the one that is shown; at most `max`. */
static size_t
chosen(struct ui_ctx *c, const struct rv_view_proposal **out, size_t max)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	bool desk = !strcmp(ui_screens[c->console->screen].name, "review");
	size_t n = 0;

	for (size_t i = 0; desk && i < c->stage.n && n < max; i++) {
		const struct rv_view_proposal *q;

		if (!c->stage.items[i].marked)
			continue;
		q = ui_ctx_queued(c, rv_sv(c->stage.items[i].id));
		if (q)
			out[n++] = q;
	}
	if (n == 0 && p && was_seen(c, p))
		out[n++] = p;
	else if (n == 0 && !p)
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is shown to decide: 6 lists what waits"));
	return n;
}

#define CHOSEN_MAX 512

void
ui_desk_stage(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[CHOSEN_MAX];
	size_t n;

	if (ui_desk_readonly(c))
		return;
	n = chosen(c, p, CHOSEN_MAX);
	for (size_t i = 0; i < n; i++) {
		if (!ui_desk_approvable(c, p[i]))
			return;
		if (n > 1 && p[i]->worst >= RV_LEVEL_WARN) {
			ui_toast(c, RV_LEVEL_WARN,
				 _("%.*s has an open warning: rows are approved "
				   "together only when all their checks are ok; "
				   "decide it alone"),
				 RV_SV_ARG(p[i]->id));
			return;
		}
	}
	for (size_t i = 0; i < n; i++)
		ui_stage_set(&c->stage, p[i]->id, p[i]->sha, UI_APPROVED, NULL);
	if (n > 0)
		ui_toast(c, RV_LEVEL_OK,
			 _("staged, nothing is written yet: W writes, u "
			   "unstages"));
}

static const struct ui_choice reasons[] = {
	{"w", N_("wrong")},	{"p", N_("private")}, {"j", N_("junk")},
	{"2", N_("duplicate")}, {"l", N_("not now")}, {"n", N_("keep it")},
};
static const char *const reason_names[] = {"wrong", "private", "junk",
					   "duplicate", "not now"};

/* What was asked about may have changed while the question stood. */
static void
stage_with(struct ui_ctx *c, const char *ids, enum ui_decided what,
	   const char *why)
{
	struct rv_sv rest = rv_sv(ids), id;
	size_t n = 0;

	while (rv_sv_next_part(&rest, ' ', &id)) {
		if (id.n == 0)
			continue;
		ui_stage_set(&c->stage, id, RV_SV_NONE, what, why);
		n++;
	}
	if (n > 0 && what == UI_REJECTED)
		ui_toast(c, RV_LEVEL_OK,
			 _("rejection staged (%s), nothing is written yet: W "
			   "writes, u unstages"),
			 _(why));
	else if (n > 0)
		ui_toast(c, RV_LEVEL_OK,
			 _("deferral staged (%s), nothing is written yet: W "
			   "writes, u unstages"),
			 why);
}

static void
on_reject(struct ui_ctx *c, int choice, const char *ids)
{
	if (choice >= 0 && (size_t)choice < ARRAY_LEN(reason_names))
		stage_with(c, ids, UI_REJECTED, reason_names[choice]);
}

static char *
join_ids(const struct rv_view_proposal *const *p, size_t n)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < n; i++)
		rv_buf_addf(&b, i > 0 ? " %.*s" : "%.*s", RV_SV_ARG(p[i]->id));
	return rv_buf_detach(&b);
}

void
ui_desk_reject(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[CHOSEN_MAX];
	struct rv_buf b = RV_BUF_INIT;
	size_t n;
	char *ids;

	if (ui_desk_readonly(c))
		return;
	n = chosen(c, p, CHOSEN_MAX);
	if (n == 0)
		return;
	ids = join_ids(p, n);
	rv_buf_addf(&b, _("%s is turned down when you press W. The reason is "
			  "kept in the log. Why?"),
		    ids);
	ui_dialog_ask(c, _("Reject?"), rv_buf_sv(&b), reasons,
		      (int)ARRAY_LEN(reasons), on_reject, ids);
	rv_buf_release(&b);
	free(ids);
}

static const struct ui_choice spans[] = {
	{"1", N_("a day")},
	{"7", N_("a week")},
	{"m", N_("a month")},
	{"n", N_("keep it here")},
};
static const char *const span_names[] = {"1d", "7d", "30d"};

static void
on_defer(struct ui_ctx *c, int choice, const char *ids)
{
	if (choice >= 0 && (size_t)choice < ARRAY_LEN(span_names))
		stage_with(c, ids, UI_DEFERRED, span_names[choice]);
}

void
ui_desk_defer(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[CHOSEN_MAX];
	struct rv_buf b = RV_BUF_INIT;
	size_t n;
	char *ids;

	if (ui_desk_readonly(c))
		return;
	n = chosen(c, p, CHOSEN_MAX);
	if (n == 0)
		return;
	ids = join_ids(p, n);
	rv_buf_addf(&b, _("%s comes back to the top of the queue when it is "
			  "due."),
		    ids);
	if (n == 1 && p[0]->defers >= 2)
		rv_buf_addf(&b,
			    P_("\n\nIt was put aside %d time already: approve "
			       "it or reject it.",
			       "\n\nIt was put aside %d times already: approve "
			       "it or reject it.",
			       p[0]->defers),
			    (int)p[0]->defers);
	rv_buf_adds(&b, _(" For how long?"));
	ui_dialog_ask(c, _("Decide later?"), rv_buf_sv(&b), spans,
		      (int)ARRAY_LEN(spans), on_defer, ids);
	rv_buf_release(&b);
	free(ids);
}

bool
ui_desk_unstage(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	struct ui_staged *it = p ? ui_stage_get(&c->stage, p->id) : NULL;
	bool desk = !strcmp(ui_screens[c->console->screen].name, "review");

	/* Elsewhere one proposal is on show at most: the newest staged. */
	if (!desk && (!it || it->what == UI_UNDECIDED))
		for (size_t i = 0; i < c->stage.n; i++)
			if (c->stage.items[i].what != UI_UNDECIDED)
				it = &c->stage.items[i];
	if (!it || it->what == UI_UNDECIDED)
		return false;
	it->what = UI_UNDECIDED;
	ui_toast(c, RV_LEVEL_OK, _("unstaged %s"), it->id);
	return true;
}

/* --- editing ---------------------------------------------------------------- */

void
ui_desk_edit(struct ui_ctx *c)
{
	const struct rv_view_proposal *p = ui_ctx_shown(c);
	struct rv_buf out = RV_BUF_INIT;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err err = {0};
	char *kept = NULL;
	const char *id;

	if (!p || ui_desk_readonly(c) || !was_seen(c, p))
		return;
	id = rv_sv_cstr_in(&arena, p->id);
	if (ui_editor_run(c, p->bytes, &out, &kept, &err) != RV_OK)
		ui_toast(c, RV_LEVEL_WARN, "%s", err.msg);
	else if (rv_sv_trim(rv_buf_sv(&out)).n == 0)
		ui_toast(c, RV_LEVEL_WARN,
			 _("the editor left nothing: %s is as it was"), id);
	else if (!kept)
		ui_toast(c, RV_LEVEL_OK, _("nothing was changed"));
	else {
		struct rv_args args;

		rv_args_make("review.edit", &arena, &args, "", id, "file",
			     kept, NULL);
		/* It is read when the action runs; removed when it is done. */
		free(c->edited);
		c->edited = kept;
		kept = NULL;
		ui_model_run(c->model, &args, UI_TAG_EDIT);
		ui_toast(c, RV_LEVEL_OK, _("checking the edited text"));
	}
	if (kept)
		unlink(kept);
	free(kept);
	rv_buf_release(&out);
	rv_arena_release(&arena);
}

/* --- writing ---------------------------------------------------------------- */

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
		rv_buf_addf(b, "  %-6s ", it->id);
		if (p && what == UI_APPROVED)
			rv_buf_addf(b, "%s %s+%d -%d  %.*s",
				    p->worst == RV_LEVEL_WARN ? "!" : " ",
				    p->is_new ? _("new ") : "",
				    (int)p->words_added, (int)p->words_removed,
				    RV_SV_ARG(p->target));
		else if (p)
			rv_buf_addf(b, "%-9s %.*s", _(it->why),
				    RV_SV_ARG(p->target));
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
	int64_t more = 0, less = 0;

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
		}
	}
	if (x > 0)
		rv_buf_addf(b, _("Turn down %d\n"), (int)x);
	list_staged(c, UI_REJECTED, b);
	if (d > 0)
		rv_buf_addf(b, _("Put aside %d\n"), (int)d);
	list_staged(c, UI_DEFERRED, b);
	if (a > 0)
		rv_buf_addf(b,
			    _("\nEvery future turn can draw on it: +%d -%d "
			      "words. Exactly the bytes that were shown are "
			      "written; a file that changed meanwhile stops "
			      "all of it."),
			    (int)more, (int)less);
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

static void
run_others(struct ui_ctx *c)
{
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		struct rv_arena arena = RV_ARENA_INIT;
		struct rv_args args;

		if (it->what == UI_REJECTED) {
			rv_args_make("review.reject", &arena, &args, "",
				     it->id, "reason", it->why, NULL);
			ui_model_run(c->model, &args, UI_TAG_REJECT);
		} else if (it->what == UI_DEFERRED) {
			rv_args_make("review.defer", &arena, &args, "", it->id,
				     "for", it->why, NULL);
			ui_model_run(c->model, &args, UI_TAG_DEFER);
		}
		rv_arena_release(&arena);
	}
}

static void
run_approved(struct ui_ctx *c)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_args args;
	size_t n = 0;

	rv_args_make("review.apply", &arena, &args, NULL);
	args.items = rv_arena_array(&arena, struct rv_arg, c->stage.n + 1);
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];

		if (it->what == UI_APPROVED)
			args.items[n++] = (struct rv_arg){
				"", rv_arena_printf(&arena, "%s=%s", it->id,
						    it->sha)};
	}
	args.n = n;
	ui_model_run(c->model, &args, UI_TAG_APPLY);
	rv_arena_release(&arena);
}

static void
on_write(struct ui_ctx *c, int choice, const char *arg)
{
	(void)arg;
	if (choice != 0) {
		ui_toast(c, RV_LEVEL_OK, _("nothing was written"));
		return;
	}
	if (!still_true(c))
		return;
	ui_toast(c, RV_LEVEL_OK, _("writing"));
	/* What stands in the way of the pages stops the others too. */
	if (ui_stage_count(&c->stage, UI_APPROVED) > 0)
		run_approved(c);
	else
		run_others(c);
}

void
ui_desk_write(struct ui_ctx *c)
{
	struct rv_buf b = RV_BUF_INIT;

	if (ui_stage_total(&c->stage) == 0) {
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is staged: a stages what is shown"));
		return;
	}
	if (ui_desk_readonly(c) || !still_true(c))
		return;
	summary(c, &b);
	ui_dialog_confirm(c, _("Write what is staged?"), rv_buf_sv(&b),
			  on_write, NULL);
	rv_buf_release(&b);
}

static void
drop_all(struct ui_ctx *c, enum ui_decided what)
{
	for (size_t i = c->stage.n; i > 0; i--)
		if (c->stage.items[i - 1].what == what)
			ui_stage_drop(&c->stage,
				      rv_sv(c->stage.items[i - 1].id));
}

static void
edited(struct ui_ctx *c, struct rv_sv json)
{
	struct rv_json_doc doc;

	if (c->edited)
		unlink(c->edited);
	free(c->edited);
	c->edited = NULL;
	if (json.n == 0 || rv_json_parse(json, &doc, NULL) != RV_OK)
		return;
	{
		struct rv_sv id = rv_json_get_sv(doc.root, "proposal");

		if (id.n == 0)
			id = rv_json_get_sv(doc.root, "id");
		if (id.n > 0) {
			/* The edited one takes the place of the first. */
			if (c->review)
				ui_stage_drop(&c->stage, rv_sv(c->review));
			ui_stage_entry(&c->stage, id)->edited = true;
			ui_ctx_select_review(c, id);
			if (c->show == UI_SHOW_PROPOSAL)
				ui_ctx_show_proposal(c, id);
			ui_toast(c, RV_LEVEL_OK,
				 _("%.*s holds the edited text and was checked "
				   "again: a stages it"),
				 RV_SV_ARG(id));
		}
	}
	rv_json_release(&doc);
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
		drop_all(c, UI_APPROVED);
		if (c->show == UI_SHOW_PROPOSAL)
			c->show = UI_SHOW_NONE;
		ui_toast(c, RV_LEVEL_OK,
			 P_("%d page written as one step: 5 shows it, u takes "
			    "it back",
			    "%d pages written as one step: u takes them back",
			    n),
			 (int)n);
		run_others(c);
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
		if (c->console->toast_level == RV_LEVEL_OK &&
		    !rv_sv_has(rv_buf_sv(&c->console->toast),
			       rv_sv(_("as one step"))))
			ui_toast(c, RV_LEVEL_OK, "%s",
				 tag == UI_TAG_REJECT
					 ? _("rejected: nothing of it was "
					     "written")
					 : _("deferred: it comes back when it "
					     "is due"));
		break;
	}
	case UI_TAG_EDIT:
		edited(c, json);
		break;
	default:
		break;
	}
}

void
ui_desk_sync(struct ui_ctx *c)
{
	for (size_t i = c->stage.n; i > 0; i--) {
		struct ui_staged *it = &c->stage.items[i - 1];

		if (ui_ctx_queued(c, rv_sv(it->id)))
			continue;
		if (it->what != UI_UNDECIDED)
			ui_toast(c, RV_LEVEL_WARN,
				 _("%s was decided meanwhile, not by this "
				   "console: it is unstaged, nothing of it was "
				   "written here"),
				 it->id);
		ui_stage_drop(&c->stage, rv_sv(it->id));
	}
}
