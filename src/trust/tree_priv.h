/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_TREE_PRIV_H
#define RV_TRUST_TREE_PRIV_H

/*
 * Who has to do with whom.  A page calls others by a name or by the path of a
 * file; a call knows which page it means now and which pages make it.  So when
 * a page comes, goes or is renamed, the calls by its names are asked again, and
 * only the pages at their ends see a change.
 */

#include "trust/tree.h"

struct rv_tree_page;

/* What a run of names is asked for: by its user (names.h). */
struct rv_tree_asker {
	struct rv_tree_call *call;
	struct rv_tree_asker *next;
};

/* Pages that make a call, each once, in no order. */
struct rv_tree_pages {
	struct rv_tree_page **list;
	uint32_t n, cap;
};

/*
 * One target, whoever names it.  Where it could mean several pages it is split:
 * one call for each folder that it is named in.
 */
struct rv_tree_call {
	struct rv_sv target; /* path of a file, or key of a [[link]] */
	struct rv_sv dir;    /* of the vault, or the folder; with its slash */
	bool file, by_dir, split;
	struct rv_tree_page *means;	    /* or NULL */
	struct rv_tree_call *next, **link;  /* of those that mean the same */
	struct rv_tree_pages from; /* by links */
	struct rv_tree_pages said; /* by `related` and `contradicts` */
};

struct rv_tree_link {
	struct rv_tree_call *call; /* NULL: it leads out */
	struct rv_sv label;
	int64_t line;
};

struct rv_tree_said {
	struct rv_tree_call **list;
	size_t n;
};

struct rv_tree_page {
	struct rv_tree_row row;
	struct rv_page_meta meta;
	struct rv_tree_link *links;
	size_t n_links;
	struct rv_tree_said related, contradicts; /* as they stand there */
	struct rv_tree_call *called; /* calls that mean it */
	unsigned themes;	     /* a bit each; UINT_MAX: not known yet */
	uint32_t mark;
	bool dirty, changed; /* changed: its own words */
};

/* Not of NULL. */
static inline struct rv_tree_page *
rv_tree_page_of(const struct rv_page_meta *meta)
{
	return (struct rv_tree_page *)((char *)(uintptr_t)meta -
				       offsetof(struct rv_tree_page, meta));
}

/* The row is to be made anew; again and again is once. */
void rv_tree_dirty(struct rv_tree *t, struct rv_tree_page *p);
/* The pages beside it that have its title, too, and its twins and copies. */
void rv_tree_dirty_beside(struct rv_tree *t, const struct rv_tree_page *p);

/* tree_links.c */
/* What the page calls others, from its row and its links.  Calls that are made
 * here mean nobody before they are asked. */
void rv_tree_call_out(struct rv_tree *t, struct rv_tree_page *p,
		      const struct rv_page_link *links, size_t n);
/* It calls nobody any more. */
void rv_tree_call_off(struct rv_tree *t, struct rv_tree_page *p);
/* Are these the links that it has? */
bool rv_tree_same_links(const struct rv_tree_page *p,
			const struct rv_page_link *links, size_t n);
/* All pages that it calls are dirty, and those that say its name. */
void rv_tree_dirty_near(struct rv_tree *t, struct rv_tree_page *p);
/* Asks the calls by the names of a page which page they mean; `paths`: those by
 * the path of a file, too. */
void rv_tree_ask_names(struct rv_tree *t, const struct rv_page_meta *page,
		       bool paths);
/* Those that a page makes. */
void rv_tree_ask_own(struct rv_tree *t, struct rv_tree_page *p);
void rv_tree_ask_all(struct rv_tree *t);

/* tree_marks.c: counts, age, contradiction.  Tells whether it differs. */
bool rv_tree_make_row(struct rv_tree *t, struct rv_tree_page *p,
		      struct rv_arena *scratch);

#endif
