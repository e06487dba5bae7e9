/* SPDX-License-Identifier: MIT */
/* Text of the verbs that take in and find memories. */
#include "config.h"

#include "base/fmt.h"
#include "base/i18n.h"

#include "cli/render.h"
#include "engine/words.h"
#include "intake/report.h"

#define TEXT_WIDTH 100

#define UNREAD_SHOWN 5
#define SECRETS_SHOWN 5

static void
add_number(struct rv_text *t, const rv_json *n)
{
	rv_fmt_int(&t->out, rv_json_int(n, 0));
}

void
rv_render_demo(struct rv_text *t, const rv_json *doc)
{
	rv_text_lit(t, _("The demo workspace is "));
	rv_text_line(t, rv_json_get_sv(doc, "workspace"), 0);
	rv_text_lit(t, _("\nOpen it with: reverie --workspace "));
	rv_text_line(t, rv_json_get_sv(doc, "workspace"), 0);
	rv_text_lit(t, "\n");
}

#define COUNT_CELL 14

static void
add_count(struct rv_text *t, const rv_json *doc, const char *key,
	  const char *label)
{
	rv_text_lit(t, "  ");
	rv_text_cell(t, rv_sv(label), COUNT_CELL);
	add_number(t, rv_json_get(doc, key));
	rv_text_lit(t, "\n");
}

/* A file of another program is refused at each of its lines. */
#define REJECTED_SHOWN 10

/* "    a.jsonl:3:120: why" */
static void
add_place(struct rv_text *t, const rv_json *r, const char *file)
{
	int64_t offset = rv_json_int(rv_json_get(r, "offset"), -1);
	int64_t line = rv_json_int(rv_json_get(r, "line"), 0);

	rv_text_lit(t, "    ");
	rv_text_line(t, rv_json_get_sv(r, file), 0);
	if (line)
		rv_text_printf(t, ":%lld", (long long)line);
	if (line && offset >= 0)
		rv_text_printf(t, ":%lld", (long long)offset);
	rv_text_lit(t, ": ");
	rv_text_line(t, rv_json_get_sv(r, "message"), 0);
	rv_text_lit(t, "\n");
}

/* Of a dry run: from when to when, and what would be masked. */
static void
add_masked(struct rv_text *t, const rv_json *doc)
{
	const rv_json *it = rv_json_first(rv_json_get(doc, "rules"));

	if (!rv_json_bool(rv_json_get(doc, "dry_run"), false))
		return;
	if (rv_json_get_sv(doc, "first").n) {
		rv_text_lit(t, "  ");
		rv_text_cell(t, rv_sv(_("from")), 10);
		rv_text_when(t, rv_json_get(doc, "first"));
		rv_text_lit(t, "\n  ");
		rv_text_cell(t, rv_sv(_("to")), 10);
		rv_text_when(t, rv_json_get(doc, "last"));
		rv_text_lit(t, "\n");
	}
	add_count(t, doc, "masked", _("masked"));
	for (; it; it = rv_json_next(it)) {
		rv_text_lit(t, "    ");
		rv_text_line(t, rv_json_get_sv(it, "rule"), 0);
		rv_text_lit(t, "  ");
		add_number(t, rv_json_get(it, "count"));
		rv_text_lit(t, "\n");
	}
}

void
rv_render_import(struct rv_text *t, const rv_json *doc)
{
	int64_t more = rv_json_int(rv_json_get(doc, "rejected_count"), 0);
	const rv_json *it;
	int shown = 0;

	if (rv_json_bool(rv_json_get(doc, "dry_run"), false))
		rv_text_lit(t, _("A dry run: nothing was written.\n"));
	add_count(t, doc, "files", _("files"));
	add_count(t, doc, "added", _("added"));
	add_count(t, doc, "seen", _("seen"));
	for (it = rv_json_first(rv_json_get(doc, "skipped")); it;
	     it = rv_json_next(it)) {
		rv_text_lit(t, _("  skipped   "));
		add_number(t, rv_json_get(it, "count"));
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(it, "reason"), 0);
		rv_text_lit(t, "\n");
	}
	if (rv_json_int(rv_json_get(doc, "waiting"), 0))
		add_count(t, doc, "waiting", _("waiting"));
	for (it = rv_json_first(rv_json_get(doc, "nested")); it;
	     it = rv_json_next(it)) {
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(it, "path"), 0);
		rv_text_lit(t, _(" is read as a part of "));
		rv_text_line(t, rv_json_get_sv(it, "in"), 0);
		rv_text_lit(t, "\n");
	}
	add_masked(t, doc);
	add_count(t, doc, "rejected_count", _("rejected"));
	for (it = rv_json_first(rv_json_get(doc, "rejected"));
	     it && shown < REJECTED_SHOWN; it = rv_json_next(it), shown++)
		add_place(t, it, "path");
	more -= shown;
	if (more > 0) {
		rv_text_printf(t, _("    and %lld more; --json names up to %d"),
			       (long long)more, RV_REJECT_MAX);
		rv_text_lit(t, "\n");
	}
}

void
rv_render_record(struct rv_text *t, const rv_json *doc)
{
	struct rv_sv id = rv_json_get_sv(doc, "episode");

	if (id.n) {
		rv_text_lit(t, _("recorded "));
		rv_text_line(t, id, 0);
	} else {
		rv_text_lit(t, _("not recorded: "));
		rv_text_line(t, rv_json_get_sv(doc, "skipped"), 0);
	}
	rv_text_lit(t, "\n");
}

static void
add_hit(struct rv_text *t, const rv_json *h)
{
	struct rv_sv who = rv_json_get_sv(h, "name");

	rv_text_when(t, rv_json_get(h, "time"));
	rv_text_lit(t, "  ");
	rv_text_cell(t, rv_json_get_sv(h, "layer"), 7);
	rv_text_printf(t, " %6.2f  ",
		       rv_json_double(rv_json_get(h, "score"), 0));
	if (rv_json_get_sv(h, "episode").n)
		rv_text_line(t, rv_json_get_sv(h, "episode"), 0);
	else
		rv_text_line(t, rv_json_get_sv(h, "path"), 0);
	if (rv_json_get_sv(h, "session").n) {
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(h, "session"), 40);
	}
	rv_text_lit(t, "\n    ");
	if (!who.n)
		who = rv_word(rv_json_get_sv(h, "role"));
	if (!who.n)
		who = rv_json_get_sv(h, "title");
	if (who.n) {
		rv_text_line(t, who, 30);
		rv_text_lit(t, ": ");
	}
	rv_text_line(t, rv_json_get_sv(h, "text"), TEXT_WIDTH);
	rv_text_lit(t, "\n");
}

void
rv_render_search(struct rv_text *t, const rv_json *doc)
{
	const rv_json *it = rv_json_first(rv_json_get(doc, "hits"));
	struct rv_sv note = rv_json_get_sv(rv_json_get(doc, "semantic"),
					   "note");

	for (; it; it = rv_json_next(it))
		add_hit(t, it);
	if (note.n) {
		rv_text_line(t, note, 0);
		rv_text_lit(t, "\n");
	}
	it = rv_json_first(rv_json_get(doc, "terms"));
	if (it)
		rv_text_lit(t, _("terms (in how many documents):"));
	for (; it; it = rv_json_next(it)) {
		rv_text_lit(t, " ");
		rv_text_line(t, rv_json_get_sv(it, "stem"), 0);
		rv_text_printf(t, " (%lld)",
			       (long long)rv_json_int(
				       rv_json_get(it, "documents"), 0));
	}
	if (rv_json_get(doc, "terms"))
		rv_text_lit(t, "\n");
}

static void
add_verdicts(struct rv_text *t, const rv_json *doc)
{
	const rv_json *v = rv_json_first(rv_json_get(doc, "verdicts"));

	for (; v; v = rv_json_next(v)) {
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_sv(rv_json_key(v)), 0);
		rv_text_lit(t, " ");
		add_number(t, v);
	}
}

void
rv_render_turn(struct rv_text *t, const rv_json *doc)
{
	struct rv_sv skipped = rv_json_get_sv(doc, "skipped");
	struct rv_sv block = rv_json_get_sv(doc, "block");
	int64_t run = rv_json_int(rv_json_get(doc, "run"), 0);

	if (run)
		rv_text_printf(t, _("run %lld"), (long long)run);
	else
		rv_text_lit(t, _("not written down"));
	if (skipped.n) {
		rv_text_lit(t, _(", skipped: "));
		rv_text_line(t, skipped, 0);
	} else {
		rv_text_lit(t, ":");
		add_verdicts(t, doc);
	}
	rv_text_lit(t, "\n");
	if (block.n) {
		rv_text_lit(t, "\n");
		rv_text_block(t, block, 0);
	} else if (!skipped.n) {
		rv_text_lit(t, _("Nothing surfaced.\n"));
	}
}

void
rv_render_trace(struct rv_text *t, const rv_json *doc)
{
	const rv_json *it;
	size_t n;

	rv_text_printf(t, _("run %lld  "),
		       (long long)rv_json_int(rv_json_get(doc, "run"), 0));
	rv_text_when(t, rv_json_get(doc, "time"));
	rv_text_lit(t, "  ");
	rv_text_line(t, rv_json_get_sv(doc, "session"), 0);
	rv_text_lit(t, "\n  ");
	rv_text_line(t, rv_json_get_sv(doc, "message"), TEXT_WIDTH);
	rv_text_lit(t, "\n");
	if (rv_json_get_sv(doc, "skipped").n) {
		rv_text_lit(t, _("  skipped: "));
		rv_text_line(t, rv_json_get_sv(doc, "skipped"), 0);
		rv_text_lit(t, "\n");
	}
	for (it = rv_json_first(rv_json_get(doc, "queries")); it;
	     it = rv_json_next(it)) {
		rv_text_lit(t, _("  query: "));
		rv_text_line(t, rv_json_sv(it), TEXT_WIDTH);
		rv_text_lit(t, "\n");
	}
	n = rv_json_size(rv_json_get(doc, "candidates"));
	if (n)
		rv_text_printf(t,
			       P_("  %zu candidate\n",
				  "  %zu candidates by place; the number "
				  "before the text is the score\n",
				  n),
			       n);
	for (it = rv_json_first(rv_json_get(doc, "candidates")); it;
	     it = rv_json_next(it)) {
		rv_text_cell(t, rv_json_get_sv(it, "verdict"), 10);
		rv_text_cell(t, rv_json_get_sv(it, "layer"), 8);
		rv_text_when(t, rv_json_get(it, "time"));
		rv_text_printf(t, " %6.2f  ",
			       rv_json_double(rv_json_get(it, "score"), 0));
		rv_text_line(t, rv_json_get_sv(it, "text"), 60);
		rv_text_lit(t, "\n          ");
		rv_text_line(t, rv_json_get_sv(it, "why"), 0);
		rv_text_lit(t, "\n");
	}
}

/* The first lines that hold one, and who knows more. */
static void
add_secrets(struct rv_text *t, const rv_json *doc, int64_t lines)
{
	const rv_json *s = rv_json_first(rv_json_get(doc, "secrets"));

	rv_text_printf(t,
		       P_("  %lld line of your files holds a secret; it is "
			  "masked wherever it is read; `reverie doctor` says "
			  "how to erase it\n",
			  "  %lld lines of your files hold secrets; they are "
			  "masked wherever they are read; `reverie doctor` "
			  "says how to erase them\n",
			  lines),
		       (long long)lines);
	for (int i = 0; s && i < SECRETS_SHOWN; i++, s = rv_json_next(s)) {
		rv_text_lit(t, "    ");
		rv_text_line(t, rv_json_get_sv(s, "file"), 0);
		rv_text_printf(t, ":%lld  ",
			       (long long)rv_json_int(rv_json_get(s, "line"),
						      0));
		rv_text_line(t, rv_json_get_sv(s, "rule"), 0);
		rv_text_lit(t, "  ");
		rv_text_line(t, rv_json_get_sv(s, "id"), 0);
		rv_text_lit(t, "\n");
	}
}

static void
add_rejects(struct rv_text *t, const rv_json *doc, int64_t lines)
{
	const rv_json *r = rv_json_first(rv_json_get(doc, "rejects"));

	rv_text_printf(t,
		       P_("  %lld line cannot be read and was left out; "
			  "`reverie doctor` says what to do\n",
			  "  %lld lines cannot be read and were left out; "
			  "`reverie doctor` says what to do\n",
			  lines),
		       (long long)lines);
	for (int i = 0; r && i < UNREAD_SHOWN; i++, r = rv_json_next(r))
		add_place(t, r, "file");
}

static void
add_troubles(struct rv_text *t, const rv_json *doc)
{
	for (const rv_json *x = rv_json_first(rv_json_get(doc, "troubles")); x;
	     x = rv_json_next(x)) {
		rv_text_lit(t, rv_sv_is(rv_json_get_sv(x, "level"), "error")
				       ? "x "
				       : "! ");
		rv_text_line(t, rv_json_get_sv(x, "what"), 0);
		rv_text_lit(t, "\n  ");
		rv_text_line(t, rv_json_get_sv(x, "how"), 0);
		rv_text_lit(t, "\n");
	}
}

void
rv_render_status(struct rv_text *t, const rv_json *doc)
{
	const rv_json *p = rv_json_get(doc, "pending");
	const rv_json *lock = rv_json_get(doc, "lock");
	int64_t masked = rv_json_int(rv_json_get(doc, "masked"), 0);
	int64_t rejected = rv_json_int(rv_json_get(doc, "rejected"), 0);
	int64_t proposals = rv_json_int(rv_json_get(doc, "proposals"), 0);

	rv_text_line(t, rv_json_get_sv(doc, "agent"), 0);
	rv_text_lit(t, "  ");
	rv_text_line(t, rv_json_get_sv(doc, "workspace"), 0);
	if (rv_json_bool(rv_json_get(doc, "readonly"), false))
		rv_text_lit(t, _("  read-only"));
	if (rv_json_bool(rv_json_get(doc, "demo"), false))
		rv_text_lit(t, _("  DEMO"));
	rv_text_lit(t, "\n");
	add_troubles(t, doc);
	add_count(t, doc, "episodes", _("episodes"));
	add_count(t, doc, "chapters", _("chapters"));
	rv_text_lit(t, "  ");
	rv_text_cell(t, rv_sv(_("anchor")), COUNT_CELL);
	rv_text_when(t, rv_json_get(doc, "anchor"));
	rv_text_lit(t, "\n  ");
	rv_text_cell(t, rv_sv(_("pending")), COUNT_CELL);
	add_number(t, rv_json_get(p, "episodes"));
	rv_text_lit(t, _(" episodes, "));
	add_number(t, rv_json_get(p, "tokens"));
	rv_text_lit(t, _(" tokens, "));
	add_number(t, rv_json_get(p, "late"));
	rv_text_lit(t, _(" late\n"));
	rv_text_lit(t, "  ");
	rv_text_cell(t, rv_sv(_("proposals")), COUNT_CELL);
	rv_text_printf(t,
		       P_("%lld waits for a decision\n",
			  "%lld wait for a decision\n", proposals),
		       (long long)proposals);
	add_count(t, doc, "runs", _("runs"));
	if (masked)
		add_secrets(t, doc, masked);
	if (rejected)
		add_rejects(t, doc, rejected);
	if (rv_json_is_object(lock))
		rv_text_printf(t, _("  STORY.md is locked by process %lld\n"),
			       (long long)rv_json_int(rv_json_get(lock, "pid"),
						      0));
}

void
rv_render_version(struct rv_text *t, const rv_json *doc)
{
	rv_text_lit(t, "reverie ");
	rv_text_line(t, rv_json_get_sv(doc, "version"), 0);
	rv_text_lit(t, "\n");
}
