/* SPDX-License-Identifier: MIT */
/* Markdown pages: frontmatter and sections. */
#include "config.h"

#include "doc/frontmatter.h"

#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "doc/outline.h"

#define BOM "\xEF\xBB\xBF"

static int
count_lines(struct rv_sv v)
{
	return (int)rv_sv_count(v, '\n');
}

/* `line` is the number of the body's first line in the file. */
static void
cut_sections(const struct rv__outline *o, int line, struct rv_arena *arena,
	     struct rv_page_doc *out)
{
	struct rv_sv before, body = out->body;
	size_t end = o->n ? o->list[0].from : body.n, at = 0;

	out->sections = rv_arena_array(arena, struct rv_section, o->n + 1);
	before = rv_sv_trim_lines(rv_sv_slice(body, 0, end));
	if (before.n)
		out->sections[out->n++] =
			(struct rv_section){.body = before, .line = line};
	for (size_t i = 0; i < o->n; i++) {
		const struct rv__heading *h = &o->list[i];

		line += count_lines(rv_sv_slice(body, at, h->from));
		at = h->from;
		end = i + 1 < o->n ? o->list[i + 1].from : body.n;
		out->sections[out->n++] = (struct rv_section){
			.heading = h->text,
			.body = rv_sv_trim_lines(rv_sv_slice(body, h->to, end)),
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
			   out->front.state == RV_FRONT_REFUSED ||
			   out->front.state == RV_FRONT_CR;
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
	/* a page that begins with a part of itself is called as its file */
	for (size_t i = 0; i < page->n && !v.n; i++)
		if (page->sections[i].level == 1)
			v = page->sections[i].heading;
	return v;
}

void
rv_page_parse(struct rv_sv text, struct rv_arena *arena,
	      struct rv_page_doc *out)
{
	struct rv__outline o;
	int line;

	*out = (struct rv_page_doc){.updated = RV_UNDATED};
	if (rv_sv_starts(text, RV_SV(BOM)))
		text = rv_sv_slice(text, strlen(BOM), text.n);
	line = read_meta(text, arena, out);
	rv__outline_read(out->body, arena, &o);
	cut_sections(&o, line, arena, out);
	out->links = o.links;
	out->n_links = o.n_links;
	out->links_cut = o.links_cut;
	out->title = read_title(out);
	out->updated = read_time(out);
}
