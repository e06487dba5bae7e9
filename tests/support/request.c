/* SPDX-License-Identifier: MIT */
/* Requests of a test, and what they left behind. */
#include "config.h"

#include "tests/support/request.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

#include "base/env.h"
#include "tests/support/cm.h"
#include "tests/support/services.h"

static const struct rv_http_header headers[] = {
	{"Authorization", "Bearer " REQUEST_KEY, true},
	{"Content-Type", "application/json", false},
};

struct rv_http_request
request_to(const char *base, const char *path, const char *body)
{
	return (struct rv_http_request){
		.method = body ? "POST" : "GET",
		.url = path[0] == '/' ? services_url(base, path) : path,
		.headers = headers,
		.n_headers = ARRAY_LEN(headers),
		.body = rv_sv(body),
		.connect_ms = 5000,
		.idle_ms = 20000,
		.total_ms = 60000,
	};
}

/* rv_http_sink: keeps the first kilobyte */
static rv_status
keep(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	struct seen *s = arg;

	(void)err;
	s->bytes += chunk.n;
	if (s->body.n < 1024)
		rv_buf_add(&s->body, chunk.p, RV_MIN(chunk.n, 1024));
	return RV_OK;
}

/* No word of ours may hold the key, whatever happened. */
static void
assert_no_key(const struct seen *s)
{
	const struct rv_sv all[] = {
		rv_sv(s->err.msg), rv_sv(s->err.path), s->r.detail,
		s->r.content_type, s->r.retry_after,   s->r.request_id,
		s->r.error_body,
	};

	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		assert_false(rv_sv_has(all[i], RV_SV(REQUEST_KEY)));
	if (s->s != RV_OK)
		assert_true(s->err.msg[0] != '\0');
}

void
request_perform(struct seen *s, const struct rv_http_request *req)
{
	int64_t from = rv_monotonic_us() / 1000;

	*s = (struct seen){.body = RV_BUF_INIT};
	s->s = rv_http_perform(req, keep, s, &s->arena, &s->r, &s->err);
	s->ms = rv_monotonic_us() / 1000 - from;
	assert_no_key(s);
}

void
request_get(struct seen *s, const char *base, const char *path)
{
	struct rv_http_request req = request_to(base, path, NULL);

	request_perform(s, &req);
}

void
request_forget(struct seen *s)
{
	rv_buf_release(&s->body);
	rv_arena_release(&s->arena);
}

int
request_mute_server(int *port)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	socklen_t n = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(fd, 4), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
	*port = ntohs(a.sin_port);
	return fd;
}
