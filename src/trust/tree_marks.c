/* SPDX-License-Identifier: MIT */
/* What stands in a row: counts, age, and who says otherwise. */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "doc/slug.h"
#include "trust/copies.h"
#include "trust/page_type.h"
#include "trust/tree_priv.h"

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

/* A bit a theme; asked for at many links, and made once a page. */
static unsigned
themes_of(struct rv_tree_page *p)
{
	if (p->themes == UINT_MAX) {
		p->themes = 0;
		for (int i = 0; p->meta.themes.n && i < RV_THEMES; i++)
			if (rv_list_has(p->meta.themes,
					rv_sv(rv_theme_name(i))))
				p->themes |= 1u << i;
	}
	return p->themes;
}

static const char *
shared_theme(struct rv_tree_page *x, struct rv_tree_page *y)
{
	unsigned both = themes_of(x) & themes_of(y);

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

static int64_t
seen(const struct rv_page_meta *m)
{
	return m->reviewed == RV_UNDATED ? m->updated : m->reviewed;
}

/* Newer research on the same thing asks for another look at the page. */
static bool
is_newer_research(struct rv_tree_page *research, struct rv_tree_page *page)
{
	const struct rv_page_meta *r = &research->meta, *p = &page->meta;

	return research != page && r->updated != RV_UNDATED &&
	       seen(p) != RV_UNDATED && r->updated > seen(p) &&
	       rv_sv_is(r->type, "research") && rv_page_is_active(r) &&
	       rv_page_is_canonical(p->type) && rv_page_is_active(p) &&
	       shared_theme(research, page) && !are_settled(r, p);
}

static const char *
research_text(struct rv_tree_page *research, struct rv_tree_page *page,
	      struct rv_arena *arena)
{
	return rv_arena_printf(
		arena,
		_("%.*s of %s shares the theme %s and is newer than the "
		  "last review of this page, %s"),
		RV_SV_ARG(research->meta.path),
		day(arena, research->meta.updated),
		shared_theme(research, page), day(arena, seen(&page->meta)));
}

/* Counts the pages that link here; *first: newer research, first by path. */
static int64_t
follow_links(struct rv_tree *t, struct rv_tree_page *p,
	     struct rv_tree_page **first)
{
	int64_t n = 0;

	t->mark++;
	for (struct rv_tree_call *c = p->called; c; c = c->next)
		for (uint32_t i = 0; i < c->from.n; i++) {
			struct rv_tree_page *from = c->from.list[i];

			if (from == p || from->mark == t->mark)
				continue;
			from->mark = t->mark;
			n++;
			if (is_newer_research(from, p) &&
			    (!*first || rv_sv_cmp(from->meta.path,
						  (*first)->meta.path) < 0))
				*first = from;
		}
	return n;
}

static bool
says(const struct rv_tree_said *said, const struct rv_tree_page *p)
{
	for (size_t i = 0; i < said->n; i++)
		if (said->list[i]->means == p)
			return true;
	return false;
}

/* Newer research that asks for another look at the page: what links to it
 * (`linked`, the first by path), what it is related to, what is related to it. */
static struct rv_tree_page *
find_research(struct rv_tree_page *p, struct rv_tree_page *linked)
{
	struct rv_tree_page *first = linked;

	for (size_t i = 0; !first && i < p->related.n; i++) {
		struct rv_tree_page *other = p->related.list[i]->means;

		if (other && is_newer_research(other, p))
			return other;
	}
	for (struct rv_tree_call *c = p->called; !linked && c; c = c->next)
		for (uint32_t i = 0; i < c->said.n; i++) {
			struct rv_tree_page *other = c->said.list[i];

			if (other != p &&
			    (!first || rv_sv_cmp(other->meta.path,
						 first->meta.path) < 0) &&
			    says(&other->related, p) &&
			    is_newer_research(other, p))
				first = other;
		}
	return first;
}

/* What it says itself, else the first by path that says so of it. */
static const char *
find_contradiction(struct rv_tree_page *p, struct rv_arena *arena)
{
	struct rv_tree_page *first = NULL;

	for (size_t i = 0; i < p->contradicts.n; i++) {
		struct rv_tree_page *other = p->contradicts.list[i]->means;

		if (other && other != p && !are_settled(&p->meta, &other->meta))
			return rv_arena_printf(
				arena,
				_("it says itself that it contradicts %.*s"),
				RV_SV_ARG(other->meta.path));
	}
	for (struct rv_tree_call *c = p->called; c; c = c->next)
		for (uint32_t i = 0; i < c->said.n; i++) {
			struct rv_tree_page *other = c->said.list[i];

			if (other != p &&
			    (!first || rv_sv_cmp(other->meta.path,
						 first->meta.path) < 0) &&
			    says(&other->contradicts, p) &&
			    !are_settled(&p->meta, &other->meta))
				first = other;
		}
	return first ? rv_arena_printf(
			       arena,
			       _("%.*s says that it contradicts this page"),
			       RV_SV_ARG(first->meta.path))
		     : NULL;
}

/* Two canonical pages of one type with one name claim the same place. */
static bool
are_doubles(const struct rv_page_meta *x, const struct rv_page_meta *y)
{
	return rv_page_is_canonical(x->type) && rv_sv_eq(x->type, y->type) &&
	       rv_page_is_active(x) && rv_page_is_active(y) &&
	       !are_settled(x, y);
}

struct title {
	struct rv_tree *t;
	const struct rv_tree_page *p;
	const struct rv_page_meta *before, *after; /* by path, same title */
};

/* rv_names_fn */
static void
look_beside(struct rv_sv key, unsigned kind, void *arg)
{
	struct title *title = arg;
	const struct rv_name *run;
	size_t n, lo = 0, hi;

	if (kind != RV_NAME_TITLE)
		return;
	run = rv_names_range(&title->t->names, key, &n);
	for (hi = n; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (run[mid].kind < kind ||
		    (run[mid].kind == kind &&
		     rv_sv_cmp(run[mid].page->path, title->p->meta.path) < 0))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo > 0 && run[lo - 1].kind == kind)
		title->before = run[lo - 1].page;
	if (lo < n && run[lo].page == &title->p->meta)
		lo++;
	if (lo < n && run[lo].kind == kind)
		title->after = run[lo].page;
}

static const char *
compare_titles(struct rv_tree *t, struct rv_tree_page *p,
	       struct rv_arena *arena)
{
	struct title title = {.t = t, .p = p};
	const struct rv_page_meta *other = NULL;

	if (!rv_page_is_canonical(p->meta.type))
		return NULL;
	rv_names_each(&p->meta, look_beside, &title);
	if (title.before && are_doubles(title.before, &p->meta))
		other = title.before;
	else if (title.after && are_doubles(&p->meta, title.after))
		other = title.after;
	return other ? rv_arena_printf(arena,
				       _("%.*s has the same name \"%.*s\""),
				       RV_SV_ARG(other->path),
				       RV_SV_ARG(p->meta.title))
		     : NULL;
}

/* rv_beside_fn */
static void
dirty_one(const struct rv_page_meta *page, void *arg)
{
	rv_tree_dirty(arg, rv_tree_page_of(page));
}

void
rv_tree_dirty_beside(struct rv_tree *t, const struct rv_tree_page *p)
{
	struct title title = {.t = t, .p = p};

	rv_names_each(&p->meta, look_beside, &title);
	if (title.before)
		rv_tree_dirty(t, rv_tree_page_of(title.before));
	if (title.after)
		rv_tree_dirty(t, rv_tree_page_of(title.after));
	rv_beside_each(&t->names, &p->meta, dirty_one, t);
}

static bool
set_text(struct rv_tree *t, struct rv_sv *to, struct rv_sv now)
{
	if (rv_sv_eq(*to, now))
		return false;
	*to = now.n ? rv_sv_dup_in(t->arena, now) : RV_SV_NONE;
	return true;
}

bool
rv_tree_make_row(struct rv_tree *t, struct rv_tree_page *p,
		 struct rv_arena *scratch)
{
	struct rv_tree_row *row = &p->row, was = p->row;
	struct rv_tree_page *research = NULL;
	struct rv_sv stale;
	bool differs;

	row->letter = rv_trust_letter(p->meta.confidence);
	row->links = (int64_t)p->n_links;
	row->backlinks = follow_links(t, p, &research);
	research = find_research(p, research);
	stale = research ? rv_sv(research_text(research, p, scratch))
			 : rv_stale_reason(&p->meta, t->now, scratch);
	differs = row->letter != was.letter || row->links != was.links ||
		  row->backlinks != was.backlinks;
	differs |= set_text(t, &row->contradiction,
			    rv_sv(find_contradiction(p, scratch)));
	differs |= set_text(t, &row->same_name,
			    rv_sv(compare_titles(t, p, scratch)));
	differs |= set_text(t, &row->twin,
			    rv_sv(rv_twin_reason(&t->names, &p->meta,
						 scratch)));
	differs |= set_text(t, &row->copy,
			    rv_sv(rv_copy_reason(&t->names, &p->meta,
						 scratch)));
	differs |= set_text(t, &row->stale, stale);
	differs |= set_text(t, &row->newer,
			    research ? research->meta.path : RV_SV_NONE);
	return differs;
}
