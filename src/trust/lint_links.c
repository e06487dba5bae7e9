/* SPDX-License-Identifier: MIT */
/* Links that lead nowhere. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/path.h"
#include "doc/mask.h"
#include "doc/slug.h"
#include "trust/lint_priv.h"

/* What a vault's own program makes of links. */
struct habits {
	struct rv_sv root; /* with a final slash, as paths of pages begin */
	bool by_name;	   /* a path may be the name alone (Obsidian) */
	bool free;	   /* a name needs no page (Logseq) */
};

bool
rv_lint_is_template(struct rv_sv path)
{
	static const char *const names[] = {"templates", "_templates",
					    "template"};
	struct rv_sv part;

	while (rv_sv_next_part(&path, '/', &part))
		for (size_t i = 0; path.n && i < ARRAY_LEN(names); i++)
			if (rv_sv_eq_ascii_nocase(part, rv_sv(names[i])))
				return true;
	return false;
}

static struct habits
habits_of(struct rv_lint *l, const char *root)
{
	const char *full = rv_path_join_in(l->arena, l->workspace, root);
	struct rv_sv all = rv_sv(full), inside;

	inside = rv_sv(rv_arena_printf(l->arena, "%s/", l->workspace));
	if (rv_sv_starts(all, inside))
		all = rv_sv_slice(all, inside.n, all.n);
	return (struct habits){
		.root = rv_sv(rv_arena_printf(l->arena, "%.*s/",
					      RV_SV_ARG(all))),
		.by_name = rv_path_is_dir(
			rv_path_join_in(l->arena, full, ".obsidian")),
		.free = rv_path_exists(rv_path_join_in(l->arena, full,
						       "logseq/config.edn")),
	};
}

static int
by_key(const void *a, const void *b)
{
	const struct rv_sv *x = a, *y = b;

	return rv_sv_cmp(*x, *y);
}

static bool
has_file(const struct rv_lint *l, struct rv_sv key)
{
	return l->n_files && bsearch(&key, l->files, l->n_files, sizeof(key),
				     by_key);
}

/* A page or an attachment of this name, wherever it lies. */
static bool
has_name(const struct rv_lint *l, struct rv_sv path)
{
	struct rv_buf key = RV_BUF_INIT;
	struct rv_sv slug = rv_slug_of_path(path);
	bool has;

	rv_name_key(slug, &key);
	has = rv_names_find(&l->names, slug, RV_NAME_ANY) ||
	      has_file(l, rv_buf_sv(&key));
	rv_buf_release(&key);
	return has;
}

static bool
has_path(const struct rv_lint *l, struct rv_sv target, bool by_name)
{
	const char *page = rv_arena_printf(l->arena, "%.*s.md",
					   RV_SV_ARG(target));

	return rv_names_find_path(&l->names, target) ||
	       rv_names_find_path(&l->names, rv_sv(page)) ||
	       rv_path_exists(rv_mask_join(l->arena, l->workspace, target)) ||
	       (by_name && has_name(l, target));
}

/* As it is written in the page, if the label says it. */
static struct rv_sv
as_written(const struct rv_page_link *link)
{
	struct rv_buf key = RV_BUF_INIT;
	bool same;

	rv_name_key(rv_slug_of_path(link->label), &key);
	same = rv_sv_eq(rv_buf_sv(&key), link->target);
	rv_buf_release(&key);
	return same ? link->label : link->target;
}

static void
check_link(struct rv_lint *l, const struct rv_page_link *link,
	   const struct habits *h)
{
	switch (link->kind) {
	case RV_PAGE_LINK_WIKI:
		if (!h->free && !has_file(l, link->target) &&
		    !rv_names_find(&l->names, link->target, RV_NAME_ANY))
			rv_lint_add(l, "link.broken", false, link->path,
				    link->line, _("[[%.*s]] names no page"),
				    RV_SV_ARG(as_written(link)));
		break;
	case RV_PAGE_LINK_FILE:
		if (!has_path(l, link->target, h->by_name))
			rv_lint_add(l, "link.broken", false, link->path,
				    link->line, _("there is no %.*s"),
				    RV_SV_ARG(link->target));
		break;
	case RV_PAGE_LINK_OUT:
		rv_lint_add(l, "link.outside", false, link->path, link->line,
			    _("%.*s leaves the workspace and is not followed"),
			    RV_SV_ARG(link->target));
		break;
	}
}

void
rv_lint_links(struct rv_lint *l, const struct rv_page_link *links, size_t n)
{
	static const struct habits none = {.by_name = false};
	struct habits *all = rv_arena_array(l->arena, struct habits,
					    l->n_roots + 1);

	for (size_t i = 0; i < l->n_roots; i++)
		all[i] = habits_of(l, l->roots[i]);
	if (l->n_files)
		qsort(l->files, l->n_files, sizeof(*l->files), by_key);
	for (size_t i = 0; i < n; i++) {
		const struct habits *h = &none;

		if (rv_lint_is_template(links[i].path))
			continue;
		for (size_t k = 0; k < l->n_roots; k++)
			if (rv_sv_starts(links[i].path, all[k].root))
				h = &all[k];
		check_link(l, &links[i], h);
	}
}
