/* SPDX-License-Identifier: MIT */
/* One request to one model, and what its bytes mean. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/log.h"
#include "base/utf8.h"
#include "llm/chat_priv.h"
#include "llm/provider.h"
#include "net/url.h"

/* How the bytes of a reply are read; known from the first of them. */
enum form { FORM_UNKNOWN, FORM_FRAMES, FORM_WHOLE };

struct attempt {
	struct rv__chat *chat;
	struct rv_frames frames;
	struct rv_buf whole;
	enum form form;
	bool done;
	size_t told; /* bytes of the text that the caller's progress saw */
	/* Ticks in ms: when text came last; since when it is measured, 0 is not
	 * yet; and how much there was at both. */
	int64_t text_at, since;
	size_t text, text_since;
	struct rv_err err; /* of an event */
	rv_status event_status;
	const char *advice; /* that helps against it, or NULL */
	struct rv_arena arena;
	struct rv_http_response resp;
};

static rv_status
failed(struct rv__chat *c, struct rv_failure *f, rv_status st, bool retry,
       const char *why, const char *advice)
{
	return rv_failure_set(f, &c->target, c->arena, st, retry, why, advice);
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

static int64_t
now_ms(const struct attempt *a)
{
	return rv_env_ticks(a->chat->call.env) / 1000;
}

/* Signs of life are no text: who waits for an answer waits for that. */
static rv_status
check_pace(struct attempt *a, struct rv_err *err)
{
	const struct rv_chat_call *call = &a->chat->call;
	int64_t now = now_ms(a), ms, rate;
	size_t text = a->chat->out->text.n;

	if (text > a->text) {
		a->text = text;
		a->text_at = now;
	}
	if (now - a->text_at >= call->idle_ms)
		return rv_fail(err, RV_E_MODEL,
			       _("it is there, and no text came for %" PRId64
				 " s; try again or raise models.idleSeconds"),
			       call->idle_ms / 1000);
	if (!text || !call->text_rate)
		return RV_OK;
	if (!a->since) {
		a->since = now;
		a->text_since = text;
	}
	ms = now - a->since;
	if (ms < call->idle_ms || !ms)
		return RV_OK;
	rate = (int64_t)(text - a->text_since) * 1000 / ms;
	if (rate < call->text_rate)
		return rv_fail(err, RV_E_MODEL,
			       _("it wrote %" PRId64 " bytes a second, and %"
				 PRId64 " is the least; try again or lower "
				 "models.textRate"),
			       rate, call->text_rate);
	a->since = now;
	a->text_since = text;
	return RV_OK;
}

static rv_status
read_bytes(struct attempt *a, struct rv_sv chunk, struct rv_err *err)
{
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

/* rv_http_sink */
static rv_status
on_bytes(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct attempt *a = arg;
	rv_status st;

	if (a->chat->in.received)
		a->chat->in.received(chunk.n, a->chat->in.arg);
	st = read_bytes(a, chunk, err);
	return st == RV_OK ? check_pace(a, err) : st;
}

/* An answer that came in one piece: a page, an error, or the whole of it. */
static void
read_whole(struct attempt *a)
{
	if (a->whole.p[0] == '<') {
		a->event_status = rv_fail(&a->err, RV_E_MODEL, "%s",
					  _("it sent a web page instead of an "
					    "answer"));
		a->advice = _("look at providers.NAME.baseUrl");
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

/* The last line of JSON is not whole: the stream broke off in it. */
static bool
ends_in_half(const struct rv_frames *f)
{
	struct rv_sv rest = rv_sv_trim(rv_buf_sv(&f->line));

	return f->framing == RV_FRAMING_NDJSON && rest.n &&
	       rest.p[rest.n - 1] != '}';
}

/* The connection gave all it had: is that an answer? */
static rv_status
judge(struct attempt *a, struct rv_failure *f)
{
	struct rv_chat_out *out = a->chat->out;
	const char *later = rv_failure_later();
	bool half = false;
	rv_status st = RV_OK;

	if (a->form == FORM_FRAMES && !a->done && out->text.n &&
	    ends_in_half(&a->frames))
		half = true;
	else if (a->form == FORM_FRAMES && !a->done)
		st = rv_frames_end(&a->frames, &half, &a->err);
	else if (a->form == FORM_WHOLE)
		read_whole(a);
	if (st == RV_E_NO && a->done)
		st = RV_OK;
	if (a->event_status != RV_OK)
		return failed(a->chat, f, a->event_status,
			      a->event_status == RV_E_MODEL &&
				      out->stop != RV_STOP_FILTER,
			      a->err.msg, a->advice ? a->advice : later);
	/* A reason to stop says that the text is whole, even where the mark
	 * behind it is missing. */
	out->truncated = !a->done && out->stop == RV_STOP_NONE;
	if (rv_sv_trim(rv_buf_sv(&out->text)).n)
		return RV_OK;
	rv_buf_reset(&out->text); /* blanks: nothing was delivered */
	return failed(a->chat, f, RV_E_MODEL, out->truncated,
		      empty_because(out), later);
}

static rv_status
conclude(struct attempt *a, rv_status st, const struct rv_err *why,
	 struct rv_failure *f)
{
	const char *later = rv_failure_later();
	struct rv__chat *c = a->chat;

	if (st == RV_E_CANCELLED)
		return st;
	if (st == RV_E_NO && a->done)
		st = RV_OK;
	if (st == RV_OK && (a->resp.status < 200 || a->resp.status > 299))
		return rv_failure_refused(f, &c->target, &a->resp, c->call.env,
					  c->call.wait_max_ms, c->arena);
	if (st == RV_OK)
		return judge(a, f);
	if (a->event_status != RV_OK)
		return failed(c, f, a->event_status,
			      a->event_status == RV_E_MODEL &&
				      c->out->stop != RV_STOP_FILTER,
			      a->err.msg, later);
	return rv_failure_wire(f, &c->target, &a->resp, st, why, c->arena);
}

/* Only for who asked to see it. */
static void
log_said(const struct rv__chat *c, const char *role, struct rv_sv text)
{
	char what[80];

	if (!rv_log_wants_text() || !text.n)
		return;
	snprintf(what, sizeof(what), "chat %s", role);
	rv_log_text(what, text, c->target.key);
}

static void
log_open(const struct rv__chat *c, const struct rv_http_request *req)
{
	struct rv_buf url = RV_BUF_INIT;

	rv_url_show(rv_sv(c->target.base_url), &url);
	for (size_t i = 0; i < c->in.n; i++)
		log_said(c, c->in.messages[i].role, c->in.messages[i].text);
	rv_log(RV_LOG_DEBUG,
	       "chat open provider=%s model=%s base=%.*s messages=%zu "
	       "bytes=%zu attempt=%d",
	       c->target.provider, c->target.model, RV_SV_ARG(rv_buf_sv(&url)),
	       c->in.n, req->body.n, c->out->attempts);
	rv_buf_release(&url);
}

rv_status
rv__chat_attempt(struct rv__chat *c, struct rv_failure *f)
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

	a.text_at = now_ms(&a);
	f->after_ms = -1;
	c->out->stop = RV_STOP_NONE;
	c->out->truncated = false;
	rv_buf_init(&a.whole, RV_CHAT_EVENT_MAX);
	rv_frames_init(&a.frames, c->profile->provider->framing,
		       RV_CHAT_EVENT_MAX, on_frame, &a);
	st = c->profile->provider->request(&c->target, &c->in, &a.arena, &req,
					   &why);
	c->out->attempts++;
	log_open(c, &req);
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
	log_said(c, "answer", rv_buf_sv(&c->out->text));
	log_said(c, "refusal", a.resp.error_body);
	rv_failure_wipe(&req);
	rv_frames_release(&a.frames);
	rv_buf_release(&a.whole);
	rv_arena_release(&a.arena);
	return st;
}
