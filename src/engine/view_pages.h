/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_VIEW_PAGES_H
#define RV_ENGINE_VIEW_PAGES_H

/*
 * Views of the pages of a workspace: the tree of its layers, one page as it is
 * read, and the live checks beside them.  As everywhere in engine/view.h, rows
 * live in the arena that was given, but for tree rows, which are shared.
 */

#include "engine/view.h"

struct rv_view_tree_row {
	char letter; /* L R W D S; identity files are D */
	struct rv_sv path, title;
	struct rv_sv type, status; /* of a wiki page, or empty */
	int64_t bytes, tokens;
	int64_t updated; /* what the page says, or RV_UNDATED */
	/* What its age counts from: the same, or the time of the file where the
	 * page names only the day on which that was written. */
	int64_t aged;
	/* Time of the file when it was read, or RV_UNDATED: all that is known
	 * of the age of a page without a date. */
	int64_t written;
	char trust;	 /* C I A, or a blank */
	/* reasons, or empty */
	struct rv_sv stale, contradiction, same_name, twin, copy;
	struct rv_sv newer; /* page that made it stale, or empty */
	struct rv_sv proposal; /* open one that would change it, or empty */
	struct rv_sv feeds;    /* open one that is made of it, or empty */
	int64_t links, backlinks;
	bool unread;   /* binary or too big: only the size is known */
	bool broken;   /* its frontmatter is not readable */
	bool secret;   /* something in it was masked */
	bool waiting;  /* found and not read yet */
	bool identity; /* SOUL.md and the like */
};
struct rv_view_layers {
	struct rv_view_status status;
	/* By layer R W D S, then by path; most are shared with other answers
	 * and never change. */
	const struct rv_view_tree_row **rows;
	size_t n;
	int64_t stale, contradictions;
	int64_t waiting; /* pages that are not read yet */
	bool partial; /* links and contradictions are not in it: ask again */
};
/* Which row a page has, or -1. */
ptrdiff_t rv_view_layers_row(const struct rv_view_layers *v, struct rv_sv path);
/* How many rows the layer of this letter has. */
size_t rv_view_layers_count(const struct rv_view_layers *v, char letter);
/* `quick`: with many pages the first answer of a handle is partial. */
rv_status rv_view_layers(struct rv_engine *e, bool quick,
			 struct rv_arena *arena, struct rv_view_layers *out,
			 struct rv_err *err) RV_MUST_CHECK;

enum rv_view_md {
	RV_VIEW_HEADING,
	RV_VIEW_PARAGRAPH,
	RV_VIEW_ITEM,
	RV_VIEW_CODE,
	RV_VIEW_TABLE_HEAD,
	RV_VIEW_TABLE_ROW,
	RV_VIEW_RULE,
	RV_VIEW_HTML
};
enum { /* styles of a span, as bits */
	RV_VIEW_STRONG = 1,
	RV_VIEW_EMPH = 2,
	RV_VIEW_MONO = 4,
	RV_VIEW_STRIKE = 8,
	RV_VIEW_LINK = 16,
	RV_VIEW_IMAGE = 32
};
struct rv_view_span {
	struct rv_sv text;
	struct rv_sv target; /* of a link, as written */
	struct rv_sv opens;  /* path of the page behind it, or empty */
	unsigned style;
	int cell; /* column of a table row, 0 is the first */
	int align; /* of its column: 0 left, 1 middle, 2 right */
};
struct rv_view_md_line {
	enum rv_view_md kind;
	int level;  /* of a heading, 1 to 6 */
	int indent; /* nesting of lists, 0 outside */
	int quote;  /* nesting of quotes */
	struct rv_sv marker; /* of an item "-", "3.", "[x]"; of code: language */
	bool first; /* begins its block: the marker is drawn here */
	int line;   /* in the file, 1 is the first; 0 unknown */
	struct rv_view_span *spans;
	size_t n;
};
struct rv_view_field {
	struct rv_sv key, value; /* a list with ", " between */
};
struct rv_view_backlink {
	struct rv_sv path, title, label;
	struct rv_sv lines; /* of all its links to the page: "10, 13" */
};
#define RV_VIEW_ITEM_WARNINGS 3
struct rv_view_item {
	struct rv_view_tree_row row;
	struct rv_sv text; /* the whole file as it is */
	struct rv_view_field *fields; /* frontmatter in its order */
	size_t n_fields;
	struct rv_view_md_line *lines; /* the body, rendered */
	size_t n;
	struct rv_view_backlink *backlinks;
	size_t n_backlinks;
	struct rv_sv trouble; /* why there is nothing to see, or empty */
	/* What is wrong with its frontmatter and its name, each a sentence. */
	struct rv_sv warnings[RV_VIEW_ITEM_WARNINGS];
	size_t n_warnings;
};
/* RV_E_NOTFOUND, RV_E_DENIED (a link, or outside of the workspace). */
rv_status rv_view_item(struct rv_engine *e, struct rv_sv path,
		       struct rv_arena *arena, struct rv_view_item *out,
		       struct rv_err *err) RV_MUST_CHECK;

struct rv_view_live {
	struct rv_sv name, kind; /* "command", "file", "url" */
	struct rv_sv what;	 /* argv joined, path or URL */
	int64_t every;		 /* ms, 0: on request */
	struct rv_sv state;	 /* "ok", "failed", "timeout", "never" */
	struct rv_sv result;	 /* cleaned text, at most 64 KiB */
	int64_t time, age;	 /* of the result; RV_UNDATED and -1: never */
	int exit_code;
	bool late; /* older than `every` */
};
struct rv_view_lives {
	struct rv_view_live *items;
	size_t n;
};
rv_status rv_view_lives(struct rv_engine *e, struct rv_arena *arena,
			struct rv_view_lives *out, struct rv_err *err)
	RV_MUST_CHECK;

#endif
