/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_TREE_H
#define RV_TRUST_TREE_H

/*
 * The layers as a list of files, each with what an operator has to know before
 * trusting it: age, size, trust, who links to it, whether it is stale or
 * contradicted, and why.  Read from the index, no file is opened.  A page's
 * time is what it says itself, never its mtime.
 *
 * Stale: a typed wiki page whose `updated` is over 90 days ago; a decision, or
 * a promoted page, whose last review is over 180 days ago (originals 5.5).
 * Contradicted: a page names another in `contradicts`; two canonical pages of
 * one type have one name; active research that links to a canonical page and
 * shares a theme is newer than the page's last review.  Not so where one of the
 * two names the other in `settled`: a person has decided.
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
	struct rv_sv contradiction; /* reason, or empty */
};

struct rv_tree {
	struct rv_page_meta *pages; /* by path */
	struct rv_tree_row *rows;   /* one a page, same order */
	size_t n;
	struct rv_names names; /* of the pages */
};

/* The list alone: no links, no contradictions, no names. */
rv_status rv_tree_list(struct rv_store *s, int64_t now, struct rv_arena *arena,
		       struct rv_tree *out, struct rv_err *err) RV_MUST_CHECK;
rv_status rv_tree_build(struct rv_store *s, int64_t now,
			struct rv_arena *arena, struct rv_tree *out,
			struct rv_err *err) RV_MUST_CHECK;

/* The reason why a page is stale at `now`, or empty; in the arena. */
struct rv_sv rv_stale_reason(const struct rv_page_meta *m, int64_t now,
			     struct rv_arena *arena);
/* Archived and superseded pages are out of use. */
bool rv_page_is_active(const struct rv_page_meta *m);

#endif
