/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_PROMOTE_PRIV_H
#define RV_TRUST_PROMOTE_PRIV_H

/* What the files of promotion share. */

#include "doc/frontmatter.h"
#include "trust/names.h"
#include "trust/promote.h"

/* What one promotion takes at most. */
#define RV_PROMOTE_BYTES ((size_t)256 << 10)
#define RV_PROMOTE_BLOCKS 2000
#define RV_TARGET_BYTES ((size_t)1 << 20) /* of the page that it goes to */

/* A whole paragraph, list or code block, and the heading it stood under. */
struct rv_block {
	struct rv_sv text, heading;
	struct rv_sv before; /* the text with the links of the source, or "" */
	int line;
	bool lead; /* before any heading but the title */
};

struct rv_page_edit;

struct rv_promote_job {
	const struct rv_promote_in *in;
	struct rv_arena *arena;
	struct rv_promotion *out;
	struct rv_page_doc doc;	  /* the source */
	struct rv_page_meta meta; /* of the source */
	const struct rv_names *names; /* of all pages */
	struct rv_block *blocks;
	size_t n;
	size_t masked; /* secrets of the source that were masked */
};

/* promote_source.c: the blocks to move and a title. */
rv_status rv_promote_select(struct rv_promote_job *j, struct rv_err *err)
	RV_MUST_CHECK;
/* promote_target.c: target, exists and old of the result. */
rv_status rv_promote_resolve(struct rv_promote_job *j, struct rv_err *err)
	RV_MUST_CHECK;
/* promote_links.c: relative links of the blocks lead from the target where they
 * led from the source; what they lead to has to be there. */
void rv_promote_move_links(struct rv_promote_job *j);
/* promote_page.c: bytes, moved, known, left, pending. */
void rv_promote_compose(struct rv_promote_job *j);

/* promote_left.c: headings as a check names them. */
struct rv_headings {
	struct rv_sv first[12], last;
	size_t n; /* all of them */
};
void rv_headings_note(struct rv_headings *l, struct rv_sv name);
/* The first ones with commas between, then how many more. */
struct rv_sv rv_headings_text(struct rv_promote_job *j,
			      const struct rv_headings *l);
struct rv_sv rv_promote_first_heading(const char *sections);
/* The heading of the page that takes a block, or empty. */
struct rv_sv rv_promote_place(const struct rv_page_edit *e,
			      const char *sections, const struct rv_block *b);
/* pending and left of bytes that somebody else made. */
void rv_promote_note_pending(struct rv_promote_job *j);
void rv_promote_note_left(struct rv_promote_job *j);

/* promote_near.c: the piece of another canonical page, of the index or of the
 * same step, that has most of the words. */
#define RV_PROMOTE_SAME 0.6 /* such a share of them: it says it already */
struct rv_nearest {
	struct rv_sv path; /* empty: none */
	int64_t line;
	double share;
};
rv_status rv_promote_nearest(struct rv_promote_job *j, struct rv_nearest *out,
			     struct rv_err *err) RV_MUST_CHECK;

/* promote_mates.c: will the step replace this page? */
bool rv_mates_have(const struct rv_promote_in *in, struct rv_sv path);
/* The page of the step, but for `target`, that has a name with this key; or
 * NULL. */
const struct rv_page_meta *rv_mates_named(const struct rv_promote_in *in,
					  struct rv_sv key,
					  struct rv_sv target);

/* promote_checks.c: checks, tier; see promote_check_priv.h. */
rv_status rv_promote_run_checks(struct rv_promote_job *j, struct rv_err *err)
	RV_MUST_CHECK;

/* The page type behind a target of the wiki, RV_PAGE_TYPE_N for the others. */
enum rv_page_type rv_promote_type(enum rv_promote_to t);
/* The page to merge into, when one was named and is there; or NULL. */
const struct rv_page_meta *rv_promote_into(const struct rv_promote_job *j);
/* Blocks of the source whose headings a page of the type has, links aside. */
size_t rv_promote_fit(const struct rv_promote_job *j, enum rv_page_type type);
/* "2026-01-28" in the arena. */
struct rv_sv rv_day_in(struct rv_arena *arena, int64_t t);
/* Blocks of a section's body: parted by blank lines, code and lists whole. */
void rv_blocks_of(struct rv_sv body, struct rv_sv heading, bool lead, int line,
		  struct rv_block **list, size_t *n, size_t *cap);

#endif
