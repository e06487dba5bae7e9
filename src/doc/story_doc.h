/* SPDX-License-Identifier: MIT */
#ifndef RV_DOC_STORY_DOC_H
#define RV_DOC_STORY_DOC_H

/*
 * STORY.md as a document: the anchor comment
 *
 *	<!-- LAST_PROCESSED: 2026-01-28T13:45:00.000Z -->
 *
 * and chapters under "### [YYYY-MM-DD HH:MM] title".  A reader accepts the
 * anchor at any position and headings of two or three # with a date, a date
 * and time, or a range; text before the first chapter is kept as a chapter
 * without time and title.  A writer puts one anchor on line 1, a blank line,
 * then the trimmed text, without a final newline (the originals' form).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

struct rv_chapter {
	int64_t time;	    /* of the heading, RV_UNDATED without one */
	bool clock;	    /* the heading has hours and minutes */
	struct rv_sv title; /* behind the bracket, trimmed */
	struct rv_sv heading; /* the whole line */
	struct rv_sv body;  /* behind the heading line, trimmed */
	size_t offset, end; /* bytes in the document, heading included */
	int line;	    /* 1 is the first */
	size_t words;	    /* of title and body */
};

struct rv_story_doc {
	struct rv_sv text;  /* the whole document, borrowed */
	int anchors;	    /* how many comments of the anchor's form */
	int64_t anchor;	    /* first one that parses, else RV_UNDATED */
	bool anchor_bare;   /* the one that counts has no zone: UTC */
	bool anchor_broken; /* there is one whose time does not parse */
	struct rv_chapter *chapters;
	size_t n;
	size_t words;	    /* anchor and dates of headings not counted */
};

/* Is this line (without newline) the heading of a chapter?  Then fills time,
 * clock, title and heading.  "### [undated] title" is one; a date that is in no
 * calendar makes one without time. */
bool rv_story_heading(struct rv_sv line, struct rv_chapter *out);
/* Words of plain text: runs between white space. */
size_t rv_story_words(struct rv_sv text);

void rv_story_parse(struct rv_sv text, struct rv_arena *arena,
		    struct rv_story_doc *out);
/* When the episodes end that chapter i was told from: at the next chapter by
 * time, behind the anchor for the last one; INT64_MAX without an anchor, and
 * RV_UNDATED (never) for a chapter without a time. */
int64_t rv_story_chapter_end(const struct rv_story_doc *doc, size_t i);
/* Appends the text without any anchor comment (and the newlines behind one). */
void rv_story_strip_anchor(struct rv_sv text, struct rv_buf *out);
/* Appends the text with "<!-- LAST_PROCESSED:" as "<!- LAST_PROCESSED:", so that
 * words which somebody said are never an anchor. */
void rv_story_defuse(struct rv_sv text, struct rv_buf *out);
/* Appends the written form: anchor (none when RV_UNDATED), blank line, text. */
void rv_story_write(struct rv_sv text, int64_t anchor, struct rv_buf *out);

#endif
