/* SPDX-License-Identifier: MIT */
/* Text of the verbs about the story and about decisions. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"
#include "cli/render.h"

static void
add_checks(struct rv_text *t, const rv_json *checks)
{
	for (const rv_json *c = rv_json_first(checks); c;
	     c = rv_json_next(c)) {
		rv_text_lit(t, "  ");
		rv_text_cell(t, rv_json_get_sv(c, "level"), 6);
		rv_text_cell(t, rv_json_get_sv(c, "code"), 16);
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

static void
add_ledger(struct rv_text *t, const rv_json *row)
{
	rv_text_printf(t, "%5lld  ",
		       (long long)rv_json_int(rv_json_get(row, "id"), 0));
	rv_text_when(t, rv_json_get(row, "time"));
	rv_text_lit(t, "  ");
	rv_text_cell(t, rv_json_get_sv(row, "kind"), 10);
	rv_text_cell(t, rv_json_get_sv(row, "action"), 12);
	rv_text_cell(t, rv_json_get_sv(row, "proposal"), 6);
	rv_text_cell(t, rv_json_get_sv(row, "door"), 8);
	rv_text_line(t, rv_json_get_sv(row, "target"), 40);
	if (rv_json_is_number(rv_json_get(row, "of")))
		rv_text_printf(t, _("  of %lld"),
			       (long long)rv_json_int(rv_json_get(row, "of"),
						      0));
	if (rv_json_get_sv(row, "reason").n) {
		rv_text_lit(t, "  (");
		rv_text_line(t, rv_json_get_sv(row, "reason"), 60);
		rv_text_lit(t, ")");
	}
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
		rv_text_cell(t, rv_json_get_sv(p, "state"), 11);
		rv_text_cell(t, rv_json_get_sv(p, "kind"), 12);
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
	rv_text_cell(t, rv_json_get_sv(doc, "state"), 11);
	rv_text_cell(t, rv_json_get_sv(doc, "kind"), 12);
	rv_text_line(t, rv_json_get_sv(doc, "target"), 0);
	rv_text_lit(t, "\n");
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
	rv_text_lit(t, _("\n  sha256 "));
	rv_text_line(t, rv_json_get_sv(doc, "sha256"), 0);
	rv_text_lit(t, "\n");
	add_checks(t, rv_json_get(doc, "checks"));
	if (rv_json_get_sv(doc, "left").n) {
		rv_text_lit(t, _("  left behind: "));
		rv_text_line(t, rv_json_get_sv(doc, "left"), 0);
		rv_text_lit(t, "\n");
	}
}

void
rv_render_decision(struct rv_text *t, const rv_json *doc)
{
	add_ledger(t, rv_json_get(doc, "ledger"));
}

void
rv_render_log(struct rv_text *t, const rv_json *doc)
{
	const rv_json *ok = rv_json_get(doc, "ok");
	const rv_json *accepted = rv_json_get(doc, "accepted");

	if (ok && rv_json_bool(ok, false))
		rv_text_lit(t, _("The ledger is whole.\n"));
	else if (ok)
		rv_text_printf(t, _("The ledger is damaged from row %lld on.\n"),
			       (long long)rv_json_int(
				       rv_json_get(doc, "first_bad"), 0));
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
