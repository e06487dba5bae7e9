/* SPDX-License-Identifier: MIT */
/* md4c's callbacks as a flat list of lines with spans. */
#include "config.h"

#include "doc/md_blocks.h"

#include <stdlib.h>
#include <string.h>

#include <md4c.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "doc/entity.h"
#include "doc/md_priv.h"
#include "doc/wikilink.h"

#define DEPTH_MAX 64

struct list {
	bool ordered;
	unsigned next; /* number of the next item */
	char delimiter;
};

struct parse {
	struct rv_arena *arena;
	struct rv_sv text;
	struct rv_md_line *lines;
	size_t n, cap, count; /* count: also of those that are not kept */
	bool links, other; /* links alone; the open line has other spans too */
	struct rv_md_span *spans; /* of the open line */
	size_t n_spans, cap_spans;
	struct rv_buf open; /* text of the open span */
	unsigned style;
	struct rv_sv targets[DEPTH_MAX]; /* of open links */
	size_t n_targets;
	struct list lists[DEPTH_MAX];
	int depth, quote; /* may exceed DEPTH_MAX: then only counted */
	enum rv_md_kind kind;
	int level, cell;
	enum rv_md_align align; /* of the cell */
	struct rv_sv marker, item; /* item: marker not drawn yet */
	bool in_block, first, in_html;
	size_t seen; /* where the open line begins in the text, or SIZE_MAX */
	size_t span_seen; /* the same of the open span */
	size_t scanned; /* lines are counted up to here */
	int line;
};

static int
line_of(struct parse *p, size_t at)
{
	if (at == SIZE_MAX)
		return 0;
	/* md4c gives blocks in order: almost always forward */
	if (at < p->scanned) {
		p->scanned = 0;
		p->line = 1;
	}
	if (p->scanned < at) {
		p->line += (int)rv_sv_count(
			rv_sv_slice(p->text, p->scanned, at), '\n');
		p->scanned = at;
	}
	return p->line;
}

static void
push_span(struct parse *p, struct rv_sv text, unsigned style,
	  struct rv_sv target, bool wiki)
{
	if (!text.n && !target.n)
		return;
	if (p->links && !(style & (RV_MD_LINK | RV_MD_IMAGE))) {
		p->other = true;
		return;
	}
	rv_grow(&p->spans, &p->cap_spans, p->n_spans + 1);
	p->spans[p->n_spans++] = (struct rv_md_span){
		.text = text,
		.target = target,
		.style = style,
		.wiki = wiki,
		.cell = p->cell,
		.align = p->align,
		.line = line_of(p, p->span_seen),
	};
}

/* Whoever wants links alone has no use for most of the text. */
static bool
has_link(const struct parse *p, struct rv_sv text)
{
	return !p->links || (p->style & (RV_MD_LINK | RV_MD_IMAGE)) ||
	       rv_sv_find_char(text, '[') >= 0;
}

/* The open span, cut at [[links]] where it is running text. */
static void
end_span(struct parse *p)
{
	struct rv_sv text = rv_buf_sv(&p->open), target;
	struct rv_wikilink link;
	size_t at = 0;

	target = p->n_targets && p->n_targets <= DEPTH_MAX
			 ? p->targets[p->n_targets - 1]
			 : RV_SV_NONE;
	if (!has_link(p, text)) {
		p->other |= text.n || target.n;
		rv_buf_reset(&p->open);
		p->span_seen = SIZE_MAX;
		return;
	}
	text = rv_sv_dup_in(p->arena, text);
	rv_buf_reset(&p->open);
	if (!(p->style & (RV_MD_LINK | RV_MD_MONO | RV_MD_IMAGE)) &&
	    p->kind != RV_MD_CODE && !p->in_html)
		while (rv_wikilink_next(text, &at, &link)) {
			push_span(p, rv_sv_slice(text, 0, link.from), p->style,
				  RV_SV_NONE, false);
			push_span(p, link.label, p->style | RV_MD_LINK,
				  link.slug, true);
			text = rv_sv_slice(text, link.to, text.n);
			at = 0;
		}
	push_span(p, text, p->style, target, false);
	p->span_seen = SIZE_MAX;
}

static void
end_line(struct parse *p, bool keep_empty)
{
	struct rv_md_line *l;

	end_span(p);
	if (!p->n_spans && !p->other && !keep_empty)
		return;
	p->count++;
	p->other = false;
	if (p->links && !p->n_spans) {
		p->first = false;
		p->seen = SIZE_MAX;
		return;
	}
	rv_grow(&p->lines, &p->cap, p->n + 1);
	l = &p->lines[p->n++];
	*l = (struct rv_md_line){
		.kind = p->kind,
		.level = p->level,
		.indent = p->depth,
		.quote = p->quote,
		.marker = p->marker,
		.first = p->first,
		.line = line_of(p, p->seen),
		.spans = rv_arena_array(p->arena, struct rv_md_span,
					p->n_spans + 1),
		.n = p->n_spans,
	};
	if (p->n_spans)
		memcpy(l->spans, p->spans, p->n_spans * sizeof(*l->spans));
	p->n_spans = 0;
	p->first = false;
	p->seen = SIZE_MAX;
}

static void
begin(struct parse *p, enum rv_md_kind kind, int level, struct rv_sv marker)
{
	if (p->in_block) /* text of a tight list item before a nested block */
		end_line(p, false);
	p->in_block = true;
	p->kind = kind;
	p->level = level;
	p->cell = 0;
	p->first = true;
	p->marker = marker;
	if (p->item.n && kind == RV_MD_PARAGRAPH) {
		p->kind = RV_MD_ITEM;
		p->marker = p->item;
		p->item = RV_SV_NONE;
	}
	p->seen = SIZE_MAX;
}

static void
finish(struct parse *p, bool keep_empty)
{
	if (p->in_block)
		end_line(p, keep_empty);
	p->in_block = false;
}

static void
enter_list(struct parse *p, bool ordered, unsigned start, char delimiter)
{
	finish(p, false);
	if (p->depth < DEPTH_MAX)
		p->lists[p->depth] = (struct list){ordered, start, delimiter};
	p->depth++;
}

static void
enter_item(struct parse *p, const MD_BLOCK_LI_DETAIL *d)
{
	struct list *l = p->depth > 0 && p->depth <= DEPTH_MAX
				 ? &p->lists[p->depth - 1]
				 : NULL;

	finish(p, false);
	if (d->is_task)
		p->item = d->task_mark == ' ' ? RV_SV("[ ]") : RV_SV("[x]");
	else if (l && l->ordered && !p->links)
		p->item = rv_sv(rv_arena_printf(p->arena, "%u%c", l->next++,
						l->delimiter));
	else
		p->item = RV_SV("-");
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct parse *p = arg;

	if (p->count >= RV_MD_LINES)
		return RV__MD_CUT;
	switch (type) {
	case MD_BLOCK_QUOTE:
		finish(p, false);
		p->quote++;
		break;
	case MD_BLOCK_UL:
		enter_list(p, false, 0, '.');
		break;
	case MD_BLOCK_OL:
		enter_list(p, true, ((MD_BLOCK_OL_DETAIL *)detail)->start,
			   ((MD_BLOCK_OL_DETAIL *)detail)->mark_delimiter);
		break;
	case MD_BLOCK_LI:
		enter_item(p, detail);
		break;
	case MD_BLOCK_HR:
		begin(p, RV_MD_RULE, 0, RV_SV_NONE);
		finish(p, true);
		break;
	case MD_BLOCK_H:
		begin(p, RV_MD_HEADING,
		      (int)((MD_BLOCK_H_DETAIL *)detail)->level, RV_SV_NONE);
		break;
	case MD_BLOCK_CODE:
		begin(p, RV_MD_CODE, 0,
		      rv__md_attribute(p->arena, &((MD_BLOCK_CODE_DETAIL *)detail)->lang));
		break;
	case MD_BLOCK_HTML:
		begin(p, RV_MD_HTML, 0, RV_SV_NONE);
		p->in_html = true;
		break;
	case MD_BLOCK_P:
		begin(p, RV_MD_PARAGRAPH, 0, RV_SV_NONE);
		break;
	case MD_BLOCK_TR:
		begin(p, p->kind == RV_MD_TABLE_HEAD ? RV_MD_TABLE_HEAD
						     : RV_MD_TABLE_ROW,
		      0, RV_SV_NONE);
		p->cell = -1;
		p->align = RV_MD_LEFT;
		break;
	case MD_BLOCK_THEAD:
		finish(p, false);
		p->kind = RV_MD_TABLE_HEAD;
		break;
	case MD_BLOCK_TBODY:
		p->kind = RV_MD_TABLE_ROW;
		break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		end_span(p);
		p->cell++;
		p->align = rv__md_align(((MD_BLOCK_TD_DETAIL *)detail)->align);
		break;
	case MD_BLOCK_DOC:
	case MD_BLOCK_TABLE:
		break;
	}
	return 0;
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct parse *p = arg;

	(void)detail;
	switch (type) {
	case MD_BLOCK_QUOTE:
		finish(p, false);
		p->quote--;
		break;
	case MD_BLOCK_UL:
	case MD_BLOCK_OL:
		finish(p, false);
		p->depth--;
		break;
	case MD_BLOCK_LI:
		if (p->item.n && !p->in_block) /* an item without text */
			begin(p, RV_MD_PARAGRAPH, 0, RV_SV_NONE);
		finish(p, true);
		p->item = RV_SV_NONE;
		break;
	case MD_BLOCK_HTML:
	case MD_BLOCK_CODE:
	case MD_BLOCK_H:
	case MD_BLOCK_P:
	case MD_BLOCK_TR:
		finish(p, type == MD_BLOCK_TR);
		p->in_html = false;
		break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		end_span(p);
		break;
	case MD_BLOCK_DOC:
	case MD_BLOCK_HR:
	case MD_BLOCK_TABLE:
	case MD_BLOCK_THEAD:
	case MD_BLOCK_TBODY:
		break;
	}
	return 0;
}

static int
enter_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct parse *p = arg;
	struct rv_sv target = RV_SV_NONE;

	end_span(p);
	p->style |= rv__md_style(type);
	if (type == MD_SPAN_A)
		target = rv__md_attribute(p->arena, &((MD_SPAN_A_DETAIL *)detail)->href);
	else if (type == MD_SPAN_IMG)
		target = rv__md_attribute(p->arena, &((MD_SPAN_IMG_DETAIL *)detail)->src);
	else
		return 0;
	if (p->n_targets < DEPTH_MAX)
		p->targets[p->n_targets] = target;
	p->n_targets++;
	return 0;
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct parse *p = arg;

	(void)detail;
	end_span(p);
	p->style &= ~rv__md_style(type);
	if (type == MD_SPAN_A || type == MD_SPAN_IMG)
		p->n_targets--;
	return 0;
}

/* Code and HTML come with their newlines: one line of ours for each. */
static void
add_verbatim(struct parse *p, struct rv_sv text)
{
	ptrdiff_t end;

	while ((end = rv_sv_find_char(text, '\n')) >= 0) {
		rv_buf_addv(&p->open, rv_sv_slice(text, 0, (size_t)end));
		end_line(p, true);
		text = rv_sv_slice(text, (size_t)end + 1, text.n);
	}
	rv_buf_addv(&p->open, text);
}

static int
on_text(MD_TEXTTYPE type, const MD_CHAR *s, MD_SIZE n, void *arg)
{
	struct parse *p = arg;
	struct rv_sv text = rv_sv_of(s, n);

	if (p->count >= RV_MD_LINES)
		return RV__MD_CUT;
	if (!p->in_block) /* text of a tight list item */
		begin(p, RV_MD_PARAGRAPH, 0, RV_SV_NONE);
	if (p->seen == SIZE_MAX && s >= p->text.p && s < p->text.p + p->text.n)
		p->seen = (size_t)(s - p->text.p);
	if (p->span_seen == SIZE_MAX && s >= p->text.p &&
	    s < p->text.p + p->text.n)
		p->span_seen = (size_t)(s - p->text.p);
	switch (type) {
	case MD_TEXT_BR:
		end_line(p, false);
		break;
	case MD_TEXT_SOFTBR:
		rv_buf_addc(&p->open, ' ');
		end_span(p); /* a span is of one line of the text */
		break;
	case MD_TEXT_NULLCHAR:
		rv_buf_add_utf8(&p->open, RV_REPLACEMENT);
		break;
	case MD_TEXT_ENTITY:
		rv_entity_decode(text, &p->open);
		break;
	case MD_TEXT_CODE:
	case MD_TEXT_HTML:
		if (p->kind == RV_MD_CODE || p->in_html) {
			add_verbatim(p, text);
			break;
		}
		rv_buf_addv(&p->open, text);
		break;
	case MD_TEXT_NORMAL:
	case MD_TEXT_LATEXMATH:
		rv_buf_addv(&p->open, text);
		break;
	}
	return 0;
}

const MD_PARSER rv__md_parser = {
	.flags = MD_DIALECT_GITHUB,
	.enter_block = enter_block,
	.leave_block = leave_block,
	.enter_span = enter_span,
	.leave_span = leave_span,
	.text = on_text,
};

void *
rv__md_begin(struct rv_sv text, bool links, struct rv_arena *arena)
{
	struct parse *p = rv_calloc(1, sizeof(*p));

	p->arena = arena;
	p->text = text;
	p->links = links;
	p->open = RV_BUF_INIT;
	p->line = 1;
	p->seen = p->span_seen = SIZE_MAX;
	return p;
}

void
rv__md_end(void *parse, bool cut, struct rv_md *out)
{
	struct parse *p = parse;

	out->cut = cut;
	out->lines = rv_arena_array(p->arena, struct rv_md_line, p->n + 1);
	if (p->n)
		memcpy(out->lines, p->lines, p->n * sizeof(*p->lines));
	out->n = p->n;
	free(p->lines);
	free(p->spans);
	rv_buf_release(&p->open);
	free(p);
}

void
rv_md_parse(struct rv_sv text, struct rv_arena *arena, struct rv_md *out)
{
	struct rv_sv start = rv_sv_slice(
		text, 0, text.n > RV_MD_MAX ? rv_utf8_floor(text, RV_MD_MAX)
					    : text.n);
	void *p = rv__md_begin(start, false, arena);
	bool cut = start.n < text.n;

	if (start.n && md_parse(start.p, (MD_SIZE)start.n, &rv__md_parser, p) ==
			       RV__MD_CUT)
		cut = true;
	rv__md_end(p, cut, out);
}

bool
rv_md_is_item(struct rv_sv line)
{
	size_t i = 0;

	line = rv_sv_trim(line);
	if (line.n > 1 && strchr("-*+", line.p[0]) && line.p[1] == ' ')
		return true;
	while (i < line.n && line.p[i] >= '0' && line.p[i] <= '9')
		i++;
	return i && i + 1 < line.n && strchr(".)", line.p[i]) &&
	       line.p[i + 1] == ' ';
}
