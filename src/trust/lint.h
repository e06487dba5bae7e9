/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_LINT_H
#define RV_TRUST_LINT_H

/*
 * What is wrong with the pages, each with file, line and one sentence.  Plain
 * pages (without `type`, as an imported vault has them) are asked only for what
 * holds of any Markdown: readable frontmatter, links that lead somewhere.
 *
 * Codes: front.unclosed, front.yaml, file.cr, front.date, page.type, page.name,
 * page.themes, page.theme, section.empty, link.broken, link.ambiguous, link.outside,
 * name.duplicate, name.alias, name.collision, name.nfd, name.slug,
 * source.gone, file.conflict, file.unread, file.link.
 */

#include "base/arena.h"
#include "store/page_meta.h"
#include "trust/roots.h"

struct rv_finding {
	const char *code;
	struct rv_sv path;
	int64_t line; /* 0: of the whole file */
	struct rv_sv message;
	bool error; /* else a warning */
};

struct rv_findings {
	struct rv_finding *items; /* by path, line, code */
	size_t n;
};

/* The files of the roots are looked at for links and conflicts. */
rv_status rv_lint(struct rv_store *s, const char *workspace,
		  const struct rv_roots *roots, struct rv_arena *arena,
		  struct rv_findings *out, struct rv_err *err) RV_MUST_CHECK;

#endif
