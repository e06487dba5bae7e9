/* SPDX-License-Identifier: MIT */
/* Gemini's generateContent, streamed. */
#include "config.h"

#include "llm/provider.h"

#include <string.h>

#include "base/i18n.h"

static const struct rv_provider_reason reasons[] = {
	{"STOP", RV_STOP_END},
	{"MAX_TOKENS", RV_STOP_LENGTH},
	{"SAFETY", RV_STOP_FILTER},
	{"RECITATION", RV_STOP_FILTER},
	{"LANGUAGE", RV_STOP_FILTER},
	{"BLOCKLIST", RV_STOP_FILTER},
	{"PROHIBITED_CONTENT", RV_STOP_FILTER},
	{"SPII", RV_STOP_FILTER},
	{"MALFORMED_FUNCTION_CALL", RV_STOP_TOOL},
	{"FINISH_REASON_UNSPECIFIED", RV_STOP_NONE},
};

static void
write_parts(struct rv_jw *w, struct rv_sv text)
{
	rv_jw_array(w, "parts");
	rv_jw_object(w, NULL);
	rv_jw_sv(w, "text", text);
	rv_jw_end_object(w);
	rv_jw_end_array(w);
}

static void
write_settings(struct rv_jw *w, const struct rv_chat_in *in)
{
	rv_jw_object(w, "generationConfig");
	if (in->max_tokens > 0)
		rv_jw_int(w, "maxOutputTokens", in->max_tokens);
	if (in->temperature >= 0)
		rv_jw_double(w, "temperature", in->temperature);
	if (in->json_schema.n) {
		rv_jw_str(w, "responseMimeType", "application/json");
		rv_jw_raw(w, "responseSchema", in->json_schema);
	}
	rv_jw_end_object(w);
}

/* rv_chat_provider.request */
static rv_status
request(const struct rv_chat_target *t, const struct rv_chat_in *in,
	struct rv_arena *arena, struct rv_http_request *req, struct rv_err *err)
{
	struct rv_sv system = rv_provider_role(in, "system", arena);
	struct rv_buf b = RV_BUF_INIT;
	const char *model = t->model;
	struct rv_jw w;

	(void)err;
	if (!strncmp(model, "models/", 7))
		model += 7;
	rv_jw_init(&w, &b);
	rv_jw_object(&w, NULL);
	if (system.n) {
		rv_jw_object(&w, "systemInstruction");
		write_parts(&w, system);
		rv_jw_end_object(&w);
	}
	rv_jw_array(&w, "contents");
	for (size_t i = 0; i < in->n; i++) {
		const struct rv_chat_message *m = &in->messages[i];

		if (!strcmp(m->role, "system"))
			continue;
		rv_jw_object(&w, NULL);
		rv_jw_str(&w, "role",
			  strcmp(m->role, "assistant") ? "user" : "model");
		write_parts(&w, m->text);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	write_settings(&w, in);
	rv_jw_end_object(&w);
	rv_provider_post(
		req,
		rv_provider_url(t,
				rv_arena_printf(arena,
						"/v1beta/models/%s:"
						"streamGenerateContent?alt=sse",
						model),
				arena),
		&b, 1, arena);
	rv_provider_key(req, "x-goog-api-key", "", t->key, arena);
	return RV_OK;
}

static rv_status
read_chunk(const rv_json *chunk, struct rv_chat_out *out, struct rv_err *err)
{
	const rv_json *c = rv_json_first(rv_json_get(chunk, "candidates"));
	const rv_json *u = rv_json_get(chunk, "usageMetadata");
	const rv_json *part;
	struct rv_sv blocked = rv_json_get_sv(
		rv_json_get(chunk, "promptFeedback"), "blockReason");
	enum rv_stop stop;
	rv_status st = rv_provider_stream_error(chunk, out, err);

	if (st != RV_OK)
		return st;
	part = rv_json_first(
		rv_json_get(rv_json_get(c, "content"), "parts"));
	for (; part; part = rv_json_next(part))
		if (!rv_json_bool(rv_json_get(part, "thought"), false))
			rv_buf_addv(&out->text, rv_json_get_sv(part, "text"));
	stop = rv_provider_stop(reasons, ARRAY_LEN(reasons),
				rv_json_get_sv(c, "finishReason"));
	if (stop != RV_STOP_NONE)
		out->stop = stop;
	rv_provider_count(u, "promptTokenCount", &out->usage.input);
	rv_provider_count(u, "candidatesTokenCount", &out->usage.output);
	rv_provider_count(u, "thoughtsTokenCount", &out->usage.reasoning);
	rv_provider_count(u, "cachedContentTokenCount", &out->usage.cached);
	if (!c && blocked.n) {
		out->stop = RV_STOP_FILTER;
		return rv_fail(err, RV_E_MODEL,
			       _("it refused the prompt (%.*s)"),
			       (int)RV_MIN(blocked.n, 40), blocked.p);
	}
	return RV_OK;
}

/* rv_chat_provider.event */
static rv_status
event(struct rv_sv name, struct rv_sv data, struct rv_chat_out *out,
      bool *done, struct rv_err *err)
{
	struct rv_json_doc doc;
	const rv_json *chunk;
	rv_status st = rv_provider_parse(data, &doc, err);

	(void)name;
	(void)done; /* the end of the connection is the end mark */
	if (st != RV_OK)
		return st;
	if (!rv_json_is_array(doc.root)) {
		st = read_chunk(doc.root, out, err);
	} else {
		/* Without alt=sse, or from a proxy: an array of chunks. */
		for (chunk = rv_json_first(doc.root); st == RV_OK && chunk;
		     chunk = rv_json_next(chunk))
			st = read_chunk(chunk, out, err);
	}
	rv_json_release(&doc);
	return st;
}

const struct rv_chat_provider rv_chat_gemini = {
	.name = "gemini",
	.framing = RV_FRAMING_SSE,
	.request = request,
	.event = event,
};
