/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_PAGE_TYPE_H
#define RV_TRUST_PAGE_TYPE_H

/* The types of wiki pages (types.def), the themes, the levels of confidence. */

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

enum rv_page_type {
#define PAGE_TYPE(name, code, folder, prefix, canonical, sections) \
	RV_PAGE_##name,
#include "trust/types.def"
#undef PAGE_TYPE
	RV_PAGE_TYPE_N
};

struct rv_page_type_row {
	const char *code, *folder, *prefix, *sections;
	bool canonical;
};

const struct rv_page_type_row *rv_page_type_row(enum rv_page_type t)
	RV_NONNULL;
/* RV_PAGE_TYPE_N for a name that is none. */
enum rv_page_type rv_page_type_of(struct rv_sv code);
/* An empty type counts as research: pages of an imported vault have none. */
bool rv_page_is_canonical(struct rv_sv type);

/* Is it one of the nine themes, and where in their order (-1: no). */
int rv_theme_index(struct rv_sv theme);
#define RV_THEMES 9
const char *rv_theme_name(int i) RV_NONNULL;

/* C, I or A for CONFIRMED, INFERRED and AMBIGUOUS; ' ' for anything else. */
char rv_trust_letter(struct rv_sv confidence);

/* Does a list (newlines between) hold the item?  By name key. */
bool rv_list_has(struct rv_sv list, struct rv_sv item);

#endif
