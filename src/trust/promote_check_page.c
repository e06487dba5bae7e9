/* SPDX-License-Identifier: MIT */
/* What is asked of the page that a promotion makes, and of its source. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "trust/junk.h"
#include "trust/promote_check_priv.h"
#include "trust/read_page.h"
#include "trust/settle.h"
#include "trust/tree.h"

void
rv_promote_check_provenance(struct rv_promote_asked *a)
{
	const struct rv_promotion *out = a->j->out;

	if (out->attest)
		rv_promote_say(a, RV_TRUST_OK,
			       _("the page itself; nothing is added to it"));
	else if (!a->j->in->text.n)
		rv_promote_say(a, RV_TRUST_FAIL, _("the source %.*s is empty"),
			       RV_SV_ARG(out->source));
	else if (a->j->meta.layer == RV_LAYER_DERIVED && out->to != RV_TO_RAW &&
		 out->to != RV_TO_MEMORY)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("the only source, %.*s, is derived memory; "
				 "nothing raw stands behind it"),
			       RV_SV_ARG(out->source));
	else if (out->line)
		rv_promote_say(
			a, RV_TRUST_OK, _("1 source: %.*s, lines %d to %d"),
			RV_SV_ARG(out->source), out->line, out->last_line);
	else
		rv_promote_say(a, RV_TRUST_OK,
			       _("1 source: %.*s, the whole page"),
			       RV_SV_ARG(out->source));
}

void
rv_promote_check_secret(struct rv_promote_asked *a)
{
	struct rv_sv rest = a->j->out->bytes, line;
	int number = 0, first = 0;
	size_t hits = 0, here, before = 0;

	(void)rv_redact_in(a->j->arena, a->j->out->bytes, &hits);
	(void)rv_redact_in(a->j->arena, a->j->out->old, &before);
	while (hits && !first && rv_sv_next_line(&rest, &line)) {
		number++;
		(void)rv_redact_in(a->j->arena, line, &here);
		if (here)
			first = number;
	}
	if (hits > before)
		rv_promote_say(a, RV_TRUST_FAIL,
			       P_("%zu place looks like a secret (line %d); "
				  "edit it out",
				  "%zu places look like secrets (the first in "
				  "line %d); edit them out",
				  hits),
			       hits, first);
	else if (hits)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("the page as it is has what looks like a "
				 "secret in line %d"),
			       first);
	else if (a->j->masked)
		rv_promote_say(a, RV_TRUST_WARN,
			       P_("%zu secret of the source was masked; it "
				  "still stands in %.*s",
				  "%zu secrets of the source were masked; they "
				  "still stand in %.*s",
				  a->j->masked),
			       a->j->masked, RV_SV_ARG(a->j->out->source));
	else
		rv_promote_say(a, RV_TRUST_OK,
			       _("0 places look like a secret"));
}

void
rv_promote_check_loop(struct rv_promote_asked *a)
{
	static const char *const marks[] = {
		"[SUBCONSCIOUS RESONANCE]", "[A thought surfaces:",
		"<!-- LAST_PROCESSED",	    "[SYSTEM]"};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (rv_sv_has(a->j->out->bytes, rv_sv(marks[i]))) {
			rv_promote_say(a, RV_TRUST_FAIL,
				       _("it holds \"%s\": text that was "
					 "injected into the agent and must not "
					 "come back as memory"),
				       marks[i]);
			return;
		}
	rv_promote_say(a, RV_TRUST_OK, _("no trace of injected text"));
}

/* Every promotion ends in "Sources"; a page whose code or comment is never
 * closed takes that heading for a part of it. */
static bool
is_swallowed(const struct rv_promote_asked *a)
{
	for (size_t i = 0; i < a->doc.n; i++)
		if (rv_sv_is(a->doc.sections[i].heading, "Sources"))
			return false;
	return a->j->out->moved > 0;
}

/* A promotion that moves no statement, unless a person chose so. */
static bool
adds_nothing(const struct rv_promote_asked *a)
{
	const struct rv_promotion *out = a->j->out;
	struct rv_sides sides;

	if (!out->exists || rv_promote_type(out->to) == RV_PAGE_TYPE_N ||
	    a->settled.n)
		return false;
	rv_promote_sides(out->old, out->bytes, false, a->j->arena, &sides);
	return sides.fresh == 0;
}

/* A NUL anywhere, and what the reader of pages takes for binary. */
static bool
is_no_text(struct rv_sv bytes)
{
	return rv_sv_find_char(bytes, '\0') >= 0 || rv_is_binary(bytes);
}

/* 1 where there is none: then it is the beginning that is no text. */
static int
line_of_nul(struct rv_sv bytes)
{
	ptrdiff_t at = rv_sv_find_char(bytes, '\0');

	return 1 + (at < 0 ? 0
			   : (int)rv_sv_count(rv_sv_slice(bytes, 0, (size_t)at),
					      '\n'));
}

void
rv_promote_check_format(struct rv_promote_asked *a)
{
	const struct rv_promotion *out = a->j->out;
	enum rv_page_type type = rv_promote_type(out->to);

	if (!rv_sv_trim(out->bytes).n)
		rv_promote_say(a, RV_TRUST_FAIL, _("the page is empty"));
	else if (out->bytes.n > RV_PAGE_MAX)
		rv_promote_say(a, RV_TRUST_FAIL,
			       _("the page would be over %d MB and would not "
				 "be read"),
			       (int)(RV_PAGE_MAX >> 20));
	else if (is_no_text(out->bytes))
		rv_promote_say(a, RV_TRUST_FAIL,
			       _("the page has bytes that are no text (line "
				 "%d) and would not be read; edit them out"),
			       line_of_nul(out->bytes));
	else if (!rv_utf8_valid(out->bytes))
		rv_promote_say(a, RV_TRUST_FAIL,
			       _("the page is not valid UTF-8"));
	else if (a->doc.meta_broken)
		rv_promote_say(
			a, RV_TRUST_FAIL,
			_("the frontmatter is not closed or is no plain YAML"));
	else if (out->attest)
		rv_promote_say(
			a, RV_TRUST_OK,
			_("only the date of its review changes"));
	else if (type != RV_PAGE_TYPE_N &&
		 !rv_sv_is(a->meta.type, rv_page_type_row(type)->code))
		rv_promote_say(a, RV_TRUST_FAIL,
			       _("the frontmatter has no `type: %s`"),
			       rv_page_type_row(type)->code);
	else if (type != RV_PAGE_TYPE_N && !out->exists &&
		 !rv_slug_valid(rv_slug_of_path(out->target)))
		rv_promote_say(a, RV_TRUST_FAIL,
			       _("%.*s is no name for a page"),
			       RV_SV_ARG(out->target));
	else if (type != RV_PAGE_TYPE_N && is_swallowed(a))
		rv_promote_say(
			a, RV_TRUST_WARN,
			_("a code block or a comment of the page never ends, "
			  "and what is added stands in it; close it"));
	else if (adds_nothing(a))
		rv_promote_say(a, RV_TRUST_WARN,
			       _("nothing that %.*s says comes to the page; "
				 "only its frontmatter and links change"),
			       RV_SV_ARG(out->source));
	else if (out->left.n)
		rv_promote_say(a, RV_TRUST_WARN,
			       _("no heading of the page takes what stands "
				 "under %.*s; it was left behind"),
			       RV_SV_ARG(out->left));
	else if (out->pending.n)
		rv_promote_say(a, RV_TRUST_OK,
			       _("in order; sections still %s: %.*s"),
			       "_pending_", RV_SV_ARG(out->pending));
	else
		rv_promote_say(
			a, RV_TRUST_OK,
			_("frontmatter, name and sections are in order"));
}

/* Does the page have the very line, and had not before?  A block that stays
 * behind, or that a person mended, says nothing about it. */
static bool
is_brought(const struct rv_promotion *out, struct rv_sv line)
{
	return rv_sv_has(out->bytes, line) && !rv_sv_has(out->old, line);
}

/* The line of the block that is the output of a program, from 0; -1. */
static int
noise_in(const struct rv_promotion *out, struct rv_sv text, struct rv_sv *what)
{
	struct rv_sv line;
	char fence = 0;

	for (int n = 0; rv_sv_next_line(&text, &line); n++) {
		if (rv_junk_is_code(line, &fence))
			continue;
		*what = rv_junk_noise(line);
		if (what->n && is_brought(out, rv_sv_trim(line)))
			return n;
	}
	return -1;
}

void
rv_promote_check_junk(struct rv_promote_asked *a)
{
	struct rv_promote_job *j = a->j;
	struct rv_sv next, half, what;

	for (size_t i = 0; i < j->n; i++) {
		int at = noise_in(j->out, j->blocks[i].text, &what);

		next = i + 1 < j->n && rv_sv_eq(j->blocks[i].heading,
						j->blocks[i + 1].heading)
			       ? j->blocks[i + 1].text
			       : RV_SV_NONE;
		half = rv_junk_half(j->blocks[i].text, next);
		if (at >= 0) {
			rv_promote_say(
				a, RV_TRUST_WARN,
				_("line %d holds \"%.*s\": the output of "
				  "a program, not a statement"),
				j->blocks[i].line + at, RV_SV_ARG(what));
			return;
		}
		if (half.n && is_brought(j->out, half)) {
			rv_promote_say(a, RV_TRUST_WARN,
				       _("the paragraph at line %d stops in "
					 "the middle of a sentence"),
				       j->blocks[i].line);
			return;
		}
	}
	rv_promote_say(
		a, RV_TRUST_OK,
		P_("%zu paragraph, whole", "%zu paragraphs, all whole", j->n),
		j->n);
}

/* "raw/2026-01-22-queue.md" was written on that day. */
static int64_t
day_of_name(struct rv_sv path)
{
	struct rv_sv name = rv_slug_of_path(path);
	int64_t t = RV_UNDATED;

	if (name.n >= 10)
		(void)rv_time_parse(rv_sv_slice(name, 0, 10), &t);
	return t;
}

/* A person who approves it has read it. */
static void
say_attested(struct rv_promote_asked *a)
{
	struct rv_sv why = a->j->out->stale;

	if (!why.n)
		why = rv_stale_reason(&a->j->meta, a->j->in->now, a->j->arena);
	if (!why.n)
		why = rv_sv(_("not stale"));
	rv_promote_say(a, RV_TRUST_OK,
		       _("confirmed by a person on %.*s, the text is "
			 "unchanged; before: %.*s"),
		       RV_SV_ARG(rv_day_in(a->j->arena, a->meta.reviewed)),
		       RV_SV_ARG(why));
}

void
rv_promote_check_staleness(struct rv_promote_asked *a)
{
	int64_t t = a->j->meta.updated, age;

	if (a->j->out->attest) {
		say_attested(a);
		return;
	}
	if (t == RV_UNDATED)
		t = day_of_name(a->j->out->source);
	age = t == RV_UNDATED ? 0 : a->j->in->now - t;
	if (t == RV_UNDATED)
		rv_promote_say(a, RV_TRUST_OK,
			       _("the source has no date: nobody knows how old "
				 "it is"));
	else if (age > RV_STALE_DAYS * RV_DAY)
		rv_promote_say(
			a, RV_TRUST_WARN,
			_("the source is of %.*s, %lld days ago (limit %d)"),
			RV_SV_ARG(rv_day_in(a->j->arena, t)),
			(long long)(age / RV_DAY), RV_STALE_DAYS);
	else
		rv_promote_say(a, RV_TRUST_OK, _("the source is of %.*s"),
			       RV_SV_ARG(rv_day_in(a->j->arena, t)));
}
