/* SPDX-License-Identifier: MIT */
/* Text of the verbs about the story and about decisions. */
#include "config.h"

#include <string.h>

#include "base/fmt.h"
#include "base/i18n.h"
#include "cli/render.h"
#include "engine/words.h"

static void
add_checks(struct rv_text *t, const rv_json *checks)
{
	for (const rv_json *c = rv_json_first(checks); c;
	     c = rv_json_next(c)) {
		rv_text_lit(t, "  ");
		rv_text_word(t, rv_json_get_sv(c, "level"), 6);
		rv_text_word(t, rv_json_get_sv(c, "code"), 16);
		rv_text_line(t, rv_json_get_sv(c, "message"), 0);
		rv_text_lit(t, "\n");
	}
}

static void
add_figure(struct rv_text *t, const char *label, const rv_json *n)
{
	if (!n)
		return;
	rv_text_printf(t, "  %s ", label);
	rv_fmt_int(&t->out, rv_json_int(n, 0));
}

static void
add_sum(struct rv_text *t, const rv_json *doc)
{
	add_figure(t, _("episodes"), rv_json_get(doc, "episodes"));
	add_figure(t, _("tokens"), rv_json_get(doc, "tokens"));
	rv_text_printf(t, "  %s %zu", _("batches"),
		       rv_json_size(rv_json_get(doc, "batches")));
	rv_text_printf(t, "  %s ", _("anchor"));
	rv_text_when(t, rv_json_get(doc, "anchor"));
	rv_text_lit(t, _("\n  sha256 "));
	rv_text_line(t, rv_json_get_sv(doc, "sha256"), 0);
	rv_text_lit(t, "\n");
}

/* What came of a step, where more than its own row is known. */
static void
add_end(struct rv_text *t, const rv_json *row, bool approve)
{
	int64_t undone = rv_json_int(rv_json_get(row, "undone_by"), 0);
	int64_t again = rv_json_int(rv_json_get(row, "again_by"), 0);

	if (undone)
		rv_text_printf(t, _("  undone by %lld"), (long long)undone);
	else if (again)
		rv_text_printf(t, _("  done again by %lld"), (long long)again);
	else if (rv_json_bool(rv_json_get(row, "aborted"), false))
		rv_text_lit(t, _("  not carried out"));
	else if (approve && rv_json_is_number(rv_json_get(row, "end")))
		rv_text_lit(t, _("  written"));
}

/* An undo of an undo does the step again. */
static struct rv_sv
kind_of(const rv_json *row)
{
	return rv_json_bool(rv_json_get(row, "again"), false)
		       ? RV_SV("redo")
		       : rv_json_get_sv(row, "kind");
}

static void
add_ledger(struct rv_text *t, const rv_json *row)
{
	bool approve = rv_sv_is(rv_json_get_sv(row, "kind"), "approve");

	rv_text_printf(t, "%5lld  ",
		       (long long)rv_json_int(rv_json_get(row, "id"), 0));
	rv_text_when(t, rv_json_get(row, "time"));
	rv_text_lit(t, "  ");
	rv_text_word(t, kind_of(row), 11);
	rv_text_word(t, rv_json_get_sv(row, "action"), 12);
	rv_text_cell(t, rv_json_get_sv(row, "proposal"), 6);
	rv_text_cell(t, rv_json_get_sv(row, "door"), 8);
	rv_text_line(t, rv_json_get_sv(row, "target"), 40);
	/* An approval is of what was proposed: that is named already. */
	if (!approve && rv_json_is_number(rv_json_get(row, "of")))
		rv_text_printf(t, _("  of %lld"),
			       (long long)rv_json_int(rv_json_get(row, "of"),
						      0));
	if (rv_json_get_sv(row, "reason").n) {
		rv_text_lit(t, "  (");
		rv_text_reason(t, rv_json_get_sv(row, "reason"));
		rv_text_lit(t, ")");
	}
	for (const rv_json *a = rv_json_first(rv_json_get(row, "also")); a;
	     a = rv_json_next(a)) {
		rv_text_lit(t, "; ");
		rv_text_word(t, rv_json_get_sv(a, "kind"), 0);
		rv_text_lit(t, " ");
		rv_text_line(t, rv_json_get_sv(a, "proposal"), 0);
	}
	add_end(t, row, approve);
	rv_text_lit(t, "\n");
}

void
rv_render_consolidate(struct rv_text *t, const rv_json *doc)
{
	const rv_json *row = rv_json_get(doc, "ledger");

	/* Nothing was pending: the error says so. */
	if (!rv_json_get_sv(doc, "sha256").n)
		return;
	rv_text_block(t, rv_json_get_sv(doc, "diff"), 0);
	rv_text_lit(t, "\n");
	if (rv_json_get_sv(doc, "proposal").n)
		rv_text_line(t, rv_json_get_sv(doc, "proposal"), 0);
	else
		rv_text_lit(t, _("dry run, nothing is stored"));
	rv_text_lit(t, "\n");
	add_sum(t, doc);
	add_checks(t, rv_json_get(doc, "checks"));
	if (rv_json_get_sv(doc, "stopped").n) {
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(doc, "stopped"), 0);
		rv_text_lit(t, "\n");
	}
	if (row)
		add_ledger(t, row);
}

void
rv_render_story(struct rv_text *t, const rv_json *doc)
{
	const rv_json *c = rv_json_first(rv_json_get(doc, "chapters"));

	if (rv_json_get(doc, "text")) {
		rv_text_block(t, rv_json_get_sv(doc, "text"), 0);
		return;
	}
	rv_text_lit(t, _("anchor "));
	rv_text_when(t, rv_json_get(doc, "anchor"));
	rv_text_lit(t, "\n");
	if (rv_json_get_sv(doc, "warning").n) {
		rv_text_lit(t, _("warning: "));
		rv_text_line(t, rv_json_get_sv(doc, "warning"), 0);
		rv_text_lit(t, "\n");
	}
	for (; c; c = rv_json_next(c)) {
		rv_text_when(t, rv_json_get(c, "time"));
		rv_text_printf(
			t, _("  %5lld words  %2lld of %2lld supported  "),
			(long long)rv_json_int(rv_json_get(c, "words"), 0),
			(long long)rv_json_int(rv_json_get(c, "supported"), 0),
			(long long)rv_json_int(rv_json_get(c, "sentences"), 0));
		rv_text_line(t, rv_json_get_sv(c, "title"), 80);
		rv_text_lit(t, "\n");
	}
}

/* "ok", "! contradiction +2": the worst one, and how many are open besides. */
static void
add_worst(struct rv_text *t, const rv_json *checks)
{
	struct rv_buf b = RV_BUF_INIT;
	const rv_json *worst = NULL;
	int open = 0;

	for (const rv_json *c = rv_json_first(checks); c; c = rv_json_next(c)) {
		bool fail = rv_sv_is(rv_json_get_sv(c, "level"), "fail");

		if (!fail && !rv_sv_is(rv_json_get_sv(c, "level"), "warn"))
			continue;
		if (!open++ ||
		    (fail && rv_sv_is(rv_json_get_sv(worst, "level"), "warn")))
			worst = c;
	}
	if (worst)
		rv_buf_addf(&b, "%s %.*s",
			    rv_sv_is(rv_json_get_sv(worst, "level"), "fail")
				    ? "x"
				    : "!",
			    RV_SV_ARG(rv_word(rv_json_get_sv(worst, "code"))));
	else
		rv_buf_adds(&b, _("ok"));
	if (open > 1)
		rv_buf_addf(&b, " +%d", open - 1);
	rv_text_cell(t, rv_buf_sv(&b), 18);
	rv_buf_release(&b);
}

/* Of a promotion: where it comes from, and what of it went where. */
static void
add_origin(struct rv_text *t, const rv_json *doc, const rv_json *from)
{
	/* a page that is confirmed comes from nowhere else */
	if (!rv_sv_eq(rv_json_get_sv(doc, "source"),
		      rv_json_get_sv(doc, "target"))) {
		rv_text_lit(t, _("  from "));
		rv_text_line(t, rv_json_get_sv(doc, "source"), 0);
	}
	rv_text_lit(t, "  ");
	rv_text_line(t, rv_json_get_sv(doc, "tier"), 0);
	rv_text_lit(t, ": ");
	rv_text_line(t, rv_json_get_sv(doc, "tier_reason"), 0);
	/* Nothing moves into a text that a person wrote. */
	if (rv_json_int(rv_json_get(from, "moved"), 0) +
		    rv_json_int(rv_json_get(from, "known"), 0) >
	    0)
		rv_text_printf(
			t, _("\n  paragraphs: %lld moved, %lld known already"),
			(long long)rv_json_int(rv_json_get(from, "moved"), 0),
			(long long)rv_json_int(rv_json_get(from, "known"), 0));
	if (rv_json_get_sv(from, "left").n) {
		rv_text_lit(t, _("\n  left behind: "));
		rv_text_line(t, rv_json_get_sv(from, "left"), 0);
	}
	if (rv_json_get(doc, "opened")) {
		rv_text_lit(t, _("\n  opened "));
		rv_text_when(t, rv_json_get(doc, "opened"));
	}
	rv_text_lit(t, _("\n  sha256 "));
	rv_text_line(t, rv_json_get_sv(doc, "sha256"), 0);
	rv_text_lit(t, "\n");
}

static void
add_size(struct rv_text *t, const rv_json *p)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_fmt_words(&b, rv_json_int(rv_json_get(p, "words_added"), 0),
		     rv_json_int(rv_json_get(p, "words_removed"), 0));
	rv_text_cell(t, rv_buf_sv(&b), 14);
	rv_buf_release(&b);
}

void
rv_render_review_list(struct rv_text *t, const rv_json *doc)
{
	const rv_json *p = rv_json_first(rv_json_get(doc, "proposals"));

	if (!p)
		rv_text_lit(t, _("No proposal is waiting.\n"));
	for (; p; p = rv_json_next(p)) {
		rv_text_cell(t, rv_json_get_sv(p, "id"), 6);
		rv_text_when(t, rv_json_get(p, "opened"));
		rv_text_lit(t, "  ");
		rv_text_word(t, rv_json_get_sv(p, "state"), 11);
		rv_text_word(t, rv_json_get_sv(p, "kind"), 12);
		add_worst(t, rv_json_get(p, "checks"));
		add_size(t, p);
		rv_text_line(t, rv_json_get_sv(p, "target"), 50);
		rv_text_lit(t, "\n");
	}
}

void
rv_render_review_show(struct rv_text *t, const rv_json *doc)
{
	rv_text_block(t, rv_json_get_sv(doc, "diff"), 0);
	rv_text_lit(t, "\n");
	rv_text_cell(t, rv_json_get_sv(doc, "id"), 6);
	rv_text_word(t, rv_json_get_sv(doc, "state"), 11);
	rv_text_word(t, rv_json_get_sv(doc, "kind"), 12);
	rv_text_line(t, rv_json_get_sv(doc, "target"), 0);
	rv_text_lit(t, "\n");
	if (!rv_sv_is(rv_json_get_sv(doc, "kind"), "consolidate"))
		add_origin(t, doc, rv_json_first(rv_json_get(doc, "batches")));
	else
		add_sum(t, doc);
	add_checks(t, rv_json_get(doc, "checks"));
}

void
rv_render_promote(struct rv_text *t, const rv_json *doc)
{
	rv_text_block(t, rv_json_get_sv(doc, "diff"), 0);
	rv_text_lit(t, "\n");
	if (rv_json_get_sv(doc, "proposal").n)
		rv_text_line(t, rv_json_get_sv(doc, "proposal"), 0);
	else
		rv_text_lit(t, _("dry run, nothing is stored"));
	rv_text_lit(t, "  ");
	rv_text_line(t, rv_json_get_sv(doc, "target"), 0);
	if (rv_json_bool(rv_json_get(doc, "already"), false))
		rv_text_lit(t, _("  (it waits already: nothing is new)"));
	rv_text_lit(t, "\n");
	if (rv_json_bool(rv_json_get(doc, "was_deferred"), false)) {
		rv_text_line(t, rv_json_get_sv(doc, "replaces"), 0);
		rv_text_lit(t, _(" was deferred: what takes its place is not, "
				 "and waits now\n"));
	}
	add_origin(t, doc, doc);
	add_checks(t, rv_json_get(doc, "checks"));
}

/* Nothing was written: what waits in the place of what was to be. */
static bool
add_again(struct rv_text *t, const rv_json *list)
{
	for (const rv_json *a = rv_json_first(list); a; a = rv_json_next(a)) {
		rv_text_cell(t, rv_json_get_sv(a, "proposal"), 6);
		/* TRANSLATORS: the id of a proposal follows. */
		rv_text_lit(t, _("in the place of "));
		rv_text_line(t, rv_json_get_sv(a, "id"), 0);
		rv_text_lit(t, "\n  ");
		rv_text_word(t, rv_json_get_sv(a, "level"), 6);
		rv_text_word(t, rv_json_get_sv(a, "check"), 16);
		rv_text_line(t, rv_json_get_sv(a, "message"), 0);
		rv_text_lit(t, _("\n  sha256 "));
		rv_text_line(t, rv_json_get_sv(a, "sha256"), 0);
		rv_text_lit(t, "\n");
	}
	return list != NULL;
}

void
rv_render_decision(struct rv_text *t, const rv_json *doc)
{
	const char *id = t->args->action->id;
	int n = 0;

	if (add_again(t, rv_json_get(doc, "again")))
		return;
	add_ledger(t, rv_json_get(doc, "ledger"));
	if (!strcmp(id, "review.approve"))
		n = 1;
	else if (!strcmp(id, "review.apply"))
		n = (int)rv_json_size(rv_json_get(doc, "ids"));
	if (n > 0)
		rv_text_printf(t,
			       P_("%d page written; `reverie undo` takes it "
				  "back\n",
				  "%d pages written; `reverie undo` takes them "
				  "back\n",
				  n),
			       n);
}

void
rv_render_log(struct rv_text *t, const rv_json *doc)
{
	const rv_json *ok = rv_json_get(doc, "ok");
	int64_t bad = rv_json_int(rv_json_get(doc, "first_bad"), 0);
	int64_t damaged = rv_json_int(
		rv_json_get(rv_json_get(doc, "objects"), "damaged"), 0);
	int64_t torn = rv_json_int(rv_json_get(doc, "torn"), 0);
	const rv_json *accepted = rv_json_get(doc, "accepted");

	if (ok && !bad)
		rv_text_lit(t, _("The ledger is whole.\n"));
	else if (ok)
		rv_text_printf(t, _("The ledger is damaged from row %lld on.\n"),
			       (long long)bad);
	if (torn)
		rv_text_printf(t,
			       P_("%lld line of it is no row and counts for "
				  "nothing, as a killed process leaves one.\n",
				  "%lld lines of it are no rows and count for "
				  "nothing, as a killed process leaves them.\n",
				  torn),
			       (long long)torn);
	if (damaged)
		rv_text_printf(t,
			       P_("%lld kept version of a file is damaged.\n",
				  "%lld kept versions of files are damaged.\n",
				  damaged),
			       (long long)damaged);
	if (accepted) {
		rv_text_printf(
			t, _("Row %lld was changed; row %lld accepts it: "),
			(long long)rv_json_int(
				rv_json_get(accepted, "first_bad"), 0),
			(long long)rv_json_int(rv_json_get(accepted, "id"),
					       0));
		rv_text_line(t, rv_json_get_sv(accepted, "reason"), 0);
		rv_text_lit(t, "\n");
	}
	for (const rv_json *r = rv_json_first(rv_json_get(doc, "ledger")); r;
	     r = rv_json_next(r))
		add_ledger(t, r);
}
