/* SPDX-License-Identifier: MIT */
/* Anthropic's messages. */
#include "config.h"

#include "llm/provider.h"

#define MAX_TOKENS 16000 /* the field is required; narrative.answerTokens */

static const struct rv_provider_reason reasons[] = {
	{"end_turn", RV_STOP_END},	{"stop_sequence", RV_STOP_END},
	{"max_tokens", RV_STOP_LENGTH}, {"tool_use", RV_STOP_TOOL},
	{"pause_turn", RV_STOP_TOOL},	{"refusal", RV_STOP_FILTER},
	{"model_context_window_exceeded", RV_STOP_LENGTH},
};

/* rv_chat_provider.request */
static rv_status
request(const struct rv_chat_target *t, const struct rv_chat_in *in,
	struct rv_arena *arena, struct rv_http_request *req, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_sv system = rv_provider_role(in, "system", arena);
	struct rv_jw w;

	(void)err;
	rv_jw_init(&w, &b);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "model", t->model);
	rv_jw_int(&w, "max_tokens",
		  in->max_tokens > 0 ? in->max_tokens : MAX_TOKENS);
	if (system.n)
		rv_jw_sv(&w, "system", system);
	rv_provider_messages(&w, in, "system");
	rv_jw_bool(&w, "stream", true);
	if (in->temperature >= 0)
		rv_jw_double(&w, "temperature", in->temperature);
	rv_jw_end_object(&w);
	rv_provider_post(req, rv_provider_url(t, "/v1/messages", arena), &b, 2,
			 arena);
	rv_provider_key(req, "x-api-key", "", t->key, arena);
	rv_provider_header(req, "anthropic-version", "2023-06-01");
	return RV_OK;
}

/* Input counts come first, the output is a running total. */
static void
read_usage(const rv_json *u, struct rv_usage *out)
{
	int64_t fresh = 0, made = 0, cached = 0;

	if (!rv_json_is_object(u))
		return;
	if (rv_json_is_number(rv_json_get(u, "input_tokens"))) {
		rv_provider_count(u, "input_tokens", &fresh);
		rv_provider_count(u, "cache_creation_input_tokens", &made);
		rv_provider_count(u, "cache_read_input_tokens", &cached);
		/* Theirs leaves out what the cache held; ours counts all. */
		out->input = fresh + made + cached;
		out->cached = cached;
	}
	rv_provider_count(u, "output_tokens", &out->output);
}

static void
read_reason(const rv_json *node, struct rv_chat_out *out)
{
	enum rv_stop stop = rv_provider_stop(
		reasons, ARRAY_LEN(reasons),
		rv_json_get_sv(node, "stop_reason"));

	if (stop != RV_STOP_NONE)
		out->stop = stop;
}

/* An answer that was not streamed. */
static void
read_whole(const rv_json *root, struct rv_chat_out *out)
{
	const rv_json *part = rv_json_first(rv_json_get(root, "content"));

	for (; part; part = rv_json_next(part))
		if (rv_sv_is(rv_json_get_sv(part, "type"), "text"))
			rv_buf_addv(&out->text, rv_json_get_sv(part, "text"));
	read_reason(root, out);
	read_usage(rv_json_get(root, "usage"), &out->usage);
}

/* rv_chat_provider.event */
static rv_status
event(struct rv_sv name, struct rv_sv data, struct rv_chat_out *out,
      bool *done, struct rv_err *err)
{
	struct rv_json_doc doc;
	const rv_json *delta;
	struct rv_sv type;
	rv_status st = rv_provider_parse(data, &doc, err);

	(void)name; /* the type inside says the same */
	if (st != RV_OK)
		return st;
	type = rv_json_get_sv(doc.root, "type");
	delta = rv_json_get(doc.root, "delta");
	st = rv_provider_stream_error(doc.root, out, err);
	if (rv_sv_is(type, "content_block_delta")) {
		if (rv_sv_is(rv_json_get_sv(delta, "type"), "text_delta"))
			rv_buf_addv(&out->text, rv_json_get_sv(delta, "text"));
	} else if (rv_sv_is(type, "message_start")) {
		read_usage(rv_json_get(rv_json_get(doc.root, "message"),
				       "usage"),
			   &out->usage);
	} else if (rv_sv_is(type, "message_delta")) {
		read_reason(delta, out);
		read_usage(rv_json_get(doc.root, "usage"), &out->usage);
	} else if (rv_sv_is(type, "message_stop")) {
		*done = true;
	} else if (rv_sv_is(type, "message")) {
		read_whole(doc.root, out);
		*done = true;
	}
	rv_json_release(&doc);
	return st;
}

const struct rv_chat_provider rv_chat_anthropic = {
	.name = "anthropic",
	.framing = RV_FRAMING_SSE,
	.request = request,
	.event = event,
};
