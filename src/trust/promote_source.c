/* SPDX-License-Identifier: MIT */
/* What of a source is promoted, and what it is called. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/md_blocks.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "trust/promote_priv.h"

#define TITLE_WORDS 8

struct rv_sv
rv_promote_path(struct rv_sv source)
{
	ptrdiff_t hash = rv_sv_find(source, RV_SV(".md#"));
	ptrdiff_t colon = rv_sv_find(source, RV_SV(".md:"));

	if (hash >= 0)
		return rv_sv_slice(source, 0, (size_t)hash + 3);
	if (colon >= 0)
		return rv_sv_slice(source, 0, (size_t)colon + 3);
	return source;
}

static void
push(struct rv_block **list, size_t *n, size_t *cap, struct rv_sv text,
     struct rv_sv heading, bool lead, int line)
{
	if (!rv_sv_trim(text).n)
		return;
	rv_grow(list, cap, *n + 1);
	(*list)[(*n)++] = (struct rv_block){
		.text = rv_sv_trim_end(text),
		.heading = heading,
		.line = line,
		.lead = lead};
}

/* What goes over blank lines: code, a formula, a comment. */
struct whole {
	char sign; /* of the fence; '$', '!'; 0: nothing is open */
	size_t n;  /* how many of them */
};

static size_t
run_of(struct rv_sv line, char c)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == c)
		n++;
	return n;
}

static bool
opens(struct rv_sv line, char sign, size_t n)
{
	if (sign == '$')
		return n == 2 && line.n == 2;
	/* ```code``` on one line is no fence */
	return n >= 3 &&
	       (sign == '~' ||
		rv_sv_find_char(rv_sv_slice(line, n, line.n), sign) < 0);
}

/* Opens or closes it as this line does. */
static void
look_at(struct whole *w, struct rv_sv line)
{
	bool end = rv_sv_has(line, RV_SV("-->"));

	line = rv_sv_trim(line);
	if (w->sign == '!') {
		w->sign = end ? '\0' : '!';
	} else if (w->sign) {
		if (run_of(line, w->sign) == line.n && line.n >= w->n)
			w->sign = '\0';
	} else if (rv_sv_starts(line, RV_SV("<!--"))) {
		w->sign = end ? '\0' : '!';
	} else if (line.n && strchr("`~$", line.p[0])) {
		w->n = run_of(line, line.p[0]);
		w->sign = opens(line, line.p[0], w->n) ? line.p[0] : '\0';
	}
}

/* An indented line behind an item is a part of it. */
static bool
is_part(const char *from, struct rv_sv line)
{
	struct rv_sv text = rv_sv_of(from, (size_t)(line.p - from)), first;

	return rv_sv_next_line(&text, &first) && rv_md_is_item(first) &&
	       (line.p[0] == '\t' || rv_sv_starts(line, RV_SV("  ")));
}

void
rv_blocks_of(struct rv_sv body, struct rv_sv heading, bool lead, int line,
	     struct rv_block **list, size_t *n, size_t *cap)
{
	struct rv_sv rest = body, cur;
	const char *from = NULL, *gap = NULL; /* the block; blank lines in it */
	struct whole open = {0};
	int from_line = line;

	for (; rv_sv_next_line(&rest, &cur); line++) {
		look_at(&open, cur);
		if (!open.sign && !rv_sv_trim(cur).n) {
			gap = gap ? gap : cur.p;
			continue;
		}
		if (from && gap && !is_part(from, cur)) {
			push(list, n, cap, rv_sv_of(from, (size_t)(gap - from)),
			     heading, lead, from_line);
			from = NULL;
		}
		gap = NULL;
		if (from)
			continue;
		from = cur.p;
		from_line = line;
	}
	if (from)
		push(list, n, cap,
		     rv_sv_of(from, (size_t)(body.p + body.n - from)), heading,
		     lead, from_line);
}

/* Without "- ", "[DECISION] " and the like. */
static struct rv_sv
bare(struct rv_sv line)
{
	line = rv_sv_trim(line);
	if (rv_md_is_item(line)) {
		ptrdiff_t blank = rv_sv_find_char(line, ' ');

		line = rv_sv_trim(rv_sv_slice(line, (size_t)blank, line.n));
	}
	if (line.n && line.p[0] == '[') {
		ptrdiff_t end = rv_sv_find_char(line, ']');
		bool tag = end > 1;

		for (ptrdiff_t i = 1; tag && i < end; i++)
			tag = line.p[i] >= 'A' && line.p[i] <= 'Z';
		if (tag)
			line = rv_sv_trim(rv_sv_slice(line, (size_t)end + 1,
						      line.n));
	}
	return line;
}

/* The first words of a line. */
static struct rv_sv
short_title(struct rv_sv line, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv word, out;
	size_t i = 0;

	line = bare(line);
	line = rv_sv_slice(line, 0, rv_sentence_end(line, 0));
	for (int n = 0; n < TITLE_WORDS && rv_word_next(line, &i, &word); n++) {
		if (b.n)
			rv_buf_addc(&b, ' ');
		rv_buf_addv(&b, word);
	}
	out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

static bool
same_name(struct rv_sv a, struct rv_sv b)
{
	struct rv_buf x = RV_BUF_INIT, y = RV_BUF_INIT;
	bool same;

	rv_name_key(a, &x);
	rv_name_key(b, &y);
	same = rv_sv_eq(rv_buf_sv(&x), rv_buf_sv(&y));
	rv_buf_release(&x);
	rv_buf_release(&y);
	return same;
}

static int
lines_in(struct rv_sv v)
{
	int n = 0;

	for (size_t i = 0; i < v.n; i++)
		n += v.p[i] == '\n';
	return n;
}

struct blocks {
	struct rv_block *list;
	size_t n, cap;
	const char *at; /* how far lines were counted, and the number there */
	int line;
};

/* Sections come in order, so that every line is counted once. */
static void
add_section(struct rv_promote_job *j, size_t i, bool lead, struct blocks *b)
{
	const struct rv_section *s = &j->doc.sections[i];

	if (!s->body.n)
		return;
	if (!b->at) {
		b->at = j->in->text.p;
		b->line = 1;
	}
	for (; b->at < s->body.p; b->at++)
		b->line += *b->at == '\n';
	rv_blocks_of(s->body, lead ? RV_SV_NONE : s->heading, lead, b->line,
		     &b->list, &b->n, &b->cap);
}

static rv_status
by_heading(struct rv_promote_job *j, struct rv_sv heading, struct blocks *b,
	   struct rv_err *err)
{
	for (size_t i = 0; i < j->doc.n; i++) {
		const struct rv_section *s = &j->doc.sections[i];

		if (!s->level || !same_name(s->heading, heading))
			continue;
		j->out->title = s->heading;
		j->out->line = s->line;
		add_section(j, i, true, b);
		while (++i < j->doc.n && j->doc.sections[i].level > s->level)
			add_section(j, i, true, b);
		return RV_OK;
	}
	return rv_fail(err, RV_E_NOTFOUND,
		       _("%.*s: it has no heading \"%.*s\"; nothing was "
			 "promoted"),
		       RV_SV_ARG(j->out->source), RV_SV_ARG(heading));
}

/* One list item, else the whole block that holds the line. */
static void
cut_item(struct rv_block *block, int line)
{
	struct rv_sv rest = block->text, cur, item = RV_SV_NONE;
	int at = block->line, from = 0;

	for (; rv_sv_next_line(&rest, &cur); at++) {
		if (rv_md_is_item(cur) && at > line)
			break;
		if (rv_md_is_item(cur)) {
			item = cur;
			from = at;
		} else if (item.n) {
			item.n = (size_t)(cur.p + cur.n - item.p);
		}
	}
	if (!item.n)
		return;
	block->text = item;
	block->line = from;
}

static rv_status
by_line(struct rv_promote_job *j, int64_t line, struct blocks *b,
	struct rv_err *err)
{
	struct rv_block found = {0};

	for (size_t i = 0; i < j->doc.n; i++)
		add_section(j, i, false, b);
	for (size_t i = 0; i < b->n; i++)
		if (b->list[i].line <= line &&
		    line <= b->list[i].line + lines_in(b->list[i].text))
			found = b->list[i];
	if (!found.text.n)
		return rv_fail(err, RV_E_NOTFOUND,
			       _("%.*s: there is no text at line %lld; nothing "
				 "was promoted"),
			       RV_SV_ARG(j->out->source), (long long)line);
	cut_item(&found, (int)line);
	b->list[0] = found;
	b->n = 1;
	j->out->title = short_title(found.text, j->arena);
	j->out->line = found.line;
	return RV_OK;
}

/* "Date: 2026-11-05" and the like before the text: about the source, no part of
 * what it says. */
static bool
is_label(struct rv_sv text)
{
	static const char *const labels[] = {
		"date",	   "time",    "status",	      "author",	   "authors",
		"tags",	   "source",  "created",      "updated",   "type",
		"subject", "topic",   "participants", "attendees", "from",
		"alias",   "aliases", "title",	      "id",
	};
	struct rv_sv line;

	while (rv_sv_next_line(&text, &line)) {
		ptrdiff_t colon = rv_sv_find_char(line, ':');
		size_t i = 0;

		while (colon > 0 && i < ARRAY_LEN(labels) &&
		       !same_name(rv_sv_slice(line, 0, (size_t)colon),
				  rv_sv(labels[i])))
			i++;
		if (colon < 1 || i == ARRAY_LEN(labels))
			return false;
	}
	return true;
}

static void
drop_labels(struct blocks *b)
{
	size_t n = 0, kept = 0;

	while (n < b->n && b->list[n].lead && is_label(b->list[n].text))
		n++;
	if (n == b->n) /* there is nothing else */
		return;
	while (n < b->n)
		b->list[kept++] = b->list[n++];
	b->n = kept;
}

static void
whole(struct rv_promote_job *j, struct blocks *b)
{
	bool titled = false;

	j->out->title = j->doc.title.n ? j->doc.title
				       : rv_slug_of_path(j->out->source);
	for (size_t i = 0; i < j->doc.n; i++) {
		const struct rv_section *s = &j->doc.sections[i];
		/* what stands under the title, or before any heading */
		bool lead = !s->level || (s->level == 1 && !titled);

		titled = titled || s->level == 1;
		add_section(j, i, lead, b);
	}
	drop_labels(b);
}

/* A page that nobody would read through is no durable knowledge, and what
 * follows takes its time with every paragraph. */
static rv_status
check_amount(const struct rv_promote_job *j, const struct blocks *b,
	     struct rv_err *err)
{
	size_t bytes = 0;

	for (size_t i = 0; i < b->n; i++)
		bytes += b->list[i].text.n;
	if (!b->n)
		return rv_fail(err, RV_E_NO,
			       _("%.*s: there is no text in it; nothing was "
				 "promoted"),
			       RV_SV_ARG(j->in->source));
	if (bytes <= RV_PROMOTE_BYTES && b->n <= RV_PROMOTE_BLOCKS)
		return RV_OK;
	return rv_fail(err, RV_E_TOOBIG,
		       _("%.*s: %zu paragraphs with %zu KB are too much for one "
			 "page; promote a section (PATH#HEADING) or a "
			 "paragraph (PATH:LINE) of it"),
		       RV_SV_ARG(j->in->source), b->n, (bytes + 1023) / 1024);
}

rv_status
rv_promote_select(struct rv_promote_job *j, struct rv_err *err)
{
	struct rv_sv given = j->in->source, behind;
	struct blocks b = {0};
	rv_status st = RV_OK;
	int64_t line = 0;

	j->out->source = rv_promote_path(given);
	behind = rv_sv_slice(given, j->out->source.n, given.n);
	if (!behind.n) {
		whole(j, &b);
	} else if (behind.p[0] == '#') {
		st = by_heading(j, rv_sv_slice(behind, 1, behind.n), &b, err);
	} else if (rv_sv_to_int(rv_sv_slice(behind, 1, behind.n), &line) &&
		   line > 0 && line < INT32_MAX) {
		st = by_line(j, line, &b, err);
	} else {
		st = rv_fail(err, RV_E_USAGE,
			     _("%.*s: behind the colon stands no line number; "
			       "write it as memory/2026-01-28.md:12"),
			     RV_SV_ARG(given));
	}
	if (st == RV_OK && b.n) {
		const struct rv_block *last = &b.list[b.n - 1];

		j->out->last_line = last->line + lines_in(last->text);
	}
	if (st == RV_OK)
		st = check_amount(j, &b, err);
	if (st != RV_OK) {
		free(b.list);
		return st;
	}
	j->blocks = rv_arena_array(j->arena, struct rv_block, b.n + 1);
	if (b.n)
		memcpy(j->blocks, b.list, b.n * sizeof(*b.list));
	j->n = b.n;
	/* nothing unmasked is ever proposed, nor kept as an object */
	j->out->title = rv_redact_in(j->arena, j->out->title, NULL);
	for (size_t i = 0; i < j->n; i++) {
		size_t hits = 0;

		j->blocks[i].text = rv_redact_in(j->arena, j->blocks[i].text,
						 &hits);
		j->blocks[i].heading = rv_redact_in(
			j->arena, j->blocks[i].heading, NULL);
		j->masked += hits;
	}
	free(b.list);
	return st;
}
