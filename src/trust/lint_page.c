/* SPDX-License-Identifier: MIT */
/* Frontmatter and sections of one page. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/frontmatter.h"
#include "doc/page_edit.h"
#include "doc/slug.h"
#include "trust/lint_priv.h"
#include "trust/page_type.h"
#include "trust/read_page.h"

static void
check_dates(struct rv_lint *l, const struct rv_page_meta *m,
	    const struct rv_page_doc *doc)
{
	static const char *const keys[] = {"updated", "date",
					   "last_reviewed_at",
					   "last_reviewed"};

	for (size_t i = 0; doc->meta && i < ARRAY_LEN(keys); i++) {
		const struct rv_yaml *node = rv_yaml_get(doc->meta, keys[i]);
		struct rv_sv v = rv_sv_trim(rv_yaml_sv(node));
		int64_t t;

		if (v.n && !rv_time_parse(v, &t))
			rv_lint_add(l, "front.date", true, m->path,
				    node->line,
				    _("%s: \"%.*s\" is no date; write it as "
				      "2026-01-28"),
				    keys[i], (int)RV_MIN(v.n, 40), v.p);
	}
}

static void
check_canonical(struct rv_lint *l, const struct rv_page_meta *m,
		const struct rv_page_doc *doc)
{
	struct rv_sv rest = m->themes, one;

	if (!rv_yaml_sv(doc->meta ? rv_yaml_get(doc->meta, "name") : NULL).n)
		rv_lint_add(l, "page.name", false, m->path, 1,
			    _("the frontmatter has no name"));
	if (!m->themes.n)
		rv_lint_add(l, "page.themes", false, m->path, 1,
			    _("the frontmatter has no themes"));
	while (rv_sv_next_line(&rest, &one))
		if (rv_theme_index(one) < 0)
			rv_lint_add(l, "page.theme", false, m->path, 1,
				    _("\"%.*s\" is none of the nine themes"),
				    RV_SV_ARG(one));
	for (size_t i = 0; i < doc->n; i++) {
		const struct rv_section *s = &doc->sections[i];
		bool parent = i + 1 < doc->n && s[1].level > s->level;

		if (s->level > 1 && !parent &&
		    (!s->body.n || rv_sv_is(s->body, RV_PENDING)))
			rv_lint_add(l, "section.empty", false, m->path,
				    s->line, _("\"%.*s\" is empty"),
				    RV_SV_ARG(s->heading));
	}
}

/* A page in a folder of canonical pages that does not say what it is. */
static bool
lacks_type(const struct rv_page_meta *m)
{
	for (int t = 0; t < RV_PAGE_TYPE_N; t++) {
		const struct rv_page_type_row *row =
			rv_page_type_row((enum rv_page_type)t);
		struct rv_buf b = RV_BUF_INIT;
		bool here;

		rv_buf_addf(&b, "wiki/%s/", row->folder);
		here = row->canonical &&
		       rv_sv_starts(m->path, rv_buf_sv(&b));
		rv_buf_release(&b);
		if (here)
			return !m->type.n;
	}
	return false;
}

static void
look_inside(struct rv_lint *l, const struct rv_page_meta *m)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_page_doc doc;

	if (rv_path_read(rv_path_join_in(l->arena, l->workspace,
					 rv_sv_cstr_in(l->arena, m->path)),
			 RV_PAGE_MAX, &text, NULL) != RV_OK) {
		rv_buf_release(&text); /* gone since it was indexed */
		return;
	}
	rv_page_parse(rv_sv_dup_in(l->arena, rv_buf_sv(&text)), l->arena, &doc);
	rv_buf_release(&text);
	if (doc.meta_broken)
		rv_lint_add(l, doc.front.state == RV_FRONT_UNCLOSED
				       ? "front.unclosed"
				       : "front.yaml",
			    true, m->path, doc.front.line, "%.*s",
			    RV_SV_ARG(doc.front.why));
	check_dates(l, m, &doc);
	if (rv_page_is_canonical(m->type))
		check_canonical(l, m, &doc);
}

void
rv_lint_page(struct rv_lint *l, const struct rv_page_meta *m)
{
	bool canonical = m->layer == RV_LAYER_WIKI &&
			 rv_page_is_canonical(m->type);

	if (m->flags & RV_META_UNREAD) {
		rv_lint_add(l, "file.unread", false, m->path, 0,
			    _("it is binary or over %d MB and was not read"),
			    (int)(RV_PAGE_MAX >> 20));
		return;
	}
	if (m->layer == RV_LAYER_WIKI && m->type.n &&
	    rv_page_type_of(m->type) == RV_PAGE_TYPE_N)
		rv_lint_add(l, "page.type", false, m->path, 1,
			    _("\"%.*s\" is no type of page"),
			    RV_SV_ARG(m->type));
	if (lacks_type(m) && !(m->flags & RV_META_BROKEN))
		rv_lint_add(l, "page.type", false, m->path, 1,
			    _("the frontmatter has no type"));
	if (canonical && rv_slug_repeats(rv_slug_of_path(m->path)))
		rv_lint_add(l, "name.slug", false, m->path, 0,
			    _("its name holds a word twice"));
	if (canonical || m->flags & (RV_META_BROKEN | RV_META_BAD_DATE))
		look_inside(l, m);
}
