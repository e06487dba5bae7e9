/* SPDX-License-Identifier: MIT */
/* POST /embeddings of OpenAI and all who speak like it. */
#include "config.h"

#include "llm/embed_priv.h"

#include "base/i18n.h"

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
	rv_jw_str(&w, "model", ask->target->model);
	rv_jw_array(&w, "input");
	for (size_t i = 0; i < ask->n; i++)
		rv_jw_sv(&w, NULL, ask->texts[i]);
	rv_jw_end_array(&w);
	rv_jw_str(&w, "encoding_format", ask->floats ? "float" : "base64");
	if (ask->dimensions > 0)
		rv_jw_int(&w, "dimensions", ask->dimensions);
	rv_jw_end_object(&w);
	rv_provider_post(req,
			 rv_provider_url(ask->target, "/embeddings", arena),
			 &b, 4, arena);
	rv_provider_bearer(req, ask->target, arena);
	return RV_OK;
}

/* rv_embed_provider.answer */
static rv_status
answer(const rv_json *root, struct rv_embed_rows *rows, struct rv_usage *usage,
       struct rv_err *err)
{
	const rv_json *data = rv_json_get(root, "data");
	const rv_json *row;
	int64_t at = 0;
	rv_status st = RV_OK;

	if (!rv_json_is_array(data))
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent JSON that holds no vectors"));
	for (row = rv_json_first(data); st == RV_OK && row;
	     row = rv_json_next(row), at++) {
		const rv_json *index = rv_json_get(row, "index");

		/* The index counts, not the order; -1 is no place. */
		st = rv_embed_rows_add(rows,
				       index ? rv_json_int(index, -1) : at,
				       rv_json_get(row, "embedding"), err);
	}
	rv_provider_count(rv_json_get(root, "usage"), "prompt_tokens",
			  &usage->input);
	return st;
}

const struct rv_embed_provider rv_embed_openai = {
	.name = "openai",
	.batch = 64,
	.request = request,
	.answer = answer,
};
