/* SPDX-License-Identifier: MIT */
/* One request to one model, and what its bytes mean. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/utf8.h"
#include "doc/redact.h"
#include "llm/chat_priv.h"
#include "llm/provider.h"
#include "net/retry.h"

/* How the bytes of a reply are read; known from the first of them. */
enum form { FORM_UNKNOWN, FORM_FRAMES, FORM_WHOLE };

struct attempt {
	struct rv__chat *chat;
	struct rv_frames frames;
	struct rv_buf whole;
	enum form form;
	bool done;
	size_t told; /* bytes of the text that the caller's progress saw */
	struct rv_err err; /* of an event */
	rv_status event_status;
	struct rv_arena arena;
	struct rv_http_response resp;
};

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

rv_status
rv__chat_failed(struct rv__chat *c, struct rv__failure *f, rv_status st,
		bool retry, const char *why, const char *advice)
{
	struct rv_buf clean = RV_BUF_INIT, masked = RV_BUF_INIT;

	scrub(rv_sv(why), c->target.key, &clean);
	rv_redact(rv_buf_sv(&clean), &masked);
	f->status = st;
	f->retry = retry;
	f->text = rv_arena_printf(c->arena, "%s/%s: %s", c->target.provider,
				  c->target.model, masked.p);
	f->advice = advice;
	rv_log(RV_LOG_DEBUG, "chat failed %s", f->text);
	rv_buf_release(&clean);
	rv_buf_release(&masked);
	return st;
}

static rv_status
after_event(struct attempt *a, rv_status st)
{
	struct rv__chat *c = a->chat;
	struct rv_buf *text = &c->out->text;

	if (text->overflow) {
		a->event_status = rv_fail(&a->err, RV_E_TOOBIG,
					  _("its answer is over %zu KiB"),
					  text->limit >> 10);
		return a->event_status;
	}
	a->event_status = st;
	if (st == RV_OK && c->in.progress && text->n > a->told)
		c->in.progress(rv_sv_of(text->p + a->told, text->n - a->told),
			       c->in.arg);
	a->told = text->n;
	return st;
}

/* rv_frame_fn */
static rv_status
on_frame(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	struct attempt *a = arg;
	rv_status st;

	(void)err;
	st = a->chat->profile->provider->event(event, data, a->chat->out,
					       &a->done, &a->err);
	st = after_event(a, st);
	/* What comes behind the end mark is not waited for. */
	return st == RV_OK && a->done ? RV_E_NO : st;
}

/* The first byte tells a stream from a page or an answer in one piece. */
static enum form
form_of(enum rv_framing framing, char first)
{
	if (first == '<' || first == '[')
		return FORM_WHOLE;
	return first == '{' && framing == RV_FRAMING_SSE ? FORM_WHOLE
							 : FORM_FRAMES;
}

/* rv_http_sink */
static rv_status
on_bytes(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct attempt *a = arg;

	if (a->form == FORM_UNKNOWN) {
		while (chunk.n && (chunk.p[0] == ' ' || chunk.p[0] == '\n' ||
				   chunk.p[0] == '\r' || chunk.p[0] == '\t')) {
			chunk.p++;
			chunk.n--;
		}
		if (!chunk.n)
			return RV_OK;
		a->form = form_of(a->frames.framing, chunk.p[0]);
	}
	if (a->form == FORM_FRAMES)
		return rv_frames_feed(&a->frames, chunk, err);
	rv_buf_addv(&a->whole, chunk);
	return a->whole.overflow
		       ? rv_fail(err, RV_E_TOOBIG, "%s",
				 _("its answer in one piece is over 1 MiB"))
		       : RV_OK;
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
		{413, N_("lower narrative.safeTokenLimit")},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rows[i].status == status)
			return _(rows[i].advice);
	return _("nothing was changed, try again later");
}

static rv_status
refused(struct attempt *a, struct rv__failure *f)
{
	struct rv__chat *c = a->chat;
	struct rv_provider_error e;
	const char *why;

	rv_provider_error_read(a->resp.error_body, &a->arena, &e);
	f->after_ms = rv_retry_asked(&a->resp, rv_env_now(c->call.env));
	if (e.html)
		why = rv_arena_printf(&a->arena,
				      _("it answered %d with a web page"),
				      a->resp.status);
	else if (e.message.n)
		why = rv_arena_printf(&a->arena, _("it answered %d, \"%.*s\""),
				      a->resp.status, RV_SV_ARG(e.message));
	else
		why = rv_arena_printf(&a->arena, _("it answered %d"),
				      a->resp.status);
	if (f->after_ms > c->call.wait_max_ms)
		why = rv_arena_printf(&a->arena,
				      _("%s and asks to wait %" PRId64 " s"),
				      why, (f->after_ms + 999) / 1000);
	return rv__chat_failed(c, f, RV_E_MODEL,
			       rv_retry_worth(RV_OK, &a->resp), why,
			       advice_for(a->resp.status));
}

/* An answer that came in one piece: a page, an error, or the whole of it. */
static void
read_whole(struct attempt *a)
{
	if (a->whole.p[0] == '<') {
		a->event_status = rv_fail(&a->err, RV_E_MODEL, "%s",
					  _("it sent a web page instead of an "
					    "answer"));
		return;
	}
	a->event_status = after_event(
		a, a->chat->profile->provider->event(
			   RV_SV("message"), rv_buf_sv(&a->whole),
			   a->chat->out, &a->done, &a->err));
}

static const char *
empty_because(const struct rv_chat_out *out)
{
	if (out->truncated)
		return _("its stream ended before it said anything");
	if (out->stop == RV_STOP_FILTER)
		return _("it refused to answer");
	if (out->stop == RV_STOP_LENGTH)
		return _("it used up its tokens before it said anything");
	if (out->stop == RV_STOP_TOOL)
		return _("it called a tool instead of answering");
	return _("its answer is empty");
}

/* The connection gave all it had: is that an answer? */
static rv_status
judge(struct attempt *a, struct rv__failure *f)
{
	struct rv_chat_out *out = a->chat->out;
	const char *later = _("nothing was changed, try again later");
	bool half = false;
	rv_status st = RV_OK;

	if (a->form == FORM_FRAMES && !a->done)
		st = rv_frames_end(&a->frames, &half, &a->err);
	else if (a->form == FORM_WHOLE)
		read_whole(a);
	if (st == RV_E_NO && a->done)
		st = RV_OK;
	if (a->event_status != RV_OK)
		return rv__chat_failed(a->chat, f, a->event_status,
				       a->event_status == RV_E_MODEL &&
					       out->stop != RV_STOP_FILTER,
				       a->err.msg, later);
	/* A reason to stop says that the text is whole, even where the mark
	 * behind it is missing. */
	out->truncated = !a->done && out->stop == RV_STOP_NONE;
	if (rv_sv_trim(rv_buf_sv(&out->text)).n)
		return RV_OK;
	rv_buf_reset(&out->text); /* blanks: nothing was delivered */
	return rv__chat_failed(a->chat, f, RV_E_MODEL, out->truncated,
			       empty_because(out), later);
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

static rv_status
conclude(struct attempt *a, rv_status st, const struct rv_err *why,
	 struct rv__failure *f)
{
	const char *later = _("nothing was changed, try again later");

	if (st == RV_E_CANCELLED)
		return st;
	if (st == RV_E_NO && a->done)
		st = RV_OK;
	if (st == RV_OK && (a->resp.status < 200 || a->resp.status > 299))
		return refused(a, f);
	if (st == RV_OK)
		return judge(a, f);
	if (a->event_status != RV_OK)
		return rv__chat_failed(a->chat, f, a->event_status,
				       a->event_status == RV_E_MODEL &&
					       a->chat->out->stop !=
						       RV_STOP_FILTER,
				       a->err.msg, later);
	if (a->resp.detail.n)
		rv_log(RV_LOG_DEBUG, "chat wire %.*s",
		       RV_SV_ARG(a->resp.detail));
	return rv__chat_failed(a->chat, f, st, rv_retry_worth(st, &a->resp),
			       without_advice(why->msg, &a->arena),
			       st == RV_E_CONFIG
				       ? _("look at providers.NAME.baseUrl")
				       : later);
}

/* Copies of the key do not stay in memory that is given back. */
static void
wipe(const struct rv_http_request *req)
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

static void
log_open(const struct rv__chat *c, const struct rv_http_request *req,
	 struct rv_arena *arena)
{
	struct rv_sv url = rv_redact_in(arena, rv_sv(c->target.base_url), NULL);

	rv_log(RV_LOG_DEBUG,
	       "chat open provider=%s model=%s base=%.*s messages=%zu "
	       "bytes=%zu attempt=%d",
	       c->target.provider, c->target.model, RV_SV_ARG(url), c->in.n,
	       req->body.n, c->out->attempts);
}

rv_status
rv__chat_attempt(struct rv__chat *c, struct rv__failure *f)
{
	struct attempt a = {.chat = c, .event_status = RV_OK};
	struct rv_http_request req = {
		.connect_ms = c->call.connect_ms,
		.idle_ms = c->call.idle_ms,
		.total_ms = c->call.total_ms,
		.max_bytes = RV_CHAT_RECEIVED_MAX,
		.cancel = c->in.cancel,
	};
	int64_t t0 = rv_env_ticks(c->call.env);
	struct rv_err why = {0};
	rv_status st;

	f->after_ms = -1;
	c->out->stop = RV_STOP_NONE;
	c->out->truncated = false;
	rv_buf_init(&a.whole, RV_CHAT_EVENT_MAX);
	rv_frames_init(&a.frames, c->profile->provider->framing,
		       RV_CHAT_EVENT_MAX, on_frame, &a);
	st = c->profile->provider->request(&c->target, &c->in, &a.arena, &req,
					   &why);
	c->out->attempts++;
	log_open(c, &req, &a.arena);
	if (st == RV_OK)
		st = c->call.http(&req, on_bytes, &a, &a.arena, &a.resp, &why);
	st = conclude(&a, st, &why, f);
	c->out->received += a.resp.received;
	rv_log(RV_LOG_DEBUG,
	       "chat close provider=%s model=%s status=%d bytes=%" PRId64
	       " text=%zu stop=%s truncated=%d ms=%" PRId64,
	       c->target.provider, c->target.model, a.resp.status,
	       a.resp.received, c->out->text.n, rv_stop_name(c->out->stop),
	       c->out->truncated, (rv_env_ticks(c->call.env) - t0) / 1000);
	wipe(&req);
	rv_frames_release(&a.frames);
	rv_buf_release(&a.whole);
	rv_arena_release(&a.arena);
	return st;
}
