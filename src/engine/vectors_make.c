/* SPDX-License-Identifier: MIT */
/* Making the vectors that are missing: at once, or by the provider's batch
 * jobs. */
#include "config.h"

#include "engine/vectors.h"

#include <stdlib.h>

#include "base/flag.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/time.h"
#include "engine/running.h"
#include "files/lock.h"
#include "llm/embed_batch_job.h"
#include "llm/failure.h"

#define LOCK_NAME "embed.lock"
#define JOB_NAME "embed-job.json"
#define TEXTS 64      /* in one call */
#define HOPELESS 3    /* texts refused before one was taken */
#define PORTION 512   /* documents read at a time */

struct making {
	struct rv_vectors v;
	struct rv_vectors_made *out;
	struct rv_job_run job;
	int64_t bytes;
};

static void
tell(struct making *m)
{
	rv_job_progress(&m->job, m->bytes, m->out->tokens);
	if (m->v.e->running)
		rv_running_piece(m->v.e->running, m->bytes, m->out->tokens);
}

/* --- at once ------------------------------------------------------------------ */

/* What is refused together is tried in halves: one text may be to blame. */
static rv_status
ask(struct making *m, const struct rv_sv *texts, size_t n, struct rv_err *err)
{
	struct rv_embed_out out;
	rv_status st = rv_vectors_ask(&m->v, &m->v.call, texts, n, &out, err);
	bool refused = out.refused;

	m->out->tokens += out.usage.input;
	rv_embed_release(&out);
	if (st == RV_OK) {
		m->out->made += (int64_t)n;
		for (size_t i = 0; i < n; i++)
			m->bytes += (int64_t)texts[i].n;
		tell(m);
		return st;
	}
	if (st != RV_E_MODEL || !refused)
		return st;
	if (n > 1) {
		st = ask(m, texts, n / 2, err);
		return st == RV_OK ? ask(m, texts + n / 2, n - n / 2, err) : st;
	}
	m->out->refused++;
	return m->out->made == 0 && m->out->refused >= HOPELESS ? st : RV_OK;
}

struct texts {
	struct rv_sv *items;
	size_t n, cap;
};

/* Adds the texts without a vector of the next documents. */
static rv_status
missing(struct making *m, struct rv_document_walk *w, size_t most,
	struct rv_arena *arena, struct texts *out, bool *more,
	struct rv_err *err)
{
	struct rv_document *docs =
		rv_arena_array(arena, struct rv_document, most);
	size_t count;
	rv_status st = rv_store_walk(m->v.e->store, w, most, arena, docs,
				     &count, err);

	*more = st == RV_OK && count > 0;
	for (size_t i = 0; *more && i < count; i++) {
		struct rv_arena scratch = RV_ARENA_INIT;
		struct rv_sv texts[RV_SEMANTIC_PORTIONS];
		size_t n = rv_semantic_texts(&docs[i], arena, texts), dim;

		for (size_t k = 0; k < n; k++) {
			if (rv_embed_known(&m->v.call, texts[k], &scratch,
					   &dim))
				continue;
			rv_grow(&out->items, &out->cap, out->n + 1);
			out->items[out->n++] = texts[k];
		}
		rv_arena_release(&scratch);
	}
	return st;
}

static rv_status
at_once(struct making *m, struct rv_err *err)
{
	struct rv_document_walk w = {0};
	struct texts t = {0};
	bool more = true;
	rv_status st = RV_OK;

	while (st == RV_OK && more) {
		struct rv_arena arena = RV_ARENA_INIT;

		t.n = 0;
		st = missing(m, &w, PORTION, &arena, &t, &more, err);
		for (size_t i = 0; st == RV_OK && i < t.n; i += TEXTS)
			st = ask(m, t.items + i,
				 RV_MIN(t.n - i, (size_t)TEXTS), err);
		rv_arena_release(&arena);
	}
	free(t.items);
	return st;
}

/* --- by batch jobs -------------------------------------------------------------- */

/* RV_E_NO: nothing is missing. */
static rv_status
submit(struct making *m, const char *path, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_document_walk w = {0};
	struct rv_embed_out out;
	struct texts t = {0};
	bool more = true;
	rv_status st = RV_OK;

	/* Portions of a document go together, as far as there is room for all
	 * that it may have. */
	while (st == RV_OK && more &&
	       t.n + RV_SEMANTIC_PORTIONS <= RV_EMBED_JOB_TEXTS)
		st = missing(m, &w,
			     (RV_EMBED_JOB_TEXTS - t.n) / RV_SEMANTIC_PORTIONS,
			     &arena, &t, &more, err);
	if (st == RV_OK && !t.n)
		st = RV_E_NO;
	if (st == RV_OK) {
		st = rv_embed_job_submit(&m->v.call, path, t.items, t.n, &out,
					 err);
		rv_account_add_embed(&m->v.account, m->v.call.target, &out,
				     true, st == RV_OK);
		rv_models_write_usage(m->v.e, &m->v.account);
		m->out->tokens += out.usage.input;
	}
	free(t.items);
	rv_arena_release(&arena);
	return st;
}

static rv_status
pause_or_stop(struct making *m, struct rv_err *err)
{
	int64_t s = rv_config_int(&m->v.e->config,
				  "memorySearch.remote.batch.pollSeconds");

	tell(m);
	rv_failure_wait(RV_MAX(s, 1) * RV_SECOND, m->v.call.cancel, NULL);
	if (!rv_flag_up(m->v.call.cancel))
		return RV_OK;
	return rv_fail(err, RV_E_CANCELLED, "%s",
		       _("embed: it was cancelled; the provider's batch job "
			 "goes on, the next `reverie embed` fetches it"));
}

/* A job that was submitted by a process that is no more is asked for first. */
static rv_status
by_jobs(struct making *m, struct rv_err *err)
{
	bool wait = rv_config_bool(&m->v.e->config,
				   "memorySearch.remote.batch.wait");
	const char *path = rv_path_join_in(&m->v.arena, m->v.e->dir, JOB_NAME);
	struct rv_err asked;
	rv_status st;
	size_t added;

	for (;;) {
		asked = (struct rv_err){0};
		st = rv_embed_job_poll(&m->v.call, path, &added, &asked);
		m->out->made += (int64_t)added;
		if (st == RV_OK && !added)
			return rv_fail(err, RV_E_MODEL, "%s",
				       _("embed: the provider's batch job gave "
					 "no vector; look at the model's name, "
					 "or set "
					 "memorySearch.remote.batch.enabled to "
					 "false"));
		if (st == RV_OK)
			continue;
		if (st == RV_E_NOTFOUND) {
			st = submit(m, path, err);
			if (st != RV_OK)
				return st == RV_E_NO ? RV_OK : st;
		} else if (st != RV_E_NO) {
			*err = asked;
			return st;
		}
		m->out->waiting = !wait;
		if (!wait)
			return RV_OK;
		st = pause_or_stop(m, err);
		if (st != RV_OK)
			return st;
	}
}

/* --- the run -------------------------------------------------------------------- */

static void
begin(struct making *m)
{
	struct rv_engine *e = m->v.e;

	rv_models_job(e, "embed", rv_vectors_space(&m->v), &m->job);
	if (m->job.id)
		m->v.account.run = rv_sv(rv_arena_printf(
			&m->v.arena, "J-%lld", (long long)m->job.id));
	m->v.call.cancel = m->job.flag;
	if (e->running)
		m->v.call.cancel = rv_running_begin(e->running, m->job.flag);
}

static void
end(struct making *m, rv_status st, const char *why)
{
	const char *state = st == RV_OK		 ? "done"
			    : st == RV_E_CANCELLED ? "cancelled"
						   : "failed";

	if (m->v.e->running)
		rv_running_end(m->v.e->running);
	m->job.told = INT64_MIN / 2; /* the last word, however short */
	rv_job_progress(&m->job, m->bytes, m->out->tokens);
	rv_job_end(&m->job, state, st == RV_OK ? NULL : why);
}

static rv_status
run(struct making *m, struct rv_err *err)
{
	struct rv_semantic_seen seen;
	rv_status st;

	begin(m);
	st = rv_config_bool(&m->v.e->config,
			    "memorySearch.remote.batch.enabled")
		     ? by_jobs(m, err)
		     : at_once(m, err);
	end(m, st, err->msg);
	if (st != RV_OK)
		return st;
	st = rv_semantic_count(m->v.e->store, &m->v.call, &seen, err);
	m->out->documents = seen.documents;
	m->out->vectors = seen.vectors;
	m->out->dim = rv_embed_cache_dim(m->v.call.cache,
					 rv_vectors_space(&m->v));
	return st;
}

rv_status
rv_vectors_make(struct rv_engine *e, struct rv_vectors_made *out,
		struct rv_err *err)
{
	struct making m = {.out = out};
	struct rv_lock lock = RV_LOCK_INIT;
	struct rv_err mine = {0};
	rv_status st;

	*out = (struct rv_vectors_made){0};
	rv_vectors_open(e, "embed", &m.v);
	if (!m.v.llm.n)
		st = rv_fail(&mine, RV_E_CONFIG, "%.*s",
			     RV_SV_ARG(m.v.llm.warning));
	else
		st = rv_flock_take(&lock,
				   rv_path_join_in(&m.v.arena, e->dir,
						   LOCK_NAME),
				   RV_LOCK_WAIT_MS, e->env, &mine);
	if (st == RV_OK)
		st = run(&m, &mine);
	rv_flock_release(&lock);
	rv_vectors_close(&m.v);
	if (st != RV_OK && err)
		*err = mine;
	return st;
}
