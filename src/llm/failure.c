/* SPDX-License-Identifier: MIT */
/* Why a model did not answer, in one sentence. */
#include "config.h"

#include "llm/failure.h"

#include <inttypes.h>
#include <poll.h>
#include <string.h>

#include "base/flag.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/rng.h"
#include "doc/redact.h"
#include "llm/provider.h"
#include "net/retry.h"
#include "net/url.h"

#define WAIT_SLICE_MS 50

/* Replaces every occurrence of the key. */
static void
scrub(struct rv_sv text, struct rv_sv key, struct rv_buf *out)
{
	ptrdiff_t at;

	while (key.n >= 4 && (at = rv_sv_find(text, key)) >= 0) {
		rv_buf_addv(out, rv_sv_slice(text, 0, (size_t)at));
		rv_buf_adds(out, "<KEY>");
		text = rv_sv_slice(text, (size_t)at + key.n, text.n);
	}
	rv_buf_addv(out, text);
}

/* Masks all but the name of the operator's own server: a sentence about his
 * configuration has to say which one. */
static void
mask_but_host(struct rv_sv text, const char *base_url, struct rv_buf *out)
{
	struct rv_buf host = RV_BUF_INIT;
	struct rv_url url;
	ptrdiff_t at;

	if (base_url && rv_url_parse(rv_sv(base_url), &url))
		rv_url_where(&url, &host);
	while (host.n && (at = rv_sv_find(text, rv_buf_sv(&host))) >= 0) {
		rv_redact(rv_sv_slice(text, 0, (size_t)at), out);
		rv_buf_addv(out, rv_buf_sv(&host));
		text = rv_sv_slice(text, (size_t)at + host.n, text.n);
	}
	rv_redact(text, out);
	rv_buf_release(&host);
}

rv_status
rv_failure_set(struct rv_failure *f, const struct rv_chat_target *t,
	       struct rv_arena *arena, rv_status st, bool retry,
	       const char *why, const char *advice)
{
	struct rv_buf clean = RV_BUF_INIT, masked = RV_BUF_INIT;

	scrub(rv_sv(why), t->key, &clean);
	mask_but_host(rv_buf_sv(&clean), t->base_url, &masked);
	f->status = st;
	f->retry = retry;
	f->text = rv_arena_printf(arena, "%s/%s: %s", t->provider, t->model,
				  masked.p);
	f->advice = advice;
	rv_log(RV_LOG_DEBUG, "chat failed %s", f->text);
	rv_buf_release(&clean);
	rv_buf_release(&masked);
	return st;
}

const char *
rv_failure_later(void)
{
	return _("nothing was changed, try again later");
}

/* What a person can do about a status of the server. */
static const char *
advice_for(int status)
{
	static const struct {
		int status;
		const char *advice;
	} rows[] = {
		{400, N_("look at the model's name and its limits")},
		{401, N_("look at its key: providers.NAME.keyEnv, keyFile or "
			 "keyCommand")},
		{402, N_("look at the account's balance")},
		{403, N_("look at what its key is allowed to do")},
		{404, N_("look at the model's name and at "
			 "providers.NAME.baseUrl")},
		{422, N_("look at the model's name and its limits")},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rows[i].status == status)
			return _(rows[i].advice);
	return rv_failure_later();
}

bool
rv_failure_too_long(const struct rv_http_response *resp)
{
	static const char *const words[] = {
		"context_length_exceeded",    /* OpenAI */
		"maximum context length",     /* vLLM, OpenRouter */
		"exceed_context_size_error",  /* llama.cpp */
		"available context size",     /* llama.cpp, earlier */
		"too large to process",	      /* its embeddings */
		"prompt is too long",	      /* Anthropic */
		"exceeds the maximum number of tokens", /* Gemini */
		"exceeds the context length", /* Ollama */
		"context length exceeded",    /* LM Studio */
	};

	if (resp->status == 413)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(words) && resp->status >= 400; i++)
		if (rv_sv_has(resp->error_body, rv_sv(words[i])))
			return true;
	return false;
}

rv_status
rv_failure_refused(struct rv_failure *f, const struct rv_chat_target *t,
		   const struct rv_http_response *resp,
		   const struct rv_env *env, int64_t wait_max_ms,
		   struct rv_arena *arena)
{
	struct rv_provider_error e;
	const char *why;

	rv_provider_error_read(resp->error_body, arena, &e);
	f->after_ms = rv_retry_asked(resp, rv_env_now(env));
	if (e.html)
		why = rv_arena_printf(arena,
				      _("it answered %d with a web page"),
				      resp->status);
	else if (e.message.n)
		why = rv_arena_printf(arena, _("it answered %d, \"%.*s\""),
				      resp->status, RV_SV_ARG(e.message));
	else
		why = rv_arena_printf(arena, _("it answered %d"),
				      resp->status);
	if (f->after_ms > wait_max_ms)
		why = rv_arena_printf(arena,
				      _("%s and asks to wait %" PRId64 " s"),
				      why, (f->after_ms + 999) / 1000);
	/* The same request is too long the next time as well. */
	if (rv_failure_too_long(resp))
		return rv_failure_set(f, t, arena, RV_E_MODEL, false, why,
				      _("nothing was changed; set "
					"narrative.contextTokens to what it "
					"holds or lower "
					"narrative.safeTokenLimit, and run it "
					"again"));
	return rv_failure_set(f, t, arena, RV_E_MODEL,
			      rv_retry_worth(RV_OK, resp), why,
			      advice_for(resp->status));
}

/* "HOST: WHY" of "HOST: WHY; ADVICE": what helps is said once, at the end. */
static const char *
without_advice(const char *sentence, struct rv_arena *arena)
{
	const char *semicolon = strrchr(sentence, ';');

	return semicolon ? rv_sv_cstr_in(arena,
					 rv_sv_of(sentence,
						  (size_t)(semicolon -
							   sentence)))
			 : sentence;
}

/* And ADVICE of it, with what every reader wants to know first. */
static const char *
advice_of(const char *sentence, struct rv_arena *arena)
{
	const char *semicolon = strrchr(sentence, ';');

	if (!semicolon || semicolon[1] != ' ')
		return rv_failure_later();
	/* TRANSLATORS: %s is what helps: "check that the server runs". */
	return rv_arena_printf(arena, _("nothing was changed; %s"),
			       semicolon + 2);
}

rv_status
rv_failure_wire(struct rv_failure *f, const struct rv_chat_target *t,
		const struct rv_http_response *resp, rv_status st,
		const struct rv_err *why, struct rv_arena *arena)
{
	if (resp->detail.n)
		rv_log(RV_LOG_DEBUG, "chat wire %.*s", RV_SV_ARG(resp->detail));
	return rv_failure_set(f, t, arena, st, rv_retry_worth(st, resp),
			      without_advice(why->msg, arena),
			      st == RV_E_CONFIG
				      ? _("look at providers.NAME.baseUrl")
				      : advice_of(why->msg, arena));
}

int64_t
rv_failure_delay(const struct rv_failure *f, const struct rv_env *env,
		 int attempts, int64_t wait_max_ms, int n)
{
	struct rv_retry policy = RV_RETRY_DEFAULT;
	struct rv_rng rng;

	if (f->after_ms > wait_max_ms)
		return -1;
	policy.attempts = attempts;
	policy.asked_max_ms = wait_max_ms;
	rv_rng_seed(&rng, env->seed ^ (uint64_t)rv_env_ticks(env));
	return rv_retry_delay(&policy, n, f->after_ms, &rng);
}

void
rv_failure_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)arg;
	while (ms > 0 && !rv_flag_up(cancel)) {
		int slice = (int)RV_MIN(ms, WAIT_SLICE_MS);

		poll(NULL, 0, slice);
		ms -= slice;
	}
}

void
rv_failure_list(const struct rv_failure *f, size_t n, struct rv_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			rv_buf_adds(out, _(", then "));
		rv_buf_adds(out, f[i].text);
		if (f[i].attempts > 1)
			rv_buf_addf(out, _(" (asked %d times)"),
				    f[i].attempts);
	}
}

rv_status
rv_failure_say(const struct rv_failure *f, size_t n, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	const struct rv_failure *last = &f[n - 1];
	rv_status st;

	rv_failure_list(f, n, &b);
	/* An answer without an end is the model's failure, not the caller's
	 * too long a text. */
	st = rv_fail(err, last->status == RV_E_TOOBIG ? RV_E_MODEL
						       : last->status, "%s; %s", b.p, last->advice);
	rv_buf_release(&b);
	return st;
}

void
rv_failure_wipe(const struct rv_http_request *req)
{
	for (size_t i = 0; i < req->n_headers; i++) {
		union {
			const char *in;
			char *out;
		} v = {.in = req->headers[i].value};

		if (req->headers[i].secret)
			explicit_bzero(v.out, strlen(v.out));
	}
}
