/* SPDX-License-Identifier: MIT */
/* What is wrong with the pages: links and names, from the index. */
#include "config.h"

#include "trust/lint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/utf8.h"
#include "doc/mask.h"
#include "doc/redact.h"
#include "doc/slug.h"
#include "trust/copies.h"
#include "trust/lint_priv.h"
#include "trust/page_type.h"

void
rv_lint_add(struct rv_lint *l, const char *code, bool error,
	    struct rv_sv path, int64_t line, const char *fmt, ...)
{
	struct rv_buf b = RV_BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	rv_buf_vaddf(&b, fmt, ap);
	va_end(ap);
	rv_grow(&l->list, &l->cap, l->n_list + 1);
	l->list[l->n_list++] = (struct rv_finding){
		.code = code,
		.error = error,
		.path = rv_sv_dup_in(l->arena,
				     rv_mask_path(l->arena, path, NULL)),
		.line = line,
		.message = rv_sv_dup_in(
			l->arena, rv_redact_in(l->arena, rv_buf_sv(&b), NULL)),
	};
	rv_buf_release(&b);
}

static bool
is_typed(const struct rv_page_meta *m)
{
	return m->layer == RV_LAYER_WIKI && m->type.n;
}

/* Two pages behind one [[name]]. */
static void
check_names(struct rv_lint *l)
{
	size_t n;
	const struct rv_name *list = rv_names_sorted(&l->names, &n);

	for (size_t i = 1; i < n; i++) {
		const struct rv_page_meta *a = list[i - 1].page;
		const struct rv_page_meta *b = list[i].page;
		unsigned kinds = list[i - 1].kind | list[i].kind;

		if (a == b || !is_typed(a) ||
		    !is_typed(b) || !rv_sv_eq(list[i].key, list[i - 1].key))
			continue;
		if (kinds == RV_NAME_SLUG)
			rv_lint_add(l, "name.duplicate", true, b->path, 0,
				    _("%.*s has the same name; a [[link]] "
				      "would mean either"),
				    RV_SV_ARG(a->path));
		else if (kinds & RV_NAME_ALIAS)
			rv_lint_add(l, "name.alias", false, b->path, 0,
				    _("\"%.*s\" is a name of %.*s too"),
				    RV_SV_ARG(list[i].key),
				    RV_SV_ARG(a->path));
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct rv_finding *x = a, *y = b;
	int c = rv_sv_cmp(x->path, y->path);

	if (!c)
		c = (x->line > y->line) - (x->line < y->line);
	if (!c)
		c = strcmp(x->code, y->code);
	return c ? c : rv_sv_cmp(x->message, y->message);
}

static void
finish(struct rv_lint *l, struct rv_findings *out)
{
	if (l->n_list)
		qsort(l->list, l->n_list, sizeof(*l->list), by_place);
	out->items = rv_arena_array(l->arena, struct rv_finding,
				    l->n_list + 1);
	out->n = 0;
	for (size_t i = 0; i < l->n_list; i++)
		if (!out->n ||
		    by_place(&out->items[out->n - 1], &l->list[i]) != 0)
			out->items[out->n++] = l->list[i];
	free(l->list);
	free(l->files);
}

rv_status
rv_lint(struct rv_store *s, const char *workspace,
	const struct rv_roots *roots, struct rv_arena *arena,
	struct rv_findings *out, struct rv_err *err)
{
	struct rv_lint l = {.arena = arena, .workspace = workspace};
	struct rv_page_link *links;
	size_t n_links = 0;
	rv_status st = rv_page_meta_list(s, arena, &l.pages, &l.n, err);

	if (st == RV_OK)
		st = rv_page_links(s, RV_SV_NONE, arena, &links, &n_links,
				   err);
	if (st != RV_OK)
		return st;
	rv_names_build(l.pages, l.n, arena, &l.names);
	l.names.roots = *roots;
	/* first: links may lead to a file that is no page */
	for (size_t i = 0; i < roots->n; i++)
		rv_lint_files(&l, roots->list[i].dir);
	rv_lint_links(&l, links, n_links);
	check_names(&l);
	for (size_t i = 0; i < l.n; i++) {
		rv_lint_page(&l, &l.pages[i]);
		if (rv_is_numbered_copy(&l.names, &l.pages[i]))
			rv_lint_add(&l, "file.conflict", false,
				    l.pages[i].path, 0, "%s",
				    rv_copy_reason(&l.names, &l.pages[i],
						   arena));
	}
	finish(&l, out);
	return RV_OK;
}
