/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_TREE_H
#define RV_TRUST_TREE_H

/*
 * The layers as a list of files, each with what an operator has to know before
 * trusting it: age, size, trust, who links to it, whether it is stale,
 * contradicted or not alone with its name, and why.  Read from the index, no
 * file is opened.  A page's time is what it says itself, never its mtime.
 *
 * Stale: a typed wiki page whose `updated` is over 90 days ago; a decision, or
 * a promoted page, whose last review is over 180 days ago (originals 5.5); a
 * canonical page whose last review is older than active research that links to
 * it and shares a theme.  Contradicted: a page names another in `contradicts`.
 * Same name: two canonical pages of one type have it.  None of the last three
 * where one of the two names the other in `settled`: a person has decided.
 *
 * Twins and copies: copies.h.
 *
 * A tree that was built follows the index (rv_tree_follow): only the pages that
 * changed are read, and only the rows that see a change are made anew.  The
 * same rows come out as of a tree that is built from nothing.
 */

#include "base/arena.h"
#include "store/page_meta.h"
#include "trust/names.h"

#define RV_STALE_DAYS 90
#define RV_REVIEW_DAYS 180

struct rv_tree_row {
	const struct rv_page_meta *meta;
	char letter;	 /* C I A, or blank */
	int64_t links;	 /* to other pages */
	int64_t backlinks; /* pages that link here */
	struct rv_sv stale;	    /* reason, or empty */
	struct rv_sv newer;	    /* the page that made it stale, or empty */
	struct rv_sv contradiction; /* reason, or empty */
	struct rv_sv same_name;	    /* reason, or empty */
	struct rv_sv twin, copy;    /* copies.h: reasons, or empty */
	const void *shown; /* the owner's; NULL again when the row changed */
	bool gone;	   /* of the news: the page was taken out */
};

struct rv_tree {
	struct rv_arena *arena;
	struct rv_tree_row **rows; /* by path */
	size_t n, cap;
	struct rv_names names; /* of the pages, in the same order */
	struct rv_tree_row **news; /* rows that the last look changed, or all */
	size_t n_news, cap_news;
	struct rv_tree_call **calls; /* tree_links.c: what links name */
	size_t n_calls, mask;
	int64_t seq, now; /* of the index; of the ages */
	uint32_t mark;
};

/* The list alone: no links, no contradictions, no names. */
rv_status rv_tree_list(struct rv_store *s, int64_t now, struct rv_arena *arena,
		       struct rv_tree *out, struct rv_err *err) RV_MUST_CHECK;
/* All is news.  The roots (NULL: none is a vault) live as long as the tree. */
rv_status rv_tree_build(struct rv_store *s, int64_t now,
			const struct rv_roots *roots, struct rv_arena *arena,
			struct rv_tree *out, struct rv_err *err) RV_MUST_CHECK;
/*
 * Brings a tree that was built up to the index and to `now`; its news are what
 * that changed.  *again: too much changed, build it anew.  After an error, too.
 */
rv_status rv_tree_follow(struct rv_tree *t, struct rv_store *s, int64_t now,
			 bool *again, struct rv_err *err) RV_MUST_CHECK;

/* The row of a page of the tree. */
struct rv_tree_row *rv_tree_row_of(const struct rv_page_meta *page);
/* A link to a page, as the page that has it wrote it. */
struct rv_tree_back {
	const struct rv_page_meta *from;
	struct rv_sv label;
	int64_t line;
};
/* Of all pages but itself, by path and line, in the arena. */
void rv_tree_backlinks(struct rv_tree *t, const struct rv_page_meta *page,
		       struct rv_arena *arena, struct rv_tree_back **out,
		       size_t *n);

/* The reason why a page is stale at `now`, or empty; in the arena. */
struct rv_sv rv_stale_reason(const struct rv_page_meta *m, int64_t now,
			     struct rv_arena *arena);
/* Archived and superseded pages are out of use. */
bool rv_page_is_active(const struct rv_page_meta *m);

#endif
