/* SPDX-License-Identifier: MIT */
/* OpenAI's chat completions and all that speak them. */
#include "config.h"

#include "llm/provider.h"

#include "base/i18n.h"

static const struct rv_provider_reason reasons[] = {
	{"stop", RV_STOP_END},		    {"length", RV_STOP_LENGTH},
	{"tool_calls", RV_STOP_TOOL},	    {"function_call", RV_STOP_TOOL},
	{"content_filter", RV_STOP_FILTER}, {"error", RV_STOP_ERROR},
};

static void
write_schema(struct rv_jw *w, struct rv_sv schema)
{
	rv_jw_object(w, "response_format");
	rv_jw_str(w, "type", "json_schema");
	rv_jw_object(w, "json_schema");
	rv_jw_str(w, "name", "answer");
	rv_jw_bool(w, "strict", true);
	rv_jw_raw(w, "schema", schema);
	rv_jw_end_object(w);
	rv_jw_end_object(w);
}

/* rv_chat_provider.request */
static rv_status
request(const struct rv_chat_target *t, const struct rv_chat_in *in,
	struct rv_arena *arena, struct rv_http_request *req, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	(void)err;
	rv_jw_init(&w, &b);
	rv_jw_object(&w, NULL);
	rv_jw_str(&w, "model", t->model);
	rv_provider_messages(&w, in, NULL);
	rv_jw_bool(&w, "stream", true);
	rv_jw_object(&w, "stream_options");
	rv_jw_bool(&w, "include_usage", true);
	rv_jw_end_object(&w);
	if (in->max_tokens > 0)
		rv_jw_int(&w,
			  t->quirks & RV_QUIRK_NEW_MAX ? "max_completion_tokens"
						       : "max_tokens",
			  in->max_tokens);
	if (in->temperature >= 0)
		rv_jw_double(&w, "temperature", in->temperature);
	if (in->json_schema.n)
		write_schema(&w, in->json_schema);
	rv_jw_end_object(&w);
	rv_provider_post(req, rv_provider_url(t, "/chat/completions", arena),
			 &b, 4, arena);
	rv_provider_bearer(req, t, arena);
	return RV_OK;
}

static void
read_usage(const rv_json *u, struct rv_usage *out)
{
	rv_provider_count(u, "prompt_tokens", &out->input);
	rv_provider_count(u, "completion_tokens", &out->output);
	rv_provider_count(rv_json_get(u, "prompt_tokens_details"),
			  "cached_tokens", &out->cached);
	rv_provider_count(rv_json_get(u, "completion_tokens_details"),
			  "reasoning_tokens", &out->reasoning);
}

/* A text, or the parts of one. */
static void
add_content(const rv_json *content, struct rv_buf *out)
{
	if (rv_json_is_string(content)) {
		rv_buf_addv(out, rv_json_sv(content));
		return;
	}
	if (!rv_json_is_array(content))
		return;
	for (content = rv_json_first(content); content;
	     content = rv_json_next(content))
		rv_buf_addv(out, rv_json_get_sv(content, "text"));
}

static rv_status
read_choice(const rv_json *choice, struct rv_chat_out *out, bool *done,
	    struct rv_err *err)
{
	const rv_json *message = rv_json_get(choice, "message");
	enum rv_stop stop = rv_provider_stop(
		reasons, ARRAY_LEN(reasons),
		rv_json_get_sv(choice, "finish_reason"));

	add_content(rv_json_get(rv_json_get(choice, "delta"), "content"),
		    &out->text);
	if (rv_json_is_object(message)) {
		add_content(rv_json_get(message, "content"), &out->text);
		*done = true;
	}
	if (stop != RV_STOP_NONE)
		out->stop = stop;
	if (stop == RV_STOP_ERROR)
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it ended its answer with an error"));
	return RV_OK;
}

/* rv_chat_provider.event */
static rv_status
event(struct rv_sv name, struct rv_sv data, struct rv_chat_out *out,
      bool *done, struct rv_err *err)
{
	struct rv_json_doc doc;
	const rv_json *choice;
	rv_status st;

	(void)name;
	if (rv_sv_is(rv_sv_trim(data), "[DONE]")) {
		*done = true;
		return RV_OK;
	}
	st = rv_provider_parse(data, &doc, err);
	if (st != RV_OK)
		return st;
	st = rv_provider_stream_error(doc.root, out, err);
	if (st == RV_OK && rv_sv_is(rv_json_get_sv(doc.root, "object"),
				    "error")) {
		out->stop = RV_STOP_ERROR;
		st = rv_fail(err, RV_E_MODEL, "%.*s",
			     RV_SV_ARG(rv_json_get_sv(doc.root, "message")));
	}
	choice = rv_json_first(rv_json_get(doc.root, "choices"));
	if (st == RV_OK && choice)
		st = read_choice(choice, out, done, err);
	read_usage(rv_json_get(doc.root, "usage"), &out->usage);
	rv_json_release(&doc);
	return st;
}

const struct rv_chat_provider rv_chat_openai = {
	.name = "openai",
	.framing = RV_FRAMING_SSE,
	.request = request,
	.event = event,
};
