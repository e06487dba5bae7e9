/* SPDX-License-Identifier: MIT */
/* A network for tests of chats. */
#include "config.h"

#include "tests/support/fakehttp.h"

#include <string.h>

#include "tests/support/cm.h"

struct fake_http fake_http;
const struct rv_env fake_env = {.now = 1769608800000, .seed = 7};

void
fake_http_set(const struct fake_reply *replies, size_t n)
{
	fake_http_release();
	fake_http = (struct fake_http){
		.replies = replies, .n = n, .url = RV_BUF_INIT,
		.body = RV_BUF_INIT, .headers = RV_BUF_INIT};
}

void
fake_http_release(void)
{
	if (fake_http.url.p) {
		rv_buf_release(&fake_http.url);
		rv_buf_release(&fake_http.body);
		rv_buf_release(&fake_http.headers);
	}
}

static void
remember(const struct rv_http_request *req)
{
	rv_buf_reset(&fake_http.url);
	rv_buf_reset(&fake_http.body);
	rv_buf_reset(&fake_http.headers);
	rv_buf_adds(&fake_http.url, req->url);
	rv_buf_addv(&fake_http.body, req->body);
	for (size_t i = 0; i < req->n_headers; i++)
		rv_buf_addf(&fake_http.headers, "%s%s: %s\n",
			    req->headers[i].secret ? "!" : "",
			    req->headers[i].name, req->headers[i].value);
}

rv_status
fake_http_perform(const struct rv_http_request *req, rv_http_sink *sink,
		  void *arg, struct rv_arena *arena,
		  struct rv_http_response *out, struct rv_err *err)
{
	const struct fake_reply *r;
	struct rv_sv body;
	rv_status st = RV_OK;
	size_t piece;

	(void)arena;
	assert_true(fake_http.used < fake_http.n);
	r = &fake_http.replies[fake_http.used++];
	remember(req);
	*out = (struct rv_http_response){.status = r->status};
	if (!r->status) {
		out->passing = true;
		return rv_fail(err, RV_E_MODEL, "no connection");
	}
	body = r->n ? rv_sv_of(r->body, r->n) : rv_sv(r->body);
	out->retry_after = rv_sv(r->retry_after);
	out->retry_after_ms = rv_sv(r->retry_after_ms);
	if (r->status < 200 || r->status > 299) {
		out->error_body = body;
		return RV_OK;
	}
	piece = r->piece ? r->piece : body.n;
	do {
		for (size_t i = 0; st == RV_OK && i < body.n; i += piece) {
			size_t to = RV_MIN(i + piece, body.n);

			out->sent = true;
			out->received += (int64_t)(to - i);
			if ((size_t)out->received > req->max_bytes)
				return rv_fail(err, RV_E_TOOBIG, "too big");
			st = sink(rv_sv_slice(body, i, to), arg, err);
		}
	} while (st == RV_OK && r->for_ever);
	if (st != RV_OK)
		return st;
	return r->fails ? rv_fail(err, r->fails, "the connection broke")
			: RV_OK;
}

void
fake_http_wait(int64_t ms, const volatile int *cancel, void *arg)
{
	(void)cancel;
	(void)arg;
	if (fake_http.waits < ARRAY_LEN(fake_http.waited))
		fake_http.waited[fake_http.waits++] = ms;
}

struct rv_chat_call
fake_call(const struct rv_chat_target *t, size_t n)
{
	return (struct rv_chat_call){
		.targets = t, .n_targets = n, .env = &fake_env,
		.http = fake_http_perform, .wait = fake_http_wait};
}
