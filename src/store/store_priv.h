/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_STORE_PRIV_H
#define RV_STORE_STORE_PRIV_H

/* What the files of this room share; included by nobody else. */

#include <sqlite3.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/time.h"
#include "doc/tokens.h"
#include "files/lock.h"
#include "store/episode.h"
#include "store/ledger.h"
#include "store/page_meta.h"
#include "store/store.h"

#define RV_DB_NAME "reverie.db"
#define RV_RECORD_NAME "episodes.jsonl"
#define RV_TRACES_NAME "traces.jsonl"
/* How "undated" is stored: behind all times. */
#define RV_DB_UNDATED INT64_MAX

enum rv__sql {
#define SQL(name, text) RV_SQL_##name,
#include "store/sql.def"
#undef SQL
	RV_SQL_N
};

/* Counts that are kept, since a status must not count 100,000 rows. */
enum rv__tally {
	RV_TALLY_EPISODES,
	RV_TALLY_EXCLUDED,
	RV_TALLY_PENDING,
	RV_TALLY_TOKENS, /* of the pending ones */
	RV_TALLY_N
};

struct rv_store {
	const struct rv_env *env;
	char *dir;
	bool readonly; /* no file is written */
	bool memory;   /* the index is in memory */
	bool damaged;  /* SQLite found damage: set aside at the end */
	sqlite3 *db;
	sqlite3_stmt *stmt[RV_SQL_N];
	unsigned depth; /* of transactions */
	struct rv_lock lock;
	unsigned locks;
	struct rv_tokens *tokens;
	struct rv_buf scratch;
	struct {
		struct rv_buf text;
		int64_t id;
	} interned[2]; /* the last strings: a source and a session */
	struct rv_buf unmasked[2]; /* the last without a secret, the same */
	/* What the open transaction adds to the counts in meta. */
	int64_t tally[RV_TALLY_N];
	size_t unmerged; /* fts_merge.c: bytes of words that wait for a step */
	bool hurry;	 /* rv_store_hurry */
	int changes;	/* of SQLite, at the last commit */
	int narrations; /* is any episode narrated?  -1: not known */
	char prev[RV_SHA256_HEX], hash[RV_SHA256_HEX]; /* last appended row */
	struct rv__chain *chain; /* chain.c: what was verified, or NULL */
};

/* --- db.c --- */

rv_status rv__db_open(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
void rv__db_close(struct rv_store *s);
/* Turns the last error of SQLite into a status. */
rv_status rv__db_fail(struct rv_store *s, struct rv_err *err);
rv_status rv__db_exec(struct rv_store *s, const char *sql, struct rv_err *err)
	RV_MUST_CHECK;
/* The prepared statement, reset; NULL with err filled. */
sqlite3_stmt *rv__db_stmt(struct rv_store *s, enum rv__sql which,
			  struct rv_err *err);
/* One step; resets at the end and on error.  *row (NULL ok): is there one? */
rv_status rv__db_step(struct rv_store *s, sqlite3_stmt *st, bool *row,
		      struct rv_err *err) RV_MUST_CHECK;
/* Runs a prepared statement that gives no rows; NULL is a failed prepare. */
rv_status rv__db_run(struct rv_store *s, sqlite3_stmt *st, struct rv_err *err)
	RV_MUST_CHECK;
void rv__bind(sqlite3_stmt *st, int i, struct rv_sv v);	    /* empty: '' */
void rv__bind_opt(sqlite3_stmt *st, int i, struct rv_sv v); /* empty: NULL */
struct rv_sv rv__column(sqlite3_stmt *st, int i); /* until the next step */
struct rv_sv rv__blob(sqlite3_stmt *st, int i);	 /* until the next step */
struct rv_sv rv__column_in(struct rv_arena *arena, sqlite3_stmt *st, int i);
rv_status rv__meta_get(struct rv_store *s, const char *key, int64_t otherwise,
		       int64_t *out, struct rv_err *err) RV_MUST_CHECK;
rv_status rv__meta_set(struct rv_store *s, const char *key, int64_t value,
		       struct rv_err *err) RV_MUST_CHECK;
/* Number of a string that repeats; `slot` 0 for sources, 1 for sessions. */
rv_status rv__intern(struct rv_store *s, int slot, struct rv_sv text,
		     int64_t *id, struct rv_err *err) RV_MUST_CHECK;

/* --- tally.c --- */

/* A row comes (1) or goes (-1); the parts that it counts in. */
void rv__tally(struct rv_store *s, int sign, bool counts, bool excluded,
	       bool pending, int64_t tokens);
/* Writes what was added at the end of a transaction. */
rv_status rv__tally_flush(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
void rv__tally_forget(struct rv_store *s);
rv_status rv__tally_read(struct rv_store *s, int64_t out[RV_TALLY_N],
			 struct rv_err *err) RV_MUST_CHECK;

/* --- migrate.c --- */

rv_status rv__db_migrate(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;
/* Empties every table, so that the index is filled from the start. */
rv_status rv__db_wipe(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;

/* Empties the index when it was filled by other rules of masking. */
rv_status rv__redact_refresh(struct rv_store *s, struct rv_err *err)
	RV_MUST_CHECK;

/* --- store.c --- */

/* RV_E_READONLY when nothing may be written. */
rv_status rv__store_writable(struct rv_store *s, struct rv_err *err)
	RV_MUST_CHECK;
/* Path of a file in the directory; the caller frees. */
char *rv__store_path(const struct rv_store *s, const char *name) RV_MALLOC;
/* Appends lines to a file of the record, created with mode 0600; *offset (NULL
 * ok) is where they begin. */
rv_status rv__store_append(struct rv_store *s, const char *name,
			   struct rv_sv lines, bool sync, int64_t *offset,
			   struct rv_err *err) RV_MUST_CHECK;
/* Reads `n` bytes at an offset of a file of the record. */
rv_status rv__store_read(struct rv_store *s, const char *name, int64_t offset,
			 size_t n, struct rv_buf *out, struct rv_err *err)
	RV_MUST_CHECK;

/* --- episode.c --- */

struct rv__record_place {
	bool in_record;	 /* the row comes from episodes.jsonl ... */
	int64_t offset; /* ... from the line at this byte */
};
rv_status rv__episode_put(struct rv_store *s, const struct rv_episode *e,
			  const struct rv__record_place *place,
			  enum rv_put *result, int64_t *old_line,
			  struct rv_err *err) RV_MUST_CHECK;
/* The same where no row has this id, and the text is valid UTF-8. */
rv_status rv__episode_add(struct rv_store *s, const struct rv_episode *e,
			  const struct rv__record_place *place,
			  enum rv_put *result, struct rv_err *err)
	RV_MUST_CHECK;
/* Narration changed: works out the state of its group anew. */
rv_status rv__episode_refresh(struct rv_store *s, struct rv_sv id,
			      struct rv_err *err) RV_MUST_CHECK;
/* Key of "the same message"; false: it never merges. */
bool rv__episode_norm(struct rv_store *s, const struct rv_episode *e,
		      int64_t *norm);
rv_status rv__episode_narration(struct rv_store *s, struct rv_sv id,
				int64_t *narrated, bool *baseline,
				struct rv_err *err) RV_MUST_CHECK;

/* --- twin.c --- */

/*
 * Matches the rows of one key around a time, and updates what follows from it:
 * who counts, what is narrated, what is found.  Without `force` rows of one
 * class are left alone.
 */
rv_status rv__twin_settle(struct rv_store *s, int64_t norm, int64_t t,
			  bool force, struct rv_err *err) RV_MUST_CHECK;
/* The same for a row that has no key. */
rv_status rv__twin_settle_row(struct rv_store *s, int64_t rowid,
			      struct rv_err *err) RV_MUST_CHECK;

/* --- page_link.c --- */

/* Replaces the links of a page; n may be 0. */
rv_status rv__page_links_set(struct rv_store *s, struct rv_sv path,
			     const struct rv_page_link *links, size_t n,
			     struct rv_err *err) RV_MUST_CHECK;

/* --- search.c --- */

rv_status rv__fts_add(struct rv_store *s, int64_t rowid, const struct rv_sv *v,
		      size_t n, struct rv_err *err) RV_MUST_CHECK;
/* The same of words that rv__fts_words made. */
rv_status rv__fts_add_words(struct rv_store *s, int64_t rowid,
			    struct rv_sv words, struct rv_err *err)
	RV_MUST_CHECK;
void rv__fts_words(struct rv_tokens *t, const struct rv_sv *v, size_t n,
		   struct rv_buf *out);
rv_status rv__fts_remove(struct rv_store *s, int64_t rowid,
			 const struct rv_sv *v, size_t n, struct rv_err *err)
	RV_MUST_CHECK;
/* Fills the full-text index anew when its tokens were made by other rules. */
rv_status rv__fts_refresh(struct rv_store *s, struct rv_err *err) RV_MUST_CHECK;

/* --- catchup.c --- */

/* A line of the record was written anew: fills the index from the start. */
rv_status rv__store_reindex(struct rv_store *s, struct rv_err *err)
	RV_MUST_CHECK;

/* --- record.c --- */

/* A line of episodes.jsonl without its secrets, and without its newline;
 * RV_E_NO: it has none. */
rv_status rv__record_without(struct rv_store *s, struct rv_sv line,
			     struct rv_buf *out, struct rv_err *err)
	RV_MUST_CHECK;

/* --- traces.c --- */

/* The same of traces.jsonl: the number alone where masking takes the form. */
rv_status rv__trace_without(struct rv_sv line, struct rv_buf *out,
			    struct rv_err *err) RV_MUST_CHECK;

/* --- one line of a file of the record; RV_E_PARSE: broken, skip it --- */

rv_status rv__record_index(struct rv_store *s, const struct rv_line *line,
			   struct rv_err *err) RV_MUST_CHECK;
rv_status rv__ledger_index(struct rv_store *s, const struct rv_line *line,
			   struct rv_err *err) RV_MUST_CHECK;
rv_status rv__trace_index(struct rv_store *s, const struct rv_line *line,
			  struct rv_err *err) RV_MUST_CHECK;

/* --- catchup.c --- */

/* The end of what is indexed of a file of the record. */
struct rv__log_place {
	int64_t offset, line;
};
/* *all: the file ends there. */
rv_status rv__log_end(struct rv_store *s, const char *name,
		      struct rv__log_place *at, bool *all,
		      struct rv_err *err) RV_MUST_CHECK;
/* Everything up to there is indexed. */
rv_status rv__log_move(struct rv_store *s, const char *name,
		       const struct rv__log_place *at, struct rv_err *err)
	RV_MUST_CHECK;

/* --- record.c --- */

/* The line of an episode, with its newline. */
void rv__record_line(const struct rv_episode *e, struct rv_buf *out);
/* Is what a reader makes of that line equal to the episode? */
bool rv__record_same(struct rv_store *s, const struct rv_episode *e);

/* Reads the line at an offset of episodes.jsonl. */
rv_status rv__record_at(struct rv_store *s, int64_t offset,
			struct rv_arena *arena, struct rv_episode *out,
			struct rv_err *err) RV_MUST_CHECK;

/* --- ledger.c --- */

/* What stands before the first row. */
#define RV__CHAIN_GENESIS                                                     \
	"0000000000000000000000000000000000000000000000000000000000000000"
/* In meta: the highest row that was ever appended with this index. */
#define RV__LEDGER_TOP "ledger_top"
/* The newest row of the index; 0 and the genesis without any. */
rv_status rv__ledger_last(struct rv_store *s, int64_t *id,
			  char hash[RV_SHA256_HEX], struct rv_err *err)
	RV_MUST_CHECK;
/* Under the lock, caught up; asks nobody whether it may. */
rv_status rv__ledger_append(struct rv_store *s, struct rv_ledger_row *row,
			    struct rv_err *err) RV_MUST_CHECK;
rv_status rv__ledger_parse(struct rv_sv line, struct rv_arena *arena,
			   struct rv_ledger_row *out, struct rv_err *err)
	RV_MUST_CHECK;

/* --- chain.c --- */

/* Takes in a row that was just appended here, under the lock. */
void rv__chain_follow(struct rv_store *s);
void rv__chain_free(struct rv_store *s);

/* --- ledger_index.c --- */

/* What a row means for proposals. */
rv_status rv__proposal_index(struct rv_store *s,
			     const struct rv_ledger_row *row,
			     struct rv_err *err) RV_MUST_CHECK;
/* rejected.c: what a SOURCE row says of lines that were left out. */
rv_status rv__rejected_index(struct rv_store *s,
			     const struct rv_ledger_row *row,
			     struct rv_err *err) RV_MUST_CHECK;
/* A decision of that kind holds for these proposals, or was taken back. */
rv_status rv__proposal_decided(struct rv_store *s, struct rv_sv proposals,
			       enum rv_ledger_kind kind, int64_t row,
			       bool applied, struct rv_err *err) RV_MUST_CHECK;
/* The same of one that was decided besides, in `row`: only where nobody decided
 * it again after that. */
rv_status rv__proposal_also(struct rv_store *s,
			    const struct rv_ledger_also *also, int64_t row,
			    bool applied, struct rv_err *err) RV_MUST_CHECK;

#endif
