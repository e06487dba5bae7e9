/* SPDX-License-Identifier: MIT */
/* The network module: one transfer with libcurl. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "base/flag.h"
#include "net/transfer.h"

/* How often a waiting transfer looks at `cancel` and at its limits. */
#define LOOK_MS 25
/* libcurl bounds one header, not how many there are. */
#define HEADERS_MAX ((size_t)256 << 10)
#define POOL 4

/* A multi handle keeps the connections of its transfers. */
struct handle {
	CURLM *multi;
	CURL *easy;
};

struct run {
	const struct rv_transfer *t;
	struct rv_transfer_result *out;
	CURL *easy;
	int64_t max;
	size_t n_headers;
	int64_t moved; /* bytes of bodies in either direction so far */
	long status;
	bool redirect; /* this answer only says where to go */
	enum rv_transfer_end why; /* set by a callback that stops */
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle pool[POOL];

static struct handle
take_handle(void)
{
	struct handle h = {NULL, NULL};

	pthread_mutex_lock(&pool_lock);
	for (int i = 0; i < POOL && !h.easy; i++) {
		h = pool[i];
		pool[i] = (struct handle){NULL, NULL};
	}
	pthread_mutex_unlock(&pool_lock);
	if (h.easy)
		return h;
	h.multi = curl_multi_init();
	h.easy = curl_easy_init();
	if (h.multi)
		curl_multi_setopt(h.multi, CURLMOPT_MAXCONNECTS, 4L);
	return h;
}

static void
drop_handle(struct handle h)
{
	if (h.easy)
		curl_easy_cleanup(h.easy);
	if (h.multi)
		curl_multi_cleanup(h.multi);
}

static void
give_handle(struct handle h)
{
	/* Drops every pointer into the request that is over. */
	curl_easy_reset(h.easy);
	pthread_mutex_lock(&pool_lock);
	for (int i = 0; i < POOL && h.easy; i++) {
		if (!pool[i].easy) {
			pool[i] = h;
			h = (struct handle){NULL, NULL};
		}
	}
	pthread_mutex_unlock(&pool_lock);
	drop_handle(h);
}

static bool
is_redirect(long status)
{
	return status == 301 || status == 302 || status == 307 || status == 308;
}

/* CURLOPT_HEADERFUNCTION */
static size_t
on_header(char *p, size_t size, size_t n, void *arg)
{
	struct run *r = arg;
	const char *colon, *value;
	size_t all = size * n, end = all;

	r->n_headers += all;
	if (r->n_headers > HEADERS_MAX) {
		r->why = RV_TRANSFER_HEADERS;
		return CURL_WRITEFUNC_ERROR;
	}
	while (end > 0 && (p[end - 1] == '\r' || p[end - 1] == '\n'))
		end--;
	if (end >= 5 && memcmp(p, "HTTP/", 5) == 0) {
		curl_easy_getinfo(r->easy, CURLINFO_RESPONSE_CODE, &r->status);
		r->redirect = is_redirect(r->status);
		r->t->status((int)r->status, r->t->arg);
		return all;
	}
	colon = memchr(p, ':', end);
	if (!colon)
		return all;
	for (value = colon + 1; value < p + end; value++) {
		if (*value != ' ' && *value != '\t')
			break;
	}
	r->t->header(p, (size_t)(colon - p), value, (size_t)(p + end - value),
		     r->t->arg);
	return all;
}

/* CURLOPT_WRITEFUNCTION: decoded bytes, 16 KiB at most. */
static size_t
on_data(char *p, size_t size, size_t n, void *arg)
{
	struct run *r = arg;

	(void)size;
	r->out->received += (int64_t)n;
	if (r->out->received > r->max) {
		r->why = RV_TRANSFER_TOOBIG;
		return CURL_WRITEFUNC_ERROR;
	}
	if (!r->redirect && !r->t->data(p, n, r->t->arg)) {
		r->why = RV_TRANSFER_STOPPED;
		return CURL_WRITEFUNC_ERROR;
	}
	return n;
}

static bool
cancelled(const struct run *r)
{
	return rv_flag_up(r->t->cancel);
}

/* CURLOPT_XFERINFOFUNCTION: a fast stream never waits in the loop below. */
static int
on_progress(void *arg, curl_off_t dl_all, curl_off_t dl, curl_off_t ul_all,
	    curl_off_t ul)
{
	struct run *r = arg;

	(void)dl_all;
	(void)ul_all;
	r->moved = (int64_t)dl + (int64_t)ul;
	return cancelled(r);
}

static const struct {
	CURLcode code;
	enum rv_transfer_end end;
} codes[] = {
	{CURLE_URL_MALFORMAT, RV_TRANSFER_URL},
	{CURLE_UNSUPPORTED_PROTOCOL, RV_TRANSFER_PROTOCOL},
	{CURLE_COULDNT_RESOLVE_HOST, RV_TRANSFER_RESOLVE},
	{CURLE_COULDNT_RESOLVE_PROXY, RV_TRANSFER_PROXY},
	{CURLE_PROXY, RV_TRANSFER_PROXY},
	{CURLE_COULDNT_CONNECT, RV_TRANSFER_CONNECT},
	{CURLE_PEER_FAILED_VERIFICATION, RV_TRANSFER_CERT},
	{CURLE_SSL_CACERT_BADFILE, RV_TRANSFER_CERT},
	{CURLE_SSL_CONNECT_ERROR, RV_TRANSFER_TLS},
	{CURLE_GOT_NOTHING, RV_TRANSFER_NOTHING},
	{CURLE_PARTIAL_FILE, RV_TRANSFER_BROKEN},
	{CURLE_RECV_ERROR, RV_TRANSFER_BROKEN},
	{CURLE_SEND_ERROR, RV_TRANSFER_BROKEN},
	{CURLE_HTTP2, RV_TRANSFER_BROKEN},
	{CURLE_HTTP2_STREAM, RV_TRANSFER_BROKEN},
	{CURLE_BAD_CONTENT_ENCODING, RV_TRANSFER_ENCODING},
	{CURLE_WEIRD_SERVER_REPLY, RV_TRANSFER_PROTOCOL},
	{CURLE_FILESIZE_EXCEEDED, RV_TRANSFER_TOOBIG},
	{CURLE_ABORTED_BY_CALLBACK, RV_TRANSFER_CANCELLED},
};

static enum rv_transfer_end
end_of(const struct run *r, CURLcode code)
{
	curl_off_t ready = 0;

	if (r->why != RV_TRANSFER_DONE)
		return r->why;
	if (code == CURLE_OK)
		return RV_TRANSFER_DONE;
	if (code == CURLE_OPERATION_TIMEDOUT) {
		curl_easy_getinfo(r->easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
		return ready == 0 ? RV_TRANSFER_CONNECT_TIME :
				    RV_TRANSFER_TOTAL_TIME;
	}
	for (size_t i = 0; i < ARRAY_LEN(codes); i++) {
		if (codes[i].code == code)
			return codes[i].end;
	}
	return RV_TRANSFER_FAILED;
}

static struct curl_slist *
make_headers(const struct rv_transfer *t)
{
	/* curl would wait for a 100 before it sends a long body */
	struct curl_slist *list = curl_slist_append(NULL, "Expect:"), *more;

	for (size_t i = 0; list && i < t->n_headers; i++) {
		more = curl_slist_append(list, t->headers[i]);
		if (!more) {
			curl_slist_free_all(list);
			return NULL;
		}
		list = more;
	}
	return list;
}

static void
wipe_headers(struct curl_slist *list)
{
	for (struct curl_slist *s = list; s; s = s->next)
		explicit_bzero(s->data, strlen(s->data));
	curl_slist_free_all(list);
}

static void
set_request(CURL *e, const struct rv_transfer *t, struct curl_slist *headers)
{
	curl_easy_setopt(e, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(e, CURLOPT_USERAGENT, t->agent);
	if (t->n_body > 0 || strcmp(t->method, "POST") == 0) {
		curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE,
				 (curl_off_t)t->n_body);
		curl_easy_setopt(e, CURLOPT_POSTFIELDS,
				 t->body ? t->body : "");
	} else {
		curl_easy_setopt(e, CURLOPT_HTTPGET, 1L);
	}
	curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, t->method);
	curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
}

static CURLcode
set_policy(CURL *e, const struct rv_transfer *t)
{
	const char *schemes = t->https_only ? "https" : "http,https";
	CURLcode bad = CURLE_OK;

	/* Those without which nothing may be sent. */
#define MUST(option, value)                                          \
	do {                                                         \
		CURLcode c_ = curl_easy_setopt(e, (option), (value)); \
		if (c_ != CURLE_OK)                                  \
			bad = c_;                                    \
	} while (0)
	MUST(CURLOPT_SSL_VERIFYPEER, 1L);
	MUST(CURLOPT_SSL_VERIFYHOST, 2L);
	MUST(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	MUST(CURLOPT_PROTOCOLS_STR, schemes);
	MUST(CURLOPT_REDIR_PROTOCOLS_STR, schemes);
	MUST(CURLOPT_FOLLOWLOCATION, 0L);
	MUST(CURLOPT_MAXREDIRS, 0L);
	MUST(CURLOPT_UNRESTRICTED_AUTH, 0L);
	MUST(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	MUST(CURLOPT_NOSIGNAL, 1L);
	/* The empty proxy is none: the environment is not asked. */
	MUST(CURLOPT_PROXY, t->proxy ? t->proxy : "");
	if (t->proxy) {
		MUST(CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
		MUST(CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
		MUST(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
		MUST(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	}
	if (t->ca_file) {
		MUST(CURLOPT_CAINFO, t->ca_file);
		MUST(CURLOPT_CAPATH, (char *)NULL);
	}
	MUST(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	MUST(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)t->max_bytes);
#if LIBCURL_VERSION_NUM >= 0x075700
	/* A slow resolver must not hold up who cancels. */
	MUST(CURLOPT_QUICK_EXIT, 1L);
#endif
#undef MUST
	return bad;
}

static int64_t
spent_ms(CURL *e)
{
	curl_off_t us = 0;

	curl_easy_getinfo(e, CURLINFO_TOTAL_TIME_T, &us);
	return (int64_t)us / 1000;
}

/* Runs what was set up; the handle is in no multi afterwards. */
static CURLcode
drive(struct handle h, struct run *r)
{
	CURLcode code = CURLE_OK;
	CURLMsg *msg;
	int64_t seen = -1, since = 0;
	int running = 1, left;

	if (curl_multi_add_handle(h.multi, h.easy) != CURLM_OK)
		return CURLE_FAILED_INIT;
	while (running && r->why == RV_TRANSFER_DONE) {
		curl_off_t ready = 0;

		if (curl_multi_perform(h.multi, &running) != CURLM_OK) {
			code = CURLE_RECV_ERROR;
			break;
		}
		if (!running)
			break;
		if (cancelled(r)) {
			r->why = RV_TRANSFER_CANCELLED;
			break;
		}
		/* Until there is a connection, its own limit counts. */
		curl_easy_getinfo(h.easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
		if (ready == 0 || r->moved + (int64_t)r->n_headers != seen) {
			seen = r->moved + (int64_t)r->n_headers;
			since = spent_ms(h.easy);
		} else if (r->t->idle_ms > 0 &&
			   spent_ms(h.easy) - since >= r->t->idle_ms) {
			r->why = RV_TRANSFER_IDLE_TIME;
			break;
		}
		curl_multi_poll(h.multi, NULL, 0, LOOK_MS, NULL);
	}
	while ((msg = curl_multi_info_read(h.multi, &left)) != NULL) {
		if (msg->msg == CURLMSG_DONE)
			code = msg->data.result;
	}
	curl_multi_remove_handle(h.multi, h.easy);
	return code;
}

/* One answer; *url is replaced (to be freed) when it only says where to go. */
static bool
hop(struct handle h, struct run *r, char **url, int64_t left_ms, int hops)
{
	CURL *e = h.easy;
	char detail[CURL_ERROR_SIZE] = "", *next = NULL;
	CURLcode code;

	r->out->received = 0;
	r->n_headers = 0;
	r->moved = 0;
	r->status = 0;
	r->redirect = false;
	curl_easy_setopt(e, CURLOPT_URL, *url);
	curl_easy_setopt(e, CURLOPT_ERRORBUFFER, detail);
	curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)left_ms);
	code = drive(h, r);
	curl_easy_setopt(e, CURLOPT_ERRORBUFFER, (char *)NULL);
	r->out->end = end_of(r, code);
	snprintf(r->out->detail, sizeof(r->out->detail), "%s",
		 detail[0]	   ? detail :
		 code != CURLE_OK ? curl_easy_strerror(code) :
				     "");
	if (r->out->end != RV_TRANSFER_DONE || !r->redirect)
		return false;
	curl_easy_getinfo(e, CURLINFO_REDIRECT_URL, &next);
	if (!next)
		return false;
	if (hops >= r->t->redirects) {
		r->out->end = RV_TRANSFER_CIRCLES;
		return false;
	}
	if (!r->t->follow(next, r->t->arg)) {
		r->out->end = RV_TRANSFER_ELSEWHERE;
		return false;
	}
	next = strdup(next);
	if (!next)
		return false;
	free(*url);
	*url = next;
	return true;
}

/* rv_transfer_module.perform */
static void
perform(const struct rv_transfer *t, struct rv_transfer_result *out)
{
	struct handle h = take_handle();
	struct curl_slist *headers = make_headers(t);
	struct run r = {.t = t, .out = out, .easy = h.easy, .max = t->max_bytes};
	int64_t left = t->total_ms;
	char *url = strdup(t->url);
	CURLcode bad;

	*out = (struct rv_transfer_result){.end = RV_TRANSFER_FAILED};
	if (!h.easy || !h.multi || !headers || !url) {
		drop_handle(h);
		goto out;
	}
	set_request(h.easy, t, headers);
	bad = set_policy(h.easy, t);
	if (bad != CURLE_OK) {
		snprintf(out->detail, sizeof(out->detail), "%s",
			 curl_easy_strerror(bad));
		drop_handle(h);
		goto out;
	}
	curl_easy_setopt(h.easy, CURLOPT_CONNECTTIMEOUT_MS,
			 (long)t->connect_ms);
	curl_easy_setopt(h.easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(h.easy, CURLOPT_HEADERDATA, &r);
	curl_easy_setopt(h.easy, CURLOPT_WRITEFUNCTION, on_data);
	curl_easy_setopt(h.easy, CURLOPT_WRITEDATA, &r);
	curl_easy_setopt(h.easy, CURLOPT_XFERINFOFUNCTION, on_progress);
	curl_easy_setopt(h.easy, CURLOPT_XFERINFODATA, &r);
	curl_easy_setopt(h.easy, CURLOPT_NOPROGRESS, 0L);
	for (int hops = 0; hop(h, &r, &url, left, hops); hops++) {
		if (left > 0)
			left -= spent_ms(h.easy);
		if (t->total_ms > 0 && left <= 0) {
			out->end = RV_TRANSFER_TOTAL_TIME;
			break;
		}
	}
	give_handle(h);
out:
	wipe_headers(headers);
	free(url);
}

/* rv_transfer_module.start: called once, before any perform. */
static bool
start(void)
{
	const curl_version_info_data *v;

	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return false;
	v = curl_version_info(CURLVERSION_NOW);
	return (v->features & CURL_VERSION_SSL) != 0;
}

const struct rv_transfer_module rv_transfer_module = {
	.abi = RV_TRANSFER_ABI,
	.start = start,
	.perform = perform,
};
