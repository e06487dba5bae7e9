/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_NAMES_H
#define RV_TRUST_NAMES_H

/*
 * Names of pages: which page a slug, a title or an alias means.  Compared by
 * rv_name_key, so case, NFD and punctuation do not matter.  One page can come,
 * go or change its names without the others being looked at.  Everything lives
 * in the arena, what was taken out too; the pages are the owner's.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "store/page_meta.h"
#include "trust/roots.h"

enum { RV_NAME_SLUG = 1, RV_NAME_TITLE = 2, RV_NAME_ALIAS = 4,
       RV_NAME_ANY = 7 };

struct rv_name {
	struct rv_sv key;
	unsigned kind;
	const struct rv_page_meta *page;
};

/* All that have one key. */
struct rv_name_run {
	struct rv_sv key;
	struct rv_name *list; /* by kind, then path */
	uint32_t n, cap;
	void *user; /* the owner's, NULL at first */
};

struct rv_names {
	struct rv_arena *arena;
	const struct rv_page_meta **pages; /* by path */
	size_t n_pages, cap_pages;
	struct rv_name_run **runs; /* by the hash of the key */
	size_t n_runs, mask;
	struct rv_roots roots; /* the owner's; links are read by them */
};

void rv_names_init(struct rv_names *names, struct rv_arena *arena,
		   size_t n_pages);
/* `pages` are by path and must outlive the names. */
void rv_names_build(const struct rv_page_meta *pages, size_t n,
		    struct rv_arena *arena, struct rv_names *out);
/* A page whose path is not among them; one that is, by its names of now. */
void rv_names_add(struct rv_names *names, const struct rv_page_meta *page);
void rv_names_drop(struct rv_names *names, const struct rv_page_meta *page);
/*
 * The page at this address will say something else: what it is called now is
 * forgotten, and what it is called then is learned.
 */
void rv_names_forget(struct rv_names *names, const struct rv_page_meta *page);
void rv_names_learn(struct rv_names *names, const struct rv_page_meta *page);
/* Each name of a page; the key is borrowed for the call. */
typedef void rv_names_fn(struct rv_sv key, unsigned kind, void *arg);
void rv_names_each(const struct rv_page_meta *page, rv_names_fn *fn, void *arg);

/*
 * The page of a name, or NULL: of the kinds in `kinds`, a slug before a title
 * before an alias.  Wiki pages are preferred to raw and derived ones.
 */
const struct rv_page_meta *rv_names_find(const struct rv_names *names,
					 struct rv_sv name, unsigned kinds);
const struct rv_page_meta *rv_name_run_find(const struct rv_name_run *run,
					    unsigned kinds);
/* The run of entries with this key; NULL when there is none. */
const struct rv_name *rv_names_range(const struct rv_names *names,
				     struct rv_sv key, size_t *n);
/* The run of a key, made when there is none; it stays where it is. */
struct rv_name_run *rv_names_run(struct rv_names *names, struct rv_sv key)
	RV_NONNULL;
/* The page that a path of a link means, or NULL: this one, else one whose path
 * differs in case or in the form of its letters alone (a vault from a Mac has
 * decomposed names and composed links). */
const struct rv_page_meta *rv_names_find_path(const struct rv_names *names,
					      struct rv_sv path);
/* The page with exactly this path, or NULL. */
const struct rv_page_meta *rv_names_page(const struct rv_names *names,
					 struct rv_sv path);
/* Where a page of this path stands among the pages, or would. */
size_t rv_names_place(const struct rv_names *names, struct rv_sv path);
/* All names by key, kind and path, in the arena of the names. */
const struct rv_name *rv_names_sorted(const struct rv_names *names, size_t *n);

#endif
