/* SPDX-License-Identifier: MIT */
/* A page as frontmatter lines and sections, changed without touching others. */
#include "config.h"

#include "doc/page_edit.h"

#include <string.h>

#include "base/mem.h"
#include "doc/field.h"
#include "doc/slug.h"

#define BOM "\xEF\xBB\xBF"

struct rv_page_part {
	struct rv_sv heading; /* plain */
	struct rv_sv key;     /* heading as it is compared */
	struct rv_sv head;    /* heading's lines as written */
	struct rv_sv body;    /* up to the next heading as written */
	char *own;	      /* where body stands once it was changed */
	size_t room;
};

static struct rv_sv
cut_line(struct rv_sv v, size_t *at)
{
	const char *nl = *at < v.n ? memchr(v.p + *at, '\n', v.n - *at) : NULL;
	size_t from = *at;

	*at = nl ? (size_t)(nl - v.p) + 1 : v.n;
	return rv_sv_slice(v, from, *at);
}

static struct rv_sv
key_of(struct rv_sv heading, struct rv_arena *arena)
{
	struct rv_buf key = RV_BUF_INIT;

	rv_name_key(heading, &key);
	return rv_buf_detach_in(arena, &key);
}

static void
cut_parts(struct rv_page_edit *e, struct rv_sv body)
{
	struct rv_page_doc doc;
	size_t at = 0;
	int line = 1;

	/* sections by the same rule as everywhere; the body alone has no
	 * frontmatter, so that lines count from its start */
	rv_page_parse(body, e->arena, &doc);
	e->cap = doc.n + 2;
	e->parts = rv_arena_array(e->arena, struct rv_page_part, e->cap);
	if (!doc.n || doc.sections[0].level) /* blank lines before it */
		e->parts[e->n++] = (struct rv_page_part){0};
	for (size_t i = 0; i < doc.n; i++) {
		const struct rv_section *s = &doc.sections[i];
		struct rv_page_part *p;
		size_t from;

		while (line < s->line && at < body.n) {
			(void)cut_line(body, &at);
			line++;
		}
		from = s->level ? at : 0;
		if (e->n) {
			p = &e->parts[e->n - 1];
			p->body = rv_sv_of(p->body.p ? p->body.p : body.p,
					   p->body.p ? (size_t)(body.p + from -
								p->body.p)
						     : from);
		}
		p = &e->parts[e->n++];
		p->heading = s->heading;
		if (s->level) {
			p->key = key_of(s->heading, e->arena);
			p->head = cut_line(body, &at);
			line++;
			/* an underline belongs to its heading */
			if (rv_sv_trim(p->head).n &&
			    rv_sv_trim(p->head).p[0] != '#') {
				(void)cut_line(body, &at);
				p->head.n = (size_t)(body.p + at - p->head.p);
				line++;
			}
		}
		p->body = rv_sv_slice(body, at, body.n);
	}
	if (!doc.n)
		e->parts[0].body = body;
}

void
rv_page_edit_init(struct rv_page_edit *e, struct rv_sv text,
		  struct rv_arena *arena)
{
	struct rv_front front;

	*e = (struct rv_page_edit){.arena = arena};
	if (rv_sv_starts(text, RV_SV(BOM))) {
		e->before = rv_sv_slice(text, 0, strlen(BOM));
		text = rv_sv_slice(text, strlen(BOM), text.n);
	}
	e->eol = rv_sv_has(text, RV_SV("\r\n")) ? "\r\n" : "\n";
	rv_front_cut(text, &front);
	if (front.state == RV_FRONT_OK) {
		e->open = rv_sv_slice(text, 0, front.meta);
		e->meta = rv_sv_slice(text, front.meta, front.close);
		e->close = rv_sv_slice(text, front.close, front.body);
	}
	cut_parts(e, rv_sv_slice(text, front.body, text.n));
}

struct rv_sv
rv_page_edit_get(const struct rv_page_edit *e, const char *key)
{
	struct rv_field f;

	return rv_field_find(e->meta, key, &f)
		       ? rv_sv_slice(e->meta, f.value, f.end)
		       : RV_SV_NONE;
}

static bool
starts_with_text(const struct rv_page_edit *e)
{
	for (size_t i = 0; i < e->n; i++) {
		struct rv_sv all = e->parts[i].head.n ? e->parts[i].head
						      : e->parts[i].body;

		if (all.n)
			return all.p[0] != '\n' && all.p[0] != '\r';
	}
	return false;
}

/* Fences around the first field of a page. */
static void
add_fences(struct rv_page_edit *e)
{
	if (e->open.n)
		return;
	e->open = e->close = rv_sv(rv_arena_printf(e->arena, "---%s", e->eol));
	/* a blank line between fence and text */
	if (starts_with_text(e))
		e->close = rv_sv(
			rv_arena_printf(e->arena, "---%s%s", e->eol, e->eol));
}

void
rv_page_edit_set(struct rv_page_edit *e, const char *key, struct rv_sv value)
{
	e->meta = rv_field_set(e->meta, key, value, e->eol, e->arena);
	add_fences(e);
}

void
rv_page_edit_add(struct rv_page_edit *e, const char *key, struct rv_sv item)
{
	e->meta = rv_field_add(e->meta, key, item, e->eol, e->arena);
	add_fences(e);
}

ptrdiff_t
rv_page_edit_find(const struct rv_page_edit *e, struct rv_sv heading)
{
	struct rv_buf key = RV_BUF_INIT;
	ptrdiff_t found = -1;

	rv_name_key(heading, &key);
	for (size_t i = 0; key.n && i < e->n && found < 0; i++)
		if (e->parts[i].head.n &&
		    rv_sv_eq(e->parts[i].key, rv_buf_sv(&key)))
			found = (ptrdiff_t)i;
	rv_buf_release(&key);
	return found;
}

struct rv_sv
rv_page_edit_body(const struct rv_page_edit *e, ptrdiff_t i)
{
	return i < 0 ? RV_SV_NONE : rv_sv_trim(e->parts[i].body);
}

size_t
rv_page_edit_count(const struct rv_page_edit *e)
{
	return e->n;
}

struct rv_sv
rv_page_edit_heading(const struct rv_page_edit *e, ptrdiff_t i)
{
	return e->parts[i].heading;
}

/* The block with the page's line ends. */
static void
add_block(const struct rv_page_edit *e, struct rv_sv block, struct rv_buf *b)
{
	struct rv_sv line;
	bool first = true;

	while (rv_sv_next_line(&block, &line)) {
		if (!first)
			rv_buf_adds(b, e->eol);
		rv_buf_addv(b, line);
		first = false;
	}
}

static void
add_section(struct rv_page_edit *e, struct rv_sv heading, struct rv_sv block)
{
	struct rv_page_part *last = &e->parts[e->n - 1], *p;
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv all = last->body.n ? last->body : last->head;

	/* one blank line before the new heading */
	if (e->n > 1 || rv_sv_trim(all).n ||
	    (all.n && all.p[all.n - 1] != '\n')) {
		rv_buf_addv(&b, last->body);
		if (all.n && all.p[all.n - 1] != '\n')
			rv_buf_adds(&b, e->eol);
		if (!(all.n >= 2 && all.p[all.n - 1] == '\n' &&
		      (all.p[all.n - 2] == '\n' ||
		       (all.n >= 3 && all.p[all.n - 3] == '\n'))))
			rv_buf_adds(&b, e->eol);
		last->body = rv_sv_dup_in(e->arena, rv_buf_sv(&b));
		last->room = 0; /* these bytes are not in `own` */
		rv_buf_reset(&b);
	}
	if (e->n == e->cap) {
		struct rv_page_part *more = rv_arena_array(
			e->arena, struct rv_page_part, e->cap * 2);

		memcpy(more, e->parts, e->n * sizeof(*more));
		e->parts = more;
		e->cap *= 2;
	}
	p = &e->parts[e->n++];
	*p = (struct rv_page_part){
		.heading = rv_sv_dup_in(e->arena, heading),
		.key = key_of(heading, e->arena),
		.head = rv_sv(rv_arena_printf(e->arena, "## %.*s%s",
					      RV_SV_ARG(heading), e->eol)),
	};
	rv_buf_adds(&b, e->eol);
	add_block(e, block, &b);
	rv_buf_adds(&b, e->eol);
	p->body = rv_buf_detach_in(e->arena, &b);
}

/* Puts `text` in the place of body[from, to).  There is room for as much again:
 * a page is put together from many blocks. */
static void
splice(struct rv_page_edit *e, struct rv_page_part *p, size_t from, size_t to,
       struct rv_sv text)
{
	size_t tail = p->body.n - to, n = from + text.n + tail;

	if (n > p->room) {
		char *room = rv_arena_alloc(e->arena, 2 * n);

		if (p->body.n)
			memcpy(room, p->body.p, p->body.n);
		p->own = room;
		p->room = 2 * n;
	}
	if (tail)
		memmove(p->own + from + text.n, p->own + to, tail);
	if (text.n)
		memcpy(p->own + from, text.p, text.n);
	p->body = rv_sv_of(p->own, n);
}

void
rv_page_edit_append(struct rv_page_edit *e, struct rv_sv heading,
		    struct rv_sv block, bool tight)
{
	ptrdiff_t at = rv_page_edit_find(e, heading);
	struct rv_buf b = RV_BUF_INIT;
	struct rv_page_part *p;
	struct rv_sv text;
	size_t from, to;

	block = rv_sv_trim_lines(block);
	if (at < 0) {
		add_section(e, heading, block);
		return;
	}
	p = &e->parts[at];
	text = rv_sv_trim(p->body);
	from = text.n ? (size_t)(text.p - p->body.p) : 0;
	to = from + text.n;
	if (rv_sv_is(text, RV_PENDING)) {
		add_block(e, block, &b);
	} else if (!text.n) {
		if (p->head.n && p->head.p[p->head.n - 1] != '\n')
			rv_buf_adds(&b, e->eol);
		rv_buf_adds(&b, e->eol);
		add_block(e, block, &b);
		rv_buf_adds(&b, e->eol);
		if (!p->body.n && (size_t)at + 1 < e->n)
			rv_buf_adds(&b, e->eol);
	} else {
		while (to < p->body.n && strchr(" \t", p->body.p[to]))
			to++; /* blanks behind a line are a person's too */
		from = to;
		rv_buf_adds(&b, e->eol);
		if (!tight)
			rv_buf_adds(&b, e->eol);
		add_block(e, block, &b);
	}
	/* a page that ended without a newline gets one now */
	if (to == p->body.n && to)
		rv_buf_adds(&b, e->eol);
	splice(e, p, from, to, rv_buf_sv(&b));
	rv_buf_release(&b);
}

void
rv_page_edit_write(const struct rv_page_edit *e, struct rv_buf *out)
{
	rv_buf_addv(out, e->before);
	rv_buf_addv(out, e->open);
	rv_buf_addv(out, e->meta);
	rv_buf_addv(out, e->close);
	for (size_t i = 0; i < e->n; i++) {
		rv_buf_addv(out, e->parts[i].head);
		rv_buf_addv(out, e->parts[i].body);
	}
}
