/* SPDX-License-Identifier: MIT */
/* Headings and links. */
#include "config.h"

#include "doc/outline.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "doc/md_priv.h"

struct run {
	struct rv_sv body;
	struct rv_arena *arena;
	struct rv__heading *list;
	size_t n, cap;
	int nesting; /* of quotes and lists: their headings are no sections */
	int level;   /* of the open heading, 0: none */
	size_t first, last; /* bytes of it that were seen */
	bool placed;
	struct rv_buf text;
	void *links; /* of rv__md_begin; NULL: it is not heard */
	bool cut;    /* it hears no more */
};

static bool
is_container(MD_BLOCKTYPE type)
{
	return type == MD_BLOCK_QUOTE || type == MD_BLOCK_LI;
}

/* Both listen; what one has heard enough of the other hears to its end. */
#define TELL(o, what, ...)                                                     \
	do {                                                                   \
		if ((o)->links && !(o)->cut)                                   \
			(o)->cut = rv__md_parser.what(                         \
					   __VA_ARGS__, (o)->links) ==         \
				   RV__MD_CUT;                                 \
	} while (0)

static int
enter_block(MD_BLOCKTYPE type, void *detail, void *arg)
{
	struct run *o = arg;

	TELL(o, enter_block, type, detail);
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
	struct run *o = arg;
	struct rv__heading *h;

	TELL(o, leave_block, type, detail);
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
enter_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct run *o = arg;

	TELL(o, enter_span, type, detail);
	return 0;
}

static int
leave_span(MD_SPANTYPE type, void *detail, void *arg)
{
	struct run *o = arg;

	TELL(o, leave_span, type, detail);
	return 0;
}

static int
on_text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE n, void *arg)
{
	struct run *o = arg;
	const char *from = o->body.p;

	TELL(o, text, type, p, n);
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

/* Behind a run of backticks, or of tildes that fence: where it is closed. */
static size_t
behind_code(struct rv_sv v, size_t at)
{
	size_t n = 0, from = at;
	char c = v.p[at];

	while (at < v.n && v.p[at] == c) {
		at++;
		n++;
	}
	if (c == '~' && (n < 3 || (from > 0 && v.p[from - 1] != '\n')))
		return at;
	for (size_t i = at, run = 0; i < v.n; i++) {
		run = v.p[i] == c ? run + 1 : 0;
		if (run >= n && (i + 1 == v.n || v.p[i + 1] != c))
			return i + 1;
		/* Code in a line does not go over its paragraph. */
		if (n < 3 && i > 0 && v.p[i] == '\n' && v.p[i - 1] == '\n')
			return at;
	}
	return n < 3 ? at : v.n;
}

/* The end of the %%comment%% that begins at `at`, or 0: it is none. */
static size_t
comment_end(struct rv_sv v, size_t at)
{
	bool block = at == 0 || v.p[at - 1] == '\n';

	for (size_t i = at + 2; i + 1 < v.n; i++) {
		if (v.p[i] == '%' && v.p[i + 1] == '%')
			return i + 2;
		if (!block && v.p[i] == '\n' && v.p[i + 1] == '\n')
			return 0;
	}
	return 0;
}

/* Obsidian's %%comments%% are not shown and link nowhere: the same text, to the
 * byte as long, without the brackets that open links there. */
static struct rv_sv
without_comments(struct rv_sv body, struct rv_arena *arena)
{
	char *p = NULL;
	size_t end;

	if (!rv_sv_has(body, RV_SV("%%")))
		return body;
	for (size_t i = 0; i + 1 < body.n;) {
		if (body.p[i] == '`' || body.p[i] == '~') {
			i = behind_code(body, i);
			continue;
		}
		end = body.p[i] == '%' && body.p[i + 1] == '%'
			      ? comment_end(body, i)
			      : 0;
		if (!end) {
			i++;
			continue;
		}
		if (!p) {
			p = rv_arena_array(arena, char, body.n);
			memcpy(p, body.p, body.n);
		}
		for (; i < end; i++)
			if (p[i] == '[')
				p[i] = ' ';
	}
	return p ? rv_sv_of(p, body.n) : body;
}

void
rv__outline_read(struct rv_sv body, struct rv_arena *arena,
		 struct rv__outline *out)
{
	static const MD_PARSER parser = {
		.flags = MD_DIALECT_GITHUB,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = on_text,
	};
	struct run o = {.arena = arena, .text = RV_BUF_INIT};
	struct rv_md md;

	body = o.body = without_comments(body, arena);
	if (body.n <= RV_MD_MAX)
		o.links = rv__md_begin(body, true, arena);
	if (body.n && body.n <= UINT_MAX)
		md_parse(body.p, (MD_SIZE)body.n, &parser, &o);
	if (o.links) {
		rv__md_end(o.links, o.cut, &md);
		out->links_cut = !rv__links_of(&md, arena, &out->links,
					       &out->n_links);
	} else {
		out->links_cut = !rv_links_find(body, arena, &out->links,
						&out->n_links);
	}
	out->list = rv_arena_array(arena, struct rv__heading, o.n + 1);
	if (o.n)
		memcpy(out->list, o.list, o.n * sizeof(*o.list));
	out->n = o.n;
	free(o.list);
	rv_buf_release(&o.text);
}
