/* SPDX-License-Identifier: MIT */
/* Ollama's /api/embed, and /api/embeddings of servers before 0.3. */
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
	if (ask->old) {
		rv_jw_sv(&w, "prompt", ask->texts[0]);
	} else {
		rv_jw_array(&w, "input");
		for (size_t i = 0; i < ask->n; i++)
			rv_jw_sv(&w, NULL, ask->texts[i]);
		rv_jw_end_array(&w);
		if (ask->dimensions > 0)
			rv_jw_int(&w, "dimensions", ask->dimensions);
	}
	rv_jw_end_object(&w);
	rv_provider_post(req,
			 rv_provider_url(ask->target,
					 ask->old ? "/api/embeddings"
						  : "/api/embed",
					 arena),
			 &b, 1, arena);
	rv_provider_key(req, "Authorization", "Bearer ", ask->target->key,
			arena);
	return RV_OK;
}

/* rv_embed_provider.answer */
static rv_status
answer(const rv_json *root, struct rv_embed_rows *rows, struct rv_usage *usage,
       struct rv_err *err)
{
	const rv_json *list = rv_json_get(root, "embeddings");
	const rv_json *one = rv_json_get(root, "embedding");
	const rv_json *row = rv_json_first(list);
	rv_status st = RV_OK;

	if (rv_json_is_array(one))
		return rv_embed_rows_add(rows, 0, one, err);
	if (!rv_json_is_array(list))
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent JSON that holds no vectors"));
	for (int64_t i = 0; st == RV_OK && row; row = rv_json_next(row), i++)
		st = rv_embed_rows_add(rows, i, row, err);
	rv_provider_count(root, "prompt_eval_count", &usage->input);
	return st;
}

/* rv_embed_provider.old_only: an unknown path is 404 in plain words, an
 * unknown model 404 with an "error" in JSON. */
static bool
old_only(const struct rv_http_response *resp)
{
	struct rv_json_doc doc;

	if (resp->status == 405)
		return true;
	if (resp->status != 404)
		return false;
	if (rv_json_parse(resp->error_body, &doc, NULL) != RV_OK)
		return true;
	rv_json_release(&doc);
	return false;
}

const struct rv_embed_provider rv_embed_ollama = {
	.name = "ollama",
	.batch = 64,
	.request = request,
	.answer = answer,
	.old_only = old_only,
};
