/* SPDX-License-Identifier: MIT */
/* Names of pages. */
#include "config.h"

#include "trust/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "doc/slug.h"

struct build {
	struct rv_arena *arena;
	struct rv_name *list;
	size_t n, cap;
	struct rv_buf key;
};

static void
add(struct build *b, struct rv_sv name, unsigned kind, size_t page)
{
	rv_buf_reset(&b->key);
	rv_name_key(name, &b->key);
	if (!b->key.n)
		return;
	rv_grow(&b->list, &b->cap, b->n + 1);
	b->list[b->n++] = (struct rv_name){
		.key = rv_sv_dup_in(b->arena, rv_buf_sv(&b->key)),
		.kind = kind,
		.page = page,
	};
}

static int
by_key(const void *a, const void *b)
{
	const struct rv_name *x = a, *y = b;
	int c = rv_sv_cmp(x->key, y->key);

	if (c == 0)
		c = (x->kind > y->kind) - (x->kind < y->kind);
	return c ? c : (x->page > y->page) - (x->page < y->page);
}

/* A link is looked up for every one of half a million. */
static void
hash_runs(struct rv_names *names, struct rv_arena *arena)
{
	size_t size = 16, at;

	while (size < 2 * names->n)
		size *= 2;
	names->mask = size - 1;
	names->runs = rv_arena_array(arena, uint32_t, size);
	memset(names->runs, 0, size * sizeof(*names->runs));
	for (size_t i = 0; i < names->n; i++) {
		if (i && rv_sv_eq(names->list[i - 1].key, names->list[i].key))
			continue;
		at = rv_sv_hash(names->list[i].key) & names->mask;
		while (names->runs[at])
			at = (at + 1) & names->mask;
		names->runs[at] = (uint32_t)i + 1;
	}
}

void
rv_names_build(const struct rv_page_meta *pages, size_t n,
	       struct rv_arena *arena, struct rv_names *out)
{
	struct build b = {.arena = arena, .key = RV_BUF_INIT};

	for (size_t i = 0; i < n; i++) {
		struct rv_sv rest = pages[i].aliases, alias;

		add(&b, rv_slug_of_path(pages[i].path), RV_NAME_SLUG, i);
		add(&b, pages[i].title, RV_NAME_TITLE, i);
		while (rv_sv_next_line(&rest, &alias))
			add(&b, alias, RV_NAME_ALIAS, i);
	}
	if (b.n)
		qsort(b.list, b.n, sizeof(*b.list), by_key);
	out->pages = pages;
	out->n_pages = n;
	out->n = b.n;
	out->list = rv_arena_array(arena, struct rv_name, b.n + 1);
	if (b.n)
		memcpy(out->list, b.list, b.n * sizeof(*b.list));
	free(b.list);
	rv_buf_release(&b.key);
	hash_runs(out, arena);
}

const struct rv_name *
rv_names_range(const struct rv_names *names, struct rv_sv key, size_t *n)
{
	size_t at = rv_sv_hash(key) & names->mask, from;

	*n = 0;
	for (; names->runs[at]; at = (at + 1) & names->mask) {
		from = names->runs[at] - 1;
		if (!rv_sv_eq(names->list[from].key, key))
			continue;
		while (from + *n < names->n &&
		       rv_sv_eq(names->list[from + *n].key, key))
			++*n;
		return &names->list[from];
	}
	return NULL;
}

ptrdiff_t
rv_names_find_key(const struct rv_names *names, struct rv_sv key,
		  unsigned kinds)
{
	ptrdiff_t found = -1;
	bool wiki = false;
	size_t n;
	const struct rv_name *run = rv_names_range(names, key, &n);

	for (size_t i = 0; run && i < n; i++) {
		bool is_wiki = names->pages[run[i].page].layer == RV_LAYER_WIKI;

		if (!(run[i].kind & kinds) ||
		    (found >= 0 && (wiki || !is_wiki)))
			continue;
		found = (ptrdiff_t)run[i].page;
		wiki = is_wiki;
	}
	return found;
}

ptrdiff_t
rv_names_find(const struct rv_names *names, struct rv_sv name, unsigned kinds)
{
	struct rv_buf key = RV_BUF_INIT;
	ptrdiff_t found;

	rv_name_key(name, &key);
	found = rv_names_find_key(names, rv_buf_sv(&key), kinds);
	rv_buf_release(&key);
	return found;
}

ptrdiff_t
rv_pages_find(const struct rv_page_meta *pages, size_t n, struct rv_sv path)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = rv_sv_cmp(pages[mid].path, path);

		if (c == 0)
			return (ptrdiff_t)mid;
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return -1;
}

static bool
same_folded(struct rv_sv a, struct rv_sv b)
{
	struct rv_buf x = RV_BUF_INIT, y = RV_BUF_INIT;
	bool same = rv_utf8_valid(a) && rv_utf8_valid(b);

	if (same) {
		rv_utf8_fold(a, &x);
		rv_utf8_fold(b, &y);
		same = rv_sv_eq(rv_buf_sv(&x), rv_buf_sv(&y));
	}
	rv_buf_release(&x);
	rv_buf_release(&y);
	return same;
}

ptrdiff_t
rv_names_find_path(const struct rv_names *names, struct rv_sv path)
{
	ptrdiff_t at = rv_pages_find(names->pages, names->n_pages, path);
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_name *run;
	size_t n;

	if (at >= 0)
		return at;
	rv_name_key(rv_slug_of_path(path), &key);
	run = rv_names_range(names, rv_buf_sv(&key), &n);
	for (size_t i = 0; run && i < n && at < 0; i++)
		if (run[i].kind == RV_NAME_SLUG &&
		    same_folded(names->pages[run[i].page].path, path))
			at = (ptrdiff_t)run[i].page;
	rv_buf_release(&key);
	return at;
}
