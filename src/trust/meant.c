/* SPDX-License-Identifier: MIT */
/* Which page a link means. */
#include "config.h"

#include "trust/meant.h"

#include <string.h>

#include "base/buf.h"
#include "doc/slug.h"
#include "doc/wikilink.h"

/* What is asked for, and by whom. */
struct asked {
	const struct rv_names *names;
	struct rv_sv key, last;
	bool rooted;		    /* "/a/b" */
	bool parts;		    /* "a/b" */
	bool paths;		    /* titles and aliases do not count */
	struct rv_sv dir;	    /* of the page that asks, with its slash */
	const struct rv_root *root; /* of it; NULL: of the workspace */
};

/* Smaller is nearer. */
struct rank {
	int elsewhere; /* 1: the workspace, 2: another vault; 0 from there */
	bool not_wiki;
	unsigned kind;
	bool in_vault; /* from the workspace */
	bool not_exact, beyond;
	size_t length;
};

static const struct rv_root *
vault_of(const struct rv_names *names, struct rv_sv path)
{
	const struct rv_root *root = rv_root_of(&names->roots, path);

	return root && root->vault ? root : NULL;
}

static struct asked
ask(const struct rv_names *names, struct rv_sv from, struct rv_sv key)
{
	struct asked a = {.names = names, .key = key};
	size_t slash = from.n;

	while (slash > 0 && from.p[slash - 1] != '/')
		slash--;
	a.dir = rv_sv_slice(from, 0, slash);
	a.root = vault_of(names, from);
	a.rooted = key.n && key.p[0] == '/';
	if (a.rooted)
		a.key = rv_sv_slice(key, 1, key.n);
	a.last = rv_link_key_last(a.key);
	a.parts = a.last.n < a.key.n;
	return a;
}

/* 0: the path does not end so; 1: it does; 2: and is no longer. */
static int
ends_as(struct rv_sv path, struct rv_sv key)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv whole;
	int how = 0;

	rv_link_key(path, &b);
	whole = rv_buf_sv(&b);
	if (rv_sv_eq(whole, key))
		how = 2;
	else if (whole.n > key.n && rv_sv_ends(whole, key) &&
		 whole.p[whole.n - key.n - 1] == '/')
		how = 1;
	rv_buf_release(&b);
	return how;
}

bool
rv_path_ends_as(struct rv_sv path, struct rv_sv key)
{
	return ends_as(path, key) > 0;
}

/* How near a page is; false: it is not meant at all.  A candidate of a link by
 * parts is known by its slug and asked for the rest of its path. */
static bool
rank_of(const struct asked *a, const struct rv_name *name, struct rank *out)
{
	const struct rv_page_meta *page = name->page;
	const struct rv_root *root = vault_of(a->names, page->path);
	struct rv_sv below = page->path;
	int how = 0;

	if (root)
		below = rv_sv_slice(below, root->path.n, below.n);
	if (name->kind == RV_NAME_SLUG && a->parts)
		how = ends_as(below, a->key);
	else if (name->kind == RV_NAME_SLUG)
		how = rv_slug_of_path(below).p == below.p ? 2 : 1;
	/* a vault of another program knows its own pages alone */
	if (a->root && root != a->root && (a->root->by_name || a->root->free))
		return false;
	if (a->rooted ? how != 2
		      : a->parts && name->kind == RV_NAME_SLUG && !how)
		return false;
	*out = (struct rank){
		.elsewhere = !a->root || root == a->root ? 0
			     : root			 ? 2
							 : 1,
		.in_vault = !a->root && root,
		.not_wiki = page->layer != RV_LAYER_WIKI,
		.kind = name->kind,
		.not_exact = how != 2,
		.beyond = !rv_sv_starts(page->path, a->dir),
		.length = page->path.n,
	};
	return true;
}

static int
compare_kind(const struct rank *x, const struct rank *y)
{
	if (x->elsewhere != y->elsewhere)
		return x->elsewhere - y->elsewhere;
	if (x->not_wiki != y->not_wiki)
		return x->not_wiki - y->not_wiki;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->in_vault != y->in_vault)
		return x->in_vault - y->in_vault;
	if (x->not_exact != y->not_exact)
		return x->not_exact - y->not_exact;
	return x->beyond - y->beyond;
}

struct best {
	const struct rv_page_meta *page;
	struct rank rank;
};

static void
consider(struct best *b, const struct rv_page_meta *page,
	 const struct rank *rank)
{
	int c = b->page ? compare_kind(rank, &b->rank) : -1;

	if (!c && rank->length != b->rank.length)
		c = rank->length < b->rank.length ? -1 : 1;
	if (c < 0 || (!c && rv_sv_cmp(page->path, b->page->path) < 0))
		*b = (struct best){page, *rank};
}

/* Candidates: those whose path ends in the last part, and for a name that has a
 * slash in it those that have all of it for a title or an alias. */
static size_t
candidates(const struct asked *a, const struct rv_name *list[2], size_t n[2])
{
	struct rv_buf whole = RV_BUF_INIT;

	list[0] = rv_names_range(a->names, a->last, &n[0]);
	n[1] = 0;
	if (a->parts && !a->rooted) {
		rv_name_key(a->key, &whole);
		list[1] = rv_names_range(a->names, rv_buf_sv(&whole), &n[1]);
		rv_buf_release(&whole);
	}
	return n[0] + n[1];
}

static bool
is_candidate(const struct asked *a, const struct rv_name *name, bool whole)
{
	if (name->kind == RV_NAME_SLUG)
		return !whole;
	return !a->paths && (whole || (!a->parts && !a->rooted));
}

static struct best
find(const struct asked *a)
{
	const struct rv_name *list[2] = {NULL, NULL};
	struct best best = {.page = NULL};
	size_t n[2];

	(void)candidates(a, list, n);
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < n[k]; i++) {
			struct rank rank;

			if (is_candidate(a, &list[k][i], k == 1) &&
			    rank_of(a, &list[k][i], &rank))
				consider(&best, list[k][i].page, &rank);
		}
	return best;
}

static bool
has_page(const struct rv_page_meta *const *list, size_t n,
	 const struct rv_page_meta *page)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == page)
			return true;
	return false;
}

const struct rv_page_meta *
rv_names_meant(const struct rv_names *names, struct rv_sv from,
	       struct rv_sv key)
{
	struct asked a = ask(names, from, key);

	return find(&a).page;
}

bool
rv_names_only(const struct rv_names *names, struct rv_sv from, struct rv_sv key,
	      const struct rv_page_meta **page)
{
	struct asked a = ask(names, from, key);
	const struct rv_name *list[2] = {NULL, NULL};
	size_t n[2];

	*page = NULL;
	(void)candidates(&a, list, n);
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < n[k]; i++) {
			struct rank rank;

			if (list[k][i].page == *page ||
			    !is_candidate(&a, &list[k][i], k == 1) ||
			    !rank_of(&a, &list[k][i], &rank))
				continue;
			if (*page)
				return false;
			*page = list[k][i].page;
		}
	return true;
}

void
rv_names_rivals(const struct rv_names *names, struct rv_sv from,
		struct rv_sv key, struct rv_arena *arena,
		const struct rv_page_meta ***out, size_t *n)
{
	struct asked a = ask(names, from, key);
	const struct rv_name *list[2] = {NULL, NULL};
	size_t have[2], all = candidates(&a, list, have);
	struct best best = all > 1 ? find(&a) : (struct best){.page = NULL};

	*n = 0;
	if (!best.page)
		return;
	*out = rv_arena_array(arena, const struct rv_page_meta *, all);
	(*out)[(*n)++] = best.page;
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < have[k]; i++) {
			const struct rv_page_meta *page = list[k][i].page;
			struct rank rank;

			if (!has_page(*out, *n, page) &&
			    is_candidate(&a, &list[k][i], k == 1) &&
			    rank_of(&a, &list[k][i], &rank) &&
			    compare_kind(&rank, &best.rank) == 0)
				(*out)[(*n)++] = page;
		}
	if (*n == 1)
		*n = 0;
}

/* How a path may stand for a page, from the nearest on. */
static const char *const spellings[] = {"", ".md", "/index.md", "/README.md"};

static const struct rv_page_meta *
find_spelled(const struct rv_names *names, struct rv_sv path)
{
	const struct rv_page_meta *page = NULL;
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv stem = path;

	/* a site is made of its pages */
	if (rv_sv_ends(path, RV_SV(".html")))
		stem.n -= strlen(".html");
	for (size_t i = 0; !page && i < ARRAY_LEN(spellings); i++) {
		rv_buf_reset(&b);
		rv_buf_addv(&b, i == 0 ? path : stem);
		rv_buf_adds(&b, spellings[i]);
		page = rv_names_find_path(names, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	return page;
}

void
rv_file_keys(struct rv_sv path, rv_names_fn *fn, void *arg)
{
	struct rv_sv name = rv_slug_of_path(path);
	struct rv_buf key = RV_BUF_INIT;

	if (rv_sv_ends(name, RV_SV(".html")))
		name.n -= strlen(".html");
	rv_slug_key(name, &key);
	fn(rv_buf_sv(&key), RV_NAME_SLUG, arg);
	if (!rv_sv_ends(path, RV_SV(".md")) && rv_sv_find_char(name, '.') < 0) {
		fn(RV_SV("index"), RV_NAME_SLUG, arg);
		fn(RV_SV("readme"), RV_NAME_SLUG, arg);
	}
	rv_buf_release(&key);
}

const struct rv_page_meta *
rv_names_meant_file(const struct rv_names *names, struct rv_sv from,
		    struct rv_sv path)
{
	const struct rv_page_meta *page = find_spelled(names, path);
	struct asked a = ask(names, from, RV_SV(""));
	struct rv_buf b = RV_BUF_INIT;

	if (!page && a.root && a.root->by_name && rv_sv_starts(path, a.dir)) {
		rv_link_key(rv_sv_slice(path, a.dir.n, path.n), &b);
		a = ask(names, from, rv_buf_sv(&b));
		a.paths = true;
		page = find(&a).page;
	}
	rv_buf_release(&b);
	return page;
}

const struct rv_page_meta *
rv_names_follow(const struct rv_names *names, struct rv_sv from,
		struct rv_sv target, bool wiki)
{
	const struct rv_page_meta *page = NULL;
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_buf b = RV_BUF_INIT;

	if (rv_sv_starts(target, RV_SV("[["))) {
		wiki = true;
		target = rv_wikilink_in(target);
	}
	if (wiki && !rv_wikilink_is_path(target)) {
		rv_link_key(target, &b);
		page = rv_names_meant(names, from, rv_buf_sv(&b));
	} else {
		if (!wiki)
			target = rv_link_path(target, &arena);
		if (target.n && rv_link_resolve(from, target, &b))
			page = rv_names_meant_file(names, from, rv_buf_sv(&b));
	}
	rv_buf_release(&b);
	rv_arena_release(&arena);
	return page;
}
