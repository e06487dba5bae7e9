/* SPDX-License-Identifier: MIT */
/* Files that stand beside another by accident. */
#include "config.h"

#include "trust/copies.h"

#include "base/buf.h"
#include "base/i18n.h"
#include "base/utf8.h"
#include "doc/slug.h"

static void
twins_each(const struct rv_names *names, const struct rv_page_meta *page,
	   rv_beside_fn *fn, void *arg)
{
	struct rv_buf key = RV_BUF_INIT;
	const struct rv_name *run;
	size_t n;

	rv_slug_key(page->path, &key);
	run = rv_names_range(names, rv_buf_sv(&key), &n);
	for (size_t i = 0; i < n; i++)
		if (run[i].kind == RV_NAME_SLUG && run[i].page != page &&
		    rv_utf8_same_folded(run[i].page->path, page->path))
			fn(run[i].page, arg);
	rv_buf_release(&key);
}

/* rv_beside_fn: the first by path */
static void
take_first(const struct rv_page_meta *other, void *arg)
{
	const struct rv_page_meta **first = arg;

	if (!*first || rv_sv_cmp(other->path, (*first)->path) < 0)
		*first = other;
}

const char *
rv_twin_reason(const struct rv_names *names, const struct rv_page_meta *page,
	       struct rv_arena *arena)
{
	const struct rv_page_meta *twin = NULL;

	twins_each(names, page, take_first, &twin);
	return twin ? rv_arena_printf(arena,
				      _("%.*s differs only in case or form: "
					"some file systems hold one of them"),
				      RV_SV_ARG(twin->path))
		    : NULL;
}

static struct rv_sv
dir_of(struct rv_sv path)
{
	while (path.n && path.p[path.n - 1] != '/')
		path.n--;
	return path;
}

/* The page that "Plan 2.md" is a copy of. */
static const struct rv_page_meta *
numbered(const struct rv_names *names, const struct rv_page_meta *page)
{
	struct rv_sv dir = dir_of(page->path);
	struct rv_buf b = RV_BUF_INIT;
	const struct rv_page_meta *of = NULL;

	rv_buf_addv(&b, dir);
	if (rv_name_number_of(rv_sv_slice(page->path, dir.n, page->path.n), &b))
		of = rv_names_page(names, rv_buf_sv(&b));
	rv_buf_release(&b);
	return of && page->title.n && rv_sv_eq(of->title, page->title) ? of
								       : NULL;
}

bool
rv_is_numbered_copy(const struct rv_names *names,
		    const struct rv_page_meta *page)
{
	return numbered(names, page) != NULL;
}

const char *
rv_copy_reason(const struct rv_names *names, const struct rv_page_meta *page,
	       struct rv_arena *arena)
{
	struct rv_sv dir = dir_of(page->path);
	struct rv_buf of = RV_BUF_INIT;
	const struct rv_page_meta *other;
	const char *why = NULL;

	if (rv_name_conflict_of(rv_sv_slice(page->path, dir.n, page->path.n),
				&of))
		why = rv_arena_printf(
			arena,
			_("a program that synchronises files left it beside "
			  "%s: merge the two and delete one"),
			of.p);
	else if ((other = numbered(names, page)) != NULL)
		why = rv_arena_printf(
			arena,
			_("it has the title of %.*s, as a copy has that a "
			  "program left which synchronises files: merge the "
			  "two, or name it otherwise"),
			RV_SV_ARG(other->path));
	rv_buf_release(&of);
	return why;
}

void
rv_beside_each(const struct rv_names *names, const struct rv_page_meta *page,
	       rv_beside_fn *fn, void *arg)
{
	struct rv_buf b = RV_BUF_INIT;
	const struct rv_page_meta *copy;
	struct rv_sv stem = page->path;

	twins_each(names, page, fn, arg);
	if (!rv_sv_ends(stem, RV_SV(".md")))
		return;
	stem.n -= 3;
	for (int i = 1; i <= RV_NAME_COPIES; i++)
		for (int paren = 0; paren < 2; paren++) {
			rv_buf_reset(&b);
			rv_buf_addf(&b, "%.*s %s%d%s.md", RV_SV_ARG(stem),
				    paren ? "(" : "", i, paren ? ")" : "");
			copy = rv_names_page(names, rv_buf_sv(&b));
			if (copy)
				fn(copy, arg);
		}
	rv_buf_release(&b);
}
