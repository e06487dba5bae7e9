/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_ACCOUNT_H
#define RV_LLM_ACCOUNT_H

/*
 * What calls cost: one line of JSON a call, without any content, for
 * usage.jsonl; sums over them; prices from a YAML table that the user can
 * extend:
 *
 *	prices:                       # US dollars for a million tokens
 *	  openai/gpt-4o: {input: 2.50, cached: 1.25, output: 10.00}
 *	  "ollama*": {input: 0, output: 0}
 *
 * The longest matching name counts; "*" ends a prefix.  Without a price the
 * cost is unknown, never 0.  A row may also say `context: 128000`, how many
 * tokens the model holds.
 */

#include "base/yaml.h"
#include "llm/chat.h"
#include "llm/embed.h"

struct rv_price {
	double input, cached, output;
};

/* Looks into tables[0], then [1] ...; NULL tables are skipped. */
bool rv_price_find(const struct rv_yaml *const *tables, size_t n,
		   const char *provider, const char *model,
		   struct rv_price *out);
/* How many tokens the model holds by the tables, or 0: nobody says. */
int64_t rv_price_context(const struct rv_yaml *const *tables, size_t n,
			 const char *provider, const char *model);
double rv_price_of(const struct rv_price *p, const struct rv_usage *u);

struct rv_account {
	const struct rv_env *env;
	const struct rv_yaml *const *tables;
	size_t n_tables;
	const char *use; /* "narrate" */
	struct rv_sv run; /* "R-12", "C-3", or empty */
	struct rv_buf lines; /* what was added, one line a call */
	int64_t calls, failed, input, output;
	double cost;
	bool cost_known, estimated; /* cost_known: of every call */
	/* Of the last call that was answered: by whom (borrowed from its
	 * target), and who failed before ("" is nobody). */
	const char *provider, *model;
	struct rv_buf instead;
};
void rv_account_init(struct rv_account *a, const struct rv_env *env,
		     const char *use);
void rv_account_release(struct rv_account *a);
/* Counts a call; `out` may be of one that failed.  One line for each model that
 * was asked: those before the last gave nothing. */
void rv_account_add(struct rv_account *a, const struct rv_chat_out *out,
		    bool ok);

/* The same for vectors of `t`, or of its batch jobs, whose price is that of
 * "MODEL#batch".  What the cache gave is no call. */
void rv_account_add_embed(struct rv_account *a, const struct rv_chat_target *t,
			  const struct rv_embed_out *out, bool batch, bool ok);

/* Sums over the lines of usage.jsonl with from <= t < to. */
struct rv_account_sum {
	int64_t calls, failed, input, output, ms;
	double cost;
	int64_t unpriced, estimated; /* calls */
};
void rv_account_sum(struct rv_sv lines, int64_t from, int64_t to,
		    struct rv_account_sum *out);

#endif
