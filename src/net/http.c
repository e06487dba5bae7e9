/* SPDX-License-Identifier: MIT */
/* One HTTP request: what may be asked, and what became of it in words. */
#include "config.h"

#include "net/http.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/flag.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "net/module.h"
#include "net/transfer.h"
#include "net/url.h"

static pthread_mutex_t setup_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	char *module, *proxy, *ca_file;
} setup_now;

static void
replace(char **slot, const char *text)
{
	free(*slot);
	*slot = text && text[0] ? rv_strdup(text) : NULL;
}

void
rv_http_setup(const struct rv_http_setup *setup)
{
	pthread_mutex_lock(&setup_lock);
	replace(&setup_now.module, setup->module);
	replace(&setup_now.proxy, setup->proxy);
	replace(&setup_now.ca_file, setup->ca_file);
	pthread_mutex_unlock(&setup_lock);
}

void
rv_http_network(const char *proxy, const char *ca_file)
{
	pthread_mutex_lock(&setup_lock);
	replace(&setup_now.proxy, proxy);
	replace(&setup_now.ca_file, ca_file);
	pthread_mutex_unlock(&setup_lock);
}

static const char *
copy_in(struct rv_arena *arena, const char *text)
{
	return text ? rv_sv_cstr_in(arena, rv_sv(text)) : NULL;
}

/* --- what may be asked ---------------------------------------------------- */

static rv_status
check_url(const char *url, struct rv_url *u, struct rv_err *err)
{
	struct rv_buf where = RV_BUF_INIT;
	rv_status st;

	if (!url || !rv_url_parse(rv_sv(url), u))
		return rv_fail(err, RV_E_CONFIG,
			       _("model address: this is no http or https URL "
				 "without user, password and blanks; correct "
				 "it in the configuration"));
	if (u->https || u->loopback)
		return RV_OK;
	rv_url_where(u, &where);
	st = rv_fail(err, RV_E_CONFIG,
		     /* TRANSLATORS: %s is the name of a host. */
		     _("%s: http would show the key and the text to everybody "
		       "on the way; use https, or a server on this machine"),
		     where.p);
	rv_buf_release(&where);
	return st;
}

rv_status
rv_http_check_url(const char *url, struct rv_err *err)
{
	struct rv_url u;

	return check_url(url, &u, err);
}

/* A token of HTTP: the name of a method or a header. */
static bool
is_token(const char *s)
{
	if (!s || !s[0])
		return false;
	for (; *s; s++) {
		if (*s <= ' ' || *s >= 0x7f || strchr("\"(),/:;<=>?@[\\]{}", *s))
			return false;
	}
	return true;
}

static bool
is_value(const char *s)
{
	if (!s)
		return false;
	for (; *s; s++) {
		if ((unsigned char)*s < ' ' && *s != '\t')
			return false;
		if (*s == 0x7f)
			return false;
	}
	return true;
}

static rv_status
check_request(const struct rv_http_request *req, struct rv_url *u,
	      struct rv_err *err)
{
	rv_status s = check_url(req->url, u, err);

	if (s != RV_OK)
		return s;
	if (!is_token(req->method))
		return rv_fail(err, RV_E_BUG,
			       _("request: the method is no word"));
	for (size_t i = 0; i < req->n_headers; i++) {
		/* The value may be a key: only the name is told. */
		if (!is_token(req->headers[i].name))
			return rv_fail(err, RV_E_BUG,
				       _("request: a header has no name"));
		if (!is_value(req->headers[i].value))
			return rv_fail(
				err, RV_E_CONFIG,
				/* TRANSLATORS: %s is the name of a header. */
				_("%s: the value holds a line end or another "
				  "control character; check the key"),
				req->headers[i].name);
	}
	return RV_OK;
}

/* --- secrets ---------------------------------------------------------------- */

#define BLOT "***"
#define SECRET_MIN 4

static void
blot_one(char *p, size_t *n, struct rv_sv secret)
{
	size_t w = 0;

	for (size_t i = 0; i < *n;) {
		if (*n - i >= secret.n &&
		    memcmp(p + i, secret.p, secret.n) == 0) {
			memcpy(p + w, BLOT, strlen(BLOT));
			w += strlen(BLOT);
			i += secret.n;
		} else {
			p[w++] = p[i++];
		}
	}
	*n = w;
}

/* Blots the secrets of the request out of p; returns the new length. */
static size_t
blot(const struct rv_http_request *req, char *p, size_t n)
{
	for (size_t i = 0; i < req->n_headers; i++) {
		struct rv_sv v = rv_sv(req->headers[i].value);
		ptrdiff_t blank;

		if (!req->headers[i].secret)
			continue;
		/* "Bearer KEY": servers repeat the key alone */
		blank = rv_sv_find_char(v, ' ');
		if (blank >= 0)
			v = rv_sv_trim(rv_sv_slice(v, (size_t)blank, v.n));
		if (v.n >= SECRET_MIN)
			blot_one(p, &n, v);
	}
	return n;
}

static struct rv_sv
blotted_in(struct rv_arena *arena, const struct rv_http_request *req,
	   struct rv_sv text)
{
	char *copy = rv_arena_alloc(arena, text.n + 1);

	if (text.n > 0)
		memcpy(copy, text.p, text.n);
	text.p = copy;
	text.n = blot(req, copy, text.n);
	copy[text.n] = '\0';
	return text;
}

/* --- the answer ------------------------------------------------------------- */

struct call {
	const struct rv_http_request *req;
	const struct rv_url *url;
	struct rv_arena *arena;
	struct rv_http_response *out;
	rv_http_sink *sink;
	void *arg;
	struct rv_err *err;
	rv_status stopped;
	struct rv_buf error_body;
};

static bool
is_success(int status)
{
	return status >= 200 && status < 300;
}

/* rv_transfer.status */
static void
on_status(int status, void *arg)
{
	struct call *c = arg;

	*c->out = (struct rv_http_response){.status = status};
	rv_buf_reset(&c->error_body);
}

static bool
has_word(struct rv_sv name, struct rv_sv word)
{
	for (size_t i = 0; i + word.n <= name.n; i++) {
		if (rv_sv_eq_ascii_nocase(rv_sv_slice(name, i, i + word.n),
					  word))
			return true;
	}
	return false;
}

static const struct {
	const char *name;
	size_t slot;
} fields[] = {
	{"content-type", offsetof(struct rv_http_response, content_type)},
	{"retry-after", offsetof(struct rv_http_response, retry_after)},
	{"retry-after-ms", offsetof(struct rv_http_response, retry_after_ms)},
	{"date", offsetof(struct rv_http_response, date)},
	{"x-request-id", offsetof(struct rv_http_response, request_id)},
	{"request-id", offsetof(struct rv_http_response, request_id)},
};

/* rv_transfer.header */
static void
on_header(const char *p_name, size_t n_name, const char *p_value,
	  size_t n_value, void *arg)
{
	struct call *c = arg;
	struct rv_sv name = rv_sv_of(p_name, n_name);
	struct rv_sv value = rv_sv_trim(rv_sv_of(p_value, n_value));

	if (value.n == 0 || value.n > 1024)
		return;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		if (rv_sv_eq_ascii_nocase(name, rv_sv(fields[i].name))) {
			struct rv_sv *slot = (struct rv_sv *)(void *)(
				(char *)c->out + fields[i].slot);

			*slot = blotted_in(c->arena, c->req, value);
			return;
		}
	}
	if (has_word(name, RV_SV("ratelimit")) &&
	    has_word(name, RV_SV("reset")) &&
	    c->out->n_resets < RV_HTTP_RESETS)
		c->out->reset[c->out->n_resets++] =
			blotted_in(c->arena, c->req, value);
}

/* rv_transfer.data */
static bool
on_data(const char *p, size_t n, void *arg)
{
	struct call *c = arg;
	size_t room;

	if (is_success(c->out->status)) {
		if (!c->sink)
			return true;
		c->out->sent = true;
		c->stopped = c->sink(rv_sv_of(p, n), c->arg, c->err);
		return c->stopped == RV_OK;
	}
	room = RV_HTTP_ERROR_BYTES - c->error_body.n;
	rv_buf_add(&c->error_body, p, RV_MIN(n, room));
	/* Enough is known: the rest of a long page is not waited for. */
	return n < room;
}

/* rv_transfer.follow */
static bool
on_follow(const char *url, void *arg)
{
	struct call *c = arg;
	struct rv_url to;

	return rv_url_parse(rv_sv(url), &to) &&
	       rv_url_same_origin(c->url, &to);
}

/* --- the ends in words -------------------------------------------------------- */

static const struct {
	const char *sentence; /* behind the name of the host */
	rv_status status;
	bool passing;
} ends[RV_TRANSFER_N] = {
	[RV_TRANSFER_DONE] = {NULL, RV_OK, false},
	[RV_TRANSFER_STOPPED] = {NULL, RV_OK, false},
	[RV_TRANSFER_CANCELLED] = {
		N_("the request was cancelled"), RV_E_CANCELLED, false},
	[RV_TRANSFER_TOOBIG] = {
		N_("the answer is longer than is allowed; nothing of it "
		   "was kept"), RV_E_TOOBIG, false},
	[RV_TRANSFER_URL] = {
		N_("the address is not understood; correct it in the "
		   "configuration"), RV_E_CONFIG, false},
	[RV_TRANSFER_RESOLVE] = {
		N_("the name of the host is not known; check the address "
		   "and the network"), RV_E_MODEL, true},
	[RV_TRANSFER_CONNECT] = {
		N_("no connection; check that the server runs and the "
		   "address is right"), RV_E_MODEL, true},
	[RV_TRANSFER_PROXY] = {
		N_("the proxy does not answer; check it in the "
		   "configuration"), RV_E_MODEL, true},
	[RV_TRANSFER_TLS] = {
		N_("no secure connection; check that the server speaks TLS "
		   "1.2 or later"), RV_E_MODEL, false},
	[RV_TRANSFER_CERT] = {
		N_("the certificate is not valid for this host; nothing was "
		   "sent"), RV_E_MODEL, false},
	[RV_TRANSFER_NOTHING] = {
		N_("the server closed the connection without an answer; "
		   "try again later"), RV_E_MODEL, true},
	[RV_TRANSFER_BROKEN] = {
		N_("the connection broke before the answer was whole; try "
		   "again"), RV_E_MODEL, true},
	[RV_TRANSFER_ENCODING] = {
		N_("the answer is compressed in a way that cannot be read; "
		   "check the address"), RV_E_MODEL, false},
	[RV_TRANSFER_PROTOCOL] = {
		N_("what answers there does not speak HTTP; check the "
		   "address"), RV_E_MODEL, false},
	[RV_TRANSFER_HEADERS] = {
		N_("the headers of its answer are over 256 KiB; check the "
		   "address"), RV_E_MODEL, false},
	[RV_TRANSFER_ELSEWHERE] = {
		N_("the server sends us to another place, and no key goes "
		   "there; correct the address in the configuration"),
		RV_E_MODEL, false},
	[RV_TRANSFER_CIRCLES] = {
		N_("the server sends us in circles; correct the address in "
		   "the configuration"), RV_E_MODEL, false},
	[RV_TRANSFER_CONNECT_TIME] = {
		N_("no connection within the time allowed; check the "
		   "address and the network"), RV_E_MODEL, true},
	[RV_TRANSFER_IDLE_TIME] = {
		N_("the server fell silent for longer than is allowed; try "
		   "again or raise models.idleSeconds"), RV_E_MODEL, false},
	[RV_TRANSFER_TOTAL_TIME] = {
		N_("the answer took longer than is allowed; try again or "
		   "raise models.totalSeconds"), RV_E_MODEL, false},
	[RV_TRANSFER_FAILED] = {
		N_("the request failed; see the log"), RV_E_MODEL, false},
};

static rv_status
conclude(struct call *c, const struct rv_transfer_result *r)
{
	struct rv_http_response *o = c->out;
	struct rv_buf where = RV_BUF_INIT;
	rv_status st;

	o->received = r->received;
	o->detail = rv_text_clean_in(
		c->arena, blotted_in(c->arena, c->req, rv_sv(r->detail)),
		RV_CLEAN_LINE);
	o->error_body = blotted_in(c->arena, c->req,
				   rv_buf_sv(&c->error_body));
	if (r->end == RV_TRANSFER_DONE)
		return RV_OK;
	if (r->end == RV_TRANSFER_STOPPED)
		/* by the sink, or by us with enough of an error page */
		return c->stopped;
	/* A broken end of an error page: what is known is told. */
	if (o->status >= 400 && r->end != RV_TRANSFER_CANCELLED)
		return RV_OK;
	o->passing = ends[r->end].passing && o->status == 0;
	rv_url_where(c->url, &where);
	st = rv_fail(c->err, ends[r->end].status, "%s: %s", where.p,
		     _(ends[r->end].sentence));
	rv_buf_release(&where);
	return st;
}

rv_status
rv_http_perform(const struct rv_http_request *req, rv_http_sink *sink,
		void *arg, struct rv_arena *arena, struct rv_http_response *out,
		struct rv_err *err)
{
	const struct rv_transfer_module *module = NULL;
	struct rv_transfer_result result = {.end = RV_TRANSFER_FAILED};
	struct rv_url url;
	struct call c = {.req = req, .url = &url, .arena = arena, .out = out,
			 .sink = sink, .arg = arg, .err = err};
	struct rv_transfer t = {
		.method = req->method, .url = req->url,
		.n_headers = req->n_headers,
		.body = req->body.p, .n_body = req->body.n,
		.agent = PACKAGE "/" VERSION,
		.redirects = RV_HTTP_REDIRECTS,
		.connect_ms = req->connect_ms, .idle_ms = req->idle_ms,
		.total_ms = req->total_ms,
		.max_bytes = (int64_t)(req->max_bytes ? req->max_bytes :
							RV_HTTP_MAX_BYTES),
		.cancel = req->cancel,
		.status = on_status, .header = on_header, .data = on_data,
		.follow = on_follow, .arg = &c,
	};
	const char **lines;
	const char *path;
	rv_status s;

	*out = (struct rv_http_response){0};
	s = check_request(req, &url, err);
	if (s != RV_OK)
		return s;
	pthread_mutex_lock(&setup_lock);
	path = copy_in(arena, setup_now.module);
	t.ca_file = copy_in(arena, setup_now.ca_file);
	/* What stays on this machine goes through nobody's proxy. */
	t.proxy = url.loopback ? NULL : copy_in(arena, setup_now.proxy);
	pthread_mutex_unlock(&setup_lock);
	s = rv_module_load(path, &module, err);
	if (s != RV_OK)
		return s;
	t.https_only = url.https;
	lines = rv_arena_array(arena, const char *, req->n_headers + 1);
	for (size_t i = 0; i < req->n_headers; i++)
		lines[i] = rv_arena_printf(arena, "%s: %s",
					   req->headers[i].name,
					   req->headers[i].value);
	t.headers = lines;
	rv_buf_init(&c.error_body, RV_HTTP_ERROR_BYTES);
	if (rv_flag_up(req->cancel))
		result.end = RV_TRANSFER_CANCELLED;
	else
		module->perform(&t, &result);
	/* The arena may live longer than the key should. */
	for (size_t i = 0; i < req->n_headers; i++) {
		if (req->headers[i].secret)
			explicit_bzero((char *)(uintptr_t)lines[i],
				       strlen(lines[i]));
	}
	s = conclude(&c, &result);
	rv_buf_release(&c.error_body);
	return s;
}
