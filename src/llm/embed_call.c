/* SPDX-License-Identifier: MIT */
/* One request for vectors: limits, retries, and its JSON. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/flag.h"
#include "base/i18n.h"
#include "base/log.h"
#include "doc/redact.h"
#include "llm/embed_priv.h"

#define ATTEMPTS 3
#define CONNECT_MS 10000
#define IDLE_MS 60000
#define TOTAL_MS (5 * 60 * 1000)
#define WAIT_MAX_MS 60000

static const struct {
	const char *protocol;
	const struct rv_embed_provider *provider;
} providers[] = {
#define PROVIDER(symbol, protocol) {protocol, &rv_embed_##symbol},
#define MODEL(server, model)
#include "llm/embed_providers.def"
#undef PROVIDER
#undef MODEL
};

static const struct {
	const char *server, *model;
} models[] = {
#define PROVIDER(symbol, protocol)
#define MODEL(server, model) {server, model},
#include "llm/embed_providers.def"
#undef PROVIDER
#undef MODEL
};

static const struct rv_chat_profile *
profile_of(const struct rv_chat_target *t)
{
	return t->profile ? t->profile : rv_chat_profile_find(t->provider);
}

const struct rv_embed_provider *
rv_embed_provider_of(const struct rv_chat_target *t)
{
	const struct rv_chat_profile *p = profile_of(t);

	for (size_t i = 0; p && i < ARRAY_LEN(providers); i++)
		if (!strcmp(providers[i].protocol, p->provider->name))
			return providers[i].provider;
	return NULL;
}

const char *
rv_embed_default_model(const char *server)
{
	for (size_t i = 0; i < ARRAY_LEN(models); i++)
		if (!strcmp(models[i].server, server))
			return models[i].model;
	return NULL;
}

const char *
rv_embed_space(const struct rv_chat_target *t, int dimensions,
	       struct rv_arena *arena)
{
	return dimensions > 0 ? rv_arena_printf(arena, "%s/%s#%d", t->provider,
						t->model, dimensions)
			      : rv_arena_printf(arena, "%s/%s", t->provider,
						t->model);
}

static void
set_defaults(struct rv_embed_call *c, const struct rv_embed_provider *p)
{
	if (!c->batch_texts || c->batch_texts > p->batch)
		c->batch_texts = p->batch;
	c->batch_bytes = c->batch_bytes ? c->batch_bytes : RV_EMBED_BATCH_BYTES;
	c->attempts = c->attempts > 0 ? c->attempts : ATTEMPTS;
	c->connect_ms = c->connect_ms > 0 ? c->connect_ms : CONNECT_MS;
	c->idle_ms = c->idle_ms > 0 ? c->idle_ms : IDLE_MS;
	c->total_ms = c->total_ms > 0 ? c->total_ms : TOTAL_MS;
	c->wait_max_ms = c->wait_max_ms > 0 ? c->wait_max_ms : WAIT_MAX_MS;
	c->http = c->http ? c->http : rv_http_perform;
	c->wait = c->wait ? c->wait : rv_failure_wait;
}

rv_status
rv__embed_begin(struct rv__embed *e, const struct rv_embed_call *call,
		struct rv_embed_out *out, struct rv_arena *arena,
		struct rv_failure *f)
{
	*e = (struct rv__embed){.call = *call, .target = *call->target,
				.out = out, .arena = arena};
	*f = (struct rv_failure){.after_ms = -1};
	e->provider = rv_embed_provider_of(&e->target);
	if (e->target.problem)
		return rv_failure_set(f, &e->target, arena, RV_E_CONFIG, false,
				      e->target.problem,
				      _("`reverie doctor` says more"));
	if (!e->provider)
		return rv_failure_set(f, &e->target, arena, RV_E_CONFIG, false,
				      _("it has no embeddings"),
				      _("set memorySearch.provider to openai, "
					"gemini, ollama or local"));
	set_defaults(&e->call, e->provider);
	e->target.quirks = profile_of(&e->target)->quirks;
	if (!e->target.base_url || !*e->target.base_url)
		e->target.base_url = profile_of(&e->target)->base_url;
	return RV_OK;
}

struct rv_sv
rv__embed_text(struct rv__embed *e, struct rv_sv text)
{
	return rv_redact_in(e->arena, text, NULL);
}

void
rv__embed_key(struct rv__embed *e, struct rv_sv redacted,
	      struct rv_embed_key *out)
{
	static const char *const purposes[] = {
		[RV_EMBED_DOCUMENT] = "", [RV_EMBED_QUERY] = "?query",
		[RV_EMBED_SIMILARITY] = "?similarity",
	};
	const char *p = purposes[e->call.purpose];
	const char *model = rv_arena_printf(
		e->arena, "%s%s",
		rv_embed_space(&e->target, e->call.dimensions, e->arena),
		e->provider->purposes ? p : "");

	rv_embed_key_of(model, redacted, out);
}

/* rv_http_sink */
static rv_status
gather(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct rv_buf *b = arg;

	rv_buf_addv(b, chunk);
	return b->overflow ? rv_fail(err, RV_E_TOOBIG,
				     _("its answer is over %zu MiB"),
				     RV_EMBED_REPLY_MAX >> 20)
			   : RV_OK;
}

/* A whole answer came with status 200: is it JSON, and no error? */
static rv_status
read_json(struct rv__embed *e, struct rv_sv body, struct rv_json_doc *doc,
	  struct rv_failure *f)
{
	struct rv_sv v = rv_sv_trim(body);
	struct rv_chat_out none = {0};
	struct rv_err why = {0};
	rv_status st;

	if (!v.n)
		return rv_failure_set(f, &e->target, e->arena, RV_E_MODEL,
				      true, _("its answer is empty"),
				      rv_failure_later());
	if (v.p[0] == '<')
		return rv_failure_set(f, &e->target, e->arena, RV_E_MODEL,
				      false,
				      _("it sent a web page instead of an "
					"answer"),
				      _("look at providers.NAME.baseUrl"));
	st = rv_provider_parse(v, doc, &why);
	if (st == RV_OK) {
		st = rv_provider_stream_error(doc->root, &none, &why);
		if (st != RV_OK)
			rv_json_release(doc);
	}
	if (st == RV_OK)
		return RV_OK;
	return rv_failure_set(f, &e->target, e->arena, st, false, why.msg,
			      rv_failure_later());
}

static rv_status
refused(struct rv__embed *e, const struct rv_http_response *resp,
	struct rv_failure *f)
{
	bool too_long = rv_failure_too_long(resp);
	rv_status st = rv_failure_refused(f, &e->target, resp, e->call.env,
					  e->call.wait_max_ms, e->arena);

	e->out->refused = too_long || resp->status == 400 ||
			  resp->status == 422;
	if (too_long)
		f->advice = _("set memorySearch.model to one that takes longer "
			      "texts; what came before is kept");
	return st;
}

static rv_status
attempt(struct rv__embed *e, const struct rv_http_request *req,
	struct rv_json_doc *doc, struct rv_failure *f)
{
	struct rv_http_response resp = {0};
	struct rv_err why = {0};
	struct rv_buf body;
	rv_status st;

	f->after_ms = -1;
	rv_buf_init(&body, RV_EMBED_REPLY_MAX);
	e->out->attempts++;
	rv_log_text("embed request", req->body, e->target.key);
	st = e->call.http(req, gather, &body, e->arena, &resp, &why);
	e->out->received += resp.received;
	rv_log(RV_LOG_DEBUG,
	       "embed provider=%s model=%s sent=%zu status=%d bytes=%" PRId64,
	       e->target.provider, e->target.model, req->body.n, resp.status,
	       resp.received);
	if (resp.error_body.n)
		rv_log_text("embed refusal", resp.error_body, e->target.key);
	if (st == RV_OK && resp.status >= 200 && resp.status <= 299)
		st = read_json(e, rv_buf_sv(&body), doc, f);
	else if (st == RV_OK && e->provider->old_only && !e->old &&
		 e->provider->old_only(&resp))
		st = RV_E_NO;
	else if (st == RV_OK)
		st = refused(e, &resp, f);
	else if (st != RV_E_CANCELLED)
		st = rv_failure_wire(f, &e->target, &resp, st, &why, e->arena);
	rv_buf_release(&body);
	return st;
}

rv_status
rv__embed_send(struct rv__embed *e, struct rv_http_request *req,
	       struct rv_json_doc *doc, struct rv_failure *f)
{
	const struct rv_embed_call *c = &e->call;
	rv_status st;

	req->connect_ms = c->connect_ms;
	req->idle_ms = c->idle_ms;
	req->total_ms = c->total_ms;
	req->max_bytes = RV_EMBED_REPLY_MAX;
	req->cancel = c->cancel;
	e->out->requests++;
	for (int n = 1;; n++) {
		int64_t ms;

		st = attempt(e, req, doc, f);
		f->attempts = n;
		if (st == RV_OK || st == RV_E_CANCELLED || st == RV_E_NO ||
		    !f->retry || n >= c->attempts)
			break;
		ms = rv_failure_delay(f, c->env, c->attempts, c->wait_max_ms,
				      n);
		if (ms < 0)
			break;
		c->wait(ms, c->cancel, c->wait_arg);
		if (rv_flag_up(c->cancel)) {
			st = RV_E_CANCELLED;
			break;
		}
	}
	rv_failure_wipe(req);
	return st;
}

rv_status
rv__embed_say(rv_status st, const struct rv_failure *f, struct rv_err *err)
{
	if (st == RV_E_CANCELLED)
		return rv_fail(err, st, "%s",
			       _("The vectors: it was cancelled; what came "
				 "before is kept"));
	return rv_failure_say(f, 1, err);
}
