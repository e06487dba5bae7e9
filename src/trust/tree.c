/* SPDX-License-Identifier: MIT */
/* The layers as rows with age, trust, links and marks. */
#include "config.h"

#include "trust/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "doc/slug.h"
#include "trust/names.h"
#include "trust/page_type.h"

struct build {
	struct rv_arena *arena;
	struct rv_tree *tree;
	const struct rv_page_link *links;
	unsigned *themes; /* of the pages; UINT_MAX: not known yet */
	size_t n_links;
};

static const char *
day(struct rv_arena *arena, int64_t t)
{
	char iso[RV_ISO_MAX];

	if (t == RV_UNDATED)
		return _("no date");
	rv_time_iso(t, iso);
	return rv_sv_cstr_in(arena, rv_sv_of(iso, 10));
}

bool
rv_page_is_active(const struct rv_page_meta *m)
{
	return !rv_sv_is(m->state, "archived") &&
	       !rv_sv_is(m->status, "archived") &&
	       !rv_sv_is(m->review, "superseded");
}

struct rv_sv
rv_stale_reason(const struct rv_page_meta *m, int64_t now,
		struct rv_arena *arena)
{
	enum rv_page_type type = rv_page_type_of(m->type);
	bool review = type == RV_PAGE_DECISION ||
		      rv_sv_is(m->state, "promoted");
	int64_t seen = m->reviewed == RV_UNDATED ? m->updated : m->reviewed;

	if (m->layer != RV_LAYER_WIKI || type == RV_PAGE_TYPE_N ||
	    type == RV_PAGE_SESSION || !rv_page_is_active(m))
		return RV_SV_NONE;
	if (review && seen == RV_UNDATED)
		return rv_sv(_("it has no date of update or review"));
	if (review && now - seen > RV_REVIEW_DAYS * RV_DAY)
		return rv_sv(rv_arena_printf(
			arena,
			_("last reviewed %s, %lld days ago (limit %d)"),
			day(arena, seen), (long long)((now - seen) / RV_DAY),
			RV_REVIEW_DAYS));
	/* a review is as good as an update */
	seen = RV_MAX(seen, m->updated);
	if (!review && seen != RV_UNDATED &&
	    now - seen > RV_STALE_DAYS * RV_DAY)
		return rv_sv(rv_arena_printf(
			arena, _("last updated %s, %lld days ago (limit %d)"),
			day(arena, seen), (long long)((now - seen) / RV_DAY),
			RV_STALE_DAYS));
	return RV_SV_NONE;
}

/* The page that a link means, or -1. */
static ptrdiff_t
target_of(const struct build *b, const struct rv_page_link *l)
{
	if (l->kind == RV_PAGE_LINK_WIKI)
		return rv_names_find_key(&b->tree->names, l->target, RV_NAME_ANY);
	if (l->kind == RV_PAGE_LINK_FILE)
		return rv_names_find_path(&b->tree->names, l->target);
	return -1;
}

static void
contradict(struct rv_tree_row *row, const char *why)
{
	if (!row->contradiction.n)
		row->contradiction = rv_sv(why);
}

/* A bit a theme; asked for once a link, and made once a page. */
static unsigned
themes_of(const struct build *b, size_t page)
{
	struct rv_sv list = b->tree->pages[page].themes;

	if (b->themes[page] == UINT_MAX) {
		b->themes[page] = 0;
		for (int i = 0; i < RV_THEMES; i++)
			if (rv_list_has(list, rv_sv(rv_theme_name(i))))
				b->themes[page] |= 1u << i;
	}
	return b->themes[page];
}

static const char *
shared_theme(const struct build *b, size_t x, size_t y)
{
	unsigned both = themes_of(b, x) & themes_of(b, y);

	return both ? rv_theme_name(__builtin_ctz(both)) : NULL;
}

static bool
has_settled(const struct rv_page_meta *page, const struct rv_page_meta *other)
{
	return page->settled.n &&
	       (rv_list_has(page->settled, other->path) ||
		rv_list_has(page->settled, rv_slug_of_path(other->path)));
}

/* A person decided between the two; one of them says so. */
static bool
are_settled(const struct rv_page_meta *x, const struct rv_page_meta *y)
{
	return has_settled(x, y) || has_settled(y, x);
}

/* Newer research on the same thing asks for another look at the page. */
static void
weigh_research(const struct build *b, size_t research, ptrdiff_t page)
{
	const struct rv_page_meta *r = &b->tree->pages[research], *p;
	const char *theme;
	int64_t seen;

	if (page < 0 || (size_t)page == research ||
	    !rv_sv_is(r->type, "research") || !rv_page_is_active(r))
		return;
	p = &b->tree->pages[page];
	seen = p->reviewed == RV_UNDATED ? p->updated : p->reviewed;
	if (!rv_page_is_canonical(p->type) || !rv_page_is_active(p) ||
	    are_settled(r, p) || r->updated == RV_UNDATED || seen == RV_UNDATED ||
	    r->updated <= seen || !(theme = shared_theme(b, research, (size_t)page)))
		return;
	contradict(&b->tree->rows[page],
		   rv_arena_printf(
			   b->arena,
			   _("%.*s of %s shares the theme %s and is newer than "
			     "what this page was last reviewed on, %s"),
			   RV_SV_ARG(r->path), day(b->arena, r->updated),
			   theme, day(b->arena, seen)));
}

static void
follow_links(const struct build *b)
{
	size_t *last = rv_calloc(b->tree->n + 1, sizeof(*last));
	size_t from = 0;

	for (size_t i = 0; i < b->n_links; i++) {
		const struct rv_page_link *l = &b->links[i];
		ptrdiff_t to = target_of(b, l);

		/* links are by path, as pages are */
		while (from < b->tree->n &&
		       rv_sv_cmp(b->tree->pages[from].path, l->path) < 0)
			from++;
		if (from == b->tree->n)
			break;
		if (!rv_sv_eq(b->tree->pages[from].path, l->path))
			continue;
		b->tree->rows[from].links++;
		if (to < 0 || (size_t)to == from || last[to] == from + 1)
			continue;
		last[to] = from + 1;
		b->tree->rows[to].backlinks++;
		weigh_research(b, from, to);
	}
	free(last);
}

static void
follow_related(const struct build *b, size_t i)
{
	const struct rv_page_meta *m = &b->tree->pages[i];
	struct rv_sv rest = m->related, one;

	while (rv_sv_next_line(&rest, &one)) {
		ptrdiff_t other = rv_names_find(
			&b->tree->names, rv_slug_of_path(one), RV_NAME_ANY);

		if (other < 0)
			continue;
		weigh_research(b, i, other);
		weigh_research(b, (size_t)other, (ptrdiff_t)i);
	}
	for (rest = m->contradicts; rv_sv_next_line(&rest, &one);) {
		ptrdiff_t other = rv_names_find(
			&b->tree->names, rv_slug_of_path(one), RV_NAME_ANY);

		if (other < 0 || (size_t)other == i ||
		    are_settled(m, &b->tree->pages[other]))
			continue;
		contradict(&b->tree->rows[i],
			   rv_arena_printf(
				   b->arena,
				   _("it says itself that it contradicts %.*s"),
				   RV_SV_ARG(b->tree->pages[other].path)));
		contradict(&b->tree->rows[other],
			   rv_arena_printf(b->arena,
					   _("%.*s says that it contradicts "
					     "this page"),
					   RV_SV_ARG(m->path)));
	}
}

/* Two canonical pages of one type with one name claim the same place. */
static void
compare_names(const struct build *b)
{
	const struct rv_name *list = b->tree->names.list;

	for (size_t i = 1; i < b->tree->names.n; i++) {
		const struct rv_page_meta *x, *y;

		if (list[i].kind != RV_NAME_TITLE ||
		    list[i - 1].kind != RV_NAME_TITLE ||
		    list[i].page == list[i - 1].page ||
		    !rv_sv_eq(list[i].key, list[i - 1].key))
			continue;
		x = &b->tree->pages[list[i - 1].page];
		y = &b->tree->pages[list[i].page];
		if (!rv_page_is_canonical(x->type) ||
		    !rv_sv_eq(x->type, y->type) || !rv_page_is_active(x) ||
		    !rv_page_is_active(y) || are_settled(x, y))
			continue;
		contradict(&b->tree->rows[list[i].page],
			   rv_arena_printf(b->arena,
					   _("%.*s has the same name \"%.*s\""),
					   RV_SV_ARG(x->path),
					   RV_SV_ARG(y->title)));
		contradict(&b->tree->rows[list[i - 1].page],
			   rv_arena_printf(b->arena,
					   _("%.*s has the same name \"%.*s\""),
					   RV_SV_ARG(y->path),
					   RV_SV_ARG(x->title)));
	}
}

rv_status
rv_tree_list(struct rv_store *s, int64_t now, struct rv_arena *arena,
	     struct rv_tree *out, struct rv_err *err)
{
	rv_status st = rv_page_meta_list(s, arena, &out->pages, &out->n, err);

	if (st != RV_OK)
		return st;
	out->rows = rv_arena_array(arena, struct rv_tree_row, out->n + 1);
	for (size_t i = 0; i < out->n; i++) {
		out->rows[i].meta = &out->pages[i];
		out->rows[i].letter = rv_trust_letter(
			out->pages[i].confidence);
		out->rows[i].stale = rv_stale_reason(&out->pages[i], now,
						     arena);
	}
	return RV_OK;
}

rv_status
rv_tree_build(struct rv_store *s, int64_t now, struct rv_arena *arena,
	      struct rv_tree *out, struct rv_err *err)
{
	struct build b = {.arena = arena, .tree = out};
	struct rv_page_link *links;
	rv_status st = rv_tree_list(s, now, arena, out, err);

	if (st == RV_OK)
		st = rv_page_links(s, RV_SV_NONE, arena, &links, &b.n_links,
				   err);
	if (st != RV_OK)
		return st;
	b.links = links;
	b.themes = rv_arena_array(arena, unsigned, out->n + 1);
	for (size_t i = 0; i < out->n; i++)
		b.themes[i] = UINT_MAX;
	rv_names_build(out->pages, out->n, arena, &out->names);
	follow_links(&b);
	for (size_t i = 0; i < out->n; i++)
		if (out->pages[i].related.n || out->pages[i].contradicts.n)
			follow_related(&b, i);
	compare_names(&b);
	return RV_OK;
}
