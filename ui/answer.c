/* SPDX-License-Identifier: MIT */
/* What an action answered, and what follows from it. */
#include "config.h"

#include "base/i18n.h"
#include "base/json.h"
#include "ui/cmdline.h"
#include "ui/console_priv.h"
#include "ui/palette.h"

static void
show_answer(struct ui_ctx *c, const struct ui_snap *s)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_buf_adds(&b, "$ ");
	ui_cmdline_whole(c, s->u.action.cli, &b);
	rv_buf_adds(&b, "\n\n");
	if (s->status != RV_OK)
		rv_buf_addf(&b, "%s\n\n",
			    s->err.msg[0] ? s->err.msg
					  : rv_status_sentence(s->status));
	if (s->u.action.json.n > 0)
		ui_answer_text(s->u.action.json, &b);
	ui_show_text(c, s->u.action.args.action->verb, rv_buf_sv(&b));
	rv_buf_release(&b);
}

/* A line that was wrong comes back, with the sentence below it. */
static void
mend_line(struct ui_ctx *c, const struct ui_snap *s)
{
	struct rv_sv line = s->u.action.cli, name = RV_SV("reverie ");

	if (rv_sv_starts(line, name))
		line = rv_sv_slice(line, name.n, line.n);
	ui_palette_open(c, line, rv_sv(s->err.msg), ui_flow_run_line);
}

/* What a read-only workspace does not keep the screen cannot show later. */
static void
tell_live(struct ui_ctx *c, const rv_json *check)
{
	struct rv_sv name = rv_json_get_sv(check, "name");
	struct rv_sv state = rv_json_get_sv(check, "state");

	if (!rv_json_bool(rv_json_get(check, "kept"), true))
		ui_toast(c, RV_LEVEL_WARN,
			 _("%.*s is %.*s now; that is not kept, the workspace "
			   "is read-only"),
			 RV_SV_ARG(name), RV_SV_ARG(state));
	else
		ui_toast(c, RV_LEVEL_OK,
			 _("%.*s is %.*s now; nothing of it is written to "
			   "memory"),
			 RV_SV_ARG(name), RV_SV_ARG(state));
}

/* What was written, or taken back. */
static void
tell_tour(struct ui_console *c, enum ui_tag tag)
{
	if (tag == UI_TAG_APPROVE || tag == UI_TAG_APPLY)
		ui_tour_did(c, UI_TOUR_WRITE);
	else if (tag == UI_TAG_UNDO)
		ui_tour_did(c, UI_TOUR_UNDO);
}

static void
tell_attested(struct ui_ctx *c, const rv_json *answer, struct rv_sv id)
{
	ui_toast(c, RV_LEVEL_OK,
		 rv_json_bool(rv_json_get(answer, "already"), false)
			 ? _("%.*s waits already to confirm it: o shows it; "
			     "nothing is written")
			 : _("%.*s waits to confirm it: o shows it, a and W "
			     "there write it; nothing is written yet"),
		 RV_SV_ARG(id));
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
	tell_tour(c->console, tag);
	switch (tag) {
	case UI_TAG_APPROVE:
		if (c->proposal)
			ui_stage_drop(&c->stage, rv_sv(c->proposal));
		ui_editor_forget(c);
		c->show = UI_SHOW_NONE;
		ui_model_drop(c->model, UI_VIEW_DRAFT);
		ui_toast(c, RV_LEVEL_OK, _("written as one step, u to undo"));
		break;
	case UI_TAG_OPEN:
	case UI_TAG_STAGE:
		ui_editor_forget(c);
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
	case UI_TAG_PROMOTE:
		if (id.n == 0)
			break;
		ui_ctx_select_review(c, id);
		ui_goto(c, "review", "queue");
		ui_toast(c, RV_LEVEL_OK,
			 rv_json_bool(rv_json_get(doc.root, "already"), false)
				 ? _("%.*s waits already; nothing is "
				     "written")
				 : _("%.*s waits in the queue; nothing is "
				     "written"),
			 RV_SV_ARG(id));
		break;
	case UI_TAG_ATTEST:
		tell_attested(c, doc.root, id);
		break;
	case UI_TAG_UNDO:
	case UI_TAG_REDO:
		ui_tell_undone(c, rv_json_get(doc.root, "step"));
		break;
	case UI_TAG_APPLY:
	case UI_TAG_REJECT:
	case UI_TAG_DEFER:
		ui_desk_done(c, tag, s->u.action.json);
		break;
	case UI_TAG_EDIT:
		ui_desk_edited(c, &s->u.action.args, s->u.action.json);
		break;
	case UI_TAG_LIVE:
		tell_live(c, rv_json_first(rv_json_get(doc.root, "checks")));
		break;
	case UI_TAG_CANCEL:
		ui_toast(c, RV_LEVEL_OK, _("cancelling: it ends within a "
					   "moment, nothing is changed"));
		break;
	case UI_TAG_PALETTE:
		break;
	}
	rv_json_release(&doc);
}

static void
after_failure(struct ui_ctx *c, const struct ui_snap *s)
{
	if (s->tag == UI_TAG_APPLY)
		ui_desk_worse(c, s->u.action.json);
	ui_toast(c, RV_LEVEL_ERROR,
		 s->tag == UI_TAG_EDIT &&
				 ui_desk_refused(c, &s->u.action.args)
			 ? _("e opens your text; %s")
			 : "%s",
		 s->err.msg[0] ? s->err.msg : rv_status_sentence(s->status));
}

/* The row of the record that an action wrote, or 0; leaving tells of steps. */
static int64_t
row_of(struct ui_console *c, const struct ui_snap *s)
{
	struct rv_json_doc doc;
	const rv_json *ledger;
	int64_t row = 0;

	if (s->status == RV_OK && s->u.action.json.n > 0 &&
	    rv_json_parse(s->u.action.json, &doc, NULL) == RV_OK) {
		ledger = rv_json_get(doc.root, "ledger");
		row = rv_json_int(rv_json_get(ledger, "id"), 0);
		if (row > 0 && rv_json_bool(rv_json_get(ledger, "step"),
					    false)) {
			c->steps++;
			c->step = row;
		}
		rv_json_release(&doc);
	}
	return row;
}

void
ui_flow_done(struct ui_console *con, const struct ui_snap *s)
{
	struct ui_ctx *c = &con->ctx;

	ui_say(c, s->status == RV_OK ? RV_LEVEL_OK : RV_LEVEL_WARN,
	       s->u.action.cli, rv_sv(s->err.msg), row_of(con, s));
	if ((s->tag == UI_TAG_PALETTE || s->tag == UI_TAG_PROMOTE) &&
	    s->status == RV_E_USAGE && !con->overlay)
		mend_line(c, s);
	else if (s->tag == UI_TAG_PALETTE)
		show_answer(c, s);
	else if (s->status == RV_OK)
		after_success(c, s);
	else
		after_failure(c, s);
	/* It may have changed anything: look again, also while held. */
	ui_refresh(c);
}
