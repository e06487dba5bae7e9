/* SPDX-License-Identifier: MIT */
/* The models of a workspace: configuration, accounting, jobs. */
#include "config.h"

#include "engine/models.h"

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "doc/estimate.h"
#include "engine/running.h"
#include "engine/usage.h"
#include "files/append.h"
#include "llm/extractive.h"

#define USAGE_MAX ((size_t)256 << 20)
#define LIMIT_MAX_S 86400 /* a day */
#define PRICES_MAX ((size_t)1 << 20)

/* rv_llm_config.node */
static const struct rv_yaml *
config_node(const void *arg, const char *key, bool *own)
{
	const struct rv_engine *e = arg;

	return rv_config_from(&e->config, key, own);
}

struct rv_llm_config
rv_models_config(struct rv_engine *e)
{
	return (struct rv_llm_config){
		.env = e->env, .node = config_node, .arg = e};
}

static const struct rv_yaml *
read_prices(const char *path, struct rv_arena *arena)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_yaml *root = NULL;
	struct rv_err why = {0};

	if (rv_path_read(path, PRICES_MAX, &text, &why) != RV_OK ||
	    rv_yaml_parse(rv_sv_dup_in(arena, rv_buf_sv(&text)), path, arena,
			  &root, &why) != RV_OK) {
		rv_log(RV_LOG_WARN, "%s", why.msg);
		root = NULL;
	}
	rv_buf_release(&text);
	return rv_yaml_get(root, "prices") ? rv_yaml_get(root, "prices")
					   : root;
}

/* The user's prices, then those that came with the program. */
void
rv_models_prices(struct rv_engine *e, struct rv_arena *arena,
		 const struct rv_yaml *tables[2])
{
	const struct rv_yaml *own;
	bool dummy;

	own = rv_config_from(&e->config, "models.prices", &dummy);
	if (own && own->kind == RV_YAML_SCALAR)
		own = read_prices(rv_path_join_in(arena, e->workspace,
						  rv_sv_cstr_in(arena,
								own->scalar)),
				  arena);
	tables[0] = own;
	tables[1] = NULL;
	if (e->env->data_dir && *e->env->data_dir)
		tables[1] = read_prices(rv_path_join_in(arena,
							e->env->data_dir,
							"data/prices.yaml"),
					arena);
}

/* rv_chat_in.progress */
static void
on_piece(struct rv_sv piece, void *arg)
{
	struct rv_models *m = arg;

	m->got += (int64_t)piece.n;
	m->got_tokens = (m->got + 3) / 4;
	rv_job_progress(&m->job, m->received, m->got_tokens);
	if (m->e->running)
		rv_running_piece(m->e->running, m->got, m->got_tokens);
}

/* rv_chat_in.received */
static void
on_bytes(size_t bytes, void *arg)
{
	struct rv_models *m = arg;

	m->received += (int64_t)bytes;
	rv_job_progress(&m->job, m->received, m->got_tokens);
}

/* 0 is the default of who is asked. */
static int64_t
limit_ms(const struct rv_engine *e, const char *key)
{
	return RV_MIN(rv_config_int(&e->config, key), LIMIT_MAX_S) * 1000;
}

struct rv_models_limits
rv_models_limits(const struct rv_engine *e)
{
	return (struct rv_models_limits){
		.connect_ms = limit_ms(e, "models.connectSeconds"),
		.idle_ms = limit_ms(e, "models.idleSeconds"),
		.total_ms = limit_ms(e, "models.totalSeconds"),
		.text_rate = rv_config_int(&e->config, "models.textRate"),
	};
}

void
rv_models_open(struct rv_engine *e, enum rv_llm_use use, struct rv_models *m)
{
	struct rv_llm_config cfg = rv_models_config(e);
	struct rv_models_limits limits = rv_models_limits(e);

	*m = (struct rv_models){.e = e};
	rv_llm_resolve(&cfg, use, &m->llm);
	rv_account_init(&m->account, e->env, rv_llm_use_name(use));
	m->model = &rv_model_extractive;
	if (!m->llm.n) {
		if (m->llm.warning.n)
			rv_log(RV_LOG_INFO, "%.*s", RV_SV_ARG(m->llm.warning));
		return;
	}
	rv_models_prices(e, &m->arena, m->prices);
	m->account.tables = m->prices;
	m->account.n_tables = ARRAY_LEN(m->prices);
	m->narrator = (struct rv_narrator){
		.call = {.targets = m->llm.targets, .n_targets = m->llm.n,
			 .env = e->env,
			 .connect_ms = limits.connect_ms,
			 .idle_ms = limits.idle_ms,
			 .total_ms = limits.total_ms,
			 .text_rate = limits.text_rate},
		.max_words = rv_config_int(&e->config, "narrative.maxWords"),
		.max_tokens = rv_config_int(&e->config,
					    "narrative.answerTokens"),
		.context = rv_config_int(&e->config,
					 "narrative.contextTokens"),
		.account = &m->account,
	};
	rv_narrator_init(&m->narrator);
	m->model = &m->narrator.model;
}

int64_t
rv_models_batch_limit(const struct rv_models *m)
{
	const struct rv_config *c = &m->e->config;
	int64_t limit = rv_config_int(c, "narrative.safeTokenLimit");
	int64_t own = rv_config_int(c, "narrative.contextTokens");

	for (size_t i = 0; i < m->llm.n; i++) {
		const struct rv_chat_target *t = &m->llm.targets[i];
		int64_t holds = own ? own
				    : rv_price_context(m->prices,
						       ARRAY_LEN(m->prices),
						       t->provider, t->model);

		if (holds > 0)
			limit = RV_MIN(limit, RV_MAX(holds / 2, 1));
	}
	return limit;
}

/* A value that the operator's own files give, or NULL. */
static const char *
operators_own(struct rv_engine *e, const char *key, struct rv_arena *arena)
{
	const struct rv_yaml *files[] = {e->config.extra, e->config.user};

	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		struct rv_sv v =
			rv_yaml_sv(files[i] ? rv_yaml_get(files[i], key)
					    : NULL);

		if (v.n)
			return rv_sv_cstr_in(arena, v);
	}
	return NULL;
}

void
rv_models_network(struct rv_engine *e)
{
	struct rv_arena arena = RV_ARENA_INIT;
	const char *proxy = operators_own(e, "network.proxy", &arena);
	const char *ca = operators_own(e, "network.caFile", &arena);

	if (ca && ca[0] == '~' && ca[1] == '/')
		ca = rv_path_join_in(&arena, e->env->home, ca + 2);
	rv_http_network(proxy, ca);
	rv_arena_release(&arena);
}

void
rv_models_begin(struct rv_models *m, const char *kind)
{
	if (!m->llm.n)
		return;
	rv_models_job(m->e, kind,
		      rv_arena_printf(&m->arena, "%s/%s",
				      m->llm.targets[0].provider,
				      m->llm.targets[0].model),
		      &m->job);
	if (!m->account.run.n && m->job.id)
		m->account.run = rv_sv(rv_arena_printf(
			&m->arena, "J-%lld", (long long)m->job.id));
	m->narrator.cancel = m->job.flag;
	if (m->e->running)
		m->narrator.cancel = rv_running_begin(m->e->running,
						      m->job.flag);
	m->begun = true;
	m->narrator.progress = on_piece;
	m->narrator.received = on_bytes;
	m->narrator.arg = m;
}

void
rv_models_write_usage(struct rv_engine *e, struct rv_account *a)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_err why = {0};

	if (a->lines.n && !e->readonly &&
	    rv_append_line(rv_path_join_in(&arena, e->dir, RV_USAGE_NAME),
			   rv_buf_sv(&a->lines), false, NULL, &why) != RV_OK)
		rv_log(RV_LOG_WARN, "%s", why.msg);
	rv_buf_reset(&a->lines);
	rv_arena_release(&arena);
}

void
rv_models_job(struct rv_engine *e, const char *kind, const char *what,
	      struct rv_job_run *out)
{
	/* A database that was built anew counts on from where the old one,
	 * whose jobs usage.jsonl names, was. */
	rv_job_start(e->store, kind, what,
		     rv_job_any(e->store) ? 0 : rv_usage_last_job(e), out);
}

struct rv_sv
rv_models_wrote(struct rv_models *m)
{
	const struct rv_account *a = &m->account;

	return rv_sv(a->provider ? rv_arena_printf(&m->arena, "%s/%s",
						   a->provider, a->model)
				 : m->model->name);
}

void
rv_models_close(struct rv_models *m, rv_status st, const char *message)
{
	const char *state = st == RV_OK		 ? "done"
			    : st == RV_E_CANCELLED ? "cancelled"
						   : "failed";

	if (m->begun && m->e->running)
		rv_running_end(m->e->running);
	rv_models_write_usage(m->e, &m->account);
	if (m->account.instead.n) {
		const char *who = rv_arena_printf(&m->arena, "%s/%s",
						  m->account.provider,
						  m->account.model);

		/* TRANSLATORS: what failed and how; PROVIDER/MODEL. */
		rv_log(RV_LOG_WARN, _("%s; %s answered instead"),
		       m->account.instead.p, who);
		rv_job_name(&m->job, who);
		if (st == RV_OK)
			message = m->account.instead.p;
	} else if (st == RV_OK) {
		message = NULL;
	}
	m->job.told = INT64_MIN / 2; /* the last word, however short */
	rv_job_progress(&m->job, m->received,
			m->account.calls ? m->account.output : m->got_tokens);
	rv_job_end(&m->job, state, message);
	rv_llm_release(&m->llm);
	rv_account_release(&m->account);
	rv_arena_release(&m->arena);
}

const char *
rv_models_name(struct rv_engine *e, enum rv_llm_use use,
	       struct rv_arena *arena)
{
	struct rv_llm_config cfg = rv_models_config(e);
	const char *name = "extractive";
	struct rv_llm llm;

	rv_llm_resolve_names(&cfg, use, &llm);
	if (llm.n)
		name = rv_arena_printf(arena, "%s/%s", llm.targets[0].provider,
				       llm.targets[0].model);
	rv_llm_release(&llm);
	return name;
}

void
rv_models_usage(struct rv_engine *e, int64_t from, int64_t to,
		struct rv_account_sum *out)
{
	struct rv_buf text = RV_BUF_INIT;
	struct rv_arena arena = RV_ARENA_INIT;

	*out = (struct rv_account_sum){0};
	if (rv_path_read(rv_path_join_in(&arena, e->dir, RV_USAGE_NAME), USAGE_MAX,
			 &text, NULL) == RV_OK)
		rv_account_sum(rv_buf_sv(&text), from, to, out);
	rv_buf_release(&text);
	rv_arena_release(&arena);
}
