/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_WIKILINK_H
#define RV_DOC_WIKILINK_H

/*
 * Links between pages: [[slug]], [[slug|label]], [[slug#heading]] and Markdown
 * links with a relative path.  Code is not searched.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

struct rv_wikilink {
	struct rv_sv slug;  /* trimmed, without "#heading" */
	struct rv_sv label; /* the label, else the slug as written */
	size_t from, to;    /* bytes of the whole, brackets included */
};

/* Next [[...]] in running text from *at on; false when there is none. */
bool rv_wikilink_next(struct rv_sv text, size_t *at, struct rv_wikilink *out);

/* "./page" and "../page": of the folder of the page that says it. */
bool rv_wikilink_is_path(struct rv_sv target);

/* What "[[page|label]]" in the place of a name or of an address names; other
 * text stays. */
struct rv_sv rv_wikilink_in(struct rv_sv target);

enum rv_link_kind {
	RV_LINK_WIKI,	/* target is a slug */
	RV_LINK_FILE,	/* target is a relative path as written, decoded */
	RV_LINK_SITE,	/* begins with "/": of a web site, not of the disk */
	RV_LINK_OUTSIDE /* has a scheme, or is an anchor of the same page */
};

struct rv_link {
	enum rv_link_kind kind;
	struct rv_sv target, label;
	int line;
};

/* All links of a page's Markdown, in order; images are links too.  False when
 * it is so long that only those of its start are there (RV_MD_LINES). */
bool rv_links_find(struct rv_sv text, struct rv_arena *arena,
		   struct rv_link **out, size_t *n);

/* The same of what md4c was heard to say; false: it was cut. */
struct rv_md;
bool rv__links_of(const struct rv_md *md, struct rv_arena *arena,
		  struct rv_link **out, size_t *n);

/* The path of a Markdown target: without query and anchor, %20 decoded. */
struct rv_sv rv_link_path(struct rv_sv target, struct rv_arena *arena);

/*
 * Appends the path that a relative target means in the directory of `page`
 * (a path with '/'), "." and ".." resolved.  False when it leaves the root.
 */
bool rv_link_resolve(struct rv_sv page, struct rv_sv target,
		     struct rv_buf *out);

#endif
