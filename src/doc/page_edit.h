/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_PAGE_EDIT_H
#define RV_DOC_PAGE_EDIT_H

/*
 * Changes a Markdown page and leaves everything that was not touched as it was,
 * to the byte: frontmatter keeps its order, comments and quotes, sections their
 * spacing, lines their ends (CRLF where the page has it).  A page is its
 * frontmatter's lines and its sections in order; the edits are set and append.
 *
 *	rv_page_edit_init(&e, text, &arena);
 *	rv_page_edit_set(&e, "updated", RV_SV("2026-01-28"));
 *	rv_page_edit_append(&e, RV_SV("Sources"), RV_SV("- raw/x.md"));
 *	rv_page_edit_write(&e, &out);
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"
#include "doc/frontmatter.h"

/* How an empty section is written. */
#define RV_PENDING "_pending_"

struct rv_page_part; /* a section's own bytes */

struct rv_page_edit {
	struct rv_arena *arena;
	const char *eol;
	struct rv_sv before; /* a byte order mark, or empty */
	struct rv_sv meta;   /* lines between the fences, or empty */
	struct rv_sv open, close; /* the fences' lines; empty without */
	struct rv_page_part *parts;
	size_t n, cap;
};

/* The text is borrowed.  An unclosed frontmatter is body and can't be set:
 * see rv_page_edit_set. */
void rv_page_edit_init(struct rv_page_edit *e, struct rv_sv text,
		       struct rv_arena *arena);

/*
 * Sets a scalar or a list of frontmatter: `value` is YAML as it shall stand
 * behind "key: ".  An existing field keeps its place (a value over several
 * lines is replaced as a whole, a comment behind it stays); a new one is put at
 * the end; without frontmatter one is made.  Equal value: no byte changes.
 */
void rv_page_edit_set(struct rv_page_edit *e, const char *key,
		      struct rv_sv value);
/* One more item of a list, as rv_field_add says. */
void rv_page_edit_add(struct rv_page_edit *e, const char *key,
		      struct rv_sv item);
/* The raw text behind "key:" without blanks and comment around it; empty when
 * it is not there. */
struct rv_sv rv_page_edit_get(const struct rv_page_edit *e, const char *key);

/* Index of the first section with this heading (case and blanks do not
 * matter), or -1. */
ptrdiff_t rv_page_edit_find(const struct rv_page_edit *e,
			    struct rv_sv heading);
/* Its text without heading, trimmed; empty or RV_PENDING: nothing there. */
struct rv_sv rv_page_edit_body(const struct rv_page_edit *e, ptrdiff_t i);
size_t rv_page_edit_count(const struct rv_page_edit *e);
struct rv_sv rv_page_edit_heading(const struct rv_page_edit *e, ptrdiff_t i);

/*
 * Appends a block under a heading, behind what stands there and before its
 * sub-headings; takes the place of RV_PENDING.  A missing heading is added at
 * the end ("## heading").  `tight`: without a blank line between (list items).
 */
void rv_page_edit_append(struct rv_page_edit *e, struct rv_sv heading,
			 struct rv_sv block, bool tight);

void rv_page_edit_write(const struct rv_page_edit *e, struct rv_buf *out);

#endif
