/* SPDX-License-Identifier: MIT */
#ifndef RV_ENGINE_USAGE_H
#define RV_ENGINE_USAGE_H

/*
 * usage.jsonl as screens ask for it: sums of a day (UTC) and of a job.  The file
 * only grows; a look reads what came since the last one.
 */

#include "engine/engine_priv.h"
#include "llm/account.h"

#define RV_USAGE_NAME "usage.jsonl"

/* Of the day of `now`. */
void rv_usage_today(struct rv_engine *e, struct rv_account_sum *out);
/* Of one of the newest 64 jobs that asked a model; calls 0: none is known. */
void rv_usage_of_job(struct rv_engine *e, int64_t job,
		     struct rv_account_sum *out);
/* The highest number of a job that is known. */
int64_t rv_usage_last_job(struct rv_engine *e);
void rv_usage_free(struct rv_usage_cache *u);

#endif
