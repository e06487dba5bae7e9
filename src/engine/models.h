/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_MODELS_H
#define RV_ENGINE_MODELS_H

/*
 * The models that a workspace uses: found by its configuration, opened for one
 * run, counted in usage.jsonl (append-only, no content) and shown as a job.
 */

#include "engine/engine_priv.h"
#include "llm/account.h"
#include "llm/narrator.h"
#include "llm/resolve.h"
#include "store/job.h"

/* The configuration as llm/resolve.h reads it; borrowed from the engine. */
struct rv_llm_config rv_models_config(struct rv_engine *e);

/* One run with a model. */
struct rv_models {
	struct rv_engine *e;
	struct rv_llm llm;
	struct rv_account account;
	struct rv_narrator narrator;
	const struct rv_model *model; /* the narrator's or the built-in one */
	struct rv_arena arena;
	const struct rv_yaml *prices[2];
	struct rv_job_run job;
	bool begun;
	int64_t got, got_tokens; /* of the text so far; tokens estimated */
	int64_t received;	 /* bytes, text or not */
};

/* Resolves and opens; `run` names it in usage.jsonl ("" is none).  The caller
 * closes it. */
void rv_models_open(struct rv_engine *e, enum rv_llm_use use,
		    struct rv_models *out);
/* The time limits of the configuration, in ms, and the least rate of text. */
struct rv_models_limits {
	int64_t connect_ms, idle_ms, total_ms, text_rate;
};
struct rv_models_limits rv_models_limits(const struct rv_engine *e);
/* Starts the job that the call is shown as, with progress and cancellation. */
void rv_models_begin(struct rv_models *m, const char *kind);
/* "openai/gpt-4o", that answered last, or "extractive". */
struct rv_sv rv_models_wrote(struct rv_models *m);
/* Appends to usage.jsonl, ends the job, wipes the keys. */
void rv_models_close(struct rv_models *m, rv_status st, const char *message);

/* How many tokens of messages one batch may have: narrative.safeTokenLimit, and
 * at most half of what each of the models holds, as far as that is known from
 * narrative.contextTokens or the tables. */
int64_t rv_models_batch_limit(const struct rv_models *m);
/* Tells src/net the proxy and the certificates of the configuration; those of
 * the workspace's own file, which an agent can write, do not count. */
void rv_models_network(struct rv_engine *e);

/* config_check.c: warns, once, of each provider that is named and is none. */
void rv_models_check(struct rv_engine *e);

/* For other uses of models: the price tables (both may be NULL), in the arena. */
void rv_models_prices(struct rv_engine *e, struct rv_arena *arena,
		      const struct rv_yaml *tables[2]);
/* Appends the account's lines to usage.jsonl, and forgets them. */
void rv_models_write_usage(struct rv_engine *e, struct rv_account *a);
/* Starts a job whose number no other in usage.jsonl has. */
void rv_models_job(struct rv_engine *e, const char *kind, const char *what,
		   struct rv_job_run *out);

/* "openai/gpt-4o", or "extractive". */
const char *rv_models_name(struct rv_engine *e, enum rv_llm_use use,
			   struct rv_arena *arena) RV_NONNULL;
/* Sums of usage.jsonl with from <= t < to. */
void rv_models_usage(struct rv_engine *e, int64_t from, int64_t to,
		     struct rv_account_sum *out);

#endif
