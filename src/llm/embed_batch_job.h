/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_EMBED_BATCH_JOB_H
#define RV_LLM_EMBED_BATCH_JOB_H

/*
 * Gemini's batch jobs: many texts for half the price, some time within a day.
 * A job is one file at `path`, made before it is sent and removed at its end:
 * so there is one at a time, and any later process can ask for it.  The file
 * holds the job's name, the space of its vectors and the keys of the texts, no
 * text.  The vectors go to call->cache, which is needed.  Who does not want to
 * wait just submits.
 */

#include "llm/embed.h"

#define RV_EMBED_JOB_TEXTS 500 /* of one job: its answer must be readable */

/* `out` counts the call and its tokens, estimated, and has no vectors.
 * RV_E_HELD when a job runs already, RV_E_CONFIG when the provider has none,
 * else as rv_embed. */
rv_status rv_embed_job_submit(const struct rv_embed_call *call,
			      const char *path, const struct rv_sv *texts,
			      size_t n, struct rv_embed_out *out,
			      struct rv_err *err) RV_MUST_CHECK;
/* RV_OK: *added vectors came, the job is over.  RV_E_NO: it is not done yet.
 * RV_E_NOTFOUND: there is no job.  RV_E_MODEL: it failed and is over, or the
 * server could not be asked, and it is not. */
rv_status rv_embed_job_poll(const struct rv_embed_call *call, const char *path,
			    size_t *added, struct rv_err *err) RV_MUST_CHECK;

#endif
