/* SPDX-License-Identifier: MIT */
/* A resolver that never answers holds up nobody: not who cancels, not who set a
 * limit, not the next request. */
#include "config.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/flag.h"
#include "tests/support/cm.h"
#include "tests/support/request.h"
#include "tests/support/services.h"

#define ROUNDS 20
#ifdef __SANITIZE_THREAD__
#define MOST_MS 2000 /* what it watches takes ten times as long */
#else
#define MOST_MS 100
#endif
#define MUTE "https://mute.invalid/v1"

typedef int resolve_fn(const char *, const char *, const struct addrinfo *,
		       struct addrinfo **);

static const char *base;
static int gate[2]; /* closed at the end: until then nobody is answered */
static volatile int asked;

/* In the place of the C library's, for libcurl as well. */
int
getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
	    struct addrinfo **out)
{
	resolve_fn *real;
	char c;

	if (!host || strcmp(host, "mute.invalid")) {
		*(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
		return real(host, service, hints, out);
	}
	__atomic_add_fetch(&asked, 1, __ATOMIC_SEQ_CST);
	while (read(gate[0], &c, 1) > 0)
		;
	return EAI_AGAIN;
}

struct call {
	pthread_t thread;
	volatile int cancel;
	struct seen seen;
	int64_t over;
	struct rv_http_request req;
};

/* pthread */
static void *
run(void *arg)
{
	struct call *c = arg;

	request_perform(&c->seen, &c->req);
	c->over = rv_monotonic_us() / 1000;
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* How long a call goes on that is cancelled while it resolves. */
static int64_t
cancel_one(void)
{
	struct call c = {.req = request_to(base, MUTE, "{}")};
	int before = __atomic_load_n(&asked, __ATOMIC_SEQ_CST);
	int64_t from;

	c.req.cancel = &c.cancel;
	assert_int_equal(pthread_create(&c.thread, NULL, run, &c), 0);
	while (__atomic_load_n(&asked, __ATOMIC_SEQ_CST) == before)
		usleep(1000);
	from = rv_monotonic_us() / 1000;
	rv_flag_raise(&c.cancel);
	pthread_join(c.thread, NULL);
	assert_int_equal(c.seen.s, RV_E_CANCELLED);
	request_forget(&c.seen);
	return c.over - from;
}

static void
test_resolver__cancel(void **state)
{
	int64_t ms[ROUNDS];

	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		ms[i] = cancel_one();
	qsort(ms, ROUNDS, sizeof(*ms), compare);
	printf("cancel while resolving: median %d ms, worst %d ms of %d\n",
	       (int)ms[ROUNDS / 2], (int)ms[ROUNDS - 1], ROUNDS);
	/* The worst is the machine's; one of twenty may be. */
	assert_true(ms[ROUNDS - 2] <= MOST_MS);
}

static void
test_resolver__limits(void **state)
{
	static const struct {
		int64_t connect, total;
	} rows[] = {{300, 0}, {5000, 300}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct rv_http_request req = request_to(base, MUTE, "{}");
		struct seen s;

		req.connect_ms = rows[i].connect;
		req.total_ms = rows[i].total;
		request_perform(&s, &req);
		assert_int_equal(s.s, RV_E_MODEL);
		assert_true(s.r.passing);
		if (s.ms < 290 || s.ms > 2000 ||
		    !strstr(s.err.msg, "within the time"))
			fail_msg("%d ms: %s", (int)s.ms, s.err.msg);
		request_forget(&s);
	}
}

/* Handles are kept for the next request: what hangs must not hang on them. */
static void
test_resolver__the_next_request(void **state)
{
	(void)state;
	for (int i = 0; i < 8; i++) {
		struct rv_http_request req = request_to(base, "/health", NULL);
		struct seen s;

		request_perform(&s, &req);
		assert_int_equal(s.s, RV_OK);
		assert_int_equal(s.r.status, 200);
		request_forget(&s);
	}
}

/* Those that hung wake up after all that waited for them has gone. */
static void
test_resolver__answers_too_late(void **state)
{
	(void)state;
	close(gate[1]);
	for (int i = 0; i < 20; i++) {
		usleep(1000);
		test_resolver__the_next_request(state);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resolver__cancel),
		cmocka_unit_test(test_resolver__limits),
		cmocka_unit_test(test_resolver__the_next_request),
		cmocka_unit_test(test_resolver__answers_too_late),
	};

	base = services_start();
	if (pipe(gate) != 0)
		abort();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
