/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_FRONTMATTER_H
#define RV_DOC_FRONTMATTER_H

/*
 * A Markdown page: YAML frontmatter (doc/front.h; an unclosed one is body and is
 * flagged), and its sections by ATX or setext heading (md4c decides what is a
 * heading; code is not), and its links, found in the same run of md4c.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/yaml.h"
#include "doc/front.h"
#include "doc/wikilink.h"

struct rv_section {
	struct rv_sv heading; /* plain text, "" before the first heading */
	struct rv_sv body;
	int level; /* 0 before the first heading */
	int line;
};

struct rv_page_doc {
	struct rv_yaml *meta; /* NULL without (readable) frontmatter */
	bool meta_broken;     /* begun and not closed, not YAML, one line */
	struct rv_front front; /* where it stands, what is wrong with it */
	struct rv_sv body;
	struct rv_sv title; /* `name` or `title`, else the first heading */
	int64_t updated;    /* `updated`, else `date`, else RV_UNDATED */
	struct rv_section *sections;
	size_t n;
	struct rv_link *links; /* of the body, its first line is 1 */
	size_t n_links;
	bool links_cut; /* only those of its start, see rv_links_find */
};

void rv_page_parse(struct rv_sv text, struct rv_arena *arena,
		   struct rv_page_doc *out);

#endif
