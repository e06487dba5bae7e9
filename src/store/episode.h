/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_EPISODE_H
#define RV_STORE_EPISODE_H

/*
 * Episodes: one message or event each, immutable.  The id is "e-" and the first
 * 16 hex digits of sha256(session NUL entry).  An episode comes from a file of
 * the agent (indexed in place), from the pending log, or from the record
 * (episodes.jsonl: imported, recorded, or copied when first cited).
 *
 * The same message met in a session and in the pending log or by `record` is
 * one episode: equal role, equal collapsed NFC text, at most ten minutes apart,
 * matched one to one in order of (time, id), never within one source, never
 * undated.  The row of the session is the one that counts; the other points to
 * it (twin_of) and is left out of every list, while its id still finds it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/status.h"
#include "base/str.h"
#include "store/store.h"

#define RV_EPISODE_ID_LEN 18
#define RV_MERGE_WINDOW (10 * 60 * 1000) /* ms */

enum rv_origin {
	RV_ORIGIN_OWNER,
	RV_ORIGIN_AGENT,
	RV_ORIGIN_TOOL,
	RV_ORIGIN_WEB,
	RV_ORIGIN_SYSTEM
};
const char *rv_origin_name(enum rv_origin o) RV_NONNULL;
bool rv_origin_parse(struct rv_sv name, enum rv_origin *out);

/* Where the row came from, for the rule of the same message. */
enum rv_source_class {
	RV_SOURCE_SESSION, /* a session file or an import */
	RV_SOURCE_RECORD,  /* the verb `record` */
	RV_SOURCE_PENDING  /* the pending log */
};

struct rv_episode {
	char id[RV_EPISODE_ID_LEN + 1];
	struct rv_sv session, entry; /* identity */
	struct rv_sv ref;	     /* the caller's id, or the entry */
	struct rv_sv role;	     /* user, assistant, tool, system */
	struct rv_sv name;	     /* who spoke, may be empty */
	struct rv_sv text;	     /* redacted; empty when excluded */
	int64_t time;		     /* RV_UNDATED allowed */
	enum rv_origin origin;
	enum rv_source_class class;
	struct rv_sv source; /* path of its file, or the verb */
	int64_t line;	     /* in that file; 0 when it has none */
	int64_t offset;	     /* byte of that line */
	struct rv_sv excluded; /* reason ("heartbeat"), or empty */
	int64_t tokens;	     /* estimate of its text */
	/* Filled by readers: */
	int64_t rowid;
	int64_t narrated; /* ledger row that narrated it, 0 = none */
	bool baseline;	  /* narrated before us */
	bool late;	  /* pending, and undated or not newer than the anchor */
};

/* Fills id from session and entry. */
void rv_episode_identify(struct rv_episode *e);

enum rv_put { RV_PUT_ADDED, RV_PUT_SEEN, RV_PUT_CONFLICT };

/*
 * Indexes one episode inside a transaction.  SEEN: the id is there with the
 * same text (or the message was met elsewhere, see above); CONFLICT: the id is
 * there with another text, the old row stays and *old_line (NULL ok) tells
 * where it came from.
 */
rv_status rv_episode_put(struct rv_store *s, const struct rv_episode *e,
			 enum rv_put *result, int64_t *old_line,
			 struct rv_err *err) RV_MUST_CHECK;
/* Marks an indexed row as excluded or takes the mark back (reason empty).  The
 * row keeps its text.  RV_E_NOTFOUND. */
rv_status rv_episode_exclude(struct rv_store *s, const char *id,
			     struct rv_sv reason, struct rv_err *err)
	RV_MUST_CHECK;
/* Removes rows of a source whose id is not in `keep` (a rewritten file or a
 * consumed pending log); narrated and recorded ones stay.  Call it with n = 0
 * before reading a rewritten file again, else changed texts are conflicts. */
rv_status rv_episode_retain(struct rv_store *s, struct rv_sv source,
			    const char *const *keep, size_t n,
			    struct rv_err *err) RV_MUST_CHECK;

/*
 * Appends to episodes.jsonl (one line each, flushed to disk) and catches up.
 * Ids that the record has already are not written again.  With `results`, one
 * enum rv_put for each.
 */
rv_status rv_record_append(struct rv_store *s, const struct rv_episode *eps,
			   size_t n, enum rv_put *results, struct rv_err *err)
	RV_MUST_CHECK;
/* Copies indexed episodes into the record where they are not in it yet: done
 * when a proposal or an injected flashback first cites them. */
rv_status rv_record_copy(struct rv_store *s, const char *const *ids, size_t n,
			 struct rv_err *err) RV_MUST_CHECK;
/* Next number for an entry of the verb `record` (lines of episodes.jsonl + 1). */
rv_status rv_record_next(struct rv_store *s, int64_t *out, struct rv_err *err)
	RV_MUST_CHECK;

/* RV_E_NOTFOUND.  A twin's id gives the row that counts.  In the arena. */
rv_status rv_episode_get(struct rv_store *s, struct rv_sv id,
			 struct rv_arena *arena, struct rv_episode *out,
			 struct rv_err *err) RV_MUST_CHECK;
rv_status rv_episode_by_rowid(struct rv_store *s, int64_t rowid,
			      struct rv_arena *arena, struct rv_episode *out,
			      struct rv_err *err) RV_MUST_CHECK;

/*
 * What a list shows.  Order: time, source, line, id; undated last, also with
 * newest_first.  A bound leaves undated rows out.  All lists leave twins out.
 */
struct rv_episode_query {
	bool pending;	    /* only not narrated, not excluded, not baseline */
	bool late;	    /* with pending: only late ones ... */
	bool not_late;	    /* ... or only the others */
	bool excluded;	    /* also excluded rows (else left out) */
	bool in_pending_log; /* only what the pending log holds (twins count) */
	struct rv_sv session; /* empty: all */
	int64_t after, before; /* exclusive; 0 or RV_UNDATED: none */
	bool newest_first;
	int64_t limit, offset; /* limit 0: all */
};
struct rv_episode_list {
	struct rv_episode *items;
	size_t n;
};
rv_status rv_episode_list(struct rv_store *s, const struct rv_episode_query *q,
			  struct rv_arena *arena, struct rv_episode_list *out,
			  struct rv_err *err) RV_MUST_CHECK;

struct rv_episode_counts {
	int64_t episodes;	/* not excluded, twins left out */
	int64_t excluded;
	int64_t pending, pending_tokens, late;
	int64_t log, log_tokens; /* what the pending log holds */
	int64_t oldest_pending, newest; /* times or RV_UNDATED */
};
/* The anchor decides what is late; without one nothing is. */
rv_status rv_episode_count(struct rv_store *s, struct rv_episode_counts *out,
			   struct rv_err *err) RV_MUST_CHECK;

/* Tokens of what is pending by who spoke: user, agent, others. */
rv_status rv_episode_roles(struct rv_store *s, int64_t out[3],
			   struct rv_err *err) RV_MUST_CHECK;

/* The story's anchor, kept in the index so that lists can tell what is late. */
rv_status rv_store_set_anchor(struct rv_store *s, int64_t anchor,
			      struct rv_err *err) RV_MUST_CHECK;
int64_t rv_store_anchor(struct rv_store *s);

#endif
