/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_VIEW_H
#define RV_ENGINE_VIEW_H

/*
 * Views: plain rows that screens draw.  A view function reads the engine and
 * fills one struct; everything it points to lives in the arena that was given,
 * so a snapshot can be handed to another thread and released as a whole.  Texts
 * are raw (redacted, not cleaned): whoever draws them cleans them.  Times are
 * ms or RV_UNDATED.
 *
 * Here: what every screen needs, and what was told, recalled and done.  Pages
 * and their layers: engine/view_pages.h.  What waits for a decision:
 * engine/view_proposal.h.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/str.h"
#include "base/time.h"

struct rv_engine;
struct rv_view_proposal; /* engine/view_proposal.h */

/* How bad it is; also the sign that a row shows. */
enum rv_level { RV_LEVEL_OK, RV_LEVEL_NOTE, RV_LEVEL_WARN, RV_LEVEL_ERROR };

/* Something is wrong with the memory as a whole. */
#define RV_VIEW_TROUBLES 4
struct rv_view_trouble {
	enum rv_level level;
	struct rv_sv what; /* short enough for a banner, the point first */
	struct rv_sv how;  /* what it means and how to go on */
	const char *opens; /* screen behind it */
};

/* The chain of the ledger as it was looked at last. */
struct rv_view_chain {
	bool known, broken;
	int64_t rows, first_bad; /* good ones; the first one that is not */
	int64_t accepted; /* newest row that accepts damage, or 0 */
};

/* What the tabs and the status line need on every screen. */
struct rv_view_status {
	struct rv_sv agent, workspace;
	bool readonly, demo;
	int64_t now;
	int64_t zone;	       /* offset of the configured zone from UTC, ms */
	int64_t open_proposals;
	/* applied steps of this person that can be taken back */
	int64_t undo_steps;
	int64_t undo_step;	/* the newest of them, or 0 */
	struct rv_sv undo_what; /* "promote P-1 P-2; reject P-3", or empty */
	int64_t undo_files;	/* that it wrote */
	int64_t redo_step;     /* newest undo whose step can be had again, or 0 */
	struct rv_sv redo_what; /* that step */
	bool redo_wrote;	/* it changes files */
	int64_t last_row;  /* of the ledger */
	int64_t last_step; /* of this user: newest one that undo turns round */
	int64_t episodes, chapters;
	int64_t pending, pending_tokens, late;
	int64_t threshold;     /* narrative.tokenThreshold */
	int64_t log_episodes, log_tokens; /* of the pending log */
	bool lock_held;	       /* STORY.md.lock, by a live process */
	int64_t lock_pid, lock_age;
	struct rv_view_chain chain;
	/* The worst first; none: memory is as it should be. */
	struct rv_view_trouble troubles[RV_VIEW_TROUBLES];
	size_t n_troubles;
	struct rv_sv story_sha; /* changes when the story does */
	int64_t runs;
};

struct rv_view_health {
	struct rv_sv name, state; /* "engine", "ok" */
	struct rv_sv text;
	enum rv_level level;
	const char *opens; /* screen behind it: "story", ... or NULL */
};

struct rv_view_layer {
	char letter; /* L R W D S */
	struct rv_sv name;
	int64_t items, bytes, newest;
	int64_t stale, contradictions, held; /* pages; -1: not counted */
	struct rv_sv note;
};

struct rv_view_need {
	enum rv_level level;
	struct rv_sv id; /* what it is about: "C-3", a path; or empty */
	struct rv_sv text;
	struct rv_sv hint; /* key that helps: "6 review" */
	const char *opens; /* screen behind it, where no id is; or NULL */
};

struct rv_view_activity {
	int64_t time;
	const char *kind; /* turn, story, import, record, approve, undo ... */
	struct rv_sv text;
	int64_t run;	 /* of a turn, else 0 */
	int64_t ledger;	 /* row, else 0 */
	/* Of a row of the ledger, with the one that ended it: */
	int64_t end;  /* 0: none */
	bool aborted; /* it was not carried out */
	struct rv_sv proposal, target, by, door, reason;
	struct rv_sv cli;  /* the command line that does the same, or empty */
	struct rv_sv hash; /* of the chain */
	int64_t of;	   /* row that it completes or takes back */
	int64_t step;	   /* what `undo` takes back by this number, or 0 */
	int64_t undone_by; /* step that turned it round already, or 0 */
	int64_t again_by;  /* step that did it again and stands, or 0 */
	int64_t newest;	   /* step that turns it round now */
	int64_t files;	   /* how many it wrote */
	int64_t episodes;
	/* Of a deferred one: what stands for its proposal now, so that there is
	 * nothing to take back; or empty. */
	struct rv_sv replaced_by;
	bool there; /* the target is a file of the workspace now */
};

struct rv_view_verdict_count {
	const char *code;
	int64_t n;
};

#define RV_VIEW_AGAINST 12
struct rv_view_candidate {
	struct rv_sv id, ref, path;
	char letter;
	int64_t line, time;
	const char *verdict;	    /* code */
	/* Codes of all rules that speak against it; of a trace from before they
	 * were recorded the verdict alone. */
	const char *against[RV_VIEW_AGAINST];
	size_t n_against;
	struct rv_sv sentence;	    /* of the verdict, translated */
	struct rv_sv why;	    /* with the number that decided */
	struct rv_sv label, text, session, role, name, origin;
	double score, number;
	int query, rank;
	int place; /* among those that no other rule stopped; 0: not there */
	int echo_back;	  /* shown so many memories ago, 0: not */
	int64_t echo_run; /* by this turn */
	/* Words that it has in common with the message, and with what was said
	 * before: ", " between; the numbers count those left out, too. */
	struct rv_sv words, before;
	int n_words, n_before;
	struct rv_sv rarest; /* of both, in this share of the memories */
	double rarity;
	struct rv_sv same;    /* dup: id of the one that stands for it */
	struct rv_sv shares;  /* which words it shares with what, and the
			       * bar; empty: the trace does not say */
	struct rv_sv answer;  /* why it surfaced or not, for everybody */
	struct rv_sv instead; /* what would have let it through */
	bool injected, boosted, undated;
	bool knows_words; /* older traces do not */
};

struct rv_view_phase {
	const char *name; /* seed, retrieve, ... */
	double ms;
	struct rv_sv lines[3]; /* what it did, up to three short lines */
};

struct rv_view_turn {
	int64_t run, time;
	struct rv_sv session, message;
	struct rv_sv skipped; /* reason, or empty */
	int64_t in, unique;
	double ms;
};

struct rv_view_trace {
	struct rv_view_turn turn;
	struct rv_view_phase phases[6];
	struct rv_sv queries[3];
	size_t n_queries;
	struct rv_view_candidate *cands; /* injected first */
	size_t n;
	struct rv_view_verdict_count *counts; /* only those above 0 */
	size_t n_counts;
	bool adds_up; /* unique = sum of the verdicts */
	struct rv_sv block;
	int64_t block_tokens, token_budget;
	int limit_max, limit_echo; /* what the turn was made with */
	int places;		   /* candidates with a place */
	struct rv_sv json; /* the line of the trace file */
};

struct rv_view_overview {
	struct rv_view_status status;
	struct rv_view_health *health;
	size_t n_health;
	struct rv_view_layer layers[5];
	struct rv_view_need *needs;
	size_t n_needs;
	struct rv_view_activity *activity; /* newest first */
	size_t n_activity;
	struct rv_view_trace last; /* run 0 when there was none */
	int64_t per_hour[24];	   /* tokens, oldest hour first */
	int64_t excluded;	   /* heartbeats and the like */
	int64_t rate;		   /* tokens a minute, last 30 minutes */
	int64_t eta;		   /* ms to the threshold, -1 unknown */
	struct rv_sv last_run, next_run; /* sentences */
	int64_t in_histogram[6];   /* turns by fragments in, 0 to 5 */
	int surfaced_percent, distinct_percent; /* last 200; -1: no turns */
};

struct rv_view_chapter {
	int64_t time;
	bool clock;
	struct rv_sv title, body;
	int64_t words, sentences, supported, sources;
	int line;
};

struct rv_view_episode {
	struct rv_sv id, session, role, name, text, origin, source, ref;
	int64_t time, line, tokens;
	bool late, narrated;
	struct rv_sv excluded;
};

struct rv_view_story {
	struct rv_view_status status;
	bool exists;
	struct rv_sv path, sha;
	int64_t anchor, words, word_limit;
	int64_t revision; /* steps that wrote the story */
	struct rv_view_chapter *chapters; /* in file order */
	size_t n;
	struct rv_sv warning; /* of the file: lost, two anchors; or empty */
	bool lost; /* gone or cut, and not by us */
};

#define RV_VIEW_PENDING_ROWS 2000
#define RV_VIEW_PENDING_ALL 200000
struct rv_view_pending {
	struct rv_view_status status;
	/* A part of them, oldest first: number `first` of `total` and what
	 * follows, RV_VIEW_PENDING_ROWS at the most. */
	struct rv_view_episode *episodes;
	size_t n;
	int64_t first, total;
	int64_t by_role[3];	/* tokens of user, agent, others */
	int64_t excluded;
	int64_t oldest, anchor;
	int64_t per_hour[24];
	int64_t rate, eta;
	struct rv_view_proposal *open; /* consolidations waiting, oldest first */
	size_t n_open;
};

struct rv_view_turns {
	struct rv_view_status status;
	struct rv_view_turn *items; /* newest first */
	size_t n;
	int64_t total;
	int64_t in_histogram[6];
	int surfaced_percent, distinct_percent;
};

struct rv_view_log {
	struct rv_view_status status;
	struct rv_view_activity *items; /* newest first */
	size_t n;
};

/* A call of a model, here or in another process. */
struct rv_view_job {
	int64_t id, pid;
	struct rv_sv kind, what; /* "consolidate", "openai/gpt-4o" */
	struct rv_sv state; /* running, cancelling, done, failed, cancelled,
			     * died */
	int64_t progress, tokens; /* of the answer so far */
	int64_t started, updated;
	struct rv_sv message; /* how it failed, or empty */
	bool own;	      /* this process runs it */
	/* Of its calls that came back; calls 0: none yet. */
	int64_t calls, input, output;
	double cost; /* dollars */
	bool priced, estimated; /* priced: each call has a price */
};

struct rv_view_jobs {
	struct rv_view_status status;
	struct rv_view_job *items; /* newest first */
	size_t n;
	int64_t running;
	struct rv_sv model; /* "openai/gpt-4o", or "extractive" */
	struct rv_sv today; /* a sentence: what today's calls cost */
};

#define RV_VIEW(name) \
	rv_status rv_view_##name(struct rv_engine *e, struct rv_arena *arena, \
				 struct rv_view_##name *out, \
				 struct rv_err *err) RV_MUST_CHECK
RV_VIEW(status);
RV_VIEW(overview);
RV_VIEW(story);
RV_VIEW(turns);	  /* the newest 500 */
RV_VIEW(log);	  /* the newest 500 */
RV_VIEW(jobs);	  /* the newest 50 */
#undef RV_VIEW

/* The i-th verdict and what it means, translated; NULL behind the last. */
const char *rv_view_verdict(size_t i, const char **meaning);
/* Reads the part that begins with episode `first`, or the last one; below 0: all
 * of them, RV_VIEW_PENDING_ALL at the most. */
rv_status rv_view_pending(struct rv_engine *e, int64_t first,
			  struct rv_arena *arena, struct rv_view_pending *out,
			  struct rv_err *err) RV_MUST_CHECK;
rv_status rv_view_trace(struct rv_engine *e, int64_t run,
			struct rv_arena *arena, struct rv_view_trace *out,
			struct rv_err *err) RV_MUST_CHECK;
/* Episodes a chapter was told from, oldest first (at most 200). */
rv_status rv_view_sources(struct rv_engine *e, size_t chapter,
			  struct rv_arena *arena,
			  struct rv_view_episode **out, size_t *n,
			  struct rv_err *err) RV_MUST_CHECK;
rv_status rv_view_episode(struct rv_engine *e, struct rv_sv id,
			  struct rv_arena *arena, struct rv_view_episode *out,
			  struct rv_err *err) RV_MUST_CHECK;
/* Something that a person should know of and that no list of work names: a line
 * that cannot be read, a secret in a file, a model that failed. */
struct rv_view_note {
	enum rv_level level;
	int64_t time; /* of the file, or of what happened; or RV_UNDATED */
	const char *kind; /* line, secret, page, model, story, ledger, lock */
	struct rv_sv place; /* "sessions/a.jsonl:3:120", a model; or empty */
	struct rv_sv text;  /* what it is */
	struct rv_sv how;   /* what to do; or empty */
	struct rv_sv id;    /* what is behind it: an episode, "#12", a path */
	const char *opens;  /* or else the screen; or NULL */
	int64_t job;	    /* on Jobs, or 0 */
};
struct rv_view_notes {
	struct rv_view_note *items; /* newest first */
	size_t n;
	int64_t lines, secrets; /* of all, also of those that are not listed */
};
rv_status rv_view_notes(struct rv_engine *e, struct rv_arena *arena,
			struct rv_view_notes *out, struct rv_err *err)
	RV_MUST_CHECK;

/* What a workspace holds, place by place, and whether it is ours already. */
struct rv_view_place {
	struct rv_sv key, path; /* "story", "STORY.md" */
	int64_t count;		/* chapters, records, files ... */
	bool taken;		/* false: outside, only reported */
};
struct rv_view_found {
	struct rv_sv workspace;
	bool initialised; /* .reverie is there */
	struct rv_view_place *items;
	size_t n;
	/* What comes of it, as the index has read it so far. */
	int64_t episodes, excluded;
	int64_t first, last; /* times, or RV_UNDATED */
	int64_t lines, secrets; /* lines not read, lines with a secret */
};
rv_status rv_view_found(struct rv_engine *e, struct rv_arena *arena,
			struct rv_view_found *out, struct rv_err *err)
	RV_MUST_CHECK;

#endif
