/* SPDX-License-Identifier: MIT */
/* The tree of all pages, made from nothing or brought up to the index. */
#include "config.h"

#include "trust/tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "trust/page_type.h"
#include "trust/tree_priv.h"

/* With more changes than this a tree is made from nothing. */
#define FOLLOW_MAX 2000

struct rv_tree_row *
rv_tree_row_of(const struct rv_page_meta *page)
{
	return &rv_tree_page_of(page)->row;
}

static void
push_news(struct rv_tree *t, struct rv_tree_row *row)
{
	struct rv_tree_row **more;

	if (t->n_news == t->cap_news) {
		t->cap_news = t->cap_news ? 2 * t->cap_news : 64;
		more = rv_arena_array(t->arena, struct rv_tree_row *,
				      t->cap_news);
		if (t->n_news)
			memcpy(more, t->news, t->n_news * sizeof(*more));
		t->news = more;
	}
	t->news[t->n_news++] = row;
}

void
rv_tree_dirty(struct rv_tree *t, struct rv_tree_page *p)
{
	if (p->dirty)
		return;
	p->dirty = true;
	push_news(t, &p->row);
}

/* --- from nothing ----------------------------------------------------------- */

struct reading {
	struct rv_tree *tree;
	struct rv_tree_row **rows;
	size_t n, cap;
};

/* rv_page_meta_fn */
static void
take_page(const struct rv_page_meta *meta, void *arg)
{
	struct reading *r = arg;
	struct rv_tree_page *p = rv_arena_new(r->tree->arena,
					      struct rv_tree_page);

	p->meta = *meta;
	p->row.meta = &p->meta;
	p->themes = UINT_MAX;
	rv_grow(&r->rows, &r->cap, r->n + 1);
	r->rows[r->n++] = &p->row;
}

static rv_status
read_pages(struct rv_store *s, struct rv_tree *t, struct rv_err *err)
{
	struct reading r = {.tree = t};
	rv_status st = rv_page_meta_each(s, t->arena, take_page, &r, err);

	if (st == RV_OK) {
		t->n = r.n;
		t->cap = r.n + 1;
		t->rows = rv_arena_array(t->arena, struct rv_tree_row *,
					 t->cap);
		if (r.n)
			memcpy(t->rows, r.rows, r.n * sizeof(*t->rows));
	}
	free(r.rows);
	return st;
}

rv_status
rv_tree_list(struct rv_store *s, int64_t now, struct rv_arena *arena,
	     struct rv_tree *out, struct rv_err *err)
{
	rv_status st;

	*out = (struct rv_tree){.arena = arena, .now = now};
	st = read_pages(s, out, err);
	for (size_t i = 0; st == RV_OK && i < out->n; i++) {
		struct rv_tree_row *row = out->rows[i];

		row->letter = rv_trust_letter(row->meta->confidence);
		row->stale = rv_stale_reason(row->meta, now, arena);
	}
	return st;
}

/* Links are by path, as pages are. */
static void
call_all(struct rv_tree *t, const struct rv_page_link *links, size_t n)
{
	size_t at = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct rv_tree_page *p = (struct rv_tree_page *)t->rows[i];
		size_t from;

		while (at < n && rv_sv_cmp(links[at].path, p->meta.path) < 0)
			at++;
		from = at;
		while (at < n && rv_sv_eq(links[at].path, p->meta.path))
			at++;
		rv_tree_call_out(t, p, &links[from], at - from);
	}
}

rv_status
rv_tree_build(struct rv_store *s, int64_t now, const struct rv_roots *roots,
	      struct rv_arena *arena, struct rv_tree *out, struct rv_err *err)
{
	struct rv_arena scratch = RV_ARENA_INIT;
	struct rv_page_link *links;
	size_t n_links;
	rv_status st;

	*out = (struct rv_tree){.arena = arena, .now = now};
	/* first: what changes meanwhile is followed then */
	st = rv_page_meta_seq(s, &out->seq, err);
	if (st == RV_OK)
		st = read_pages(s, out, err);
	if (st == RV_OK)
		st = rv_page_links(s, RV_SV_NONE, &scratch, &links, &n_links,
				   err);
	if (st != RV_OK)
		goto out;
	rv_names_init(&out->names, arena, out->n);
	if (roots)
		out->names.roots = *roots;
	for (size_t i = 0; i < out->n; i++)
		rv_names_add(&out->names, out->rows[i]->meta);
	call_all(out, links, n_links);
	rv_tree_ask_all(out);
	out->n_news = 0;
	for (size_t i = 0; i < out->n; i++) {
		struct rv_tree_page *p = (struct rv_tree_page *)out->rows[i];

		p->dirty = false;
		(void)rv_tree_make_row(out, p, &scratch);
		push_news(out, &p->row);
	}
out:
	rv_arena_release(&scratch);
	return st;
}

/* --- what changed ----------------------------------------------------------- */

/* What other pages see of a page. */
static bool
same_to_others(const struct rv_page_meta *a, const struct rv_page_meta *b)
{
	struct rv_page_meta x = *a, y = *b;

	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++)
		if (!rv_sv_eq(*rv_page_meta_text(&x, i),
			      *rv_page_meta_text(&y, i)))
			return false;
	return a->layer == b->layer && a->updated == b->updated &&
	       a->reviewed == b->reviewed;
}

static void
keep_meta(struct rv_tree *t, struct rv_tree_page *p,
	  const struct rv_page_meta *now)
{
	p->meta = *now;
	p->meta.path = rv_sv_dup_in(t->arena, now->path);
	for (size_t i = 0; i < RV_PAGE_META_TEXTS; i++) {
		struct rv_sv *text = rv_page_meta_text(&p->meta, i);

		*text = text->n ? rv_sv_dup_in(t->arena, *text) : RV_SV_NONE;
	}
	p->themes = UINT_MAX;
}

/* It is in its place; others get to know it. */
static void
enter(struct rv_tree *t, struct rv_tree_page *p,
      const struct rv_page_link *links, size_t n)
{
	rv_tree_call_out(t, p, links, n);
	rv_tree_ask_own(t, p);
	rv_tree_dirty_near(t, p);
	rv_tree_dirty_beside(t, p);
	rv_tree_dirty(t, p);
	p->changed = true; /* a row of it is news in any case */
}

static void
add_page(struct rv_tree *t, const struct rv_page_meta *now,
	 const struct rv_page_link *links, size_t n)
{
	struct rv_tree_page *p = rv_arena_new(t->arena, struct rv_tree_page);
	size_t at = rv_names_place(&t->names, now->path);

	if (t->n == t->cap) {
		struct rv_tree_row **more;

		t->cap = 2 * t->cap;
		more = rv_arena_array(t->arena, struct rv_tree_row *, t->cap);
		memcpy(more, t->rows, t->n * sizeof(*more));
		t->rows = more;
	}
	memmove(&t->rows[at + 1], &t->rows[at],
		(t->n - at) * sizeof(*t->rows));
	t->rows[at] = &p->row;
	t->n++;
	p->row.meta = &p->meta;
	keep_meta(t, p, now);
	rv_names_add(&t->names, &p->meta);
	rv_tree_ask_names(t, &p->meta, true);
	enter(t, p, links, n);
}

static void
drop_page(struct rv_tree *t, struct rv_tree_page *p)
{
	size_t at = rv_names_place(&t->names, p->meta.path);

	rv_tree_dirty_near(t, p);
	rv_tree_dirty_beside(t, p);
	rv_tree_call_off(t, p);
	rv_names_drop(&t->names, &p->meta);
	rv_tree_ask_names(t, &p->meta, true);
	t->n--;
	memmove(&t->rows[at], &t->rows[at + 1],
		(t->n - at) * sizeof(*t->rows));
	rv_tree_dirty(t, p);
	p->row.gone = true;
}

static void
change_page(struct rv_tree *t, struct rv_tree_page *p,
	    const struct rv_page_meta *now, const struct rv_page_link *links,
	    size_t n)
{
	struct rv_page_meta was = p->meta;
	bool same = same_to_others(&was, now);
	bool called = was.layer == now->layer &&
		      rv_sv_eq(was.title, now->title) &&
		      rv_sv_eq(was.aliases, now->aliases);

	if (same && rv_tree_same_links(p, links, n)) {
		p->meta.bytes = now->bytes;
		p->meta.tokens = now->tokens;
		p->meta.flags = now->flags;
		rv_tree_dirty(t, p);
		p->changed = true;
		return;
	}
	rv_tree_dirty_near(t, p);
	rv_tree_dirty_beside(t, p);
	rv_tree_call_off(t, p);
	if (!called)
		rv_names_forget(&t->names, &p->meta);
	keep_meta(t, p, now);
	if (!called) {
		rv_names_learn(&t->names, &p->meta);
		rv_tree_ask_names(t, &was, false);
		rv_tree_ask_names(t, &p->meta, false);
	}
	enter(t, p, links, n);
}

static rv_status
follow_one(struct rv_tree *t, struct rv_store *s, struct rv_sv path,
	   struct rv_arena *scratch, struct rv_err *err)
{
	const struct rv_page_meta *known = rv_names_page(&t->names, path);
	struct rv_tree_page *p = known ? rv_tree_page_of(known) : NULL;
	struct rv_page_link *links;
	struct rv_page_meta now;
	size_t n;
	rv_status st = rv_page_meta_get(s, path, scratch, &now, err);

	if (st == RV_E_NOTFOUND) {
		if (p)
			drop_page(t, p);
		return RV_OK;
	}
	if (st == RV_OK)
		st = rv_page_links(s, path, scratch, &links, &n, err);
	if (st != RV_OK)
		return st;
	if (p)
		change_page(t, p, &now, links, n);
	else
		add_page(t, &now, links, n);
	return RV_OK;
}

/* Pages grow stale by the day. */
static void
grow_older(struct rv_tree *t, int64_t now, struct rv_arena *scratch)
{
	if (now / RV_HOUR == t->now / RV_HOUR)
		return;
	t->now = now;
	for (size_t i = 0; i < t->n; i++) {
		struct rv_tree_page *p = (struct rv_tree_page *)t->rows[i];

		if (!rv_sv_eq(p->row.stale,
			      rv_stale_reason(&p->meta, now, scratch)))
			rv_tree_dirty(t, p);
	}
}

static void
make_rows(struct rv_tree *t, struct rv_arena *scratch)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_news; i++) {
		struct rv_tree_page *p = (struct rv_tree_page *)t->news[i];
		bool news = p->row.gone;

		if (!news)
			news = rv_tree_make_row(t, p, scratch) | p->changed;
		p->dirty = p->changed = false;
		if (!news)
			continue;
		t->news[n++] = &p->row;
	}
	t->n_news = n;
}

rv_status
rv_tree_follow(struct rv_tree *t, struct rv_store *s, int64_t now, bool *again,
	       struct rv_err *err)
{
	struct rv_arena scratch = RV_ARENA_INIT;
	struct rv_sv *paths = NULL;
	size_t n = 0;
	int64_t seq;
	rv_status st = rv_page_meta_seq(s, &seq, err);

	*again = false;
	t->n_news = 0;
	if (st == RV_OK && seq != t->seq)
		st = rv_page_meta_since(s, t->seq, FOLLOW_MAX, &scratch,
					&paths, &n, again, err);
	for (size_t i = 0; st == RV_OK && !*again && i < n; i++)
		st = follow_one(t, s, paths[i], &scratch, err);
	if (st == RV_OK && !*again) {
		t->seq = seq;
		grow_older(t, now, &scratch);
		make_rows(t, &scratch);
	}
	rv_arena_release(&scratch);
	return st;
}
