/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_MD_BLOCKS_H
#define RV_DOC_MD_BLOCKS_H

/*
 * Markdown as a flat list of lines that a screen can wrap and draw: headings,
 * paragraphs, list items, quotes, code, table rows, rules, each with styled
 * spans.  md4c (GitHub's dialect) decides what is what; [[slug]] and
 * [[slug|label]] are links too.  Raw HTML stays text.  Everything is in the
 * arena; texts are as written (not cleaned), entities decoded.  Any thread.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

enum rv_md_kind {
	RV_MD_HEADING,
	RV_MD_PARAGRAPH,
	RV_MD_ITEM,
	RV_MD_CODE,
	RV_MD_TABLE_HEAD,
	RV_MD_TABLE_ROW,
	RV_MD_RULE,
	RV_MD_HTML
};

enum { /* styles, as bits */
	RV_MD_STRONG = 1,
	RV_MD_EMPH = 2,
	RV_MD_MONO = 4,
	RV_MD_STRIKE = 8,
	RV_MD_LINK = 16,
	RV_MD_IMAGE = 32
};

enum rv_md_align { RV_MD_LEFT, RV_MD_CENTER, RV_MD_RIGHT };

struct rv_md_span {
	struct rv_sv text;
	struct rv_sv target; /* of a link: slug, path or URL */
	unsigned style;
	bool wiki; /* the target is a slug */
	int cell;  /* column of a table row, 0 is the first */
	enum rv_md_align align; /* of its column */
	int line;  /* in the text, 0 unknown */
};

struct rv_md_line {
	enum rv_md_kind kind;
	int level;  /* of a heading: 1 to 6 */
	int indent; /* nesting of lists: 0 outside */
	int quote;  /* nesting of quotes */
	struct rv_sv marker; /* of an item: "-", "3.", "[x]"; of code: language */
	bool first;	     /* begins its block: the marker is drawn here */
	int line;	     /* in the text, 1 is the first; 0 unknown */
	struct rv_md_span *spans;
	size_t n;
};

struct rv_md {
	struct rv_md_line *lines;
	size_t n;
	bool cut; /* the text was too big and only its start is here */
};

/* Texts over this many bytes, or lines of the result, are cut there. */
#define RV_MD_MAX ((size_t)16 << 20)
#define RV_MD_LINES ((size_t)200000)

void rv_md_parse(struct rv_sv text, struct rv_arena *arena, struct rv_md *out);

/* Plain text of a line: its spans, cells parted by " | ".  In the arena. */
struct rv_sv rv_md_plain(const struct rv_md_line *line, struct rv_arena *arena);

/* Does the line begin an item of a list ("- ", "3. ")? */
bool rv_md_is_item(struct rv_sv line);

#endif
