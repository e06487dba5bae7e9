/* SPDX-License-Identifier: MIT */
/* The server and the cache of vectors, by the engine's configuration. */
#include "config.h"

#include "engine/vectors.h"

#include "base/path.h"

#define CACHE_NAME "embeddings.bin"

void
rv_vectors_open(struct rv_engine *e, const char *use, struct rv_vectors *v)
{
	struct rv_llm_config cfg = rv_models_config(e);
	struct rv_models_limits limits = rv_models_limits(e);

	*v = (struct rv_vectors){.e = e};
	rv_account_init(&v->account, e->env, use);
	rv_llm_resolve_embed(&cfg, &v->llm);
	if (!v->llm.n)
		return;
	rv_models_prices(e, &v->arena, v->prices);
	v->account.tables = v->prices;
	v->account.n_tables = ARRAY_LEN(v->prices);
	v->call = (struct rv_embed_call){
		.target = &v->llm.targets[0], .env = e->env,
		.connect_ms = limits.connect_ms, .idle_ms = limits.idle_ms,
		.total_ms = limits.total_ms,
		.dimensions = rv_llm_embed_dimensions(&cfg),
		.cache = rv_embed_cache_new(
			rv_path_join_in(&v->arena, e->dir, CACHE_NAME),
			e->readonly)};
}

void
rv_vectors_close(struct rv_vectors *v)
{
	rv_embed_cache_free(v->call.cache);
	rv_llm_release(&v->llm);
	rv_account_release(&v->account);
	rv_arena_release(&v->arena);
}

const char *
rv_vectors_space(struct rv_vectors *v)
{
	return rv_embed_space(v->call.target, v->call.dimensions, &v->arena);
}

rv_status
rv_vectors_ask(struct rv_vectors *v, const struct rv_embed_call *call,
	       const struct rv_sv *texts, size_t n, struct rv_embed_out *out,
	       struct rv_err *err)
{
	rv_status st = rv_embed(call, texts, n, out, err);

	/* At once: a process that is killed paid for it all the same. */
	rv_account_add_embed(&v->account, call->target, out, false,
			     st == RV_OK);
	rv_models_write_usage(v->e, &v->account);
	return st;
}
