/* SPDX-License-Identifier: MIT */
#ifndef RV_TRUST_MEANT_H
#define RV_TRUST_MEANT_H

/*
 * Which page a link means: one rule for the tree, for backlinks, for lint and
 * for whoever follows a link.
 *
 * [[a/name]] means the page whose path ends so; [[name]] the page of that name,
 * title or alias.  Of several the first by this order is meant: for a page of a
 * vault those of the same vault, then of the workspace; wiki before raw and
 * derived; its path before its title before an alias; for a page of the
 * workspace those that are in no vault; the path from the root, exactly; one in
 * the folder of the page that has the link; the shortest path.
 * "Other/name.md" is never meant by [[a/name]], nor a page elsewhere by a vault
 * of Obsidian or Logseq.
 *
 * `from` is the path of the page that has the link.
 */

#include "trust/names.h"

/* `key` is of rv_link_key. */
const struct rv_page_meta *rv_names_meant(const struct rv_names *names,
					  struct rv_sv from, struct rv_sv key);
/* Is there no choice, whatever page of the vault of `from` asks?  *page is the
 * only one, or NULL. */
bool rv_names_only(const struct rv_names *names, struct rv_sv from,
		   struct rv_sv key, const struct rv_page_meta **page);
/*
 * A Markdown link: the page at this path, with or without ".md", as ".html" or
 * by its directory; in a vault of Obsidian also the page that its path as
 * written means.
 */
const struct rv_page_meta *rv_names_meant_file(const struct rv_names *names,
					       struct rv_sv from,
					       struct rv_sv path);
/* The keys of all names that it could be found by. */
void rv_file_keys(struct rv_sv path, rv_names_fn *fn, void *arg);
/* The same as written there, "../a%20b.md#x", or of a [[link]]: whatever it
 * means, or NULL. */
const struct rv_page_meta *rv_names_follow(const struct rv_names *names,
					   struct rv_sv from,
					   struct rv_sv target, bool wiki);
/*
 * The pages that [[key]] could mean as well as the one that it means, that one
 * first: what decided was the length of the path alone.  *n is 0 where the link
 * is clear.
 */
void rv_names_rivals(const struct rv_names *names, struct rv_sv from,
		     struct rv_sv key, struct rv_arena *arena,
		     const struct rv_page_meta ***out, size_t *n);

/* Does a path end as the key of a link says?  What [[image.png]] names. */
bool rv_path_ends_as(struct rv_sv path, struct rv_sv key);

#endif
