/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_EMBED_PRIV_H
#define RV_LLM_EMBED_PRIV_H

/* What the files of embeddings share; included by nobody else. */

#include "llm/embed.h"
#include "llm/failure.h"
#include "llm/provider.h"

#define PROVIDER(symbol, protocol) \
	extern const struct rv_embed_provider rv_embed_##symbol;
#define MODEL(server, model)
#include "llm/embed_providers.def"
#undef PROVIDER
#undef MODEL

/* One call: with its defaults, the target's quirks filled. */
struct rv__embed {
	struct rv_embed_call call;
	struct rv_chat_target target;
	const struct rv_embed_provider *provider;
	struct rv_embed_out *out;
	struct rv_arena *arena; /* of the call */
	bool old;
};

/* Finds the provider; RV_E_CONFIG in *f when there is none, or no key. */
rv_status rv__embed_begin(struct rv__embed *e,
			  const struct rv_embed_call *call,
			  struct rv_embed_out *out, struct rv_arena *arena,
			  struct rv_failure *f) RV_MUST_CHECK;
/*
 * Sends a request that was made in `scratch` and reads its answer, with its
 * retries.  RV_OK: the caller releases *doc.  RV_E_NO: the server knows only
 * the provider's old way.  RV_E_CANCELLED; else *f says why.
 */
rv_status rv__embed_send(struct rv__embed *e, struct rv_http_request *req,
			 struct rv_json_doc *doc,
			 struct rv_failure *f) RV_MUST_CHECK;
/* A text on its way out: redacted, in the call's arena. */
struct rv_sv rv__embed_text(struct rv__embed *e, struct rv_sv text);
/* What the cache knows a text by. */
void rv__embed_key(struct rv__embed *e, struct rv_sv redacted,
		   struct rv_embed_key *out);
/* The vectors get length 1; those that are all zeros stay. */
void rv__embed_normalise(struct rv_embed_rows *rows);
/* The call's own words where it ended badly. */
rv_status rv__embed_say(rv_status st, const struct rv_failure *f,
			struct rv_err *err);

/* One {model, content, taskType, outputDimensionality} of Gemini. */
void rv__embed_gemini_row(struct rv_jw *w, const struct rv_embed_ask *ask,
			  struct rv_sv text);
/* ".../v1beta/models/MODEL:METHOD" */
const char *rv__embed_gemini_url(const struct rv_chat_target *t,
				 const char *method,
				 struct rv_arena *arena) RV_NONNULL;

#endif
