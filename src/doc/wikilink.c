/* SPDX-License-Identifier: MIT */
/* Links between pages. */
#include "config.h"

#include "doc/wikilink.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "doc/md_blocks.h"

/* A link is one line and names one page; more than this is no name. */
#define LINK_MAX 512

static bool
is_alnum(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* "page^block" without a heading; "2^8" is a name. */
static struct rv_sv
without_block(struct rv_sv v)
{
	size_t i = v.n;

	while (i > 0 && (is_alnum(v.p[i - 1]) || v.p[i - 1] == '-'))
		i--;
	return v.n - i > 1 && i > 0 && v.p[i - 1] == '^'
		       ? rv_sv_trim(rv_sv_slice(v, 0, i - 1))
		       : v;
}

bool
rv_wikilink_next(struct rv_sv text, size_t *at, struct rv_wikilink *out)
{
	while (*at < text.n) {
		struct rv_sv rest = rv_sv_slice(text, *at, text.n), in, slug;
		ptrdiff_t open = rv_sv_find(rest, RV_SV("[[")), close, cut;
		size_t from;

		if (open < 0)
			break;
		from = *at + (size_t)open;
		in = rv_sv_slice(text, from + 2, text.n);
		close = rv_sv_find(in, RV_SV("]]"));
		if (close < 0)
			break;
		in.n = (size_t)close;
		*at = from + 1;
		/* "[[[a]]" opens at its last pair of brackets */
		if (in.n > LINK_MAX || rv_sv_find_char(in, '\n') >= 0 ||
		    rv_sv_has(in, RV_SV("[[")) ||
		    (in.n && in.p[0] == '['))
			continue;
		cut = rv_sv_find_char(in, '|');
		slug = rv_sv_trim(cut < 0 ? in
					  : rv_sv_slice(in, 0, (size_t)cut));
		/* in a table the bar is escaped */
		if (cut > 0 && slug.n && slug.p[slug.n - 1] == '\\')
			slug = rv_sv_trim(rv_sv_slice(slug, 0, slug.n - 1));
		out->label = cut < 0 ? slug
				     : rv_sv_trim(rv_sv_slice(
					       in, (size_t)cut + 1, in.n));
		if (!out->label.n)
			out->label = slug;
		cut = rv_sv_find_char(slug, '#');
		if (cut >= 0)
			slug = rv_sv_trim(rv_sv_slice(slug, 0, (size_t)cut));
		slug = without_block(slug);
		/* "[[1, 2], [3, 4]]" is no name */
		if (!slug.n || rv_sv_find_char(slug, '[') >= 0 ||
		    rv_sv_find_char(slug, ']') >= 0)
			continue;
		out->slug = slug;
		out->from = from;
		out->to = from + 2 + in.n + 2;
		*at = out->to;
		return true;
	}
	*at = text.n;
	return false;
}

bool
rv_wikilink_is_path(struct rv_sv target)
{
	return rv_sv_starts(target, RV_SV("./")) ||
	       rv_sv_starts(target, RV_SV("../"));
}

static bool
has_scheme(struct rv_sv v)
{
	for (size_t i = 0; i < v.n; i++) {
		char c = v.p[i];

		if (c == ':')
			return i > 1;
		if (!((c | 32) >= 'a' && (c | 32) <= 'z') &&
		    !(i && ((c >= '0' && c <= '9') || c == '+' || c == '-' ||
			    c == '.')))
			return false;
	}
	return false;
}

struct rv_sv
rv_link_path(struct rv_sv v, struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;
	size_t n = 0;

	while (n < v.n && v.p[n] != '#' && v.p[n] != '?')
		n++;
	rv_buf_add_unescaped(&b, rv_sv_slice(v, 0, n));
	return rv_buf_detach_in(arena, &b);
}

/* [label]([[page]]), as Logseq writes a link with a label. */
static bool
is_bracketed(struct rv_sv target)
{
	struct rv_wikilink link;
	size_t at = 0;

	return rv_sv_starts(target, RV_SV("[[")) &&
	       rv_wikilink_next(target, &at, &link) && link.from == 0;
}

struct rv_sv
rv_wikilink_in(struct rv_sv target)
{
	struct rv_wikilink link;
	size_t at = 0;

	return is_bracketed(target) && rv_wikilink_next(target, &at, &link)
		       ? link.slug
		       : target;
}

static enum rv_link_kind
classify(const struct rv_md_span *s)
{
	if (s->wiki)
		return RV_LINK_WIKI;
	if (is_bracketed(s->target))
		return RV_LINK_WIKI;
	/* ((a block)) of Logseq has no file */
	if (!s->target.n || s->target.p[0] == '#' || has_scheme(s->target) ||
	    rv_sv_starts(s->target, RV_SV("//")) ||
	    rv_sv_starts(s->target, RV_SV("((")))
		return RV_LINK_OUTSIDE;
	return s->target.p[0] == '/' ? RV_LINK_SITE : RV_LINK_FILE;
}

bool
rv__links_of(const struct rv_md *md, struct rv_arena *arena,
	     struct rv_link **out, size_t *n)
{
	struct rv_link *list = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t i = 0; i < md->n; i++)
		for (size_t j = 0; j < md->lines[i].n; j++) {
			const struct rv_md_span *s = &md->lines[i].spans[j];
			enum rv_link_kind kind;

			if (!(s->style & (RV_MD_LINK | RV_MD_IMAGE)))
				continue;
			/* a link whose label has styles is several spans */
			if (j && s[-1].target.p == s->target.p && s->target.n)
				continue;
			kind = classify(s);
			rv_grow(&list, &cap, *n + 1);
			list[(*n)++] = (struct rv_link){
				.kind = kind,
				.target = kind == RV_LINK_FILE
						  ? rv_link_path(s->target,
								 arena)
						  : rv_wikilink_in(s->target),
				.label = s->text,
				.line = s->line ? s->line : md->lines[i].line,
			};
		}
	*out = rv_arena_array(arena, struct rv_link, *n + 1);
	if (*n)
		memcpy(*out, list, *n * sizeof(*list));
	free(list);
	return !md->cut;
}

bool
rv_links_find(struct rv_sv text, struct rv_arena *arena, struct rv_link **out,
	      size_t *n)
{
	struct rv_md md;

	rv_md_parse(text, arena, &md);
	return rv__links_of(&md, arena, out, n);
}

bool
rv_link_resolve(struct rv_sv page, struct rv_sv target, struct rv_buf *out)
{
	size_t start = out->n, slash = 0;
	struct rv_sv rest, part;
	bool inside = true;

	for (size_t i = 0; i < page.n; i++)
		if (page.p[i] == '/')
			slash = i;
	rv_buf_addv(out, rv_sv_slice(page, 0, slash));
	for (rest = target; inside && rv_sv_next_part(&rest, '/', &part);) {
		if (!part.n || rv_sv_is(part, "."))
			continue;
		if (!rv_sv_is(part, "..")) {
			if (out->n > start)
				rv_buf_addc(out, '/');
			rv_buf_addv(out, part);
			continue;
		}
		inside = out->n > start;
		while (out->n > start && out->p[out->n - 1] != '/')
			rv_buf_truncate(out, out->n - 1);
		if (out->n > start)
			rv_buf_truncate(out, out->n - 1);
	}
	return inside && out->n > start;
}
