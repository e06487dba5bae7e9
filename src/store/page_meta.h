/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_PAGE_META_H
#define RV_STORE_PAGE_META_H

/*
 * One row a file of raw, wiki and derived memory: what its frontmatter says,
 * its size, and its links.  Lists are one text with a newline between the
 * items.  Filled by rv_engine_sync, read by the tree of the layers, by
 * promotion and by lint.
 */

#include "base/arena.h"
#include "store/page.h"
#include "store/store.h"

enum { /* flags, as bits */
	RV_META_BROKEN = 1,   /* frontmatter begun and not closed, or no YAML */
	RV_META_FRONT = 2,    /* has frontmatter */
	RV_META_UNREAD = 4,   /* too big or binary: only its size is known */
	RV_META_BAD_DATE = 8, /* `updated` or `date` is no date */
	RV_META_EMPTY = 16,   /* a section is empty or _pending_ */
	RV_META_SECRET = 32,  /* something in it was masked */
	RV_META_LONG = 64     /* links behind RV_MD_LINES lines are not read */
};

struct rv_page_meta {
	struct rv_sv path; /* relative to the workspace, or absolute */
	enum rv_layer layer;
	int64_t bytes, tokens;
	int64_t updated;  /* `updated`, else `date`, else RV_UNDATED */
	int64_t reviewed; /* `last_reviewed_at` or RV_UNDATED */
	/* Time of the file as it was read, or RV_UNDATED; of its source, so
	 * that rv_page_meta_set has no use for it. */
	int64_t written;
	unsigned flags;
	struct rv_sv type;  /* "entity", ... or empty */
	struct rv_sv title; /* `name`, `title`, first heading, base name */
	struct rv_sv confidence, status;
	struct rv_sv state;    /* capture_state */
	struct rv_sv curation; /* curation_level */
	struct rv_sv review;   /* review_status */
	struct rv_sv aliases, themes, related, contradicts;
	struct rv_sv source;
	struct rv_sv settled; /* what a person settled a contradiction with */
};

/* What a page says in words, by number: the table of its text columns. */
#define RV_PAGE_META_TEXTS 13
struct rv_sv *rv_page_meta_text(struct rv_page_meta *m, size_t i) RV_NONNULL;

enum rv_page_link_kind {
	RV_PAGE_LINK_WIKI, /* target is the key of a link (rv_link_key) */
	RV_PAGE_LINK_FILE, /* target is a path as in page_meta */
	RV_PAGE_LINK_OUT   /* target is a path that leaves the workspace */
};

struct rv_page_link {
	struct rv_sv path; /* of the page that has it */
	struct rv_sv target, label;
	enum rv_page_link_kind kind;
	int64_t line;
};

/* Replaces a file's row and links. */
rv_status rv_page_meta_set(struct rv_store *s, const struct rv_page_meta *m,
			   const struct rv_page_link *links, size_t n,
			   struct rv_err *err) RV_MUST_CHECK;
rv_status rv_page_meta_drop(struct rv_store *s, struct rv_sv path,
			    struct rv_err *err) RV_MUST_CHECK;
/*
 * Rows are numbered as they change, by any process.  *seq: the newest number.
 * Paths of what was set or dropped since `seq`, sorted, at most `max`; *all:
 * that cannot be told any more, or they are more.
 */
rv_status rv_page_meta_seq(struct rv_store *s, int64_t *seq,
			   struct rv_err *err) RV_MUST_CHECK;
rv_status rv_page_meta_since(struct rv_store *s, int64_t seq, size_t max,
			     struct rv_arena *arena, struct rv_sv **out,
			     size_t *n, bool *all, struct rv_err *err)
	RV_MUST_CHECK;
/* RV_E_NOTFOUND. */
rv_status rv_page_meta_get(struct rv_store *s, struct rv_sv path,
			   struct rv_arena *arena, struct rv_page_meta *out,
			   struct rv_err *err) RV_MUST_CHECK;
/* Each, by path; its texts are in the arena.  The lists below say nothing of
 * `written`. */
typedef void rv_page_meta_fn(const struct rv_page_meta *m, void *arg);
rv_status rv_page_meta_each(struct rv_store *s, struct rv_arena *arena,
			    rv_page_meta_fn *fn, void *arg, struct rv_err *err)
	RV_MUST_CHECK;
/* All, by path. */
rv_status rv_page_meta_list(struct rv_store *s, struct rv_arena *arena,
			    struct rv_page_meta **out, size_t *n,
			    struct rv_err *err) RV_MUST_CHECK;
/* Those that are wanted, by path: of a row only these texts are read before. */
typedef bool rv_page_meta_want(struct rv_sv path, struct rv_sv title,
			       struct rv_sv aliases, struct rv_sv contradicts,
			       void *arg);
rv_status rv_page_meta_some(struct rv_store *s, rv_page_meta_want *want,
			    void *arg, struct rv_arena *arena,
			    struct rv_page_meta **out, size_t *n,
			    struct rv_err *err) RV_MUST_CHECK;
/* Links of one page, or of all (path empty), by path and line. */
rv_status rv_page_links(struct rv_store *s, struct rv_sv path,
			struct rv_arena *arena, struct rv_page_link **out,
			size_t *n, struct rv_err *err) RV_MUST_CHECK;

#endif
