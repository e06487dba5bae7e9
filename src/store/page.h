/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_PAGE_H
#define RV_STORE_PAGE_H

/*
 * Documents of the agent other than episodes: chapters of the story, pages of
 * the wiki, raw threads, daily notes and MEMORY.md, each cut into sections that
 * retrieval can return.  All rows of a file are replaced together.
 */

#include "base/arena.h"
#include "doc/tokens.h"
#include "store/store.h"

enum rv_layer {
	RV_LAYER_LIVE,
	RV_LAYER_RAW,
	RV_LAYER_WIKI,
	RV_LAYER_DERIVED,
	RV_LAYER_STORY
};
const char *rv_layer_name(enum rv_layer l) RV_NONNULL;
bool rv_layer_parse(struct rv_sv name, enum rv_layer *out);

struct rv_page {
	int64_t rowid;	   /* filled by readers */
	enum rv_layer layer;
	struct rv_sv path; /* relative to the workspace */
	int64_t line;
	struct rv_sv title, heading;
	struct rv_sv text; /* redacted */
	int64_t time;	   /* frontmatter's updated or date; RV_UNDATED */
	int64_t bytes;	   /* of the whole file */
	bool thin; /* too short to be a memory: found by search alone */
	struct rv_sv words; /* rv_page_words, or empty */
};

/* Cuts the words of a section before it goes to the store, which does it itself
 * otherwise: another thread may, with a tokeniser of its own. */
void rv_page_words(struct rv_tokens *t, struct rv_arena *arena,
		   struct rv_page *p);

/* Replaces the rows of `path` (n may be 0: the file is gone). */
rv_status rv_page_replace(struct rv_store *s, struct rv_sv path,
			  const struct rv_page *pages, size_t n,
			  struct rv_err *err) RV_MUST_CHECK;
rv_status rv_page_by_rowid(struct rv_store *s, int64_t rowid,
			   struct rv_arena *arena, struct rv_page *out,
			   struct rv_err *err) RV_MUST_CHECK;
/* One entry per file: files and bytes of a layer (episodes are not in it). */
struct rv_layer_count {
	int64_t files, bytes, sections;
	int64_t newest; /* time or RV_UNDATED */
};
rv_status rv_page_count(struct rv_store *s, enum rv_layer layer,
			struct rv_layer_count *out, struct rv_err *err)
	RV_MUST_CHECK;
/* Files of a layer whose newest time is this one, at most RV_PAGES_DATED, those
 * first that were indexed last. */
#define RV_PAGES_DATED 256
rv_status rv_page_dated(struct rv_store *s, enum rv_layer layer, int64_t time,
			struct rv_arena *arena, struct rv_sv **paths,
			size_t *n, struct rv_err *err) RV_MUST_CHECK;

#endif
