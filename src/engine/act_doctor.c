/* SPDX-License-Identifier: MIT */
/* doctor: each file, engine and provider with its state. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/path.h"
#include "base/time.h"
#include "doc/redact.h"
#include "engine/act.h"
#include "engine/rejected.h"
#include "engine/vectors.h"
#include "engine/view.h"
#include "net/http.h"
#include "net/url.h"
#include "store/chain.h"
#include "store/masked.h"
#include "store/search.h"

#define ONLINE_MS 20000

#define SECRETS_MAX 20 /* shown; the rest is counted */
#define REJECTS_MAX 50

struct doctor {
	struct rv_engine *e;
	struct rv_jw w;
	struct rv_arena arena;
	struct rv_llm_config cfg;
	struct rv_account account;
	const struct rv_yaml *prices[2];
	bool online;
	int64_t problems;
};

static void
row(struct doctor *d, const char *kind, const char *name, const char *state,
    const char *message)
{
	rv_jw_object(&d->w, NULL);
	rv_jw_str(&d->w, "kind", kind);
	rv_jw_str(&d->w, "name", name);
	rv_jw_str(&d->w, "state", state);
	rv_jw_str(&d->w, "message", message);
	rv_jw_end_object(&d->w);
}

static void
bad(struct doctor *d, const char *kind, const char *name, const char *state,
    const char *message)
{
	d->problems++;
	row(d, kind, name, state, message);
}

static rv_status
files(struct doctor *d, struct rv_err *err)
{
	struct rv_found *found;
	size_t n = 0;
	rv_status s = rv_map_report(d->e, &d->arena, &found, &n, err);

	for (size_t i = 0; s == RV_OK && i < n; i++)
		row(d, "file", found[i].key, found[i].taken ? "ok" : "outside",
		    found[i].path);
	return s;
}

/* Lines that only a person can take a secret out of, and how. */
static rv_status
secrets(struct doctor *d, struct rv_err *err)
{
	int64_t lines = rv_masked_lines(d->e->store);
	struct rv_masked *list;
	size_t n = 0;
	rv_status s = rv_masked_list(d->e->store, SECRETS_MAX, &d->arena, &list,
				     &n, err);

	if (s != RV_OK || !lines)
		return s;
	row(d, "engine", "record", "masked",
	    rv_arena_printf(
		    &d->arena,
		    P_("%" PRId64 " line of your files holds a secret; it is "
		       "masked wherever it is read. `reverie erase FILE:LINE` "
		       "takes it out for good, an editor does in a session "
		       "file",
		       "%" PRId64 " lines of your files hold secrets; they are "
		       "masked wherever they are read. `reverie erase "
		       "FILE:LINE` takes one out for good, an editor does in "
		       "a session file",
		       lines),
		    lines));
	for (size_t i = 0; i < n; i++)
		row(d, "secret",
		    /* TRANSLATORS: the number of a line of a file. */
		    rv_arena_printf(&d->arena, _("line %" PRId64),
				    list[i].line),
		    rv_sv_cstr_in(&d->arena, list[i].rule),
		    /* TRANSLATORS: a file, the id of an episode, a hash. */
		    rv_arena_printf(&d->arena, _("%.*s %.*s fingerprint %.*s"),
				    RV_SV_ARG(list[i].file),
				    RV_SV_ARG(list[i].id),
				    RV_SV_ARG(list[i].fingerprint)));
	if (lines > (int64_t)n)
		row(d, "secret", "", "more",
		    _("`reverie status --json` has the first 1000"));
	return RV_OK;
}

/* Lines that were left out because nobody can read them, and what to do. */
static rv_status
rejects(struct doctor *d, struct rv_err *err)
{
	int64_t lines = rv_rejected_count(d->e->store, RV_SV_NONE);
	struct rv_rejected *list;
	size_t n = 0;
	rv_status s = rv_rejected_list(d->e->store, REJECTS_MAX, &d->arena,
				       &list, &n, err);

	if (s != RV_OK || !lines)
		return s;
	row(d, "engine", "record", "incomplete",
	    rv_arena_printf(
		    &d->arena,
		    P_("%" PRId64 " line cannot be read and was left out; "
		       "nothing else is lost. Correct it where it stands and "
		       "it is read again; a file that was imported is imported "
		       "again by you",
		       "%" PRId64 " lines cannot be read and were left out; "
		       "nothing else is lost. Correct them where they stand "
		       "and they are read again; a file that was imported is "
		       "imported again by you",
		       lines),
		    lines));
	for (size_t i = 0; i < n; i++)
		row(d, "line", rv_rejected_place(&list[i], &d->arena),
		    "rejected",
		    list[i].more
			    ? rv_arena_printf(
				      &d->arena,
				      P_("%" PRId64 " more line of it",
					 "%" PRId64 " more lines of it",
					 list[i].more),
				      list[i].more)
			    : rv_sv_cstr_in(&d->arena, list[i].reason));
	return RV_OK;
}

static rv_status
engines(struct doctor *d, struct rv_err *err)
{
	int64_t documents = 0;
	rv_status s = rv_store_documents(d->e->store, &documents, err);

	if (s != RV_OK)
		return s;
	row(d, "engine", "record", d->e->readonly ? "read-only" : "ok", NULL);
	if ((s = secrets(d, err)) != RV_OK || (s = rejects(d, err)) != RV_OK)
		return s;
	row(d, "engine", "lexical", documents ? "ok" : "empty",
	    rv_arena_printf(&d->arena, _("%" PRId64 " documents"), documents));
	row(d, "engine", "facts", "empty", NULL);
	return RV_OK;
}

/* What is wrong with story and ledger; a chain that holds is said, too. */
static rv_status
memory(struct doctor *d, struct rv_err *err)
{
	struct rv_view_status v;
	rv_status s = rv_chain_look(d->e->store, err);

	if (s == RV_OK)
		s = rv_view_status(d->e, &d->arena, &v, err);
	for (size_t i = 0; s == RV_OK && i < v.n_troubles; i++) {
		const struct rv_view_trouble *t = &v.troubles[i];
		const char *text = rv_arena_printf(&d->arena, "%.*s; %.*s",
						   RV_SV_ARG(t->what),
						   RV_SV_ARG(t->how));
		const char *name = strcmp(t->opens, "log") ? "story" : "ledger";

		if (t->level == RV_LEVEL_ERROR)
			bad(d, "memory", name, "damaged", text);
		else
			row(d, "memory", name, "doubtful", text);
	}
	if (s == RV_OK && !v.chain.broken)
		row(d, "memory", "ledger", v.chain.accepted ? "accepted" : "ok",
		    rv_arena_printf(&d->arena, P_("%" PRId64 " row",
						  "%" PRId64 " rows",
						  v.chain.rows),
				    v.chain.rows));
	return s;
}

/* One short question, to see that an answer comes. */
static void
ask(struct doctor *d, const char *kind, const char *name,
    const struct rv_chat_target *t)
{
	static const struct rv_chat_message hello[] = {
		{"user", {"Answer with the word ok.", 24}}};
	const struct rv_chat_call call = {
		.targets = t, .n_targets = 1, .env = d->e->env, .attempts = 1,
		.total_ms = ONLINE_MS, .idle_ms = ONLINE_MS};
	const struct rv_chat_in in = {.messages = hello, .n = 1,
				      .max_tokens = 64, .temperature = -1};
	struct rv_chat_out out;
	struct rv_err why = {0};
	rv_status s = rv_chat(&call, &in, &out, &why);

	rv_account_add(&d->account, &out, s == RV_OK);
	if (s == RV_OK)
		row(d, kind, name, "ok",
		    rv_arena_printf(&d->arena,
				    _("%s/%s answered in %" PRId64
				      " ms, %" PRId64 " tokens"),
				    t->provider, t->model, out.ms,
				    out.usage.input + out.usage.output));
	else
		bad(d, kind, name, "down",
		    rv_sv_cstr_in(&d->arena, rv_sv(why.msg)));
	rv_chat_release(&out);
}

/* Two short texts, past the cache, to see that vectors come. */
static void
embed(struct doctor *d, const char *kind, const char *name,
      const struct rv_chat_target *t)
{
	static const struct rv_sv texts[] = {{"one", 3}, {"two", 3}};
	const struct rv_embed_call call = {
		.target = t, .env = d->e->env, .attempts = 1,
		.dimensions = rv_llm_embed_dimensions(&d->cfg),
		.total_ms = ONLINE_MS, .idle_ms = ONLINE_MS};
	struct rv_embed_out out;
	struct rv_err why = {0};
	rv_status s = rv_embed(&call, texts, ARRAY_LEN(texts), &out, &why);

	rv_account_add_embed(&d->account, t, &out, false, s == RV_OK);
	if (s == RV_OK)
		row(d, kind, name, "ok",
		    rv_arena_printf(&d->arena,
				    _("%s/%s gave 2 vectors of %zu numbers in "
				      "%" PRId64 " ms"),
				    t->provider, t->model, out.dim, out.ms));
	else
		bad(d, kind, name, "down",
		    rv_sv_cstr_in(&d->arena, rv_sv(why.msg)));
	rv_embed_release(&out);
}

/* An address that may hold a password. */
static const char *
shown(struct doctor *d, const char *url)
{
	struct rv_buf b = RV_BUF_INIT;
	const char *out;

	rv_url_show(rv_sv(url), &b);
	out = rv_sv_cstr_in(&d->arena, rv_buf_sv(&b));
	rv_buf_release(&b);
	return out;
}

typedef void ask_fn(struct doctor *d, const char *kind, const char *name,
		    const struct rv_chat_target *t);

static void
target(struct doctor *d, const char *kind, const char *name,
       const struct rv_chat_target *t, ask_fn *online)
{
	struct rv_err why = {0};

	if (t->problem)
		bad(d, kind, name, "no key", t->problem);
	else if (rv_http_check_url(t->base_url, &why) != RV_OK)
		bad(d, kind, name, "bad address",
		    rv_sv_cstr_in(&d->arena, rv_sv(why.msg)));
	else if (d->online && *t->model)
		online(d, kind, name, t);
	else
		row(d, kind, name, "configured",
		    rv_arena_printf(&d->arena, "%s/%s %s", t->provider,
				    t->model, shown(d, t->base_url)));
}

static void
models(struct doctor *d)
{
	static const enum rv_llm_use uses[] = {RV_USE_NARRATE, RV_USE_SEED,
					       RV_USE_WONDER, RV_USE_PREPARE};

	for (size_t i = 0; i < ARRAY_LEN(uses); i++) {
		const char *name = rv_llm_use_name(uses[i]);
		struct rv_llm llm;

		rv_llm_resolve(&d->cfg, uses[i], &llm);
		if (!llm.n)
			row(d, "model", name, "extractive",
			    llm.warning.n ? rv_sv_cstr_in(&d->arena,
							  llm.warning)
					  : NULL);
		for (size_t k = 0; k < llm.n_notes; k++)
			bad(d, "model", name, "no such provider",
			    llm.notes[k]);
		/* Fallbacks are asked too: they must work when they have to. */
		for (size_t k = 0; k < llm.n; k++)
			target(d, k ? "fallback" : "model", name,
			       &llm.targets[k], ask);
		rv_llm_release(&llm);
	}
}

/* How many documents have a vector, and of how many numbers. */
static rv_status
vectors(struct doctor *d, struct rv_vectors *v, struct rv_err *err)
{
	size_t dim = rv_embed_cache_dim(v->call.cache, rv_vectors_space(v));
	struct rv_semantic_seen seen;
	rv_status s = rv_semantic_count(d->e->store, &v->call, &seen, err);

	if (s != RV_OK)
		return s;
	row(d, "embeddings", "vectors",
	    !seen.vectors			  ? "none"
	    : seen.vectors < seen.documents ? "some"
					    : "ok",
	    seen.vectors ? rv_arena_printf(
				   &d->arena,
				   _("%" PRId64 " of %" PRId64
				     " documents have a vector of %zu numbers"),
				   seen.vectors, seen.documents, dim)
			 : _("`reverie embed` makes them; until then search "
			     "is by words"));
	return RV_OK;
}

static rv_status
embeddings(struct doctor *d, struct rv_err *err)
{
	struct rv_vectors v;
	rv_status s = RV_OK;

	rv_vectors_open(d->e, "doctor", &v);
	if (!v.llm.n) {
		row(d, "embeddings", "memory", "none",
		    rv_sv_cstr_in(&d->arena, v.llm.warning));
	} else {
		target(d, "embeddings", "memory", &v.llm.targets[0], embed);
		s = vectors(d, &v, err);
	}
	rv_vectors_close(&v);
	return s;
}

/* What stands between the program and every server. */
static void
network(struct doctor *d)
{
	static const char *const keys[] = {"network.proxy", "network.caFile"};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		bool own = false;
		const struct rv_yaml *n =
			rv_config_from(&d->e->config, keys[i], &own);

		if (!n || n->kind != RV_YAML_SCALAR || !n->scalar.n)
			continue;
		if (own)
			bad(d, "network", strchr(keys[i], '.') + 1, "ignored",
			    _("the workspace's configuration sets it, which "
			      "only your own may do; move it to "
			      "reverie.yaml"));
		else
			row(d, "network", strchr(keys[i], '.') + 1,
			    "configured",
			    rv_sv_cstr_in(&d->arena,
					  rv_redact_in(&d->arena, n->scalar,
						       NULL)));
	}
}

/* Those of the table, and whether a key for them is at hand. */
static void
providers(struct doctor *d)
{
	size_t n;
	const struct rv_chat_profile *p = rv_chat_profiles(&n);

	for (size_t i = 0; i < n; i++) {
		struct rv_llm llm;
		const struct rv_chat_target *t;
		struct rv_err why = {0};
		bool refused;

		rv_llm_resolve_one(&d->cfg, p[i].name, NULL, &llm);
		t = &llm.targets[0];
		refused = rv_http_check_url(t->base_url, &why) != RV_OK;
		row(d, "provider", p[i].name,
		    t->problem			  ? "no key"
		    : refused			  ? "bad address"
		    : t->key.n			  ? "key found"
		    : p[i].quirks & RV_QUIRK_KEYLESS ? "needs no key"
						  : "no key",
		    rv_sv_cstr_in(&d->arena,
				  rv_sv(t->problem ? t->problem
					: refused  ? why.msg
						   : shown(d, t->base_url))));
		rv_llm_release(&llm);
	}
}

static void
usage(struct doctor *d, const char *key, int64_t from, int64_t to)
{
	struct rv_account_sum sum;

	rv_models_usage(d->e, from, to, &sum);
	rv_jw_object(&d->w, key);
	rv_jw_int(&d->w, "calls", sum.calls);
	rv_jw_int(&d->w, "failed", sum.failed);
	rv_jw_int(&d->w, "input", sum.input);
	rv_jw_int(&d->w, "output", sum.output);
	rv_jw_int(&d->w, "estimated", sum.estimated);
	rv_jw_double(&d->w, "cost", sum.cost);
	rv_jw_int(&d->w, "unpriced", sum.unpriced);
	rv_jw_end_object(&d->w);
}

rv_status
rv_act_doctor(struct rv_engine *e, const struct rv_env *env,
	      const struct rv_args *args, enum rv_door door,
	      struct rv_buf *json, struct rv_err *err)
{
	struct doctor d = {.e = e, .cfg = rv_models_config(e),
			   .online = rv_args_has(args, "online")};
	int64_t now = rv_env_now(env), day = now - now % RV_DAY;
	rv_status s;

	(void)door;
	rv_account_init(&d.account, env, "doctor");
	rv_models_prices(e, &d.arena, d.prices);
	d.account.tables = d.prices;
	d.account.n_tables = ARRAY_LEN(d.prices);
	rv_act_begin(&d.w, json);
	rv_jw_array(&d.w, "checks");
	s = files(&d, err);
	if (s == RV_OK)
		s = memory(&d, err);
	if (s == RV_OK)
		s = engines(&d, err);
	models(&d);
	if (s == RV_OK)
		s = embeddings(&d, err);
	network(&d);
	providers(&d);
	rv_models_write_usage(e, &d.account);
	rv_jw_end_array(&d.w);
	rv_jw_bool(&d.w, "online", d.online);
	rv_jw_int(&d.w, "problems", d.problems);
	rv_jw_object(&d.w, "usage");
	usage(&d, "today", day, day + RV_DAY);
	usage(&d, "all", INT64_MIN, INT64_MAX);
	rv_jw_end_object(&d.w);
	rv_act_end(&d.w);
	rv_account_release(&d.account);
	rv_arena_release(&d.arena);
	if (s == RV_OK && d.problems)
		s = rv_fail(err, RV_E_NO,
			    P_("doctor: %" PRId64 " thing does not work; see "
			       "the list",
			       "doctor: %" PRId64 " things do not work; see "
			       "the list",
			       d.problems),
			    d.problems);
	return s;
}
