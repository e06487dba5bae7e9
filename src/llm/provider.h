/* SPDX-License-Identifier: MIT */
#ifndef RV_LLM_PROVIDER_H
#define RV_LLM_PROVIDER_H

/*
 * What the provider files share: parts of requests and the words of errors.
 * Pure, any thread.
 */

#include "llm/chat.h"

#define PROVIDER(symbol) extern const struct rv_chat_provider rv_chat_##symbol;
#define PROFILE(name, provider, url, key_env, quirks)
#include "llm/chat_providers.def"
#undef PROVIDER
#undef PROFILE

/* "BASE/PATH", whatever slashes BASE ends with. */
const char *rv_provider_url(const struct rv_chat_target *t, const char *path,
			    struct rv_arena *arena) RV_NONNULL;
/* Method POST, content type JSON, the body; room for `extra` headers more. */
void rv_provider_post(struct rv_http_request *req, const char *url,
		      struct rv_buf *body, size_t extra,
		      struct rv_arena *arena);
/* Adds a header whose value is prefix and key, marked secret. */
void rv_provider_key(struct rv_http_request *req, const char *name,
		     const char *prefix, struct rv_sv key,
		     struct rv_arena *arena);
/* The key as OpenAI's servers want it, and what Copilot's ask besides; room
 * for 3 headers. */
void rv_provider_bearer(struct rv_http_request *req,
			const struct rv_chat_target *t, struct rv_arena *arena);
void rv_provider_header(struct rv_http_request *req, const char *name,
			const char *value);
/* The messages as [{"role","content"}], without those of `skip` (NULL ok). */
void rv_provider_messages(struct rv_jw *w, const struct rv_chat_in *in,
			  const char *skip);
/* The texts of the messages of a role, parted by a blank line; may be empty. */
struct rv_sv rv_provider_role(const struct rv_chat_in *in, const char *role,
			      struct rv_arena *arena);

/* What a server says about a failure. */
struct rv_provider_error {
	struct rv_sv message;	/* one line, or empty */
	struct rv_sv code;	/* "insufficient_quota", or empty */
	bool html;		/* it is a web page */
};
/*
 * Reads an error body in any of the forms that servers send: {"error":{...}},
 * {"error":"..."}, {"detail":...}, {"object":"error","message":...}, an array
 * around one of them, HTML, plain text.
 */
void rv_provider_error_read(struct rv_sv body, struct rv_arena *arena,
			    struct rv_provider_error *out);
/* When `node` has an "error" that is not null: RV_E_MODEL with its text. */
rv_status rv_provider_stream_error(const rv_json *node,
				   struct rv_chat_out *out,
				   struct rv_err *err) RV_MUST_CHECK;
/* Parses an event's JSON; RV_E_MODEL with a sentence when it is none. */
rv_status rv_provider_parse(struct rv_sv data, struct rv_json_doc *doc,
			    struct rv_err *err) RV_MUST_CHECK;
/* Sets *to when the node is a number. */
void rv_provider_count(const rv_json *node, const char *key, int64_t *to);
/* The row's value for a name, or RV_STOP_NONE for an empty name, else
 * RV_STOP_END. */
struct rv_provider_reason {
	const char *name;
	enum rv_stop stop;
};
enum rv_stop rv_provider_stop(const struct rv_provider_reason *rows, size_t n,
			      struct rv_sv name);

#endif
