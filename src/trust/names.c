/* SPDX-License-Identifier: MIT */
/* Names of pages. */
#include "config.h"

#include "trust/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "doc/slug.h"

#define FIRST_RUNS 64

/* An array of the arena that doubles; what it was stays behind. */
static void *
grown(struct rv_arena *arena, void *old, size_t n, size_t cap, size_t size)
{
	void *p = rv_arena_calloc(arena, cap, size);

	if (n)
		memcpy(p, old, n * size);
	return p;
}

static size_t
place_of(const struct rv_names *names, struct rv_sv key)
{
	size_t at = rv_sv_hash(key) & names->mask;

	while (names->runs[at] && !rv_sv_eq(names->runs[at]->key, key))
		at = (at + 1) & names->mask;
	return at;
}

static void
more_runs(struct rv_names *names)
{
	struct rv_name_run **old = names->runs;
	size_t n = names->mask + 1;

	names->mask = 2 * n - 1;
	names->runs = rv_arena_array(names->arena, struct rv_name_run *, 2 * n);
	for (size_t i = 0; i < n; i++)
		if (old[i])
			names->runs[place_of(names, old[i]->key)] = old[i];
}

struct rv_name_run *
rv_names_run(struct rv_names *names, struct rv_sv key)
{
	size_t at = place_of(names, key);

	if (names->runs[at])
		return names->runs[at];
	if (2 * (names->n_runs + 1) > names->mask) {
		more_runs(names);
		at = place_of(names, key);
	}
	names->n_runs++;
	names->runs[at] = rv_arena_new(names->arena, struct rv_name_run);
	names->runs[at]->key = rv_sv_dup_in(names->arena, key);
	return names->runs[at];
}

static int
compare(const struct rv_name *x, const struct rv_name *y)
{
	int c = (x->kind > y->kind) - (x->kind < y->kind);

	return c ? c : rv_sv_cmp(x->page->path, y->page->path);
}

static size_t
place_in(const struct rv_name_run *run, const struct rv_name *name)
{
	size_t lo = 0, hi = run->n;

	/* pages mostly come in their order */
	if (hi && compare(&run->list[hi - 1], name) < 0)
		return hi;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (compare(&run->list[mid], name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

struct page_of {
	struct rv_names *names;
	const struct rv_page_meta *page;
};

/* rv_names_fn */
static void
learn(struct rv_sv key, unsigned kind, void *arg)
{
	struct page_of *p = arg;
	struct rv_name_run *run = rv_names_run(p->names, key);
	struct rv_name name = {run->key, kind, p->page};
	size_t at = place_in(run, &name);

	if (run->n == run->cap) {
		run->cap = run->cap ? 2 * run->cap : 1;
		run->list = grown(p->names->arena, run->list, run->n, run->cap,
				  sizeof(*run->list));
	}
	memmove(&run->list[at + 1], &run->list[at],
		(run->n - at) * sizeof(*run->list));
	run->list[at] = name;
	run->n++;
}

/* rv_names_fn */
static void
forget(struct rv_sv key, unsigned kind, void *arg)
{
	struct page_of *p = arg;
	struct rv_name_run *run = rv_names_run(p->names, key);
	struct rv_name name = {run->key, kind, p->page};
	size_t at = place_in(run, &name);

	if (at == run->n || run->list[at].page != p->page)
		return;
	run->n--;
	memmove(&run->list[at], &run->list[at + 1],
		(run->n - at) * sizeof(*run->list));
}

static void
name_it(struct rv_buf *key, struct rv_sv name, unsigned kind, rv_names_fn *fn,
	void *arg)
{
	rv_buf_reset(key);
	rv_name_key(name, key);
	if (key->n)
		fn(rv_buf_sv(key), kind, arg);
}

/* "202601031200 Knots": a note is called by its number, too. */
static struct rv_sv
number_of(struct rv_sv slug)
{
	size_t n = 0;

	while (n < slug.n && slug.p[n] >= '0' && slug.p[n] <= '9')
		n++;
	return (n == 12 || n == 14) && n < slug.n &&
			       strchr(" -_.", slug.p[n])
		       ? rv_sv_slice(slug, 0, n)
		       : RV_SV_NONE;
}

void
rv_names_each(const struct rv_page_meta *page, rv_names_fn *fn, void *arg)
{
	struct rv_buf key = RV_BUF_INIT;
	struct rv_sv rest = page->aliases, alias;

	rv_slug_key(page->path, &key);
	if (key.n)
		fn(rv_buf_sv(&key), RV_NAME_SLUG, arg);
	name_it(&key, page->title, RV_NAME_TITLE, fn, arg);
	name_it(&key, number_of(rv_slug_of_path(page->path)), RV_NAME_ALIAS,
		fn, arg);
	while (rv_sv_next_line(&rest, &alias))
		name_it(&key, alias, RV_NAME_ALIAS, fn, arg);
	rv_buf_release(&key);
}

void
rv_names_learn(struct rv_names *names, const struct rv_page_meta *page)
{
	struct page_of p = {names, page};

	rv_names_each(page, learn, &p);
}

void
rv_names_forget(struct rv_names *names, const struct rv_page_meta *page)
{
	struct page_of p = {names, page};

	rv_names_each(page, forget, &p);
}

void
rv_names_init(struct rv_names *names, struct rv_arena *arena, size_t n_pages)
{
	size_t size = FIRST_RUNS;

	while (size < 4 * n_pages)
		size *= 2;
	*names = (struct rv_names){
		.arena = arena,
		.pages = rv_arena_array(arena, const struct rv_page_meta *,
					n_pages + 1),
		.cap_pages = n_pages + 1,
		.runs = rv_arena_array(arena, struct rv_name_run *, size),
		.mask = size - 1,
	};
}

void
rv_names_build(const struct rv_page_meta *pages, size_t n,
	       struct rv_arena *arena, struct rv_names *out)
{
	rv_names_init(out, arena, n);
	for (size_t i = 0; i < n; i++)
		rv_names_add(out, &pages[i]);
}

void
rv_names_add(struct rv_names *names, const struct rv_page_meta *page)
{
	size_t at = rv_names_place(names, page->path);

	if (names->n_pages == names->cap_pages) {
		names->cap_pages *= 2;
		names->pages = grown(names->arena, names->pages,
				     names->n_pages, names->cap_pages,
				     sizeof(*names->pages));
	}
	memmove(&names->pages[at + 1], &names->pages[at],
		(names->n_pages - at) * sizeof(*names->pages));
	names->pages[at] = page;
	names->n_pages++;
	rv_names_learn(names, page);
}

void
rv_names_drop(struct rv_names *names, const struct rv_page_meta *page)
{
	size_t at = rv_names_place(names, page->path);

	rv_names_forget(names, page);
	names->n_pages--;
	memmove(&names->pages[at], &names->pages[at + 1],
		(names->n_pages - at) * sizeof(*names->pages));
}

const struct rv_name *
rv_names_range(const struct rv_names *names, struct rv_sv key, size_t *n)
{
	const struct rv_name_run *run = names->runs[place_of(names, key)];

	*n = run ? run->n : 0;
	return *n ? run->list : NULL;
}

const struct rv_page_meta *
rv_name_run_find(const struct rv_name_run *run, unsigned kinds)
{
	const struct rv_page_meta *found = NULL;

	for (size_t i = 0; run && i < run->n; i++) {
		const struct rv_page_meta *page = run->list[i].page;

		if (!(run->list[i].kind & kinds))
			continue;
		if (page->layer == RV_LAYER_WIKI)
			return page;
		if (!found)
			found = page;
	}
	return found;
}

const struct rv_page_meta *
rv_names_find(const struct rv_names *names, struct rv_sv name, unsigned kinds)
{
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_page_meta *found;

	rv_name_key(name, &key);
	found = rv_name_run_find(
		names->runs[place_of(names, rv_buf_sv(&key))], kinds);
	rv_buf_release(&key);
	return found;
}

size_t
rv_names_place(const struct rv_names *names, struct rv_sv path)
{
	size_t lo = 0, hi = names->n_pages;

	if (hi && rv_sv_cmp(names->pages[hi - 1]->path, path) < 0)
		return hi;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (rv_sv_cmp(names->pages[mid]->path, path) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct rv_page_meta *
rv_names_page(const struct rv_names *names, struct rv_sv path)
{
	size_t at = rv_names_place(names, path);

	return at < names->n_pages && rv_sv_eq(names->pages[at]->path, path)
		       ? names->pages[at]
		       : NULL;
}

const struct rv_page_meta *
rv_names_find_path(const struct rv_names *names, struct rv_sv path)
{
	const struct rv_page_meta *found = rv_names_page(names, path);
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_name *run;
	size_t n;

	if (found)
		return found;
	rv_slug_key(path, &key);
	run = rv_names_range(names, rv_buf_sv(&key), &n);
	for (size_t i = 0; run && i < n && !found; i++)
		if (run[i].kind == RV_NAME_SLUG &&
		    rv_utf8_same_folded(run[i].page->path, path))
			found = run[i].page;
	rv_buf_release(&key);
	return found;
}

static int
by_key(const void *a, const void *b)
{
	const struct rv_name *x = a, *y = b;
	int c = rv_sv_cmp(x->key, y->key);

	return c ? c : compare(x, y);
}

const struct rv_name *
rv_names_sorted(const struct rv_names *names, size_t *n)
{
	struct rv_name *list;
	size_t all = 0;

	for (size_t i = 0; i <= names->mask; i++)
		all += names->runs[i] ? names->runs[i]->n : 0;
	list = rv_arena_array(names->arena, struct rv_name, all + 1);
	*n = 0;
	for (size_t i = 0; i <= names->mask; i++)
		for (size_t k = 0; names->runs[i] && k < names->runs[i]->n; k++)
			list[(*n)++] = names->runs[i]->list[k];
	qsort(list, *n, sizeof(*list), by_key);
	return list;
}
