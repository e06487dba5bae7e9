/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_PROMOTE_H
#define RV_TRUST_PROMOTE_H

/*
 * Promotion: from a raw thread, a research page, a note or a part of one to a
 * page that a person will vouch for.  Without a model nothing is rewritten:
 * whole paragraphs go under the heading of the same name in the target type,
 * what stands before the first heading (lines such as "Date: ..." aside) goes
 * under the type's first one, other headings are _pending_, and the source is
 * linked.  Where no heading fits, the first section is the page's beginning.
 * Relative links and images lead where they led.
 * An existing page is merged by heading: its text stays byte for byte,
 * paragraphs that it does not hold are appended.  Nothing here writes; the
 * result is shown, proposed and decided by the engine.
 *
 * A source is a path, PATH#HEADING (one section), or PATH:LINE (the paragraph
 * or list item at a line).
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/status.h"
#include "store/page_meta.h"
#include "trust/check.h"
#include "trust/names.h"
#include "trust/page_type.h"

enum rv_promote_to {
	RV_TO_RAW,
	RV_TO_CONCEPT,
	RV_TO_ENTITY,
	RV_TO_DECISION,
	RV_TO_MEMORY,
	RV_TO_N
};
const char *rv_promote_to_name(enum rv_promote_to t) RV_NONNULL;
enum rv_promote_to rv_promote_to_of(struct rv_sv name); /* RV_TO_N: none */

/* A page as another promotion of the same step will make it. */
struct rv_promote_mate {
	struct rv_page_meta meta;
	struct rv_sv bytes;
	struct rv_sv *stems; /* filled when they are asked for */
	size_t n_stems;
};
/* `path` and `bytes` are borrowed. */
void rv_promote_mate_make(struct rv_sv path, struct rv_sv bytes,
			  struct rv_arena *arena, struct rv_promote_mate *out);

struct rv_promote_in {
	struct rv_store *store;
	const char *workspace; /* absolute */
	const char *wiki, *raw, *memory; /* "wiki", "raw", "MEMORY.md" */
	int64_t now;
	struct rv_sv source; /* as above, relative to the workspace */
	struct rv_sv text;   /* bytes of the source's file */
	/* RV_TO_N: the wiki page whose headings take most of the source. */
	enum rv_promote_to to;
	struct rv_sv into; /* path or slug of the page to merge into, or "" */
	/* Of all pages of the index, when they are at hand; NULL: read them. */
	const struct rv_names *names;
	/* What the step writes before this one counts as written. */
	struct rv_promote_mate *mates;
	size_t n_mates;
};

struct rv_promotion {
	struct rv_sv source; /* path of the file */
	int line, last_line; /* of what was taken, 0: all */
	enum rv_promote_to to;
	struct rv_sv target, title;
	bool exists;
	struct rv_sv old; /* bytes of the target now; empty: none */
	struct rv_sv bytes; /* bytes it shall have */
	size_t moved;	    /* paragraphs that are new on the target */
	size_t known;	    /* paragraphs that it had already */
	struct rv_sv left;  /* headings that found no place, ", " between */
	struct rv_sv pending; /* headings that are _pending_ */
	/* What it contradicts and nobody settled: a page; empty: nothing. */
	struct rv_sv against;
	int64_t against_time; /* or RV_UNDATED */
	bool closed; /* it is the target itself, a decision that is closed */
	bool shut;   /* the target is closed, and no statement meets another */
	bool attest;	    /* attest.h: the page stays as it is */
	struct rv_sv stale; /* of those: why it was stale; empty: not known */
	const char *tier;   /* T0, T1, T2 */
	struct rv_sv tier_reason;
	struct rv_trust_check *checks;
	size_t n_checks;
	char taken[RV_SHA256_HEX]; /* of what the source gave, "": nothing */
};

/*
 * RV_E_NOTFOUND when the section or line is not there, RV_E_NO when the page
 * has everything already, RV_E_USAGE for a source that can't go there.
 */
rv_status rv_promote(const struct rv_promote_in *in, struct rv_arena *arena,
		     struct rv_promotion *out, struct rv_err *err)
	RV_MUST_CHECK;

/*
 * The same checks for bytes that a person edited: `out` has target, source, to
 * and bytes; checks, tier and tier_reason are made anew.
 */
rv_status rv_promote_check(const struct rv_promote_in *in,
			   struct rv_arena *arena, struct rv_promotion *out,
			   struct rv_err *err) RV_MUST_CHECK;

/*
 * `taken` of what the source says now: another one than at the promotion tells
 * that this part of it changed, or is gone; text around it does not count.
 */
void rv_promote_taken(const struct rv_promote_in *in, char out[RV_SHA256_HEX]);

/* The text of the source with its relative links as the target has them. */
struct rv_sv rv_promote_moved(const struct rv_promote_in *in,
			      struct rv_sv target, struct rv_arena *arena);

/* "a.md#X" and "a.md:12" without what stands behind the path. */
struct rv_sv rv_promote_path(struct rv_sv source);

#endif
