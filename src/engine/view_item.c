/* SPDX-License-Identifier: MIT */
/* One document, rendered. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/estimate.h"
#include "doc/frontmatter.h"
#include "doc/md_blocks.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "doc/wikilink.h"
#include "engine/place.h"
#include "engine/view_priv.h"
#include "store/page_meta.h"
#include "trust/meant.h"
#include "trust/read_page.h"
#include "trust/tree.h"

struct render {
	struct rv_arena *arena;
	struct rv_tree *tree;
	struct rv_sv path;
};

static struct rv_sv
opens(const struct render *r, const struct rv_md_span *s)
{
	const struct rv_page_meta *page = NULL;

	if (s->wiki || (s->style & (RV_MD_LINK | RV_MD_IMAGE)))
		page = rv_names_follow(&r->tree->names, r->path, s->target,
				       s->wiki);
	return page ? rv_sv_dup_in(r->arena, page->path) : RV_SV_NONE;
}

static void
render(const struct render *r, struct rv_sv body, int before,
       struct rv_view_item *out)
{
	struct rv_md md;

	rv_md_parse(body, r->arena, &md);
	out->lines = rv_arena_array(r->arena, struct rv_view_md_line, md.n + 1);
	out->n = md.n;
	for (size_t i = 0; i < md.n; i++) {
		const struct rv_md_line *l = &md.lines[i];
		struct rv_view_md_line *v = &out->lines[i];

		*v = (struct rv_view_md_line){
			.kind = (enum rv_view_md)l->kind,
			.level = l->level,
			.indent = l->indent,
			.quote = l->quote,
			.marker = l->marker,
			.first = l->first,
			.line = l->line ? l->line + before : 0,
			.spans = rv_arena_array(r->arena, struct rv_view_span,
						l->n + 1),
			.n = l->n,
		};
		for (size_t k = 0; k < l->n; k++)
			v->spans[k] = (struct rv_view_span){
				.text = l->spans[k].text,
				.target = l->spans[k].target,
				.opens = opens(r, &l->spans[k]),
				.style = l->spans[k].style,
				.cell = l->spans[k].cell,
				.align = (int)l->spans[k].align,
			};
	}
}

static struct rv_sv
value_text(const struct rv_yaml *node, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	if (node->kind == RV_YAML_SCALAR)
		return node->scalar;
	for (const struct rv_yaml *c = node->child; c; c = c->next) {
		if (b.n)
			rv_buf_adds(&b, ", ");
		if (node->kind == RV_YAML_MAP)
			rv_buf_addf(&b, "%.*s: ", RV_SV_ARG(c->key));
		rv_buf_addv(&b, rv_yaml_sv(c));
	}
	return rv_buf_detach_in(arena, &b);
}

static void
fill_fields(const struct rv_yaml *meta, struct rv_arena *arena,
	    struct rv_view_item *out)
{
	size_t n = 0;

	for (const struct rv_yaml *c = meta ? meta->child : NULL; c;
	     c = c->next)
		n++;
	out->fields = rv_arena_array(arena, struct rv_view_field, n + 1);
	for (const struct rv_yaml *c = meta ? meta->child : NULL; c;
	     c = c->next)
		out->fields[out->n_fields++] = (struct rv_view_field){
			c->key, value_text(c, arena)};
}

static void
add_line(struct rv_view_backlink *b, int64_t line, struct rv_arena *arena)
{
	if (line > 0)
		b->lines = rv_sv(rv_arena_printf(arena, "%.*s%s%lld",
						 RV_SV_ARG(b->lines),
						 b->lines.n ? ", " : "",
						 (long long)line));
}

/* The pages that its row counts. */
static void
fill_backlinks(const struct render *r, struct rv_view_item *out)
{
	const struct rv_page_meta *page = rv_names_page(&r->tree->names,
							r->path);
	struct rv_tree_back *list;
	size_t n = 0;

	if (page)
		rv_tree_backlinks(r->tree, page, r->arena, &list, &n);
	out->backlinks = rv_arena_array(r->arena, struct rv_view_backlink,
					n + 1);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || list[i].from != list[i - 1].from)
			out->backlinks[out->n_backlinks++] = (struct rv_view_backlink){
				.path = rv_sv_dup_in(r->arena,
						     list[i].from->path),
				.title = rv_sv_dup_in(r->arena,
						      list[i].from->title),
				.label = rv_sv_dup_in(r->arena, list[i].label),
			};
		add_line(&out->backlinks[out->n_backlinks - 1], list[i].line,
			 r->arena);
	}
}

/* Bytes of a file of the workspace that no link leads to. */
static rv_status
read_inside(struct rv_engine *e, struct rv_sv path, struct rv_arena *arena,
	    struct rv_sv *out, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	rv_status st = rv_place_read(e, path, &b, err);

	if (st == RV_OK)
		*out = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return st;
}

static int
lines_before(struct rv_sv text, struct rv_sv body)
{
	int n = 0;

	for (const char *p = text.p; body.n && p < body.p; p++)
		n += *p == '\n';
	return n;
}

static void
own(struct rv_view_tree_row *row, struct rv_arena *arena)
{
	row->path = rv_sv_dup_in(arena, row->path);
	row->title = rv_sv_dup_in(arena, row->title);
	row->type = rv_sv_dup_in(arena, row->type);
	row->status = rv_sv_dup_in(arena, row->status);
	row->stale = rv_sv_dup_in(arena, row->stale);
	row->contradiction = rv_sv_dup_in(arena, row->contradiction);
	row->same_name = rv_sv_dup_in(arena, row->same_name);
	row->twin = rv_sv_dup_in(arena, row->twin);
	row->copy = rv_sv_dup_in(arena, row->copy);
}

static rv_status
open_proposal(struct rv_engine *e, struct rv_arena *arena,
	      struct rv_view_tree_row *row, struct rv_err *err)
{
	struct rv_proposal *list;
	size_t n = 0;
	rv_status st = rv_proposal_list(e->store, false, arena, &list, &n, err);

	for (size_t i = 0; st == RV_OK && i < n; i++)
		if (rv_sv_eq(row->path, list[i].row.target))
			row->proposal = list[i].id;
		else if (rv_view_feeds(&list[i].row, row->path, arena))
			row->feeds = list[i].id;
	return st;
}

/* A page of the index, or what only the list of all files knows. */
static rv_status
find_row(struct rv_engine *e, const struct rv_tree *tree, struct rv_sv path,
	 struct rv_arena *arena, struct rv_view_tree_row *out,
	 struct rv_err *err)
{
	const struct rv_page_meta *page = rv_names_page(&tree->names, path);
	struct rv_view_layers layers;
	rv_status st;

	if (page) {
		rv_view_tree_row_from(rv_tree_row_of(page), out);
		own(out, arena);
		return open_proposal(e, arena, out, err);
	}
	st = rv_view_layers(e, false, arena, &layers, err);
	for (size_t i = 0; st == RV_OK && i < layers.n; i++)
		if (rv_sv_eq(layers.rows[i]->path, path))
			*out = *layers.rows[i];
	if (st == RV_OK && !out->path.n)
		st = rv_fail(err, RV_E_NOTFOUND,
			     _("%.*s: there is no such page in any layer"),
			     RV_SV_ARG(path));
	return st;
}

/* A link, or what lies outside, is no page: why says more than that it is not
 * there. */
static rv_status
say_link(struct rv_engine *e, struct rv_sv path, rv_status none,
	 struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_err why = {0};

	if (rv_place_read(e, path, &b, &why) == RV_E_DENIED) {
		none = RV_E_DENIED;
		if (err)
			*err = why;
	}
	rv_buf_release(&b);
	return none;
}

static void
warn(struct rv_view_item *out, struct rv_sv sentence)
{
	if (out->n_warnings < RV_VIEW_ITEM_WARNINGS)
		out->warnings[out->n_warnings++] = sentence;
}

static struct rv_sv
why_broken(const struct rv_front *front, struct rv_arena *arena)
{
	return rv_sv(rv_arena_printf(arena, _("line %d: %.*s"), front->line,
				     RV_SV_ARG(front->why)));
}

rv_status
rv_view_item(struct rv_engine *e, struct rv_sv path, struct rv_arena *arena,
	     struct rv_view_item *out, struct rv_err *err)
{
	struct render r = {.arena = arena};
	struct rv_page_doc doc;
	rv_status st;

	*out = (struct rv_view_item){0};
	st = rv_tree_cached(e, &r.tree, err);
	if (st == RV_OK)
		st = find_row(e, r.tree, path, arena, &out->row, err);
	if (st == RV_E_NOTFOUND)
		st = say_link(e, path, st, err);
	if (st != RV_OK)
		return st;
	r.path = out->row.path;
	if (out->row.unread) {
		out->trouble = rv_sv(_("it is binary or too big to be shown"));
		return RV_OK;
	}
	st = read_inside(e, path, arena, &out->text, err);
	if (st != RV_OK)
		return st;
	/* What a screen shows is copied, logged and looked at over shoulders. */
	out->text = rv_redact_in(arena, out->text, NULL);
	rv_page_parse(out->text, arena, &doc);
	if (doc.meta_broken)
		warn(out, why_broken(&doc.front, arena));
	fill_fields(doc.meta, arena, out);
	render(&r, doc.body, lines_before(out->text, doc.body), out);
	fill_backlinks(&r, out);
	return RV_OK;
}
