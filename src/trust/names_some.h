/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_NAMES_SOME_H
#define RV_TRUST_NAMES_SOME_H

/*
 * The names that a few checks ask about, without reading those of all pages:
 * who has a name of these pages, or one that they contradict; who contradicts
 * anything; the pages at these paths.  Of many pages this takes a twentieth of
 * the time of all names; for a few dozens all of them are quicker.
 */

#include "trust/names.h"

struct rv_store;

struct rv_names_asked {
	const struct rv_page_meta *const *pages;
	size_t n_pages;
	const struct rv_sv *paths;
	size_t n_paths;
};
rv_status rv_names_some(struct rv_store *store,
			const struct rv_names_asked *asked,
			struct rv_arena *arena, struct rv_names *out,
			struct rv_err *err) RV_MUST_CHECK;

#endif
