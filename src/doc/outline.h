/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_OUTLINE_H
#define RV_DOC_OUTLINE_H

/* The headings of a Markdown text that cut it into sections, and its links, in
 * one run of md4c.  For doc/frontmatter. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"
#include "doc/wikilink.h"

struct rv__heading {
	struct rv_sv text;
	size_t from, to; /* its lines in the body, underline included */
	int level;
};

struct rv__outline {
	struct rv__heading *list; /* not those in quotes and lists */
	size_t n;
	struct rv_link *links; /* as rv_links_find gives them */
	size_t n_links;
	bool links_cut;
};

void rv__outline_read(struct rv_sv body, struct rv_arena *arena,
		      struct rv__outline *out);

#endif
