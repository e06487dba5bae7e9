/* SPDX-License-Identifier: MIT */
#ifndef RV_STORE_LEDGER_H
#define RV_STORE_LEDGER_H

/*
 * The ledger: an append-only, hash-chained record of every proposal, decision
 * and write.  hash = sha256(prev hash, newline, the row's JSON without "hash").
 * Proposals, narrated episodes and undo steps in the index follow from it.
 *
 * BASELINE and ACCEPT of the story name its file with what was found.
 *
 * A decision is two rows: an intent (APPROVE or UNDO, naming files with their
 * hashes before and after, all bytes already in objects/) and, once the files
 * are on disk, DONE with `of` = the intent's id.  The step's id, for `undo` and
 * the log, is the id of the intent.  What else was decided in one go stands in
 * the same row (`also`): a batch is one step, and there whole or not at all.
 */

#include "base/arena.h"
#include "base/hash.h"
#include "store/store.h"

#define RV_LEDGER_NAME "ledger.jsonl" /* in .reverie */

enum rv_ledger_kind {
#define LEDGER_KIND(name, code) RV_LEDGER_##name,
#include "store/ledger.def"
#undef LEDGER_KIND
	RV_LEDGER_KIND_N
};
const char *rv_ledger_kind_code(enum rv_ledger_kind k) RV_NONNULL;
/* RV_LEDGER_KIND_N: none has this code. */
enum rv_ledger_kind rv_ledger_kind_of(struct rv_sv code);
/* A step that undo takes back: APPROVE, REJECT, DEFER and UNDO itself. */
bool rv_ledger_is_step(enum rv_ledger_kind k);

struct rv_ledger_file {
	struct rv_sv path; /* relative to the workspace, or absolute */
	struct rv_sv before, after; /* sha256 hex; empty: no such file */
};

/* What a step decides besides what it writes: REJECT or DEFER. */
struct rv_ledger_also {
	struct rv_sv proposal;
	enum rv_ledger_kind kind;
	struct rv_sv reason;
};

struct rv_ledger_row {
	int64_t id;   /* 1, 2, 3 ...; filled by append */
	int64_t time; /* filled by append */
	enum rv_ledger_kind kind;
	/* consolidate, promote, edit, import, init; restore; of ACCEPT: chain
	 * or story */
	struct rv_sv action;
	struct rv_sv target;   /* path it is about */
	struct rv_sv by;       /* user; filled by append when empty */
	struct rv_sv door;     /* console, cli, hook, mcp */
	struct rv_sv proposal; /* "C-3", or empty; of SUPERSEDE: the old one */
	int64_t of;	       /* row that this one completes or takes back */
	struct rv_ledger_file *files;
	size_t n_files;
	int64_t anchor_before, anchor_after; /* RV_UNDATED: no anchor */
	struct rv_sv episodes; /* object with one id a line, or empty */
	int64_t n_episodes;
	/* The slice of the pending log that this step consumes: object of its
	 * bytes, and its length; empty when there is none. */
	struct rv_sv pending;
	int64_t pending_len;
	/* Of APPROVE: what was rejected or deferred in the same step.  Of
	 * REJECT and DEFER: all of it, where the step is about several; then
	 * `proposal` is empty. */
	struct rv_ledger_also *also;
	size_t n_also;
	struct rv_sv checks; /* JSON array, or empty */
	struct rv_sv batches; /* JSON array, or empty */
	struct rv_sv reason;
	/* Filled by append (borrowed until the next one) and by readers. */
	struct rv_sv prev, hash;
};

/* Appends under the store's lock, flushed to disk; then catches up.  DONE and
 * ABORT succeed with a warning when only the index had no room.
 * RV_E_UNDECIDED while the chain is broken (store/chain.h). */
rv_status rv_ledger_append(struct rv_store *s, struct rv_ledger_row *row,
			   struct rv_err *err) RV_MUST_CHECK;
/* RV_E_NOTFOUND; RV_E_PARSE, which names file and line, for a row that somebody
 * made unreadable. */
rv_status rv_ledger_get(struct rv_store *s, int64_t id, struct rv_arena *arena,
			struct rv_ledger_row *out, struct rv_err *err)
	RV_MUST_CHECK;
/* Newest first; limit 0: all.  Rows that cannot be read are left out. */
rv_status rv_ledger_list(struct rv_store *s, int64_t limit,
			 struct rv_arena *arena, struct rv_ledger_row **out,
			 size_t *n, struct rv_err *err) RV_MUST_CHECK;
/* The newest rows that may tell of the story: baselines, what was accepted,
 * consolidations, and ends of steps that may have written it. */
rv_status rv_ledger_story(struct rv_store *s, int64_t limit,
			  struct rv_arena *arena, struct rv_ledger_row **out,
			  size_t *n, struct rv_err *err) RV_MUST_CHECK;
/* Reads the file, not the index.  RV_OK, or RV_E_DAMAGED with the first bad
 * row's number in *first_bad. */
rv_status rv_ledger_verify(struct rv_store *s, int64_t *first_bad,
			   struct rv_err *err) RV_MUST_CHECK;
/* Intents without DONE or ABORT, oldest first: work for the start-up. */
rv_status rv_ledger_open_intents(struct rv_store *s, struct rv_arena *arena,
				 struct rv_ledger_row **out, size_t *n,
				 struct rv_err *err) RV_MUST_CHECK;
/*
 * Steps for undo.  A step is a finished intent, or a REJECT or DEFER, which are
 * finished as they are written; it is applied unless a finished UNDO of it is
 * itself applied, or another decision of the proposal came after a DEFER.  Of
 * what is `also` in a step only that is taken back which nobody decided again.
 * Newest applied one of this person that is no UNDO, or RV_E_NOTFOUND.
 */
rv_status rv_ledger_newest_step(struct rv_store *s, struct rv_sv by,
				struct rv_arena *arena,
				struct rv_ledger_row *out, struct rv_err *err)
	RV_MUST_CHECK;
rv_status rv_ledger_is_applied(struct rv_store *s, int64_t id, bool *out,
			       struct rv_err *err) RV_MUST_CHECK;

/* The decision that a chain of undos leads down to (the row itself, when it is
 * no UNDO), and whether the UNDO does it again.  A row that is not known ends
 * the chain. */
rv_status rv_ledger_root(struct rv_store *s, int64_t id, int64_t *root,
			 bool *again, struct rv_err *err) RV_MUST_CHECK;
/* The newest finished UNDO that leads down to the decision `root`, or 0. */
rv_status rv_ledger_turned_by(struct rv_store *s, int64_t root, int64_t *out,
			      struct rv_err *err) RV_MUST_CHECK;

/* Is the step about this proposal? */
bool rv_ledger_holds(const struct rv_ledger_row *row, struct rv_sv proposal);

/* Proposals, derived from the rows above. */
enum rv_proposal_state {
	RV_PROPOSAL_OPEN,
	RV_PROPOSAL_DEFERRED,
	RV_PROPOSAL_APPROVED, /* published (and not undone) */
	RV_PROPOSAL_REJECTED,
	RV_PROPOSAL_SUPERSEDED,
	RV_PROPOSAL_UNDONE
};
const char *rv_proposal_state_name(enum rv_proposal_state st) RV_NONNULL;
struct rv_proposal {
	struct rv_sv id;     /* "C-3" for a consolidation, "P-4" otherwise */
	struct rv_sv kind;   /* the action of its row */
	enum rv_proposal_state state;
	struct rv_ledger_row row; /* its PROPOSE row; files[0] has base/result */
	int64_t decided; /* the row that decided it, or 0 */
};
/* Next id: letter, '-', 1 + number of PROPOSE rows so far, or more where one
 * of them cannot be read. */
rv_status rv_proposal_next_id(struct rv_store *s, char letter, char out[24],
			      struct rv_err *err) RV_MUST_CHECK;
rv_status rv_proposal_get(struct rv_store *s, struct rv_sv id,
			  struct rv_arena *arena, struct rv_proposal *out,
			  struct rv_err *err) RV_MUST_CHECK;
/* Oldest first; `all` also decided ones. */
rv_status rv_proposal_list(struct rv_store *s, bool all,
			   struct rv_arena *arena, struct rv_proposal **out,
			   size_t *n, struct rv_err *err) RV_MUST_CHECK;

#endif
