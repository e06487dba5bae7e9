/* SPDX-License-Identifier: MIT */
/* Markdown pages: frontmatter and sections. */
#include "config.h"

#include "doc/frontmatter.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <md4c.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"

#define BOM "\xEF\xBB\xBF"

struct heading {
	struct rv_sv text;
	size_t from, to; /* its lines in the body, underline included */
	int level;
};

struct outline {
	struct rv_sv body;
	struct rv_arena *arena;
	struct heading *list;
	size_t n, cap;
	int nesting; /* of quotes and lists: their headings are no sections */
	int level;   /* of the open heading, 0: none */
	size_t first, last; /* bytes of it that were seen */
	bool placed;
	struct rv_buf text;
};

static bool
is_container(MD_BLOCKTYPE type)
{
	return type == MD_BLOCK_QUOTE || type == MD_BLOCK_LI;
}

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct outline *o = arg;

	if (is_container(type))
		o->nesting++;
	if (type == MD_BLOCK_H && o->nesting == 0) {
		o->level = (int)((const MD_BLOCK_H_DETAIL *)detail)->level;
		o->placed = false;
		rv_buf_reset(&o->text);
	}
	return 0;
}

static size_t
line_start(struct rv_sv v, size_t at)
{
	while (at > 0 && v.p[at - 1] != '\n')
		at--;
	return at;
}

static size_t
line_behind(struct rv_sv v, size_t at)
{
	while (at < v.n && v.p[at] != '\n')
		at++;
	return at < v.n ? at + 1 : at;
}

/* "## x" in contrast to text with an underline of = or -. */
static bool
is_atx(struct rv_sv v, size_t at)
{
	size_t marks = 0;

	while (at < v.n && v.p[at] == ' ')
		at++;
	while (at < v.n && v.p[at] == '#') {
		at++;
		marks++;
	}
	return marks >= 1 && marks <= 6 &&
	       (at >= v.n || strchr(" \t\r\n", v.p[at]));
}

static int
leave_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct outline *o = arg;
	struct heading *h;

	(void)detail;
	if (is_container(type))
		o->nesting--;
	if (type != MD_BLOCK_H || !o->level)
		return 0;
	/* A heading without any text cannot be placed and names nothing. */
	if (o->placed) {
		rv_grow(&o->list, &o->cap, o->n + 1);
		h = &o->list[o->n++];
		h->level = o->level;
		h->text = rv_sv_dup_in(o->arena,
				       rv_sv_trim(rv_buf_sv(&o->text)));
		h->from = line_start(o->body, o->first);
		h->to = line_behind(o->body, o->last);
		if (!is_atx(o->body, h->from))
			h->to = line_behind(o->body, h->to);
	}
	o->level = 0;
	return 0;
}

static int
on_span(MD_SPANTYPE type, void *detail, void *arg)
{
	(void)type;
	(void)detail;
	(void)arg;
	return 0;
}

static int
on_text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *arg)
{
	struct outline *o = arg;
	const char *from = o->body.p;

	if (!o->level)
		return 0;
	/* md4c passes views of the document, but for what it makes up. */
	if (p >= from && p + n <= from + o->body.n) {
		if (!o->placed)
			o->first = (size_t)(p - from);
		o->last = (size_t)(p - from) + n;
		o->placed = true;
	}
	if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
		rv_buf_addc(&o->text, ' ');
	else if (type == MD_TEXT_NULLCHAR)
		rv_buf_add_utf8(&o->text, 0xFFFD);
	else if (type != MD_TEXT_HTML)
		rv_buf_add(&o->text, p, n);
	return 0;
}

static void
find_headings(struct outline *o)
{
	const MD_PARSER parser = {
		.flags = MD_DIALECT_GITHUB,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = on_span,
		.leave_span = on_span,
		.text = on_text,
	};

	if (o->body.n && o->body.n <= UINT_MAX)
		md_parse(o->body.p, (MD_SIZE)o->body.n, &parser, o);
}

static int
count_lines(struct rv_sv v)
{
	int n = 0;

	for (size_t i = 0; i < v.n; i++)
		n += v.p[i] == '\n';
	return n;
}

/* `line` is the number of the body's first line in the file. */
static void
cut_sections(struct outline *o, int line, struct rv_page_doc *out)
{
	struct rv_sv before, body = o->body;
	size_t end = o->n ? o->list[0].from : body.n, at = 0;

	out->sections = rv_arena_array(o->arena, struct rv_section, o->n + 1);
	before = rv_sv_trim(rv_sv_slice(body, 0, end));
	if (before.n)
		out->sections[out->n++] =
			(struct rv_section){.body = before, .line = line};
	for (size_t i = 0; i < o->n; i++) {
		const struct heading *h = &o->list[i];

		line += count_lines(rv_sv_slice(body, at, h->from));
		at = h->from;
		end = i + 1 < o->n ? o->list[i + 1].from : body.n;
		out->sections[out->n++] = (struct rv_section){
			.heading = h->text,
			.body = rv_sv_trim(rv_sv_slice(body, h->to, end)),
			.level = h->level,
			.line = line,
		};
	}
}

/* Cuts the frontmatter off; returns the line number of the body. */
static int
read_meta(struct rv_sv text, struct rv_arena *arena, struct rv_page_doc *out)
{
	rv_front_read(text, arena, &out->front);
	out->meta = out->front.map;
	out->meta_broken = out->front.state == RV_FRONT_UNCLOSED ||
			   out->front.state == RV_FRONT_REFUSED;
	out->body = rv_sv_slice(text, out->front.body, text.n);
	return 1 + count_lines(rv_sv_slice(text, 0, out->front.body));
}

static int64_t
read_time(const struct rv_page_doc *page)
{
	static const char *const keys[] = {"updated", "date"};
	int64_t t;

	for (size_t i = 0; page->meta && i < ARRAY_LEN(keys); i++)
		if (rv_time_parse(rv_sv_trim(rv_yaml_sv(
					  rv_yaml_get(page->meta, keys[i]))),
				  &t))
			return t;
	return RV_UNDATED;
}

static struct rv_sv
read_title(const struct rv_page_doc *page)
{
	struct rv_sv v = RV_SV_NONE;

	if (page->meta)
		v = rv_yaml_sv(rv_yaml_get(page->meta, "name"));
	if (page->meta && !v.n)
		v = rv_yaml_sv(rv_yaml_get(page->meta, "title"));
	for (size_t i = 0; i < page->n && !v.n; i++)
		v = page->sections[i].heading;
	return v;
}

void
rv_page_parse(struct rv_sv text, struct rv_arena *arena,
	      struct rv_page_doc *out)
{
	struct outline o = {.arena = arena, .text = RV_BUF_INIT};
	int line;

	*out = (struct rv_page_doc){.updated = RV_UNDATED};
	if (rv_sv_starts(text, RV_SV(BOM)))
		text = rv_sv_slice(text, strlen(BOM), text.n);
	line = read_meta(text, arena, out);
	o.body = out->body;
	find_headings(&o);
	cut_sections(&o, line, out);
	out->title = read_title(out);
	out->updated = read_time(out);
	free(o.list);
	rv_buf_release(&o.text);
}
