/* SPDX-License-Identifier: MIT */
/* Settling a contradiction: keep the old, take the new, or both with dates. */
#include "config.h"

#include "trust/settle.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/page_edit.h"
#include "doc/slug.h"
#include "trust/promote_priv.h"

#define SIDE_MAX 64
#define SETTLED "Settled"

/* A paragraph of the resulting page. */
struct part {
	struct rv_sv text, heading;
	size_t section;
	bool fresh; /* the promotion added it */
};

struct parts {
	struct part *list;
	size_t n;
	bool *contested; /* by section */
	size_t beside;	 /* fresh text where links to sources stand */
	struct rv_sv bytes;
};

const char *
rv_settle_name(enum rv_settle how)
{
	static const char *const names[] = {
		[RV_SETTLE_OLD] = "old",
		[RV_SETTLE_NEW] = "new",
		[RV_SETTLE_BOTH] = "both",
		[RV_SETTLE_N] = "",
	};

	return names[how];
}

enum rv_settle
rv_settle_of(struct rv_sv name)
{
	int i = 0;

	while (i < RV_SETTLE_N && !rv_sv_is(name, rv_settle_name(i)))
		i++;
	return (enum rv_settle)i;
}

/* The paragraphs of a page with their blanks collapsed, sorted. */
struct words {
	struct rv_sv *list;
	size_t n;
};

static int
by_words(const void *a, const void *b)
{
	return rv_sv_cmp(*(const struct rv_sv *)a, *(const struct rv_sv *)b);
}

static struct rv_sv
collapsed(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	rv_utf8_collapse(text, &b);
	return rv_buf_detach_in(arena, &b);
}

static void
words_of(struct rv_sv page, struct rv_arena *arena, struct words *out)
{
	struct rv_page_doc doc;
	struct rv_block *list = NULL;
	size_t cap = 0;

	out->n = 0;
	rv_page_parse(page, arena, &doc);
	for (size_t i = 0; i < doc.n; i++)
		rv_blocks_of(doc.sections[i].body, doc.sections[i].heading,
			     false, 1, &list, &out->n, &cap);
	out->list = rv_arena_array(arena, struct rv_sv, out->n + 1);
	for (size_t i = 0; i < out->n; i++)
		out->list[i] = collapsed(list[i].text, arena);
	free(list);
	if (out->n)
		qsort(out->list, out->n, sizeof(*out->list), by_words);
}

static bool
has_words(const struct words *w, struct rv_sv text, struct rv_arena *arena)
{
	struct rv_sv key = collapsed(text, arena);

	return w->n &&
	       bsearch(&key, w->list, w->n, sizeof(*w->list), by_words);
}

static void
cut_parts(struct rv_sv old, struct rv_sv bytes, bool closed,
	  struct rv_arena *arena, struct parts *out)
{
	struct rv_page_doc doc;
	struct words before;
	size_t cap = 0;

	words_of(old, arena, &before);
	*out = (struct parts){.bytes = bytes};
	rv_page_parse(bytes, arena, &doc);
	out->contested = rv_arena_array(arena, bool, doc.n + 1);
	for (size_t i = 0; i < doc.n; i++) {
		const struct rv_section *s = &doc.sections[i];
		struct rv_block *list = NULL;
		size_t n = 0, m = 0;

		if (rv_sv_is(s->heading, SETTLED))
			continue;
		rv_blocks_of(s->body, s->heading, false, 1, &list, &n, &m);
		for (size_t k = 0; k < n; k++) {
			struct part p = {
				.text = rv_sv_trim(list[k].text),
				.heading = s->heading,
				.section = i,
				.fresh = !has_words(&before, list[k].text,
						     arena),
			};

			if (rv_sv_is(p.text, RV_PENDING))
				continue;
			/* where it is from is no statement */
			if (rv_sv_is(s->heading, "Sources")) {
				out->beside += p.fresh &&
					       !rv_sv_starts(p.text,
							     RV_SV("- "));
				continue;
			}
			if (out->n == cap) {
				struct part *more = rv_arena_array(
					arena, struct part, cap * 2 + 8);

				if (cap)
					memcpy(more, out->list,
					       cap * sizeof(p));
				out->list = more;
				cap = cap * 2 + 8;
			}
			out->list[out->n++] = p;
			out->contested[i] = out->contested[i] || p.fresh;
		}
		free(list);
	}
	/* what led to a decision is no part of what is contested */
	for (size_t i = 0; i < doc.n; i++)
		if ((out->contested[i] || closed) &&
		    rv_sv_is(doc.sections[i].heading, "Decision")) {
			bool here = out->contested[i];

			memset(out->contested, 0, doc.n);
			out->contested[i] = here;
			break;
		}
}

static struct rv_sv
short_line(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv v, out;
	size_t n = 0;

	rv_utf8_collapse(text, &b);
	v = rv_buf_sv(&b);
	while (n < v.n) {
		size_t g = rv_grapheme_len(rv_sv_slice(v, n, v.n));

		if (n + g > SIDE_MAX)
			break;
		n += g;
	}
	out = rv_sv(rv_arena_printf(arena, "%.*s%s", (int)n, v.p,
				    n < v.n ? "..." : ""));
	rv_buf_release(&b);
	return out;
}

void
rv_promote_sides(struct rv_sv old, struct rv_sv bytes, bool closed,
		 struct rv_arena *arena, struct rv_sides *out)
{
	struct parts parts;

	*out = (struct rv_sides){0};
	cut_parts(old, bytes, closed, arena, &parts);
	out->fresh = parts.beside;
	for (size_t i = 0; i < parts.n; i++) {
		const struct part *p = &parts.list[i];

		out->fresh += p->fresh;
		if (parts.contested[p->section] && !out->line[p->fresh].n)
			out->line[p->fresh] = short_line(p->text, arena);
	}
}

/* --- the resulting text ----------------------------------------------------- */

static const char *
day_of(int64_t t, struct rv_arena *arena)
{
	return t == RV_UNDATED ? "an unknown day"
			       : rv_sv_cstr_in(arena, rv_day_in(arena, t));
}

static int64_t
source_time(const struct rv_promote_in *in, struct rv_arena *arena)
{
	struct rv_page_doc doc;

	rv_page_parse(in->text, arena, &doc);
	return doc.updated;
}

/* The line above the first paragraph of a side, when both stay. */
static const char *
dated(const struct rv_promote_in *in, const struct rv_promotion *p, bool fresh,
      struct rv_arena *arena)
{
	const char *source = rv_sv_cstr_in(arena, in->source);

	if (!fresh)
		return rv_arena_printf(arena, "*As of %s:*",
				       day_of(p->against_time, arena));
	if (p->closed)
		return rv_arena_printf(arena, "*As of %s (%s):*",
				       day_of(source_time(in, arena), arena),
				       source);
	return rv_arena_printf(arena,
			       "*As of %s (%s); [[%.*s]] said otherwise on "
			       "%s:*",
			       day_of(source_time(in, arena), arena), source,
			       RV_SV_ARG(rv_slug_of_path(p->against)),
			       day_of(p->against_time, arena));
}

static bool
goes(const struct rv_promotion *p, const struct part *part, enum rv_settle how)
{
	if (how == RV_SETTLE_OLD)
		return part->fresh;
	/* the other page's text is not ours to take away */
	return how == RV_SETTLE_NEW && p->closed && !part->fresh;
}

static bool
is_emptied(const struct rv_promotion *p, const struct parts *parts,
	   size_t section, enum rv_settle how)
{
	for (size_t i = 0; i < parts->n; i++)
		if (parts->list[i].section == section &&
		    !goes(p, &parts->list[i], how))
			return false;
	return true;
}

/* Copies the page; contested paragraphs go, or get their date. */
static size_t
rewrite(const struct rv_promote_in *in, const struct rv_promotion *p,
	const struct parts *parts, enum rv_settle how, struct rv_arena *arena,
	struct rv_buf *out)
{
	size_t at = 0, left = 0;
	ptrdiff_t last[2] = {-1, -1};

	for (size_t i = 0; i < parts->n; i++) {
		const struct part *part = &parts->list[i];
		size_t from = (size_t)(part->text.p - parts->bytes.p);
		size_t to = from + part->text.n;

		if (!parts->contested[part->section]) {
			left++;
			continue;
		}
		rv_buf_addv(out, rv_sv_slice(parts->bytes, at, from));
		at = from;
		if (goes(p, part, how)) {
			/* with the blank lines behind it */
			while (to < parts->bytes.n &&
			       strchr(" \t\r\n", parts->bytes.p[to]))
				to++;
			at = to;
			if (last[0] != (ptrdiff_t)part->section &&
			    is_emptied(p, parts, part->section, how))
				rv_buf_adds(out, to < parts->bytes.n
							 ? RV_PENDING "\n\n"
							 : RV_PENDING "\n");
			last[0] = (ptrdiff_t)part->section;
			continue;
		}
		left++;
		if (how == RV_SETTLE_BOTH && (part->fresh || p->closed) &&
		    last[part->fresh] != (ptrdiff_t)part->section) {
			last[part->fresh] = (ptrdiff_t)part->section;
			rv_buf_addf(out, "%s\n\n",
				    dated(in, p, part->fresh, arena));
		}
	}
	rv_buf_addv(out, rv_sv_slice(parts->bytes, at, parts->bytes.n));
	return left;
}

/* A section that said something before and would say nothing. */
static struct rv_sv
lost_section(const struct rv_promotion *p, const struct parts *parts,
	     enum rv_settle how, struct rv_arena *arena)
{
	struct rv_page_edit before;
	struct rv_sv body;

	rv_page_edit_init(&before, p->old, arena);
	for (size_t i = 0; i < parts->n; i++) {
		const struct part *part = &parts->list[i];

		if (!parts->contested[part->section] ||
		    !is_emptied(p, parts, part->section, how))
			continue;
		body = rv_page_edit_body(&before,
					 rv_page_edit_find(&before,
							   part->heading));
		if (body.n && !rv_sv_is(body, RV_PENDING))
			return part->heading;
	}
	return RV_SV_NONE;
}

/* Is there a statement on each side to choose between, and would one stay? */
static rv_status
check_sides(const struct rv_promote_in *in, const struct rv_promotion *p,
	    enum rv_settle how, struct rv_arena *arena, struct parts *parts,
	    struct rv_err *err)
{
	bool side[2] = {false, false};
	struct rv_sv lost;

	if (p->shut && !p->against.n)
		return rv_fail(err, RV_E_NO,
			       _("%.*s: it is closed, and nothing that would "
				 "be added takes the place of what it "
				 "decides; open it again by hand, or promote "
				 "%.*s elsewhere"),
			       RV_SV_ARG(p->target), RV_SV_ARG(in->source));
	if (!p->against.n)
		return rv_fail(err, RV_E_NO,
			       _("%.*s: it contradicts nothing, there is "
				 "nothing to settle"),
			       RV_SV_ARG(p->target));
	cut_parts(p->old, p->bytes, p->closed, arena, parts);
	for (size_t i = 0; i < parts->n; i++)
		if (parts->contested[parts->list[i].section])
			side[parts->list[i].fresh] = true;
	if (!side[1] || (p->closed && !side[0]))
		return rv_fail(err, RV_E_NO,
			       _("%.*s: there are no two statements to choose "
				 "between; edit it by hand"),
			       RV_SV_ARG(p->target));
	lost = lost_section(p, parts, how, arena);
	if (lost.n)
		return rv_fail(err, RV_E_USAGE,
			       _("%.*s: nothing would be left under %.*s; "
				 "edit it by hand, or reject it"),
			       RV_SV_ARG(p->target), RV_SV_ARG(lost));
	return RV_OK;
}

rv_status
rv_promote_settle(const struct rv_promote_in *in, const struct rv_promotion *p,
		  enum rv_settle how, struct rv_arena *arena,
		  struct rv_sv *out, struct rv_err *err)
{
	static const char *const did[] = {
		[RV_SETTLE_OLD] = "kept the old over",
		[RV_SETTLE_NEW] = "took the new of",
		[RV_SETTLE_BOTH] = "kept both, dated, with",
		[RV_SETTLE_N] = "",
	};
	struct rv_buf b = RV_BUF_INIT;
	struct rv_page_edit e;
	struct parts parts;
	rv_status s;
	size_t left;

	s = check_sides(in, p, how, arena, &parts, err);
	if (s != RV_OK)
		return s;
	left = rewrite(in, p, &parts, how, arena, &b);
	if (!left) {
		rv_buf_release(&b);
		return rv_fail(err, RV_E_USAGE,
			       _("%.*s: nothing of it would be left; reject it "
				 "when %.*s is right"),
			       RV_SV_ARG(p->target), RV_SV_ARG(p->against));
	}
	rv_page_edit_init(&e, rv_sv_dup_in(arena, rv_buf_sv(&b)), arena);
	if (!rv_page_edit_get(&e, "settled").n)
		rv_page_edit_set(&e, "settled", RV_SV("[]"));
	rv_page_edit_add(&e, "settled",
			 p->closed ? in->source : rv_slug_of_path(p->against));
	rv_page_edit_append(
		&e, RV_SV(SETTLED),
		rv_sv(rv_arena_printf(arena, "- %s: %s %.*s (%s)",
				      day_of(in->now, arena), did[how],
				      RV_SV_ARG(in->source),
				      day_of(source_time(in, arena), arena))),
		true);
	rv_buf_reset(&b);
	rv_page_edit_write(&e, &b);
	*out = rv_buf_detach_in(arena, &b);
	return RV_OK;
}
