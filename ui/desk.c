/* SPDX-License-Identifier: MIT */
/* The review desk: decisions are staged, W writes all of them as one step. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/width.h"
#include "ui/batch.h"
#include "ui/console_priv.h"
#include "ui/dialog.h"

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
			   "lose that; r makes it anew on the new text, x "
			   "rejects"),
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
bool
ui_desk_seen(struct ui_ctx *c, const struct rv_view_proposal *p)
{
	if (rv_sv_is(p->id, c->seen_id) && rv_sv_is(p->sha, c->seen_sha))
		return true;
	ui_toast(c, RV_LEVEL_WARN,
		 _("%.*s was not on the screen yet when that was typed: look "
		   "at it and press again"),
		 RV_SV_ARG(p->id));
	return false;
}

/* Who pressed a key once more after a write did not mean the row that moved up
 * under the cursor by that. */
static bool
has_landed(struct ui_ctx *c, const struct rv_view_proposal *p)
{
	if (!c->landed)
		return false;
	c->landed = false;
	ui_toast(c, RV_LEVEL_WARN,
		 _("%.*s took the place of the one that is decided: look at it "
		   "and press again"),
		 RV_SV_ARG(p->id));
	return true;
}

/* The marked rows, or else the one that is shown; at most `max`. */
size_t
ui_desk_chosen(struct ui_ctx *c, const struct rv_view_proposal **out,
	       size_t max)
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
	if (n == 0 && p && ui_desk_seen(c, p) && !has_landed(c, p))
		out[n++] = p;
	else if (n == 0 && !p)
		ui_toast(c, RV_LEVEL_NOTE,
			 _("nothing is shown to decide: 6 lists what waits"));
	return n;
}

#define AROUND_WARNINGS 13 /* rows of a screen beside the warnings */
#define DEFERS_MANY 3 /* then a person is asked to decide */

#define WARNING_WIDTH 68 /* of a dialog's text, about */

void
ui_desk_warnings(const struct rv_view_proposal *p, const char *lead, int rows,
		 struct rv_buf *out)
{
	int hang = rv_width(rv_sv(lead)) + 2;
	size_t more = 0;

	for (size_t i = 0; i < p->n_checks; i++) {
		const struct rv_view_check *k = &p->checks[i];
		const char *text;

		if (k->level < RV_LEVEL_WARN)
			continue;
		text = ui_tmp("%s%s \t%.*s: %.*s\n", lead,
			      ui_level_sign(k->level), RV_SV_ARG(k->code),
			      RV_SV_ARG(k->message));
		rows -= (rv_width(rv_sv(text)) - hang) /
				(WARNING_WIDTH - hang) + 1;
		if (rows < 0)
			more++;
		else
			rv_buf_adds(out, text);
	}
	if (more > 0)
		rv_buf_addf(out,
			    P_("%sand %d more: Checks names it\n",
			       "%sand %d more: Checks names them\n", more),
			    lead, (int)more);
}

static const struct rv_view_proposal *
row_of(struct ui_ctx *c, struct rv_sv id)
{
	const struct rv_view_proposal *p = ui_ctx_queued(c, id);

	/* On other screens the queue may not be read yet. */
	if (!p)
		p = ui_ctx_shown(c);
	return p && rv_sv_eq(p->id, id) ? p : NULL;
}

/* A question stood, and somebody else was faster. */
static void
tell_gone(struct ui_ctx *c, struct rv_sv ids)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv id;

	while (rv_sv_next_part(&ids, ' ', &id))
		if (!row_of(c, id))
			ui_meanwhile_tell(c, id, &b);
	if (b.n)
		ui_toast(c, RV_LEVEL_WARN, _("%s: nothing is staged of it"),
			 b.p);
	rv_buf_release(&b);
}

/* arg: "P-3 SHA256", of what was shown when the question came. */
static bool
on_approve_why(struct ui_ctx *c, const char *why, const char *arg,
	       struct rv_err *err)
{
	struct rv_sv sha = rv_sv(arg), id = RV_SV_NONE;
	const struct rv_view_proposal *p;

	(void)rv_sv_next_part(&sha, ' ', &id);
	(void)err;
	p = row_of(c, id);
	if (!p) {
		tell_gone(c, id);
		return true;
	}
	if (!rv_sv_eq(p->sha, sha)) {
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s changed while the question stood: look at it "
			   "again"),
			 RV_SV_ARG(id));
		return true;
	}
	ui_stage_set(&c->stage, id, sha, UI_APPROVED, why);
	ui_toast(c, RV_LEVEL_OK,
		 _("approve staged with its reason, nothing is written yet: "
		   "W writes, u unstages"));
	return true;
}

/* Asked by W, which goes on. */
static bool
on_missing_why(struct ui_ctx *c, const char *why, const char *arg,
	       struct rv_err *err)
{
	(void)on_approve_why(c, why, arg, err);
	ui_desk_write(c);
	return true;
}

static void
ask_why(struct ui_ctx *c, const struct rv_view_proposal *p,
	ui_dialog_text_fn *fn)
{
	static const struct ui_choice none[] = {{NULL, NULL, NULL}};
	struct rv_buf b = RV_BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < p->n_checks; i++)
		n += p->checks[i].level >= RV_LEVEL_WARN;
	ui_desk_warnings(p, "", c->console->grid.h - AROUND_WARNINGS, &b);
	rv_buf_addf(&b,
		    P_("\n%.*s has %d open warning. Type why it is right in "
		       "spite of it; the reason is kept in the log.",
		       "\n%.*s has %d open warnings. Type why it is right in "
		       "spite of all of them; the reason is kept in the log.",
		       n),
		    RV_SV_ARG(p->id), (int)n);
	ui_dialog_type(c, UI_DIALOG_WHY, rv_buf_sv(&b), none, 0,
		       fn,
		       ui_tmp("%.*s %.*s", RV_SV_ARG(p->id),
			      RV_SV_ARG(p->sha)));
	rv_buf_release(&b);
}

bool
ui_desk_ask_missing(struct ui_ctx *c)
{
	for (size_t i = 0; i < c->stage.n; i++) {
		const struct ui_staged *it = &c->stage.items[i];
		const struct rv_view_proposal *p =
			ui_ctx_queued(c, rv_sv(it->id));

		if (it->what != UI_APPROVED || it->why[0] || !p ||
		    !ui_needs_reason(p))
			continue;
		ask_why(c, p, on_missing_why);
		return true;
	}
	return false;
}

void
ui_desk_stage(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[UI_CHOSEN_MAX];
	size_t n;

	if (ui_desk_readonly(c))
		return;
	n = ui_desk_chosen(c, p, UI_CHOSEN_MAX);
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
	if (n == 1 && p[0]->worst >= RV_LEVEL_WARN) {
		/* A mark does not show what the warning is about. */
		if (!ui_desk_seen(c, p[0]))
			return;
		if (ui_needs_reason(p[0])) {
			ask_why(c, p[0], on_approve_why);
			return;
		}
	}
	for (size_t i = 0; i < n; i++)
		ui_stage_set(&c->stage, p[i]->id, p[i]->sha, UI_APPROVED, "");
	if (n > 0)
		ui_toast(c, RV_LEVEL_OK,
			 _("staged, nothing is written yet: W writes, u "
			   "unstages"));
}

static const struct ui_choice reasons[] = {
	{"1", N_("wrong"), "wrong"},
	{"2", N_("private"), "private"},
	{"3", N_("junk"), "junk"},
	{"4", N_("duplicate"), "duplicate"},
	{"5", N_("not now"), "not now"},
};

/* What was asked about may have changed while the question stood. */
static void
stage_with(struct ui_ctx *c, const char *ids, enum ui_decided what,
	   const char *why)
{
	struct rv_sv rest = rv_sv(ids), id;
	size_t n = 0;

	while (rv_sv_next_part(&rest, ' ', &id)) {
		const struct rv_view_proposal *p = row_of(c, id);

		if (!p)
			continue;
		ui_stage_set(&c->stage, id, p->sha, what, why);
		why = ui_stage_get(&c->stage, id)->why;
		n++;
	}
	if (n > 0 && what == UI_REJECTED)
		ui_toast(c, RV_LEVEL_OK,
			 _("reject staged (%s), nothing is written yet: W "
			   "writes, u unstages"),
			 _(why));
	else if (n > 0)
		ui_toast(c, RV_LEVEL_OK,
			 _("defer staged (%s), nothing is written yet: W "
			   "writes, u unstages"),
			 why);
	/* it is what a person does not know yet */
	tell_gone(c, rv_sv(ids));
}

static bool
on_reject(struct ui_ctx *c, const char *why, const char *ids,
	  struct rv_err *err)
{
	(void)err;
	stage_with(c, ids, UI_REJECTED, why);
	return true;
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
	const struct rv_view_proposal *p[UI_CHOSEN_MAX];
	struct rv_buf b = RV_BUF_INIT;
	size_t n;
	char *ids;

	if (ui_desk_readonly(c))
		return;
	n = ui_desk_chosen(c, p, UI_CHOSEN_MAX);
	if (n == 0)
		return;
	ids = join_ids(p, n);
	rv_buf_addf(&b,
		    _("Why is %s not right? Press a digit, or type your own "
		      "reason and enter.\n\nIt stays in the queue until you "
		      "press W; then it is rejected, and the reason is kept "
		      "in the log."),
		    ids);
	ui_dialog_type(c, UI_DIALOG_REJECT, rv_buf_sv(&b), reasons,
		       (int)ARRAY_LEN(reasons), on_reject, ids);
	rv_buf_release(&b);
	free(ids);
}

static const struct ui_choice spans[] = {
	{NULL, N_("a day"), "1d"},
	{NULL, N_("a week"), "7d"},
	{NULL, N_("a month"), "30d"},
	{NULL, N_("something about it changes"), "until-event"},
};

static bool
on_defer(struct ui_ctx *c, const char *when, const char *ids,
	 struct rv_err *err)
{
	int64_t due;

	if (rv_defer_when(rv_sv(when), c->env, &due, err) != RV_OK)
		return false;
	stage_with(c, ids, UI_DEFERRED, when);
	return true;
}

void
ui_desk_defer(struct ui_ctx *c)
{
	const struct rv_view_proposal *p[UI_CHOSEN_MAX];
	struct rv_buf b = RV_BUF_INIT;
	size_t n;
	char day[RV_ISO_MAX];
	char *ids;

	if (ui_desk_readonly(c))
		return;
	n = ui_desk_chosen(c, p, UI_CHOSEN_MAX);
	if (n == 0)
		return;
	ids = join_ids(p, n);
	for (size_t i = 0; i < n; i++)
		if (p[i]->defers >= DEFERS_MANY)
			rv_buf_addf(&b,
				    P_("! %.*s was deferred %d time already: "
				       "decide it, esc and then a or x.\n\n",
				       "! %.*s was deferred %d times already: "
				       "decide it, esc and then a or x.\n\n",
				       p[i]->defers),
				    RV_SV_ARG(p[i]->id), (int)p[i]->defers);
	rv_defer_example(ui_ctx_now(c), day);
	rv_buf_addf(&b,
		    _("Until when is %s deferred? Type one of these, or 12h, "
		      "2 weeks, tomorrow, friday or a date like %s, "
		      "and enter.\n\nNothing happens until you press W; when "
		      "it is due it comes back to the top of the queue."),
		    ids, day);
	ui_dialog_type(c, UI_DIALOG_DEFER, rv_buf_sv(&b), spans,
		       (int)ARRAY_LEN(spans), on_defer, ids);
	rv_buf_release(&b);
	free(ids);
}

#define NAMED_MAX 6 /* further ones are counted */

void
ui_desk_staged_names(const struct ui_ctx *c, struct rv_buf *out)
{
	size_t n = 0, all = ui_stage_total(&c->stage);

	for (size_t i = 0; i < c->stage.n && n < NAMED_MAX; i++)
		if (c->stage.items[i].what != UI_UNDECIDED)
			rv_buf_addf(out, "%s%s", n++ > 0 ? ", " : "",
				    c->stage.items[i].id);
	if (all > n)
		rv_buf_addf(out, _(" and %d more"), (int)(all - n));
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
