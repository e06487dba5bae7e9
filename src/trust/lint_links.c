/* SPDX-License-Identifier: MIT */
/* Links that lead nowhere. */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/path.h"
#include "doc/mask.h"
#include "doc/slug.h"
#include "trust/lint_priv.h"
#include "trust/meant.h"

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

static int
by_key(const void *a, const void *b)
{
	const struct rv_lint_file *x = a, *y = b;
	int c = rv_sv_cmp(x->key, y->key);

	return c ? c : rv_sv_cmp(x->path, y->path);
}

/* An attachment whose path ends as the link says. */
static bool
has_file(const struct rv_lint *l, struct rv_sv key)
{
	struct rv_sv last = rv_link_key_last(key);
	size_t lo = 0, hi = l->n_files;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (rv_sv_cmp(l->files[mid].key, last) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < l->n_files && rv_sv_eq(l->files[lo].key, last); lo++)
		if (last.n == key.n || rv_path_ends_as(l->files[lo].path, key))
			return true;
	return false;
}

static bool
has_path(const struct rv_lint *l, const struct rv_page_link *link,
	 const struct rv_root *root)
{
	struct rv_buf key = RV_BUF_INIT;
	bool has = rv_names_meant_file(&l->names, link->path, link->target) ||
		   rv_path_exists(rv_mask_join(l->arena, l->workspace,
					       link->target));

	if (!has && root && root->by_name) {
		rv_slug_key(link->target, &key);
		has = has_file(l, rv_buf_sv(&key));
	}
	rv_buf_release(&key);
	return has;
}

/* As it is written in the page, if the label says it. */
static struct rv_sv
as_written(const struct rv_page_link *link)
{
	struct rv_buf key = RV_BUF_INIT;
	bool same;

	rv_link_key(link->label, &key);
	same = rv_sv_eq(rv_buf_sv(&key), link->target);
	rv_buf_release(&key);
	return same ? link->label : link->target;
}

static void
check_name(struct rv_lint *l, const struct rv_page_link *link,
	   const struct rv_root *root)
{
	const struct rv_page_meta **list;
	struct rv_buf others = RV_BUF_INIT;
	size_t n;

	if (!rv_names_meant(&l->names, link->path, link->target)) {
		if (!(root && root->free) && !has_file(l, link->target))
			rv_lint_add(l, "link.broken", false, link->path,
				    link->line, _("[[%.*s]] names no page"),
				    RV_SV_ARG(as_written(link)));
		return;
	}
	rv_names_rivals(&l->names, link->path, link->target, l->arena, &list,
			&n);
	for (size_t i = 1; i < n; i++)
		rv_buf_addf(&others, "%s%.*s", i > 1 ? ", " : "",
			    RV_SV_ARG(list[i]->path));
	if (n)
		rv_lint_add(l, "link.ambiguous", false, link->path, link->line,
			    _("[[%.*s]] could mean %.*s as well as %s; the "
			      "first is taken, more of the path would say it"),
			    RV_SV_ARG(as_written(link)),
			    RV_SV_ARG(list[0]->path), others.p);
	rv_buf_release(&others);
}

static void
check_link(struct rv_lint *l, const struct rv_page_link *link)
{
	const struct rv_root *root = rv_root_of(&l->names.roots, link->path);

	switch (link->kind) {
	case RV_PAGE_LINK_WIKI:
		check_name(l, link, root);
		break;
	case RV_PAGE_LINK_FILE:
		if (!has_path(l, link, root))
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
	if (l->n_files)
		qsort(l->files, l->n_files, sizeof(*l->files), by_key);
	for (size_t i = 0; i < n; i++)
		if (!rv_lint_is_template(links[i].path))
			check_link(l, &links[i]);
}
