/* SPDX-License-Identifier: MIT */
/* What the provider files share, and the table of servers. */
#include "config.h"

#include "llm/provider.h"

#include <string.h>

#include "base/i18n.h"
#include "base/utf8.h"

#define ERROR_TEXT_MAX 200

static const struct rv_chat_profile profiles[] = {
#define PROVIDER(symbol)
#define PROFILE(name, symbol, url, env, quirks) \
	{name, &rv_chat_##symbol, url, env, quirks},
#include "llm/chat_providers.def"
#undef PROVIDER
#undef PROFILE
};

const struct rv_chat_profile *
rv_chat_profiles(size_t *n)
{
	*n = ARRAY_LEN(profiles);
	return profiles;
}

const struct rv_chat_profile *
rv_chat_profile_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(profiles); i++)
		if (!strcmp(profiles[i].name, name))
			return &profiles[i];
	return NULL;
}

const char *
rv_provider_url(const struct rv_chat_target *t, const char *path,
		struct rv_arena *arena)
{
	struct rv_sv base = rv_sv(t->base_url);

	while (base.n && base.p[base.n - 1] == '/')
		base.n--;
	return rv_arena_printf(arena, "%.*s%s", RV_SV_ARG(base), path);
}

void
rv_provider_header(struct rv_http_request *req, const char *name,
		   const char *value)
{
	/* The array was made here, with room. */
	union {
		const struct rv_http_header *in;
		struct rv_http_header *out;
	} h = {.in = req->headers};

	h.out[req->n_headers++] = (struct rv_http_header){name, value, false};
}

void
rv_provider_post(struct rv_http_request *req, const char *url,
		 struct rv_buf *body, size_t extra, struct rv_arena *arena)
{
	req->method = "POST";
	req->url = url;
	req->headers = rv_arena_array(arena, struct rv_http_header, extra + 2);
	req->n_headers = 0;
	rv_provider_header(req, "Content-Type", "application/json");
	rv_provider_header(req, "Accept", "text/event-stream, application/json");
	req->body = rv_sv_dup_in(arena, rv_buf_sv(body));
	rv_buf_release(body);
}

void
rv_provider_key(struct rv_http_request *req, const char *name,
		const char *prefix, struct rv_sv key, struct rv_arena *arena)
{
	union {
		const struct rv_http_header *in;
		struct rv_http_header *out;
	} h = {.in = req->headers};
	size_t n = strlen(prefix);
	char *value;

	if (!key.n)
		return;
	value = rv_arena_alloc(arena, n + key.n + 1);
	memcpy(value, prefix, n);
	memcpy(value + n, key.p, key.n);
	h.out[req->n_headers++] = (struct rv_http_header){name, value, true};
}

void
rv_provider_bearer(struct rv_http_request *req, const struct rv_chat_target *t,
		   struct rv_arena *arena)
{
	rv_provider_key(req, "Authorization", "Bearer ", t->key, arena);
	if (t->quirks & RV_QUIRK_COPILOT) {
		rv_provider_header(req, "Editor-Version", "reverie/1.0");
		rv_provider_header(req, "Copilot-Integration-Id",
				   "vscode-chat");
	}
}

void
rv_provider_messages(struct rv_jw *w, const struct rv_chat_in *in,
		     const char *skip)
{
	rv_jw_array(w, "messages");
	for (size_t i = 0; i < in->n; i++) {
		if (skip && !strcmp(in->messages[i].role, skip))
			continue;
		rv_jw_object(w, NULL);
		rv_jw_str(w, "role", in->messages[i].role);
		rv_jw_sv(w, "content", in->messages[i].text);
		rv_jw_end_object(w);
	}
	rv_jw_end_array(w);
}

struct rv_sv
rv_provider_role(const struct rv_chat_in *in, const char *role,
		 struct rv_arena *arena)
{
	struct rv_buf b = RV_BUF_INIT;

	for (size_t i = 0; i < in->n; i++) {
		if (strcmp(in->messages[i].role, role) != 0)
			continue;
		if (b.n)
			rv_buf_adds(&b, "\n\n");
		rv_buf_addv(&b, in->messages[i].text);
	}
	return rv_buf_detach_in(arena, &b);
}

/* One line of at most ERROR_TEXT_MAX bytes, without its full stop. */
static struct rv_sv
one_line(struct rv_sv text, struct rv_arena *arena)
{
	struct rv_buf mended = RV_BUF_INIT, b = RV_BUF_INIT;
	struct rv_sv v;

	rv_utf8_mend(rv_sv_slice(text, 0, RV_MIN(text.n, 4096)), &mended);
	rv_utf8_collapse(rv_buf_sv(&mended), &b);
	v = rv_sv_trim(rv_buf_sv(&b));
	if (v.n > ERROR_TEXT_MAX)
		v = rv_sv_slice(v, 0, rv_utf8_floor(v, ERROR_TEXT_MAX));
	while (v.n && (v.p[v.n - 1] == '.' || v.p[v.n - 1] == ' '))
		v.n--;
	v = rv_sv_dup_in(arena, v);
	rv_buf_release(&mended);
	rv_buf_release(&b);
	return v;
}

static bool
looks_html(struct rv_sv body)
{
	struct rv_sv v = rv_sv_trim(body);

	return v.n && v.p[0] == '<';
}

/* The first of the names that is a text; {"detail":[{"msg"}]} of FastAPI. */
static struct rv_sv
error_text(const rv_json *root)
{
	static const char *const names[] = {"message", "error", "detail",
					    "msg"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const rv_json *n = rv_json_get(root, names[i]);

		if (rv_json_is_array(n))
			n = rv_json_get(rv_json_first(n), "msg");
		if (rv_json_is_string(n) && rv_json_sv(n).n)
			return rv_json_sv(n);
	}
	return RV_SV_NONE;
}

static void
read_error_node(const rv_json *root, struct rv_arena *arena,
		struct rv_provider_error *out)
{
	static const char *const codes[] = {"code", "type", "status"};
	const rv_json *e;

	if (rv_json_is_array(root))
		root = rv_json_first(root);
	e = rv_json_get(root, "error");
	if (!rv_json_is_object(e))
		e = root;
	out->message = one_line(error_text(e), arena);
	/* The code says more than the type: insufficient_quota. */
	for (size_t i = 0; i < ARRAY_LEN(codes) && !out->code.n; i++)
		out->code = rv_sv_dup_in(arena, rv_json_get_sv(e, codes[i]));
}

void
rv_provider_error_read(struct rv_sv body, struct rv_arena *arena,
		       struct rv_provider_error *out)
{
	struct rv_json_doc doc;

	*out = (struct rv_provider_error){0};
	if (looks_html(body)) {
		out->html = true;
		return;
	}
	if (rv_json_parse(body, &doc, NULL) == RV_OK) {
		read_error_node(doc.root, arena, out);
		rv_json_release(&doc);
		return;
	}
	out->message = one_line(body, arena);
}

rv_status
rv_provider_stream_error(const rv_json *node, struct rv_chat_out *out,
			 struct rv_err *err)
{
	const rv_json *e = rv_json_get(node, "error");
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_provider_error read = {0};
	rv_status st;

	if (!e || rv_json_is_null(e))
		return RV_OK;
	read_error_node(node, &arena, &read);
	if (!read.message.n)
		read.message = read.code.n ? read.code
					   : rv_sv(_("it named no reason"));
	out->stop = RV_STOP_ERROR;
	st = rv_fail(err, RV_E_MODEL, "%.*s", RV_SV_ARG(read.message));
	rv_arena_release(&arena);
	return st;
}

rv_status
rv_provider_parse(struct rv_sv data, struct rv_json_doc *doc,
		  struct rv_err *err)
{
	if (rv_json_parse(data, doc, NULL) != RV_OK)
		return rv_fail(err, RV_E_MODEL, "%s",
			       _("it sent something that is no JSON"));
	if (rv_json_is_object(doc->root) || rv_json_is_array(doc->root))
		return RV_OK;
	rv_json_release(doc);
	return rv_fail(err, RV_E_MODEL, "%s",
		       _("it sent JSON that is no answer"));
}

void
rv_provider_count(const rv_json *node, const char *key, int64_t *to)
{
	const rv_json *n = rv_json_get(node, key);

	if (rv_json_is_number(n) && rv_json_int(n, -1) >= 0)
		*to = rv_json_int(n, 0);
}

enum rv_stop
rv_provider_stop(const struct rv_provider_reason *rows, size_t n,
		 struct rv_sv name)
{
	if (!name.n)
		return RV_STOP_NONE;
	for (size_t i = 0; i < n; i++)
		if (rv_sv_is(name, rows[i].name))
			return rows[i].stop;
	return RV_STOP_END;
}
