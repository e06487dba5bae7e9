/* SPDX-License-Identifier: MIT */
/* Ollama's own chat: a line of JSON for each piece. */
#include "config.h"

#include "llm/provider.h"

static const struct rv_provider_reason reasons[] = {
	{"stop", RV_STOP_END},
	{"length", RV_STOP_LENGTH},
	{"load", RV_STOP_NONE},
	{"unload", RV_STOP_NONE},
};

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
	if (in->json_schema.n)
		rv_jw_raw(&w, "format", in->json_schema);
	rv_jw_object(&w, "options");
	if (in->max_tokens > 0)
		rv_jw_int(&w, "num_predict", in->max_tokens);
	/* Its own default is small, and what is more is cut off unsaid. */
	if (in->context > 0)
		rv_jw_int(&w, "num_ctx", in->context);
	if (in->temperature >= 0)
		rv_jw_double(&w, "temperature", in->temperature);
	rv_jw_end_object(&w);
	rv_jw_end_object(&w);
	rv_provider_post(req, rv_provider_url(t, "/api/chat", arena), &b, 1,
			 arena);
	rv_provider_key(req, "Authorization", "Bearer ", t->key, arena);
	return RV_OK;
}

/* rv_chat_provider.event */
static rv_status
event(struct rv_sv name, struct rv_sv data, struct rv_chat_out *out,
      bool *done, struct rv_err *err)
{
	struct rv_json_doc doc;
	enum rv_stop stop;
	rv_status st;

	(void)name;
	if (!rv_sv_trim(data).n)
		return RV_OK;
	st = rv_provider_parse(data, &doc, err);
	if (st != RV_OK)
		return st;
	st = rv_provider_stream_error(doc.root, out, err);
	rv_buf_addv(&out->text,
		    rv_json_get_sv(rv_json_get(doc.root, "message"),
				   "content"));
	stop = rv_provider_stop(reasons, ARRAY_LEN(reasons),
				rv_json_get_sv(doc.root, "done_reason"));
	if (stop != RV_STOP_NONE)
		out->stop = stop;
	rv_provider_count(doc.root, "prompt_eval_count", &out->usage.input);
	rv_provider_count(doc.root, "eval_count", &out->usage.output);
	if (rv_json_bool(rv_json_get(doc.root, "done"), false)) {
		*done = true;
		if (out->stop == RV_STOP_NONE)
			out->stop = RV_STOP_END;
	}
	rv_json_release(&doc);
	return st;
}

const struct rv_chat_provider rv_chat_ollama = {
	.name = "ollama",
	.framing = RV_FRAMING_NDJSON,
	.request = request,
	.event = event,
};
