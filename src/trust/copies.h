/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_COPIES_H
#define RV_TRUST_COPIES_H

/*
 * Files that stand beside another by accident: twins, whose paths differ in case
 * or in the form of their letters alone (elsewhere they are one file), and what
 * a program that synchronises files left of two versions.  Reasons are
 * sentences in the arena, or NULL.
 */

#include "trust/names.h"

const char *rv_twin_reason(const struct rv_names *names,
			   const struct rv_page_meta *page,
			   struct rv_arena *arena);
/* By its name; "Plan 2.md" is a copy where Plan.md has the same title. */
const char *rv_copy_reason(const struct rv_names *names,
			   const struct rv_page_meta *page,
			   struct rv_arena *arena);
/* Only because of its number: a guess, where the other is sure. */
bool rv_is_numbered_copy(const struct rv_names *names,
			 const struct rv_page_meta *page);

/* Each page whose reason may be another when this one comes, goes or is called
 * otherwise. */
typedef void rv_beside_fn(const struct rv_page_meta *other, void *arg);
void rv_beside_each(const struct rv_names *names,
		    const struct rv_page_meta *page, rv_beside_fn *fn,
		    void *arg);

#endif
