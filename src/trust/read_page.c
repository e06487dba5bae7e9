/* SPDX-License-Identifier: MIT */
/* From the bytes of a page to what the index keeps of it. */
#include "config.h"

#include "trust/read_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "base/utf8.h"
#include "doc/estimate.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "doc/page_edit.h"
#include "doc/properties.h"
#include "doc/slug.h"
#include "doc/wikilink.h"

#define LOOK ((size_t)8192)

struct rv_sv
rv_meta_list(const struct rv_yaml *meta, const char *key,
	     struct rv_arena *arena)
{
	const struct rv_yaml *node = meta ? rv_yaml_get(meta, key) : NULL;
	struct rv_buf b = RV_BUF_INIT;

	if (node && node->kind == RV_YAML_SCALAR)
		return rv_sv_trim(rv_yaml_sv(node));
	if (!node || node->kind != RV_YAML_LIST)
		return RV_SV_NONE;
	for (const struct rv_yaml *c = node->child; c; c = c->next) {
		struct rv_sv item = rv_sv_trim(rv_yaml_sv(c));

		if (!item.n)
			continue;
		if (b.n)
			rv_buf_addc(&b, '\n');
		rv_buf_addv(&b, item);
	}
	return rv_buf_detach_in(arena, &b);
}

static struct rv_sv
scalar(const struct rv_yaml *meta, const char *key)
{
	const struct rv_yaml *node = meta ? rv_yaml_get(meta, key) : NULL;

	return node && node->kind == RV_YAML_SCALAR && !rv_yaml_is_null(node)
		       ? rv_sv_trim(node->scalar)
		       : RV_SV_NONE;
}

static int64_t
date(const struct rv_yaml *meta, const char *key, unsigned *flags)
{
	struct rv_sv v = scalar(meta, key);
	int64_t t;

	if (!v.n)
		return RV_UNDATED;
	if (rv_time_parse(v, &t))
		return t;
	*flags |= RV_META_BAD_DATE;
	return RV_UNDATED;
}

/* As a person reads it: "What%3A why" is "What: why". */
static struct rv_sv
name_of(struct rv_sv path, struct rv_arena *arena)
{
	struct rv_sv slug = rv_slug_of_path(path);
	struct rv_buf b = RV_BUF_INIT;

	if (rv_sv_find_char(slug, '%') < 0)
		return slug;
	rv_buf_add_unescaped(&b, slug);
	if (rv_utf8_valid(rv_buf_sv(&b)))
		slug = rv_sv_dup_in(arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return slug;
}

/* Days that others call so; what they hold in them is no fault of theirs. */
static int64_t
other_date(const struct rv_yaml *meta)
{
	static const char *const keys[] = {"modified", "last_modified",
					   "lastmod", "date modified",
					   "created"};
	int64_t t;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (rv_time_parse(scalar(meta, keys[i]), &t))
			return t;
	return RV_UNDATED;
}

/* "[[A page]], another": one a line. */
static struct rv_sv
split_names(struct rv_sv names, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv one;

	while (rv_sv_next_part(&names, ',', &one)) {
		one = rv_wikilink_in(rv_sv_trim(one));
		if (one.n)
			rv_buf_addf(&b, "%s%.*s", b.n ? "\n" : "",
				    RV_SV_ARG(one));
	}
	return rv_buf_detach_in(arena, &b);
}

/* What a page without frontmatter says in properties. */
static void
read_properties(struct rv_sv body, struct rv_arena *arena,
		struct rv_page_meta *out)
{
	struct rv_sv title = rv_property(body, "title");
	struct rv_sv names = rv_property(body, "alias");

	if (title.n)
		out->title = title;
	if (!names.n)
		names = rv_property(body, "aliases");
	out->aliases = split_names(names, arena);
	if (!rv_time_parse(rv_wikilink_in(rv_property(body, "updated")),
			   &out->updated) &&
	    !rv_time_parse(rv_wikilink_in(rv_property(body, "date")),
			   &out->updated))
		out->updated = RV_UNDATED;
}

static bool
has_empty_section(const struct rv_page_doc *doc)
{
	for (size_t i = 0; i < doc->n; i++) {
		const struct rv_section *s = &doc->sections[i];
		/* a heading with sub-headings is not empty */
		bool parent = i + 1 < doc->n && s[1].level > s->level;

		if (s->level > 1 && !parent &&
		    (!s->body.n || rv_sv_is(s->body, RV_PENDING)))
			return true;
	}
	return false;
}

static void
add_line(struct rv_buf *b, struct rv_sv v)
{
	rv_buf_addv(b, v);
	rv_buf_addc(b, '\n');
}

/* Most pages have no secret in their links: one look at all of them. */
static bool
any_secret(const struct rv_link *links, size_t n)
{
	struct rv_buf all = RV_BUF_INIT;
	bool yes;

	for (size_t i = 0; i < n; i++) {
		add_line(&all, links[i].label);
		add_line(&all, links[i].target);
	}
	yes = rv_redact_count(rv_buf_sv(&all)) > 0;
	rv_buf_release(&all);
	return yes;
}

/* What a link means, as pages are named: masked. */
static void
aim(struct rv_sv path, const struct rv_link *link, bool secret,
    struct rv_arena *arena, struct rv_buf *b, struct rv_page_link *l)
{
	rv_buf_reset(b);
	if (link->kind == RV_LINK_WIKI && !rv_wikilink_is_path(link->target)) {
		l->kind = RV_PAGE_LINK_WIKI;
		rv_link_key(secret ? rv_mask_path(arena, link->target, NULL)
				   : link->target,
			    b);
		l->target = rv_sv_dup_in(arena, rv_buf_sv(b));
		return;
	}
	l->kind = RV_PAGE_LINK_FILE;
	if (!rv_link_resolve(path, link->target, b)) {
		l->kind = RV_PAGE_LINK_OUT;
		rv_buf_reset(b);
		rv_buf_addv(b, link->target);
	}
	l->target = rv_sv_dup_in(arena, rv_buf_sv(b));
	if (secret)
		l->target = rv_mask_path(arena, l->target, NULL);
}

struct links {
	struct rv_link *list;
	size_t n, cap;
};

static void
add_link(struct links *out, struct rv_sv target, struct rv_sv label, int line)
{
	rv_grow(&out->list, &out->cap, out->n + 1);
	out->list[out->n++] = (struct rv_link){
		.kind = RV_LINK_WIKI,
		.target = target,
		.label = label,
		.line = line,
	};
}

/* Properties hold links as text, "[[Page|label]]", or unquoted, which YAML reads
 * as a list in a list. */
static void
front_links(const struct rv_yaml *node, int depth, struct links *out)
{
	const struct rv_yaml *only = node->child;
	struct rv_sv text = rv_yaml_sv(node);
	struct rv_wikilink link;
	size_t at = 0;

	if (depth > 1 && node->kind == RV_YAML_LIST && only && !only->next &&
	    only->kind == RV_YAML_SCALAR && !only->quoted) {
		add_link(out, only->scalar, only->scalar, only->line);
		return;
	}
	while (node->kind == RV_YAML_SCALAR &&
	       rv_wikilink_next(text, &at, &link))
		add_link(out, link.slug, link.label, node->line);
	for (const struct rv_yaml *c = only; c && depth < 8; c = c->next)
		front_links(c, depth + 1, out);
}

/* `related` names pages without brackets too. */
static void
related_links(const struct rv_yaml *node, struct links *out)
{
	const struct rv_yaml *one = node && node->kind == RV_YAML_LIST
					    ? node->child
					    : node;

	for (; one; one = node->kind == RV_YAML_LIST ? one->next : NULL) {
		struct rv_sv v = rv_sv_trim(rv_yaml_sv(one));

		if (one->kind == RV_YAML_SCALAR &&
		    (rv_slug_valid(v) || rv_sv_ends(v, RV_SV(".md"))))
			add_link(out, v, v, one->line);
	}
}

/* Those of the frontmatter, then those of the body, by lines of the file. */
static void
all_links(struct rv_sv text, const struct rv_page_doc *doc, struct links *out)
{
	struct rv_sv front = rv_sv_slice(
		text, 0, doc->body.n ? (size_t)(doc->body.p - text.p) : 0);
	int before = (int)rv_sv_count(front, '\n');

	if (doc->meta) {
		front_links(doc->meta, 0, out);
		related_links(rv_yaml_get(doc->meta, "related"), out);
	}
	rv_grow(&out->list, &out->cap, out->n + doc->n_links + 1);
	for (size_t i = 0; i < doc->n_links; i++) {
		struct rv_link *l = &out->list[out->n++];

		*l = doc->links[i];
		l->line += l->line ? before : 0;
	}
}

static void
read_links(struct rv_sv path, struct rv_sv text,
	   const struct rv_page_doc *doc, struct rv_arena *arena,
	   struct rv_page_link **out, size_t *n, unsigned *flags)
{
	struct rv_buf b = RV_BUF_INIT;
	struct links all = {0};
	const struct rv_link *links;
	bool secret;

	if (doc->links_cut)
		*flags |= RV_META_LONG;
	all_links(text, doc, &all);
	links = all.list;
	*out = rv_arena_array(arena, struct rv_page_link, all.n + 1);
	*n = 0;
	secret = any_secret(links, all.n);
	if (secret)
		*flags |= RV_META_SECRET;
	for (size_t i = 0; i < all.n; i++) {
		struct rv_page_link l = {
			.path = path,
			.label = secret ? rv_mask_name(arena, links[i].label,
						       NULL)
					: links[i].label,
			.line = links[i].line,
		};

		if (links[i].kind != RV_LINK_WIKI &&
		    links[i].kind != RV_LINK_FILE)
			continue;
		aim(path, &links[i], secret, arena, &b, &l);
		(*out)[(*n)++] = l;
	}
	free(all.list);
	rv_buf_release(&b);
}

/* Everything that the page says of itself; false: there was no secret. */
static bool
mask(struct rv_page_meta *m, struct rv_arena *arena)
{
	struct rv_buf all = RV_BUF_INIT;
	size_t hits = 0;
	bool secret;

	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++)
		add_line(&all, *rv_page_meta_text(m, i));
	secret = rv_redact_count(rv_buf_sv(&all)) > 0;
	for (size_t i = 0; secret && i < RV_PAGE_META_TEXTS; i++) {
		struct rv_sv *text = rv_page_meta_text(m, i);

		*text = rv_mask_names(arena, *text, &hits);
	}
	rv_buf_release(&all);
	return hits > 0;
}

void
rv_read_page(struct rv_sv path, enum rv_layer layer, struct rv_sv text,
	     const struct rv_page_doc *doc, struct rv_arena *arena,
	     struct rv_page_meta *out, struct rv_page_link **links, size_t *n)
{
	const struct rv_yaml *m = doc->meta;

	*out = (struct rv_page_meta){
		.path = path,
		.layer = layer,
		.bytes = (int64_t)text.n,
		.tokens = rv_estimate_tokens(text),
		.type = scalar(m, "type"),
		.title = doc->title.n ? doc->title : name_of(path, arena),
		.confidence = scalar(m, "confidence"),
		.status = scalar(m, "status"),
		.state = scalar(m, "capture_state"),
		.curation = scalar(m, "curation_level"),
		.review = scalar(m, "review_status"),
		.aliases = rv_meta_list(m, "aliases", arena),
		.themes = rv_meta_list(m, "themes", arena),
		.related = rv_meta_list(m, "related", arena),
		.contradicts = rv_meta_list(m, "contradicts", arena),
		.source = rv_meta_list(m, "source", arena),
		.settled = rv_meta_list(m, "settled", arena),
	};
	out->updated = date(m, "updated", &out->flags);
	if (out->updated == RV_UNDATED)
		out->updated = date(m, "date", &out->flags);
	if (out->updated == RV_UNDATED && !out->type.n)
		out->updated = other_date(m);
	if (!m)
		read_properties(doc->body, arena, out);
	out->reviewed = date(m, "last_reviewed_at", &out->flags);
	if (out->reviewed == RV_UNDATED)
		out->reviewed = date(m, "last_reviewed", &out->flags);
	if (m)
		out->flags |= RV_META_FRONT;
	if (doc->meta_broken)
		out->flags |= RV_META_BROKEN;
	if (has_empty_section(doc))
		out->flags |= RV_META_EMPTY;
	read_links(path, text, doc, arena, links, n, &out->flags);
	if (mask(out, arena))
		out->flags |= RV_META_SECRET;
}

void
rv_read_page_size(struct rv_sv path, enum rv_layer layer, int64_t bytes,
		  struct rv_page_meta *out)
{
	*out = (struct rv_page_meta){
		.path = path,
		.layer = layer,
		.bytes = bytes,
		.updated = RV_UNDATED,
		.reviewed = RV_UNDATED,
		.flags = RV_META_UNREAD,
		.title = rv_slug_of_path(path),
	};
}

bool
rv_is_binary(struct rv_sv text)
{
	struct rv_sv head = rv_sv_slice(text, 0, RV_MIN(text.n, LOOK));
	size_t bad = 0, all = 0;

	if (head.n && memchr(head.p, '\0', head.n))
		return true;
	for (size_t i = 0, next; i < head.n; i = next) {
		next = rv_utf8_skip_ascii(head, i);
		all += next - i;
		if (next == head.n)
			break;
		bad += rv_utf8_next(head, &next) == RV_REPLACEMENT;
		all++;
	}
	return bad * 10 > all * 3;
}
