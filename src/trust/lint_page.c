/* SPDX-License-Identifier: MIT */
/* Frontmatter and sections of one page. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/frontmatter.h"
#include "doc/mask.h"
#include "doc/md_blocks.h"
#include "doc/page_edit.h"
#include "doc/slug.h"
#include "trust/lint_priv.h"
#include "trust/page_type.h"
#include "trust/promote.h"
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
			/* other programs write other dates */
			rv_lint_add(l, "front.date",
				    rv_page_type_of(m->type) != RV_PAGE_TYPE_N,
				    m->path, node->line,
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

/* Below the workspace, or below a folder that the page is in: a vault's own
 * pages name their sources from its top. */
static bool
source_exists(struct rv_lint *l, struct rv_sv page, struct rv_sv source)
{
	struct rv_sv dir = page;
	const char *rel = rv_sv_cstr_in(l->arena, source);

	if (rv_names_page(&l->names, source) ||
	    rv_path_exists(rv_path_join_in(l->arena, l->workspace, rel)))
		return true;
	while (dir.n) {
		const char *base;

		while (dir.n && dir.p[dir.n - 1] != '/')
			dir.n--;
		base = rv_path_join_in(l->arena, l->workspace,
				       rv_sv_cstr_in(l->arena, dir));
		if (rv_path_exists(rv_path_join_in(l->arena, base, rel)))
			return true;
		dir.n -= dir.n > 0;
	}
	return false;
}

/* A path of a page, as promotion writes it; anything else is somebody's words:
 * a title, an address, a [[link]], which is looked at as a link. */
static void
check_source(struct rv_lint *l, const struct rv_page_meta *m, int line,
	     struct rv_sv text)
{
	struct rv_sv path = rv_promote_path(rv_sv_trim(text));

	if (path.n > 1 && path.p[0] == '`' && path.p[path.n - 1] == '`')
		path = rv_sv_slice(path, 1, path.n - 1);
	if (!rv_sv_ends(path, RV_SV(".md")) ||
	    rv_sv_find_char(path, '/') < 1 || rv_sv_has(path, RV_SV("..")) ||
	    rv_sv_has(path, RV_SV("://")) || rv_sv_find_char(path, '[') >= 0 ||
	    rv_sv_find_char(path, ' ') >= 0)
		return;
	if (!source_exists(l, m->path, path))
		rv_lint_add(l, "source.gone", false, m->path, line,
			    _("its source %.*s is gone"), RV_SV_ARG(path));
}

/* What the frontmatter names, and the list under "Sources". */
static void
check_sources(struct rv_lint *l, const struct rv_page_meta *m,
	      const struct rv_page_doc *doc, struct rv_sv text)
{
	const struct rv_yaml *node =
		doc->meta ? rv_yaml_get(doc->meta, "source") : NULL;
	struct rv_sv rest = m->source, line;

	while (node && rv_sv_next_line(&rest, &line))
		check_source(l, m, node->line, line);
	for (size_t i = 0; i < doc->n; i++) {
		const struct rv_section *s = &doc->sections[i];
		int number = 1;

		if (!rv_sv_eq_ascii_nocase(s->heading, RV_SV("Sources")) ||
		    !s->body.n)
			continue;
		for (const char *p = text.p; p < s->body.p; p++)
			number += *p == '\n';
		for (rest = s->body; rv_sv_next_line(&rest, &line); number++) {
			line = rv_sv_trim(line);
			if (rv_sv_starts(line, RV_SV("- ")))
				check_source(l, m, number,
					     rv_sv_slice(line, 2, line.n));
		}
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
	static const char *const codes[] = {
		[RV_FRONT_UNCLOSED] = "front.unclosed",
		[RV_FRONT_REFUSED] = "front.yaml",
		[RV_FRONT_CR] = "file.cr",
	};
	struct rv_buf bytes = RV_BUF_INIT;
	struct rv_sv text;
	struct rv_page_doc doc;

	if (rv_path_read(rv_mask_join(l->arena, l->workspace, m->path),
			 RV_PAGE_MAX, &bytes, NULL) != RV_OK) {
		rv_buf_release(&bytes); /* gone since it was indexed */
		return;
	}
	text = rv_buf_detach_in(l->arena, &bytes);
	rv_page_parse(text, l->arena, &doc);
	if (doc.meta_broken)
		rv_lint_add(l, codes[doc.front.state], true, m->path,
			    doc.front.line, "%.*s", RV_SV_ARG(doc.front.why));
	check_dates(l, m, &doc);
	check_sources(l, m, &doc, text);
	if (rv_page_is_canonical(m->type))
		check_canonical(l, m, &doc);
}

void
rv_lint_page(struct rv_lint *l, const struct rv_page_meta *m)
{
	bool typed = m->layer == RV_LAYER_WIKI && m->type.n;
	bool canonical = typed && rv_page_is_canonical(m->type);

	if (m->flags & RV_META_UNREAD) {
		rv_lint_add(l, "file.unread", false, m->path, 0,
			    _("it is binary or over %d MB and was not read"),
			    (int)(RV_PAGE_MAX >> 20));
		return;
	}
	if (m->flags & RV_META_LONG)
		rv_lint_add(l, "file.long", false, m->path, 0,
			    _("it has over %d paragraphs: links behind them "
			      "were not read"),
			    (int)RV_MD_LINES);
	if (rv_lint_is_template(m->path))
		return;
	/* a vault has types of its own */
	if (typed && rv_sv_starts(m->path, RV_SV("wiki/")) &&
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
	if (typed || m->flags & (RV_META_BROKEN | RV_META_BAD_DATE))
		look_inside(l, m);
}
