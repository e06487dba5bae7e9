/* SPDX-License-Identifier: MIT */
/* Gemini's batchEmbedContents. */
#include "config.h"

#include "llm/embed_priv.h"

#include <string.h>

#include "base/i18n.h"

static const char *
bare_model(const struct rv_chat_target *t)
{
	return strncmp(t->model, "models/", 7) ? t->model : t->model + 7;
}

const char *
rv__embed_gemini_url(const struct rv_chat_target *t, const char *method,
		     struct rv_arena *arena)
{
	return rv_provider_url(t,
			       rv_arena_printf(arena, "/v1beta/models/%s:%s",
					       bare_model(t), method),
			       arena);
}

void
rv__embed_gemini_row(struct rv_jw *w, const struct rv_embed_ask *ask,
		     struct rv_sv text)
{
	static const char *const tasks[] = {
		[RV_EMBED_DOCUMENT] = "RETRIEVAL_DOCUMENT",
		[RV_EMBED_QUERY] = "RETRIEVAL_QUERY",
		[RV_EMBED_SIMILARITY] = "SEMANTIC_SIMILARITY",
	};
	struct rv_buf model = RV_BUF_INIT;

	rv_buf_addf(&model, "models/%s", bare_model(ask->target));
	rv_jw_sv(w, "model", rv_buf_sv(&model));
	rv_buf_release(&model);
	rv_jw_object(w, "content");
	rv_jw_array(w, "parts");
	rv_jw_object(w, NULL);
	rv_jw_sv(w, "text", text);
	rv_jw_end_object(w);
	rv_jw_end_array(w);
	rv_jw_end_object(w);
	rv_jw_str(w, "taskType", tasks[ask->purpose]);
	if (ask->dimensions > 0)
		rv_jw_int(w, "outputDimensionality", ask->dimensions);
}

/* rv_embed_provider.request */
static rv_status
request(const struct rv_embed_ask *ask, struct rv_arena *arena,
	struct rv_http_request *req, struct rv_err *err)
{
	struct rv_buf b = RV_BUF_INIT;
	struct rv_jw w;

	(void)err;
	rv_jw_init(&w, &b);
	rv_jw_object(&w, NULL);
	rv_jw_array(&w, "requests");
	for (size_t i = 0; i < ask->n; i++) {
		rv_jw_object(&w, NULL);
		rv__embed_gemini_row(&w, ask, ask->texts[i]);
		rv_jw_end_object(&w);
	}
	rv_jw_end_array(&w);
	rv_jw_end_object(&w);
	rv_provider_post(req,
			 rv__embed_gemini_url(ask->target, "batchEmbedContents",
					      arena),
			 &b, 1, arena);
	rv_provider_key(req, "x-goog-api-key", "", ask->target->key, arena);
	return RV_OK;
}

/* rv_embed_provider.answer */
static rv_status
answer(const rv_json *root, struct rv_embed_rows *rows, struct rv_usage *usage,
       struct rv_err *err)
{
	const rv_json *list = rv_json_get(root, "embeddings");
	const rv_json *row = rv_json_first(list);
	rv_status st = RV_OK;

	if (!rv_json_is_array(list))
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent JSON that holds no vectors"));
	for (int64_t i = 0; st == RV_OK && row; row = rv_json_next(row), i++)
		st = rv_embed_rows_add(rows, i, rv_json_get(row, "values"),
				       err);
	rv_provider_count(rv_json_get(root, "usageMetadata"),
			  "promptTokenCount", &usage->input);
	return st;
}

const struct rv_embed_provider rv_embed_gemini = {
	.name = "gemini",
	.batch = 64, /* it takes 100 */
	.purposes = true,
	.request = request,
	.answer = answer,
};
