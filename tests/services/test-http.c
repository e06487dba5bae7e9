/* SPDX-License-Identifier: MIT */
/* Requests against the scripted model: limits, redirects, secrets. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"
#include "net/http.h"
#include "net/retry.h"
#include "net/sse.h"
#include "tests/support/cm.h"
#include "tests/support/scratch.h"
#include "tests/support/services.h"

#define KEY "sk-live-0123456789abcdef"

static const char *base;

static const struct rv_http_header headers[] = {
	{"Authorization", "Bearer " KEY, true},
	{"Content-Type", "application/json", false},
};

static int64_t
clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Everything that one request left behind. */
struct seen {
	struct rv_arena arena;
	struct rv_http_response r;
	struct rv_err err;
	struct rv_buf body;
	size_t bytes;
	int64_t ms;
	rv_status s;
};

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

static struct rv_http_request
request(const char *path, const char *body)
{
	return (struct rv_http_request){
		.method = body ? "POST" : "GET",
		.url = path[0] == '/' ? services_url(base, path) : path,
		.headers = headers, .n_headers = ARRAY_LEN(headers),
		.body = rv_sv(body),
		.connect_ms = 5000, .idle_ms = 20000, .total_ms = 60000,
	};
}

/* No word of ours may hold the key, whatever happened. */
static void
assert_no_key(const struct seen *s)
{
	const struct rv_sv all[] = {
		rv_sv(s->err.msg), rv_sv(s->err.path), s->r.detail,
		s->r.content_type, s->r.retry_after, s->r.request_id,
		s->r.error_body,
	};

	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		assert_false(rv_sv_has(all[i], RV_SV(KEY)));
	if (s->s != RV_OK)
		assert_true(s->err.msg[0] != '\0');
}

static void
perform(struct seen *s, const struct rv_http_request *req)
{
	int64_t from = clock_ms();

	*s = (struct seen){.body = RV_BUF_INIT};
	s->s = rv_http_perform(req, keep, s, &s->arena, &s->r, &s->err);
	s->ms = clock_ms() - from;
	assert_no_key(s);
}

static void
get(struct seen *s, const char *path)
{
	struct rv_http_request req = request(path, NULL);

	perform(s, &req);
}

static void
forget(struct seen *s)
{
	rv_buf_release(&s->body);
	rv_arena_release(&s->arena);
}

static void
test_http__answer(void **state)
{
	struct rv_http_request req;
	struct seen s;

	(void)state;
	get(&s, "/health");
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(s.r.sent);
	assert_sv(s.r.content_type, "application/json");
	assert_true(rv_sv_starts(s.r.request_id, RV_SV("req-")));
	assert_sv(rv_buf_sv(&s.body), "{\"status\": \"ok\"}");
	forget(&s);
	req = request("/v1/chat/completions",
		      "{\"model\":\"m\",\"stream\":true,\"messages\":"
		      "[{\"role\":\"user\",\"content\":\"say: yes\"}]}");
	perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_sv(s.r.content_type, "text/event-stream");
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("\"yes\"")));
	assert_int_equal(s.r.received, s.bytes);
	forget(&s);
}

static void
test_http__long_body(void **state)
{
	struct rv_buf body = RV_BUF_INIT;
	struct rv_http_request req = request("/v1/embeddings", "");
	struct seen s;

	(void)state;
	/* beyond the size at which curl would ask for a 100 first */
	rv_buf_adds(&body, "{\"dimensions\":2,\"input\":[\"");
	for (int i = 0; i < 400000; i++)
		rv_buf_adds(&body, "word ");
	rv_buf_adds(&body, "\"]}");
	req.body = rv_buf_sv(&body);
	perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("400000")));
	forget(&s);
	rv_buf_release(&body);
}

static void
test_http__error_statuses(void **state)
{
	static const struct {
		const char *path;
		int status;
		int64_t asked_min, asked_max;
		bool worth;
	} rows[] = {
		{"/f/400/x", 400, -1, -1, false},
		{"/f/401/x", 401, -1, -1, false},
		{"/f/429/x", 429, -1, -1, true},
		{"/f/429-seconds/x", 429, 2000, 2000, true},
		{"/f/429-fraction/x", 429, 250, 250, true},
		{"/f/429-date/x", 429, 1000, 3000, true},
		{"/f/429-past/x", 429, 0, 0, true},
		{"/f/429-ms/x", 429, 120, 120, true},
		{"/f/429-huge/x", 429, 86400000, 86400000, true},
		{"/f/429-rubbish/x", 429, -1, -1, true},
		{"/f/429-reset/x", 429, 20, 20, true},
		{"/f/429-reset-long/x", 429, 360000, 360000, true},
		{"/f/429-reset-iso/x", 429, 1000, 3000, true},
		{"/f/429-info/x", 429, 34000, 34000, true},
		{"/f/429-quota/x", 429, -1, -1, false},
		{"/f/500/x", 500, -1, -1, true},
		{"/f/503/x", 503, -1, -1, true},
		{"/f/529/x", 529, -1, -1, true},
		{"/f/html-502/x", 502, -1, -1, true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct seen s;
		int64_t asked;

		get(&s, rows[i].path);
		assert_int_equal(s.s, RV_OK);
		assert_int_equal(s.r.status, rows[i].status);
		assert_false(s.r.sent);
		assert_int_equal(s.bytes, 0);
		assert_true(s.r.error_body.n > 0);
		asked = rv_retry_asked(&s.r, 0);
		if (asked < rows[i].asked_min || asked > rows[i].asked_max ||
		    rv_retry_worth(s.s, &s.r) != rows[i].worth)
			fail_msg("%s: asked for %lld ms", rows[i].path,
				 (long long)asked);
		forget(&s);
	}
}

static void
test_http__long_error_page(void **state)
{
	struct seen s;

	(void)state;
	get(&s, "/f/long-error/x");
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 500);
	assert_int_equal(s.r.error_body.n, RV_HTTP_ERROR_BYTES);
	forget(&s);
}

/* What goes wrong below HTTP, and what the operator reads about it. */
static void
test_http__broken(void **state)
{
	static const struct {
		const char *path, *word;
		bool passing;
	} rows[] = {
		{"/raw/close", "closed the connection", true},
		{"/raw/reset", "broke before", false},
		{"/raw/not-http", "does not speak HTTP", false},
		{"/raw/many-headers", "over 256 KiB", false},
		{"http://127.0.0.1:1/", "no connection", true},
		{"https://host.invalid/", "name of the host", true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct seen s;

		get(&s, rows[i].path);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.r.passing != rows[i].passing)
			fail_msg("%s: %d %d %s", rows[i].path, s.s,
				 s.r.passing, s.err.msg);
		forget(&s);
	}
}

static void
test_http__redirects(void **state)
{
	struct rv_http_request req = request("/redirect/3", "{}");
	struct seen s;
	char path[256];

	(void)state;
	perform(&s, &req);
	assert_int_equal(s.s, RV_OK);
	assert_int_equal(s.r.status, 200);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("one")));
	forget(&s);
	get(&s, "/redirect/4");
	assert_int_equal(s.s, RV_E_MODEL);
	forget(&s);
	get(&s, "/redirect-loop");
	assert_non_null(strstr(s.err.msg, "in circles"));
	forget(&s);
	snprintf(path, sizeof(path), "/redirect-out?http://localhost%s/health",
		 strrchr(base, ':'));
	get(&s, path);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "another place"));
	forget(&s);
	get(&s, "/redirect-out?file:///etc/passwd");
	assert_non_null(strstr(s.err.msg, "another place"));
	assert_int_equal(s.bytes, 0);
	forget(&s);
}

/* Takes connections and never says a word. */
static int
listen_mute(int *port)
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

/* Whoever we are sent to hears nothing at all. */
static void
test_http__other_host_hears_nothing(void **state)
{
	int port, fd = listen_mute(&port);
	struct seen s;
	char path[128];

	(void)state;
	snprintf(path, sizeof(path), "/redirect-out?http://127.0.0.1:%d/",
		 port);
	get(&s, path);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_int_equal(accept(fd, NULL, NULL), -1);
	forget(&s);
	close(fd);
}

static void
test_http__size_limits(void **state)
{
	static const char *const paths[] = {
		"/raw/bomb", "/raw/gigabyte", "/raw/long-line",
		"/raw/never-ends",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct rv_http_request req = request(paths[i], NULL);
		struct seen s;

		req.max_bytes = 20000;
		perform(&s, &req);
		assert_int_equal(s.s, RV_E_TOOBIG);
		assert_in_range(s.bytes, 1, 20000);
		forget(&s);
	}
}

static void
test_http__time_limits(void **state)
{
	static const struct {
		const char *path;
		int64_t idle, total, least;
		const char *word;
	} rows[] = {
		{"/raw/silent", 200, 0, 200, "fell silent"},
		{"/raw/slow-start", 300, 0, 300, "fell silent"},
		{"/raw/silent", 0, 300, 300, "took longer"},
		/* a byte a second is not silence */
		{"/raw/slow", 1800, 2500, 2500, "took longer"},
		{"/raw/never-ends", 1000, 400, 400, "took longer"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_request req = request(rows[i].path, NULL);
		struct seen s;

		req.idle_ms = rows[i].idle;
		req.total_ms = rows[i].total;
		perform(&s, &req);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.ms < rows[i].least - 10 || s.ms > rows[i].least + 4000)
			fail_msg("%s: %d after %lld ms: %s", rows[i].path, s.s,
				 (long long)s.ms, s.err.msg);
		forget(&s);
	}
}

/* The time until there is a connection has a limit of its own. */
static void
test_http__mute_server(void **state)
{
	static const struct {
		const char *scheme, *word;
		bool passing;
	} rows[] = {
		{"https", "no connection within", true},
		{"http", "fell silent", false},
	};
	int port, fd = listen_mute(&port);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_request req;
		struct seen s;
		char url[128];

		snprintf(url, sizeof(url), "%s://127.0.0.1:%d/",
			 rows[i].scheme, port);
		req = request(url, "{}");
		req.connect_ms = 400;
		req.idle_ms = 200;
		perform(&s, &req);
		if (s.s != RV_E_MODEL || !strstr(s.err.msg, rows[i].word) ||
		    s.r.passing != rows[i].passing)
			fail_msg("%s: %d %s", url, s.s, s.err.msg);
		forget(&s);
	}
	close(fd);
}

static void
test_http__slow_start_in_time(void **state)
{
	struct seen s;

	(void)state;
	get(&s, "/raw/slow-start");
	assert_int_equal(s.s, RV_OK);
	assert_true(s.bytes > 0);
	forget(&s);
}

/* --- cancelling --------------------------------------------------------------- */

struct cancelled {
	const char *path;
	volatile int cancel;
	int64_t over; /* when perform returned */
	rv_status s;
};

/* pthread */
static void *
ask(void *arg)
{
	struct cancelled *c = arg;
	struct rv_http_request req = request(c->path, NULL);
	struct seen s;

	req.cancel = &c->cancel;
	req.max_bytes = (size_t)1 << 40;
	perform(&s, &req);
	c->over = clock_ms();
	c->s = s.s;
	forget(&s);
	return NULL;
}

/* How long a request went on after it was cancelled. */
static int64_t
cancel_one(const char *path, bool may_fail)
{
	struct cancelled c = {.path = path};
	struct timespec part = {.tv_nsec = 150000000};
	pthread_t thread;
	int64_t from;

	assert_int_equal(pthread_create(&thread, NULL, ask, &c), 0);
	/* somewhere in the middle; where does not matter */
	nanosleep(&part, NULL);
	from = clock_ms();
	c.cancel = 1;
	pthread_join(thread, NULL);
	if (!may_fail || c.over >= from)
		assert_int_equal(c.s, RV_E_CANCELLED);
	return c.over - from;
}

static void
test_http__cancel(void **state)
{
	static const char *const paths[] = {
		"/raw/silent", "/raw/slow", "/raw/gigabyte", "/raw/never-ends",
		"/raw/slow-start", "https://192.0.2.1/",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		int64_t ms = 100;

		/* A busy machine may hold up one of them, not all three. */
		for (int n = 0; n < 3 && ms >= 100; n++)
			ms = cancel_one(paths[i], i + 1 == ARRAY_LEN(paths));
		if (ms >= 100)
			fail_msg("%s: %lld ms", paths[i], (long long)ms);
	}
}

/* rv_http_sink */
static rv_status
refuse(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	(void)chunk;
	++*(int *)arg;
	return rv_fail(err, RV_E_PARSE, "not that");
}

static void
test_http__sink_stops(void **state)
{
	struct rv_http_request req = request("/raw/never-ends", NULL);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_err err = {0};
	int n = 0;

	(void)state;
	assert_int_equal(rv_http_perform(&req, refuse, &n, &arena, &r, &err),
			 RV_E_PARSE);
	assert_int_equal(n, 1);
	assert_true(r.sent);
	assert_string_equal(err.msg, "not that");
	rv_arena_release(&arena);
}

/* --- secrets ------------------------------------------------------------------- */

static void
test_http__key_echoed(void **state)
{
	struct rv_http_request req = request("/raw/echo-key-401", NULL);
	struct seen s;

	(void)state;
	/* perform looks for the key in everything */
	perform(&s, &req);
	assert_int_equal(s.r.status, 401);
	assert_true(rv_sv_has(s.r.error_body, RV_SV("provided: ***")));
	assert_sv(s.r.request_id, "***");
	forget(&s);
	get(&s, "/_log");
	assert_false(rv_sv_has(rv_buf_sv(&s.body), RV_SV(KEY)));
	forget(&s);
}

static void
test_http__bad_requests(void **state)
{
	static const struct rv_http_header torn[] = {
		{"Authorization", "Bearer " KEY "\r\nX-Evil: 1", true},
	};
	struct rv_http_request req = request("/health", NULL);
	struct seen s;

	(void)state;
	req.headers = torn;
	req.n_headers = 1;
	perform(&s, &req);
	assert_int_equal(s.s, RV_E_CONFIG);
	forget(&s);
	get(&s, "http://api.example.com/v1");
	assert_int_equal(s.s, RV_E_CONFIG);
	assert_non_null(strstr(s.err.msg, "use https"));
	forget(&s);
	get(&s, "https://user:" KEY "@api.example.com/v1");
	assert_int_equal(s.s, RV_E_CONFIG);
	forget(&s);
}

/* The environment decides nothing. */
static void
test_http__environment(void **state)
{
	struct seen s;

	(void)state;
	setenv("http_proxy", "http://127.0.0.1:1", 1);
	setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
	setenv("all_proxy", "http://127.0.0.1:1", 1);
	get(&s, "/health");
	assert_int_equal(s.s, RV_OK);
	forget(&s);
	unsetenv("http_proxy");
	unsetenv("ALL_PROXY");
	unsetenv("all_proxy");
}

/* A proxy that was configured is asked for other hosts, and hears no key. */
static void
test_http__proxy(void **state)
{
	char module[512];
	struct seen s;

	(void)state;
	snprintf(module, sizeof(module), "%s/reverie-net.so",
		 getenv("BUILDDIR"));
	rv_http_setup(&(struct rv_http_setup){.module = module,
					      .proxy = base});
	get(&s, "https://api.invalid/v1");
	assert_int_equal(s.s, RV_E_MODEL);
	assert_int_equal(s.r.status, 0);
	forget(&s);
	/* loopback: not by way of the proxy */
	get(&s, "/_log?CONNECT");
	rv_http_setup(&(struct rv_http_setup){.module = module});
	assert_int_equal(s.s, RV_OK);
	assert_true(rv_sv_has(rv_buf_sv(&s.body), RV_SV("api.invalid:443")));
	assert_false(rv_sv_has(rv_buf_sv(&s.body), RV_SV("authorization")));
	forget(&s);
}

/* --- certificates ------------------------------------------------------------- */

/* A key and a certificate that it signed itself, in one file. */
static bool
make_certificate(const char *file)
{
	const char *crt = scratch_path("server.crt");
	const char *const argv[] = {
		"openssl", "req", "-batch", "-x509", "-newkey", "ec", "-pkeyopt",
		"ec_paramgen_curve:P-256", "-nodes",
		"-days", "2", "-subj", "/CN=localhost", "-addext",
		"subjectAltName=DNS:localhost", "-keyout", file, "-out", crt,
		NULL,
	};
	struct rv_buf both = RV_BUF_INIT;
	int code = -1;

	if (rv_proc_run(argv, &code, NULL) != RV_OK || code != 0)
		return false;
	rv_buf_addv(&both, scratch_read("server.pem"));
	rv_buf_addv(&both, scratch_read("server.crt"));
	scratch_write("server.pem", rv_buf_sv(&both));
	rv_buf_release(&both);
	return true;
}

static void
test_http__certificates(void **state)
{
	const char *cert = scratch_path("server.pem"), *tls, *port;
	char url[128], module[512];
	struct seen s;

	(void)state;
	if (!make_certificate(cert))
		skip();
	tls = services_start_tls(cert);
	port = strrchr(tls, ':');
	snprintf(url, sizeof(url), "https://localhost%s/health", port);
	get(&s, url);
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "certificate"));
	assert_false(s.r.passing);
	forget(&s);

	snprintf(module, sizeof(module), "%s/reverie-net.so",
		 getenv("BUILDDIR"));
	rv_http_setup(&(struct rv_http_setup){.module = module,
					      .ca_file = cert});
	get(&s, url);
	if (s.s != RV_OK)
		fail_msg("%s %.*s", s.err.msg, RV_SV_ARG(s.r.detail));
	forget(&s);
	/* trusted, and for another name */
	get(&s, services_url(tls, "/health"));
	assert_int_equal(s.s, RV_E_MODEL);
	assert_non_null(strstr(s.err.msg, "certificate"));
	forget(&s);
	/* http where TLS is spoken */
	snprintf(url, sizeof(url), "http://localhost%s/health", port);
	get(&s, url);
	assert_int_equal(s.s, RV_E_MODEL);
	forget(&s);
	/* TLS where http is spoken */
	snprintf(url, sizeof(url), "https://localhost%s/health",
		 strrchr(base, ':'));
	get(&s, url);
	assert_int_equal(s.s, RV_E_MODEL);
	forget(&s);
	rv_http_setup(&(struct rv_http_setup){.module = module});
}

/* --- memory ---------------------------------------------------------------------- */

/* The most memory that was resident, in KiB. */
static long
peak_kib(void)
{
	char line[256];
	long n = -1;
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, "VmHWM:", 6) == 0)
			n = strtol(line + 6, NULL, 10);
	}
	if (f)
		fclose(f);
	return n;
}

/* rv_frame_fn */
static rv_status
count(struct rv_sv event, struct rv_sv data, void *arg, struct rv_err *err)
{
	(void)event;
	(void)data;
	(void)err;
	++*(size_t *)arg;
	return RV_OK;
}

/* rv_http_sink */
static rv_status
frames(struct rv_sv chunk, void *arg, struct rv_err *err)
{
	return rv_frames_feed(arg, chunk, err);
}

static int64_t
stream(const char *path, size_t *events)
{
	struct rv_http_request req = request(path, NULL);
	struct rv_arena arena = RV_ARENA_INIT;
	struct rv_http_response r;
	struct rv_frames f;
	struct rv_err err = {0};

	*events = 0;
	req.max_bytes = (size_t)1 << 40;
	req.total_ms = 200000;
	rv_frames_init(&f, RV_FRAMING_SSE, (size_t)1 << 20, count, events);
	if (rv_http_perform(&req, frames, &f, &arena, &r, &err) != RV_OK)
		fail_msg("%s", err.msg);
	rv_frames_release(&f);
	rv_arena_release(&arena);
	return r.received;
}

static void
test_http__gigabyte_in_no_memory(void **state)
{
	size_t events;
	long before, after;

	(void)state;
	stream("/raw/ok", &events);
	before = peak_kib();
	assert_true(stream("/raw/gigabyte", &events) >= (int64_t)1 << 30);
	after = peak_kib();
	assert_true(events > 1000000);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	/* a sanitizer keeps what was freed */
	printf("1 GiB in %zu events: %ld KiB more\n", events, after - before);
	assert_in_range(after - before, 0, 1024);
#else
	(void)before;
	(void)after;
#endif
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		/* first: its figure is a high-water mark */
		cmocka_unit_test(test_http__gigabyte_in_no_memory),
		cmocka_unit_test(test_http__answer),
		cmocka_unit_test(test_http__long_body),
		cmocka_unit_test(test_http__error_statuses),
		cmocka_unit_test(test_http__long_error_page),
		cmocka_unit_test(test_http__broken),
		cmocka_unit_test(test_http__redirects),
		cmocka_unit_test(test_http__other_host_hears_nothing),
		cmocka_unit_test(test_http__size_limits),
		cmocka_unit_test(test_http__time_limits),
		cmocka_unit_test(test_http__mute_server),
		cmocka_unit_test(test_http__slow_start_in_time),
		cmocka_unit_test(test_http__cancel),
		cmocka_unit_test(test_http__sink_stops),
		cmocka_unit_test(test_http__key_echoed),
		cmocka_unit_test(test_http__bad_requests),
		cmocka_unit_test(test_http__environment),
		cmocka_unit_test(test_http__proxy),
		cmocka_unit_test(test_http__certificates),
	};

	base = services_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
