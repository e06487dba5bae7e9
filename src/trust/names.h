/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_NAMES_H
#define RV_TRUST_NAMES_H

/*
 * Names of pages: which page a slug, a title or an alias means.  Compared by
 * rv_name_key, so case, NFD and punctuation do not matter.  Lives in the arena.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/page_meta.h"

enum { RV_NAME_SLUG = 1, RV_NAME_TITLE = 2, RV_NAME_ALIAS = 4,
       RV_NAME_ANY = 7 };

struct rv_name {
	struct rv_sv key;
	unsigned kind;
	size_t page; /* index of the pages given */
};

struct rv_names {
	const struct rv_page_meta *pages;
	size_t n_pages;
	struct rv_name *list; /* by key, kind, page */
	size_t n;
	uint32_t *runs; /* hash of a key: 1 + where its run begins; 0: none */
	size_t mask;
};

/* `pages` are by path and must outlive the names. */
void rv_names_build(const struct rv_page_meta *pages, size_t n,
		    struct rv_arena *arena, struct rv_names *out);
/*
 * The page of a name, or -1: of the kinds in `kinds`, a slug before a title
 * before an alias.  Wiki pages are preferred to raw and derived ones.
 */
ptrdiff_t rv_names_find(const struct rv_names *names, struct rv_sv name,
			unsigned kinds);
/* The same for what rv_name_key made of a name, as links have it. */
ptrdiff_t rv_names_find_key(const struct rv_names *names, struct rv_sv key,
			    unsigned kinds);
/* The run of entries with this key; NULL when there is none. */
const struct rv_name *rv_names_range(const struct rv_names *names,
				     struct rv_sv key, size_t *n);
/* The page that a path of a link means, or -1: this one, else one whose path
 * differs in case or in the form of its letters alone (a vault from a Mac has
 * decomposed names and composed links). */
ptrdiff_t rv_names_find_path(const struct rv_names *names, struct rv_sv path);
/* The page with exactly this path, or -1. */
ptrdiff_t rv_pages_find(const struct rv_page_meta *pages, size_t n,
			struct rv_sv path);

#endif
