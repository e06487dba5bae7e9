/* SPDX-License-Identifier: MIT */
/* One chat: attempts, failover, and what an answer must be. */
#include "config.h"

#include "llm/chat.h"

#include <inttypes.h>
#include <string.h>

#include "base/flag.h"
#include "base/i18n.h"
#include "base/log.h"
#include "doc/estimate.h"
#include "doc/redact.h"
#include "llm/chat_priv.h"

#define ATTEMPTS 3
#define CONNECT_MS 10000
#define IDLE_MS 120000
#define TOTAL_MS (5 * 60 * 1000)
#define WAIT_MAX_MS 60000
#define LEAST_MS 200 /* an attempt in less has no hope */

const char *
rv_stop_name(enum rv_stop stop)
{
	static const char *const names[] = {
		[RV_STOP_NONE] = "none",     [RV_STOP_END] = "end",
		[RV_STOP_LENGTH] = "length", [RV_STOP_FILTER] = "filter",
		[RV_STOP_TOOL] = "tool",     [RV_STOP_ERROR] = "error",
	};

	return names[stop];
}

void
rv_chat_release(struct rv_chat_out *out)
{
	rv_buf_release(&out->text);
	rv_buf_release(&out->failed);
}

static struct rv_chat_call
with_defaults(const struct rv_chat_call *given)
{
	struct rv_chat_call c = *given;

	c.attempts = c.attempts > 0 ? c.attempts : ATTEMPTS;
	c.connect_ms = c.connect_ms > 0 ? c.connect_ms : CONNECT_MS;
	c.idle_ms = c.idle_ms > 0 ? c.idle_ms : IDLE_MS;
	c.total_ms = c.total_ms > 0 ? c.total_ms : TOTAL_MS;
	c.wait_max_ms = c.wait_max_ms > 0 ? c.wait_max_ms : WAIT_MAX_MS;
	c.reply_max = c.reply_max ? c.reply_max : RV_CHAT_REPLY_MAX;
	c.http = c.http ? c.http : rv_http_perform;
	c.wait = c.wait ? c.wait : rv_failure_wait;
	return c;
}

/* No text leaves with a secret in it. */
static const struct rv_chat_message *
redacted(const struct rv_chat_in *in, struct rv_arena *arena)
{
	struct rv_chat_message *m =
		rv_arena_array(arena, struct rv_chat_message, in->n + 1);

	for (size_t i = 0; i < in->n; i++) {
		m[i].role = in->messages[i].role;
		m[i].text = rv_redact_in(arena, in->messages[i].text, NULL);
	}
	return m;
}

/* Providers that count nothing get our estimate, marked as one. */
static void
settle_usage(const struct rv_chat_in *in, struct rv_chat_out *out)
{
	struct rv_usage *u = &out->usage;

	if (!out->attempts || u->input > 0 || u->output > 0)
		return;
	u->estimated = true;
	for (size_t i = 0; i < in->n; i++)
		u->input += rv_estimate_tokens(in->messages[i].text);
	u->output = rv_estimate_tokens(rv_buf_sv(&out->text));
}

/* What is left of the time for everything. */
static int64_t
time_left(const struct rv__chat *c)
{
	if (!c->call.all_ms)
		return INT64_MAX;
	return c->call.all_ms - (rv_env_ticks(c->call.env) - c->t0) / 1000;
}

/* All attempts on one target. */
static rv_status
ask_target(struct rv__chat *c, struct rv_failure *f)
{
	int64_t total_ms = c->call.total_ms;
	rv_status st = RV_OK;

	for (int n = 1;; n++) {
		int64_t ms;

		c->call.total_ms = RV_MAX(RV_MIN(total_ms, time_left(c)), 1);
		st = rv__chat_attempt(c, f);
		c->call.total_ms = total_ms;
		f->attempts = n;
		if (st == RV_OK || st == RV_E_CANCELLED || !f->retry ||
		    c->out->text.n || n >= c->call.attempts)
			return st;
		ms = rv_failure_delay(f, c->call.env, c->call.attempts,
				      c->call.wait_max_ms, n);
		if (ms < 0 || ms + LEAST_MS > time_left(c))
			return st;
		rv_log(RV_LOG_DEBUG,
		       "chat retry provider=%s model=%s wait_ms=%" PRId64,
		       c->target.provider, c->target.model, ms);
		c->call.wait(ms, c->in.cancel, c->call.wait_arg);
		if (rv_flag_up(c->in.cancel))
			return RV_E_CANCELLED;
	}
}

static rv_status
take_target(struct rv__chat *c, size_t i, struct rv_failure *f)
{
	c->target = c->call.targets[i];
	c->profile = c->target.profile;
	if (!c->profile)
		c->profile = rv_chat_profile_find(c->target.provider);
	*f = (struct rv_failure){.after_ms = -1};
	if (!c->profile)
		return rv_failure_set(f, &c->target, c->arena, RV_E_CONFIG,
				      false, _("no such provider"),
				      _("set narrative.provider to one that "
					"`reverie doctor` lists"));
	if (c->target.problem)
		return rv_failure_set(f, &c->target, c->arena, RV_E_CONFIG,
				      false, c->target.problem,
				      _("nothing was changed; "
					"`reverie doctor` says more"));
	c->target.quirks = c->profile->quirks;
	if (!c->target.base_url || !*c->target.base_url)
		c->target.base_url = c->profile->base_url;
	c->out->provider = c->target.provider;
	c->out->model = c->target.model;
	c->out->target = (int)i;
	return RV_OK;
}

/* The same, and who was asked how often. */
static rv_status
count_target(struct rv__chat *c, struct rv_failure *f)
{
	struct rv_chat_out *out = c->out;
	int64_t t0 = rv_env_ticks(c->call.env);
	int before = out->attempts;
	rv_status st = ask_target(c, f);

	if (out->attempts > before && out->n_asked < RV_CHAT_TARGETS_MAX)
		out->asked[out->n_asked++] = (struct rv_chat_asked){
			.provider = out->provider, .model = out->model,
			.attempts = out->attempts - before,
			.ms = (rv_env_ticks(c->call.env) - t0) / 1000};
	return st;
}

rv_status
rv_chat(const struct rv_chat_call *call, const struct rv_chat_in *in,
	struct rv_chat_out *out, struct rv_err *err)
{
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_failure *f;
	int64_t t0 = rv_env_ticks(call->env);
	rv_status st = RV_E_CONFIG;
	struct rv__chat c = {
		.call = with_defaults(call), .in = *in, .out = out,
		.arena = &arena,
	};
	size_t i = 0;

	*out = (struct rv_chat_out){.failed = RV_BUF_INIT};
	rv_buf_init(&out->text, c.call.reply_max);
	c.t0 = t0;
	c.in.messages = redacted(in, &arena);
	f = rv_arena_array(&arena, struct rv_failure, call->n_targets + 1);
	for (; i < call->n_targets; i++) {
		if (i)
			rv_log(RV_LOG_INFO, "chat failover to %s/%s",
			       call->targets[i].provider,
			       call->targets[i].model);
		st = take_target(&c, i, &f[i]);
		if (st == RV_OK)
			st = count_target(&c, &f[i]);
		if (st == RV_OK || st == RV_E_CANCELLED || out->text.n)
			break;
	}
	out->ms = (rv_env_ticks(call->env) - t0) / 1000;
	settle_usage(&c.in, out);
	if (st == RV_OK)
		rv_failure_list(f, i, &out->failed);
	if (st == RV_E_CANCELLED)
		st = rv_fail(err, st, "%s",
			     _("The model's answer: it was cancelled; nothing "
			       "was changed"));
	else if (!call->n_targets)
		st = rv_fail(err, st, "%s",
			     _("No model is configured; set chat.provider and "
			       "chat.model"));
	else if (st != RV_OK)
		st = rv_failure_say(f, RV_MIN(i + 1, call->n_targets), err);
	rv_arena_release(&arena);
	return st;
}
