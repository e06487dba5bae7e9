/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_LINT_PRIV_H
#define RV_TRUST_LINT_PRIV_H

/* What the files of lint share. */

#include "trust/lint.h"
#include "trust/names.h"

struct rv_lint_file {
	struct rv_sv key, path; /* of its name */
};

struct rv_lint {
	struct rv_arena *arena;
	const char *workspace;
	struct rv_page_meta *pages;
	size_t n;
	struct rv_names names;
	struct rv_lint_file *files; /* that are no pages; by key */
	size_t n_files, cap_files;
	struct rv_finding *list;
	size_t n_list, cap;
};

void rv_lint_add(struct rv_lint *l, const char *code, bool error,
		 struct rv_sv path, int64_t line, const char *fmt, ...)
	RV_PRINTF(6, 7);

/* lint_page.c: frontmatter and sections of one page, read from its file. */
void rv_lint_page(struct rv_lint *l, const struct rv_page_meta *m);
/* lint_links.c: what leads nowhere, by the habits of the vault it stands in. */
void rv_lint_links(struct rv_lint *l, const struct rv_page_link *links,
		   size_t n);
/* A page of a folder of templates: its fields and links are to be filled in. */
bool rv_lint_is_template(struct rv_sv path);
/* lint_files.c: names, links of the file system, leftovers of others. */
void rv_lint_files(struct rv_lint *l, const char *root);

#endif
